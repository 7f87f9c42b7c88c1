//! RNN and LSTM with float32 weights: the steps of the plain kernels, with products of four rows at a time.

use super::vector::{F32x4, Floats};
use crate::engine::error::Result;
use crate::engine::kernels::reference::recurrent::float::{self, Run};
use crate::engine::ops::recurrent::operands::is_state;
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, Kernel, NodeView};

/// Rows of a block.
const ROWS: usize = 4;

struct Recurrent {
    step: Run,
}

/// Prepares an RNN or LSTM in either direction or both: float32 throughout.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let floats = (0..view.inputs()).all(|i| !view.has(i) || view.dtype(i) == Some(Dtype::F32));
    let has_state = (0..view.inputs()).any(|i| is_state(view, i));
    let basic = matches!(view.node.params, Params::Recurrent { kernel_type, .. } if kernel_type != 0);
    let step: Run = match view.node.op.builtin() {
        Some(Op::Rnn | Op::UnidirectionalSequenceRnn | Op::BidirectionalSequenceRnn) => float::rnn_with,
        _ => float::lstm_with,
    };
    Ok(if floats && has_state && !basic { Some(Box::new(Recurrent { step })) } else { None })
}

impl Kernel for Recurrent {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        (self.step)(view, io, add_product::<F32x4>)
    }
}

/// Adds to `out` the products of the rows of `weights` with `x`: one row and one sum per value of `out`.
pub fn add_product<V: Floats>(out: &mut [f32], weights: &[f32], x: &[f32]) {
    let depth = x.len().max(1);
    let mut blocks = weights.chunks_exact(ROWS * depth);
    let fours = out.as_chunks_mut::<ROWS>();
    for (rows, out) in (&mut blocks).zip(fours.0) {
        let (r0, rest) = rows.split_at(depth);
        let (r1, rest) = rest.split_at(depth);
        let (r2, r3) = rest.split_at(depth);
        block::<V, ROWS>([r0, r1, r2, r3], x, out);
    }
    for (row, out) in blocks.remainder().chunks_exact(depth).zip(fours.1) {
        block::<V, 1>([row], x, std::array::from_mut(out));
    }
}

#[inline(always)]
fn block<V: Floats, const N: usize>(rows: [&[f32]; N], x: &[f32], out: &mut [f32; N]) {
    let (fours, rest) = x.as_chunks::<4>();
    let rows = rows.map(|row| row.as_chunks::<4>());
    let mut sums = [V::splat(0.0); N];
    for (i, x) in fours.iter().enumerate() {
        let x = V::load(x);
        for (sum, (row, _)) in sums.iter_mut().zip(&rows) {
            *sum = sum.add_product(x, V::load(&row[i]));
        }
    }
    for ((out, sum), (_, row)) in out.iter_mut().zip(sums).zip(rows) {
        let mut lanes = [0.0; 4];
        sum.store(&mut lanes);
        let left: f32 = row.iter().zip(rest).map(|(w, x)| w * x).sum();
        *out += (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + left;
    }
}
