//! Details of the selected node: names, attributes, predecessors and successors.

use super::colors::Colors;
use super::demands::demands;
use super::describe::{missing, title};
use super::edge_choice::CANVAS;
use super::stage::Stage;
use super::tensors::tensors;
use super::walk::Walk;
use crate::graph::{DrawnNode, EdgeKind, Role, Scene, Stub};
use crate::services::tensors::schema::NodeAttribute;
use crate::web::app::focus::keep_focus;
use crate::web::app::rich::{rich, spans};
use crate::web::app::state::App;
use crate::web::app::words::{Arg, t, tr};
use crate::web::dom::{IntoNode, Node, html};
use leptos::prelude::*;

/// Maximum number of listed neighbors, each way.
const MOST_NEIGHBOURS: usize = 60;

/// The word for a role.
pub fn role_word(role: Role) -> String {
    t(match role {
        Role::Op => "drawing-role-op",
        Role::Input => "drawing-role-input",
        Role::Output => "drawing-role-output",
        Role::Constant => "drawing-role-constant",
        Role::Call => "drawing-role-call",
        Role::Group => "drawing-role-group",
        Role::Variable => "role-variable",
        Role::Root => "role-root",
        Role::Object => "role-object",
        Role::Optimizer => "role-optimizer",
        Role::SlotVariable => "role-slot-variable",
    })
}

/// The panel beside the canvas; empty without a selection. `which` is the graph.
pub fn details(stage: Stage, which: RwSignal<Option<usize>>, walk: Walk, colors: Memo<Option<Colors>>) -> Node {
    let app = App::get();
    let shown = move || {
        let node = stage.selected.get()?;
        stage.scene.with(|scene| {
            let scene = &scene.as_ref()?.0;
            let n = scene.node(node)?;
            let graph = which.get_untracked();
            let attributes = RwSignal::new(Vec::new());
            let tensors = tensors(app, stage, graph, n, colors, attributes);
            Some(panel(stage, scene, node, n, (demands(app, graph, n), tensors, attributes), walk))
        })
    };
    shown.into_node()
}

/// Requirements, tensors, and facts about attributes, which the worker gives.
type Told = (Node, Node, RwSignal<Vec<NodeAttribute>>);

fn panel(stage: Stage, scene: &Scene, node: u32, n: &DrawnNode, (demands, tensors, facts): Told, walk: Walk) -> Node {
    let group = n.group.clone();
    if let Some(stub) = &n.stub {
        return stub_panel(stage, scene, node, n, stub);
    }
    let about = match &group {
        Some(group) => tr("drawing-holds", &[("n", u64::from(group.count).into())]),
        None => tr("drawing-index", &[("role", role_word(n.role).into()), ("index", Arg::Plain(f64::from(n.source)))]),
    };
    let name = (!n.name.is_empty() && n.name != title(n)).then(|| n.name.clone());
    let toggle = group.map(|g| {
        let word = if g.open { "drawing-close-group" } else { "drawing-open-group" };
        html! { <button on:click=move |_| stage.toggle.run(node)>{t(word)}</button> }
    });
    let is_unfolded = n.node.is_some_and(|node| stage.options.with_untracked(|o| o.unfolded.contains(&node)));
    let fold =
        is_unfolded.then(|| html! { <button on:click=move |_| stage.toggle.run(node)>{t("stub-fold")}</button> });
    let attributes = (!n.attributes.is_empty()).then(|| {
        html! {
            <h3>{t("drawing-attributes")}</h3>
            <dl>{n.attributes.iter().map(|(name, value)| attribute(name.clone(), value.clone(), facts)).collect::<Node>()}</dl>
        }
    });
    html! {
        <aside class="graph-details" aria-label=t("drawing-details")>
            <button class="close" on:click=move |_| { keep_focus(CANVAS); stage.selected.set(None); } aria-label=t("drawing-close")>"×"</button>
            <h3 class="title"><code>{title(n)}</code></h3>
            {name.map(|name| html! { <p><code>{name}</code></p> })}
            <p class="soft">{about}</p>
            {toggle}
            {fold}
            <button class="describe" on:click=move |_| { walk.describe(); }>{t("describe")}</button>
            {demands}
            {missing(n).map(|text| html! { <p>{spans(&text)}</p> })}
            {attributes}
            {tensors}
            {neighbours(stage, scene, scene.incoming(node), true)}
            {neighbours(stage, scene, scene.outgoing(node), false)}
        </aside>
    }
}

