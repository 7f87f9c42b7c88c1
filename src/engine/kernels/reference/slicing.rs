//! Operators that take parts of a tensor, or write them: SLICE, STRIDED_SLICE, DYNAMIC_UPDATE_SLICE, GATHER, GATHER_ND, REVERSE_V2.

use super::data_movement::{check_index, index_type, integers, movable, size};
use super::walk::walk;
use crate::engine::copy::{BLOCK, copy, copy_blocks, copy_few, no_bits};
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops, Overlay};
use crate::engine::ops::geometry::{axis, misfit, strides};
use crate::engine::ops::operands::{operands, same_shape, types};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Slice, Definition::new(8, check_slice, slice_shape, slice)),
    (Op::StridedSlice, Definition::new(8, check_strided, strided_shape, strided_slice)),
    (Op::DynamicUpdateSlice, Definition::new(6, check_update, update_shape, update).over(Overlay::Written)),
    (Op::Gather, Definition::new(8, check_gather, gather_shape, gather)),
    (Op::GatherNd, Definition::new(6, check_index, gather_nd_shape, gather_nd)),
    (Op::ReverseV2, Definition::new(4, check_index, same_shape, reverse)),
];

fn check_slice(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    movable(view, 0)?;
    types(view, index_type(view, 1) && view.dtype(1) == view.dtype(2))
}

/// Start and size for each dimension.
fn slice_range(shape: &[usize], begin: &[i64], size: &[i64]) -> Result<Vec<(usize, usize)>> {
    if begin.len() != shape.len() || size.len() != shape.len() {
        return Err(misfit());
    }
    let range = |(d, (&b, &s)): (&usize, (&i64, &i64))| {
        let begin = usize::try_from(b).ok().filter(|b| b <= d).ok_or_else(misfit)?;
        let size = if s == -1 { d - begin } else { usize::try_from(s).map_err(|_| misfit())? };
        if size > d - begin { Err(misfit()) } else { Ok((begin, size)) }
    };
    shape.iter().zip(begin.iter().zip(size)).map(range).collect()
}

fn slice_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let rank = view.shape(0).len();
    if view.shape(1) != [rank] || view.shape(2) != [rank] {
        return Err(misfit());
    }
    let (Some(begin), Some(size)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    Ok(Some(vec![slice_range(view.shape(0), &begin, &size)?.iter().map(|r| r.1).collect()]))
}

