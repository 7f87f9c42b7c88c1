//! RNN and LSTM with float results: the steps of the plain kernels, with products of four rows at a time.

use super::vector::{F32x4, Floats, products};
use crate::engine::error::Result;
use crate::engine::kernels::reference::recurrent::float::{self, Products, Run};
use crate::engine::ops::recurrent::operands::is_state;
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, Kernel, NodeView};

/// Rows of a block.
const ROWS: usize = 4;

struct Recurrent {
    step: Run,
}

/// Prepares an RNN or LSTM in either direction or both: float32 inputs and results, weights of float32 or eight bits.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let floats = view.dtype(0) == Some(Dtype::F32);
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
        (self.step)(view, io, Products { floats: add_floats::<F32x4>, ints: add_ints })
    }
}

/// Adds to `out` the products of the rows of `weights` with `x`: one row and one sum per value of `out`.
pub fn add_floats<V: Floats>(out: &mut [f32], weights: &[f32], x: &[f32]) {
    by_rows(
        (out, weights, x.len()),
        |out, rows| block::<V, ROWS>(rows, x, out),
        |out, row| block::<V, 1>([row], x, std::array::from_mut(out)),
    );
}

/// The same for integers; the sums are multiplied with `scale`.
pub fn add_ints(out: &mut [f32], weights: &[i8], x: &[i16], scale: f32) {
    let add = |(out, sum): (&mut f32, i32)| *out += sum as f32 * scale;
    by_rows(
        (out, weights, x.len()),
        |out, rows| out.iter_mut().zip(products(rows, x)).for_each(add),
        |out, row| add((out, products([row], x)[0])),
    );
}

/// Calls `four` for four values and their rows of weights at a time, then `one` for those that are left.
#[inline(always)]
fn by_rows<T>(
    (out, weights, depth): (&mut [f32], &[T], usize),
    mut four: impl FnMut(&mut [f32; ROWS], [&[T]; ROWS]),
    mut one: impl FnMut(&mut f32, &[T]),
) {
    let depth = depth.max(1);
    let mut blocks = weights.chunks_exact(ROWS * depth);
    let (fours, rest) = out.as_chunks_mut();
    for (out, block) in fours.iter_mut().zip(&mut blocks) {
        four(out, std::array::from_fn(|i| &block[i * depth..][..depth]));
    }
    for (out, row) in rest.iter_mut().zip(blocks.remainder().chunks_exact(depth)) {
        one(out, row);
    }
}

#[inline(always)]
fn block<V: Floats, const N: usize>(rows: [&[f32]; N], x: &[f32], out: &mut [f32; N]) {
    let (fours, rest) = x.as_chunks::<4>();
    // Of one length, so that the loop asks for no other.
    let of_rows = rows.map(|row| &row.as_chunks::<4>().0[..fours.len()]);
    let mut sums = [V::splat(0.0); N];
    for (i, x) in fours.iter().enumerate() {
        let x = V::load(x);
        for (sum, row) in sums.iter_mut().zip(of_rows) {
            *sum = sum.add_product(x, V::load(&row[i]));
        }
    }
    for ((out, sum), row) in out.iter_mut().zip(sums).zip(rows) {
        let mut lanes = [0.0; 4];
        sum.store(&mut lanes);
        let left: f32 = row[4 * fours.len()..].iter().zip(rest).map(|(w, x)| w * x).sum();
        *out += (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]) + left;
    }
}
