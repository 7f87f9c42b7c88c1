//! STABLEHLO_GATHER, STABLEHLO_SCATTER: read or change slices of a tensor at positions given by index vectors.

use super::data_movement::{index_type, integers, size};
use super::element::{fold, known, read, write};
use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::{advance, misfit, strides};
use crate::engine::ops::operands::{operands, same_shape, types};
use crate::engine::program::{Body, Dtype, Op, Params, SliceForm, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::StablehloGather, Definition::new(1, check_gather, gather_shape, gather)),
    (Op::StablehloScatter, Definition::new(1, check_scatter, scatter_shape, scatter)),
];

fn options<'a>(view: &NodeView<'a>) -> Result<(&'a SliceForm, Body)> {
    match &view.node.params {
        Params::Slices { form, body } => Ok((form, *body)),
        _ => Err(misfit()),
    }
}

fn check_gather(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let moved = known(view.dtype(0)) && view.dtype(0) != Some(Dtype::Bool) && view.dtype(0) == view.out_dtype(0);
    types(view, moved && index_type(view, 1))
}

fn check_scatter(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    let moved = known(view.dtype(0)) && view.dtype(0) == view.out_dtype(0);
    types(view, moved && view.dtype(2) == view.dtype(0) && index_type(view, 1))?;
    let fold = options(view).ok().and_then(|(_, body)| body.fold);
    if fold.is_some() { Ok(()) } else { Err(Refusal::new("engine-body")) }
}

/// Maps positions in the sliced tensor (the result of a gather, the updates of a scatter) to positions in the operand.
struct Map {
    /// Dimensions of the sliced tensor that stand for those of the indices, and the indices' strides along them.
    batch: Vec<(usize, usize)>,
    /// Dimensions of the sliced tensor that run along a slice, and the operand's dimension of each.
    along: Vec<(usize, usize)>,
    /// Operand dimension of each element of an index vector, and the distance of those elements.
    vector: Vec<usize>,
    step: usize,
}

/// Dimensions as indices below `rank`, each at most once.
fn places(list: &[i64], rank: usize) -> Result<Vec<usize>> {
    let mut seen = vec![false; rank];
    let place = |&d: &i64| {
        let d = usize::try_from(d).ok().filter(|&d| d < rank).ok_or_else(misfit)?;
        if std::mem::replace(&mut seen[d], true) { Err(misfit()) } else { Ok(d) }
    };
    list.iter().map(place).collect()
}

impl Map {
    /// The map for a sliced tensor of rank `rank`.
    fn new(form: &SliceForm, operand: &[usize], indices: &[usize], rank: usize) -> Result<Self> {
        let along = places(&form.along, rank)?;
        let dropped = places(&form.dropped, operand.len())?;
        let vector = places(&form.map, operand.len())?;
        let at = places(&[form.vector], indices.len())?[0];
        let own = strides(indices);
        let kept = (0..operand.len()).filter(|d| !dropped.contains(d));
        let batch = (0..rank).filter(|d| !along.contains(d));
        let others = (0..indices.len()).filter(|&d| d != at).map(|d| own[d]);
        let fits = along.is_sorted()
            && along.len() + dropped.len() == operand.len()
            && rank - along.len() + 1 == indices.len()
            && indices[at] == vector.len();
        if !fits {
            return Err(misfit());
        }
        Ok(Self {
            batch: batch.zip(others).collect(),
            along: along.iter().copied().zip(kept).collect(),
            vector,
            step: own[at],
        })
    }

    /// Start of this position's slice in the operand.
    fn start(&self, place: &[usize], indices: &[i64], start: &mut [i64]) {
        let row: usize = self.batch.iter().map(|&(d, stride)| place[d] * stride).sum();
        start.fill(0);
        for (i, &d) in self.vector.iter().enumerate() {
            start[d] = indices[row + i * self.step];
        }
    }
}

