//! The value of a tensor: its statistics at once if it is small, on request otherwise, and slices of it.

use super::pane::Pane;
use super::slice;
use crate::report::schema::ErrorInfo;
use crate::services::tensors::schema::NodeTensor;
use crate::services::values::schema::Value;
use crate::web::app::findings::error_card;
use crate::web::app::format;
use crate::web::app::statistics::found;
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// Values of at most as many bytes are read when their row opens.
const AT_ONCE: u64 = 4 << 20;

/// A value being read.
#[derive(Clone)]
enum State {
    Unasked,
    /// Job, bytes done, bytes in all.
    Reading(u32, u64, u64),
    Known(Arc<Value>),
    Failed(ErrorInfo),
}

/// The value of a tensor.
pub(super) fn values(pane: Pane, tensor: NodeTensor) -> Node {
    let state = RwSignal::new(State::Unasked);
    let tensor = Arc::new(tensor);
    if tensor.bytes <= AT_ONCE {
        ask(pane, &tensor, state);
    }
    // Leaves no work behind when another node is selected.
    on_cleanup(move || {
        if let Some(State::Reading(job, ..)) = state.try_get_untracked() {
            worker::cancel_job(pane.app, job);
        }
    });
    let wanted = Memo::new(move |_| !matches!(state.get(), State::Unasked));
    let shown = {
        let tensor = tensor.clone();
        move || match state.get() {
            State::Unasked => {
                let (tensor, size) = (tensor.clone(), format::bytes(tensor.bytes));
                html! { <p><button on:click=move |_| ask(pane, &tensor, state)>{tr("tensor-show-values", &[("size", size.into())])}</button></p> }
            }
            State::Reading(job, done, total) => reading(pane, job, done, total),
            State::Known(value) => found(&value),
            State::Failed(error) => error_card(error),
        }
    };
    html! {
        <h4>{t("tensor-values")}</h4>
        {shown}
        {move || wanted.get().then(|| slice::slices(pane, &tensor))}
    }
}

fn ask(pane: Pane, tensor: &NodeTensor, state: RwSignal<State>) {
    let question = Question::Values { artifact: pane.artifact, variable: tensor.value.clone() };
    let progress = move |done, total| {
        let _ = state.try_update(|now| {
            if let State::Reading(_, d, of) = now {
                (*d, *of) = (done, total);
            }
        });
    };
    let job = worker::long_request(pane.app, question, progress, move |reply| {
        let now = match reply {
            Some(Ok(answer)) => answer.read().map_or(State::Unasked, |value| State::Known(Arc::new(value))),
            Some(Err(error)) => State::Failed(error),
            None => State::Unasked,
        };
        let _ = state.try_set(now);
    });
    state.set(State::Reading(job, 0, tensor.bytes));
}

/// Progress, with a way to cancel.
fn reading(pane: Pane, job: u32, done: u64, total: u64) -> Node {
    let percent = if total > 0 { (done as f64 / total as f64 * 100.0).round() } else { 0.0 };
    html! {
        <div class="checking" role="status">
            <progress max="100" value=percent.to_string() aria-label=t("tensor-values")></progress>
            <button on:click=move |_| worker::cancel_job(pane.app, job)>{t("cancel")}</button>
        </div>
    }
    .into_node()
}
