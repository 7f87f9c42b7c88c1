//! Sparse tensors and lookups: SPARSE_TO_DENSE, HASHTABLE_LOOKUP, EMBEDDING_LOOKUP_SPARSE, BUCKETIZE; MATRIX_DIAG,
//! MATRIX_SET_DIAG, DILATE and STABLEHLO_PAD, which spread elements over a larger tensor.

use super::data_movement::{index_type, integers, movable, size, sizes};
use crate::engine::error::{EngineError, Result};
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::{advance, misfit, strides};
use crate::engine::ops::operands::{operands, same_shape, types};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::SparseToDense, Definition::new(3, check_dense, dense_shape, dense)),
    (Op::HashtableLookup, Definition::new(1, check_lookup, lookup_shape, lookup)),
    (Op::EmbeddingLookupSparse, Definition::new(1, check_embedding, embedding_shape, embedding)),
    (Op::Bucketize, Definition::new(1, check_bucketize, same_shape, bucketize)),
    (Op::MatrixDiag, Definition::new(1, check_diagonal, diagonal_shape, diagonal)),
    (Op::MatrixSetDiag, Definition::new(1, check_diagonal, set_diagonal_shape, diagonal)),
    (Op::Dilate, Definition::new(1, check_spread, spread_shape, spread)),
    (Op::StablehloPad, Definition::new(1, check_spread, spread_shape, spread)),
];

fn check_dense(view: &NodeView) -> Check {
    operands(view, 4..=4, 4)?;
    movable(view, 2)?;
    movable(view, 3)?;
    types(view, index_type(view, 0) && index_type(view, 1))
}

fn dense_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(1) else { return Ok(None) };
    let (rank, values) = (shape.len(), view.shape(2).iter().product::<usize>());
    let count = match *view.shape(0) {
        [] if rank == 1 => 1,
        [count] if rank == 1 => count,
        [count, depth] if rank == depth => count,
        _ => return Err(misfit()),
    };
    let default = view.shape(3).iter().product::<usize>() == 1;
    if default && (values == count || view.shape(2).is_empty()) {
        Ok(Some(vec![sizes(&shape)?]))
    } else {
        Err(misfit())
    }
}

/// Fills with the default, then writes every value at its position; one value may serve for all.
fn dense(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = size(view);
    let shape = view.out_shape(0);
    let own = strides(shape);
    let places = integers(view, io, 0)?;
    let (values, default, out) = (io.bytes(2), io.bytes(3), io.output_bytes(0));
    out.chunks_exact_mut(n).for_each(|o| o.copy_from_slice(default));
    for (i, place) in places.chunks_exact(shape.len().max(1)).enumerate() {
        let at = position(place, shape, &own)?;
        let value = if values.len() == n { values } else { &values[i * n..][..n] };
        out[at * n..][..n].copy_from_slice(value);
    }
    Ok(())
}

/// Element at these coordinates.
fn position(place: &[i64], shape: &[usize], own: &[usize]) -> Result<usize> {
    let mut at = 0;
    for (d, &i) in place.iter().enumerate() {
        let index = usize::try_from(i).ok().filter(|&index| index < shape[d]);
        at += index.ok_or_else(|| EngineError::run("engine-index").with("index", i).with("size", shape[d]))? * own[d];
    }
    Ok(at)
}

fn check_lookup(view: &NodeView) -> Check {
    if view.inputs() != 3 || !view.has(0) || !view.has(1) || view.outputs() != 2 {
        return Err(Refusal::new("engine-operands"));
    }
    movable(view, 2)?;
    let keys = view.dtype(0) == Some(Dtype::I32) && view.dtype(1) == Some(Dtype::I32);
    types(view, keys && view.out_dtype(1) == Some(Dtype::U8))
}

fn lookup_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (&[count], &[keys], [rows, rest @ ..]) = (view.shape(0), view.shape(1), view.shape(2)) else {
        return Err(misfit());
    };
    if keys != *rows {
        return Err(misfit());
    }
    Ok(Some(vec![[&[count], rest].concat(), vec![count]]))
}

