//! Operators that move elements without reading them: RESHAPE, TRANSPOSE, CONCATENATION, SPLIT, TILE and the like.

use super::walk::walk;
use crate::engine::copy::{BLOCK, copy as copy_bytes, copy_blocks, copy_few, no_bits};
use crate::engine::error::{EngineError, ErrorKind, Result};
use crate::engine::operator::{Check, Definition, Ops, Overlay, Refusal};
use crate::engine::ops::geometry::{advance, axis, count, misfit, strides};
use crate::engine::ops::operands::{operands, put_indices, ranked, same_shape, types};
use crate::engine::program::{Activation, Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module.
pub const FIRST: Ops = &[
    (Op::Reshape, Definition::new(1, check_reshape, reshape_shape, copy).over(Overlay::Renamed)),
    (Op::Squeeze, Definition::new(2, check_one, squeeze_shape, copy).over(Overlay::Renamed)),
    (Op::ExpandDims, Definition::new(1, check_index, expand_shape, copy).over(Overlay::Renamed)),
    (Op::Concatenation, Definition::new(7, check_concat, concat_shape, concat)),
    // Sparse constants are expanded when they are loaded.
    (Op::Densify, Definition::new(1, check_densify, same_shape, copy)),
];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::Bitcast, Definition::new(1, check_bitcast, same_shape, copy)),
    (Op::Shape, Definition::new(1, check_shape, rank_shape, shape).shape_only()),
    (Op::Rank, Definition::new(1, check_shape, scalar_shape, rank).shape_only()),
    (Op::Transpose, Definition::new(9, check_index, transpose_shape, transpose)),
    (Op::Pack, Definition::new(5, check_all, pack_shape, pack)),
    (Op::Unpack, Definition::new(6, check_outputs, unpack_shape, split)),
    (Op::Split, Definition::new(5, check_split, split_shape, split)),
    (Op::SplitV, Definition::new(3, check_split_v, split_v_shape, split)),
    (Op::Tile, Definition::new(3, check_index, tile_shape, tile)),
    (Op::BroadcastTo, Definition::new(4, check_index, broadcast_to_shape, broadcast_to)),
    (Op::Fill, Definition::new(5, check_fill, fill_shape, fill)),
    (Op::ZerosLike, Definition::new(1, check_one, same_shape, zeros)),
];

/// Bytes of an element of output 0; 0 for types that are packed or have no fixed size.
pub(super) fn size(view: &NodeView) -> usize {
    view.out_dtype(0).map_or(0, |d| if d.bits() % 8 == 0 { d.bits() / 8 } else { 0 })
}

pub(super) fn movable(view: &NodeView, input: usize) -> Check {
    types(view, size(view) > 0 && view.dtype(input) == view.out_dtype(0))
}

pub(super) fn index_type(view: &NodeView, i: usize) -> bool {
    matches!(view.dtype(i), Some(Dtype::I32 | Dtype::I64))
}

pub(super) fn check_one(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    movable(view, 0)
}

pub(super) fn check_index(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 0)?;
    types(view, index_type(view, 1))
}

fn check_reshape(view: &NodeView) -> Check {
    operands(view, 1..=2, 1)?;
    types(view, view.dtype(0) == view.out_dtype(0) && view.dtype(0).is_some_and(|d| d.bits() > 0))?;
    types(view, !view.has(1) || view.dtype(1) == Some(Dtype::I32))
}

fn check_densify(view: &NodeView) -> Check {
    check_one(view)?;
    types(view, matches!(view.dtype(0), Some(Dtype::F32 | Dtype::F16 | Dtype::I8)))
}

fn check_bitcast(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, view.dtype(0).map(Dtype::bits) == view.out_dtype(0).map(Dtype::bits) && size(view) > 0)
}

