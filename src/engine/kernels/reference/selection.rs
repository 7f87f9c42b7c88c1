//! Operators that select, place or create elements by value: SELECT, ONE_HOT, RANGE, SCATTER_ND, WHERE, UNIQUE
//! and the like.

use crate::engine::copy::copy_few;
use crate::engine::data::{Number, i4, view_mut};
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::{axis, broadcast, count, misfit, strides};
use crate::engine::ops::operands::{operands, put_indices, ranked, same_shape, types};
use crate::engine::ops::pieces::{Room, broadcast_pieces};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Select, Definition::new(4, check_select, select_shape, select)),
    (Op::SelectV2, Definition::new(2, check_select, select_v2_shape, select_v2)),
    (Op::OneHot, Definition::new(1, check_one_hot, one_hot_shape, one_hot)),
    (Op::Range, Definition::new(2, check_range, range_shape, range)),
    (Op::ScatterNd, Definition::new(1, check_scatter, scatter_shape, scatter)),
    (Op::Where, Definition::new(2, check_where, where_shape, where_true)),
    (Op::Unique, Definition::new(1, check_unique, unique_shape, unique)),
    (Op::BroadcastArgs, Definition::new(1, check_broadcast_args, broadcast_args_shape, broadcast_args)),
    (Op::EmbeddingLookup, Definition::new(5, check_lookup, lookup_shape, lookup)),
    (Op::ReverseSequence, Definition::new(1, check_reverse, reverse_shape, reverse_sequence)),
];

/// Bytes of an element; 0 for types that are packed or have no fixed size.
fn size(dtype: Option<Dtype>) -> usize {
    dtype.map_or(0, |d| if d.bits() % 8 == 0 { d.bits() / 8 } else { 0 })
}

fn index_type(dtype: Option<Dtype>) -> bool {
    matches!(dtype, Some(Dtype::I32 | Dtype::I64))
}

/// An index operand (int32 or int64) while running.
fn indices(view: &NodeView, io: &Io, i: usize) -> Result<Vec<i64>> {
    view.reserve(io.bytes(i).len(), 2)?;
    Ok(match view.dtype(i) {
        Some(Dtype::I64) => io.input::<i64>(i).to_vec(),
        _ => io.input::<i32>(i).iter().map(|&v| i64::from(v)).collect(),
    })
}

fn bad_index(index: i64, size: usize) -> Box<EngineError> {
    EngineError::run("engine-index").with("index", index).with("size", size)
}

fn check_select(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    let same = view.dtype(1) == view.out_dtype(0) && view.dtype(2) == view.out_dtype(0);
    types(view, view.dtype(0) == Some(Dtype::Bool) && same && size(view.out_dtype(0)) > 0)
}

fn select_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (condition, x) = (view.shape(0), view.shape(1));
    let count = condition.iter().product::<usize>();
    let rows = condition.len() <= 1 && (x.first() == Some(&count) || count == 1);
    if x != view.shape(2) || !(condition == x || rows) {
        return Err(misfit());
    }
    Ok(Some(vec![x.to_vec()]))
}

/// The condition has the operands' shape, or one value for each row.
fn select(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.shape(0) == view.shape(1) && view.shape(1) == view.shape(2) {
        return select_v2(view, io);
    }
    let condition = io.input::<u8>(0);
    let (x, y, out) = (io.bytes(1), io.bytes(2), io.output_bytes(0));
    if condition.is_empty() || out.is_empty() {
        return Ok(());
    }
    let block = out.len() / condition.len();
    if block * condition.len() != out.len() || view.shape(1) != view.shape(2) {
        return Err(misfit());
    }
    for (i, (out, &c)) in out.chunks_exact_mut(block).zip(condition).enumerate() {
        copy_few(out, &(if c != 0 { x } else { y })[i * block..][..block]);
    }
    Ok(())
}

fn select_v2_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![broadcast(&broadcast(view.shape(0), view.shape(1))?, view.shape(2))?]))
}

