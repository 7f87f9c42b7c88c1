//! Variables: name, type, shape, bytes at once; values and sum when asked for, read by the worker.

use super::findings::error_card;
use super::format;
use super::state::{App, Shown};
use super::virtual_rows::{Sight, gap};
use super::words::{t, tr};
use super::worker;
use crate::order;
use crate::report::schema::Variable;
use crate::web::dom::{Node, html};
use crate::web::protocol::Request;
use leptos::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// Values asked for with one press of "show values".
const MOST_AT_ONCE: usize = 200;

/// What is known of a variable's value.
#[derive(Clone)]
enum Value {
    Asked,
    Known(Arc<Variable>),
    Lost,
}

type Values = RwSignal<HashMap<String, Value>>;

fn ask(app: App, values: Values, artifact: usize, name: String) {
    if values.with_untracked(|v| matches!(v.get(&name), Some(Value::Asked | Value::Known(_)))) {
        return;
    }
    values.update(|v| drop(v.insert(name.clone(), Value::Asked)));
    let variable = name.clone();
    worker::request(
        app,
        move |job| Request::Values { job, artifact, variable },
        move |reply| {
            let value = match reply {
                Some(Ok(answer)) => answer.read().map_or(Value::Lost, |variable| Value::Known(Arc::new(variable))),
                Some(Err(error)) => {
                    Value::Known(Arc::new(Variable { name: name.clone(), error: Some(error), ..Variable::default() }))
                }
                None => Value::Lost,
            };
            values.update(|v| drop(v.insert(name, value)));
        },
    );
}

/// The table.
pub fn variables(artifact: Shown) -> Node {
    let app = App::get();
    let index = app.current.get_untracked();
    let values: Values = RwSignal::default();
    let filter = RwSignal::new(String::new());
    let order = RwSignal::new((0u8, false));
    let sight = Sight::new();
    let total = artifact.variables.len();
    let bytes: u64 = artifact.variables.iter().map(|v| v.bytes).sum();
    let shown = artifact.clone();
    // Indices of what is shown, in order.
    let lines = Memo::new(move |_| {
        let needle = filter.get().to_lowercase();
        let all = &shown.variables;
        let mut lines: Vec<usize> = (0..all.len())
            .filter(|i| needle.is_empty() || all[*i].name.to_lowercase().contains(&needle) || all[*i].dtype == needle)
            .collect();
        let (by, down) = order.get();
        match by {
            1 => order::sort_by(&mut lines, |a, b| all[*a].dtype.cmp(&all[*b].dtype)),
            2 => order::sort_by_key(&mut lines, |i| all[*i].shape.iter().product::<i64>()),
            3 => order::sort_by_key(&mut lines, |i| all[*i].bytes),
            _ => order::sort_by(&mut lines, |a, b| all[*a].name.cmp(&all[*b].name)),
        }
        if down {
            lines.reverse();
        }
        lines
    });
    let asking = artifact.clone();
    let ask_all = move |_| {
        for i in lines.get_untracked().into_iter().take(MOST_AT_ONCE) {
            ask(app, values, index, asking.variables[i].name.clone());
        }
    };
    let column = move |by: u8, id: &'static str, class: &'static str| {
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
    };
    html! {
        <div class="tools">
            <input type="search" data-find placeholder=t("filter") aria-label=t("filter-variables")
                on:input=move |e| filter.set(event_target_value(&e))/>
            <span class="soft">{tr("count-variables-bytes", &[("n", total.into()), ("size", format::bytes(bytes).into())])}</span>
            <button on:click=ask_all>{move || tr("show-values", &[("n", lines.with(Vec::len).min(MOST_AT_ONCE).into())])}</button>
        </div>
        <div class="scroll-y" on:scroll=move |e| sight.scrolled(&e)>
            <table class="vars" aria-rowcount=total>
                <thead><tr>
                    {column(0, "col-variable", "")}{column(1, "col-dtype", "dtype")}{column(2, "col-shape", "shape")}{column(3, "col-bytes", "n")}
                    <th scope="col" class="first">{t("col-first-values")}</th><th scope="col" class="n">{t("col-sum")}</th>
                </tr></thead>
                <tbody>
                    {move || {
                        let lines = lines.get();
                        let range = sight.range(lines.len());
                        let (above, below) = (range.start, lines.len() - range.end);
                        let rows = lines[range].iter().map(|i| {
                            let variable = &artifact.variables[*i];
                            line(app, values, index, variable)
                        }).collect::<Node>();
                        html! { {gap(above)}{rows}{gap(below)} }
                    }}
                </tbody>
            </table>
        </div>
        {move || values.with(|v| {
            let errors: Vec<_> = v.values().filter_map(|v| match v {
                Value::Known(k) => k.error.clone(),
                _ => None,
            }).take(20).collect();
            errors.into_iter().map(error_card).collect::<Node>()
        })}
    }
}

fn line(app: App, values: Values, artifact: usize, variable: &Variable) -> Node {
    let name = variable.name.clone();
    let asked = name.clone();
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
            Some(Value::Known(known)) if known.error.is_some() => html! {
                <td class="first"><span class="sign refused">"✕ "{t("value-unreadable")}</span></td><td class="n"></td>
            },
            Some(Value::Known(known)) => {
                let first = known.first.as_ref().map(|f| values_text(f, &known.shape)).unwrap_or_default();
                let sum = known.sum.as_ref().map(number_text).unwrap_or_default();
                html! { <td class="first"><code title=first.clone()>{first.clone()}</code></td><td class="n"><code>{sum}</code></td> }
            }
        }
    };
    html! {
        <tr>
            <td class="name"><code title=name.clone()>{name.clone()}</code></td>
            <td class="dtype"><code>{variable.dtype.clone()}</code></td>
            <td class="shape"><code>{format::shape(&variable.shape)}</code></td>
            <td class="n">{format::number(variable.bytes)}</td>
            {cells}
        </tr>
    }
}

/// `0.5, -1.25, …`
fn values_text(values: &[serde_json::Value], shape: &[i64]) -> String {
    let mut text = values.iter().map(number_text).collect::<Vec<_>>().join(", ");
    if shape.iter().product::<i64>() > values.len() as i64 {
        text.push_str(", …");
    }
    text
}

/// A value as it is read best: floats at 7 digits, which tell every float32 apart that differs visibly.
fn number_text(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::Number(n) if !n.is_i64() && !n.is_u64() => {
            let x = n.as_f64().unwrap_or(f64::NAN);
            // `toPrecision` pads with zeros; the number itself does not.
            let rounded = js_sys::Number::from(x).to_precision(7).ok().and_then(|s| s.as_string());
            rounded.and_then(|s| s.parse::<f64>().ok()).unwrap_or(x).to_string()
        }
        serde_json::Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}