/// Copies the bytes of input 0.
pub fn copy(_: &NodeView, io: &mut Io) -> Result<()> {
    let (from, to) = (io.bytes(0), io.output_bytes(0));
    if from.len() != to.len() {
        return Err(misfit());
    }
    to.copy_from_slice(from);
    Ok(())
}

fn zeros(_: &NodeView, io: &mut Io) -> Result<()> {
    io.output_bytes(0).fill(0);
    Ok(())
}

/// The values of an index operand.
pub fn integers(view: &NodeView, io: &Io, i: usize) -> Result<Vec<i64>> {
    view.reserve(io.bytes(i).len(), 4)?;
    Ok(match view.dtype(i) {
        Some(Dtype::I64) => io.input::<i64>(i).to_vec(),
        Some(Dtype::I32) => io.input::<i32>(i).iter().map(|&v| i64::from(v)).collect(),
        Some(Dtype::I16) => io.input::<i16>(i).iter().map(|&v| i64::from(v)).collect(),
        _ => Vec::new(),
    })
}

/// Sizes that must not be negative.
pub(super) fn sizes(values: &[i64]) -> Result<Shape> {
    let shape: Shape = values.iter().map(|&v| count(v)).collect::<Result<_>>()?;
    elements(&shape)?;
    Ok(shape)
}

fn reshape_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Reshape { shape: option } = &view.node.params else { return Err(misfit()) };
    let mut wanted = if view.has(1) {
        match view.integers(1) {
            Some(values) => values,
            None => return Ok(None),
        }
    } else {
        option.clone()
    };
    // Old converters wrote [0] for a scalar.
    if wanted == [0] && !view.has(1) {
        wanted.clear();
    }
    let held: usize = view.shape(0).iter().product();
    let mut shape = Vec::with_capacity(wanted.len());
    let mut free = None;
    for (i, &d) in wanted.iter().enumerate() {
        if d == -1 && free.is_none() {
            free = Some(i);
            shape.push(1);
        } else {
            shape.push(count(d)?);
        }
    }
    let fixed = elements(&shape)?;
    if let Some(i) = free {
        if fixed == 0 || !held.is_multiple_of(fixed) {
            return Err(misfit());
        }
        shape[i] = held / fixed;
    }
    if elements(&shape)? != held {
        return Err(misfit().with("left", format!("{:?}", view.shape(0))).with("right", format!("{wanted:?}")));
    }
    Ok(Some(vec![shape]))
}

fn squeeze_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Squeeze { dims } = &view.node.params else { return Err(misfit()) };
    let shape = view.shape(0);
    let mut drop = vec![false; shape.len()];
    for &d in dims {
        let d = axis(d, shape.len())?;
        if shape[d] != 1 {
            return Err(misfit());
        }
        drop[d] = true;
    }
    let keep = |(i, &d): (usize, &usize)| if dims.is_empty() { d != 1 } else { !drop[i] };
    Ok(Some(vec![shape.iter().enumerate().filter(|&p| keep(p)).map(|(_, &d)| d).collect()]))
}

fn expand_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(at) = view.integers(1) else { return Ok(None) };
    let &[at] = at.as_slice() else { return Err(misfit()) };
    let mut shape = view.shape(0).to_vec();
    shape.insert(axis(at, shape.len() + 1)?, 1);
    Ok(Some(vec![shape]))
}

fn check_shape(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, matches!(view.out_dtype(0), Some(Dtype::I32 | Dtype::I64)))
}

fn rank_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![vec![view.shape(0).len()]]))
}

fn scalar_shape(_: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![vec![]]))
}

fn shape(view: &NodeView, io: &mut Io) -> Result<()> {
    put_indices(view, io, 0, view.shape(0).iter().map(|&d| d as i64));
    Ok(())
}

fn rank(view: &NodeView, io: &mut Io) -> Result<()> {
    put_indices(view, io, 0, std::iter::once(view.shape(0).len() as i64));
    Ok(())
}

