//! Sizes by scope: bars for the scopes in the open one, with the state of optimizers apart. Opening a scope also filters
//! the table of variables.

use super::state::Table;
use crate::services::values::schema::{ScopeSize, ScopeSizes};
use crate::web::app::chart_table::show_all;
use crate::web::app::focus::focus;
use crate::web::app::format;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::worker;
use crate::web::dom::{Node, html, keyed};
use crate::web::protocol::Question;
use leptos::prelude::*;
use std::sync::Arc;
use std::time::Duration;

/// Scopes shown before the user asks for all of them.
const MOST: usize = 10;
/// Scopes shown at most.
const ALL: usize = 2000;

/// The section; nothing while there are no scopes.
pub fn sizes(table: Table) -> Node {
    let most = RwSignal::new(false);
    let listed = Memo::new(move |_| table.rows.with(Option::is_some));
    Effect::new(move |before: Option<u32>| {
        // The worker counts the scopes once it has listed the first rows.
        if !listed.get() {
            return 0;
        }
        let (scope, most) = (table.scope.get(), if most.get() { ALL } else { MOST });
        worker::request(table.app, Question::Scopes { artifact: table.artifact, scope, most }, move |reply| {
            let sizes = reply.and_then(Result::ok).and_then(|answer| answer.read::<ScopeSizes>());
            // Another scope was opened meanwhile: its answer will follow.
            if table.scope.try_get_untracked() == Some(scope) {
                table.sizes.set(sizes.map(Arc::new));
                if before.is_some_and(|before| before != scope) {
                    follow_keyboard();
                }
            }
        });
        scope
    });
    html! {
        {move || table.sizes.get().filter(|sizes| sizes.scopes > 2).map(|sizes| {
            html! {
                <section class="sizes" aria-label=t("sizes")>
                    <h3>{t("sizes")}</h3>
                    {trail(table, &sizes)}
                    {inside(table, &sizes, most)}
                </section>
            }
        })}
    }
}

/// The button that opened a scope is gone.
fn follow_keyboard() {
    let focus = || {
        focus(".sizes [aria-current]");
    };
    set_timeout(focus, Duration::ZERO);
}

/// The scopes around the open one.
fn trail(table: Table, sizes: &ScopeSizes) -> Node {
    let last = sizes.path.len().saturating_sub(1);
    let steps = sizes.path.iter().enumerate().map(|(depth, step)| {
        let scope = step.scope;
        let name = if scope == 0 { t("sizes-all") } else { step.name.clone() };
        if depth == last {
            html! { <li><span aria-current="location" tabindex="-1">{name}</span></li> }
        } else {
            html! { <li><button class="link" on:click=move |_| table.scope.set(scope)>{name}</button></li> }
        }
    });
    html! { <nav aria-label=t("sizes-path")><ol class="trail" dir="ltr">{steps.collect::<Node>()}</ol></nav> }
}

/// A row for each scope in the open one.
fn inside(table: Table, sizes: &ScopeSizes, most: RwSignal<bool>) -> Node {
    if sizes.inside.is_empty() {
        return Node::Nothing;
    }
    // Bars are compared with the largest scope, which is the first.
    let largest = sizes.inside.first().map_or(0, bytes_of).max(1);
    let rows = sizes.inside.iter().map(|scope| (scope.scope, row(table, scope, sizes, largest)));
    html! {
        {table_export_here("sizes")}
        <table class="sizes-table">
            <thead><tr>
                <th scope="col">{t("sizes-scope")}</th><th scope="col" class="n">{t("sizes-variables")}</th>
                <th scope="col" class="n"><span class="key model" aria-hidden="true"></span>{t("sizes-model")}</th>
                {sizes.optimizer.then(|| html! {
                    <th scope="col" class="n"><span class="key optimizer" aria-hidden="true"></span>{t("sizes-optimizer")}</th>
                })}
                <th scope="col" class="n">{t("sizes-share")}</th><th class="bar" aria-hidden="true"></th>
            </tr></thead>
            <tbody>{keyed(rows)}</tbody>
        </table>
        {show_all(most, if most.get() { 0 } else { sizes.more })}
    }
}

fn bytes_of(scope: &ScopeSize) -> u64 {
    scope.model.saturating_add(scope.optimizer)
}

fn row(table: Table, scope: &ScopeSize, around: &ScopeSizes, largest: u64) -> Node {
    let percent = |bytes: u64, of: u64| bytes as f64 * 100.0 / of.max(1) as f64;
    let share = (percent(bytes_of(scope), around.bytes) * 10.0).round() / 10.0;
    let width = |bytes: u64| format!("{}%", percent(bytes, largest));
    let (at, name) = (scope.scope, scope.name.clone());
    let title = tr("sizes-open", &[("name", name.clone().into())]);
    html! {
        <tr>
            <th scope="row"><button class="link" on:click=move |_| table.scope.set(at) title=title><code>{name}</code></button></th>
            <td class="n">{format::number(scope.count)}</td>
            <td class="n">{format::bytes(scope.model)}</td>
            {around.optimizer.then(|| html! { <td class="n">{format::bytes(scope.optimizer)}</td> })}
            <td class="n">{tr("sizes-percent", &[("n", Arg::Number(share))])}</td>
            <td class="bar" aria-hidden="true"><span>
                <i class="model" style:inline-size=width(scope.model)></i>
                <i class="optimizer" style:inline-size=width(scope.optimizer)></i>
            </span></td>
        </tr>
    }
}
