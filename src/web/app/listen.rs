//! Events of the element's surroundings: of the document, or of the shadow root that it is in.

use super::host;
use leptos::prelude::*;
use wasm_bindgen::convert::FromWasmAbi;
use wasm_bindgen::prelude::*;

/// Listens where the element does, until it is removed.
pub fn on<E: FromWasmAbi + 'static>(event: &'static str, handler: impl FnMut(E) + 'static) {
    let (scope, listener) = (host::scope(), Closure::<dyn FnMut(E)>::new(handler));
    let _ = scope.add_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
    let kept = StoredValue::new_local((scope, listener));
    on_cleanup(move || {
        kept.try_with_value(|(scope, listener)| {
            let _ = scope.remove_event_listener_with_callback(event, listener.as_ref().unchecked_ref());
        });
    });
}
