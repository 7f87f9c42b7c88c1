//! Progress of a run.

use super::phase::Steps;
use crate::web::app::words::{t, tr};
use crate::web::dom::{Node, html};

/// Number of finished nodes, and a way to cancel.
pub fn waiting(steps: Steps, cancel: impl Fn() + 'static) -> Node {
    let Steps { done, total, rounds } = steps;
    let numbers = [("done", done), ("total", total), ("rounds", rounds)].map(|(name, n)| (name, u64::from(n).into()));
    let text = match (total, rounds) {
        (0, _) => t("run-running"),
        (_, 0) => tr("run-progress", &numbers),
        _ => tr("run-progress-loop", &numbers),
    };
    busy(text, cancel)
}

/// A text with a button that cancels.
pub fn busy(text: String, cancel: impl Fn() + 'static) -> Node {
    html! {
        <span role="status">{text}" "<button on:click=move |_| cancel()>{t("cancel")}</button></span>
    }
}
