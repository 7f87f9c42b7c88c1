//! A TFLite model as a program: graphs of typed nodes over typed tensors, constants loaded.
//!
//! Owns: decoding and checking of indices, shapes, sizes and options, so that all that follows can rely on them.
//! Must not know: kernels, memory plans, backends.

mod load;
mod op;
mod params;
mod sparse;
mod stablehlo;
mod tensor;

pub use op::{Op, OpKind};
pub use params::{Activation, Padding, Params, Window};
pub use stablehlo::{Body, Fold, SliceForm, SlidingForm};
pub use tensor::{Dtype, Quant, Tensor};

use super::error::{NodeRef, Result};
use super::text::Texts;

/// What to run in a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Entry {
    /// Subgraph 0.
    #[default]
    Main,
    /// A subgraph by index.
    Subgraph(usize),
    /// A signature by key; inputs and outputs then carry the signature's names and order.
    Signature(String),
}

/// A model ready to be planned. Graph and tensor indices are those of the file.
#[derive(Clone, Debug)]
pub struct Program {
    /// All subgraphs of the file. Constants are loaded only for those reachable from `entry`.
    pub graphs: Vec<Graph>,
    /// Index of the graph that is run.
    pub entry: usize,
    /// Inputs of the run, in order.
    pub inputs: Vec<Port>,
    /// Outputs of the run, in order.
    pub outputs: Vec<Port>,
    /// Keys of the model's signatures.
    pub signatures: Vec<String>,
    /// Strings of the constants.
    pub texts: Texts,
}

/// An input or output of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name within the signature, else the tensor's name.
    pub name: String,
    /// Tensor of the entry graph.
    pub tensor: usize,
}

/// A subgraph.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    /// Name; may be empty.
    pub name: String,
    /// Tensors.
    pub tensors: Vec<Tensor>,
    /// Nodes in execution order.
    pub nodes: Vec<Node>,
    /// Tensor indices.
    pub inputs: Vec<usize>,
    /// Tensor indices.
    pub outputs: Vec<usize>,
}

/// An operator with its operands.
#[derive(Clone, Debug)]
pub struct Node {
    /// Index of the operator in the file's subgraph.
    pub index: usize,
    /// Which operator.
    pub op: OpKind,
    /// Op version.
    pub version: i32,
    /// Tensor indices; `None` is an optional operand left out.
    pub inputs: Vec<Option<usize>>,
    /// Tensor indices.
    pub outputs: Vec<usize>,
    /// Tensor indices of intermediates.
    pub intermediates: Vec<usize>,
    /// Options.
    pub params: Params,
    /// Options of a custom op, as stored.
    pub custom: Vec<u8>,
}

impl Node {
    /// The node as errors name it.
    pub fn reference(&self, graph: usize) -> NodeRef {
        NodeRef { graph, index: self.index, op: self.op.name() }
    }
}

impl Program {
    /// The graph that is run.
    pub fn graph(&self) -> &Graph {
        &self.graphs[self.entry]
    }

    /// Position of an input by name, or by number written as text.
    pub fn input_position(&self, name: &str) -> Option<usize> {
        position(&self.inputs, name)
    }

    /// Position of an output by name, or by number written as text.
    pub fn output_position(&self, name: &str) -> Option<usize> {
        position(&self.outputs, name)
    }

    /// Graphs that a run of the entry graph can reach, the entry first.
    pub fn reachable(&self) -> Vec<usize> {
        let mut found = vec![self.entry];
        let mut next = 0;
        while let Some(&graph) = found.get(next) {
            for inner in self.graphs[graph].nodes.iter().flat_map(|node| node.params.subgraphs()) {
                if !found.contains(&inner) {
                    found.push(inner);
                }
            }
            next += 1;
        }
        found
    }
}

/// How deep subgraphs may run each other.
const NESTING: usize = 32;

impl Program {
    /// Subgraphs must not run themselves, and not nest deeper than [`NESTING`].
    fn check_nesting(&self) -> Result<()> {
        // Longest chain of calls from each graph, by relaxation: a cycle, or a deeper chain, would still grow.
        let mut depth = vec![0usize; self.graphs.len()];
        for _ in 0..=NESTING {
            let mut changed = false;
            for (index, graph) in self.graphs.iter().enumerate() {
                let inner = graph.nodes.iter().flat_map(|n| n.params.subgraphs()).map(|g| depth[g] + 1).max();
                let inner = inner.unwrap_or(0);
                changed |= inner != depth[index];
                depth[index] = inner;
            }
            if !changed {
                return Ok(());
            }
        }
        Err(super::error::EngineError::malformed("engine-recursive-subgraph").with("limit", NESTING))
    }
}

fn position(ports: &[Port], name: &str) -> Option<usize> {
    ports.iter().position(|port| port.name == name).or_else(|| name.parse().ok().filter(|&i| i < ports.len()))
}

/// Elements of a shape; an error id when the product overflows.
pub(crate) fn elements(shape: &[usize]) -> Result<usize> {
    shape
        .iter()
        .try_fold(1usize, |n, &d| n.checked_mul(d))
        .ok_or_else(|| super::error::EngineError::new(super::error::ErrorKind::OverLimit, "engine-shape-overflow"))
}
