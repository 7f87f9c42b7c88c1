//! Refusals of shape functions when a graph is imported (`tf_node_rules.csv`): invalid ranks and dimensions, and a few
//! values that only shape functions check.
//!
//! Shapes are not inferred: only those of constants, variables, placeholders and nodes that forward them are known. An
//! unknown shape is never refused.

use super::stage;
use super::types::edge;
use super::view::{Place, View};
use crate::compat::accepts::{self, Accepts};
use crate::compat::condition::{Environment, Value as Term};
use crate::compat::knowledge::tensorflow::{NodeRule, node_rules, op};
use crate::compat::prints::{Print, fill};
use crate::compat::{Certainty, EVIDENCE, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{NodeDef, TensorShapeProto};
use crate::message::Values;
use std::collections::{BTreeMap, HashMap};

/// Ops whose output has the shape of their first input.
const SAME: [&str; 10] = [
    "CheckNumerics",
    "Identity",
    "PreventGradient",
    "Relu",
    "Relu6",
    "Sigmoid",
    "Softplus",
    "Sqrt",
    "StopGradient",
    "Tanh",
];

/// Represents a string that no release allows.
const OTHER: f64 = -1.0;

/// Maximum number of nodes between the origin of a shape and its use.
const DEPTH: usize = 16;

/// Requirements of the main graph's nodes.
pub fn requirements(view: &View<'_>, nodes: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    for (name, places) in &view.by_op {
        if view.functions.contains(name) {
            continue;
        }
        // One requirement for each rule and message, for any number of nodes.
        let mut found: BTreeMap<(usize, String), Vec<Place<'_>>> = BTreeMap::new();
        let rules = node_rules(name);
        for place in places.iter().filter(|place| place.function.is_none()) {
            let node = Node { view, nodes, node: place.node };
            if let Some(at) = rules.iter().position(|rule| rule.condition.holds(&node)) {
                let text = fill(rules[at].text, |term| node.text(term));
                found.entry((at, text)).or_default().push(*place);
            }
        }
        out.extend(found.into_iter().map(|((at, text), places)| requirement(view, &rules[at], text, &places)));
    }
}

fn requirement(view: &View<'_>, rule: &NodeRule, text: String, places: &[Place<'_>]) -> Requirement {
    let node = places[0].node;
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    accepts.set(rule.range, Outcome::Refused);
    view.narrow(places, &mut accepts);
    let print = if rule.names_node { "graph-shape" } else { "graph-node" };
    let values = Values::from(vec![
        ("text", text),
        ("node", node.name.clone()),
        ("op", node.op.clone()),
        ("braced", format!("{{{{node {}}}}}", node.name)),
    ]);
    Requirement {
        id: "graph-shape",
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Node, name: node.name.clone(), version: None },
        reason: None,
        evidence: places.iter().take(EVIDENCE).map(|place| view.evidence(place)).collect(),
        count: places.len() as u32,
        certainty: Certainty::Observed,
        source: rule.source.to_owned(),
        accepts: accepts.done(),
        step: view.step(&places[0], stage::ATTRS),
        early: None,
        prints: vec![Print::new(print, values)],
    }
}

/// A node of the main graph, for terms of conditions: `in[0].rank`, `in[0].shape[1]`, and `attr.name` (numbers, and
/// strings by name).
struct Node<'a> {
    view: &'a View<'a>,
    nodes: &'a HashMap<&'a str, usize>,
    node: &'a NodeDef,
}

impl Node<'_> {
    /// Sizes of dimensions, -1 if unknown.
    fn shape(&self, input: usize) -> Option<Vec<i64>> {
        let mut input = self.node.input.get(input)?;
        for _ in 0..DEPTH {
            // Other outputs of a node have another shape.
            let (name, 0) = edge(input)? else { return None };
            let from = &self.view.graph.node[*self.nodes.get(name)?];
            match from.op.as_str() {
                "Const" => match from.attr.get("value")?.value.as_ref()? {
                    Value::Tensor(tensor) => return Some(sizes(tensor.tensor_shape.as_ref())?.0),
                    _ => return None,
                },
                "Placeholder" | "PlaceholderWithDefault" | "Variable" | "VariableV2" => {
                    let Value::Shape(shape) = from.attr.get("shape")?.value.as_ref()? else { return None };
                    // Before unknown ranks could be written, an empty shape meant an unknown rank.
                    let (sizes, scalar) = sizes(Some(shape))?;
                    return (!scalar || from.op == "VariableV2").then_some(sizes);
                }
                op if SAME.contains(&op) => input = from.input.first()?,
                _ => return None,
            }
        }
        None
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

/// Sizes, and whether it is the shape of a scalar; `None` for an unknown rank.
fn sizes(shape: Option<&TensorShapeProto>) -> Option<(Vec<i64>, bool)> {
    let shape = shape?;
    let sizes: Vec<i64> = shape.dim.iter().map(|dim| dim.size).collect();
    let scalar = sizes.is_empty();
    (!shape.unknown_rank).then_some((sizes, scalar))
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
