//! BATCH_MATMUL.

use super::products::Sum;
use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops};
use crate::engine::ops::batch_matmul::{Matmul, check, factor, geometry, shapes};
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::ops::geometry::{for_each_broadcast, misfit};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operators of this file.
pub const OPS: Ops = &[(Op::BatchMatmul, Definition::new(4, check, shapes, run))];

/// Calls `f(output index, sum)` for every output.
fn sums<S: Sum>(view: &NodeView, g: &Matmul, product: impl Fn(usize, usize) -> S, mut f: impl FnMut(usize, S)) {
    let stack = |i: usize| &view.shape(i)[..view.shape(i).len() - 2];
    for_each_broadcast(&g.stack, [stack(0), stack(1)], |b, [bx, by]| {
        for r in 0..g.rows {
            for c in 0..g.columns {
                let mut sum = S::default();
                for k in 0..g.depth {
                    let x = if g.adj_x { k * g.rows + r } else { r * g.depth + k };
                    let y = if g.adj_y { c * g.depth + k } else { k * g.columns + c };
                    sum.add(product(bx * g.rows * g.depth + x, by * g.depth * g.columns + y));
                }
                f((b * g.rows + r) * g.columns + c, sum);
            }
        }
    });
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = geometry(view)?;
    match (view.dtype(0), view.dtype(1)) {
        (Some(Dtype::F32), Some(Dtype::F32)) => {
            let (x, y, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
            sums(view, &g, |i, j| x[i] * y[j], |o, sum: f32| out[o] = sum);
        }
        (Some(Dtype::F32), _) => {
            // Each row of the left operand is quantized on the fly.
            let Params::BatchMatmul { asymmetric_inputs, .. } = view.node.params else { return Err(misfit()) };
            let (y, out) = (io.input::<i8>(1), io.output::<f32>(0));
            let quant = view.quant(1)?;
            let count = view.shape(0).iter().product::<usize>() / g.depth.max(1);
            let x = rows_first(io.input::<f32>(0), &g);
            let rows = QuantizedRows::quantize(&x, count, asymmetric_inputs);
            let straight = Matmul { adj_x: false, ..g.clone() };
            let row = |i: usize| i / g.depth.max(1);
            let mut scales = Vec::with_capacity(out.len());
            let stack = |i: usize| &view.shape(i)[..view.shape(i).len() - 2];
            for_each_broadcast(&g.stack, [stack(0)], |_, [bx]| {
                for r in 0..g.rows {
                    scales.extend(std::iter::repeat_n(rows.scale[bx * g.rows + r], g.columns));
                }
            });
            sums(
                view,
                &straight,
                |i, j| (i32::from(rows.values[i]) - rows.zero[row(i)]) * i32::from(y[j]),
                |o, sum: i32| out[o] = sum as f32 * scales[o] * quant.scale(),
            );
        }
        (Some(Dtype::I8), _) => {
            let (x, y, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
            let (zx, zy) = (view.quant(0)?.zero_point(), view.quant(1)?.zero_point());
            let (factor, zero) = (factor(view)?, view.out_quant(0)?.zero_point());
            sums(
                view,
                &g,
                |i, j| (i32::from(x[i]) - zx) * (i32::from(y[j]) - zy),
                |o, sum: i32| out[o] = factor.apply(sum).saturating_add(zero).clamp(-128, 127) as i8,
            );
        }
        _ => {
            let (x, y, out) = (io.input::<i16>(0), io.input::<i16>(1), io.output::<i16>(0));
            let factor = factor(view)?;
            sums(
                view,
                &g,
                |i, j| i64::from(i32::from(x[i]) * i32::from(y[j])),
                |o, sum: i64| out[o] = factor.apply_wide(sum).clamp(-32768, 32767) as i16,
            );
        }
    }
    Ok(())
}

/// The left operand with its rows in order.
fn rows_first(x: &[f32], g: &Matmul) -> Vec<f32> {
    if !g.adj_x || g.rows * g.depth == 0 {
        return x.to_vec();
    }
    let matrix =
        |m: &[f32]| -> Vec<f32> { (0..g.rows * g.depth).map(|i| m[i % g.depth * g.rows + i / g.depth]).collect() };
    x.chunks_exact(g.rows * g.depth).flat_map(matrix).collect()
}
