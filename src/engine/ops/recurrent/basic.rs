//! The basic kernel of LSTM, with one matrix for all gates: check, sizes, shapes of the results.

use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{per_tensor, types};
use crate::engine::program::{Dtype, Shape, elements};
use crate::engine::view::NodeView;

/// Operand of the hidden state.
pub const HIDDEN: usize = 1;
/// Operand of the weights.
pub const WEIGHTS: usize = 2;
/// Operand of the biases.
pub const BIASES: usize = 3;
/// Operand of the cell state.
pub const CELL: usize = 4;

/// Types by operand and by result of the float form.
const FLOATS: [Dtype; 9] = [Dtype::F32; 9];
/// The same of the quantized form.
const QUANTIZED: [Dtype; 9] = {
    use Dtype::{I16, I32, U8};
    [U8, U8, U8, I32, I16, U8, I16, U8, I16]
};

/// Operand counts and types. A quantized cell state has four integer bits.
pub fn check(view: &NodeView) -> Check {
    if view.inputs() != 5 || view.outputs() != 4 || !(0..5).all(|i| view.has(i)) {
        return Err(Refusal::new("engine-operands"));
    }
    let given = |i: usize| if i < 5 { view.dtype(i) } else { view.out_dtype(i - 5) };
    let is = |form: [Dtype; 9]| form.into_iter().enumerate().all(|(i, dtype)| given(i) == Some(dtype));
    let scaled = || {
        let state = view.out_quant(1).is_ok_and(|q| q.scale() == 1.0 / 2048.0);
        state && per_tensor(view, WEIGHTS) && per_tensor(view, BIASES)
    };
    types(view, is(FLOATS) || (is(QUANTIZED) && scaled()))
}

/// Sizes of a node.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Rows of the input.
    pub batch: usize,
    /// Elements of a row.
    pub input: usize,
    /// Elements of the states.
    pub units: usize,
}

/// The sizes of a node.
pub fn sizes(view: &NodeView) -> Result<Sizes> {
    let [batch, input] = dims(view.shape(0))?;
    let [_, units] = dims(view.shape(HIDDEN))?;
    let gates = elements(&[4, units])?;
    let depth = input.checked_add(units).ok_or_else(misfit)?;
    let fits = view.shape(HIDDEN) == [batch, units]
        && view.shape(WEIGHTS) == [gates, depth]
        && view.shape(BIASES) == [gates]
        && view.shape(CELL) == [batch, units];
    if fits { Ok(Sizes { batch, input, units }) } else { Err(misfit()) }
}

/// Result, cell state, and the two scratch tensors of the runtime: joined inputs and gates.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Sizes { batch, input, units } = sizes(view)?;
    Ok(Some(vec![vec![batch, units], vec![batch, units], vec![batch, input + units], vec![batch, 4 * units]]))
}
