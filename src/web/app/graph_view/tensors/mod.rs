//! The tensors of the selected node, each as a row that opens: type, shape, position, the nodes at its other ends, its
//! scales, its value.
//!
//! Owns: asking for a node's tensors and their values, and showing them. Must not know: how a document stores them.

mod bytes;
mod folded;
mod heat_map;
mod links;
mod pane;
mod scales;
mod slice;
mod table;
mod values;

use super::stage::Stage;
use crate::graph::{DrawnNode, Role};
use crate::services::tensors::schema::{NodeAttribute, NodeTensor, NodeTensors, Part};
use crate::web::app::chart_table::show_all;
use crate::web::app::format;
use crate::web::app::labels::place_link;
use crate::web::app::progress::pending;
use crate::web::app::state::App;
use crate::web::app::words::{Arg, t, tr};
use crate::web::app::worker;
use crate::web::dom::{IntoNode, Node, html};
use crate::web::protocol::Question;
use folded::folded;
use leptos::prelude::*;
use pane::Pane;
use std::sync::Arc;

use super::colors::Colors;

/// Tensors that are listed at first.
const MOST: usize = 40;

/// The tensors of a node; nothing for groups. `which` is the drawn graph. `attributes` gets the facts about the node's
/// attributes, which come with them.
pub fn tensors(
    app: App,
    stage: Stage,
    which: Option<usize>,
    n: &DrawnNode,
    colors: Memo<Option<Colors>>,
    attributes: RwSignal<Vec<NodeAttribute>>,
) -> Node {
    if n.group.is_some() || n.stub.is_some() {
        return Node::Nothing;
    }
    let graph = n.graph.map(|graph| graph as usize).or(which);
    let pane = Pane { app, stage, artifact: app.current.get_untracked(), graph, body: n.graph, colors };
    let end = n.op.is_empty() && matches!(n.role, Role::Input | Role::Output);
    let found = RwSignal::new(None::<Arc<Vec<NodeTensor>>>);
    let question = Question::Tensors { artifact: pane.artifact, graph, node: n.source, end };
    worker::request(app, question, move |reply| {
        let tensors = reply.and_then(Result::ok).and_then(|answer| answer.read::<NodeTensors>()).unwrap_or_default();
        let _ = attributes.try_set(tensors.attributes);
        // Another node may be selected by now.
        let _ = found.try_set(Some(Arc::new(tensors.tensors)));
    });
    let all = RwSignal::new(false);
    let section = move || {
        let Some(found) = found.get() else { return pending() };
        let listed = if all.get() { found.len() } else { found.len().min(MOST) };
        (!found.is_empty()).then(|| {
            html! {
                <h3>{tr("tensors", &[("n", found.len().into())])}</h3>
                <ul class="tensors">{found.iter().take(listed).map(|tensor| row(pane, tensor.clone())).collect::<Node>()}</ul>
                {show_all(all, found.len() - listed)}
            }
        })
        .into_node()
    };
    section.into_node()
}

fn row(pane: Pane, tensor: NodeTensor) -> Node {
    let part = match tensor.part {
        Part::Input if !tensor.value.is_empty() => "tensor-constant",
        Part::Input => "tensor-input",
        Part::Output => "tensor-output",
        Part::Intermediate => "tensor-intermediate",
    };
    let slot = Arg::Plain(f64::from(tensor.slot));
    let name = tensor.name.rsplit(['/', ';']).next().unwrap_or_default().to_owned();
    let summary = html! {
        <span class="soft">{tr(part, &[("slot", slot)])}</span>" "<code>{name}</code>" "
        <code class="soft">{format!("{} {}", format::shape(&tensor.shape), tensor.dtype)}</code>
    };
    html! { <li>{folded(summary, RwSignal::new(false), move || content(pane, &tensor))}</li> }
}

/// Everything about a tensor.
fn content(pane: Pane, tensor: &NodeTensor) -> Node {
    let has_value = !tensor.value.is_empty();
    let fact = |id: &str, value: Node| html! { <dt>{t(id)}</dt><dd>{value}</dd> };
    let code = |text: String| html! { <code>{text}</code> };
    let quantized = tensor.quantization.as_ref().and_then(scales::formula);
    let at = tensor.at.clone().map(|at| fact("tensor-place", place_link(at)));
    html! {
        <dl>
            {(!tensor.name.is_empty()).then(|| fact("col-name", code(tensor.name.clone())))}
            {fact("col-dtype", code(tensor.dtype.clone()))}
            {fact("col-shape", code(format::shape(&tensor.shape)))}
            {has_value.then(|| fact("col-bytes", format::bytes(tensor.bytes).into_node()))}
            {at}
            {quantized.map(|formula| fact("tensor-real", code(formula)))}
        </dl>
        {tensor.variable.then(|| html! { <p class="soft">{t("tensor-variable")}</p> })}
        {links::links(pane, tensor)}
        {tensor.quantization.as_ref().map(scales::chart)}
        {has_value.then(|| values::values(pane, tensor.clone()))}
        {has_value.then(|| bytes::bytes(pane, tensor.at.clone()))}
    }
}
