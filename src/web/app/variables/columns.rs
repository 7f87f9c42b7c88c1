//! Checksums and statistics of all variables: long work in the worker, its progress, and the columns it fills.

use super::state::{Checking, Table, Value};
use crate::report::schema::ErrorInfo;
use crate::services::values::schema::{Check, Column, Row};
use crate::web::app::findings::error_card;
use crate::web::app::format;
use crate::web::app::state::App;
use crate::web::app::statistics::{check_sign, number_text, real_text};
use crate::web::app::words::{t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;

/// The columns of numbers.
pub const NUMBERS: [Column; 6] =
    [Column::Min, Column::Max, Column::Mean, Column::Deviation, Column::Zeros, Column::Nan];

/// Message of the head of a column.
pub const fn head(column: Column) -> &'static str {
    match column {
        Column::Name => "col-variable",
        Column::Dtype => "col-dtype",
        Column::Shape => "col-shape",
        Column::Bytes => "col-bytes",
        Column::Check => "col-checksum",
        Column::Min => "values-min",
        Column::Max => "values-max",
        Column::Mean => "values-mean",
        Column::Deviation => "values-deviation",
        Column::Zeros => "values-zeros",
        Column::Nan => "col-not-finite",
    }
}

/// The text of a number.
fn number(column: Column, row: &Row) -> String {
    // Nothing was read, so nothing was counted.
    if row.count == 0 {
        return String::new();
    }
    match column {
        Column::Min => row.min.as_ref().map(number_text).unwrap_or_default(),
        Column::Max => row.max.as_ref().map(number_text).unwrap_or_default(),
        Column::Mean => row.mean.map(real_text).unwrap_or_default(),
        Column::Deviation => row.deviation.map(real_text).unwrap_or_default(),
        Column::Zeros => format::number(row.zeros),
        Column::Nan => format::number(row.nan + row.infinite),
        Column::Name | Column::Dtype | Column::Shape | Column::Bytes | Column::Check => String::new(),
    }
}

/// The cells of the numbers of a row.
pub fn number_cells(result: Option<&Row>) -> Node {
    let cell = |column: Column| {
        let text = result.map(|row| number(column, row)).unwrap_or_default();
        html! { <td class="n" title=text.clone()><code>{text.clone()}</code></td> }
    };
    NUMBERS.into_iter().map(cell).collect()
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
        let now = match reply {
            Some(Ok(answer)) => answer.read().map_or(Checking::No, |found| Checking::Done(Arc::new(found))),
            Some(Err(error)) => Checking::Failed(error),
            // Given up: what was known before is still known.
            None => before,
        };
        let _ = checking.try_set(now);
    };
    let job = worker::long_request(app, Question::ReadAll { artifact, statistics }, progress, reply);
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
            let counts = found
                .counts
                .iter()
                .map(|count| html! { <li>{check_sign(count.check)}": "{format::number(count.values)}</li> });
            html! {
                <div class="checked" role="status"><ul>{counts.collect::<Node>()}</ul></div>
                {found.errors.iter().cloned().map(error_card).collect::<Node>()}
                {(found.more > 0).then(|| html! { <p class="soft">{tr("and-more", &[("n", found.more.into())])}</p> })}
            }
            .into_node()
        }
    }
}

/// The state of a variable's checksum: by reading all values, or this one.
pub fn check_cell(table: Table, name: &str, found: Option<Check>) -> Node {
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
