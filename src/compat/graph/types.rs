//! Data types of a node's inputs and outputs, by the op's signature; edges must agree with them.

use super::stage;
use super::view::{Place, View};
use crate::compat::accepts::{self, Accepts};
use crate::compat::knowledge::range;
use crate::compat::knowledge::tensorflow::{Op, TENSORFLOW, op, tf_source};
use crate::compat::prints::Print;
use crate::compat::{Certainty, EVIDENCE, Outcome, Requirement, RequirementKind, Subject, SubjectKind};
use crate::formats::dtype::{self, REFERENCE};
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::op_def::ArgDef;
use crate::formats::proto::tensorflow::{DataType, NodeDef};
use crate::message::Values;
use std::collections::HashMap;

/// Counts above this are taken for damage.
const MOST: usize = 1 << 16;

/// Types of a node's inputs and outputs, as numbers of data types.
pub struct Types {
    /// Inputs in order.
    pub inputs: Vec<i32>,
    /// Outputs in order.
    pub outputs: Vec<i32>,
}

/// The types of a node; `None` when the op's signature is unknown or differs between releases, or when the node lacks
/// an attr that decides one.
pub fn of(view: &View<'_>, node: &NodeDef) -> Option<Types> {
    if view.functions.contains(node.op.as_str()) {
        let signature = view.function(&node.op)?.signature.as_ref()?;
        return Some(Types { inputs: arguments(&signature.input_arg)?, outputs: arguments(&signature.output_arg)? });
    }
    let op = op(&node.op)?;
    let (inputs, outputs) = op.signature.split_once('>')?;
    Some(Types { inputs: list(inputs, node, op)?, outputs: list(outputs, node, op)? })
}

/// The number of a node's output that the body of a function names, by an argument and a number within it: `Ok(None)` if the
/// op has no such output, an error when its outputs are not known.
pub fn output(view: &View<'_>, node: &NodeDef, argument: &str, number: usize) -> Result<Option<usize>, ()> {
    let mut before = 0;
    if let Some(function) = view.function(&node.op) {
        let all = function.signature.as_ref().map_or(&[][..], |signature| &signature.output_arg);
        let types = arguments(all).ok_or(())?;
        let at = all.iter().position(|own| own.name == argument);
        return Ok(at.filter(|&at| number == 0 && at < types.len()));
    }
    let op = op(&node.op).ok_or(())?;
    let (_, outputs) = op.signature.split_once('>').ok_or(())?;
    for own in outputs.split(' ').filter(|own| !own.is_empty()) {
        let (name, kind) = own.split_once(':').ok_or(())?;
        let count = list(kind, node, op).ok_or(())?.len();
        if name == argument {
            return Ok((number < count).then_some(before + number));
        }
        before += count;
    }
    Ok(None)
}

