//! The keyboard's place in the document.

use super::host;
use leptos::prelude::set_timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// Whether typing goes into a field. Outside the element an event has the element as its target, and the field in its
/// path.
pub fn in_field(event: &Event) -> bool {
    event.composed_path().get(0).dyn_into::<Element>().is_ok_and(|e| {
        matches!(e.tag_name().as_str(), "INPUT" | "SELECT" | "TEXTAREA") || e.has_attribute("contenteditable")
    })
}

/// Whether an event is that of an element in which text is typed.
pub fn in_text(event: &Event) -> bool {
    let element = event.composed_path().get(0).dyn_into::<Element>();
    let is_choice = |e: &Element| {
        e.tag_name() == "SELECT" || matches!(e.get_attribute("type").as_deref(), Some("checkbox" | "radio" | "range"))
    };
    in_field(event) && !element.is_ok_and(|e| is_choice(&e))
}

/// Whether there is such an element.
pub fn is_there(selector: &str) -> bool {
    host::find(selector).is_some()
}

/// Moves the keyboard to an element.
pub fn focus(selector: &str) -> bool {
    host::find(selector).is_some_and(|e| e.focus().is_ok())
}

fn is_anywhere() -> bool {
    host::focused().is_some()
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
