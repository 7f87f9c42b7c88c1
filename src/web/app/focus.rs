//! The keyboard's place in the document.

use leptos::prelude::{document, set_timeout};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

/// Whether typing goes into a field.
pub fn in_field(target: Option<web_sys::EventTarget>) -> bool {
    target.and_then(|t| t.dyn_into::<Element>().ok()).is_some_and(|e| {
        matches!(e.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA") || e.has_attribute("contenteditable")
    })
}

/// Whether the document has an element.
pub fn is_there(selector: &str) -> bool {
    document().query_selector(selector).ok().flatten().is_some()
}

/// Moves the keyboard to an element.
pub fn focus(selector: &str) -> bool {
    let found = document().query_selector(selector).ok().flatten().and_then(|e| e.dyn_into::<HtmlElement>().ok());
    found.is_some_and(|e| e.focus().is_ok())
}

fn is_anywhere() -> bool {
    document().active_element().is_some_and(|element| element.tag_name() != "BODY")
}

/// Before the page changes: if the focused element is removed, the focus moves to the first visible one of `selectors`,
/// which are separated by commas.
pub fn keep_focus(selectors: &'static str) {
    if is_anywhere() {
        // A hidden element does not take the focus.
        let settle = move || {
            let _ = is_anywhere() || selectors.split(", ").any(|selector| focus(selector) && is_anywhere());
        };
        // The document follows its signals before the next task.
        set_timeout(settle, std::time::Duration::ZERO);
    }
}
