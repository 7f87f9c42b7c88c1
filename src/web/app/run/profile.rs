//! Profile of a run: by operator as bars, by node as a list.

use super::layers::node_link;
use super::numbers::ms;
use super::state::Run;
use crate::services::run::schema::Ran;
use crate::web::app::state::Shown;
use crate::web::app::table_export::table_export_here;
use crate::web::app::words::{t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;
use std::collections::BTreeMap;

/// Milliseconds per run by operator, most first.
pub fn by_op(ran: &Ran) -> Vec<(String, usize, f64)> {
    let runs = ran.invocations_ms.len().max(1) as f64;
    let mut sums: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    for node in &ran.timings {
        let sum = sums.entry(&node.op).or_default();
        sum.0 += 1;
        sum.1 += node.ms / runs;
    }
    let mut sums: Vec<_> = sums.into_iter().map(|(op, (count, ms))| (op.to_owned(), count, ms)).collect();
    crate::order::sort_by(&mut sums, |a, b| b.2.total_cmp(&a.2));
    sums
}

/// Timing of the last run.
pub fn profile(run: Run, artifact: Shown) -> Node {
    // Thousands of nodes are listed for those who ask for them.
    let unfolded = RwSignal::new(false);
    let shown = move || {
        let ran = run.ran.get()?;
        if ran.timings.is_empty() {
            return Some(html! { <p class="soft">{t("run-no-profile")}</p> });
        }
        let ops = by_op(&ran);
        let most = ops.first().map_or(1.0, |(_, _, ms)| ms.max(1e-9));
        let runs = ran.invocations_ms.len().max(1) as f64;
        let nodes = ran.timings.len();
        let bars = ops.into_iter().map(|(op, count, spent)| {
            let bar = format!("{:.1}%", spent / most * 100.0);
            html! {
                <tr><th scope="row"><code>{op}</code></th><td class="n">{count}</td><td class="n"><code>{ms(spent)}</code></td>
                    <td class="run-bar"><span style:inline-size=bar></span></td></tr>
            }
        }).collect::<Node>();
        let artifact = artifact.clone();
        let list = move || {
            unfolded.get().then(|| ran.timings.iter().map(|node| html! {
            <tr><td class="n">{node_link(run, &artifact, node.graph, node.node)}</td><td><code>{node.op.clone()}</code></td>
                <td><code>{node.kernel.clone()}</code></td><td class="n"><code>{ms(node.ms / runs)}</code></td></tr>
        }).collect::<Node>())
        };
        Some(html! {
            {table_export_here("ops")}<table class="run-ops">
                <thead><tr><th scope="col">{t("run-col-op")}</th><th scope="col" class="n">{t("run-col-nodes")}</th>
                    <th scope="col" class="n">{t("run-col-ms")}</th><th></th></tr></thead>
                <tbody>{bars}</tbody>
            </table>
            <p><button on:click=move |_| run.show_graph()>{t("run-on-graph")}</button></p>
            <details on:toggle=move |_| unfolded.set(true)>
                <summary>{tr("run-by-node", &[("count", nodes.into())])}</summary>
                {table_export_here("nodes")}<div class="scroll-x">
                <table class="run-nodes">
                    <thead><tr><th scope="col" class="n">{t("run-col-node")}</th><th scope="col">{t("run-col-op")}</th>
                        <th scope="col">{t("run-col-kernel")}</th><th scope="col" class="n">{t("run-col-ms")}</th></tr></thead>
                    <tbody>{list}</tbody>
                </table>
                </div>
            </details>
        })
    };
    shown.into_node()
}