fn slice(view: &NodeView, io: &mut Io) -> Result<()> {
    let range = slice_range(view.shape(0), &integers(view, io, 1)?, &integers(view, io, 2)?)?;
    let own = strides(view.shape(0));
    let start: usize = range.iter().zip(&own).map(|(r, s)| r.0 * s).sum();
    let steps: Vec<isize> = own.iter().map(|&s| s as isize).collect();
    walk(view.out_shape(0), &steps, start as isize, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn check_strided(view: &NodeView) -> Check {
    operands(view, 4..=4, 4)?;
    movable(view, 0)?;
    types(view, (1..4).all(|i| matches!(view.dtype(i), Some(Dtype::I32 | Dtype::I64 | Dtype::I16))))
}

/// A resolved strided slice: output shape, and the input's step along each of its dimensions.
struct Strided {
    shape: Shape,
    steps: Vec<isize>,
    start: isize,
}

impl Strided {
    fn new(view: &NodeView, begin: &[i64], end: &[i64], step: &[i64]) -> Result<Self> {
        let Params::StridedSlice { begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, offset } =
            view.node.params
        else {
            return Err(misfit());
        };
        let shape = view.shape(0);
        let n = begin.len();
        if end.len() != n || step.len() != n || n > 32 {
            return Err(misfit());
        }
        let own = strides(shape);
        let mut new = Self { shape: Vec::new(), steps: Vec::new(), start: 0 };
        let bit = |mask: u32, i: usize| mask >> i & 1 == 1;
        let ellipsis = (0..n).find(|&i| bit(ellipsis_mask, i));
        // Input dimensions of the entries, except new axes and the ellipsis.
        let spoken = (0..n).filter(|&i| Some(i) != ellipsis && !(bit(new_axis_mask, i))).count();
        let hidden = shape.len().checked_sub(spoken).ok_or_else(misfit)?;
        let mut d = 0;
        let whole = |new: &mut Self, d: usize| {
            new.shape.push(shape[d]);
            new.steps.push(own[d] as isize);
        };
        for i in 0..n {
            if Some(i) == ellipsis {
                for _ in 0..hidden {
                    whole(&mut new, d);
                    d += 1;
                }
                continue;
            }
            if bit(new_axis_mask, i) {
                new.shape.push(1);
                new.steps.push(0);
                continue;
            }
            let (size, stride) = (shape[d] as i64, step[i]);
            if stride == 0 {
                return Err(misfit());
            }
            let (low, high) = if stride > 0 { (0, size) } else { (-1, size - 1) };
            let wrap = |v: i64| if v < 0 { v.saturating_add(size) } else { v };
            let shrink = bit(shrink_axis_mask, i);
            let from = if bit(begin_mask, i) {
                if stride > 0 { 0 } else { size - 1 }
            } else {
                wrap(begin[i]).clamp(low, high)
            };
            let last = if offset { begin[i].saturating_add(end[i]) } else { end[i] };
            let to = if bit(end_mask, i) { if stride > 0 { size } else { -1 } } else { wrap(last).clamp(low, high) };
            if shrink {
                if from < 0 || from >= size {
                    return Err(misfit());
                }
                new.start += from as isize * own[d] as isize;
                d += 1;
                continue;
            }
            let length = if stride > 0 { to - from } else { from - to };
            let count = if length <= 0 { 0 } else { (length - 1) / stride.saturating_abs() + 1 };
            new.shape.push(count as usize);
            new.steps.push((stride as isize).saturating_mul(own[d] as isize));
            if count > 0 {
                new.start += from as isize * own[d] as isize;
            }
            d += 1;
        }
        while d < shape.len() {
            whole(&mut new, d);
            d += 1;
        }
        // A dimension of one element is never stepped along, which avoids overflow.
        for (steps, &size) in new.steps.iter_mut().zip(&new.shape) {
            if size <= 1 {
                *steps = 0;
            }
        }
        Ok(new)
    }
}

fn strided_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (Some(begin), Some(end), Some(step)) = (view.integers(1), view.integers(2), view.integers(3)) else {
        return Ok(None);
    };
    Ok(Some(vec![Strided::new(view, &begin, &end, &step)?.shape]))
}

fn strided_slice(view: &NodeView, io: &mut Io) -> Result<()> {
    let s = Strided::new(view, &integers(view, io, 1)?, &integers(view, io, 2)?, &integers(view, io, 3)?)?;
    walk(&s.shape, &s.steps, s.start, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn check_update(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    movable(view, 0)?;
    movable(view, 1)?;
    types(view, index_type(view, 2))
}

fn update_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (whole, part) = (view.shape(0), view.shape(1));
    let fits = whole.len() == part.len() && part.iter().zip(whole).all(|(p, w)| p <= w);
    if !fits || view.shape(2).iter().product::<usize>() != whole.len() {
        return Err(misfit());
    }
    Ok(Some(vec![whole.to_vec()]))
}

/// Writes operand 1 into operand 0 at a position clamped so that it fits.
fn update(view: &NodeView, io: &mut Io) -> Result<()> {
    let (whole, part) = (view.shape(0), view.shape(1));
    let own = strides(whole);
    let start = integers(view, io, 2)?;
    let start = start.iter().enumerate().map(|(d, &i)| i.clamp(0, (whole[d] - part[d]) as i64) as usize * own[d]);
    let start: usize = start.sum();
    let (all, from, out) = (io.bytes(0), io.bytes(1), io.output_bytes(0));
    // Otherwise the output lies there.
    if !all.is_empty() {
        out.copy_from_slice(all);
    }
    // What lies in one piece: the last dimensions, if they are whole, and the one before them.
    let first = (0..part.len()).rev().find(|&d| part[d] < whole[d]).unwrap_or(0);
    let (n, piece) = (size(view), part[first..].iter().product::<usize>());
    if piece == 0 {
        return Ok(());
    }
    let inner = strides(part);
    for (i, from) in from.chunks_exact(piece * n).enumerate() {
        let at: usize = (0..first).map(|d| i * piece / inner[d] % part[d] * own[d]).sum();
        copy_few(&mut out[(start + at) * n..][..piece * n], from);
    }
    Ok(())
}

fn check_gather(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 0)?;
    types(view, matches!(view.dtype(1), Some(Dtype::I32 | Dtype::I64 | Dtype::I16)))
}

/// The gathered dimension of a GATHER, and its number of batch dimensions.
pub fn gather_axes(view: &NodeView) -> Result<(usize, usize)> {
    let Params::Gather { axis: at, batch_dims } = view.node.params else { return Err(misfit()) };
    let (data, index) = (view.shape(0), view.shape(1));
    let at = axis(at, data.len())?;
    let batch = if batch_dims < 0 { batch_dims + index.len() as i64 } else { batch_dims };
    let batch = usize::try_from(batch).ok().filter(|&b| b <= at && b <= index.len()).ok_or_else(misfit)?;
    if data[..batch] != index[..batch] { Err(misfit()) } else { Ok((at, batch)) }
}

fn gather_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (at, batch) = gather_axes(view)?;
    let (data, index) = (view.shape(0), view.shape(1));
    if view.dtype(0) == Some(Dtype::String) && data.len() != 1 {
        return Err(misfit());
    }
    let shape = [&data[..at], &index[batch..], &data[at + 1..]].concat();
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn bad_index(index: i64, size: usize) -> Box<EngineError> {
    EngineError::run("engine-index").with("index", index).with("size", size)
}

/// An index of `size` rows; errors: there is no such row.
#[inline(always)]
pub fn gathered_row(index: i64, size: usize) -> Result<usize> {
    usize::try_from(index).ok().filter(|&i| i < size).ok_or_else(|| bad_index(index, size))
}

fn gather(view: &NodeView, io: &mut Io) -> Result<()> {
    let (at, batch) = gather_axes(view)?;
    let (data, index) = (view.shape(0), view.shape(1));
    let batches: usize = data[..batch].iter().product();
    let outer: usize = data[batch..at].iter().product();
    let inner: usize = data[at + 1..].iter().product::<usize>() * size(view);
    let per_batch: usize = index[batch..].iter().product();
    let indices = integers(view, io, 1)?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    if inner == 0 {
        return Ok(());
    }
    let (mut to, none) = (out.chunks_exact_mut(inner), no_bits());
    let is_short = inner < 8 * BLOCK && inner.is_multiple_of(BLOCK);
    for b in 0..batches {
        for o in 0..outer {
            for &i in &indices[b * per_batch..][..per_batch] {
                let start = ((b * outer + o) * data[at] + gathered_row(i, data[at])?) * inner;
                let (Some(to), from) = (to.next(), &from[start..start + inner]) else { continue };
                if is_short {
                    // A call takes longer.
                    copy_blocks(to.as_chunks_mut().0, from.as_chunks().0, none);
                } else {
                    copy(to, from, none);
                }
            }
        }
    }
    Ok(())
}

fn gather_nd_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (data, index) = (view.shape(0), view.shape(1));
    let (&depth, outer) = index.split_last().ok_or_else(misfit)?;
    let rest = data.get(depth..).ok_or_else(misfit)?;
    Ok(Some(vec![[outer, rest].concat()]))
}

