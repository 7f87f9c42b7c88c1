//! The graph as a graph: names that are valid and unique, inputs that exist and are in order, no cycles.

use super::view::{Place, View};
use super::{stage, types};
use crate::compat::accepts::{self, Accepts};
use crate::compat::prints::Print;
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::message::Values;
use std::collections::HashMap;

/// The only op whose output may close a loop.
const NEXT_ITERATION: [&str; 2] = ["NextIteration", "RefNextIteration"];

pub fn requirements(view: &View<'_>, out: &mut Vec<Requirement>) {
    let nodes = &view.graph.node;
    let place = |index: usize| Place { node: &nodes[index], function: None, index };
    let mut by_name: HashMap<&str, usize> = HashMap::with_capacity(nodes.len());
    for (index, node) in nodes.iter().enumerate() {
        let values = || Values::from(vec![("name", node.name.clone()), ("node", node.name.clone())]);
        if !valid(&node.name) {
            push(view, out, "graph-invalid-name", &place(index), values());
        }
        if by_name.insert(&node.name, index).is_some() {
            push(view, out, "graph-duplicate-name", &place(index), values());
        }
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

/// A letter, digit or dot, then also `_ \\ / > -`.
fn valid(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '.' || c == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || "_.\\/>-".contains(c))
}

/// One requirement per rule: the first node represents all.
pub(super) fn push(view: &View<'_>, out: &mut Vec<Requirement>, rule: &'static str, place: &Place<'_>, values: Values) {
    if let Some(first) = out.iter_mut().find(|r| r.id == rule) {
        first.count += 1;
        if first.evidence.len() < crate::compat::EVIDENCE {
            first.evidence.push(view.evidence(place));
        }
        return;
    }
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    let source = accepts.check(rule).unwrap_or_default().to_owned();
    view.narrow(std::slice::from_ref(place), &mut accepts);
    out.push(Requirement {
        id: rule,
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Node, name: place.node.name.clone(), version: None },
        reason: None,
        evidence: vec![view.evidence(place)],
        count: 1,
        certainty: Certainty::Observed,
        source,
        accepts: accepts.done(),
        step: if place.function.is_some() {
            view.step(place, stage::NODES)
        } else {
            (stage::SHAPE, place.index as u32)
        },
        early: None,
        prints: vec![Print::new(rule, values)],
    });
}