fn select_v2(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = size(view.out_dtype(0));
    // Elements of 128 bits are pairs.
    let shape = |shape: &[usize], last: usize| if n == 16 { [shape, &[last]].concat() } else { shape.to_vec() };
    let operands = [shape(view.shape(0), 1), shape(view.shape(1), 2), shape(view.shape(2), 2)];
    let out = shape(view.out_shape(0), 2);
    match n {
        1 => choose::<u8>(io, &out, &operands),
        2 => choose::<u16>(io, &out, &operands),
        4 => choose::<u32>(io, &out, &operands),
        _ => choose::<u64>(io, &out, &operands),
    }
    Ok(())
}

/// SELECT_V2 of elements with the bits of `T`.
fn choose<T: Number>(io: &mut Io, shape: &[usize], [of_condition, of_x, of_y]: &[Shape; 3]) {
    let (mut conditions, [mut room_x, mut room_y]) = (Room::empty(), [Room::empty(), Room::empty()]);
    let (condition, x, y, out) = (io.input::<u8>(0), io.input::<T>(1), io.input::<T>(2), io.output::<T>(0));
    broadcast_pieces(shape, &[of_condition, of_x, of_y], &mut |range, pieces| {
        let condition = conditions.of(condition, pieces[0]);
        let (x, y) = (room_x.of(x, pieces[1]), room_y.of(y, pieces[2]));
        let out = out[range].iter_mut().zip(condition);
        out.zip(x).zip(y).for_each(|(((out, &condition), &x), &y)| *out = if condition != 0 { x } else { y });
    });
}

fn check_one_hot(view: &NodeView) -> Check {
    operands(view, 4..=4, 4)?;
    let same = view.dtype(2) == view.out_dtype(0) && view.dtype(3) == view.out_dtype(0);
    let known = index_type(view.dtype(0)) && view.dtype(1) == Some(Dtype::I32);
    types(view, same && known && size(view.out_dtype(0)) > 0)
}

fn one_hot_axis(view: &NodeView) -> Result<usize> {
    match view.node.params {
        Params::Axis { axis: at } => axis(at, view.shape(0).len() + 1),
        _ => Err(misfit()),
    }
}

fn one_hot_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(depth) = view.value::<i32>(1) else { return Ok(None) };
    let &[depth] = depth else { return Err(misfit()) };
    let mut shape = view.shape(0).to_vec();
    shape.insert(one_hot_axis(view)?, count(depth.into())?);
    elements(&shape)?;
    if [2, 3].iter().any(|&i| view.shape(i).iter().product::<usize>() != 1) {
        return Err(misfit());
    }
    Ok(Some(vec![shape]))
}

fn one_hot(view: &NodeView, io: &mut Io) -> Result<()> {
    let at = one_hot_axis(view)?;
    let shape = view.out_shape(0);
    let (depth, inner) = (shape[at], shape[at + 1..].iter().product::<usize>());
    let n = size(view.out_dtype(0));
    let indices = indices(view, io, 0)?;
    let (on, off, out) = (io.bytes(2), io.bytes(3), io.output_bytes(0));
    repeat(out, off);
    // The class lies before the dimensions after it.
    let blocks = out.chunks_exact_mut((depth * inner * n).max(1));
    for (out, indices) in blocks.zip(indices.chunks_exact(inner.max(1))) {
        for (i, &index) in indices.iter().enumerate() {
            if let Some(index) = usize::try_from(index).ok().filter(|&index| index < depth) {
                copy_few(&mut out[(index * inner + i) * n..][..n], on);
            }
        }
    }
    Ok(())
}

/// Fills `out` with copies of the bytes of an element, by copies of what is filled already.
fn repeat(out: &mut [u8], element: &[u8]) {
    let mut done = element.len();
    if out.len() >= done {
        out[..done].copy_from_slice(element);
        while done < out.len() {
            let len = done.min(out.len() - done);
            out.copy_within(..len, done);
            done += len;
        }
    }
}

fn check_range(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    let known = matches!(view.out_dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64));
    types(view, known && (0..3).all(|i| view.dtype(i) == view.out_dtype(0)))
}

