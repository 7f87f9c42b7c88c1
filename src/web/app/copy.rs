//! The button that copies.

use super::words::t;
use crate::web::dom::{Node, html};
use leptos::prelude::*;
use std::time::Duration;

/// Copies text and confirms it for a moment, in the same space. `text` is called when the button is pressed; `label` is
/// the message id of its text, `aria` that for screen readers.
pub fn copy(text: impl Fn() -> String + 'static, label: &'static str, aria: &'static str) -> Node {
    let done = RwSignal::new(false);
    let press = move |_| {
        put(&text());
        done.set(true);
        set_timeout(move || done.set(false), Duration::from_millis(1500));
    };
    html! {
        <button class="copy" class:done=move || done.get() on:click=press aria-label=name(label, aria)>
            <span class="say">{t(label)}</span>
            <span class="did" aria-live="polite">{move || done.get().then(|| t("copied"))}</span>
        </button>
    }
}

/// The name of a button for screen readers. It contains the visible text, which is what people say to a computer that
/// listens; a language may word the two differently.
fn name(label: &str, aria: &str) -> String {
    let (label, aria) = (t(label), t(aria));
    if aria.contains(&label) { aria } else { format!("{label}: {aria}") }
}

/// Copies text. A page that the browser does not trust has no clipboard; then nothing is copied.
pub fn put(text: &str) {
    let _ = window().navigator().clipboard().write_text(text);
}
