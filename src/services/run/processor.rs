//! The processor's share of a run in parts: what a GPU run asks for, whoever has the kernels.
//!
//! Natively they are in the same program; on the page they are in another wasm module, which is fetched only then.

use super::runner::Backend;
use super::schema::{Failed, NodeTime};
use crate::engine::parts::Part;
use crate::json::readable;
use serde::Serialize;
use std::pin::Pin;

/// Nodes that are run together, by position in the entry graph, with the tensors that go in and come out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Nodes, in the order of the run.
    pub nodes: Vec<usize>,
    /// Tensors that are handed to it.
    pub inputs: Vec<usize>,
    /// Tensors that are taken from it.
    pub outputs: Vec<usize>,
    /// Weights are rounded to float16 first, as those are that a GPU is checked with.
    pub half: bool,
}
readable!(Piece { nodes, inputs, outputs, half });

impl From<&Part> for Piece {
    fn from(part: &Part) -> Self {
        Self { nodes: part.nodes.clone(), inputs: part.inputs.clone(), outputs: part.outputs.clone(), half: false }
    }
}

/// A tensor on its way from one part to another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Shape.
    pub shape: Vec<usize>,
    /// Little-endian, row-major; strings as the packed list that files store.
    pub bytes: Vec<u8>,
}

/// What comes later: kernels may have to be fetched.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + 'a>>;

/// Whoever can prepare pieces of the model on the processor.
pub trait Processor {
    /// Prepares pieces with the kernels of `backend`, which is not the GPU.
    fn open<'a>(&'a self, pieces: &'a [Piece], backend: Backend) -> Later<'a, Box<dyn Pieces>>;
}

/// Pieces of a model, prepared. Variables keep their values from run to run.
pub trait Pieces {
    /// Runs one.
    fn run(&mut self, piece: usize, inputs: &[&Value]) -> Result<Vec<Value>, Failed>;

    /// Times of the nodes of a piece since the last call.
    fn times(&mut self, piece: usize) -> Vec<NodeTime>;
}
