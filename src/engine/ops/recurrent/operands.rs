//! Positions of the operands of recurrent operators, their gates and directions, and how an input is cut into steps.

use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{per_tensor, types};
use crate::engine::program::{Activation, Dtype, Op, Params, Shape, elements};
use crate::engine::view::NodeView;

/// A gate of an LSTM. Operands of the gates follow each other in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// Share of the new values that enters the cell state.
    Input,
    /// Share of the cell state that is kept.
    Forget,
    /// The new values.
    Cell,
    /// Share of the cell state in the result.
    Output,
}

impl Gate {
    /// All gates, in the order of their operands.
    pub const ALL: [Self; 4] = [Self::Input, Self::Forget, Self::Cell, Self::Output];

    /// Operand of its weights for the input.
    pub const fn input_weights(self) -> usize {
        INPUT_WEIGHTS + self as usize
    }

    /// Operand of its weights for the hidden state.
    pub const fn recurrent_weights(self) -> usize {
        RECURRENT_WEIGHTS + self as usize
    }

    /// Operand of its weights for the cell state; the cell gate has none.
    pub const fn peephole(self) -> Option<usize> {
        match self {
            Self::Input => Some(PEEPHOLES),
            Self::Forget => Some(PEEPHOLES + 1),
            Self::Cell => None,
            Self::Output => Some(PEEPHOLES + 2),
        }
    }

    /// Operand of its bias.
    pub const fn bias(self) -> usize {
        BIASES + self as usize
    }

    /// Operand of its coefficients of the layer normalization.
    pub const fn norm(self) -> usize {
        NORMS + self as usize
    }
}

/// Weights of the four gates for the input.
pub const INPUT_WEIGHTS: usize = 1;
/// Weights of the four gates for the hidden state.
pub const RECURRENT_WEIGHTS: usize = 5;
/// Weights of three gates for the cell state.
pub const PEEPHOLES: usize = 9;
/// Biases of the four gates.
pub const BIASES: usize = 12;
/// Projection of the result.
pub const PROJECTION: usize = 16;
/// Bias of the projection.
pub const PROJECTION_BIAS: usize = 17;
/// Hidden state.
pub const HIDDEN: usize = 18;
/// Cell state.
pub const CELL: usize = 19;
/// Coefficients of the layer normalization of the four gates.
pub const NORMS: usize = 20;

/// Distance between the operands of the backward direction and those of the forward direction.
pub const BACKWARD: usize = 17;

/// One direction of an LSTM: the distance of its weights from those of the first, and its two states.
#[derive(Clone, Copy)]
pub struct Direction {
    /// Added to the positions of weights and biases.
    pub shift: usize,
    /// Operand of the hidden state.
    pub hidden: usize,
    /// Operand of the cell state.
    pub cell: usize,
    /// Whether it may have layer normalization.
    pub norms: bool,
}

/// The directions of an LSTM.
pub fn directions(view: &NodeView) -> &'static [Direction] {
    const ONE: Direction = Direction { shift: 0, hidden: HIDDEN, cell: CELL, norms: true };
    const FIRST: Direction = Direction { shift: 0, hidden: 35, cell: 36, norms: false };
    const SECOND: Direction = Direction { shift: BACKWARD, hidden: 37, cell: 38, norms: false };
    if bidirectional(view) { &[FIRST, SECOND] } else { &[ONE] }
}

/// Whether the operator walks the sequence in both directions.
pub fn bidirectional(view: &NodeView) -> bool {
    matches!(view.node.op.builtin(), Some(Op::BidirectionalSequenceRnn | Op::BidirectionalSequenceLstm))
}

/// Whether operand `i` keeps its value between runs.
pub fn is_state(view: &NodeView, i: usize) -> bool {
    view.tensor(i).is_some_and(|t| t.is_variable)
}

/// Whether recurrent operators have this activation.
fn is_known(activation: Activation) -> bool {
    activation != Activation::SignBit
}

/// Whether input, result, and every operand from 1 on are float32, or 8-bit if among `weights`.
pub fn floats(view: &NodeView, weights: impl Fn(usize) -> bool) -> Check {
    let quantized =
        |i: usize| weights(i) && matches!(view.dtype(i), Some(Dtype::I8 | Dtype::U8)) && per_tensor(view, i);
    let all = (0..view.inputs()).all(|i| !view.has(i) || view.dtype(i) == Some(Dtype::F32) || quantized(i));
    types(view, all && (0..view.outputs()).all(|i| view.out_dtype(i) == Some(Dtype::F32)))?;
    if is_known(view.activation()) { Ok(()) } else { Err(Refusal::new("engine-activation")) }
}

/// Whether there is a result for each direction, or one for both.
pub fn outputs_fit(view: &NodeView) -> bool {
    let merged = matches!(view.node.params, Params::Recurrent { merge_outputs: true, .. });
    view.outputs() == if bidirectional(view) && !merged { 2 } else { 1 }
}

/// How an input is cut into steps.
#[derive(Clone, Copy)]
pub struct Sequence {
    /// Steps.
    pub steps: usize,
    /// Rows that are computed side by side.
    pub batch: usize,
    /// Elements of a row.
    pub input: usize,
    time_major: bool,
}

impl Sequence {
    /// The sequence of a node whose input has two dimensions (one step) or three.
    pub fn new(view: &NodeView) -> Result<Self> {
        let Params::Recurrent { time_major, .. } = view.node.params else { return Err(misfit()) };
        let (steps, batch, input, time_major) = match *view.shape(0) {
            [batch, input] => (1, batch, input, true),
            [time, batch, input] if time_major => (time, batch, input, true),
            [batch, time, input] => (time, batch, input, false),
            _ => return Err(misfit()),
        };
        Ok(Self { steps, batch, input, time_major })
    }

    /// The row of a step and batch row.
    pub fn row(&self, step: usize, b: usize) -> usize {
        if self.time_major { step * self.batch + b } else { b * self.steps + step }
    }

    /// Whether time is the first dimension.
    pub fn time_major(&self) -> bool {
        self.time_major
    }
}

/// Output shapes from the sizes of the rows of each direction.
pub fn with_rows(view: &NodeView, sizes: &[usize]) -> Result<Option<Vec<Shape>>> {
    let Params::Recurrent { merge_outputs, .. } = view.node.params else { return Err(misfit()) };
    let shape = |size: usize| {
        let mut shape = view.shape(0).to_vec();
        *shape.last_mut().ok_or_else(misfit)? = size;
        elements(&shape)?;
        Ok(shape)
    };
    if merge_outputs && sizes.len() == 2 {
        return Ok(Some(vec![shape(sizes[0] + sizes[1])?]));
    }
    Ok(Some(sizes.iter().map(|&size| shape(size)).collect::<Result<_>>()?))
}
