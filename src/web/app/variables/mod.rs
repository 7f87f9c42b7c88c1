//! Variables: name, type, shape, bytes at once; values, statistics and checksums on request, read by the worker.
//! Weights of TFLite models are shown in the same way; the report does not list them, so they are requested first.

mod columns;
mod export;
mod sizes;
mod state;

use super::advice;
use super::findings::error_card;
use super::format;
use super::progress::pending;
use super::sorting;
use super::state::{App, Shown};
use super::statistics::{number_text, statistics};
use super::virtual_rows::{Sight, gap};
use super::words::{t, tr};
use super::worker;
use crate::report::schema::ErrorInfo;
use crate::services::values::schema::{Check, Column, TableRow, TableRows, Value as ValueReport};
use crate::web::dom::{Node, html, keyed};
use crate::web::model::outline::{PAGE, first_row};
use crate::web::protocol::Question;
use columns::{NUMBERS, check_cell, check_line, head, number_cells, read_all};
use leptos::prelude::*;
use state::{Checking, Table, Value, Values};
use std::sync::Arc;

/// Values requested by one press of "show values".
const MOST_AT_ONCE: usize = 200;
/// Errors of values that are shown one by one.
const MOST_ERRORS: usize = 20;

fn ask(app: App, values: Values, artifact: usize, name: String) {
    if values.with_untracked(|v| matches!(v.get(&name), Some(Value::Asked | Value::Known(_)))) {
        return;
    }
    values.update(|v| drop(v.insert(name.clone(), Value::Asked)));
    let variable = name.clone();
    worker::request(app, Question::Values { artifact, variable }, move |reply| {
        let value = match reply {
            Some(Ok(answer)) => answer.read().map_or(Value::Lost, |value| Value::Known(Arc::new(value))),
            Some(Err(error)) => {
                Value::Known(Arc::new(ValueReport { name: name.clone(), error: Some(error), ..ValueReport::default() }))
            }
            None => Value::Lost,
        };
        // The view may be closed by now.
        let _ = values.try_update(|v| drop(v.insert(name, value)));
    });
}

/// The table.
pub fn variables(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let checking = RwSignal::new(Checking::No);
    let found = Memo::new_with_compare(
        move |before: Option<&Option<Arc<_>>>| match checking.get() {
            Checking::Done(found) => Some(found),
            // Results stay while others are computed.
            _ => before.cloned().flatten(),
        },
        |a, b| !a.zip(b).is_some_and(|(a, b)| same(a, b)),
    );
    let table = Table {
        app,
        artifact: index,
        rows: RwSignal::new(None),
        sight: Sight::new(),
        values: RwSignal::default(),
        checking,
        found,
        sizes: RwSignal::new(None),
        scope: RwSignal::new(0),
        chosen: RwSignal::new(None::<String>),
        filter: RwSignal::new(String::new()),
        order: RwSignal::new((Column::Name, false)),
    };
    table.follow();
    // Cancels the check when the view closes.
    on_cleanup(move || {
        if let Some(Checking::At(job, ..)) = table.checking.try_get_untracked() {
            worker::cancel_job(app, job);
        }
    });
    html! {
        {advice::alone(&artifact)}
        {sizes::sizes(table)}
        {table.tools()}
        {move || check_line(app, table.checking)}
        {table.rows()}
        {move || table.chosen.get().map(|name| match table.values.with(|v| v.get(&name).cloned()) {
            Some(Value::Known(value)) => statistics(&value),
            _ => pending(),
        })}
        {move || table.errors()}
    }
}

