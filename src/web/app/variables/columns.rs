//! Checksums and statistics of all variables: long work in the worker, its progress, and the state of each checksum.

use super::results::{Checking, Found};
use super::state::{Table, Value};
use crate::report::schema::ErrorInfo;
use crate::services::values::schema::{Checked, CheckedValue, Row, Rows};
use crate::web::app::findings::error_card;
use crate::web::app::format;
use crate::web::app::state::App;
use crate::web::app::statistics::check_sign;
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// Errors of a check that are shown one by one.
const MOST_ERRORS: usize = 20;

/// Only the checksums.
fn of_checked(checked: Checked) -> Found {
    let row = |CheckedValue { name, check, error, .. }| Row { name, check, error, ..Row::default() };
    Found::new(checked.values.into_iter().map(row).collect(), checked.problems, false)
}

/// Reads all values, for their checksums or also for their statistics.
pub fn read_all(app: App, checking: RwSignal<Checking>, artifact: usize, statistics: bool) {
    let before = checking.get_untracked();
    let progress = move |done, total| {
        let _ = checking.try_update(|now| {
            if let Checking::At(_, d, of) = now {
                (*d, *of) = (done, total);
            }
        });
    };
    let reply = move |reply: Option<Result<worker::Answer, ErrorInfo>>| {
        let found = |answer: worker::Answer| {
            if statistics {
                answer.read::<Rows>().map(|Rows { rows }| Found::new(rows, Vec::new(), true))
            } else {
                answer.read::<Checked>().map(of_checked)
            }
        };
        let now = match reply {
            Some(Ok(answer)) => found(answer).map_or(Checking::No, |found| Checking::Done(Arc::new(found))),
            Some(Err(error)) => Checking::Failed(error),
            // Given up: what was known before is still known.
            None => before,
        };
        let _ = checking.try_set(now);
    };
    let question = if statistics { Question::Statistics { artifact } } else { Question::Check { artifact } };
    let job = worker::long_request(app, question, progress, reply);
    checking.set(Checking::At(job, 0, 0));
}

/// Progress of the work, or its result.
pub fn check_line(app: App, checking: RwSignal<Checking>) -> Node {
    match checking.get() {
        Checking::No => Node::Nothing,
        Checking::At(job, done, total) => {
            let share = if total > 0 { done as f64 / total as f64 } else { 0.0 };
            let percent = (share * 100.0).round();
            html! {
                <div class="checking" role="status">
                    <progress max="100" value=percent.to_string() aria-label=t("values-check-all")></progress>
                    <span>{tr("values-checking", &[("done", format::bytes(done).into()), ("total", format::bytes(total).into())])}</span>
                    <button on:click=move |_| worker::cancel_job(app, job)>{t("cancel")}</button>
                </div>
            }
        }
        Checking::Failed(error) => error_card(error),
        Checking::Done(found) => {
            let counts =
                found.counts.iter().map(|(check, n)| html! { <li>{check_sign(*check)}": "{format::number(*n)}</li> });
            let more = found.errors.len().saturating_sub(MOST_ERRORS);
            html! {
                <div class="checked" role="status"><ul>{counts.collect::<Node>()}</ul></div>
                {found.errors.iter().take(MOST_ERRORS).cloned().map(error_card).collect::<Node>()}
                {(more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", more.into())])}</p> })}
            }
            .into_node()
        }
    }
}

/// The state of a variable's checksum.
pub fn check_cell(table: Table, name: &str) -> Node {
    let found = table.found.with(|found| found.as_ref().and_then(|found| found.of(name).map(|row| row.check)));
    let read = || {
        table.values.with(|values| match values.get(name) {
            Some(Value::Known(value)) => Some(value.check),
            _ => None,
        })
    };
    match found.or_else(read) {
        Some(check) => check_sign(check),
        None => html! { <span class="soft">{t("check-not-yet")}</span> },
    }
}
