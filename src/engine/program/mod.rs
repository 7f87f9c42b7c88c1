//! A TFLite model as a program: graphs of typed nodes over typed tensors, constants loaded.
//!
//! Owns: decoding and checking of indices, shapes, sizes and options, so that later stages can rely on them. Must not
//! know: kernels, memory plans, backends.

mod content;
mod decode;
mod load;
pub mod op;
mod params;
mod sparse;
mod stablehlo;
mod tensor;

pub use content::{Content, Excerpt};
pub use op::{Op, OpKind};
pub use params::{Activation, Padding, Params, Window};
pub use stablehlo::{Body, Fold, SliceForm, SlidingForm};
pub use tensor::{Blocks, Dtype, Quant, Tensor};

use super::error::{EngineError, ErrorKind, NodeRef, Result};
use super::text::Texts;

/// The part of a model to run.
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

impl Graph {
    /// The nodes that read each tensor.
    #[inline(never)]
    pub fn readers(&self) -> Vec<Vec<usize>> {
        let mut readers = vec![Vec::new(); self.tensors.len()];
        for (n, node) in self.nodes.iter().enumerate() {
            node.inputs.iter().flatten().for_each(|&tensor| readers[tensor].push(n));
        }
        readers
    }

    /// The node that computes each tensor.
    #[inline(never)]
    pub fn makers(&self) -> Vec<Option<usize>> {
        let mut makers = vec![None; self.tensors.len()];
        for (n, node) in self.nodes.iter().enumerate() {
            node.outputs.iter().for_each(|&tensor| makers[tensor] = Some(n));
        }
        makers
    }

    /// Whether a node is a CONV_2D in groups: its weights have fewer channels than its input, but more than one.
    pub fn has_groups(&self, node: &Node) -> bool {
        let channels = |i: usize| node.inputs.get(i).copied().flatten().and_then(|t| self.tensors[t].shape.last());
        matches!(node.params, Params::Conv2d { .. }) && channels(1) > Some(&1) && channels(1) < channels(0)
    }

    /// Removes the marked nodes.
    pub fn remove(&mut self, is_gone: &[bool]) {
        let mut marks = is_gone.iter();
        self.nodes.retain(|_| marks.next() != Some(&true));
    }
}

/// An operator with its operands.
#[derive(Clone, Debug)]
pub struct Node {
    /// Index of the subgraph in the file.
    pub graph: usize,
    /// Index of the operator in the file's subgraph.
    pub index: usize,
    /// The operator.
    pub op: OpKind,
    /// Op version.
    pub version: i32,
    /// Tensor indices; `None` is an omitted optional operand.
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

/// Maximum nesting of subgraphs: each level uses this engine's stack, which is 1 MiB in a browser.
const NESTING: usize = 64;

impl Program {
    /// Subgraphs must not run themselves or nest deeper than [`NESTING`].
    fn check_nesting(&self) -> Result<()> {
        let inner = |graph: usize| self.graphs[graph].nodes.iter().flat_map(|node| node.params.subgraphs());
        let count = self.graphs.len();
        let mut callers = vec![0usize; count];
        (0..count).flat_map(inner).for_each(|graph| callers[graph] += 1);
        // Graphs whose callers are all done, callers first; those in a cycle are never reached.
        let mut next: Vec<usize> = (0..count).filter(|&graph| callers[graph] == 0).collect();
        let (mut depth, mut done) = (vec![0usize; count], 0);
        while let Some(graph) = next.pop() {
            done += 1;
            for called in inner(graph) {
                depth[called] = depth[called].max(depth[graph] + 1);
                callers[called] -= 1;
                if callers[called] == 0 {
                    next.push(called);
                }
            }
        }
        if done < count {
            return Err(EngineError::malformed("engine-recursive-subgraph"));
        }
        match depth.into_iter().max() {
            Some(depth) if depth > NESTING => Err(EngineError::new(ErrorKind::OverLimit, "engine-subgraphs-too-deep")
                .with("depth", depth)
                .with("limit", NESTING)),
            _ => Ok(()),
        }
    }
}

fn position(ports: &[Port], name: &str) -> Option<usize> {
    ports.iter().position(|port| port.name == name).or_else(|| name.parse().ok().filter(|&i| i < ports.len()))
}

/// A shape; scalars are empty.
pub type Shape = Vec<usize>;

/// Elements of a shape; an error id when the product overflows.
pub(crate) fn elements(shape: &[usize]) -> Result<usize> {
    shape
        .iter()
        .try_fold(1usize, |n, &d| n.checked_mul(d))
        .ok_or_else(|| EngineError::new(ErrorKind::OverLimit, "engine-shape-overflow"))
}
