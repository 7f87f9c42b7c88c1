//! The graph as a graph: names that are valid and unique, inputs that exist and are in order, no cycles.

use super::view::{Place, View, Way};
use super::{stage, types};
use crate::compat::accepts::{self, Accepts};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::message::Values;
use std::collections::HashMap;

/// The only op whose output may close a loop.
const NEXT_ITERATION: [&str; 2] = ["NextIteration", "RefNextIteration"];

#[inline(never)]
pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    let nodes = &view.graph.node;
    let place = |index: usize| Place { node: &nodes[index], function: None, index };
    let mut by_name: HashMap<&str, usize> = HashMap::with_capacity(nodes.len());
    let mut sometimes = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let values = || Values::from(vec![("name", node.name.clone()), ("node", node.name.clone())]);
        match valid(&node.name, view.way) {
            Validity::Everywhere => {}
            Validity::Nowhere => push(view, out, "graph-invalid-name", &place(index), values()),
            Validity::Since(check) => sometimes.push((index, check)),
        }
        if by_name.insert(&node.name, index).is_some() {
            push(view, out, "graph-duplicate-name", &place(index), values());
        }
    }
    for (index, check) in sometimes {
        let values = Values::from(vec![("name", nodes[index].name.clone()), ("node", nodes[index].name.clone())]);
        let step = (stage::SHAPE, index as u32);
        push_by(view, out, Rule { id: "graph-invalid-name", check, step }, &place(index), values);
    }
    // For each node, the number of inputs that are not done and the nodes that wait for it.
    let mut waiting = vec![0u32; nodes.len()];
    let mut waited_for: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for input in &node.input {
            let name = source(input);
            match by_name.get(name.strip_prefix('^').unwrap_or(name)) {
                Some(&from) if NEXT_ITERATION.contains(&nodes[from].op.as_str()) => {}
                Some(&from) => {
                    waiting[index] += 1;
                    waited_for[from].push(index);
                }
                None => {
                    let values = Values::from(vec![("input", name.to_owned()), ("node", node.name.clone())]);
                    push(view, out, "graph-input-missing", &place(index), values);
                }
            }
        }
    }
    inputs(view, &by_name, out);
    let mut ready: Vec<usize> = (0..nodes.len()).filter(|&i| waiting[i] == 0).collect();
    let mut done = 0;
    while let Some(index) = ready.pop() {
        done += 1;
        for &next in &waited_for[index] {
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    if let Some(first) = (0..nodes.len()).find(|&i| waiting[i] > 0) {
        push(view, out, "graph-cycle", &place(first), vec![("count", (nodes.len() - done).to_string())].into());
    }
}

/// The node that an input names, with the `^` of a control input. Only digits after a colon are an output.
fn source(input: &str) -> &str {
    match input.rsplit_once(':') {
        Some((name, output)) if !input.starts_with('^') && output.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => input,
    }
}

/// Inputs after control inputs, and outputs that a node does not have.
fn inputs(view: &View<'_>, by_name: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    let nodes = &view.graph.node;
    for (index, node) in nodes.iter().enumerate() {
        let place = Place { node, function: None, index };
        let first_control = node.input.iter().position(|input| input.starts_with('^')).unwrap_or(node.input.len());
        if node.input[first_control..].iter().any(|input| !input.starts_with('^')) {
            push(view, out, "graph-control-order", &place, vec![("node", node.name.clone())].into());
        }
        for (from, output) in node.input.iter().filter_map(|input| types::edge(input)) {
            let Some(&at) = by_name.get(from).filter(|_| output > 0) else { continue };
            let Some(count) = types::of(view, &nodes[at]).map(|types| types.outputs.len()) else { continue };
            if output >= count {
                let values = vec![
                    ("node", node.name.clone()),
                    ("from", from.to_owned()),
                    ("output", output.to_string()),
                    ("count", count.to_string()),
                ];
                push(view, out, "graph-input-output", &place, values.into());
            }
        }
    }
}

/// Releases in which a name is valid.
enum Validity {
    Everywhere,
    Nowhere,
    /// Those that a check does not refuse.
    Since(&'static str),
}

/// A letter, digit or dot, then also `_ / -`; some releases take `>`, older ones `\`. Loaders of MetaGraphs and SavedModels
/// take names that begin with `_`.
fn valid(name: &str, way: Way) -> Validity {
    let mut chars = name.chars();
    let begins = chars.next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '.' || (c == '_' && way != Way::Graph));
    if !begins || !chars.all(|c| c.is_ascii_alphanumeric() || "_.\\/>-".contains(c)) {
        return Validity::Nowhere;
    }
    match name {
        _ if name.contains('\\') => Validity::Since("graph-name-backslash"),
        _ if name.contains('>') => Validity::Since("graph-name-angle"),
        _ => Validity::Everywhere,
    }
}

/// One requirement per rule: the first node represents all.
pub(super) fn push(view: &View<'_>, out: &mut Vec<Requirement>, rule: &'static str, place: &Place<'_>, values: Values) {
    let (nodes, index) = (view.graph.node.len() as u32, place.index as u32);
    let step = match rule {
        // Names are checked in one pass over the nodes, then inputs are found.
        "graph-input-missing" => (stage::SHAPE, nodes + index),
        // Then each node is colocated and connected before it is made.
        "graph-input-output" | "graph-colocation" => view.step(place, stage::NODES),
        _ if place.function.is_some() => view.step(place, stage::NODES),
        _ => (stage::SHAPE, index),
    };
    push_by(view, out, Rule { id: rule, check: rule, step }, place, values);
}

/// The same for a function that cannot be made, at its place in the importer's order.
pub(super) fn push_function(
    view: &View<'_>,
    out: &mut Vec<Requirement>,
    rule: &'static str,
    place: &Place<'_>,
    step: (u32, u32),
    values: Values,
) {
    push_by(view, out, Rule { id: rule, check: rule, step }, place, values);
}

/// A rule about the structure: the check that states its releases, and the place in the importer's order.
struct Rule {
    id: &'static str,
    check: &'static str,
    step: (u32, u32),
}

fn push_by(view: &View<'_>, out: &mut Vec<Requirement>, rule: Rule, place: &Place<'_>, values: Values) {
    let Rule { id, check, step } = rule;
    if let Some(first) = out.iter_mut().find(|r| r.id == id) {
        first.count += 1;
        if first.evidence.len() < crate::compat::EVIDENCE {
            first.evidence.push(view.evidence(place));
        }
        return;
    }
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    let source = accepts.check(check).unwrap_or_default().to_owned();
    view.narrow(std::slice::from_ref(place), &mut accepts);
    out.push(Requirement {
        id,
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Node, name: place.node.name.clone(), version: None },
        reason: None,
        evidence: vec![view.evidence(place)],
        count: 1,
        certainty: Certainty::Observed,
        source,
        accepts: accepts.done(),
        step,
        early: None,
        prints: vec![Print::new(id, values)],
    });
}
