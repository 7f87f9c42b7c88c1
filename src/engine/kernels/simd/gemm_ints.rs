//! Matrix products of int8 with packed weights: rows of inputs times panels of output channels, as in [`super::gemm`].
//!
//! The inputs of the rows of a tile are arranged side by side first, group of depths by group, so that the inner loop reads inputs and
//! weights in order. Most layers of small networks have few inputs, so the end of a sum (factor, zero point, clamp) costs as much as its
//! products.

use super::epilogue::{Epilogue, LANES};
use super::gemm::{HALF, PANEL, ROWS, STRIP, TALL, Tile, halves};
use super::groups::{Group, Groups, repeat, repeated};
use super::requantize::Requantize;
use super::vector::{Block, GROUP, Ints, NarrowSums, PairSums, QuadSums, Quads, quads};
use std::hint::black_box;
use std::ops::Range;

/// Int8 weights in panels, in groups of depths for the lanes of this machine.
pub struct IntPanels<E = Requantize> {
    lanes: Lanes,
    epilogue: E,
    /// A multiple of [`Ints::DEPTHS`].
    depth: usize,
    channels: usize,
}

/// Weights by what multiplies them.
enum Lanes {
    Quads(Groups<QuadSums>),
    Narrow(Groups<NarrowSums>),
    Pairs(Groups<PairSums>),
}

/// Some rows of inputs.
#[derive(Clone, Copy)]
struct Rows<'a> {
    values: &'a [i8],
    /// Inputs of a row.
    depth: usize,
    /// Bits that are flipped.
    flip: i8,
    /// The numbers that the sums of each begin with besides the bias; may be empty.
    starts: &'a [i32],
}

/// Takes the sums of rows for a panel.
type Finish<'a> = &'a mut dyn FnMut(usize, &[[i32; LANES]]);

impl IntPanels {
    /// Sets the initial value of a channel's sums, which must stay within the size that the factors were made for.
    pub fn set_bias(&mut self, channel: usize, bias: i32) {
        self.epilogue.set_bias(channel, bias);
    }
}

impl<E: Epilogue> IntPanels<E> {
    /// Packs weights of shape `[channels, depth]` minus their zero point, for inputs of [`super::vector::sign`]; `None` if one does not fit.
    pub fn new(weights: &[i8], weight_zero: i32, channels: usize, depth: usize, epilogue: E) -> Option<Self> {
        let (zero, shape) = (weight_zero.try_into().ok()?, [channels, depth]);
        // Parts of trained weights need a hundredth of the groups, those of a normal distribution a sixth, of random ones up to nine tenths:
        // pairs are faster then.
        let most_parts = channels * depth / (PANEL * NarrowSums::DEPTHS) / 3;
        let lanes = match quads() {
            Some(Quads::Exact(_)) => Lanes::Quads(Groups::pack(weights, zero, shape, 0)?),
            quads => match quads.and_then(|_| Groups::pack(weights, zero, shape, most_parts)) {
                Some(groups) => Lanes::Narrow(groups),
                None => Lanes::Pairs(Groups::pack(weights, zero, shape, 0)?),
            },
        };
        let depths = if matches!(lanes, Lanes::Pairs(_)) { PairSums::DEPTHS } else { QuadSums::DEPTHS };
        Some(Self { lanes, epilogue, depth: depth.next_multiple_of(depths), channels })
    }

    /// Room for weights that are known only during the run, for inputs of [`super::vector::PAIRS`]; see [`IntPanels::put`] and `set_bias`.
    pub fn empty(channels: usize, depth: usize, epilogue: E) -> Self {
        let groups = Groups::new(channels.div_ceil(PANEL), depth.div_ceil(PairSums::DEPTHS));
        Self { lanes: Lanes::Pairs(groups), epilogue, depth: depth.next_multiple_of(PairSums::DEPTHS), channels }
    }

    /// Stores a weight minus its zero point there; `None` if it does not fit.
    #[inline(always)]
    pub fn put(&mut self, channel: usize, depth: usize, weight: i32) -> Option<()> {
        let Lanes::Pairs(groups) = &mut self.lanes else { return None };
        groups.put(channel, depth, weight)
    }

    /// Number of panels.
    pub fn count(&self) -> usize {
        self.channels.div_ceil(PANEL)
    }

