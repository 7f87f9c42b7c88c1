//! MEAN, SUM, REDUCE_MAX and other reductions, ARG_MAX, ARG_MIN, CUMSUM.

use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::arithmetic::mean_factor;
use crate::engine::ops::fixed::{Factor, type_range};
use crate::engine::ops::geometry::{axis, misfit, strides, walk_rows};
use crate::engine::ops::operands::{operands, out_per_tensor, per_tensor, put_indices, same_shape, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops =
    &[(Op::Mean, Definition::fast(3, check_sums, shapes)), (Op::Sum, Definition::fast(2, check_sums, shapes))];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::ReduceMax, Definition::new(3, check_order, shapes, extreme)),
    (Op::ReduceMin, Definition::new(3, check_order, shapes, extreme)),
    (Op::ReduceProd, Definition::new(2, check_product, shapes, product)),
    (Op::ReduceAny, Definition::new(1, check_logic, shapes, any)),
    (Op::ReduceAll, Definition::new(1, check_logic, shapes, all)),
    (Op::ArgMax, Definition::new(3, check_arg, arg_shape, arg)),
    (Op::ArgMin, Definition::new(3, check_arg, arg_shape, arg)),
    (Op::Cumsum, Definition::new(1, check_cumsum, same_shape, cumsum)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::Mean, mean), (Op::Sum, sum)];

fn reduces(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, view.dtype(0) == view.out_dtype(0) && view.dtype(1) == Some(Dtype::I32))
}

fn check_sums(view: &NodeView) -> Check {
    reduces(view)?;
    types(
        view,
        match view.dtype(0) {
            Some(Dtype::F32 | Dtype::I32 | Dtype::I64) => true,
            Some(Dtype::I8 | Dtype::U8 | Dtype::I16) => per_tensor(view, 0) && out_per_tensor(view, 0),
            _ => false,
        },
    )
}

fn check_order(view: &NodeView) -> Check {
    reduces(view)?;
    types(
        view,
        matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I8 | Dtype::U8 | Dtype::I16)),
    )
}

fn check_product(view: &NodeView) -> Check {
    check_sums(view)?;
    types(view, view.dtype(0) != Some(Dtype::U8))
}

fn check_logic(view: &NodeView) -> Check {
    reduces(view)?;
    types(view, view.dtype(0) == Some(Dtype::Bool))
}

/// The dimensions that are reduced.
fn reduced(axes: &[i64], rank: usize) -> Result<Vec<bool>> {
    let mut reduced = vec![false; rank];
    // A scalar has no dimension to reduce, whatever the axis.
    if rank > 0 {
        for &a in axes {
            reduced[axis(a, rank)?] = true;
        }
    }
    Ok(reduced)
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Reduce { keep_dims } = view.node.params else { return Err(misfit()) };
    let Some(axes) = view.integers(1) else { return Ok(None) };
    let reduced = reduced(&axes, view.shape(0).len())?;
    let kept = view.shape(0).iter().zip(reduced).filter_map(|(&d, r)| match (r, keep_dims) {
        (false, _) => Some(d),
        (true, true) => Some(1),
        (true, false) => None,
    });
    Ok(Some(vec![kept.collect()]))
}

/// Steps through the output along each dimension of the input, and the number of elements per output.
#[inline(never)]
fn fold_steps(view: &NodeView, io: &Io) -> Result<(Vec<usize>, usize)> {
    let shape = view.shape(0);
    let axes: Vec<i64> = io.input::<i32>(1).iter().map(|&a| i64::from(a)).collect();
    let reduced = reduced(&axes, shape.len())?;
    let kept: Shape = shape.iter().zip(&reduced).map(|(&d, &r)| if r { 1 } else { d }).collect();
    let steps: Vec<usize> = strides(&kept).into_iter().zip(&reduced).map(|(s, &r)| if r { 0 } else { s }).collect();
    Ok((steps, shape.iter().zip(&reduced).filter(|(_, r)| **r).map(|(&d, _)| d).product()))
}

/// Calls `f(output index, element)` for every element; returns the number of elements per output.
fn fold<T: Number>(view: &NodeView, io: &Io, mut f: impl FnMut(usize, T)) -> Result<usize> {
    let (steps, count) = fold_steps(view, io)?;
    let x = io.input::<T>(0);
    walk_rows(view.shape(0), &[steps], &mut |start, at, along, len| {
        let (mut at, step) = (at[0], along[0]);
        for &x in &x[start..start + len] {
            f(at, x);
            at += step;
        }
    });
    Ok(count)
}

/// Sums of quantized values without their zero points, and how many values each sum has.
fn quantized_sums(view: &NodeView, io: &Io) -> Result<(Vec<i32>, usize)> {
    let zero = view.quant(0)?.zero_point();
    let mut sums = vec![0i32; view.out_shape(0).iter().product()];
    let mut add = |o: usize, x: i32| sums[o] = sums[o].wrapping_add(x - zero);
    let count = match view.dtype(0) {
        Some(Dtype::I8) => fold(view, io, |o, x: i8| add(o, x.into()))?,
        Some(Dtype::U8) => fold(view, io, |o, x: u8| add(o, x.into()))?,
        _ => fold(view, io, |o, x: i16| add(o, x.into()))?,
    };
    Ok((sums, count))
}

