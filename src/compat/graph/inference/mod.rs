//! Shapes of a graph's tensors, as shape functions infer them when it is imported, and the nodes that these refuse.
//!
//! Owns: inference by the steps of `tf_shapes.csv`. Must not know: releases, requirements. An unknown shape is never
//! refused.

mod arrange;
mod call;
mod combine;
mod constants;
mod shape;
mod steps;
mod strided;
mod window;

use super::types::edge;
use super::view::View;
use crate::compat::knowledge::tensorflow::{ShapeFunction, op, shape_function};
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{NodeDef, TensorShapeProto};
use call::Call;
pub use shape::Shape;
use std::collections::HashMap;

/// Graphs of this producer or older write an empty shape for an unknown one.
const EMPTY_IS_UNKNOWN: i32 = 21;

/// Shapes of a graph's tensors.
pub struct Inferred {
    /// By node, then by output.
    shapes: Vec<Vec<Shape>>,
    /// Values of first outputs that are constant integers.
    values: Vec<Option<Vec<i64>>>,
    /// By node: the shape function that refuses it, with its message.
    pub refused: Vec<Option<(&'static ShapeFunction, String)>>,
}

impl Inferred {
    /// The shape of an input: sizes of dimensions, -1 if unknown.
    pub fn shape(&self, nodes: &HashMap<&str, usize>, input: &str) -> Option<&Vec<i64>> {
        let (name, output) = edge(input)?;
        self.shapes[*nodes.get(name)?].get(output)?.as_ref()
    }

    fn call<'a>(&self, nodes: &HashMap<&str, usize>, node: &'a NodeDef) -> Option<Call<'a>> {
        let edges = || node.input.iter().filter(|input| !input.starts_with('^'));
        let value = |input: &String| {
            let (name, 0) = edge(input)? else { return None };
            self.values[*nodes.get(name)?].clone()
        };
        let inputs = edges().map(|input| self.shape(nodes, input).cloned()).collect();
        Some(Call { node, op: op(&node.op)?, inputs, values: edges().map(value).collect() })
    }
}

/// Infers the shapes of the main graph.
pub fn infer(view: &View<'_>, nodes: &HashMap<&str, usize>) -> Inferred {
    let graph = &view.graph.node;
    let producer = view.graph.versions.as_ref().map_or(0, |versions| versions.producer);
    let count = graph.len();
    let mut inferred =
        Inferred { shapes: vec![Vec::new(); count], values: vec![None; count], refused: vec![None; count] };
    for index in order(graph, nodes) {
        let node = &graph[index];
        if view.functions.contains(node.op.as_str()) {
            continue;
        }
        if let (true, Some(function)) = (has_impossible_shape(node), shape_function(&node.op)) {
            let text = "An unknown shape must not have any dimensions set.".to_owned();
            inferred.refused[index] = Some((function, text));
            continue;
        }
        if let Some(shape) = origin(node, producer) {
            inferred.values[index] = if node.op == "Const" { constants::of(node) } else { None };
            inferred.shapes[index] = vec![shape];
            continue;
        }
        let Some(function) = shape_function(&node.op) else { continue };
        let Some(call) = inferred.call(nodes, node) else { continue };
        match steps::run(&call, function.steps) {
            Ok(shapes) => {
                inferred.values[index] = value(&call);
                inferred.shapes[index] = shapes;
            }
            Err(text) => inferred.refused[index] = Some((function, text)),
        }
    }
    inferred
}

/// The shape of a node that states it itself.
fn origin(node: &NodeDef, producer: i32) -> Option<Shape> {
    let given = |name: &str| node.attr.get(name).and_then(|attr| attr.value.as_ref());
    match node.op.as_str() {
        "Const" => match given("value")? {
            Value::Tensor(tensor) => Some(sizes(tensor.tensor_shape.as_ref()?)),
            _ => None,
        },
        "Placeholder" | "Variable" | "VariableV2" => {
            let Some(Value::Shape(shape)) = given("shape") else { return Some(None) };
            let empty = shape.dim.is_empty() && (node.op == "Variable" || producer <= EMPTY_IS_UNKNOWN);
            Some(sizes(shape).filter(|_| !empty || node.op == "VariableV2"))
        }
        _ => None,
    }
}

/// Whether the attr `shape` has an unknown rank and dimensions.
fn has_impossible_shape(node: &NodeDef) -> bool {
    match node.attr.get("shape").and_then(|attr| attr.value.as_ref()) {
        Some(Value::Shape(shape)) => shape.unknown_rank && !shape.dim.is_empty(),
        _ => false,
    }
}

fn sizes(shape: &TensorShapeProto) -> Shape {
    (!shape.unknown_rank).then(|| shape.dim.iter().map(|dim| dim.size.max(shape::UNKNOWN)).collect())
}

/// The value of a node that computes a constant from constants or shapes.
fn value(call: &Call<'_>) -> Option<Vec<i64>> {
    let sizes = || call.input(0).clone().filter(|sizes| sizes.iter().all(|&size| size >= 0));
    match call.node.op.as_str() {
        "Identity" | "StopGradient" => call.value(0).map(<[i64]>::to_vec),
        "Shape" => sizes(),
        "Rank" => Some(vec![call.input(0).as_ref()?.len() as i64]),
        "Size" => Some(vec![shape::elements(call.input(0))?]),
        "Pack" => (0..call.inputs.len()).map(|input| call.scalar(input)).collect(),
        _ => None,
    }
}

/// Nodes after those they use; nodes of loops are left out.
fn order(graph: &[NodeDef], nodes: &HashMap<&str, usize>) -> Vec<usize> {
    let mut waiting = vec![0u32; graph.len()];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); graph.len()];
    for (index, node) in graph.iter().enumerate() {
        for input in &node.input {
            if let Some(&from) = edge(input).and_then(|(name, _)| nodes.get(name)) {
                waiting[index] += 1;
                followers[from].push(index);
            }
        }
    }
    let mut ready: Vec<usize> = (0..graph.len()).filter(|&index| waiting[index] == 0).collect();
    let mut at = 0;
    while let Some(&index) = ready.get(at) {
        at += 1;
        for &next in &followers[index] {
            waiting[next] -= 1;
            if waiting[next] == 0 {
                ready.push(next);
            }
        }
    }
    ready
}

#[cfg(test)]
mod tests {
    use crate::compat::knowledge::tensorflow::{op, table};

    #[test]
    fn every_row_has_known_steps_and_ops() {
        let t = table("tf_shapes");
        for r in 0..t.rows {
            for step in t.column("steps").at(r).split(';') {
                let word = step.split_whitespace().next().unwrap_or_default();
                assert!(super::steps::known(word), "row {}: {step}", r + 2);
            }
            for name in t.column("ops").at(r).split(' ') {
                assert!(op(name).is_some(), "row {}: no op {name}", r + 2);
            }
        }
    }
}