/// An attribute: dimmed where it is the default, with the version or release that brought it.
fn attribute(name: String, value: String, facts: RwSignal<Vec<NodeAttribute>>) -> Node {
    let of = name.clone();
    let fact = Memo::new(move |_| facts.with(|facts| facts.iter().find(|fact| fact.name == of).cloned()));
    let is_default = move || fact.with(|fact| fact.as_ref().is_some_and(|fact| fact.is_default));
    let since = move || {
        let since = fact.with(|fact| fact.as_ref().map(|fact| fact.since.clone())).filter(|since| !since.is_empty())?;
        Some(html! { " "<span class="soft">{rich("attribute-since", &[("since", Arg::Code(since))])}</span> })
    };
    html! {
        <dt><code>{name}</code></dt>
        <dd class:default=is_default title=move || is_default().then(|| t("attribute-default"))><code>{value}</code>{since}</dd>
    }
}

/// The panel of a stub: its source, and everything that reads it.
fn stub_panel(stage: Stage, scene: &Scene, node: u32, n: &DrawnNode, stub: &Stub) -> Node {
    let (edges, from): (Vec<u32>, u32) = (scene.stub_edges(node).collect(), stub.from);
    let readers = edges.iter().filter_map(|edge| scene.drawing().edges.get(*edge as usize));
    let count = readers.map(|edge| u64::from(edge.count)).sum::<u64>();
    html! {
        <aside class="graph-details" aria-label=t("drawing-details")>
            <button class="close" on:click=move |_| { keep_focus(CANVAS); stage.selected.set(None); } aria-label=t("drawing-close")>"×"</button>
            <h3 class="title"><code>{title(n)}</code></h3>
            <p class="soft">{tr("stub-about", &[("n", count.into())])}</p>
            <button on:click=move |_| { keep_focus(CANVAS); stage.toggle.run(node); }>{t("stub-unfold")}</button>
            <button on:click=move |_| { keep_focus(CANVAS); stage.show(from); }>{t("stub-source")}</button>
            {neighbours(stage, scene, &edges, false)}
        </aside>
    }
}

/// The neighbors before (`inputs`) or after a node, each with the edge's type.
fn neighbours(stage: Stage, scene: &Scene, edges: &[u32], inputs: bool) -> Option<Node> {
    if edges.is_empty() {
        return None;
    }
    let more = edges.len().saturating_sub(MOST_NEIGHBOURS);
    let lines = edges
        .iter()
        .take(MOST_NEIGHBOURS)
        .filter_map(|e| {
            let edge = scene.drawing().edges.get(*e as usize)?;
            let other = if inputs { edge.from } else { edge.to };
            let n = scene.node(other)?;
            let kind = match edge.kind {
                EdgeKind::Control => t("drawing-edge-control"),
                EdgeKind::Slot => t("drawing-edge-slot"),
                EdgeKind::Data | EdgeKind::Child => String::new(),
            };
            let short = n.name.rsplit('/').next().unwrap_or_default().to_owned();
            let name = (!n.op.is_empty() && !short.is_empty()).then_some(short);
            let label = edge.label.clone();
            Some(html! {
                <li>
                    <button class="link" on:click=move |_| { keep_focus(CANVAS); stage.show(other); } title=n.name.clone()>
                        <code>{title(n)}</code>{name.map(|n| html! { " " <code class="soft">{n}</code> })}
                    </button>
                    <span class="soft">{kind}" "<code>{label}</code></span>
                </li>
            })
        })
        .collect::<Node>();
    let head = if inputs { "drawing-inputs" } else { "drawing-outputs" };
    Some(html! {
        <h3>{tr(head, &[("n", edges.len().into())])}</h3>
        <ul>{lines}</ul>
        {(more > 0).then(|| html! { <p class="soft">{rich("drawing-more", &[("n", more.into())])}</p> })}
    })
}
