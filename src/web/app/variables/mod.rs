//! Variables: name, type, shape, bytes at once; values, statistics and checksums on request, read by the worker.
//! Weights of TFLite models are shown in the same way; the report does not list them, so they are requested first.

mod columns;
mod export;
mod results;
mod sizes;
mod state;

use super::advice;
use super::findings::error_card;
use super::format;
use super::state::{App, Shown};
use super::statistics::{number_text, statistics};
use super::virtual_rows::{Sight, gap};
use super::words::{t, tr};
use super::worker;
use crate::order;
use crate::services::values::schema::{Check, Value as ValueReport};
use crate::web::dom::{Node, html, keyed};
use crate::web::model::fold::folded;
use crate::web::protocol::{ListedValue, ListedValues, Question};
use columns::{check_cell, check_line, read_all};
use leptos::prelude::*;
use results::{Checking, Column, Found, number_cells};
use state::{Table, Value, Values};
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

/// Keras numbers weights by class, so the name of their layer is more useful. Empty if the name contains it.
fn label(variable: &crate::report::schema::Variable) -> String {
    match &variable.layer {
        Some(layer) if !variable.name.split('/').any(|part| part == layer) => format!("{} ({layer})", variable.name),
        _ => String::new(),
    }
}

/// Values of an artifact; requested if the report does not list them.
fn listed(app: App, artifact: &Shown, index: usize) -> RwSignal<Arc<Vec<ListedValue>>> {
    let of = |v: &crate::report::schema::Variable| ListedValue {
        name: v.name.clone(),
        label: label(v),
        dtype: v.dtype.clone(),
        shape: v.shape.clone(),
        bytes: v.bytes,
    };
    let listed = RwSignal::new(Arc::new(artifact.variables.iter().map(of).collect::<Vec<_>>()));
    if artifact.variables.is_empty() {
        worker::request(app, Question::List { artifact: index }, move |reply| {
            if let Some(ListedValues { values }) = reply.and_then(Result::ok).and_then(|answer| answer.read()) {
                let _ = listed.try_set(Arc::new(values));
            }
        });
    }
    listed
}

/// The table.
pub fn variables(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let (filter, order) = (RwSignal::new(String::new()), RwSignal::new((0u8, false)));
    let all = listed(app, &artifact, index);
    let checking = RwSignal::new(Checking::No);
    let found = Memo::new_with_compare(
        move |before: Option<&Option<Arc<Found>>>| match checking.get() {
            Checking::Done(found) => Some(found),
            // Results stay while others are computed.
            _ => before.cloned().flatten(),
        },
        |a, b| !a.zip(b).is_some_and(|(a, b)| same(a, b)),
    );
    let (scopes, scope) = (sizes::scopes(&artifact, all), RwSignal::new(0u32));
    let table = Table {
        app,
        artifact: index,
        all,
        lines: Memo::new(move |_| {
            let scope = scope.get();
            // Without an open scope nothing waits for the scopes to be counted.
            let scopes = if scope > 0 { scopes.get() } else { None };
            let shown = |index: &usize| scopes.as_ref().is_none_or(|scopes| scopes.holds(scope, *index));
            lines(&all.get(), &folded(&filter.get()), order.get(), found.get().as_deref(), shown)
        }),
        values: RwSignal::default(),
        checking,
        found,
        scopes,
        scope,
        chosen: RwSignal::new(None::<String>),
        filter,
        order,
    };
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
            _ => html! { <p class="soft" aria-busy="true">"…"</p> },
        })}
        {move || table.errors()}
    }
}