    /// Depth of the rows that [`IntPanels::run`] takes.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Bytes that [`IntPanels::run`] borrows: no strip needs more than a full one.
    pub fn room(&self) -> usize {
        let most = match &self.lanes {
            Lanes::Quads(groups) => groups.most(),
            Lanes::Narrow(groups) => groups.most(),
            Lanes::Pairs(groups) => groups.most(),
        };
        STRIP / TALL * most * size_of::<Block>()
    }

    /// The results of at most [`STRIP`] `rows` (`depth` inputs each, of which these bits are flipped) times the weights.
    /// Sums begin with the bias, and with `starts` of their rows unless it is empty.
    pub fn run(&self, rows: &[i8], flip: i8, starts: &[i32], room: &mut [i8], out: &mut [E::Out]) {
        if rows.len() == self.depth {
            return self.row(rows, flip, starts.first().copied().unwrap_or(0), 0..self.count(), out);
        }
        let rows = Rows { values: rows, depth: self.depth, flip, starts };
        let (biases, room) = (self.epilogue.biases(), room.as_chunks_mut().0.as_chunks_mut::<2>().0);
        let finish: Finish<'_> = &mut |panel, sums| {
            self.epilogue.finish(panel * PANEL, sums, &mut out[panel * PANEL..], self.channels);
        };
        match &self.lanes {
            Lanes::Quads(groups) => panels(groups, biases, rows, room, finish),
            Lanes::Narrow(groups) => panels(groups, biases, rows, room, finish),
            Lanes::Pairs(groups) => panels(groups, biases, rows, room, finish),
        }
    }

    /// The results of a single row, only those of some panels.
    pub fn row(&self, row: &[i8], flip: i8, start: i32, panels: Range<usize>, out: &mut [E::Out]) {
        let (biases, first) = (self.epilogue.biases(), panels.start);
        let row = Rows { values: row, depth: self.depth, flip, starts: &[start] };
        let finish: Finish<'_> = &mut |panel, sums| {
            self.epilogue.finish(panel * PANEL, sums, &mut out[(panel - first) * PANEL..], self.channels);
        };
        match &self.lanes {
            Lanes::Quads(groups) => single(groups, biases, row, panels, finish),
            Lanes::Narrow(groups) => single(groups, biases, row, panels, finish),
            Lanes::Pairs(groups) => single(groups, biases, row, panels, finish),
        }
    }
}

/// The bias of a panel.
#[inline(always)]
fn bias(biases: &[i32], panel: usize) -> &[i32; LANES] {
    biases[panel * PANEL..].first_chunk().unwrap_or(&[0; LANES])
}

/// Multiplies rows with all panels.
fn panels<I: Ints>(groups: &Groups<I>, biases: &[i32], rows: Rows<'_>, room: &mut [Block], finish: Finish<'_>) {
    let Rows { values, depth, flip, starts } = rows;
    let (count, stride) = (values.len() / depth, groups.most());
    let (mut firsts, mut tall, mut tiles) = ([0; STRIP / ROWS], 0, 0);
    let mut used = 0;
    for tile in Tile::all(count, I::IS_TALL) {
        // Rows that a single tile lacks have any values.
        let row = |r: usize| values.get((tile.first + r) * depth..).and_then(|rows| rows.get(..depth));
        let row = |r: usize| row(r).unwrap_or(&values[..depth]);
        // Tall ones come first.
        let half = (tiles - tall) % 2;
        used += 1 - half;
        let to = &mut room[(used - 1) * stride..][..groups.count()];
        I::arrange(&[0, 1, 2, 3].map(row), flip, half, to);
        if I::IS_TALL && tile.is_tall {
            I::arrange(&[4, 5].map(row), flip, 1, to);
        }
        firsts[tiles] = tile.first;
        (tall, tiles) = (tall + usize::from(tile.is_tall), tiles + 1);
    }
    let firsts = firsts[..tiles].split_at(tall);
    let mut sums = [[0; LANES]; STRIP];
    for panel in 0..groups.panels() {
        let (weights, again) = groups.of(panel);
        if I::IS_NARROW && !again.is_empty() {
            room.chunks_exact_mut(stride).take(used).for_each(|blocks| repeat(blocks, groups.count(), again));
        }
        strip::<I>(weights, bias(biases, panel), firsts, (room, stride), &mut sums);
        for (row, start) in sums.iter_mut().zip(starts) {
            *row = row.map(|sum| sum.wrapping_add(*start));
        }
        finish(panel, &sums[..count]);
    }
}

