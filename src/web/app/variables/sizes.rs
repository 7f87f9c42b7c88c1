//! Sizes by scope: bars for the scopes in the open one, with the state of optimizers apart. Opening a scope also filters
//! the table of variables.

use super::state::Table;
use crate::report::schema::Kind;
use crate::services::values::scopes::{Scope, Scopes, Sized, of_optimizers};
use crate::web::app::chart_table::show_all;
use crate::web::app::focus::focus;
use crate::web::app::format;
use crate::web::app::state::Shown;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{Node, html, keyed};
use crate::web::protocol::ListedValue;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Scopes shown before the user asks for all of them.
const MOST: usize = 10;

/// The scopes of an artifact's variables, which are counted after the table is painted.
pub fn scopes(artifact: &Shown, all: RwSignal<Arc<Vec<ListedValue>>>) -> Memo<Option<Arc<Scopes>>> {
    let painted = RwSignal::new(false);
    set_timeout(
        move || {
            let _ = painted.try_set(true);
        },
        Duration::ZERO,
    );
    let artifact = artifact.clone();
    Memo::new(move |_| painted.get().then(|| Arc::new(all.with(|all| counted(&artifact, all)))))
}

fn counted(artifact: &Shown, all: &[ListedValue]) -> Scopes {
    let names: Vec<&str> = all.iter().map(|value| value.name.as_str()).collect();
    // Tensors of a model are named by their labels, and belong to no optimizer.
    let model = artifact.kind == Kind::Tflite;
    let optimizer = if model { Vec::new() } else { of_optimizers(&names, artifact.object_graph.as_ref()) };
    let path = |value: &'_ ListedValue| -> usize {
        // The name of a fused tensor lists those of its parts.
        value.label.find(';').unwrap_or(value.label.len())
    };
    Scopes::new(all.iter().enumerate().map(|(index, value)| Sized {
        path: if model && !value.label.is_empty() { &value.label[..path(value)] } else { &value.name },
        bytes: value.bytes,
        optimizer: optimizer.get(index).copied().unwrap_or_default(),
    }))
}

/// The section; nothing while there are no scopes.
pub fn sizes(table: Table) -> Node {
    let most = RwSignal::new(false);
    html! {
        {move || table.scopes.get().filter(|scopes| scopes.scopes.len() > 2).map(|scopes| {
            let open = (table.scope.get() as usize).min(scopes.scopes.len() - 1) as u32;
            html! {
                <section class="sizes" aria-label=t("sizes")>
                    <h3>{t("sizes")}</h3>
                    {trail(table, &scopes, open)}
                    {inside(table, &scopes, open, most)}
                </section>
            }
        })}
    }
}

/// Opens a scope; the keyboard follows.
fn enter(table: Table, scope: u32) {
    table.scope.set(scope);
    set_timeout(
        || {
            focus(".sizes [aria-current]");
        },
        Duration::ZERO,
    );
}

/// The scopes around the open one.
fn trail(table: Table, scopes: &Scopes, open: u32) -> Node {
    let steps = scopes.path(open).into_iter().map(|scope| {
        let name = &scopes.scopes[scope as usize].name;
        let name = if scope == 0 { t("sizes-all") } else { name.clone() };
        if scope == open {
            html! { <li><span aria-current="location" tabindex="-1">{name}</span></li> }
        } else {
            html! { <li><button class="link" on:click=move |_| enter(table, scope)>{name}</button></li> }
        }
    });
    html! { <nav aria-label=t("sizes-path")><ol class="trail" dir="ltr">{steps.collect::<Node>()}</ol></nav> }
}

/// A row for each scope in the open one.
fn inside(table: Table, scopes: &Scopes, open: u32, most: RwSignal<bool>) -> Node {
    let scope = &scopes.scopes[open as usize];
    if scope.inside.is_empty() {
        return Node::Nothing;
    }
    let shown = if most.get() { scope.inside.len() } else { MOST.min(scope.inside.len()) };
    // Bars are compared with the largest scope.
    let largest = scope.inside.iter().map(|at| scopes.scopes[*at as usize].bytes()).max().unwrap_or(0).max(1);
    let rows =
        scope.inside[..shown].iter().map(|at| (at, row(table, *at, &scopes.scopes[*at as usize], scope, largest)));
    let optimizer = scopes.scopes[0].optimizer.count > 0;
    html! {
        <table class="sizes-table">
            <thead><tr>
                <th scope="col">{t("sizes-scope")}</th><th scope="col" class="n">{t("sizes-variables")}</th>
                <th scope="col" class="n"><span class="key model" aria-hidden="true"></span>{t("sizes-model")}</th>
                {optimizer.then(|| html! {
                    <th scope="col" class="n"><span class="key optimizer" aria-hidden="true"></span>{t("sizes-optimizer")}</th>
                })}
                <th scope="col" class="n">{t("sizes-share")}</th><th class="bar" aria-hidden="true"></th>
            </tr></thead>
            <tbody>{keyed(rows)}</tbody>
        </table>
        {show_all(most, scope.inside.len() - shown)}
    }
}

fn row(table: Table, at: u32, scope: &Scope, around: &Scope, largest: u64) -> Node {
    let optimizer =
        table.scopes.with_untracked(|all| all.as_ref().is_some_and(|all| all.scopes[0].optimizer.count > 0));
    let percent = |bytes: u64, of: u64| bytes as f64 * 100.0 / of.max(1) as f64;
    let share = (percent(scope.bytes(), around.bytes()) * 10.0).round() / 10.0;
    let width = |bytes: u64| format!("{}%", percent(bytes, largest));
    let name = scope.name.clone();
    let title = tr("sizes-open", &[("name", name.clone().into())]);
    html! {
        <tr>
            <th scope="row"><button class="link" on:click=move |_| enter(table, at) title=title><code>{name}</code></button></th>
            <td class="n">{format::number(scope.count())}</td>
            <td class="n">{format::bytes(scope.model.bytes)}</td>
            {optimizer.then(|| html! { <td class="n">{format::bytes(scope.optimizer.bytes)}</td> })}
            <td class="n">{tr("sizes-percent", &[("n", Arg::Number(share))])}</td>
            <td class="bar" aria-hidden="true"><span>
                <i class="model" style:inline-size=width(scope.model.bytes)></i>
                <i class="optimizer" style:inline-size=width(scope.optimizer.bytes)></i>
            </span></td>
        </tr>
    }
}
