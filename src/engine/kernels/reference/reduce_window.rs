//! REDUCE_WINDOW, STABLEHLO_REDUCE_WINDOW: a window over any number of dimensions, folded with one of a few operators.

use super::data_movement::{integers, size};
use super::element::{fold, read, write};
use crate::engine::error::{EngineError, ErrorKind, Result};
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::{advance, misfit, strides};
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Body, Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::ReduceWindow, Definition::new(1, check, shapes, run)),
    (Op::StablehloReduceWindow, Definition::new(1, check, shapes, run)),
];

/// Numbers of dimensions that the runtime takes.
const RANKS: std::ops::RangeInclusive<usize> = 1..=6;

/// Maximum elements of the padded input, which the runtime holds in memory: bounds the work for each result.
const MOST: usize = 1 << 28;

fn body(view: &NodeView) -> Option<Body> {
    match view.node.params {
        Params::ReduceWindow { body, .. } => Some(body),
        _ => None,
    }
}

fn check(view: &NodeView) -> Check {
    let plain = view.node.op.builtin() == Some(Op::ReduceWindow);
    let count = if plain { 5 } else { 2 };
    operands(view, count..=count, count)?;
    let dtype = view.dtype(0);
    let known = matches!(
        dtype,
        Some(Dtype::Bool | Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::I32 | Dtype::I64 | Dtype::F32 | Dtype::F64)
    );
    let whole = (2..count).all(|i| view.dtype(i) == Some(Dtype::I64));
    types(view, known && whole && view.dtype(1) == dtype && view.out_dtype(0) == dtype)?;
    let fold = body(view).and_then(|body| body.fold);
    if fold.is_some() { Ok(()) } else { Err(Refusal::new("engine-body")) }
}

/// A window along one dimension.
struct Axis {
    /// Elements of the input, and the distance they are spread to.
    input: usize,
    base: i64,
    /// Positions before the first.
    before: i64,
    padded: i64,
    taps: i64,
    stride: i64,
    dilation: i64,
    output: usize,
}

impl Axis {
    fn new(input: usize, [taps, stride, base, dilation, before, after]: [i64; 6]) -> Result<Self> {
        let sane = |v: i64| (1..1 << 31).contains(&v);
        let edges = [before, after].iter().all(|v| v.unsigned_abs() < 1 << 31);
        if ![taps, stride, base, dilation].into_iter().all(sane) || !edges {
            return Err(misfit());
        }
        let spread = (input as i64 - 1).max(0).checked_mul(base).ok_or_else(misfit)? + i64::from(input > 0);
        let padded = spread + before + after;
        let reach = (taps - 1) * dilation + 1;
        if padded < 0 {
            return Err(misfit());
        }
        let output = if padded < reach { 0 } else { (padded - reach) / stride + 1 };
        Ok(Self { input, base, before, padded, taps, stride, dilation, output: output as usize })
    }

    /// The input element under a tap; `None` between elements and in the padding.
    fn at(&self, output: usize, tap: usize) -> Option<usize> {
        let place = output as i64 * self.stride + tap as i64 * self.dilation - self.before;
        let i = usize::try_from(place / self.base).ok().filter(|&i| i < self.input)?;
        (place >= 0 && place % self.base == 0).then_some(i)
    }
}

/// The window by dimension; `operands` are taps, strides and dilations where the options lack them.
fn axes(view: &NodeView, operands: Option<[Vec<i64>; 3]>) -> Result<Vec<Axis>> {
    let Params::ReduceWindow { form, .. } = &view.node.params else { return Err(misfit()) };
    let shape = view.shape(0);
    let (rank, ones) = (shape.len(), vec![1; shape.len()]);
    let (taps, strides, base, dilations, padding) = match (form, &operands) {
        (Some(f), _) => (&f.taps, &f.strides, &f.base, &f.dilations, f.padding.clone()),
        (None, Some([taps, strides, dilations])) => (taps, strides, &ones, dilations, vec![0; 2 * rank]),
        (None, None) => return Err(misfit()),
    };
    let lists = [taps, strides, base, dilations].iter().all(|list| list.len() == rank);
    if !RANKS.contains(&rank) || !lists || padding.len() != 2 * rank || view.shape(1).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    let axis = |d: usize| {
        Axis::new(shape[d], [taps[d], strides[d], base[d], dilations[d], padding[2 * d], padding[2 * d + 1]])
    };
    let axes: Vec<Axis> = (0..rank).map(axis).collect::<Result<_>>()?;
    let padded: Vec<usize> = axes.iter().map(|a| a.padded as usize).collect();
    let padded = elements(&padded)?;
    if padded > MOST {
        let error = EngineError::new(ErrorKind::OverLimit, "engine-tensor-too-large");
        return Err(error.with("size", padded.saturating_mul(size(view))).with("limit", MOST * size(view)));
    }
    Ok(axes)
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let mut operands = None;
    if view.inputs() == 5 {
        let (Some(taps), Some(steps), Some(dilations)) = (view.integers(2), view.integers(3), view.integers(4)) else {
            return Ok(None);
        };
        operands = Some([taps, steps, dilations]);
    }
    Ok(Some(vec![axes(view, operands)?.iter().map(|a| a.output).collect()]))
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let given = |i| integers(view, io, i);
    let operands = if view.inputs() == 5 { Some([given(2)?, given(3)?, given(4)?]) } else { None };
    let axes = axes(view, operands)?;
    let (dtype, how) = (view.dtype(0).ok_or_else(misfit)?, body(view).and_then(|b| b.fold).ok_or_else(misfit)?);
    let n = size(view);
    let own = strides(view.shape(0));
    let window: Shape = axes.iter().map(|a| a.taps as usize).collect();
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    let first = read(dtype, io.bytes(1));
    let mut place = vec![0; axes.len()];
    let mut tap = vec![0; axes.len()];
    // As in the runtime, every step is stored: integers wrap, reals round.
    let mut held = vec![0; n];
    for out in out.chunks_exact_mut(n) {
        let mut result = first;
        tap.fill(0);
        for _ in 0..window.iter().product() {
            let mut at = Some(0);
            for (d, axis) in axes.iter().enumerate() {
                at = at.and_then(|at| Some(at + axis.at(place[d], tap[d])? * own[d]));
            }
            let met = at.map_or(first, |at| read(dtype, &from[at * n..][..n]));
            write(dtype, fold(how, dtype, result, met), &mut held);
            result = read(dtype, &held);
            advance(&mut tap, &window, |_, _| {});
        }
        write(dtype, result, out);
        advance(&mut place, view.out_shape(0), |_, _| {});
    }
    Ok(())
}