/// Multiplies a single row with some panels.
fn single<I: Ints>(groups: &Groups<I>, biases: &[i32], row: Rows<'_>, panels: Range<usize>, finish: Finish<'_>) {
    let Rows { values: row, flip, starts, .. } = row;
    let kept = I::kept(flip);
    for panel in panels {
        let mut sums: [I; 2] = begun(bias(biases, panel)).map(|sums: I| sums.raised(starts[0]));
        let mut add = |x: &[i8], [lower, upper]: &Group<I>| {
            let x = I::spread(x, kept);
            sums = [sums[0].add_group(x, lower, kept), sums[1].add_group(x, upper, kept)];
        };
        let (weights, again) = groups.of(panel);
        let (weights, rests) = weights.split_at(groups.count());
        weights.iter().zip(row.chunks_exact(I::DEPTHS)).for_each(|(weights, x)| add(x, weights));
        if I::IS_NARROW {
            rests.iter().zip(again).for_each(|(weights, &pairs)| add(&repeated(row, pairs), weights));
        }
        finish(panel, &[lanes(sums)]);
    }
}

/// The sums of a panel for the arranged rows of tiles, whose first rows are those: of tall ones, then of others, of which two share blocks.
/// They are in memory before they are finished: with what finishes them in registers as well, the browser's compiler would store sums in
/// each turn of the loop.
// A separate function, so that what its loops need stays in registers; not one of the panels, whose ends would each have it.
#[inline(never)]
fn strip<I: Ints>(
    weights: &[Group<I>],
    bias: &[i32; LANES],
    (tall, low): (&[usize], &[usize]),
    (mut tiles, stride): (&[Block], usize),
    out: &mut [[i32; LANES]; STRIP],
) {
    let (none, kept) = (black_box(0), I::kept(0));
    let mut next = || {
        let blocks = tiles.get(..weights.len());
        tiles = tiles.get(stride..).unwrap_or_default();
        blocks
    };
    // The bias is read from memory for each tile: vectors that are the same for all of them would take registers from the sums. Stores are
    // written out: a loop, or arrays of arrays, would be stored somewhere else first and copied by a call.
    for &first in if I::IS_TALL { tall } else { &[] } {
        let (Some(blocks), Some([o0, o1, o2, o3, o4, o5])) = (next(), out[first..].first_chunk_mut()) else {
            return;
        };
        let [a, b, c, d, e, f] = multiply::<I, TALL>(begun(black_box(bias)), (blocks, 0), weights, none, kept);
        store(a, o0);
        store(b, o1);
        store(c, o2);
        store(d, o3);
        store(e, o4);
        store(f, o5);
    }
    for two in low.chunks(2) {
        let Some(blocks) = next() else { return };
        for (half, &first) in two.iter().enumerate() {
            let Some([o0, o1, o2, o3]) = out[first..].first_chunk_mut() else { return };
            let [a, b, c, d] = multiply::<I, ROWS>(begun(black_box(bias)), (blocks, half), weights, none, kept);
            store(a, o0);
            store(b, o1);
            store(c, o2);
            store(d, o3);
        }
    }
}

/// The sums of a tile, whose rows begin with that half of the blocks. `none` is 0, which the compiler must not know: indices that change by a
/// constant become pointers, one for each load, without offsets in the instructions; and all products with one vector of weights are put
/// first, for whose inputs registers have no room.
#[inline(always)]
fn multiply<I: Ints, const R: usize>(
    bias: [I; 2],
    (blocks, half): (&[Block], usize),
    weights: &[Group<I>],
    none: usize,
    kept: I::Kept,
) -> [[I; 2]; R] {
    let (weights, mut sums, mut i) = (&weights[..blocks.len()], [bias; R], 0);
    while i < blocks.len() {
        let (block, [lower, upper]) = (&blocks[i], &weights[i]);
        let inputs = if R > ROWS { block.as_flattened() } else { &block[half % 2] };
        for (sum, x) in sums.iter_mut().zip(inputs.as_chunks::<GROUP>().0) {
            let x = I::group(x);
            *sum = [sum[0].add_group(x, lower, kept), sum[1].add_group(x, upper, kept)];
        }
        i = (i + 1) ^ none;
    }
    sums
}

/// The sums of eight channels, initialized with the bias.
#[inline(always)]
pub fn begun<I: Ints>(bias: &[i32; LANES]) -> [I; 2] {
    let (lower, upper) = halves(bias);
    [I::load(lower), I::load(upper)]
}

