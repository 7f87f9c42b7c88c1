//! A node in words: a short text when it is selected, and all that the drawing and its colors show on request.

use super::demands::{Demands, found};
use crate::graph::{DrawnNode, EdgeKind, Role, Scene};
use crate::report::schema::{Outcome, Requirement};
use crate::web::app::labels::{message_text, requirement_meaning, requirement_message};
use crate::web::app::state::App;
use crate::web::app::words::{Arg, CODE, t, tr};
use crate::web::model::neighbors::{Group, Neighbor, grouped};

/// Inputs or outputs that a description lists.
const MOST_NAMED: usize = 4;
/// Causes that a description lists.
const MOST_CAUSES: usize = 2;

/// Title of a node: its op and version, or its name.
pub fn title(node: &DrawnNode) -> String {
    match (node.op.as_str(), node.version) {
        ("", _) if node.role == Role::Root => t("role-root"),
        ("", _) if node.name.is_empty() => node.lines.first().cloned().unwrap_or_default(),
        ("", _) => node.name.clone(),
        (op, 0) => op.to_owned(),
        (op, version) => format!("{op} v{version}"),
    }
}

/// Text for screen readers when a node is selected.
pub fn short(scene: &Scene, node: u32) -> String {
    let Some(n) = scene.node(node) else { return String::new() };
    if let Some(stub) = &n.stub {
        let id = if stub.begins { "stub-said-begin" } else { "stub-said-end" };
        let readers = scene.stub_edges(node).count();
        return tr(id, &[("name", Arg::Text(title(n))), ("n", readers.into())]);
    }
    let args = [
        ("title", Arg::Text(title(n))),
        ("name", Arg::Text(if n.group.is_some() { n.name.clone() } else { n.lines.get(1).unwrap_or(&n.name).clone() })),
        ("inputs", scene.incoming(node).len().into()),
        ("outputs", scene.outgoing(node).len().into()),
    ];
    match &n.group {
        Some(group) if group.open => tr("drawing-said-open", &[args[1].clone(), ("n", u64::from(group.count).into())]),
        Some(group) => tr("drawing-said-closed", &[args[1].clone(), ("n", u64::from(group.count).into())]),
        None => tr("drawing-said", &args),
    }
}

/// Name, verdict on the target with its causes, inputs and outputs, as sentences with code marks. `graph` is the index
/// of the graph.
pub fn long(app: App, graph: Option<usize>, scene: &Scene, node: u32) -> String {
    let Some(n) = scene.node(node) else { return String::new() };
    let mut said = vec![format!("{}.", short(scene, node))];
    if let Some(demands) = found(app, graph, n) {
        said.extend(verdict(&demands));
    }
    said.extend(missing(n));
    for (down, id) in [(false, "described-inputs"), (true, "described-outputs")] {
        let nodes = named(scene, node, down);
        if !nodes.is_empty() {
            said.push(tr(id, &[("nodes", nodes.into())]));
        }
    }
    said.join(" ")
}

/// The verdict on a node, and why it is not better.
fn verdict(demands: &Demands) -> Vec<String> {
    let worst = demands.needs.iter().map(|(outcome, _)| *outcome).max().unwrap_or(Outcome::Loads);
    let verdict = tr(&format!("verdict-{}", worst.word()), &[("target", Arg::Code(demands.target()))]);
    let mut said = vec![tr("described-verdict", &[("verdict", verdict.into())])];
    if worst != Outcome::Loads {
        let causes = demands.needs.iter().filter(|(outcome, _)| *outcome == worst);
        said.extend(causes.take(MOST_CAUSES).map(|(_, need)| cause(need)));
    }
    said
}

fn cause(need: &Requirement) -> String {
    let why = need.reason.as_ref().map(|reason| message_text(reason, "reason-")).or_else(|| requirement_meaning(need));
    let named = tr("described-cause", &[("requirement", requirement_message(need).into())]);
    why.map_or_else(|| named.clone(), |why| format!("{named} {why}"))
}

/// The inputs, functions and subgraphs of a node that the file does not have, with code marks.
pub fn missing(node: &DrawnNode) -> Option<String> {
    let names: Vec<String> = node.missing.iter().map(|name| format!("{}{name}{}", CODE.0, CODE.1)).collect();
    (!names.is_empty()).then(|| tr("drawing-missing", &[("names", names.join(", ").into())]))
}

/// Inputs or outputs of a node as a list: names and tensors.
fn named(scene: &Scene, node: u32, down: bool) -> String {
    let nodes: Vec<Neighbor> = neighbors(scene, node, down).into_iter().flat_map(|group| group.nodes).collect();
    let more = nodes.len().saturating_sub(MOST_NAMED);
    let mut list: Vec<String> = nodes
        .into_iter()
        .take(MOST_NAMED)
        .map(|Neighbor { title, about, .. }| format!("{}{}{}", CODE.0, format!("{title} {about}").trim_end(), CODE.1))
        .collect();
    if more > 0 {
        list.push(tr("drawing-more", &[("n", more.into())]));
    }
    list.join(", ")
}

/// The nodes that read a node (`down`), or that it reads.
pub fn neighbors(scene: &Scene, node: u32, down: bool) -> Vec<Group> {
    let stub = scene.node(node).and_then(|n| n.stub.as_deref());
    let edges: Vec<u32> = match stub {
        Some(_) => scene.stub_edges(node).collect(),
        None if down => scene.outgoing(node).to_vec(),
        None => scene.incoming(node).to_vec(),
    };
    // A stub has the readers of its source, and reads nothing but it.
    grouped(edges.into_iter().take(if stub.is_some() && !down { 1 } else { usize::MAX }).filter_map(|edge| {
        let edge = scene.drawing().edges.get(edge as usize)?;
        let other = if down { edge.to } else { edge.from };
        let n = scene.node(other).filter(|_| other != node)?;
        let kind = match edge.kind {
            EdgeKind::Control => t("drawing-edge-control"),
            EdgeKind::Slot => t("drawing-edge-slot"),
            EdgeKind::Data | EdgeKind::Child => String::new(),
        };
        let about = [short_name(n), kind.as_str(), edge.label.as_str()].into_iter().filter(|part| !part.is_empty());
        let about = about.collect::<Vec<_>>().join(" ");
        Some(Neighbor { node: other, title: title(n), about })
    }))
}

/// The last part of a node's name, unless that is its title.
fn short_name(node: &DrawnNode) -> &str {
    if node.op.is_empty() { "" } else { node.name.rsplit('/').next().unwrap_or_default() }
}