fn put_quantized(view: &NodeView, io: &mut Io, sums: &[i32], factor: Factor) -> Result<()> {
    let zero = view.out_quant(0)?.zero_point();
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let code = |&sum: &i32| factor.apply(sum).saturating_add(zero).clamp(low, high);
    match view.out_dtype(0) {
        Some(Dtype::I8) => io.output::<i8>(0).iter_mut().zip(sums).for_each(|(o, s)| *o = code(s) as i8),
        Some(Dtype::U8) => io.output::<u8>(0).iter_mut().zip(sums).for_each(|(o, s)| *o = code(s) as u8),
        _ => io.output::<i16>(0).iter_mut().zip(sums).for_each(|(o, s)| *o = code(s) as i16),
    }
    Ok(())
}

fn mean(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::F32) => {
            let out = io.output::<f32>(0);
            out.fill(0.0);
            let count = fold(view, io, |o, x: f32| out[o] += x)?;
            out.iter_mut().for_each(|o| *o /= count as f32);
        }
        Some(Dtype::I32) => {
            let out = io.output::<i32>(0);
            let mut sums = vec![0i64; out.len()];
            let count = fold(view, io, |o, x: i32| sums[o] += i64::from(x))?.max(1);
            out.iter_mut().zip(sums).for_each(|(o, s)| *o = (s / count as i64) as i32);
        }
        Some(Dtype::I64) => {
            let out = io.output::<i64>(0);
            out.fill(0);
            let count = fold(view, io, |o, x: i64| out[o] = out[o].wrapping_add(x))?.max(1);
            out.iter_mut().for_each(|o| *o /= count as i64);
        }
        _ => {
            let (sums, count) = quantized_sums(view, io)?;
            let factor = Factor::new(f64::from(view.quant(0)?.scale()) / f64::from(view.out_quant(0)?.scale()));
            put_quantized(view, io, &sums, mean_factor(factor, count))?;
        }
    }
    Ok(())
}

fn sum(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::F32) => reduce(view, io, 0.0f32, |a, b| a + b),
        Some(Dtype::I32) => reduce(view, io, 0i32, i32::wrapping_add),
        Some(Dtype::I64) => reduce(view, io, 0i64, i64::wrapping_add),
        _ => {
            let (sums, _) = quantized_sums(view, io)?;
            let factor = Factor::new(f64::from(view.quant(0)?.scale()) / f64::from(view.out_quant(0)?.scale()));
            put_quantized(view, io, &sums, factor)
        }
    }
}

fn reduce<T: Number>(view: &NodeView, io: &mut Io, start: T, f: impl Fn(T, T) -> T) -> Result<()> {
    let out = io.output::<T>(0);
    out.fill(start);
    fold(view, io, |o, x: T| out[o] = f(out[o], x))?;
    Ok(())
}

/// REDUCE_MAX, REDUCE_MIN.
fn extreme(view: &NodeView, io: &mut Io) -> Result<()> {
    fn pick<T: Number + PartialOrd>(view: &NodeView, io: &mut Io, [smallest, largest]: [T; 2]) -> Result<()> {
        let max = view.node.op.builtin() == Some(Op::ReduceMax);
        let better = |a: T, b: T| if max { b > a } else { b < a };
        reduce(view, io, if max { smallest } else { largest }, |a, b| if better(a, b) { b } else { a })
    }
    match view.dtype(0) {
        Some(Dtype::F32) => pick(view, io, [f32::MIN, f32::MAX]),
        Some(Dtype::I32) => pick(view, io, [i32::MIN, i32::MAX]),
        Some(Dtype::I64) => pick(view, io, [i64::MIN, i64::MAX]),
        Some(Dtype::I16) => pick(view, io, [i16::MIN, i16::MAX]),
        Some(Dtype::U8) => pick(view, io, [u8::MIN, u8::MAX]),
        _ => pick(view, io, [i8::MIN, i8::MAX]),
    }
}

/// Products of quantized values, rescaled to 32 bits after each factor.
fn quantized_product(view: &NodeView, io: &mut Io) -> Result<()> {
    let (from, to) = (view.quant(0)?, view.out_quant(0)?);
    let outputs: usize = view.out_shape(0).iter().product();
    let each = view.shape(0).iter().product::<usize>() / outputs.max(1);
    let factor = Factor::new(f64::from(from.scale()) / f64::from(to.scale()).powf(1.0 / each.max(1) as f64));
    let mut products: Vec<Option<i32>> = vec![None; outputs];
    let mut times = |o: usize, x: i32| {
        let x = x - from.zero_point();
        products[o] = Some(products[o].map_or(x, |p| factor.apply_wide(i64::from(p) * i64::from(x))));
    };
    match view.dtype(0) {
        Some(Dtype::I8) => fold(view, io, |o, x: i8| times(o, x.into()))?,
        _ => fold(view, io, |o, x: i16| times(o, x.into()))?,
    };
    let (low, high) = view.out_dtype(0).and_then(type_range).ok_or_else(misfit)?;
    let quantized = products
        .iter()
        .map(|p| factor.apply_wide(i64::from(p.unwrap_or(0))).saturating_add(to.zero_point()).clamp(low, high));
    match view.dtype(0) {
        Some(Dtype::I8) => io.output::<i8>(0).iter_mut().zip(quantized).for_each(|(o, c)| *o = c as i8),
        _ => io.output::<i16>(0).iter_mut().zip(quantized).for_each(|(o, c)| *o = c as i16),
    }
    Ok(())
}

