//! The data of a chart as a table, for those who do not see the chart; and the button for the rest of a long list.

use super::table_export::table_export_here;
use super::words::{t, tr};
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// The folded table; `heads` are ids of messages.
pub fn chart_table(heads: &[&str], rows: impl Iterator<Item = Vec<String>>) -> Node {
    let head = heads.iter().map(|id| html! { <th scope="col" class="n">{t(id)}</th> });
    let row = |cells: Vec<String>| {
        let cells = cells.into_iter().map(|cell| html! { <td class="n"><code>{cell}</code></td> });
        html! { <tr>{cells.collect::<Node>()}</tr> }
    };
    html! {
        <details class="chart-table">
            <summary>{t("chart-table")}</summary>
            {table_export_here("chart")}<table><thead><tr>{head.collect::<Node>()}</tr></thead><tbody>{rows.map(row).collect::<Node>()}</tbody></table>
        </details>
    }
}

/// The button that lists the `more` entries of a list that is cut; `None` if nothing is missing.
pub fn show_all(all: RwSignal<bool>, more: usize) -> Option<Node> {
    (more > 0)
        .then(|| html! { <button on:click=move |_| all.set(true)>{tr("show-more", &[("n", more.into())])}</button> })
}
