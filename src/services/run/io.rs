//! Inputs and outputs of a run, and the caller's part in it.

use crate::engine::program::Dtype;

/// Source of an input's values.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// All zero.
    Zeros,
    /// Random values from a seed; see [`crate::engine::fill`].
    Random(u64),
    /// These values; a shape that differs from the model's resizes the input.
    Tensor {
        /// Element type, which must be the input's.
        dtype: Dtype,
        /// Shape.
        shape: Vec<usize>,
        /// Little-endian, row-major.
        bytes: Vec<u8>,
    },
    /// An image of the input's height and width.
    Pixels {
        /// Four bytes per pixel.
        rgba: Vec<u8>,
        /// Subtracted from each channel value: one for all, or one per channel.
        mean: Vec<f32>,
        /// Divisor of the difference.
        std: Vec<f32>,
    },
}

/// An output of the last invocation.
#[derive(Clone, Debug, PartialEq)]
pub struct Output {
    /// Element type.
    pub dtype: Dtype,
    /// Shape.
    pub shape: Vec<usize>,
    /// Little-endian, row-major.
    pub bytes: Vec<u8>,
}

/// Takes an output: its element type, its shape, its bytes.
pub type Take<'a> = dyn FnMut(Dtype, &[usize], &[u8]) + 'a;

impl From<Output> for Input {
    fn from(Output { dtype, shape, bytes }: Output) -> Self {
        Self::Tensor { dtype, shape, bytes }
    }
}

/// Bytes of an input, which may be outside of this program's memory.
pub trait Given {
    /// Number of bytes.
    fn size(&self) -> usize;

    /// Copies them; `to` has as many.
    fn copy(&self, to: &mut [u8]);
}

/// Services of the caller for a run: a clock and a progress callback.
pub trait Watch {
    /// Seconds from any fixed point.
    fn now(&mut self) -> f64;

    /// Called with the nodes done and the total, over all runs; false stops the run.
    fn step(&mut self, _done: usize, _total: usize) -> bool {
        true
    }

    /// A WHILE begins another round.
    fn round(&mut self, _rounds: u64) {}
}
