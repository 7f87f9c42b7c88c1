//! Progress of work, with a way to cancel, and the place of an answer to come. The line of progress is always present, so that
//! nothing moves when work begins or ends.

use super::state::App;
use super::words::{Arg, t, tr};
use super::worker;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// The place of an answer of the worker, or of a view whose code is not here yet.
pub fn pending() -> Node {
    html! { <p class="soft" aria-busy="true">"…"</p> }
}

/// The progress line below the header.
pub fn progress_line() -> Node {
    let app = App::get();
    let share = move || {
        app.busy.with(|b| b.as_ref().filter(|b| b.total > 0).map(|b| (b.done.saturating_mul(100) / b.total).min(100)))
    };
    html! {
        <div class="progress" class:on=move || app.busy.with(Option::is_some)>
            <div class="bar" class:vague=move || share().is_none()
                style:inline-size=move || format!("{}%", share().unwrap_or(100))></div>
            {move || app.busy.get().map(|busy| {
                let args = [
                    ("subject", Arg::Text(busy.subject)), ("done", busy.done.into()), ("total", busy.total.into()),
                ];
                html! {
                    <div class="doing" role="status">
                        <span>{tr(&format!("progress-{}", busy.stage), &args)}</span>
                        <button on:click=move |_| worker::cancel(app)>{t("cancel")}</button>
                    </div>
                }
            })}
        </div>
    }
}