/// Types of a function's arguments; `None` if attrs of its calls decide one.
fn arguments(all: &[ArgDef]) -> Option<Vec<i32>> {
    let is_fixed = |arg: &ArgDef| arg.r#type != 0 && arg.number_attr.is_empty() && arg.type_list_attr.is_empty();
    all.iter().map(|arg| is_fixed(arg).then_some(arg.r#type)).collect()
}

/// Arguments are data types (`FLOAT`) or attrs that hold one (`T`), `*T` for an attr that holds several, `N*T` for as
/// many as the attr `N` states; `&` at the end marks a reference. Outputs begin with their name (`y:T`).
fn list(arguments: &str, node: &NodeDef, op: &Op) -> Option<Vec<i32>> {
    let mut types = Vec::new();
    for argument in arguments.split(' ').filter(|a| !a.is_empty()) {
        let argument = argument.split_once(':').map_or(argument, |(_, kind)| kind);
        let (argument, reference) = argument.strip_suffix('&').map_or((argument, 0), |a| (a, REFERENCE));
        let (count, name) = argument.split_once('*').map_or((None, argument), |(count, name)| (Some(count), name));
        match count {
            Some("") => match node.attr.get(name)?.value.as_ref()? {
                Value::List(values) => types.extend(values.r#type.iter().map(|t| t + reference)),
                _ => return None,
            },
            _ => {
                let count = match count {
                    None => 1,
                    Some(attr) => match node.attr.get(attr)?.value.as_ref()? {
                        Value::I(count) => usize::try_from(*count).ok().filter(|&n| n <= MOST)?,
                        _ => return None,
                    },
                };
                types.extend(std::iter::repeat_n(one(name, node, op)? + reference, count));
            }
        }
    }
    Some(types)
}

fn one(name: &str, node: &NodeDef, op: &Op) -> Option<i32> {
    let number = |name: &str| DataType::from_str_name(&format!("DT_{name}")).map(|t| t as i32);
    let Some(attr) = op.attrs.iter().find(|attr| attr.name == name) else { return number(name) };
    match node.attr.get(name) {
        Some(value) => match value.value.as_ref()? {
            Value::Type(number) => Some(*number),
            _ => None,
        },
        None if attr.has_default => number(attr.default.trim_matches('"')),
        None => None,
    }
}

/// Node and output that an input names; `None` for a control input.
pub fn edge(input: &str) -> Option<(&str, usize)> {
    match input.split_once(':') {
        _ if input.starts_with('^') => None,
        Some((name, output)) => Some((name, output.parse().ok()?)),
        None => Some((input, 0)),
    }
}

/// Data inputs of a node.
fn data_inputs(node: &NodeDef) -> Vec<&str> {
    node.input.iter().map(String::as_str).filter(|input| !input.starts_with('^')).collect()
}

/// The type of the output that an input names.
fn given(view: &View<'_>, nodes: &HashMap<&str, usize>, input: &str) -> Option<i32> {
    let (name, output) = edge(input)?;
    of(view, &view.graph.node[*nodes.get(name)?])?.outputs.get(output).copied()
}

/// Nodes of the main graph with another number of inputs than the op takes.
pub fn counts(view: &View<'_>, nodes: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    for (index, node) in view.graph.node.iter().enumerate() {
        let Some(types) = of(view, node) else { continue };
        let inputs = data_inputs(node);
        if inputs.len() == types.inputs.len() {
            continue;
        }
        let names = |of: &[Option<i32>], name: fn(i32) -> String| {
            of.iter().map(|t| t.map_or_else(|| "…".to_owned(), name)).collect::<Vec<_>>().join(", ")
        };
        let expected: Vec<Option<i32>> = types.inputs.iter().copied().map(Some).collect();
        let found: Vec<Option<i32>> = inputs.iter().map(|input| given(view, nodes, input)).collect();
        let detail = match inputs.get(expected.len()) {
            Some(input) => format!("More inputs specified ('{}') than the op expects.", python_name(input)),
            None => format!(
                "Input types mismatch (expected '{}' but got '{}').",
                names(&expected, dtype::label),
                names(&found, dtype::label)
            ),
        };
        let values = Values::from(vec![
            ("expected", names(&expected, label)),
            ("count", inputs.len().to_string()),
            ("detail", detail),
        ]);
        push(view, "graph-input-count", &Place { node, function: None, index }, values, out);
    }
}

/// Inputs of the main graph whose type does not match the op.
#[inline(never)]
pub fn requirements(view: &View<'_>, nodes: &HashMap<&str, usize>, out: &mut Vec<Requirement>) {
    for (index, node) in view.graph.node.iter().enumerate() {
        let Some(types) = of(view, node) else { continue };
        let inputs = data_inputs(node);
        if inputs.len() != types.inputs.len() {
            continue;
        }
        for (at, (input, wanted)) in inputs.iter().zip(&types.inputs).enumerate() {
            let Some(found) = given(view, nodes, input) else { continue };
            // A reference is accepted as a value, but a value is not accepted as a reference.
            if found == *wanted || found - REFERENCE == *wanted {
                continue;
            }
            let values = Values::from(vec![
                ("at", at.to_string()),
                ("input", python_name(input)),
                ("found", label(found)),
                ("wanted", label(*wanted)),
                ("python_found", dtype::label(found)),
                ("python_wanted", dtype::label(*wanted)),
            ]);
            push(view, "graph-input-type", &Place { node, function: None, index }, values, out);
        }
    }
}

fn python_name(input: &str) -> String {
    edge(input).map(|(name, output)| format!("{name}:{output}")).unwrap_or_default()
}

/// The name that the C++ side prints: `float`, `int32_ref`.
pub(super) fn label(number: i32) -> String {
    let name = dtype::constant(number).unwrap_or("unknown").to_ascii_lowercase();
    if number > REFERENCE { name + "_ref" } else { name }
}

/// One requirement per rule: the first node represents all.
fn push(view: &View<'_>, rule: &'static str, place: &Place<'_>, mut values: Values, out: &mut Vec<Requirement>) {
    if let Some(first) = out.iter_mut().find(|r| r.id == rule) {
        first.count += 1;
        if first.evidence.len() < EVIDENCE {
            first.evidence.push(view.evidence(place));
        }
        return;
    }
    let is_call = view.functions.contains(place.node.op.as_str());
    let op = op(&place.node.op).filter(|_| !is_call);
    values.set("node", place.node.name.clone());
    values.set("op", place.node.op.clone());
    let mut accepts = Accepts::all(Outcome::Loads, accepts::graph);
    accepts.set(op.map_or_else(|| range(TENSORFLOW, "", ""), |op| op.range), Outcome::Refused);
    view.narrow(std::slice::from_ref(place), &mut accepts);
    out.push(Requirement {
        id: rule,
        kind: RequirementKind::Other,
        subject: Subject { kind: SubjectKind::Node, name: place.node.name.clone(), version: None },
        reason: None,
        evidence: vec![view.evidence(place)],
        count: 1,
        certainty: Certainty::Observed,
        source: op.map_or_else(|| tf_source("function-call"), |op| op.source).to_owned(),
        accepts: accepts.done(),
        step: view.step(place, stage::NODES),
        early: None,
        prints: vec![Print::new(rule, values)],
    });
}