fn gather_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (form, _) = options(view)?;
    let (operand, indices) = (view.shape(0), view.shape(1));
    // The file gives the number of dimensions of the result.
    let rank = view.out_tensor(0).map_or(0, |t| t.shape.len());
    let map = Map::new(form, operand, indices, rank)?;
    let sizes: Shape = form.sizes.iter().map(|&s| usize::try_from(s).map_err(|_| misfit())).collect::<Result<_>>()?;
    let empty = |&d: &i64| sizes.get(d as usize).is_none_or(|&size| size == 0);
    if sizes.len() != operand.len() || sizes.iter().zip(operand).any(|(s, d)| s > d) || form.dropped.iter().any(empty) {
        return Err(misfit());
    }
    let mut shape = vec![0; rank];
    let at = form.vector as usize;
    let others = indices.iter().enumerate().filter(|&(d, _)| d != at);
    map.batch.iter().zip(others).for_each(|(&(d, _), (_, &size))| shape[d] = size);
    map.along.iter().for_each(|&(d, of)| shape[d] = sizes[of]);
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Slices that would extend past the edge are moved inside.
fn gather(view: &NodeView, io: &mut Io) -> Result<()> {
    let (form, _) = options(view)?;
    let (operand, shape) = (view.shape(0), view.out_shape(0));
    let map = Map::new(form, operand, view.shape(1), shape.len())?;
    let (n, own) = (size(view), strides(operand));
    let indices = integers(view, io, 1)?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    let (mut place, mut start) = (vec![0; shape.len()], vec![0; operand.len()]);
    for out in out.chunks_exact_mut(n) {
        map.start(&place, &indices, &mut start);
        let begin = |d: usize| start[d].clamp(0, operand[d] as i64 - form.sizes[d]) as usize * own[d];
        let at = (0..operand.len()).map(begin).sum::<usize>()
            + map.along.iter().map(|&(d, of)| place[d] * own[of]).sum::<usize>();
        copy_few(out, &from[at * n..][..n]);
        advance(&mut place, shape, |_, _| {});
    }
    Ok(())
}

fn scatter_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (form, _) = options(view)?;
    let (indices, updates) = (view.shape(1), view.shape(2));
    let map = Map::new(form, view.shape(0), indices, updates.len())?;
    let at = form.vector as usize;
    let others = indices.iter().enumerate().filter(|&(d, _)| d != at);
    if !map.batch.iter().zip(others).all(|(&(d, _), (_, &size))| updates[d] == size) {
        return Err(misfit());
    }
    same_shape(view)
}

/// Applies updates one after another; those outside are ignored.
fn scatter(view: &NodeView, io: &mut Io) -> Result<()> {
    let (form, body) = options(view)?;
    let (operand, shape) = (view.shape(0), view.shape(2));
    let map = Map::new(form, operand, view.shape(1), shape.len())?;
    let (dtype, how) = (view.dtype(0).ok_or_else(misfit)?, body.fold.ok_or_else(misfit)?);
    let (n, own) = (size(view), strides(operand));
    let indices = integers(view, io, 1)?;
    let (before, updates, out) = (io.bytes(0), io.bytes(2), io.output_bytes(0));
    out.copy_from_slice(before);
    let (mut place, mut start) = (vec![0; shape.len()], vec![0; operand.len()]);
    for update in updates.chunks_exact(n) {
        map.start(&place, &indices, &mut start);
        map.along.iter().for_each(|&(d, of)| start[of] = start[of].saturating_add(place[d] as i64));
        let inside = |d: usize| usize::try_from(start[d]).ok().filter(|&i| i < operand[d]).map(|i| i * own[d]);
        if let Some(at) = (0..operand.len()).map(inside).sum::<Option<usize>>() {
            let out = &mut out[at * n..][..n];
            write(dtype, fold(how, dtype, read(dtype, out), read(dtype, update)), out);
            if dtype == Dtype::Bool {
                out[0] = (out[0] != 0).into();
            }
        }
        advance(&mut place, shape, |_, _| {});
    }
    Ok(())
}
