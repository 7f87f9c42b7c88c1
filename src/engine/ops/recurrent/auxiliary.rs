//! The auxiliary input that recurrent operators in both directions may have.

use super::operands::{BACKWARD, INPUT_WEIGHTS, bidirectional};
use crate::engine::program::{Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operand of the auxiliary input of an RNN in both directions; its weights follow.
pub const RNN: usize = 9;
/// The same of an LSTM.
pub const LSTM: usize = 39;

/// How a direction uses the auxiliary input: with weights for it, both directions add it; without them, the backward
/// direction takes it instead of the first input.
pub struct Auxiliary {
    /// Operand with the input of the direction.
    pub input: usize,
    /// Operand to add.
    added: usize,
    /// Its first weights.
    pub weights: Option<usize>,
}

/// Rows of the auxiliary input.
pub struct Rows<'a> {
    values: &'a [f32],
    width: usize,
}

impl<'a> Rows<'a> {
    /// Row `n`.
    pub fn row(&self, n: usize) -> &'a [f32] {
        self.values.get(n * self.width..).and_then(|rest| rest.get(..self.width)).unwrap_or(&[])
    }
}

/// Positions of the auxiliary input and of its weights by direction, and the number of those matrices.
fn positions(view: &NodeView) -> (usize, [usize; 2], usize) {
    match view.node.op.builtin() {
        Some(Op::BidirectionalSequenceLstm) => (LSTM, [LSTM + 1, LSTM + 5], 4),
        _ => (RNN, [RNN + 1, RNN + 2], 1),
    }
}

/// Whether the auxiliary input is present if its weights are, and those are complete or omitted.
pub fn given(view: &NodeView) -> bool {
    let (at, weights, count) = positions(view);
    let weighed = view.has(weights[0] + count - 1);
    // The weights of an input gate are omitted together with the gate.
    let gate = |position: usize, shift: usize| {
        view.has(position) == (weighed && (count == 1 || view.has(INPUT_WEIGHTS + shift)))
    };
    let complete = weights.iter().all(|&first| (first + 1..first + count).all(|i| view.has(i) == weighed));
    let last = view.inputs() <= weights[1] + count;
    last && complete && gate(weights[0], 0) && gate(weights[1], BACKWARD) && (view.has(at) || !weighed)
}

impl Auxiliary {
    /// The auxiliary input of direction 0 (forward) or 1 (backward).
    pub fn new(view: &NodeView, direction: usize) -> Self {
        if !bidirectional(view) {
            return Self { input: 0, added: 0, weights: None };
        }
        let (at, weights, count) = positions(view);
        let weighed = view.has(weights[0] + count - 1);
        // With batches first, the runtime's RNN still takes the first input for the backward direction.
        let takes = count > 1 || matches!(view.node.params, Params::Recurrent { time_major: true, .. });
        let input = if direction == 1 && view.has(at) && !weighed && takes { at } else { 0 };
        Self { input, added: at, weights: weighed.then_some(weights[direction]) }
    }

    /// Its rows; empty if none are added.
    pub fn rows<'a>(&self, view: &NodeView, io: &Io<'a>) -> Rows<'a> {
        let width = if self.weights.is_some() { view.shape(self.added).last().copied().unwrap_or(0) } else { 0 };
        Rows { values: io.input(self.added), width }
    }

    /// Whether the auxiliary input has the shape of the first, and its weights have these rows.
    pub fn fits(&self, view: &NodeView, rows: &[usize]) -> bool {
        let shape = view.shape(0);
        let width = shape.last().copied().unwrap_or(0);
        let alike = shape.len() == 3 && view.shape(self.added) == shape;
        let fit = |first: usize| (first..).zip(rows).all(|(i, &rows)| !view.has(i) || view.shape(i) == [rows, width]);
        (self.input == 0 && self.weights.is_none()) || (alike && self.weights.is_none_or(fit))
    }
}
