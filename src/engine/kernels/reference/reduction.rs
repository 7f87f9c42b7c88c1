//! MEAN, SUM, REDUCE_MAX and other reductions, ARG_MAX, ARG_MIN, CUMSUM.

use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::arithmetic::mean_factor;
use crate::engine::ops::fixed::{Factor, type_range};
use crate::engine::ops::geometry::{axis, joined, misfit, strides, walk_rows};
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

/// How the input of a reduction is walked.
struct Walk {
    /// Dimensions but the last one.
    outer: Shape,
    /// Steps through the output along them.
    steps: Vec<usize>,
    /// Elements of a row, the last dimension.
    len: usize,
    /// Whether a row is reduced to one element.
    is_reduced: bool,
    /// Elements per output.
    count: usize,
}

impl Walk {
    #[inline(never)]
    fn new(view: &NodeView, io: &Io) -> Result<Self> {
        let shape = view.shape(0);
        let axes: Vec<i64> = io.input::<i32>(1).iter().map(|&a| i64::from(a)).collect();
        let reduced = reduced(&axes, shape.len())?;
        let kept: Shape = shape.iter().zip(&reduced).map(|(&d, &r)| if r { 1 } else { d }).collect();
        let steps = strides(&kept).into_iter().zip(&reduced).map(|(s, &r)| if r { 0 } else { s }).collect();
        let mut steps: [Vec<usize>; 1] = [steps];
        let mut outer = joined(shape, &mut steps);
        let [mut steps] = steps;
        let (len, step) = (outer.pop().unwrap_or(1), steps.pop().unwrap_or(0));
        let count = shape.iter().zip(&reduced).filter(|(_, r)| **r).map(|(&d, _)| d).product();
        Ok(Self { outer, steps, len, is_reduced: step == 0, count })
    }
}

/// Folds the input into `out`: `row` a value and the elements that belong to it, `one` a value and one element. Returns
/// the number of elements per output. Functions should own what they need: a loop over references is no vector.
fn fold<T: Number, A: Copy>(
    view: &NodeView,
    io: &Io,
    out: &mut [A],
    row: impl Fn(A, &[T]) -> A + Copy,
    one: impl Fn(A, T) -> A + Copy,
) -> Result<usize> {
    let Walk { outer, steps, len, is_reduced, count } = Walk::new(view, io)?;
    let x = io.input::<T>(0);
    if x.is_empty() {
        return Ok(count);
    }
    walk_rows(&outer, vec![steps], &mut |first, at, along, rows| {
        let (mut at, step, row, one) = (at[0], along[0], row, one);
        for x in x[first * len..][..rows * len].chunks_exact(len) {
            if is_reduced {
                out[at] = row(out[at], x);
            } else {
                out[at..at + len].iter_mut().zip(x).for_each(|(out, &x)| *out = one(*out, x));
            }
            at += step;
        }
    });
    Ok(count)
}

/// [`fold`] by one function, in the order of the elements.
fn fold_each<T: Number, A: Copy>(
    view: &NodeView,
    io: &Io,
    out: &mut [A],
    f: impl Fn(A, T) -> A + Copy,
) -> Result<usize> {
    fold(view, io, out, move |value, x| x.iter().fold(value, |value, &x| f(value, x)), f)
}

