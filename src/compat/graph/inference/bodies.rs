//! Shapes in bodies of functions: an importer infers them for each call, from the shapes of its inputs.

use super::inferred::{InBody, Inferred};
use super::scope::Scope;
use super::shape::Shape;
use crate::compat::graph::view::{View, Way};
use crate::compat::knowledge::tensorflow::ShapeFunction;
use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{FunctionDef, NodeDef};
use std::collections::HashMap;

/// Calls within calls that are followed.
const DEPTH: usize = 16;

/// Nodes that are looked at in all bodies together: a body is inferred again for each call.
const MOST: usize = 1 << 16;

/// Infers the shapes of a body.
pub type Infer = fn(&Scope<'_>, i32, &mut Calls<'_>) -> Inferred;

/// Calls of functions whose bodies are inferred.
pub struct Calls<'a> {
    view: &'a View<'a>,
    named: HashMap<&'a str, usize>,
    depth: usize,
    nodes: usize,
    /// Refused nodes so far, each once.
    pub refused: Vec<InBody>,
    /// An older shape function that infers other shapes.
    pub era: Option<&'static ShapeFunction>,
    /// Whether older shape functions decide the shapes.
    pub is_old: bool,
}

impl<'a> Calls<'a> {
    /// No calls yet.
    pub fn new(view: &'a View<'a>) -> Self {
        let library = view.graph.library.as_ref().map_or(&[][..], |library| &library.function);
        let name = |function: &'a FunctionDef| function.signature.as_ref().map(|signature| signature.name.as_str());
        let named = library.iter().enumerate().filter_map(|(at, function)| Some((name(function)?, at))).collect();
        Self { view, named, depth: 0, nodes: 0, refused: Vec::new(), era: None, is_old: false }
    }

    /// Whether an op is a function.
    pub fn is_function(&self, op: &str) -> bool {
        self.named.contains_key(op)
    }

    /// The function whose body is inferred where a node calls it, as its op or by a `PartitionedCall`.
    pub fn function(&self, node: &NodeDef) -> Option<usize> {
        let attr = |name: &str| node.attr.get(name)?.value.as_ref();
        if self.view.way != Way::Graph || matches!(attr("_disable_call_shape_inference"), Some(Value::B(true))) {
            return None;
        }
        let name = match (node.op.as_str(), attr("f")) {
            ("PartitionedCall" | "StatefulPartitionedCall", Some(Value::Func(function))) => &function.name,
            (op, _) => op,
        };
        self.named.get(name).copied()
    }

    /// Shapes of the outputs of a call.
    pub fn outputs(&mut self, function: usize, inputs: &[Shape], producer: i32, infer: Infer) -> Vec<Shape> {
        let view = self.view;
        let Some(body) = view.graph.library.as_ref().and_then(|library| library.function.get(function)) else {
            return Vec::new();
        };
        let Some(signature) = &body.signature else { return Vec::new() };
        self.nodes += body.node_def.len();
        if self.depth == DEPTH || self.nodes > MOST || signature.input_arg.len() != inputs.len() {
            return Vec::new();
        }
        let named = |(at, node): (usize, &'a NodeDef)| (node.name.as_str(), at);
        let scope = Scope {
            view,
            nodes: &body.node_def,
            named: body.node_def.iter().enumerate().map(named).collect(),
            arguments: inputs,
            names: signature.input_arg.iter().enumerate().map(|(at, argument)| (argument.name.as_str(), at)).collect(),
        };
        self.depth += 1;
        let inferred = infer(&scope, producer, self);
        self.depth -= 1;
        for (index, refused) in inferred.refused.iter().enumerate() {
            for (by, text) in refused {
                let is_known =
                    |known: &InBody| known.function == function && known.index == index && known.text == *text;
                if !self.refused.iter().any(is_known) {
                    let by = self.era.filter(|_| self.is_old).unwrap_or(by);
                    self.refused.push(InBody { function, index, by, text: text.clone() });
                }
            }
        }
        let output = |name: &str| Some(inferred.given(&scope, scope.source(body.ret.get(name)?)));
        let outputs = signature.output_arg.iter();
        outputs.map(|argument| output(&argument.name).unwrap_or(Shape::UNKNOWN)).collect()
    }
}