/// Rows by key, zeros for missing ones; the second result reports which were found.
fn lookup(view: &NodeView, io: &mut Io) -> Result<()> {
    let block = view.shape(2)[1..].iter().product::<usize>() * size(view);
    let (wanted, keys, rows) = (io.input::<i32>(0), io.input::<i32>(1), io.bytes(2));
    let (out, hits) = (io.output_bytes(0), io.output_bytes(1));
    for (i, key) in wanted.iter().enumerate() {
        let row = keys.iter().position(|k| k == key);
        hits[i] = row.is_some().into();
        match row {
            Some(row) => out[i * block..][..block].copy_from_slice(&rows[row * block..][..block]),
            None => out[i * block..][..block].fill(0),
        }
    }
    Ok(())
}

fn check_embedding(view: &NodeView) -> Check {
    operands(view, 5..=5, 5)?;
    let whole = (0..3).all(|i| view.dtype(i) == Some(Dtype::I32));
    let floats = (3..5).all(|i| view.dtype(i) == Some(Dtype::F32));
    types(view, whole && floats && view.out_dtype(0) == Some(Dtype::F32))
}

fn embedding_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (&[ids], &[count, depth], &[rank]) = (view.shape(0), view.shape(1), view.shape(2)) else {
        return Err(misfit());
    };
    if ids != count || depth != rank || rank == 0 || view.shape(3) != [ids] || view.shape(4).is_empty() {
        return Err(misfit());
    }
    let Some(shape) = view.integers(2) else { return Ok(None) };
    let shape = [&sizes(&shape)?[..rank - 1], &view.shape(4)[1..]].concat();
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Weighted sums of rows; means divide by the sum of weights, or by the root of the sum of their squares.
fn embedding(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Combiner { combiner } = view.node.params else { return Err(misfit()) };
    let rows = view.shape(4)[0];
    let block: usize = view.shape(4)[1..].iter().product();
    let depth = view.shape(1)[1];
    let places = integers(view, io, 1)?;
    let outer = &view.out_shape(0)[..depth - 1];
    let own = strides(outer);
    let (ids, weights, table) = (io.input::<i32>(0), io.input::<f32>(3), io.input::<f32>(4));
    let out = io.output::<f32>(0);
    out.fill(0.0);
    let mut norms = vec![0.0f32; outer.iter().product()];
    for ((&id, &weight), place) in ids.iter().zip(weights).zip(places.chunks_exact(depth)) {
        let row = position(&[i64::from(id)], &[rows], &[block])?;
        let bucket = position(&place[..depth - 1], outer, &own)?;
        norms[bucket] += if combiner == 2 { weight * weight } else { weight };
        let out = &mut out[bucket * block..][..block];
        out.iter_mut().zip(&table[row..row + block]).for_each(|(o, v)| *o += weight * v);
    }
    if combiner != 0 && block > 0 {
        for (out, &norm) in out.chunks_exact_mut(block).zip(&norms).filter(|(_, n)| **n != 0.0) {
            let norm = if combiner == 2 { norm.sqrt() } else { norm };
            out.iter_mut().for_each(|o| *o /= norm);
        }
    }
    Ok(())
}

fn check_bucketize(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::F64 | Dtype::I32 | Dtype::I64));
    types(view, known && view.out_dtype(0) == Some(Dtype::I32))
}

/// Number of boundaries that each value has reached.
fn bucketize(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Bucketize { boundaries } = &view.node.params else { return Err(misfit()) };
    let values: Vec<f64> = match view.dtype(0) {
        Some(Dtype::F32) => io.input::<f32>(0).iter().map(|&v| v.into()).collect(),
        Some(Dtype::F64) => io.input::<f64>(0).to_vec(),
        _ => integers(view, io, 0)?.into_iter().map(|v| v as f64).collect(),
    };
    for (out, v) in io.output::<i32>(0).iter_mut().zip(values) {
        *out = boundaries.partition_point(|&b| f64::from(b) <= v) as i32;
    }
    Ok(())
}

fn check_diagonal(view: &NodeView) -> Check {
    let count = if view.node.op.builtin() == Some(Op::MatrixDiag) { 1 } else { 2 };
    operands(view, count..=count, count)?;
    (0..count).try_for_each(|i| movable(view, i))
}