/// Sums of quantized values without their zero points, and how many values each sum has.
fn quantized_sums(view: &NodeView, io: &Io) -> Result<(Vec<i32>, usize)> {
    fn add<T: Number + Into<i32>>(view: &NodeView, io: &Io, sums: &mut [i32]) -> Result<usize> {
        fold_each(view, io, sums, |sum, x: T| sum.wrapping_add(x.into()))
    }
    let mut sums = vec![0i32; view.out_shape(0).iter().product()];
    let count = match view.dtype(0) {
        Some(Dtype::I8) => add::<i8>(view, io, &mut sums)?,
        Some(Dtype::U8) => add::<u8>(view, io, &mut sums)?,
        _ => add::<i16>(view, io, &mut sums)?,
    };
    let zeros = view.quant(0)?.zero_point().wrapping_mul(count as i32);
    sums.iter_mut().for_each(|sum| *sum = sum.wrapping_sub(zeros));
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
            let count = fold_each(view, io, out, |sum, x: f32| sum + x)?;
            out.iter_mut().for_each(|o| *o /= count as f32);
        }
        Some(Dtype::I32) => {
            let out = io.output::<i32>(0);
            let mut sums = vec![0i64; out.len()];
            let count = fold_each(view, io, &mut sums, |sum, x: i32| sum + i64::from(x))?.max(1);
            out.iter_mut().zip(sums).for_each(|(o, s)| *o = (s / count as i64) as i32);
        }
        Some(Dtype::I64) => {
            let out = io.output::<i64>(0);
            out.fill(0);
            let count = fold_each(view, io, out, i64::wrapping_add)?.max(1);
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

fn reduce<T: Number>(view: &NodeView, io: &mut Io, start: T, f: impl Fn(T, T) -> T + Copy) -> Result<()> {
    let out = io.output::<T>(0);
    out.fill(start);
    fold_each(view, io, out, f)?;
    Ok(())
}

/// An element whose order is that of an integer, so that a search is a vector for all types.
trait Ranked: Number + PartialOrd {
    /// Larger for better elements: the larger ones, or the smaller ones if `flip` is -1. NaN has the least rank, and
    /// zeros of both signs have one.
    fn rank(self, flip: i32) -> i32;
    /// An element of this rank.
    fn of_rank(rank: i32, flip: i32) -> Self;
}

impl Ranked for f32 {
    // The bits of floats are in order, except those of negative ones, which are reversed.
    fn rank(self, flip: i32) -> i32 {
        let bits = (self + 0.0).to_bits() as i32;
        if self.is_nan() { i32::MIN } else { bits ^ ((bits >> 31) & i32::MAX) ^ flip }
    }

    fn of_rank(rank: i32, flip: i32) -> Self {
        let bits = rank ^ flip;
        Self::from_bits((bits ^ ((bits >> 31) & i32::MAX)) as u32)
    }
}

macro_rules! ranked {
    ($($t:ty)*) => { $(impl Ranked for $t {
        fn rank(self, flip: i32) -> i32 {
            i32::from(self) ^ flip
        }

        fn of_rank(rank: i32, flip: i32) -> Self {
            (rank ^ flip) as Self
        }
    })* };
}
ranked!(i8 u8 i16 i32);

/// The best rank of a row.
#[inline(never)]
fn best_rank<T: Ranked>(row: &[T], flip: i32) -> i32 {
    row.iter().fold(i32::MIN, |best, &x| best.max(x.rank(flip)))
}

/// REDUCE_MAX, REDUCE_MIN: `is_better` for the second of two elements, which NaN never is.
fn extreme(view: &NodeView, io: &mut Io) -> Result<()> {
    fn run<T: Ranked>(
        view: &NodeView,
        io: &mut Io,
        (start, flip): (T, i32),
        is_better: impl Fn(T, T) -> bool + Copy,
    ) -> Result<()> {
        let out = io.output::<T>(0);
        out.fill(start);
        let better = move |a: T, b: T| if is_better(a, b) { b } else { a };
        let row = move |before: T, row: &[T]| {
            let mut best = T::of_rank(best_rank(row, flip), flip);
            if best == T::zeroed() {
                // The sign of a zero is that of the first.
                best = row.iter().copied().find(|x| *x == best).unwrap_or(best);
            }
            better(before, best)
        };
        fold(view, io, out, row, better)?;
        Ok(())
    }
    fn pick<T: Ranked>(view: &NodeView, io: &mut Io, [smallest, largest]: [T; 2]) -> Result<()> {
        match view.node.op.builtin() {
            Some(Op::ReduceMax) => run(view, io, (smallest, 0), |a, b| b > a),
            _ => run(view, io, (largest, -1), |a, b| b < a),
        }
    }
    match view.dtype(0) {
        Some(Dtype::F32) => pick(view, io, [f32::MIN, f32::MAX]),
        Some(Dtype::I32) => pick(view, io, [i32::MIN, i32::MAX]),
        Some(Dtype::I64) if view.node.op.builtin() == Some(Op::ReduceMax) => reduce(view, io, i64::MIN, i64::max),
        Some(Dtype::I64) => reduce(view, io, i64::MAX, i64::min),
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
    let zero = from.zero_point();
    let times = move |product: Option<i32>, x: i32| {
        let x = x - zero;
        Some(product.map_or(x, |p| factor.apply_wide(i64::from(p) * i64::from(x))))
    };
    match view.dtype(0) {
        Some(Dtype::I8) => fold_each(view, io, &mut products, move |product, x: i8| times(product, x.into()))?,
        _ => fold_each(view, io, &mut products, move |product, x: i16| times(product, x.into()))?,
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
    let flip = if view.node.op.builtin() == Some(Op::ArgMax) { 0 } else { -1 };
    let found = match view.dtype(0) {
        Some(Dtype::F32) => search(io.input::<f32>(0), shape[at], inner, flip),
        Some(Dtype::I32) => search(io.input::<i32>(0), shape[at], inner, flip),
        Some(Dtype::I16) => search(io.input::<i16>(0), shape[at], inner, flip),
        Some(Dtype::I8) => search(io.input::<i8>(0), shape[at], inner, flip),
        _ => search(io.input::<u8>(0), shape[at], inner, flip),
    };
    put_indices(view, io, 0, found.into_iter().map(i64::from));
    Ok(())
}

/// Whether an element that comes first stays the best: NaN.
fn stays<T: PartialOrd>(x: T) -> bool {
    x.partial_cmp(&x).is_none()
}

/// The indices of the best of `size` elements each, which lie `inner` elements apart.
fn search<T: Ranked>(x: &[T], size: usize, inner: usize, flip: i32) -> Vec<u32> {
    if inner == 1 {
        return x.chunks_exact(size.max(1)).map(|row| search_row(row, flip)).collect();
    }
    let mut found = vec![0; x.len() / size.max(1)];
    let mut best = vec![0; inner];
    let inner = inner.max(1);
    for (found, block) in found.chunks_exact_mut(inner).zip(x.chunks_exact(size.max(1) * inner)) {
        let (first, rest) = block.split_at(inner);
        best.iter_mut().zip(first).for_each(|(best, &x)| *best = if stays(x) { i32::MAX } else { x.rank(flip) });
        for (k, x) in (1..).zip(rest.chunks_exact(inner)) {
            for ((found, best), &x) in found.iter_mut().zip(&mut best).zip(x) {
                let rank = x.rank(flip);
                *found = if rank > *best { k } else { *found };
                *best = rank.max(*best);
            }
        }
    }
    found
}

/// Elements that are tested together.
const TESTED: usize = 16;

/// The index of the best element of a row, of equal ones the first.
fn search_row<T: Ranked>(row: &[T], flip: i32) -> u32 {
    if stays(row[0]) {
        return 0;
    }
    let best = best_rank(row, flip);
    let has = |x: &[T; TESTED]| x.iter().fold(false, |has, x| has | (x.rank(flip) == best));
    let wide = row.as_chunks::<TESTED>().0;
    let first = TESTED * wide.iter().position(has).unwrap_or(wide.len());
    row[first..].iter().position(|x| x.rank(flip) == best).map_or(0, |i| (first + i) as u32)
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
