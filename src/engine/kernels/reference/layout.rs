//! Operators that move elements without looking at them: RESHAPE, TRANSPOSE, CONCATENATION, PAD, SLICE and the like.

use super::{Check, operands, same_shape, types};
use crate::engine::error::{EngineError, Result};
use crate::engine::kernels::Ops;
use crate::engine::kernels::geometry::{axis, for_each_broadcast, misfit, strides};
use crate::engine::program::{Activation, Dtype, Op, Params, elements};
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Reshape, Definition::new(1, check_reshape, reshape_shape, copy)),
    (Op::Squeeze, Definition::new(2, check_one, squeeze_shape, copy)),
    (Op::ExpandDims, Definition::new(1, check_index, expand_shape, copy)),
    (Op::Bitcast, Definition::new(1, check_bitcast, same_shape, copy)),
    (Op::Shape, Definition::new(1, check_shape, rank_shape, shape).shape_only()),
    (Op::Rank, Definition::new(1, check_shape, scalar_shape, rank).shape_only()),
    (Op::Transpose, Definition::new(6, check_index, transpose_shape, transpose)),
    (Op::Concatenation, Definition::new(4, check_concat, concat_shape, concat)),
    (Op::Pack, Definition::new(4, check_all, pack_shape, pack)),
    (Op::Unpack, Definition::new(4, check_outputs, unpack_shape, split)),
    (Op::Split, Definition::new(4, check_split, split_shape, split)),
    (Op::SplitV, Definition::new(2, check_split_v, split_v_shape, split)),
    (Op::Pad, Definition::new(4, check_pad, pad_shape, pad)),
    (Op::Padv2, Definition::new(4, check_pad, pad_shape, pad)),
    (Op::MirrorPad, Definition::new(3, check_index, mirror_shape, mirror_pad)),
    (Op::Slice, Definition::new(6, check_slice, slice_shape, slice)),
    (Op::StridedSlice, Definition::new(8, check_strided, strided_shape, strided_slice)),
    (Op::Gather, Definition::new(7, check_gather, gather_shape, gather)),
    (Op::GatherNd, Definition::new(5, check_index, gather_nd_shape, gather_nd)),
    (Op::Tile, Definition::new(3, check_index, tile_shape, tile)),
    (Op::BroadcastTo, Definition::new(3, check_index, broadcast_to_shape, broadcast_to)),
    (Op::Fill, Definition::new(4, check_fill, fill_shape, fill)),
    (Op::ZerosLike, Definition::new(1, check_one, same_shape, zeros)),
    (Op::ReverseV2, Definition::new(3, check_index, same_shape, reverse)),
    (Op::SpaceToDepth, Definition::new(2, check_one, space_to_depth_shape, space_to_depth)),
    (Op::DepthToSpace, Definition::new(2, check_one, depth_to_space_shape, depth_to_space)),
    (Op::SpaceToBatchNd, Definition::new(4, check_blocks, space_to_batch_shape, space_to_batch)),
    (Op::BatchToSpaceNd, Definition::new(4, check_blocks, batch_to_space_shape, batch_to_space)),
];

/// Bytes of an element of output 0; 0 for types that are packed or have no fixed size.
fn size(view: &NodeView) -> usize {
    view.out_dtype(0).map_or(0, |d| if d.bits() % 8 == 0 { d.bits() / 8 } else { 0 })
}

fn movable(view: &NodeView, input: usize) -> Check {
    types(view, size(view) > 0 && view.dtype(input) == view.out_dtype(0))
}

fn index_type(view: &NodeView, i: usize) -> bool {
    matches!(view.dtype(i), Some(Dtype::I32 | Dtype::I64))
}

fn check_one(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    movable(view, 0)
}

fn check_index(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 0)?;
    types(view, index_type(view, 1))
}

