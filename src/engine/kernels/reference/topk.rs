//! TOPK_V2: the largest elements of each row, and where they are.

use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::types;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView, Shape};
use std::cmp::Reverse;

/// Operators of this file.
pub const OPS: Ops = &[(Op::TopkV2, Definition::new(3, check_topk, topk_shape, topk))];

fn check_topk(view: &NodeView) -> Check {
    let given = view.inputs() == 2 && view.has(0) && view.outputs() == 2;
    if !given {
        return Err(Refusal::new("engine-operands"));
    }
    let known =
        matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I32 | Dtype::I64 | Dtype::I8 | Dtype::U8 | Dtype::I16));
    let rest = view.dtype(1) == Some(Dtype::I32) && view.out_dtype(1) == Some(Dtype::I32);
    types(view, known && rest && view.dtype(0) == view.out_dtype(0))
}

fn topk_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(k) = view.value::<i32>(1) else { return Ok(None) };
    let mut shape = view.shape(0).to_vec();
    let k = k.first().and_then(|&k| usize::try_from(k).ok()).ok_or_else(misfit)?;
    match shape.last_mut() {
        Some(last) if *last >= k => *last = k,
        _ => return Err(misfit()),
    }
    Ok(Some(vec![shape.clone(), shape]))
}

/// Numbers in the same order as the elements from `at` on, so that one sort works for all types.
fn rank(view: &NodeView, io: &Io, at: usize, ranks: &mut [i64]) {
    match view.dtype(0) {
        // The bits of reals are in order, except those of negative ones, which are reversed. -0 counts as 0.
        Some(Dtype::F32) => {
            let rank = |x: f32| {
                let bits = (x + 0.0).to_bits() as i32;
                bits ^ ((bits >> 31) & i32::MAX)
            };
            ranks.iter_mut().zip(&io.input::<f32>(0)[at..]).for_each(|(to, &x)| *to = rank(x).into());
        }
        Some(Dtype::I64) => ranks.iter_mut().zip(&io.input::<i64>(0)[at..]).for_each(|(to, &x)| *to = x),
        Some(Dtype::I32) => ranks.iter_mut().zip(&io.input::<i32>(0)[at..]).for_each(|(to, &x)| *to = x.into()),
        Some(Dtype::I16) => ranks.iter_mut().zip(&io.input::<i16>(0)[at..]).for_each(|(to, &x)| *to = x.into()),
        Some(Dtype::I8) => ranks.iter_mut().zip(&io.input::<i8>(0)[at..]).for_each(|(to, &x)| *to = x.into()),
        _ => ranks.iter_mut().zip(&io.input::<u8>(0)[at..]).for_each(|(to, &x)| *to = x.into()),
    }
}

/// Elements that have ranks at a time, and those that are tested together.
const SOME: usize = 256;
const TESTED: usize = 16;

/// Candidates for the largest `k` elements: the larger first, then the earlier.
struct Candidates {
    k: usize,
    /// At most twice as many as wanted, so that most elements are compared with the least of the sorted ones only.
    list: Vec<(Reverse<i64>, usize)>,
    /// The rank that an element must exceed.
    least: i64,
    /// Whether there is a least one.
    is_full: bool,
}

impl Candidates {
    fn new(k: usize, room: usize) -> Self {
        Self { k, list: Vec::with_capacity(room), least: i64::MIN, is_full: false }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.is_full = false;
    }

    /// Takes the elements from `first` on.
    fn take(&mut self, first: usize, ranks: &[i64]) {
        for (n, some) in ranks.chunks(TESTED).enumerate() {
            if self.is_full && !some.iter().fold(false, |any, &rank| any | (rank > self.least)) {
                continue;
            }
            for (&rank, i) in some.iter().zip(first + n * TESTED..) {
                if self.is_full && rank <= self.least {
                    continue;
                }
                self.list.push((Reverse(rank), i));
                if self.list.len() == 2 * self.k {
                    self.cut();
                }
            }
        }
    }

    /// Leaves the `k` largest elements, in order.
    #[inline(never)]
    fn cut(&mut self) {
        self.list.sort_unstable();
        self.list.truncate(self.k);
        if let Some(&(Reverse(least), _)) = self.list.get(self.k - 1) {
            (self.least, self.is_full) = (least, true);
        }
    }
}

fn topk(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = view.dtype(0).map_or(0, Dtype::bits) / 8;
    let row = *view.shape(0).last().ok_or_else(misfit)?;
    let k = *view.out_shape(0).last().ok_or_else(misfit)?;
    if row == 0 || k == 0 {
        return Ok(());
    }
    let room = row.min(2 * k);
    view.reserve(room, 16)?;
    let (mut ranks, mut candidates) = ([0; SOME], Candidates::new(k, room));
    let (x, values, places) = (io.bytes(0), io.output_bytes(0), io.output::<i32>(1));
    for (r, (values, places)) in values.chunks_exact_mut(k * n).zip(places.chunks_exact_mut(k)).enumerate() {
        candidates.clear();
        for first in (0..row).step_by(SOME) {
            let ranks = &mut ranks[..SOME.min(row - first)];
            rank(view, io, r * row + first, ranks);
            candidates.take(first, ranks);
        }
        candidates.cut();
        let to = values.chunks_exact_mut(n).zip(places);
        for ((value, place), &(_, i)) in to.zip(&candidates.list) {
            value.copy_from_slice(&x[(r * row + i) * n..][..n]);
            *place = i as i32;
        }
    }
    Ok(())
}