fn range_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    if (0..3).any(|i| !view.shape(i).is_empty()) {
        return Err(misfit());
    }
    let n = if view.out_dtype(0) == Some(Dtype::F32) {
        let value = |i| view.value::<f32>(i).and_then(|v| v.first().copied());
        let (Some(from), Some(to), Some(step)) = (value(0), value(1), value(2)) else { return Ok(None) };
        range_length(from.into(), to.into(), step.into())?
    } else {
        let value = |i| view.integers(i).and_then(|v| v.first().copied());
        let (Some(from), Some(to), Some(step)) = (value(0), value(1), value(2)) else { return Ok(None) };
        range_length(from as f64, to as f64, step as f64)?
    };
    Ok(Some(vec![vec![n]]))
}

/// Number of elements of a range; an error if it is not finite or its direction is wrong.
fn range_length(from: f64, to: f64, step: f64) -> Result<usize> {
    let n = ((to - from) / step).ceil();
    let id = match n {
        _ if step == 0.0 => "engine-range-step",
        n if !n.is_finite() => "engine-range-endless",
        n if n < 0.0 => "engine-range-direction",
        n => return Ok(n as usize),
    };
    Err(EngineError::run(id).with("from", from).with("to", to).with("step", step))
}

fn range(view: &NodeView, io: &mut Io) -> Result<()> {
    fn fill<T: Number>(io: &mut Io, add: impl Fn(T, T) -> T) {
        let (mut value, step) = (io.input::<T>(0)[0], io.input::<T>(2)[0]);
        for o in io.output::<T>(0) {
            *o = value;
            value = add(value, step);
        }
    }
    match view.out_dtype(0) {
        Some(Dtype::F32) => fill(io, |a: f32, b| a + b),
        Some(Dtype::I32) => fill(io, i32::wrapping_add),
        _ => fill(io, i64::wrapping_add),
    }
    Ok(())
}

fn check_scatter(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    let known = matches!(view.out_dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I8 | Dtype::U8));
    let same = view.dtype(0) == Some(Dtype::I32) && view.dtype(2) == Some(Dtype::I32);
    types(view, known && same && view.dtype(1) == view.out_dtype(0))
}

fn scatter_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(2) else { return Ok(None) };
    let shape: Shape = shape.iter().map(|&d| count(d)).collect::<Result<_>>()?;
    elements(&shape)?;
    let (&depth, outer) = view.shape(0).split_last().ok_or_else(misfit)?;
    let rest = shape.get(depth..).ok_or_else(misfit)?;
    if [outer, rest].concat() != view.shape(1) {
        return Err(misfit());
    }
    Ok(Some(vec![shape]))
}

/// Elements with the same index are added.
fn scatter(view: &NodeView, io: &mut Io) -> Result<()> {
    fn run<T: Number + Default>(view: &NodeView, io: &mut Io, add: impl Fn(T, T) -> T) -> Result<()> {
        let shape = view.out_shape(0);
        let depth = *view.shape(0).last().ok_or_else(misfit)?;
        let own = strides(shape);
        let block: usize = shape[depth..].iter().product();
        let (indices, updates, out) = (io.input::<i32>(0), io.input::<T>(1), io.output::<T>(0));
        out.fill(T::default());
        if block == 0 {
            return Ok(());
        }
        for (n, update) in updates.chunks_exact(block).enumerate() {
            let mut at = 0;
            for d in 0..depth {
                let i = i64::from(indices[n * depth + d]);
                at += usize::try_from(i).ok().filter(|&i| i < shape[d]).ok_or_else(|| bad_index(i, shape[d]))? * own[d];
            }
            out[at..at + block].iter_mut().zip(update).for_each(|(o, &u)| *o = add(*o, u));
        }
        Ok(())
    }
    match view.out_dtype(0) {
        Some(Dtype::F32) => run(view, io, |a: f32, b| a + b),
        Some(Dtype::I32) => run(view, io, i32::wrapping_add),
        Some(Dtype::I64) => run(view, io, i64::wrapping_add),
        // The lower bits of a sum do not show its sign.
        _ => run(view, io, u8::wrapping_add),
    }
}