fn gather_nd(view: &NodeView, io: &mut Io) -> Result<()> {
    let data = view.shape(0);
    let depth = *view.shape(1).last().ok_or_else(misfit)?;
    let own = strides(data);
    let block = data[depth..].iter().product::<usize>() * size(view);
    let indices = integers(view, io, 1)?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    if block == 0 || out.is_empty() {
        return Ok(());
    }
    for (n, to) in out.chunks_exact_mut(block).enumerate() {
        let mut at = 0;
        for d in 0..depth {
            let i = indices[n * depth + d];
            at += gathered_row(i, data[d])? * own[d] * size(view);
        }
        copy_few(to, &from[at..at + block]);
    }
    Ok(())
}

fn reverse(view: &NodeView, io: &mut Io) -> Result<()> {
    let shape = view.shape(0);
    let mut steps: Vec<isize> = strides(shape).iter().map(|&s| s as isize).collect();
    let mut start = 0;
    let mut turned = vec![false; shape.len()];
    for a in integers(view, io, 1)? {
        let d = axis(a, shape.len())?;
        if std::mem::replace(&mut turned[d], true) || shape[d] == 0 {
            continue;
        }
        start += steps[d] * (shape[d] as isize - 1);
        steps[d] = -steps[d];
    }
    walk(shape, &steps, start, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}