fn permutation(values: &[i64], rank: usize) -> Result<Vec<usize>> {
    let axes: Vec<usize> = values.iter().map(|&v| axis(v, rank)).collect::<Result<_>>()?;
    let mut seen = vec![false; rank];
    let fresh = axes.iter().all(|&a| !std::mem::replace(&mut seen[a], true));
    if axes.len() == rank && fresh { Ok(axes) } else { Err(misfit()) }
}

fn transpose_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(order) = view.integers(1) else { return Ok(None) };
    let shape = view.shape(0);
    Ok(Some(vec![permutation(&order, shape.len())?.iter().map(|&a| shape[a]).collect()]))
}

fn transpose(view: &NodeView, io: &mut Io) -> Result<()> {
    let order = permutation(&integers(view, io, 1)?, view.shape(0).len())?;
    let own = strides(view.shape(0));
    let steps: Vec<isize> = order.iter().map(|&a| own[a] as isize).collect();
    walk(view.out_shape(0), &steps, 0, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn check_concat(view: &NodeView) -> Check {
    check_all(view)?;
    if view.activation() != Activation::None {
        return Err(Refusal::new("engine-activation"));
    }
    // Operands with another scale would have to be requantized; converters do not write that for int8 and int16.
    let quant = view.out_tensor(0).and_then(|t| t.quant.as_ref());
    let same = |i: usize| match (view.tensor(i).and_then(|t| t.quant.as_ref()), quant) {
        (Some(a), Some(b)) => a.scale == b.scale && a.zero_point == b.zero_point,
        _ => true,
    };
    let requantized = !(0..view.inputs()).all(same);
    if requantized && view.out_dtype(0).is_some_and(Dtype::is_quantized) {
        return Err(Refusal::new("engine-mixed-scales"));
    }
    Ok(())
}

fn check_all(view: &NodeView) -> Check {
    let given = view.inputs() >= 1 && (0..view.inputs()).all(|i| view.has(i)) && view.outputs() == 1;
    if !given {
        return Err(Refusal::new("engine-operands"));
    }
    (0..view.inputs()).try_for_each(|i| movable(view, i))
}

fn concat_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Concatenation { axis: at, .. } = view.node.params else { return Err(misfit()) };
    let mut shape = view.shape(0).to_vec();
    let at = axis(at, shape.len())?;
    for i in 1..view.inputs() {
        let other = view.shape(i);
        let fits = other.len() == shape.len() && (0..shape.len()).all(|d| d == at || other[d] == shape[d]);
        if !fits {
            return Err(misfit());
        }
        shape[at] = shape[at].checked_add(other[at]).ok_or_else(overflow)?;
    }
    Ok(Some(vec![shape]))
}

fn concat(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Concatenation { axis: at, .. } = view.node.params else { return Err(misfit()) };
    let shape = view.out_shape(0);
    join(view, io, axis(at, shape.len())?)
}

/// Joins the inputs along a dimension: blocks of each, one after another.
fn join(view: &NodeView, io: &mut Io, at: usize) -> Result<()> {
    let outer: usize = view.out_shape(0)[..at].iter().product();
    let out = io.output_bytes(0);
    if outer == 0 || out.is_empty() {
        return Ok(());
    }
    let (row, none) = (out.len() / outer, no_bits());
    let mut start = 0;
    for i in 0..view.inputs() {
        let from = io.bytes(i);
        let block = from.len() / outer;
        if block == 0 {
            continue;
        }
        let is_short = block < 8 * BLOCK && block.is_multiple_of(BLOCK);
        for (to, from) in out.chunks_exact_mut(row).zip(from.chunks_exact(block)) {
            let to = &mut to[start..start + block];
            if is_short {
                // A call takes longer.
                copy_blocks(to.as_chunks_mut().0, from.as_chunks().0, none);
            } else {
                copy_few(to, from);
            }
        }
        start += block;
    }
    Ok(())
}

fn pack_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Axis { axis: at } = view.node.params else { return Err(misfit()) };
    let mut shape = view.shape(0).to_vec();
    if (1..view.inputs()).any(|i| view.shape(i) != shape) {
        return Err(misfit());
    }
    shape.insert(axis(at, shape.len() + 1)?, view.inputs());
    Ok(Some(vec![shape]))
}