fn check_where(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let known = matches!(
        view.dtype(0),
        Some(Dtype::Bool | Dtype::F32 | Dtype::I64 | Dtype::I32 | Dtype::I8 | Dtype::U8 | Dtype::U32)
    );
    types(view, known && view.out_dtype(0) == Some(Dtype::I64))
}

/// The elements that are true: any that is not zero (in reals, the sign does not count).
fn truths(bytes: &[u8], dtype: Option<Dtype>) -> impl Iterator<Item = bool> {
    let real = dtype == Some(Dtype::F32);
    let is_true = move |x: &[u8]| match x.split_last() {
        Some((last, rest)) => rest.iter().any(|&b| b != 0) || (if real { last & 0x7f } else { *last }) != 0,
        None => false,
    };
    bytes.chunks_exact(size(dtype).max(1)).map(is_true)
}

fn where_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(bytes) = view.value::<u8>(0) else { return Ok(None) };
    let count = truths(bytes, view.dtype(0)).filter(|&t| t).count();
    Ok(Some(vec![vec![count, view.shape(0).len()]]))
}

/// Coordinates of the true elements, in order.
fn where_true(view: &NodeView, io: &mut Io) -> Result<()> {
    let own = strides(view.shape(0));
    let (bytes, out) = (io.bytes(0), io.output::<i64>(0));
    let mut to = out.iter_mut();
    for (i, _) in truths(bytes, view.dtype(0)).enumerate().filter(|(_, is_true)| *is_true) {
        for (stride, &d) in own.iter().zip(view.shape(0)) {
            if let Some(to) = to.next() {
                *to = (i / stride % d) as i64;
            }
        }
    }
    Ok(())
}

fn check_unique(view: &NodeView) -> Check {
    let given = view.inputs() == 1 && view.outputs() == 2;
    if !given {
        return Err(Refusal::new("engine-operands"));
    }
    let known =
        matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I8 | Dtype::U8 | Dtype::I16));
    types(view, known && view.dtype(0) == view.out_dtype(0) && index_type(view.out_dtype(1)))
}

/// Reserves the memory of [`first_places`]: a position for each element, and a table entry for each distinct one.
fn reserve_places(view: &NodeView) -> Result<()> {
    let count = view.shape(0).iter().product::<usize>();
    let most = match size(view.dtype(0)) {
        1 => count.min(1 << 8),
        2 => count.min(1 << 16),
        _ => count,
    };
    view.reserve(count.saturating_mul(8).saturating_add(most.saturating_mul(64)), 1)
}

/// Index, among the distinct elements, of the first element with the same bytes.
fn first_places(bytes: &[u8], n: usize) -> (Vec<usize>, Vec<usize>) {
    let mut seen = std::collections::HashMap::new();
    let (mut firsts, mut places) = (Vec::new(), Vec::new());
    for (i, x) in bytes.chunks_exact(n.max(1)).enumerate() {
        let place = *seen.entry(x).or_insert_with(|| {
            firsts.push(i);
            firsts.len() - 1
        });
        places.push(place);
    }
    (firsts, places)
}

fn unique_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 0, 1)?;
    let Some(bytes) = view.value::<u8>(0) else { return Ok(None) };
    reserve_places(view)?;
    let (firsts, places) = first_places(bytes, size(view.dtype(0)));
    Ok(Some(vec![vec![firsts.len()], vec![places.len()]]))
}

fn unique(view: &NodeView, io: &mut Io) -> Result<()> {
    reserve_places(view)?;
    let n = size(view.dtype(0));
    let (firsts, places) = first_places(io.bytes(0), n);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    for (out, &first) in out.chunks_exact_mut(n).zip(&firsts) {
        copy_few(out, &from[first * n..][..n]);
    }
    put_indices(view, io, 1, places.into_iter().map(|p| p as i64));
    Ok(())
}

fn check_broadcast_args(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    types(view, index_type(view.dtype(0)) && view.dtype(0) == view.dtype(1) && view.dtype(0) == view.out_dtype(0))
}

fn broadcast_args_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    match (view.shape(0), view.shape(1)) {
        ([a], [b]) => Ok(Some(vec![vec![*a.max(b)]])),
        _ => Err(misfit()),
    }
}

