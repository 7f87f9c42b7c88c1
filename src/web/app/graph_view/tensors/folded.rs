//! Parts of the pane that are built when they open.

use crate::web::dom::{Node, html};
use leptos::prelude::*;
use web_sys::{Element, Event};

/// A part of the pane that is built when it opens.
pub(super) fn folded(summary: Node, opened: RwSignal<bool>, build: impl Fn() -> Node + 'static) -> Node {
    let toggle = move |event: Event| {
        let _ = opened.try_set(event_target::<Element>(&event).has_attribute("open"));
    };
    let is_open = Memo::new(move |_| opened.get());
    html! {
        <details open=move || is_open.get() on:toggle=toggle>
            <summary>{summary}</summary>
            {move || is_open.get().then(|| untrack(&build))}
        </details>
    }
}