fn same(a: &Option<Arc<Found>>, b: &Option<Arc<Found>>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => Arc::ptr_eq(a, b),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Columns of results, by their number in [`Table::order`].
const RESULTS: [Column; 7] =
    [Column::Check, Column::Min, Column::Max, Column::Mean, Column::Deviation, Column::Zeros, Column::Nan];
/// The number of the first of them.
const FIRST_RESULT: u8 = 4;

/// Indices of the shown rows that contain the text, ordered by a column; see [`Table::order`].
fn lines(
    all: &[ListedValue],
    needle: &str,
    (by, down): (u8, bool),
    found: Option<&Found>,
    shown: impl Fn(&usize) -> bool,
) -> Vec<usize> {
    let mut lines: Vec<usize> = (0..all.len())
        .filter(shown)
        .filter(|i| {
            let ListedValue { name, label, dtype, .. } = &all[*i];
            let has = |text: &str| folded(text).contains(needle);
            needle.is_empty() || has(name) || has(label) || *dtype == needle
        })
        .collect();
    let result = usize::from(by).checked_sub(FIRST_RESULT.into()).and_then(|column| RESULTS.get(column));
    if let (Some(column), Some(found)) = (result, found) {
        results::sort(&mut lines, all, found, *column, down);
        return lines;
    }
    match by {
        1 => order::sort_by(&mut lines, |a, b| all[*a].dtype.cmp(&all[*b].dtype)),
        2 => order::sort_by_key(&mut lines, |i| all[*i].shape.iter().fold(1i64, |n, d| n.saturating_mul(*d))),
        3 => order::sort_by_key(&mut lines, |i| all[*i].bytes),
        // Files list most variables in this order.
        _ if lines.is_sorted_by(|a, b| shown_name(&all[*a]) <= shown_name(&all[*b])) => {}
        _ => order::sort_by(&mut lines, |a, b| shown_name(&all[*a]).cmp(shown_name(&all[*b]))),
    }
    if down {
        lines.reverse();
    }
    lines
}

impl Table {
    /// The filter, the count, and the buttons for values and checksums.
    fn tools(self) -> Node {
        let Self { app, artifact, all, lines, values, checking, filter, .. } = self;
        let busy = move || checking.with(|c| matches!(c, Checking::At(..)));
        let ask_all = move |_| {
            let all = all.get_untracked();
            for i in lines.get_untracked().into_iter().take(MOST_AT_ONCE) {
                ask(app, values, artifact, all[i].name.clone());
            }
        };
        html! {
            <div class="tools">
                <input type="search" data-find placeholder=t("filter") aria-label=t("filter-variables")
                    on:input=move |e| filter.set(event_target_value(&e))/>
                <span class="soft">{move || all.with(|all| {
                    let bytes = all.iter().map(|v| v.bytes).fold(0, u64::saturating_add);
                    tr("count-variables-bytes", &[("n", all.len().into()), ("size", format::bytes(bytes).into())])
                })}</span>
                <button on:click=ask_all>{move || tr("show-values", &[("n", lines.with(Vec::len).min(MOST_AT_ONCE).into())])}</button>
                <button on:click=move |_| read_all(app, checking, artifact, false) disabled=busy>{t("values-check-all")}</button>
                <button on:click=move |_| read_all(app, checking, artifact, true) disabled=busy>{t("values-statistics-all")}</button>
                {export::buttons(self)}
            </div>
        }
    }

    /// The head of a column that the lines can be ordered by.
    fn column(self, by: u8, id: &'static str, class: &'static str) -> Node {
        let order = self.order;
        let sort = move || match order.get() {
            (now, true) if now == by => "descending",
            (now, false) if now == by => "ascending",
            _ => "none",
        };
        html! {
            <th scope="col" class=class aria-sort=sort>
                <button on:click=move |_| order.update(|(now, down)| (*now, *down) = (by, *now == by && !*down))>{t(id)}</button>
            </th>
        }
    }

    /// The lines; those out of sight are not in the document.
    fn rows(self) -> Node {
        let Self { all, lines, found, .. } = self;
        let sight = Sight::new();
        let numbers = move || found.with(|found| found.as_ref().is_some_and(|found| found.statistics));
        let result = move |(place, column): (usize, &Column)| {
            let class = if *column == Column::Check { "check" } else { "n" };
            self.column(FIRST_RESULT + place as u8, column.head(), class)
        };
        html! {
            <div class="scroll-y" on:scroll=move |e| sight.scrolled(&e)>
                <table class=move || if numbers() { "vars numbers" } else { "vars" } aria-rowcount=move || lines.with(Vec::len)>
                    <thead><tr>
                        {self.column(0, "col-variable", "")}{self.column(1, "col-dtype", "dtype")}
                        {self.column(2, "col-shape", "shape")}{self.column(3, "col-bytes", "n")}
                        {result((0, &Column::Check))}
                        {move || numbers().then(|| RESULTS.iter().enumerate().skip(1).map(result).collect::<Node>())}
                        <th scope="col" class="first">{t("col-first-values")}</th><th scope="col" class="n">{t("col-sum")}</th>
                    </tr></thead>
                    <tbody>
                        {move || {
                            let (lines, all, found) = (lines.get(), all.get(), found.get());
                            let numbers = found.as_ref().is_some_and(|found| found.statistics);
                            let range = sight.range(lines.len());
                            let (above, below) = (range.start, lines.len() - range.end);
                            let rows = keyed(lines[range].iter().map(|i| (format!("{i} {numbers}"), line(self, found.as_deref(), &all[*i]))));
                            html! { {gap(above)}{rows}{gap(below)} }
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

fn shown_name(value: &ListedValue) -> &str {
    if value.label.is_empty() { &value.name } else { &value.label }
}

fn line(table: Table, found: Option<&Found>, variable: &ListedValue) -> Node {
    let Table { app, artifact, values, chosen, .. } = table;
    let check = {
        let name = variable.name.clone();
        move || check_cell(table, &name)
    };
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
            <td class="name"><button class="link" aria-expanded=open on:click=choose title=t("values-show-statistics")><code title=name.clone()>{shown_name(variable).to_owned()}</code></button></td>
            <td class="dtype"><code>{variable.dtype.clone()}</code></td>
            <td class="shape"><code>{format::shape(&variable.shape)}</code></td>
            <td class="n">{format::number(variable.bytes)}</td>
            <td class="check">{check}</td>
            {number_cells(found, &variable.name)}
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