fn broadcast_args(view: &NodeView, io: &mut Io) -> Result<()> {
    let sizes = |i: usize| -> Result<Vec<usize>> {
        indices(view, io, i)?.iter().map(|&d| usize::try_from(d).map_err(|_| misfit())).collect()
    };
    let shape = broadcast(&sizes(0)?, &sizes(1)?)?;
    put_indices(view, io, 0, shape.into_iter().map(|d| d as i64));
    Ok(())
}

fn check_lookup(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let plain = view.dtype(1) == view.out_dtype(0) && size(view.out_dtype(0)) > 0;
    let quantized = matches!(view.dtype(1), Some(Dtype::I8 | Dtype::I4)) && view.out_dtype(0) == Some(Dtype::F32);
    let scales = || view.quant(1).is_ok_and(|q| q.axis == 0 || q.scale.len() == 1);
    types(view, view.dtype(0) == Some(Dtype::I32) && (plain || (quantized && scales())))
}

fn lookup_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (&[count], [_, rest @ ..]) = (view.shape(0), view.shape(1)) else { return Err(misfit()) };
    Ok(Some(vec![[&[count], rest].concat()]))
}

fn lookup(view: &NodeView, io: &mut Io) -> Result<()> {
    let rows = view.shape(1)[0];
    let width = view.shape(1)[1..].iter().product::<usize>();
    let block = width * size(view.out_dtype(0));
    let (ids, from, out) = (io.input::<i32>(0), io.bytes(1), io.output_bytes(0));
    if block == 0 {
        return Ok(());
    }
    for (out, &id) in out.chunks_exact_mut(block).zip(ids) {
        let row = usize::try_from(id).ok().filter(|&r| r < rows).ok_or_else(|| bad_index(id.into(), rows))?;
        if view.dtype(1) == view.out_dtype(0) {
            copy_few(out, &from[row * block..][..block]);
            continue;
        }
        // Only the rows that are asked for are read: a table can be large. Values of a row share a scale.
        let quant = view.quant(1)?;
        let scale = quant.scale.get(row).copied().unwrap_or(quant.scale());
        let (first, out) = (row * width, view_mut::<f32>(out));
        if view.dtype(1) == Some(Dtype::I4) {
            out.iter_mut().zip(first..).for_each(|(out, i)| *out = scale * f32::from(i4(from, i)));
        } else {
            let codes: &[i8] = bytemuck::cast_slice(&from[first..first + width]);
            out.iter_mut().zip(codes).for_each(|(out, &code)| *out = scale * f32::from(code));
        }
    }
    Ok(())
}

fn check_reverse(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = matches!(view.dtype(0), Some(Dtype::I32 | Dtype::F32 | Dtype::U8 | Dtype::I16 | Dtype::I64));
    types(view, known && view.dtype(0) == view.out_dtype(0) && index_type(view.dtype(1)))
}

fn reverse_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 1, 1)?;
    same_shape(view)
}

/// Reverses the first `lengths[b]` elements along one dimension, for each index `b` of another.
fn reverse_sequence(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::ReverseSequence { seq_dim, batch_dim } = view.node.params else { return Err(misfit()) };
    let shape = view.shape(0);
    let (seq, batch) = (axis(seq_dim, shape.len())?, axis(batch_dim, shape.len())?);
    let lengths = indices(view, io, 1)?;
    if seq == batch || lengths.len() != shape[batch] {
        return Err(misfit());
    }
    let n = size(view.out_dtype(0));
    let own = strides(shape);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    for (i, out) in out.chunks_exact_mut(n).enumerate() {
        let (place, b) = (i / own[seq] % shape[seq], i / own[batch] % shape[batch]);
        let length = usize::try_from(lengths[b]).ok().filter(|&l| l <= shape[seq]);
        let length = length.ok_or_else(|| bad_index(lengths[b], shape[seq]))?;
        let source = if place < length { length - 1 - place } else { place };
        let at = i + source * own[seq] - place * own[seq];
        copy_few(out, &from[at * n..][..n]);
    }
    Ok(())
}
