//! BATCH_MATMUL.

use super::dynamic_range::QuantizedRows;
use super::products::Sum;
use super::{Check, is, operands, out_per_tensor, per_tensor, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::fixed::Factor;
use crate::engine::kernels::geometry::{broadcast, for_each_broadcast, misfit};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::registry::Definition;
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[(Op::BatchMatmul, Definition::new(4, check, shapes, run))];

fn check(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let same = |dtype| is(view, 0, dtype) && view.dtype(1) == Some(dtype);
    let scales = || per_tensor(view, 0) && per_tensor(view, 1) && out_per_tensor(view, 0);
    let dynamic_range = is(view, 0, Dtype::F32) && view.dtype(1) == Some(Dtype::I8) && per_tensor(view, 1);
    types(view, same(Dtype::F32) || dynamic_range || ((same(Dtype::I8) || same(Dtype::I16)) && scales()))
}

/// Rows, columns, depth, and the shapes of the stacks of matrices.
#[derive(Clone, Debug)]
pub struct Matmul {
    /// Rows of the left operand and of the output.
    pub rows: usize,
    /// Columns of the right operand and of the output.
    pub columns: usize,
    /// Length of the inner products.
    pub depth: usize,
    /// Stack of the output; the operands' broadcast to it.
    pub stack: Shape,
    /// The left operand is transposed.
    pub adj_x: bool,
    /// The right operand is transposed.
    pub adj_y: bool,
}

/// Geometry of a BATCH_MATMUL node.
pub fn geometry(view: &NodeView) -> Result<Matmul> {
    let Params::BatchMatmul { adj_x, adj_y, .. } = view.node.params else { return Err(misfit()) };
    let split = |shape: &[usize], adjoint: bool| match shape {
        [stack @ .., a, b] => Ok((stack.to_vec(), if adjoint { (*b, *a) } else { (*a, *b) })),
        _ => Err(misfit()),
    };
    let (x_stack, (rows, depth)) = split(view.shape(0), adj_x)?;
    let (y_stack, (depth_y, columns)) = split(view.shape(1), adj_y)?;
    if depth != depth_y {
        return Err(misfit());
    }
    Ok(Matmul { rows, columns, depth, stack: broadcast(&x_stack, &y_stack)?, adj_x, adj_y })
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = geometry(view)?;
    Ok(Some(vec![[g.stack.as_slice(), &[g.rows, g.columns]].concat()]))
}

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

/// From sums of products to codes.
pub fn factor(view: &NodeView) -> Result<Factor> {
    let product = view.quant(0)?.scale() * view.quant(1)?.scale();
    Ok(Factor::new(f64::from(product) / f64::from(view.out_quant(0)?.scale())))
}
