//! The CPU side of a partitioned run: requests of a GPU run to the owner of the CPU kernels.
//!
//! Natively they are in the same program; on the page they are in another wasm module, which is fetched when needed.

use super::schema::{Backend, Failed, NodeTime};
use crate::engine::parts::Part;
use crate::json::readable;
use serde::Serialize;
use std::pin::Pin;

/// Nodes of one partition, by position in the entry graph, with its input and output tensors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Nodes, in the order of the run.
    pub nodes: Vec<usize>,
    /// Tensors that are passed in.
    pub inputs: Vec<usize>,
    /// Tensors that are returned.
    pub outputs: Vec<usize>,
    /// Whether weights are rounded to float16 first, for checking a GPU.
    pub half: bool,
}
readable!(Piece { nodes, inputs, outputs, half });

impl From<&Part> for Piece {
    fn from(part: &Part) -> Self {
        Self { nodes: part.nodes.clone(), inputs: part.inputs.clone(), outputs: part.outputs.clone(), half: false }
    }
}

/// A tensor in transfer between partitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// Shape.
    pub shape: Vec<usize>,
    /// Little-endian, row-major; strings as the packed list that files store.
    pub bytes: Vec<u8>,
}

/// A future result: kernels may have to be fetched.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failed>> + 'a>>;

/// Prepares partitions of the model on the CPU.
pub trait Host {
    /// Prepares pieces with the kernels of `backend`, which is not the GPU.
    fn open<'a>(&'a self, pieces: &'a [Piece], backend: Backend) -> Later<'a, Box<dyn Pieces>>;
}

/// Prepared partitions of a model. Variables keep their values between runs.
pub trait Pieces {
    /// Runs one.
    fn run(&mut self, piece: usize, inputs: &[&Value]) -> Result<Vec<Value>, Failed>;

    /// Times of the nodes of a piece since the last call.
    fn times(&mut self, piece: usize) -> Vec<NodeTime>;
}
