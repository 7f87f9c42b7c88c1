//! The same graph as a list, for screen readers and for reading.

use super::details::title;
use super::stage::Stage;
use crate::graph::{DrawnNode, Scene};
use crate::web::app::virtual_rows::{Sight, gap};
use crate::web::app::words::{t, tr};
use crate::web::dom::{Node, html, keyed};
use leptos::prelude::*;

/// Neighbors named in a row.
const NAMED: usize = 6;

/// The button that opens and closes the list. The number is that of the graph's nodes, as everywhere; there are fewer
/// rows when constants are folded or groups are closed.
pub fn switch(stage: Stage, open: RwSignal<bool>) -> Node {
    let words = move || {
        let (rows, nodes) = sizes(stage);
        let id = if rows == nodes { "drawing-list" } else { "drawing-list-rows" };
        tr(id, &[("n", nodes.into()), ("rows", rows.into())])
    };
    html! {
        <button class="graph-as-list" aria-expanded=move || open.get().to_string() aria-controls="graph-list"
            on:click=move |_| open.update(|open| *open = !*open)>{words}</button>
    }
}

/// Rows of the list, and nodes of the graph.
fn sizes(stage: Stage) -> (usize, usize) {
    stage.scene.with(|s| {
        let drawing = s.as_ref().map(|s| s.0.drawing());
        let rows = drawing.map_or(0, |d| d.nodes.iter().filter(|n| !is_open(n)).count());
        (rows, drawing.map_or(0, |d| d.listed as usize))
    })
}

/// The pane with a table of the drawn nodes; nothing while it is closed.
pub fn list(stage: Stage, open: RwSignal<bool>) -> Node {
    let sight = Sight::new();
    // Top to bottom, left to right, in reading order of the drawing.
    let order = Memo::new(move |_| {
        if !open.get() {
            return Vec::new();
        }
        stage.scene.with(|s| {
            let Some(scene) = s else { return Vec::new() };
            let nodes = &scene.0.drawing().nodes;
            let mut order: Vec<u32> = (0..nodes.len() as u32).filter(|n| !is_open(&nodes[*n as usize])).collect();
            order.sort_by(|a, b| {
                let place = |n: u32| (nodes[n as usize].y, nodes[n as usize].x);
                place(*a).partial_cmp(&place(*b)).unwrap_or(std::cmp::Ordering::Equal)
            });
            order
        })
    });
    let rows = move || {
        let order = order.get();
        let range = sight.range(order.len());
        let (above, below) = (range.start, order.len() - range.end);
        let rows =
            stage.scene.with(|s| s.as_ref().map(|s| keyed(order[range].iter().map(|n| (n, row(stage, &s.0, *n))))));
        html! { {gap(above)}{rows}{gap(below)} }
    };
    let table = move || {
        html! {
            <div class="scroll-y" on:scroll=move |e| sight.scrolled(&e)>
                <table class="graph-list" aria-rowcount=move || order.with(Vec::len)>
                    <thead><tr>
                        <th scope="col" class="n">{t("col-node")}</th><th scope="col">{t("drawing-col-op")}</th>
                        <th scope="col">{t("drawing-col-name")}</th><th scope="col">{t("drawing-col-from")}</th>
                        <th scope="col">{t("drawing-col-to")}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    };
    let pane = move || {
        let (rows, nodes) = sizes(stage);
        html! {
            <aside id="graph-list" class="graph-list-pane" aria-label=t("drawing-list-pane")>
                {table}
                {(rows != nodes).then(|| html! { <p class="soft">{t("drawing-list-why")}</p> })}
            </aside>
        }
    };
    html! { {move || open.get().then(pane)} }
}

fn is_open(node: &DrawnNode) -> bool {
    node.group.as_ref().is_some_and(|g| g.open)
}

fn row(stage: Stage, scene: &Scene, node: u32) -> Option<Node> {
    let n = scene.node(node)?;
    let name = n.name.clone();
    let index = n.group.is_none().then_some(n.source);
    let names = |edges: &[u32], inputs: bool| {
        let mut text: Vec<String> = edges
            .iter()
            .take(NAMED)
            .filter_map(|e| {
                let edge = &scene.drawing().edges[*e as usize];
                scene.node(if inputs { edge.from } else { edge.to }).map(title)
            })
            .collect();
        if edges.len() > NAMED {
            text.push("…".to_owned());
        }
        text.join(", ")
    };
    let (from, to) = (names(scene.incoming(node), true), names(scene.outgoing(node), false));
    Some(html! {
        <tr aria-selected=move || (stage.selected.get() == Some(node)).to_string()>
            <td class="n">{index}</td>
            <td><button class="link" on:click=move |_| stage.show(node)><code>{title(n)}</code></button></td>
            <td class="name"><code title=name.clone()>{name.clone()}</code></td>
            <td class="name"><code>{from}</code></td>
            <td class="name"><code>{to}</code></td>
        </tr>
    })
}
