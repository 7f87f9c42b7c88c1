//! SEGMENT_SUM and UNSORTED_SEGMENT_*: rows that share a number are folded into one.

use super::data_movement::sizes;
use crate::engine::data::Number;
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::SegmentSum, Definition::new(1, check, shape, run)),
    (Op::UnsortedSegmentSum, Definition::new(1, check, shape, run)),
    (Op::UnsortedSegmentProd, Definition::new(1, check, shape, run)),
    (Op::UnsortedSegmentMax, Definition::new(1, check, shape, run)),
    (Op::UnsortedSegmentMin, Definition::new(1, check, shape, run)),
];

fn check(view: &NodeView) -> Check {
    let count = if view.node.op.builtin() == Some(Op::SegmentSum) { 2 } else { 3 };
    operands(view, count..=count, count)?;
    let data = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32)) && view.dtype(0) == view.out_dtype(0);
    types(view, data && (1..count).all(|i| view.dtype(i) == Some(Dtype::I32)))
}

fn shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let rows = if view.has(2) {
        let Some(count) = view.integers(2) else { return Ok(None) };
        sizes(&count)?
    } else {
        // The last number of a sorted list is the largest.
        let Some(ids) = view.integers(1) else { return Ok(None) };
        sizes(&[ids.last().map_or(0, |last| last.saturating_add(1))])?
    };
    let rest = view.shape(0).strip_prefix(view.shape(1)).ok_or_else(misfit)?;
    let shape = [&rows, rest].concat();
    if rows.len() == 1 { Ok(Some(vec![shape])) } else { Err(misfit()) }
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    fn fold<T: Number>(view: &NodeView, io: &mut Io, start: T, f: fn(T, T) -> T) -> Result<()> {
        let rest = view.shape(0).strip_prefix(view.shape(1)).ok_or_else(misfit)?;
        let block: usize = rest.iter().product();
        let (x, ids, out) = (io.input::<T>(0), io.input::<i32>(1), io.output::<T>(0));
        out.fill(start);
        if block == 0 {
            return Ok(());
        }
        let rows = out.len() / block;
        for (x, &id) in x.chunks_exact(block).zip(ids) {
            let Ok(row) = usize::try_from(id) else {
                // A row without a number is ignored.
                continue;
            };
            let out = out.get_mut(row * block..).and_then(|o| o.get_mut(..block));
            let out = out.ok_or_else(|| EngineError::run("engine-index").with("index", id).with("size", rows))?;
            out.iter_mut().zip(x).for_each(|(o, &x)| *o = f(*o, x));
        }
        Ok(())
    }
    let float = view.dtype(0) == Some(Dtype::F32);
    match view.node.op.builtin() {
        Some(Op::UnsortedSegmentProd) if float => fold::<f32>(view, io, 1.0, |a, b| a * b),
        Some(Op::UnsortedSegmentMax) if float => fold(view, io, f32::MIN, |a, b| if b > a { b } else { a }),
        Some(Op::UnsortedSegmentMin) if float => fold(view, io, f32::MAX, |a, b| if b < a { b } else { a }),
        _ if float => fold::<f32>(view, io, 0.0, |a, b| a + b),
        Some(Op::UnsortedSegmentProd) => fold(view, io, 1, i32::wrapping_mul),
        Some(Op::UnsortedSegmentMax) => fold(view, io, i32::MIN, i32::max),
        Some(Op::UnsortedSegmentMin) => fold(view, io, i32::MAX, i32::min),
        _ => fold(view, io, 0, i32::wrapping_add),
    }
}
