//! Operators that add borders or fold dimensions into each other: PAD, MIRROR_PAD, SPACE_TO_DEPTH, BATCH_TO_SPACE_ND
//! and similar.

use super::data_movement::{check_index, check_one, index_type, integers, movable, size, sizes};
use super::walk::walk;
use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::geometry::{advance, dims, misfit, strides};
use crate::engine::ops::operands::{operands, types};
use crate::engine::ops::padding::{padded, paddings, shapes, value};
use crate::engine::program::{Dtype, Op, Params, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops =
    &[(Op::Pad, Definition::fast(6, check_pad, shapes)), (Op::Padv2, Definition::fast(6, check_pad, shapes))];

/// The other operators of this file.
pub const OPS: Ops = &[
    (Op::MirrorPad, Definition::new(3, check_index, mirror_shape, mirror_pad)),
    (Op::SpaceToDepth, Definition::new(2, check_one, space_to_depth_shape, space_to_depth)),
    (Op::DepthToSpace, Definition::new(2, check_one, depth_to_space_shape, depth_to_space)),
    (Op::SpaceToBatchNd, Definition::new(4, check_blocks, space_to_batch_shape, space_to_batch)),
    (Op::BatchToSpaceNd, Definition::new(4, check_blocks, batch_to_space_shape, batch_to_space)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::Pad, pad), (Op::Padv2, pad)];

fn check_pad(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    movable(view, 0)?;
    types(view, index_type(view, 1) && (!view.has(2) || view.dtype(2) == view.dtype(0)))
}

fn pad(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let pads = paddings(&integers(view, io, 1)?, view.shape(0).len())?;
    let out = io.output_bytes(0);
    let value = value(view, io.bytes(2), size)?;
    out.chunks_exact_mut(size).for_each(|o| copy_few(o, &value));
    // Rows of the last dimension are copied at once.
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
        advance(&mut index, outer, |_, _| {});
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
    let pads = paddings(&integers(view, io, 1)?, shape.len())?;
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
        copy_few(out, &from[at * size..][..size]);
        advance(&mut index, out_shape, |_, _| {});
    }
    Ok(())
}

fn block(view: &NodeView) -> Result<usize> {
    match view.node.params {
        Params::Block { size } => usize::try_from(size).ok().filter(|&s| s > 0).ok_or_else(misfit),
        _ => Err(misfit()),
    }
}

fn space_to_depth_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [n, h, w, c] = dims(view.shape(0))?;
    let b = block(view)?;
    if h % b != 0 || w % b != 0 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![n, h / b, w / b, c * b * b]]))
}

fn depth_to_space_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [n, h, w, c] = dims(view.shape(0))?;
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

/// Blocks are those of the dimensions between the first and the last one.
fn check_rank(view: &NodeView) -> Result<()> {
    if view.shape(1) == [view.shape(0).len().saturating_sub(2)] { Ok(()) } else { Err(misfit()) }
}

fn space_to_batch_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    check_rank(view)?;
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
    check_rank(view)?;
    let (Some(b), Some(p)) = (view.integers(1), view.integers(2)) else { return Ok(None) };
    let mut shape = view.shape(0).to_vec();
    let (blocks, crops) = blocks(shape.len(), &b, &p)?;
    for (i, (&b, &(before, after))) in blocks.iter().zip(&crops).enumerate() {
        let cut = before.checked_add(after).ok_or_else(misfit)?;
        let size = shape[i + 1].checked_mul(b).and_then(|s| s.checked_sub(cut)).ok_or_else(misfit)?;
        if !shape[0].is_multiple_of(b) {
            return Err(misfit());
        }
        shape[i + 1] = size;
        shape[0] /= b;
    }
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Calls `f(index in the batched tensor, index in the spatial one)` for every position of a run that both have. A run is the last
/// dimension, which has no blocks.
fn pair_up(batched: &[usize], spatial: &[usize], blocks: &Blocks, mut f: impl FnMut(usize, usize)) {
    let (blocks, pads) = blocks;
    let own = strides(&spatial[..=blocks.len()]);
    let [outer @ .., _] = blocks.as_slice() else { return (0..batched[0]).for_each(|n| f(n, n)) };
    let last = blocks.len();
    let (block, (before, _), len) = (blocks[last - 1], pads[last - 1], batched[last]);
    let mut index = vec![0usize; last];
    let count: usize = batched[..last].iter().product();
    for n in 0..count {
        let mut rest = index[0] / spatial[0].max(1);
        let mut at = index[0] % spatial[0].max(1) * own[0];
        let first = rest % block;
        rest /= block;
        let mut inside = true;
        for i in (0..outer.len()).rev() {
            let place = index[i + 1] * blocks[i] + rest % blocks[i];
            rest /= blocks[i];
            match place.checked_sub(pads[i].0).filter(|&p| p < spatial[i + 1]) {
                Some(place) => at += place * own[i + 1],
                None => inside = false,
            }
        }
        for i in if inside { 0..len } else { 0..0 } {
            if let Some(place) = (i * block + first).checked_sub(before).filter(|&place| place < spatial[last]) {
                f(n * len + i, at + place * own[last]);
            }
        }
        advance(&mut index, &batched[..last], |_, _| {});
    }
}

/// Bytes of a run.
fn run(view: &NodeView) -> usize {
    size(view) * view.shape(0).last().copied().unwrap_or(1)
}

fn space_to_batch(view: &NodeView, io: &mut Io) -> Result<()> {
    let size = size(view);
    let blocks = blocks(view.shape(0).len(), &integers(view, io, 1)?, &integers(view, io, 2)?)?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    let zero = view.out_tensor(0).and_then(|t| t.quant.as_ref()).map_or(0, |q| q.zero_point());
    let zero = if view.out_dtype(0).is_some_and(Dtype::is_quantized) { zero } else { 0 };
    let value = &i128::from(zero).to_le_bytes()[..size];
    match value {
        [byte, rest @ ..] if rest.iter().all(|other| other == byte) => out.fill(*byte),
        _ => out.chunks_exact_mut(size).for_each(|o| copy_few(o, value)),
    }
    let run = run(view);
    pair_up(view.out_shape(0), view.shape(0), &blocks, |to, at| {
        copy_few(&mut out[to * run..][..run], &from[at * run..][..run]);
    });
    Ok(())
}

fn batch_to_space(view: &NodeView, io: &mut Io) -> Result<()> {
    let run = run(view);
    let blocks = blocks(view.shape(0).len(), &integers(view, io, 1)?, &integers(view, io, 2)?)?;
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    pair_up(view.shape(0), view.out_shape(0), &blocks, |at, to| {
        copy_few(&mut out[to * run..][..run], &from[at * run..][..run]);
    });
    Ok(())
}
