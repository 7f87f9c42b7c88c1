//! Shapes that were inferred so far, by node of a graph or of a body.

use super::call::Call;
use super::scope::{Scope, Source};
use super::shape::Shape;
use crate::compat::graph::types::edge;
use crate::compat::knowledge::tensorflow::{ShapeFunction, op};
use crate::formats::proto::tensorflow::NodeDef;
use std::collections::HashMap;

/// Shapes of a graph's tensors.
pub struct Inferred {
    /// By node, then by output.
    pub shapes: Vec<Vec<Shape>>,
    /// Values of first outputs that are constant integers.
    pub values: Vec<Option<Vec<i64>>>,
    /// By node: whether it states a shape of unknown rank.
    pub open: Vec<bool>,
    /// By node: the shape functions that refuse it, each with its message; that of the newest releases first.
    pub refused: Vec<Vec<(&'static ShapeFunction, String)>>,
    /// Refused nodes in bodies of functions, by the shapes of a call.
    pub in_bodies: Vec<InBody>,
}

/// A node in the body of a function that a shape function refuses.
pub struct InBody {
    /// Index of the function in the library.
    pub function: usize,
    /// Index of the node in its body.
    pub index: usize,
    /// The shape function.
    pub by: &'static ShapeFunction,
    /// Its message.
    pub text: String,
}

impl Inferred {
    /// The shape of an input: sizes of dimensions, -1 if unknown.
    pub fn shape(&self, nodes: &HashMap<&str, usize>, input: &str) -> Option<&[i64]> {
        let (name, output) = edge(input)?;
        self.shapes[*nodes.get(name)?].get(output)?.known()
    }

    /// Of several nodes; nothing is inferred yet.
    pub fn of(count: usize) -> Self {
        let refused = vec![Vec::new(); count];
        let (shapes, values, open) = (vec![Vec::new(); count], vec![None; count], vec![false; count]);
        Self { shapes, values, open, refused, in_bodies: Vec::new() }
    }

    /// A node with the shapes and values of its inputs; `None` when its op is unknown.
    pub fn call<'a>(&'a self, scope: &Scope<'_>, node: &'a NodeDef) -> Option<Call<'a>> {
        let (inputs, values, open, outputs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut call = Call { node, op: op(&node.op)?, inputs, values, open, outputs };
        for input in node.input.iter().filter(|input| !input.starts_with('^')) {
            let source = scope.source(input);
            call.inputs.push(self.given(scope, source));
            call.open.push(matches!(source, Source::Output(at, _) if self.open[at]));
            call.values.push(match source {
                Source::Output(at, 0) => self.values[at].as_deref(),
                _ => None,
            });
        }
        Some(call)
    }

    /// The shape of what an input reads.
    pub fn given(&self, scope: &Scope<'_>, source: Source) -> Shape {
        let found = match source {
            Source::Output(at, output) => self.shapes[at].get(output),
            Source::Argument(at) => scope.arguments.get(at),
            Source::Other => None,
        };
        found.copied().unwrap_or(Shape::UNKNOWN)
    }
}