fn product(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.dtype(0) {
        Some(Dtype::I8 | Dtype::I16) => quantized_product(view, io),
        Some(Dtype::F32) => reduce(view, io, 1.0f32, |a, b| a * b),
        Some(Dtype::I32) => reduce(view, io, 1i32, i32::wrapping_mul),
        _ => reduce(view, io, 1i64, i64::wrapping_mul),
    }
}

fn any(view: &NodeView, io: &mut Io) -> Result<()> {
    reduce(view, io, 0u8, |a, b| u8::from(a != 0 || b != 0))
}

fn all(view: &NodeView, io: &mut Io) -> Result<()> {
    reduce(view, io, 1u8, |a, b| u8::from(a != 0 && b != 0))
}

fn check_arg(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let data = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I8 | Dtype::U8 | Dtype::Bool));
    types(
        view,
        data && matches!(view.dtype(1), Some(Dtype::I32 | Dtype::I64))
            && matches!(view.out_dtype(0), Some(Dtype::I32 | Dtype::I64)),
    )
}

fn arg_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(at) = view.integers(1) else { return Ok(None) };
    let mut shape = view.shape(0).to_vec();
    let &[at] = at.as_slice() else { return Err(misfit()) };
    if shape.remove(axis(at, shape.len())?) == 0 {
        return Err(misfit());
    }
    Ok(Some(vec![shape]))
}

fn arg(view: &NodeView, io: &mut Io) -> Result<()> {
    let shape = view.shape(0);
    let at = match view.dtype(1) {
        Some(Dtype::I64) => io.input::<i64>(1).first().copied(),
        _ => io.input::<i32>(1).first().map(|&a| i64::from(a)),
    };
    let at = axis(at.ok_or_else(misfit)?, shape.len())?;
    let inner: usize = shape[at + 1..].iter().product();
    let largest = view.node.op.builtin() == Some(Op::ArgMax);
    fn search<T: Number + PartialOrd>(x: &[T], size: usize, inner: usize, largest: bool) -> Vec<i64> {
        let mut found = Vec::with_capacity(x.len() / size.max(1));
        for block in x.chunks_exact((size * inner).max(1)) {
            for i in 0..inner {
                let mut best = 0;
                for k in 1..size {
                    let (a, b) = (block[k * inner + i], block[best * inner + i]);
                    if if largest { a > b } else { a < b } {
                        best = k;
                    }
                }
                found.push(best as i64);
            }
        }
        found
    }
    let found = match view.dtype(0) {
        Some(Dtype::F32) => search(io.input::<f32>(0), shape[at], inner, largest),
        Some(Dtype::I32) => search(io.input::<i32>(0), shape[at], inner, largest),
        Some(Dtype::I16) => search(io.input::<i16>(0), shape[at], inner, largest),
        Some(Dtype::I8) => search(io.input::<i8>(0), shape[at], inner, largest),
        _ => search(io.input::<u8>(0), shape[at], inner, largest),
    };
    put_indices(view, io, 0, found.into_iter());
    Ok(())
}

fn check_cumsum(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64));
    types(view, known && view.dtype(0) == view.out_dtype(0) && view.dtype(1) == Some(Dtype::I32))
}

fn cumsum(view: &NodeView, io: &mut Io) -> Result<()> {
    fn run<T: Number + Default>(view: &NodeView, io: &mut Io, add: impl Fn(T, T) -> T) -> Result<()> {
        let Params::Cumsum { exclusive, reverse } = view.node.params else { return Err(misfit()) };
        let shape = view.shape(0);
        let at = axis(i64::from(*io.input::<i32>(1).first().ok_or_else(misfit)?), shape.len())?;
        let inner: usize = shape[at + 1..].iter().product();
        let (x, out, size) = (io.input::<T>(0), io.output::<T>(0), shape[at]);
        let block = size * inner;
        for start in (0..x.len()).step_by(block.max(1)) {
            for i in 0..inner {
                let mut sum = T::default();
                for k in 0..size {
                    let k = if reverse { size - 1 - k } else { k };
                    let at = start + k * inner + i;
                    let next = add(sum, x[at]);
                    out[at] = if exclusive { sum } else { next };
                    sum = next;
                }
            }
        }
        Ok(())
    }
    match view.dtype(0) {
        Some(Dtype::F32) => run(view, io, |a: f32, b| a + b),
        Some(Dtype::I32) => run(view, io, i32::wrapping_add),
        _ => run(view, io, i64::wrapping_add),
    }
}