fn pack(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Axis { axis: at } = view.node.params else { return Err(misfit()) };
    join(view, io, axis(at, view.out_shape(0).len())?)
}

fn check_outputs(view: &NodeView) -> Check {
    let same = |i: usize| view.out_dtype(i) == view.out_dtype(0);
    types(view, size(view) > 0 && view.outputs() >= 1 && (0..view.outputs()).all(same))?;
    if let Op::Unpack = view.node.op.builtin().unwrap_or(Op::Unpack) {
        if view.inputs() != 1 || !view.has(0) {
            return Err(Refusal::new("engine-operands"));
        }
        return movable(view, 0);
    }
    Ok(())
}

fn check_split(view: &NodeView) -> Check {
    check_outputs(view)?;
    if view.inputs() != 2 || !view.has(0) {
        return Err(Refusal::new("engine-operands"));
    }
    movable(view, 1)?;
    types(view, view.dtype(0) == Some(Dtype::I32))
}

fn check_split_v(view: &NodeView) -> Check {
    check_outputs(view)?;
    if view.inputs() != 3 || !view.has(0) || !view.has(1) {
        return Err(Refusal::new("engine-operands"));
    }
    movable(view, 0)?;
    types(view, index_type(view, 1) && view.dtype(2) == Some(Dtype::I32))
}

fn unpack_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::Axis { axis: at } = view.node.params else { return Err(misfit()) };
    let mut shape = view.shape(0).to_vec();
    if shape.remove(axis(at, shape.len())?) != view.outputs() {
        return Err(misfit());
    }
    Ok(Some(vec![shape; view.outputs()]))
}

fn one(values: &[i64]) -> Result<i64> {
    match values {
        &[value] => Ok(value),
        _ => Err(misfit()),
    }
}

fn split_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(at) = view.integers(0) else { return Ok(None) };
    let mut shape = view.shape(1).to_vec();
    let at = axis(one(&at)?, shape.len())?;
    if !shape[at].is_multiple_of(view.outputs()) {
        return Err(misfit());
    }
    shape[at] /= view.outputs();
    Ok(Some(vec![shape; view.outputs()]))
}

fn split_v_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (Some(parts), Some(at)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    let shape = view.shape(0);
    let at = axis(one(&at)?, shape.len())?;
    if parts.len() != view.outputs() || parts.iter().filter(|&&p| p == -1).count() > 1 {
        return Err(misfit());
    }
    let given: i64 = parts.iter().filter(|&&p| p != -1).fold(0i64, |a, &p| a.saturating_add(p));
    let rest = shape[at] as i64 - given;
    if rest < 0 || (rest > 0 && !parts.contains(&-1)) {
        return Err(misfit());
    }
    let part = |&p: &i64| {
        let mut shape = shape.to_vec();
        shape[at] = usize::try_from(if p == -1 { rest } else { p }).map_err(|_| misfit())?;
        Ok(shape)
    };
    Ok(Some(parts.iter().map(part).collect::<Result<_>>()?))
}

/// SPLIT, SPLIT_V, UNPACK: cuts the input along a dimension.
fn split(view: &NodeView, io: &mut Io) -> Result<()> {
    let (data, at) = match (view.node.op.builtin(), &view.node.params) {
        (_, Params::Axis { axis }) => (0, *axis),
        (Some(Op::SplitV), _) => (0, one(&integers(view, io, 2)?)?),
        _ => (1, one(&integers(view, io, 0)?)?),
    };
    let shape = view.shape(data);
    let outer: usize = shape[..axis(at, shape.len())?].iter().product();
    let from = io.bytes(data);
    if outer == 0 || from.is_empty() {
        return Ok(());
    }
    let row = from.len() / outer;
    let mut start = 0;
    for i in 0..view.outputs() {
        let to = io.output_bytes(i);
        let block = to.len() / outer;
        if block == 0 {
            continue;
        }
        for (to, from) in to.chunks_exact_mut(block).zip(from.chunks_exact(row)) {
            copy_few(to, &from[start..start + block]);
        }
        start += block;
    }
    Ok(())
}

