//! L2_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION, ADD_N.

use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::fixed::Factor;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{is, operands, out_per_tensor, per_tensor, ranked, same_shape, types};
use crate::engine::ops::products::clamps;
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::L2Normalization, Definition::new(2, check, rows_shape, l2)),
    (Op::LocalResponseNormalization, Definition::new(1, check, image_shape, local_response)),
    (Op::AddN, Definition::new(1, check_sum, sum_shape, sum)),
];

fn check(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let quantized = is(view, 0, Dtype::I8) && per_tensor(view, 0) && out_per_tensor(view, 0);
    types(view, is(view, 0, Dtype::F32) || quantized)?;
    clamps(view)
}

fn image_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 0, 4)?;
    same_shape(view)
}

fn rows_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if view.shape(0).len() > 4 { Err(misfit()) } else { same_shape(view) }
}

fn row(view: &NodeView) -> usize {
    view.shape(0).last().copied().unwrap_or(1).max(1)
}

/// Rows of the last dimension are divided by their length (at least 0.001).
fn l2(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = row(view);
    if view.dtype(0) == Some(Dtype::I8) {
        // Results are in units of 1 / 128.
        let zero = view.quant(0)?.zero_point();
        let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
        for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
            let quantized = x.iter().map(|&v| i32::from(v) - zero);
            let inverse = Factor::inverse_root(quantized.clone().map(|v| v * v).sum());
            let inverse = Factor { shift: inverse.shift + 7, ..inverse };
            out.iter_mut().zip(quantized).for_each(|(o, v)| *o = inverse.apply(v).clamp(-128, 127) as i8);
        }
        return Ok(());
    }
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
        let length = x.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-3);
        out.iter_mut().zip(x).for_each(|(o, &v)| *o = v / length);
    }
    Ok(())
}

fn local_response(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::LocalResponse { radius, bias, alpha, beta } = view.node.params else { return Err(misfit()) };
    let radius = usize::try_from(radius).map_err(|_| misfit())?;
    let n = row(view);
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
        for (c, o) in out.iter_mut().enumerate() {
            let near = &x[c.saturating_sub(radius)..c.saturating_add(radius).saturating_add(1).min(n)];
            let sum: f32 = near.iter().map(|v| v * v).sum();
            *o = x[c] * (bias + alpha * sum).powf(-beta);
        }
    }
    Ok(())
}

fn check_sum(view: &NodeView) -> Check {
    let given = view.inputs() >= 2 && (0..view.inputs()).all(|i| view.has(i)) && view.outputs() == 1;
    if !given {
        return Err(Refusal::new("engine-operands"));
    }
    let dtype = view.out_dtype(0);
    let known = matches!(dtype, Some(Dtype::F32 | Dtype::I32));
    types(view, known && (0..view.inputs()).all(|i| view.dtype(i) == dtype))
}

fn sum_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if (1..view.inputs()).any(|i| view.shape(i) != view.shape(0)) {
        return Err(misfit());
    }
    same_shape(view)
}

fn sum(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.out_dtype(0) == Some(Dtype::F32) {
        let out = io.output::<f32>(0);
        out.fill(0.0);
        for i in 0..view.inputs() {
            out.iter_mut().zip(io.input::<f32>(i)).for_each(|(o, &x)| *o += x);
        }
        return Ok(());
    }
    let out = io.output::<i32>(0);
    out.fill(0);
    for i in 0..view.inputs() {
        out.iter_mut().zip(io.input::<i32>(i)).for_each(|(o, &x)| *o = o.wrapping_add(x));
    }
    Ok(())
}