fn check_reshape(view: &NodeView) -> Check {
    operands(view, 1..=2, 1)?;
    types(view, view.dtype(0) == view.out_dtype(0) && view.dtype(0).is_some_and(|d| d.bits() > 0))?;
    types(view, !view.has(1) || view.dtype(1) == Some(Dtype::I32))
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

fn integers(view: &NodeView, io: &Io, i: usize) -> Vec<i64> {
    match view.dtype(i) {
        Some(Dtype::I64) => io.input::<i64>(i).to_vec(),
        Some(Dtype::I32) => io.input::<i32>(i).iter().map(|&v| i64::from(v)).collect(),
        Some(Dtype::I16) => io.input::<i16>(i).iter().map(|&v| i64::from(v)).collect(),
        _ => Vec::new(),
    }
}

/// Sizes that must not be negative.
fn sizes(values: &[i64]) -> Result<Shape> {
    let shape: Shape = values.iter().map(|&v| usize::try_from(v).map_err(|_| misfit())).collect::<Result<_>>()?;
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
    let count: usize = view.shape(0).iter().product();
    let mut shape = Vec::with_capacity(wanted.len());
    let mut free = None;
    for (i, &d) in wanted.iter().enumerate() {
        if d == -1 && free.is_none() {
            free = Some(i);
            shape.push(1);
        } else {
            shape.push(usize::try_from(d).map_err(|_| misfit())?);
        }
    }
    let fixed = elements(&shape)?;
    if let Some(i) = free {
        if fixed == 0 || count % fixed != 0 {
            return Err(misfit());
        }
        shape[i] = count / fixed;
    }
    if elements(&shape)? != count {
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
    let dims = view.shape(0).iter();
    match view.out_dtype(0) {
        Some(Dtype::I64) => io.output::<i64>(0).iter_mut().zip(dims).for_each(|(o, &d)| *o = d as i64),
        _ => io.output::<i32>(0).iter_mut().zip(dims).for_each(|(o, &d)| *o = d as i32),
    }
    Ok(())
}

fn rank(view: &NodeView, io: &mut Io) -> Result<()> {
    match view.out_dtype(0) {
        Some(Dtype::I64) => io.output::<i64>(0)[0] = view.shape(0).len() as i64,
        _ => io.output::<i32>(0)[0] = view.shape(0).len() as i32,
    }
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

/// Copies, for each output element in order, the input element that `steps` and `start` point to.
fn walk(out_shape: &[usize], steps: &[isize], start: isize, size: usize, from: &[u8], to: &mut [u8]) {
    let rank = out_shape.len();
    let mut index = vec![0usize; rank];
    let mut at = start;
    for out in to.chunks_exact_mut(size) {
        out.copy_from_slice(&from[at as usize * size..][..size]);
        for d in (0..rank).rev() {
            index[d] += 1;
            at += steps[d];
            if index[d] < out_shape[d] {
                break;
            }
            at -= steps[d] * out_shape[d] as isize;
            index[d] = 0;
        }
    }
}

fn transpose(view: &NodeView, io: &mut Io) -> Result<()> {
    let order = permutation(&integers(view, io, 1), view.shape(0).len())?;
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
    // Operands of another scale would have to be requantized; converters do not write that for int8 and int16.
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
        shape[at] += other[at];
    }
    Ok(Some(vec![shape]))
}

fn concat(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Concatenation { axis: at, .. } = view.node.params else { return Err(misfit()) };
    let shape = view.out_shape(0);
    join(view, io, axis(at, shape.len())?)
}

/// Joins the inputs along a dimension: blocks of each, one after the other.
fn join(view: &NodeView, io: &mut Io, at: usize) -> Result<()> {
    let outer: usize = view.out_shape(0)[..at].iter().product();
    let out = io.output_bytes(0);
    if outer == 0 || out.is_empty() {
        return Ok(());
    }
    let row = out.len() / outer;
    let mut start = 0;
    for i in 0..view.inputs() {
        let from = io.bytes(i);
        let block = from.len() / outer;
        if block == 0 {
            continue;
        }
        for (to, from) in out.chunks_exact_mut(row).zip(from.chunks_exact(block)) {
            to[start..start + block].copy_from_slice(from);
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
    if shape[at] % view.outputs() != 0 {
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
        (Some(Op::SplitV), _) => (0, one(&integers(view, io, 2))?),
        _ => (1, one(&integers(view, io, 0))?),
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
            to.copy_from_slice(&from[start..start + block]);
        }
        start += block;
    }
    Ok(())
}

fn check_pad(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    movable(view, 0)?;
    types(view, index_type(view, 1) && (!view.has(2) || view.dtype(2) == view.dtype(0)))
}

/// (before, after) for each dimension.
fn paddings(values: &[i64], rank: usize) -> Result<Vec<(usize, usize)>> {
    if values.len() != 2 * rank {
        return Err(misfit());
    }
    let size = |v: i64| usize::try_from(v).map_err(|_| misfit());
    values.chunks_exact(2).map(|p| Ok((size(p[0])?, size(p[1])?))).collect()
}

fn padded(shape: &[usize], pads: &[(usize, usize)]) -> Result<Option<Vec<Shape>>> {
    let grow =
        |(&d, &(a, b)): (&usize, &(usize, usize))| d.checked_add(a).and_then(|d| d.checked_add(b)).ok_or_else(misfit);
    let shape: Shape = shape.iter().zip(pads).map(grow).collect::<Result<_>>()?;
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn pad_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(values) = view.integers(1) else { return Ok(None) };
    padded(view.shape(0), &paddings(&values, view.shape(0).len())?)
}

fn pad(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let pads = paddings(&integers(view, io, 1), view.shape(0).len())?;
    let out = io.output_bytes(0);
    // The value: operand 2, else what stands for zero.
    let zero_point = view.out_tensor(0).and_then(|t| t.quant.as_ref()).map_or(0, |q| q.zero_point());
    let value: Vec<u8> = if view.has(2) {
        io.bytes(2).get(..size).ok_or_else(misfit)?.to_vec()
    } else if view.out_dtype(0).is_some_and(Dtype::is_quantized) {
        zero_point.to_le_bytes()[..size].to_vec()
    } else {
        vec![0; size]
    };
    out.chunks_exact_mut(size).for_each(|o| o.copy_from_slice(&value));
    // Rows of the last dimension are copied whole.
    let from = io.bytes(0);
    let shape = view.shape(0);
    let Some((&row, outer)) = shape.split_last() else {
        out.copy_from_slice(from);
        return Ok(());
    };
    if row == 0 || from.is_empty() {
        return Ok(());
    }
    let steps = strides(view.out_shape(0));
    let mut index = vec![0usize; outer.len()];
    for row_bytes in from.chunks_exact(row * size) {
        let at: usize = index.iter().zip(&pads).zip(&steps).map(|((i, p), s)| (i + p.0) * s).sum();
        let at = (at + pads[outer.len()].0) * size;
        out[at..at + row_bytes.len()].copy_from_slice(row_bytes);
        for d in (0..outer.len()).rev() {
            index[d] += 1;
            if index[d] < outer[d] {
                break;
            }
            index[d] = 0;
        }
    }
    Ok(())
}

fn mirror_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Params::MirrorPad { symmetric } = view.node.params else { return Err(misfit()) };
    let Some(values) = view.integers(1) else { return Ok(None) };
    let pads = paddings(&values, view.shape(0).len())?;
    let most = |d: usize| if symmetric { d } else { d.saturating_sub(1) };
    if view.shape(0).iter().zip(&pads).any(|(&d, &(a, b))| a > most(d) || b > most(d)) {
        return Err(misfit());
    }
    padded(view.shape(0), &pads)
}

fn mirror_pad(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::MirrorPad { symmetric } = view.node.params else { return Err(misfit()) };
    let size = size(view);
    let shape = view.shape(0);
    let pads = paddings(&integers(view, io, 1), shape.len())?;
    let edge = usize::from(!symmetric);
    let own = strides(shape);
    let source = |d: usize, o: usize| {
        let (before, n) = (pads[d].0, shape[d]);
        if o < before {
            before - 1 - o + edge
        } else if o < before + n {
            o - before
        } else {
            2 * n - 1 - edge - (o - before)
        }
    };
    let from = io.bytes(0);
    let out_shape = view.out_shape(0);
    let mut index = vec![0usize; shape.len()];
    for out in io.output_bytes(0).chunks_exact_mut(size) {
        let at: usize = index.iter().enumerate().map(|(d, &o)| source(d, o) * own[d]).sum();
        out.copy_from_slice(&from[at * size..][..size]);
        for d in (0..shape.len()).rev() {
            index[d] += 1;
            if index[d] < out_shape[d] {
                break;
            }
            index[d] = 0;
        }
    }
    Ok(())
}

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
    let (Some(begin), Some(size)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    Ok(Some(vec![slice_range(view.shape(0), &begin, &size)?.iter().map(|r| r.1).collect()]))
}

fn slice(view: &NodeView, io: &mut Io) -> Result<()> {
    let range = slice_range(view.shape(0), &integers(view, io, 1), &integers(view, io, 2))?;
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

/// A strided slice worked out: output shape, and for each of its dimensions the input dimension's step.
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
        // Input dimensions that the entries (new axes and the ellipsis apart) speak of.
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
        // A dimension of one element is never stepped along: keeps the walk free of overflow.
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
    let s = Strided::new(view, &integers(view, io, 1), &integers(view, io, 2), &integers(view, io, 3))?;
    walk(&s.shape, &s.steps, s.start, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn check_gather(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 0)?;
    types(view, matches!(view.dtype(1), Some(Dtype::I32 | Dtype::I64 | Dtype::I16)))
}

fn gather_axes(view: &NodeView) -> Result<(usize, usize)> {
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
    let shape = [&data[..at], &index[batch..], &data[at + 1..]].concat();
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn bad_index(index: i64, size: usize) -> Box<EngineError> {
    EngineError::run("engine-index").with("index", index).with("size", size)
}

fn gather(view: &NodeView, io: &mut Io) -> Result<()> {
    let (at, batch) = gather_axes(view)?;
    let (data, index) = (view.shape(0), view.shape(1));
    let batches: usize = data[..batch].iter().product();
    let outer: usize = data[batch..at].iter().product();
    let inner: usize = data[at + 1..].iter().product::<usize>() * size(view);
    let per_batch: usize = index[batch..].iter().product();
    let indices = integers(view, io, 1);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    if inner == 0 {
        return Ok(());
    }
    let mut to = out.chunks_exact_mut(inner);
    for b in 0..batches {
        for o in 0..outer {
            for &i in &indices[b * per_batch..][..per_batch] {
                let row = usize::try_from(i).ok().filter(|&i| i < data[at]).ok_or_else(|| bad_index(i, data[at]))?;
                let start = ((b * outer + o) * data[at] + row) * inner;
                if let Some(to) = to.next() {
                    to.copy_from_slice(&from[start..start + inner]);
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
    let indices = integers(view, io, 1);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    if block == 0 || out.is_empty() {
        return Ok(());
    }
    for (n, to) in out.chunks_exact_mut(block).enumerate() {
        let mut at = 0;
        for d in 0..depth {
            let i = indices[n * depth + d];
            let index = usize::try_from(i).ok().filter(|&i| i < data[d]).ok_or_else(|| bad_index(i, data[d]))?;
            at += index * own[d] * size(view);
        }
        to.copy_from_slice(&from[at..at + block]);
    }
    Ok(())
}

fn tile_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(times) = view.integers(1) else { return Ok(None) };
    let times = sizes(&times)?;
    if times.len() != view.shape(0).len() {
        return Err(misfit());
    }
    let shape: Shape =
        view.shape(0).iter().zip(&times).map(|(&d, &t)| d.checked_mul(t).ok_or_else(misfit)).collect::<Result<_>>()?;
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn tile(view: &NodeView, io: &mut Io) -> Result<()> {
    let (shape, out_shape, size) = (view.shape(0), view.out_shape(0), size(view));
    let own = strides(shape);
    let from = io.bytes(0);
    let mut index = vec![0usize; shape.len()];
    for out in io.output_bytes(0).chunks_exact_mut(size) {
        let at: usize = index.iter().zip(shape).zip(&own).map(|((i, d), s)| i % d * s).sum();
        out.copy_from_slice(&from[at * size..][..size]);
        for d in (0..shape.len()).rev() {
            index[d] += 1;
            if index[d] < out_shape[d] {
                break;
            }
            index[d] = 0;
        }
    }
    Ok(())
}

fn broadcast_to_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(1) else { return Ok(None) };
    let shape = sizes(&shape)?;
    if crate::engine::kernels::geometry::broadcast(view.shape(0), &shape)? != shape {
        return Err(misfit());
    }
    Ok(Some(vec![shape]))
}

fn broadcast_to(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    for_each_broadcast(view.out_shape(0), [view.shape(0)], |o, [a]| {
        out[o * size..][..size].copy_from_slice(&from[a * size..][..size]);
    });
    Ok(())
}

fn check_fill(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    movable(view, 1)?;
    types(view, index_type(view, 0))
}

fn fill_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(0) else { return Ok(None) };
    if view.shape(1).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    Ok(Some(vec![sizes(&shape)?]))
}

fn fill(view: &NodeView, io: &mut Io) -> Result<()> {
    let value = io.bytes(1);
    io.output_bytes(0).chunks_exact_mut(size(view)).for_each(|o| o.copy_from_slice(value));
    Ok(())
}

fn reverse(view: &NodeView, io: &mut Io) -> Result<()> {
    let shape = view.shape(0);
    let mut steps: Vec<isize> = strides(shape).iter().map(|&s| s as isize).collect();
    let mut start = 0;
    let mut turned = vec![false; shape.len()];
    for a in integers(view, io, 1) {
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

fn block(view: &NodeView) -> Result<usize> {
    match view.node.params {
        Params::Block { size } => usize::try_from(size).ok().filter(|&s| s > 0).ok_or_else(misfit),
        _ => Err(misfit()),
    }
}

fn space_to_depth_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [n, h, w, c] = crate::engine::kernels::geometry::dims(view.shape(0))?;
    let b = block(view)?;
    if h % b != 0 || w % b != 0 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![n, h / b, w / b, c * b * b]]))
}

fn depth_to_space_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [n, h, w, c] = crate::engine::kernels::geometry::dims(view.shape(0))?;
    let b = block(view)?;
    let area = b.checked_mul(b).ok_or_else(misfit)?;
    if c % area != 0 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![n, h * b, w * b, c / area]]))
}