/// A shape with more elements than can be counted.
fn overflow() -> Box<EngineError> {
    EngineError::new(ErrorKind::OverLimit, "engine-shape-overflow")
}

fn tile_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(times) = view.integers(1) else { return Ok(None) };
    let times = sizes(&times)?;
    if times.len() != view.shape(0).len() {
        return Err(misfit());
    }
    let shape: Shape = view
        .shape(0)
        .iter()
        .zip(&times)
        .map(|(&d, &t)| d.checked_mul(t).ok_or_else(overflow))
        .collect::<Result<_>>()?;
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn tile(view: &NodeView, io: &mut Io) -> Result<()> {
    repeat(view, view.shape(0), io);
    Ok(())
}

/// Writes operand 0, of this shape, again and again along each dimension in which the result is larger.
fn repeat(view: &NodeView, shape: &[usize], io: &mut Io) {
    let (out_shape, from, out) = (view.out_shape(0), io.bytes(0), io.output_bytes(0));
    let is_same = |(a, b): &(&usize, &usize)| a == b;
    let outer = shape.len() - shape.iter().rev().zip(out_shape.iter().rev()).take_while(is_same).count();
    // What repeats as a whole: the last of the other dimensions, with those behind it.
    let Some(last) = outer.checked_sub(1) else { return out.copy_from_slice(from) };
    let own = strides(&shape[..last]);
    let row = shape[last..].iter().product::<usize>() * size(view);
    let mut index = vec![0usize; last];
    for out in out.chunks_exact_mut((row * (out_shape[last] / shape[last].max(1))).max(1)) {
        let at: usize = index.iter().zip(shape).zip(&own).map(|((i, d), s)| i % d * s).sum();
        fill_with(out, &from[at * row..][..row]);
        advance(&mut index, &out_shape[..last], |_, _| {});
    }
}

/// Fills `out` with copies of `bytes`.
fn fill_with(out: &mut [u8], bytes: &[u8]) {
    if bytes.len() >= BLOCK {
        let none = no_bits();
        return out.chunks_exact_mut(bytes.len()).for_each(|out| copy_bytes(out, bytes, none));
    }
    // Twice as many with each copy.
    let mut done = bytes.len().min(out.len());
    out[..done].copy_from_slice(&bytes[..done]);
    while done > 0 && done < out.len() {
        let more = done.min(out.len() - done);
        out.copy_within(..more, done);
        done += more;
    }
}

fn broadcast_to_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(1) else { return Ok(None) };
    let shape = sizes(&shape)?;
    if crate::engine::ops::geometry::broadcast(view.shape(0), &shape)? != shape {
        return Err(misfit());
    }
    Ok(Some(vec![shape]))
}

fn broadcast_to(view: &NodeView, io: &mut Io) -> Result<()> {
    let mut shape = vec![1; view.out_shape(0).len().saturating_sub(view.shape(0).len())];
    shape.extend_from_slice(view.shape(0));
    repeat(view, &shape, io);
    Ok(())
}

fn check_fill(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 1)?;
    types(view, index_type(view, 0))
}

fn fill_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 0, 1)?;
    ranked(view, 1, 0)?;
    let Some(shape) = view.integers(0) else { return Ok(None) };
    Ok(Some(vec![sizes(&shape)?]))
}

fn fill(_: &NodeView, io: &mut Io) -> Result<()> {
    let value = io.bytes(1);
    fill_with(io.output_bytes(0), value);
    Ok(())
}
