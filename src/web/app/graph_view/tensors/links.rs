//! The nodes that write and read a tensor, as links that select them.

use super::pane::Pane;
use crate::graph::{DrawnNode, Role};
use crate::services::tensors::schema::{Link, NodeTensor, Part};
use crate::web::app::focus::keep_focus;
use crate::web::app::graph_view::edge_choice::CANVAS;
use crate::web::app::rich::rich;
use crate::web::app::state::NodeRef;
use crate::web::app::words::t;
use crate::web::dom::{Node, html};
use leptos::prelude::*;

/// Writers and readers. The selected node is among them.
pub(super) fn links(pane: Pane, tensor: &NodeTensor) -> Node {
    let list = |id: &str, links: &[Link], end: &'static str, more: usize| {
        (!links.is_empty()).then(|| {
            html! {
                <h4>{t(id)}</h4>
                <ul class="links">{links.iter().map(|link| html! { <li>{one(pane, link.clone(), end)}</li> }).collect::<Node>()}</ul>
                {(more > 0).then(|| html! { <p class="soft">{rich("drawing-more", &[("n", more.into())])}</p> })}
            }
        })
    };
    // A constant of a TensorFlow graph is a node; that of the node itself needs no link.
    let writers = if tensor.part == Part::Output && tensor.writers.len() == 1 { &[][..] } else { &tensor.writers };
    html! {
        {list("tensor-writers", writers, "tensor-graph-input", 0)}
        {list("tensor-readers", &tensor.readers, "tensor-graph-output", tensor.more_readers)}
    }
}

fn one(pane: Pane, link: Link, end: &'static str) -> Node {
    let short = link.name.rsplit(['/', ';']).next().unwrap_or_default().to_owned();
    let text = match link.op.is_empty() {
        true => html! { {t(end)} },
        false => html! { <code>{link.op.clone()}</code>" "<code class="soft">{short}</code> },
    };
    let title = link.name.clone();
    html! { <button class="link" title=title on:click=move |_| go(pane, &link)>{text}</button> }
}

/// Selects a node: in the drawing, or by another drawing in which the groups around it are open.
fn go(pane: Pane, link: &Link) {
    let Pane { app, stage, graph, body, .. } = pane;
    let is_end = |n: &DrawnNode| n.op.is_empty() && matches!(n.role, Role::Input | Role::Output);
    let is_it = |n: &DrawnNode| {
        let alone = n.group.is_none() && n.stub.is_none();
        alone && n.graph == body && n.source == link.node && is_end(n) == link.op.is_empty()
    };
    let drawn = stage.with(|scene| scene.drawing().nodes.iter().position(is_it)).flatten();
    keep_focus(CANVAS);
    match drawn {
        Some(node) => stage.show(node as u32),
        None => {
            let name =
                |which: usize| app.artifact.with_untracked(|a| a.as_ref()?.graphs.get(which).map(|g| g.name.clone()));
            let graph = graph.filter(|which| *which > 0).and_then(name).unwrap_or_default();
            app.show_node(NodeRef { graph, index: link.node });
        }
    }
}
