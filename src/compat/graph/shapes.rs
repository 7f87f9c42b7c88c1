//! Refusals of shape functions when a graph is imported: those of nodes by rule (`tf_node_rules.csv`), and those found
//! by inferring shapes (`tf_shapes.csv`). An unknown shape is never refused.

use super::inference::{InBody, Inferred, infer};
use super::stage;
use super::view::{Place, View};
use crate::compat::accepts::{self, Accepts};
use crate::compat::condition::{Environment, Value as Term};
use crate::compat::knowledge::Range;
use crate::compat::knowledge::tensorflow::{NodeRule, ShapeFunction, node_rules, op};
use crate::compat::prints::{Print, fill};
use crate::compat::{Certainty, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::message::Values;
use std::collections::{BTreeMap, HashMap};

/// Represents a string that no release allows.
const OTHER: f64 = -1.0;

/// A refusal of a shape function.
struct Refusal<'a> {
    text: String,
    names_node: bool,
    range: Range,
    certainty: Certainty,
    source: &'static str,
    places: Vec<Place<'a>>,
}

/// Requirements of the main graph's nodes.
pub fn requirements<'a>(view: &View<'a>, nodes: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    let inferred = infer(view, nodes);
    for (name, places) in &view.by_op {
        if view.functions.contains(name) {
            continue;
        }
        // One requirement for each rule and message, for any number of nodes.
        // Two shape functions, of other releases, may have one message.
        let mut found: BTreeMap<(usize, usize, String), Refusal<'a>> = BTreeMap::new();
        let rules = node_rules(name);
        for place in places.iter().filter(|place| place.function.is_none()) {
            let refused = &inferred.refused[place.index];
            let mut add = |at: usize, row: usize, refusal: Refusal<'a>| {
                found.entry((at, row, refusal.text.clone())).or_insert(refusal).places.push(*place);
            };
            for (function, text) in refused {
                let ShapeFunction { range, source, .. } = **function;
                let (text, certainty) = (text.clone(), Certainty::Derived);
                let row = std::ptr::from_ref(*function) as usize;
                add(0, row, Refusal { text, names_node: true, range, certainty, source, places: Vec::new() });
            }
            // What the shape function refuses in all releases has its message.
            let node = Node { inferred: &inferred, nodes, node: place.node };
            let is_refused = refused.iter().any(|(function, _)| function.range.is_all());
            let applies = |rule: &&NodeRule| !(is_refused && rule.range.is_all()) && rule.condition.holds(&node);
            if let Some((at, rule)) = rules.iter().enumerate().find(|(_, rule)| applies(rule)) {
                let NodeRule { names_node, range, source, .. } = *rule;
                let text = fill(rule.text, |term| node.text(term));
                let certainty = Certainty::Observed;
                add(at + 1, 0, Refusal { text, names_node, range, certainty, source, places: Vec::new() });
            }
        }
        out.extend(found.into_values().map(|mut refusal| {
            crate::order::sort_by_key(&mut refusal.places, |place| view.step(place, stage::ATTRS));
            requirement(view, refusal)
        }));
    }
    let library = view.graph.library.as_ref().map_or(&[][..], |library| &library.function);
    for InBody { function, index, by, text } in inferred.in_bodies {
        let ShapeFunction { range, source, .. } = *by;
        let place = Place { node: &library[function].node_def[index], function: Some(function), index };
        let (certainty, places) = (Certainty::Derived, vec![place]);
        out.push(requirement(view, Refusal { text, names_node: true, range, certainty, source, places }));
    }
}

fn requirement(view: &View<'_>, refusal: Refusal<'_>) -> Requirement {
    let places = &refusal.places[..];
    let node = places[0].node;
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    accepts.set(refusal.range, Outcome::Refused);
    view.narrow(places, &mut accepts);
    let print = if refusal.names_node { "graph-shape" } else { "graph-node" };
    let values = Values::from(vec![
        ("text", refusal.text),
        ("node", node.name.clone()),
        ("op", node.op.clone()),
        ("braced", format!("{{{{node {}}}}}", node.name)),
    ]);
    Requirement {
        id: "graph-shape",
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Node, name: node.name.clone(), version: None },
        reason: None,
        evidence: view.evidences(places),
        count: places.len() as u32,
        certainty: refusal.certainty,
        source: refusal.source.to_owned(),
        accepts: accepts.done(),
        step: view.step(&places[0], stage::ATTRS),
        early: None,
        prints: vec![Print::new(print, values)],
    }
}

/// A node of the main graph, for terms of conditions: `in[0].rank`, `in[0].shape[1]`, and `attr.name` (numbers, and
/// strings by name).
struct Node<'a> {
    inferred: &'a Inferred,
    nodes: &'a HashMap<&'a str, usize>,
    node: &'a NodeDef,
}

impl Node<'_> {
    /// Sizes of dimensions, -1 if unknown.
    fn shape(&self, input: usize) -> Option<&[i64]> {
        self.inferred.shape(self.nodes, self.node.input.get(input)?)
    }

    /// Position of a string among those that an attr allows, counted from 1.
    fn allowed(&self, attr: &str, value: &[u8]) -> Option<f64> {
        let attr = op(&self.node.op)?.attrs.iter().find(|a| a.name == attr)?;
        attr.allowed.split(' ').position(|allowed| allowed.as_bytes() == value).map(|at| at as f64 + 1.0)
    }

    fn attr(&self, name: &str) -> Option<&Value> {
        self.node.attr.get(name)?.value.as_ref()
    }

    fn text(&self, term: &str) -> Option<String> {
        match (term, term.strip_prefix("attr.").map(|name| self.attr(name))) {
            ("op", _) => Some(self.node.op.clone()),
            (_, Some(Some(Value::S(bytes)))) => Some(String::from_utf8_lossy(bytes).into_owned()),
            _ => self.term(term).map(|value| value.to_string()),
        }
    }
}

impl Environment for Node<'_> {
    fn term(&self, term: &str) -> Option<f64> {
        if let Some(rest) = term.strip_prefix("in[") {
            let (index, field) = rest.split_once("].")?;
            let shape = self.shape(index.parse().ok()?)?;
            if field == "rank" {
                return Some(shape.len() as f64);
            }
            let dimension: usize = field.strip_prefix("shape[")?.strip_suffix(']')?.parse().ok()?;
            return shape.get(dimension).filter(|&&size| size >= 0).map(|&size| size as f64);
        }
        let name = term.strip_prefix("attr.")?;
        match self.attr(name) {
            Some(Value::B(value)) => Some(f64::from(u8::from(*value))),
            Some(Value::I(value)) => Some(*value as f64),
            Some(Value::S(bytes)) => Some(self.allowed(name, bytes).unwrap_or(OTHER)),
            _ => None,
        }
    }

    fn name(&self, left: &Term, name: &str) -> Option<f64> {
        let Term::Term(attr) = left else { return None };
        self.allowed(attr.strip_prefix("attr.")?, name.as_bytes())
    }
}
