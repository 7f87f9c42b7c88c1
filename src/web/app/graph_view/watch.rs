//! Observes changes around a canvas that have no event on it: its size, and the page's colors.

use crate::web::app::host;
use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, MediaQueryList, MutationObserver, MutationObserverInit, ResizeObserver};

/// Watches until it is dropped.
pub struct Watch {
    resize: ResizeObserver,
    theme: MutationObserver,
    system: Vec<MediaQueryList>,
    _on_resize: Closure<dyn FnMut(Array)>,
    _on_theme: Closure<dyn FnMut()>,
}

impl Watch {
    /// Calls `resized` with the size of `element` in CSS pixels, now and on every change, and `themed` when the page
    /// or the system changes between light and dark, or to colors that the user forces.
    pub fn new(
        element: &Element,
        resized: impl Fn(f64, f64) + 'static,
        themed: impl FnMut() + 'static,
    ) -> Option<Self> {
        let watched = element.clone();
        let on_resize = Closure::<dyn FnMut(Array)>::new(move |_| {
            resized(f64::from(watched.client_width()), f64::from(watched.client_height()));
        });
        let on_theme = Closure::<dyn FnMut()>::new(themed);
        let resize = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        resize.observe(element);
        let theme = MutationObserver::new(on_theme.as_ref().unchecked_ref()).ok()?;
        let window = web_sys::window()?;
        let options = MutationObserverInit::new();
        options.set_attributes(true);
        // The element's own colors, and those of the document that it may take over.
        for element in [host::root().into(), host::document()?.document_element()?] {
            theme.observe_with_options(&element.into(), &options).ok()?;
        }
        let system = ["(prefers-color-scheme: dark)", "(forced-colors: active)"];
        let system: Vec<_> = system.into_iter().filter_map(|query| window.match_media(query).ok().flatten()).collect();
        for query in &system {
            query.set_onchange(Some(on_theme.as_ref().unchecked_ref()));
        }
        Some(Self { resize, theme, system, _on_resize: on_resize, _on_theme: on_theme })
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.resize.disconnect();
        self.theme.disconnect();
        for query in &self.system {
            query.set_onchange(None);
        }
    }
}
