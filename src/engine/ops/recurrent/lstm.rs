//! LSTM: check, and shapes of the results.

use super::auxiliary::{self, Auxiliary};
use super::operands::{
    BIASES, Direction, Gate, INPUT_WEIGHTS, NORMS, PEEPHOLES, PROJECTION, PROJECTION_BIAS, RECURRENT_WEIGHTS, Sequence,
    directions, floats, is_state, outputs_fit, with_rows,
};
use super::{basic, int8};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::program::{Dtype, Params, Shape};
use crate::engine::view::NodeView;

pub use super::int8::{PROJECTED, inner_quant, is_int8_8};

/// Whether it is the kernel with one matrix for all gates.
pub fn is_basic(view: &NodeView) -> bool {
    matches!(view.node.params, Params::Recurrent { kernel_type, .. } if kernel_type != 0)
}

/// Whether a direction has all required operands.
fn complete(view: &NodeView, d: &Direction) -> bool {
    let given = |i: usize| view.has(i + d.shift);
    let required = [Gate::Forget, Gate::Cell, Gate::Output];
    let required =
        required.into_iter().all(|g| [g.input_weights(), g.recurrent_weights(), g.bias()].map(given) == [true; 3]);
    // With a coupled input-forget gate, all operands of the input gate are omitted.
    let input = [INPUT_WEIGHTS, RECURRENT_WEIGHTS, BIASES].map(given);
    required && input == [input[0]; 3] && is_state(view, d.hidden) && is_state(view, d.cell)
}

/// Operand counts, states and types.
pub fn check(view: &NodeView) -> Check {
    let directions = directions(view);
    if is_basic(view) {
        return basic::check(view);
    }
    let inputs = if directions.len() == 2 { auxiliary::given(view) } else { view.inputs() <= NORMS + 4 };
    if !view.has(0) || !inputs || !outputs_fit(view) || !directions.iter().all(|d| complete(view, d)) {
        return Err(Refusal::new("engine-operands"));
    }
    if view.dtype(0) == Some(Dtype::I8) && directions.len() == 1 {
        return int8::check_lstm(view);
    }
    let states = |i: usize| directions.iter().any(|d| i == d.hidden || i == d.cell);
    floats(view, |i| i != 0 && i != auxiliary::LSTM && !states(i))
}

/// One row for each step and batch, as wide as the hidden state.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if is_basic(view) {
        return basic::shapes(view);
    }
    let s = Sequence::new(view)?;
    let mut sizes = Vec::new();
    for d in directions(view) {
        let at = d.shift;
        let [cells, depth] = dims(view.shape(Gate::Forget.input_weights() + at))?;
        let [recurrent, outputs] = dims(view.shape(Gate::Forget.recurrent_weights() + at))?;
        let is = |i: usize, shape: &[usize]| !view.has(i) || view.shape(i) == shape;
        let norms = if d.norms { NORMS..NORMS + 4 } else { 0..0 };
        let vectors = (PEEPHOLES + at..PROJECTION + at).chain(norms);
        let fits = depth == s.input
            && recurrent == cells
            && (INPUT_WEIGHTS..RECURRENT_WEIGHTS).all(|i| is(i + at, &[cells, s.input]))
            && (RECURRENT_WEIGHTS..PEEPHOLES).all(|i| is(i + at, &[cells, outputs]))
            && vectors.into_iter().all(|i| is(i, &[cells]))
            && is(PROJECTION + at, &[outputs, cells])
            && is(PROJECTION_BIAS + at, &[outputs])
            && (view.has(PROJECTION + at) || outputs == cells)
            && is(d.hidden, &[s.batch, outputs])
            && is(d.cell, &[s.batch, cells])
            && Auxiliary::new(view, sizes.len()).fits(view, &[cells; 4]);
        if !fits {
            return Err(misfit());
        }
        sizes.push(outputs);
    }
    with_rows(view, &sizes)
}
