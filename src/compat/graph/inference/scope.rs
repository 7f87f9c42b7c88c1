//! Sources of the inputs of nodes, in a graph and in the body of a function.

use super::shape::Shape;
use crate::compat::graph::types::{self, edge};
use crate::compat::graph::view::View;
use crate::formats::proto::tensorflow::NodeDef;
use std::collections::HashMap;

/// Where the value of an input comes from.
#[derive(Clone, Copy)]
pub enum Source {
    /// A node, and the number of its output.
    Output(usize, usize),
    /// An argument of the function.
    Argument(usize),
    /// Anything else, such as a control input.
    Other,
}

/// The nodes of a graph or of a body, with the arguments of the function.
pub struct Scope<'a> {
    /// The graph with its library.
    pub view: &'a View<'a>,
    /// The nodes.
    pub nodes: &'a [NodeDef],
    /// They by name.
    pub named: HashMap<&'a str, usize>,
    /// Shapes of the arguments.
    pub arguments: &'a [Shape],
    /// The arguments by name; none in a graph.
    pub names: HashMap<&'a str, usize>,
}

impl Scope<'_> {
    /// The source that an input names: `node:0` in a graph; an argument, or `node:argument:0` in a body.
    pub fn source(&self, input: &str) -> Source {
        if input.starts_with('^') {
            return Source::Other;
        }
        if let Some(&at) = self.names.get(input) {
            return Source::Argument(at);
        }
        let found = match input.split(':').collect::<Vec<_>>()[..] {
            [name, argument, number] => self.output(name, argument, number),
            _ => edge(input).and_then(|(name, output)| Some((*self.named.get(name)?, output))),
        };
        found.map_or(Source::Other, |(at, output)| Source::Output(at, output))
    }

    fn output(&self, name: &str, argument: &str, number: &str) -> Option<(usize, usize)> {
        let at = *self.named.get(name)?;
        Some((at, types::output(self.view, &self.nodes[at], argument, number.parse().ok()?).ok()??))
    }
}