fn diagonal_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let &last = view.shape(0).last().ok_or_else(misfit)?;
    let shape = [view.shape(0), &[last]].concat();
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

fn set_diagonal_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [outer @ .., rows, columns] = view.shape(0) else { return Err(misfit()) };
    if [outer, &[*rows.min(columns)]].concat() != view.shape(1) {
        return Err(misfit());
    }
    same_shape(view)
}

/// Puts a diagonal (the last operand) into zeros, or into the matrices of operand 0.
fn diagonal(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = size(view);
    let [.., rows, columns] = *view.out_shape(0) else { return Err(misfit()) };
    let last = view.inputs() - 1;
    let (values, matrices, out) = (io.bytes(last), io.bytes(0), io.output_bytes(0));
    if last == 0 {
        out.fill(0)
    } else {
        out.copy_from_slice(matrices)
    }
    let length = rows.min(columns);
    for (i, value) in values.chunks_exact(n).enumerate() {
        let (matrix, k) = (i / length, i % length);
        out[(matrix * rows * columns + k * columns + k) * n..][..n].copy_from_slice(value);
    }
    Ok(())
}

fn check_spread(view: &NodeView) -> Check {
    let dilate = view.node.op.builtin() == Some(Op::Dilate);
    let count = if dilate { 3 } else { 2 };
    operands(view, count..=count, count)?;
    movable(view, 0)?;
    movable(view, count - 1)?;
    types(view, !dilate || view.dtype(1) == Some(Dtype::I32))
}

/// For each dimension: padding before, distance of neighbors, padding after. Negative padding cuts off.
fn spacing(view: &NodeView, steps: Option<Vec<i64>>) -> Result<Option<Vec<[i64; 3]>>> {
    let rank = view.shape(0).len();
    let spacing: Vec<[i64; 3]> = match &view.node.params {
        Params::EdgePadding { low, high, interior } => {
            if [low, high, interior].iter().any(|list| list.len() != rank) {
                return Err(misfit());
            }
            (0..rank).map(|d| [low[d], interior[d].saturating_add(1), high[d]]).collect()
        }
        _ => match steps {
            Some(steps) if steps.len() == rank => steps.iter().map(|&step| [0, step, 0]).collect(),
            Some(_) => return Err(misfit()),
            None => return Ok(None),
        },
    };
    let sane = |v: i64| v.unsigned_abs() < 1 << 31;
    let fits = spacing.iter().all(|s| s[1] >= 1 && s.iter().all(|&v| sane(v)));
    if fits { Ok(Some(spacing)) } else { Err(misfit()) }
}

fn spread_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(spacing) = spacing(view, view.integers(1))? else { return Ok(None) };
    let value = view.inputs() - 1;
    if view.shape(value).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    let size = |(&d, s): (&usize, &[i64; 3])| {
        let inner = (d as i64 - 1).max(0).saturating_mul(s[1]).saturating_add(i64::from(d > 0));
        s[0].saturating_add(inner).saturating_add(s[2]).max(0)
    };
    Ok(Some(vec![sizes(&view.shape(0).iter().zip(&spacing).map(size).collect::<Vec<_>>())?]))
}

fn spread(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = size(view);
    let steps = if view.inputs() == 3 { Some(integers(view, io, 1)?) } else { None };
    let spacing = spacing(view, steps)?.ok_or_else(misfit)?;
    let (shape, out_shape) = (view.shape(0), view.out_shape(0));
    let own = strides(out_shape);
    let (from, fill, out) = (io.bytes(0), io.bytes(view.inputs() - 1), io.output_bytes(0));
    out.chunks_exact_mut(n).for_each(|o| o.copy_from_slice(fill));
    let mut index = vec![0usize; shape.len()];
    for value in from.chunks_exact(n) {
        let place: Vec<i64> = index.iter().zip(&spacing).map(|(&i, s)| s[0] + i as i64 * s[1]).collect();
        // Positions outside were cut off.
        if let Ok(at) = position(&place, out_shape, &own) {
            out[at * n..][..n].copy_from_slice(value);
        }
        advance(&mut index, shape, |_, _| {});
    }
    Ok(())
}