/// Two vectors of sums as lanes.
#[inline(always)]
pub fn lanes<I: Ints>(sums: [I; 2]) -> [i32; LANES] {
    let mut lanes = [0; LANES];
    store(sums, &mut lanes);
    lanes
}

/// Two vectors of sums to memory.
#[inline(always)]
fn store<I: Ints>(sums: [I; 2], to: &mut [i32; LANES]) {
    let (lower, upper) = to.split_at_mut(HALF);
    if let (Ok(lower), Ok(upper)) = (lower.try_into(), upper.try_into()) {
        sums[0].store(lower);
        sums[1].store(upper);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::simd::dynamic_range::Sums;
    use crate::engine::kernels::simd::vector::{Narrow, Portable, Sign};

    const DEPTH: usize = 12;
    const CHANNELS: usize = 11;

    fn value(i: usize) -> i8 {
        (i * 37 % 256) as u8 as i8
    }

    /// Sums of 7 rows, together and each by itself, of which bits of the inputs are flipped and which begin with a value each.
    fn sums<I: Ints>(flip: i8, starts: &[i32]) -> Vec<i32> {
        let values: Vec<i8> = (0..7 * DEPTH).map(value).collect();
        let weights: Vec<i8> = (0..CHANNELS * DEPTH).map(|i| value(i + 5)).collect();
        let biases: Vec<i32> = (0..2 * PANEL).map(|c| c as i32 * 100).collect();
        let groups = Groups::<I>::pack(&weights, 0, [CHANNELS, DEPTH], 99).unwrap();
        let mut out = [0; 7 * CHANNELS];
        let mut put = |first: usize, panel: usize, sums: &[[i32; LANES]]| {
            for (row, sums) in sums.iter().enumerate() {
                let out = &mut out[(first + row) * CHANNELS..][..CHANNELS][panel * PANEL..];
                out.iter_mut().zip(sums).for_each(|(out, &sum)| *out = sum);
            }
        };
        let rows = Rows { values: &values, depth: DEPTH, flip, starts };
        let mut room = vec![Block::default(); STRIP / TALL * groups.most()];
        panels(&groups, &biases, rows, &mut room, &mut |panel, sums| put(0, panel, sums));
        let together = out;
        let mut put = |first: usize, panel: usize, sums: &[[i32; LANES]]| {
            let out = &mut out[first * CHANNELS..][..CHANNELS][panel * PANEL..];
            out.iter_mut().zip(&sums[0]).for_each(|(out, &sum)| *out = sum);
        };
        for (r, row) in values.chunks_exact(DEPTH).enumerate() {
            let start = [starts.get(r).copied().unwrap_or(0)];
            let row = Rows { values: row, starts: &start, ..rows };
            single(&groups, &biases, row, 0..2, &mut |panel, sums| put(r, panel, sums));
        }
        assert_eq!(out, together);
        out.into()
    }

    #[test]
    fn zero_points_that_are_no_int8_are_refused() {
        let panels = |zero| IntPanels::new(&[-128], zero, 1, 1, Sums::new(vec![0], 1));
        assert!(panels(127).is_some());
        assert!(panels(40_000).is_none());
    }

    #[test]
    fn sums_begin_with_the_bias_and_the_start_of_their_row() {
        let starts = [1, -20, 300, -4000, 50_000, -600_000, 7_000_000];
        let plain = |flip: i8, starts: &[i32], sign: Sign| -> Vec<i32> {
            let product = |r: usize, c: usize| -> i32 {
                let x = |k: usize| sign.value((value(r * DEPTH + k) ^ flip) as u8);
                (0..DEPTH).map(|k| x(k) * i32::from(value(c * DEPTH + k + 5))).sum()
            };
            let sum = |i: usize| (i / CHANNELS, i % CHANNELS);
            let start = |r: usize| starts.get(r).copied().unwrap_or(0);
            (0..7 * CHANNELS).map(sum).map(|(r, c)| c as i32 * 100 + start(r) + product(r, c)).collect()
        };
        for starts in [&starts[..], &[]] {
            assert_eq!(sums::<PairSums>(i8::MIN, starts), plain(i8::MIN, starts, Sign::Unsigned));
            for flip in [0, i8::MIN] {
                assert_eq!(sums::<Portable<i32>>(flip, starts), plain(flip, starts, Sign::Signed));
                assert_eq!(sums::<Narrow>(flip, starts), plain(flip, starts, Sign::Unsigned));
            }
        }
    }
}