fn space_to_depth(view: &NodeView, io: &mut Io) -> Result<()> {
    let b = block(view)?;
    let (s, o) = (view.shape(0), view.out_shape(0));
    let own = strides(s);
    // Output as [n, h / b, w / b, by, bx, c].
    let shape = [o[0], o[1], o[2], b, b, s[3]];
    let steps = [own[0], own[1] * b, own[2] * b, own[1], own[2], 1].map(|s| s as isize);
    walk(&shape, &steps, 0, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn depth_to_space(view: &NodeView, io: &mut Io) -> Result<()> {
    let b = block(view)?;
    let (s, o) = (view.shape(0), view.out_shape(0));
    let own = strides(s);
    let c = o[3];
    // Output as [n, h, by, w, bx, c].
    let shape = [s[0], s[1], b, s[2], b, c];
    let steps = [own[0], own[1], b * c, own[2], c, 1].map(|s| s as isize);
    walk(&shape, &steps, 0, size(view), io.bytes(0), io.output_bytes(0));
    Ok(())
}

fn check_blocks(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    movable(view, 0)?;
    types(view, view.dtype(1) == Some(Dtype::I32) && view.dtype(2) == Some(Dtype::I32))
}

/// Block sizes (all positive) and paddings or crops for the dimensions after the first.
type Blocks = (Vec<usize>, Vec<(usize, usize)>);

fn blocks(rank: usize, sizes_of: &[i64], pads: &[i64]) -> Result<Blocks> {
    let blocks = sizes(sizes_of)?;
    if blocks.contains(&0) || blocks.len() + 1 > rank {
        return Err(misfit());
    }
    Ok((blocks.clone(), paddings(pads, blocks.len())?))
}

fn space_to_batch_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (Some(b), Some(p)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    let mut shape = view.shape(0).to_vec();
    let (blocks, pads) = blocks(shape.len(), &b, &p)?;
    for (i, (&b, &(before, after))) in blocks.iter().zip(&pads).enumerate() {
        let size = shape[i + 1].checked_add(before).and_then(|s| s.checked_add(after)).ok_or_else(misfit)?;
        if size % b != 0 {
            return Err(misfit());
        }
        shape[i + 1] = size / b;
        shape[0] = shape[0].checked_mul(b).ok_or_else(misfit)?;
    }
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn batch_to_space_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (Some(b), Some(p)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    let mut shape = view.shape(0).to_vec();
    let (blocks, crops) = blocks(shape.len(), &b, &p)?;
    for (i, (&b, &(before, after))) in blocks.iter().zip(&crops).enumerate() {
        let cut = before.checked_add(after).ok_or_else(misfit)?;
        let size = shape[i + 1].checked_mul(b).and_then(|s| s.checked_sub(cut)).ok_or_else(misfit)?;
        if shape[0] % b != 0 {
            return Err(misfit());
        }
        shape[i + 1] = size;
        shape[0] /= b;
    }
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Calls `f(index in the batched tensor, index in the spatial one)` for every place that both have.
fn pair_up(batched: &[usize], spatial: &[usize], blocks: &Blocks, mut f: impl FnMut(usize, usize)) {
    let (blocks, pads) = blocks;
    let own = strides(spatial);
    let mut index = vec![0usize; batched.len()];
    let count: usize = batched.iter().product();
    for n in 0..count {
        let mut rest = index[0] / spatial[0].max(1);
        let mut at = index[0] % spatial[0].max(1) * own[0];
        let mut inside = true;
        for i in (0..blocks.len()).rev() {
            let place = index[i + 1] * blocks[i] + rest % blocks[i];
            rest /= blocks[i];
            match place.checked_sub(pads[i].0).filter(|&p| p < spatial[i + 1]) {
                Some(place) => at += place * own[i + 1],
                None => inside = false,
            }
        }
        for i in blocks.len() + 1..spatial.len() {
            at += index[i] * own[i];
        }
        if inside {
            f(n, at);
        }
        for d in (0..batched.len()).rev() {
            index[d] += 1;
            if index[d] < batched[d] {
                break;
            }
            index[d] = 0;
        }
    }
}

fn space_to_batch(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let blocks = blocks(view.shape(0).len(), &integers(view, io, 1), &integers(view, io, 2))?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    let zero = view.out_tensor(0).and_then(|t| t.quant.as_ref()).map_or(0, |q| q.zero_point());
    let zero = if view.out_dtype(0).is_some_and(Dtype::is_quantized) { zero } else { 0 };
    let value = &i128::from(zero).to_le_bytes()[..size];
    out.chunks_exact_mut(size).for_each(|o| o.copy_from_slice(value));
    pair_up(view.out_shape(0), view.shape(0), &blocks, |to, at| {
        out[to * size..][..size].copy_from_slice(&from[at * size..][..size]);
    });
    Ok(())
}

fn batch_to_space(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let blocks = blocks(view.shape(0).len(), &integers(view, io, 1), &integers(view, io, 2))?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    pair_up(view.shape(0), view.out_shape(0), &blocks, |at, to| {
        out[to * size..][..size].copy_from_slice(&from[at * size..][..size]);
    });
    Ok(())
}
