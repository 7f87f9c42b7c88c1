//! The button that copies.

use super::words::t;
use leptos::prelude::*;
use std::time::Duration;

/// Copies text and says so for a moment, in the same space.
#[component]
pub fn Copy(
    /// What to copy, asked for when pressed.
    #[prop(into)]
    text: Callback<(), String>,
    /// Message id of the button's words.
    #[prop(default = "copy")]
    label: &'static str,
    /// Message id of what a screen reader hears.
    #[prop(optional)]
    aria: Option<&'static str>,
) -> impl IntoView {
    let done = RwSignal::new(false);
    let press = move |_| {
        let _ = window().navigator().clipboard().write_text(&text.run(()));
        done.set(true);
        set_timeout(move || done.set(false), Duration::from_millis(1500));
    };
    view! {
        <button class="copy" class:done=move || done.get() on:click=press aria-label=aria.map(t)>
            <span class="say">{t(label)}</span>
            <span class="did" aria-live="polite">{move || done.get().then(|| t("copied"))}</span>
        </button>
    }
}
