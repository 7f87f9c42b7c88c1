//! Shapes of a graph's tensors, as shape functions infer them when it is imported, and the nodes that these refuse.
//!
//! Owns: inference by the steps of `tf_shapes.csv`. Must not know: releases, requirements. An unknown shape is never
//! refused.

mod arrange;
mod bodies;
mod call;
mod combine;
mod constants;
mod einsum;
mod inferred;
mod matrix;
mod parse;
mod scatter;
mod scope;
mod several;
mod shape;
mod steps;
mod strided;
mod window;

use super::view::View;
use crate::compat::knowledge::tensorflow::shape_functions;
use crate::formats::proto::tensorflow::NodeDef;
use crate::formats::proto::tensorflow::attr_value::Value;
use bodies::Calls;
use call::Call;
pub use inferred::{InBody, Inferred};
use scope::{Scope, Source};
use shape::Shape;
use std::collections::HashMap;

/// Graphs of this producer or older write an empty shape for an unknown one.
const EMPTY_IS_UNKNOWN: i32 = 21;

/// Infers the shapes of the main graph.
pub fn infer(view: &View<'_>, nodes: &HashMap<&str, usize>) -> Inferred {
    let producer = view.graph.versions.as_ref().map_or(0, |versions| versions.producer);
    let (named, names) = (nodes.clone(), HashMap::new());
    let scope = Scope { view, nodes: &view.graph.node, named, arguments: &[], names };
    let mut calls = Calls::new(view);
    let mut inferred = infer_in(&scope, producer, &mut calls);
    // Once more for older releases, whose shapes may be refused further on.
    if let Some(era) = calls.era {
        calls.is_old = true;
        let older = infer_in(&scope, producer, &mut calls);
        for (known, refused) in inferred.refused.iter_mut().zip(older.refused) {
            for (_, text) in refused {
                if !known.iter().any(|(_, other)| *other == text) {
                    known.push((era, text));
                }
            }
        }
    }
    inferred.in_bodies = calls.refused;
    inferred
}

/// Infers the shapes of a graph or a body.
fn infer_in(scope: &Scope<'_>, producer: i32, calls: &mut Calls<'_>) -> Inferred {
    let mut inferred = Inferred::of(scope.nodes.len());
    for index in order(scope) {
        let node = &scope.nodes[index];
        if let Some(function) = calls.function(node) {
            let data = node.input.iter().filter(|input| !input.starts_with('^'));
            let inputs: Vec<Shape> = data.map(|input| inferred.given(scope, scope.source(input))).collect();
            inferred.shapes[index] = calls.outputs(function, &inputs, producer, infer_in);
            continue;
        }
        if calls.is_function(&node.op) {
            continue;
        }
        if let (true, Some(function)) = (has_impossible_shape(node), shape_functions(&node.op).next()) {
            let text = "An unknown shape must not have any dimensions set.".to_owned();
            inferred.refused[index].push((function, text));
            continue;
        }
        if let Some(shape) = origin(node, producer) {
            inferred.values[index] = if node.op == "Const" { constants::of(node) } else { None };
            inferred.open[index] = !shape.is_known();
            inferred.shapes[index] = vec![shape];
            continue;
        }
        for (age, function) in shape_functions(&node.op).enumerate() {
            let Some(mut call) = inferred.call(scope, node) else { break };
            match run(&mut call, function.steps) {
                Ok(()) if age == 0 => {
                    let value = value(&call);
                    inferred.shapes[index] = call.outputs;
                    inferred.values[index] = value;
                }
                Ok(()) if !call.outputs.is_empty() && call.outputs != inferred.shapes[index] => {
                    calls.era.get_or_insert(function);
                    if calls.is_old {
                        inferred.shapes[index] = call.outputs;
                    }
                }
                Ok(()) => {}
                Err(refusal) => inferred.refused[index].push((function, refusal.0)),
            }
        }
    }
    inferred
}

/// Runs a shape function as importers do: without values of its inputs, then with those that are constant.
fn run(call: &mut Call<'_>, steps: &str) -> shape::Result {
    if call.values.iter().any(Option::is_some) {
        let values = std::mem::take(&mut call.values);
        let inputs = call.inputs.clone();
        steps::run(call, steps)?;
        (call.values, call.inputs) = (values, inputs);
        call.outputs.clear();
    }
    steps::run(call, steps)
}

/// The shape of a node that states it itself.
fn origin(node: &NodeDef, producer: i32) -> Option<Shape> {
    let given = |name: &str| node.attr.get(name).and_then(|attr| attr.value.as_ref());
    match node.op.as_str() {
        "Const" => match given("value")? {
            Value::Tensor(tensor) => Some(Shape::stated(tensor.tensor_shape.as_ref()?)),
            _ => None,
        },
        "Placeholder" | "Variable" | "VariableV2" => {
            let Some(Value::Shape(shape)) = given("shape") else { return Some(Shape::UNKNOWN) };
            let is_unknown = match node.op.as_str() {
                "VariableV2" => false,
                "Variable" => true,
                _ => producer <= EMPTY_IS_UNKNOWN,
            };
            Some(if is_unknown && shape.dim.is_empty() { Shape::UNKNOWN } else { Shape::stated(shape) })
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

/// The value of a node that computes a constant from constants or shapes.
fn value(call: &Call<'_>) -> Option<Vec<i64>> {
    let input = call.input(0);
    match call.node.op.as_str() {
        "Identity" | "StopGradient" => call.value(0).map(<[i64]>::to_vec),
        "Shape" => input.known().filter(|sizes| !sizes.contains(&shape::UNKNOWN)).map(<[i64]>::to_vec),
        "Rank" => Some(vec![input.known()?.len() as i64]),
        "Size" => Some(vec![input.elements()?]),
        "Pack" => (0..call.inputs.len()).map(|input| call.scalar(input)).collect(),
        _ => None,
    }
}

/// Nodes after those they use; nodes of loops are left out.
fn order(scope: &Scope<'_>) -> Vec<usize> {
    let count = scope.nodes.len();
    let mut waiting = vec![0u32; count];
    let mut followers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, node) in scope.nodes.iter().enumerate() {
        for input in &node.input {
            if let Source::Output(from, _) = scope.source(input) {
                waiting[index] += 1;
                followers[from].push(index);
            }
        }
    }
    let mut ready: Vec<usize> = (0..count).filter(|&index| waiting[index] == 0).collect();
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