fn same<T>(a: &Option<Arc<T>>, b: &Option<Arc<T>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// The rows of an answer.
fn rows_of(reply: Option<Result<worker::Answer, ErrorInfo>>) -> Option<TableRows> {
    reply.and_then(Result::ok).and_then(|answer| answer.read())
}

impl Table {
    /// Asks for the rows in sight whenever others are.
    fn follow(self) {
        let number = StoredValue::new(0u32);
        let from = Memo::new(move |_| first_row(&self.sight.range(self.total())));
        Effect::new(move |_| {
            // Other results are rows of other contents.
            self.found.track();
            let listing = self.listing(from.get(), PAGE);
            let asked = number.get_value() + 1;
            number.set_value(asked);
            worker::request(self.app, Question::Table { artifact: self.artifact, listing }, move |reply| {
                if number.try_get_value() == Some(asked)
                    && let Some(rows) = rows_of(reply)
                {
                    self.rows.set(Some(Arc::new(rows)));
                }
            });
        });
    }

    /// Asks for the values of the first rows.
    fn ask_all(self) {
        let listing = untrack(|| self.listing(0, MOST_AT_ONCE));
        worker::request(self.app, Question::Table { artifact: self.artifact, listing }, move |reply| {
            for row in rows_of(reply).into_iter().flat_map(|rows| rows.rows) {
                ask(self.app, self.values, self.artifact, row.value.name);
            }
        });
    }

    /// The filter, the count, and the buttons for values and checksums.
    fn tools(self) -> Node {
        let Self { app, artifact, rows, checking, filter, .. } = self;
        let busy = move || checking.with(|c| matches!(c, Checking::At(..)));
        html! {
            <div class="tools">
                <input type="search" data-find placeholder=t("filter") aria-label=t("filter-variables")
                    on:input=move |e| filter.set(event_target_value(&e))/>
                <span class="soft">{move || rows.with(|rows| rows.as_ref().map(|rows| {
                    tr("count-variables-bytes", &[("n", rows.all.into()), ("size", format::bytes(rows.bytes).into())])
                }))}</span>
                <button on:click=move |_| self.ask_all()>{move || tr("show-values", &[("n", self.total().min(MOST_AT_ONCE).into())])}</button>
                <button on:click=move |_| read_all(app, checking, artifact, false) disabled=busy>{t("values-check-all")}</button>
                <button on:click=move |_| read_all(app, checking, artifact, true) disabled=busy>{t("values-statistics-all")}</button>
                {export::buttons(self)}
            </div>
        }
    }

    /// The lines; those out of sight are not in the document.
    fn rows(self) -> Node {
        let column = move |column: Column, class: &'static str| {
            sorting::head(head(column), column, false, class, None, self.order)
        };
        let numbers = Memo::new(move |_| self.has_numbers());
        html! {
            <div class="scroll-y" on:scroll=move |e| self.sight.scrolled(&e)>
                <table class=move || if numbers.get() { "vars numbers" } else { "vars" }
                    aria-rowcount=move || self.total() aria-busy=move || self.rows.with(Option::is_none).to_string()>
                    <thead><tr>
                        {column(Column::Name, "")}{column(Column::Dtype, "dtype")}
                        {column(Column::Shape, "shape")}{column(Column::Bytes, "n")}
                        {column(Column::Check, "check")}
                        {move || numbers.get().then(|| NUMBERS.into_iter().map(|number| column(number, "n")).collect::<Node>())}
                        <th scope="col" class="first">{t("col-first-values")}</th><th scope="col" class="n">{t("col-sum")}</th>
                    </tr></thead>
                    <tbody>
                        {move || {
                            let Some(rows) = self.rows.get() else { return Node::Nothing };
                            let numbers = numbers.get();
                            let range = self.sight.range(rows.total);
                            let (first, last) = (range.start.max(rows.from), range.end.min(rows.from + rows.rows.len()));
                            // Rows that are on their way leave their space empty.
                            let (first, last) = if first < last { (first, last) } else { (range.start, range.start) };
                            let shown = rows.rows.iter().skip(first.saturating_sub(rows.from)).take(last - first);
                            let shown = keyed(shown.map(|row| {
                                (format!("{} {} {numbers}", row.index, row.result.is_some()), line(self, row, numbers))
                            }));
                            html! { {gap(first)}{shown}{gap(rows.total - last)} }
                        }}
                    </tbody>
                </table>
            </div>
        }
    }

    /// Errors of values, except for the one whose statistics are shown.
    fn errors(self) -> Node {
        let shown = self.chosen.get();
        let errors: Vec<_> = self.values.with(|values| {
            let others = values.iter().filter(|(name, _)| Some(*name) != shown.as_ref());
            let errors = others.filter_map(|(_, value)| match value {
                Value::Known(known) => known.error.clone(),
                _ => None,
            });
            errors.take(MOST_ERRORS).collect()
        });
        errors.into_iter().map(error_card).collect()
    }
}

fn line(table: Table, row: &TableRow, numbers: bool) -> Node {
    let Table { app, artifact, values, chosen, .. } = table;
    let variable = &row.value;
    let found = row.result.as_ref().map(|result| result.check);
    let check = {
        let name = variable.name.clone();
        move || check_cell(table, &name, found)
    };
    let shown_name = if variable.label.is_empty() { &variable.name } else { &variable.label }.clone();
    let name = variable.name.clone();
    let asked = name.clone();
    let choose = {
        let name = name.clone();
        move |_| {
            ask(app, values, artifact, name.clone());
            chosen.update(|now| *now = if now.as_ref() == Some(&name) { None } else { Some(name.clone()) });
        }
    };
    let open = {
        let name = name.clone();
        move || chosen.with(|now| now.as_ref() == Some(&name)).to_string()
    };
    let cells = {
        let name = name.clone();
        move || match values.with(|v| v.get(&name).cloned()) {
            None | Some(Value::Lost) => {
                let asked = asked.clone();
                html! {
                    <td class="first"><button class="link" on:click=move |_| ask(app, values, artifact, asked.clone())>{t("show-value")}</button></td>
                    <td class="n"></td>
                }
            }
            Some(Value::Asked) => html! { <td class="first soft">"…"</td><td class="n"></td> },
            Some(Value::Known(known)) if known.error.is_some() => {
                let words = if known.check == Check::Wrong { t("check-wrong") } else { t("value-unreadable") };
                html! { <td class="first"><span class="sign refused">"✕ "{words}</span></td><td class="n"></td> }
            }
            Some(Value::Known(known)) => {
                let first = values_text(&known);
                let sum = known.sum.as_ref().map(number_text).unwrap_or_default();
                html! { <td class="first"><code title=first.clone()>{first.clone()}</code></td><td class="n"><code>{sum}</code></td> }
            }
        }
    };
    html! {
        <tr>
            <td class="name"><button class="link" aria-expanded=open on:click=choose title=t("values-show-statistics")><code title=name.clone()>{shown_name}</code></button></td>
            <td class="dtype"><code>{variable.dtype.clone()}</code></td>
            <td class="shape"><code>{format::shape(&variable.shape)}</code></td>
            <td class="n">{format::number(variable.bytes)}</td>
            <td class="check">{check}</td>
            {numbers.then(|| number_cells(row.result.as_ref()))}
            {cells}
        </tr>
    }
}

/// `0.5, -1.25, …`
fn values_text(value: &ValueReport) -> String {
    let mut text = value.first.iter().map(number_text).collect::<Vec<_>>().join(", ");
    let more = value.statistics.as_ref().is_some_and(|statistics| statistics.count > value.first.len() as u64);
    if more {
        text.push_str(", …");
    }
    text
}
