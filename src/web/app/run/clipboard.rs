//! Images from the clipboard: by the keyboard anywhere in the view, or by a button.

use super::entry::Picked;
use super::state::Run;
use crate::web::app::words::t;
use js_sys::{Array, Function, Reflect};
use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, ClipboardEvent};

/// Calls a method by name that the browser may lack.
pub fn call(target: &JsValue, name: &str, arguments: &Array) -> Option<JsValue> {
    Reflect::get(target, &name.into()).ok()?.dyn_into::<Function>().ok()?.apply(target, arguments).ok()
}

/// A property of the browser's `navigator`, if there is one.
pub fn navigator(name: &str) -> Option<JsValue> {
    let found = Reflect::get(&window().navigator(), &name.into()).ok()?;
    (!found.is_undefined() && !found.is_null()).then_some(found)
}

/// Whether a button can read the clipboard.
pub fn can_paste() -> bool {
    navigator("clipboard").is_some_and(|clipboard| Reflect::has(&clipboard, &"read".into()).unwrap_or(false))
}

/// Takes the image of the clipboard for an input.
pub fn paste(run: Run, index: usize) {
    spawn_local(async move {
        match from_clipboard().await {
            Ok(blob) => run.give(index, Picked { name: t("run-pasted"), blob }),
            Err(id) => run.complain(id, index),
        }
    });
}

async fn from_clipboard() -> Result<Blob, &'static str> {
    let refused = "run-clipboard-refused";
    let clipboard = navigator("clipboard").ok_or(refused)?;
    let promise = call(&clipboard, "read", &Array::new()).ok_or(refused)?;
    let items = JsFuture::from(promise.unchecked_into::<js_sys::Promise>()).await.map_err(|_| refused)?;
    for item in items.unchecked_into::<Array>().iter() {
        let types: Array = Reflect::get(&item, &"types".into()).unwrap_or_default().unchecked_into();
        let Some(kind) = types.iter().find(|kind| kind.as_string().is_some_and(|kind| kind.starts_with("image/")))
        else {
            continue;
        };
        let promise = call(&item, "getType", &Array::of1(&kind)).ok_or(refused)?;
        let blob = JsFuture::from(promise.unchecked_into::<js_sys::Promise>()).await.map_err(|_| refused)?;
        return blob.dyn_into().map_err(|_| refused);
    }
    Err("run-clipboard-empty")
}

/// While the view is open, a pasted image becomes its first image input and does not open a new file.
pub fn listen(run: Run) {
    let listener = Closure::<dyn FnMut(ClipboardEvent)>::new(move |event: ClipboardEvent| {
        let Some(files) = event.clipboard_data().and_then(|data| data.files()) else { return };
        let image = (0..files.length()).filter_map(|i| files.get(i)).find(|file| file.type_().starts_with("image/"));
        if let (Some(image), Some(index)) = (image, run.image_input()) {
            event.prevent_default();
            // The page's own listener comes after the document's.
            event.stop_propagation();
            run.give(index, Picked { name: t("run-pasted"), blob: image.into() });
        }
    });
    let target = document();
    let _ = target.add_event_listener_with_callback("paste", listener.as_ref().unchecked_ref());
    let held = StoredValue::new_local(Some(listener));
    on_cleanup(move || {
        if let Some(listener) = held.try_update_value(Option::take).flatten() {
            let _ = document().remove_event_listener_with_callback("paste", listener.as_ref().unchecked_ref());
        }
    });
}
