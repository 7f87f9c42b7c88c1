//! Matrix products of int8 with packed weights: rows of inputs times panels of output channels, as in [`super::gemm`].
//!
//! The inputs of the rows of a tile are arranged side by side first, group of depths by group, so that the inner loop reads inputs and
//! weights in order. Most layers of small networks have few inputs, so the end of a sum (factor, zero point, clamp) costs as much as its
//! products.

use super::epilogue::{Epilogue, LANES};
use super::gemm::{HALF, PANEL, ROWS, STRIP, TALL, Tile, halves};
use super::groups::{Group, Groups, repeat, repeated};
use super::requantize::Requantize;
use super::vector::{Block, GROUP, Ints, NarrowSums, PairSums, QuadSums, Quads, Weights, quads};
use std::hint::black_box;
use std::marker::PhantomData;
use std::ops::Range;

/// Int8 weights in panels, in groups of depths for the lanes of this machine.
pub struct IntPanels<E = Requantize> {
    lanes: Lanes,
    epilogue: E,
    /// A multiple of [`Ints::DEPTHS`].
    depth: usize,
    channels: usize,
}

/// Weights for lanes.
type Packed<I> = Groups<<I as Ints>::Weights>;

/// Weights of each size, and what multiplies them.
enum Lanes {
    Quads(Packed<QuadSums>, &'static dyn Kernel<<QuadSums as Ints>::Weights>),
    Pairs(Packed<PairSums>, &'static dyn Kernel<<PairSums as Ints>::Weights>),
}

/// The part of a product that lanes compute in a way of their own; the rest is compiled once for all that have weights of one size.
trait Kernel<W>: Sync {
    /// As [`Ints::IS_TALL`].
    fn is_tall(&self) -> bool;

    /// As [`Ints::arrange`].
    fn arrange(&self, rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]);

    /// The sums of a panel for the arranged rows of tiles, whose first rows are those: of tall ones, then of others, of which two share
    /// blocks. They are in memory before they are finished: with what finishes them in registers as well, the browser's compiler would store
    /// sums in each turn of the loop.
    // For a panel, not for all: each end of sums would be in this function.
    fn strip(
        &self,
        weights: &[Group<W>],
        bias: &[i32; LANES],
        firsts: (&[usize], &[usize]),
        tiles: (&[Block], usize),
        out: &mut [[i32; LANES]; STRIP],
    );

    /// Multiplies a single row, of which these bits are flipped and whose sums begin with a number besides the bias, with some panels.
    fn single(
        &self,
        groups: &Groups<W>,
        biases: &[i32],
        row: (&[i8], i8, i32),
        panels: Range<usize>,
        finish: Finish<'_>,
    );
}

/// The kernel of lanes.
struct Of<I>(PhantomData<I>);

/// Rows of inputs, each of which has a segment of each line.
#[derive(Clone, Copy)]
pub struct InputRows<'a> {
    /// Inputs from the segments of the first row on.
    pub lines: &'a [&'a [i8]],
    /// Inputs of a segment: of several ones, a multiple of [`GROUP`].
    pub segment: usize,
    /// From the segment of a row to that of the next.
    pub stride: usize,
    /// Number of rows.
    pub count: usize,
}

impl<'a> InputRows<'a> {
    /// Rows of so many inputs, one behind the other.
    #[inline(always)]
    pub fn new(line: &'a [&'a [i8]; 1], depth: usize) -> Self {
        Self { lines: line, segment: depth, stride: depth, count: line[0].len() / depth }
    }
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
            Some(Quads::Exact(_)) => {
                Lanes::Quads(Groups::pack(weights, zero, shape, None)?, &Of::<QuadSums>(PhantomData))
            }
            quads => match quads.and_then(|_| Groups::pack(weights, zero, shape, Some(most_parts))) {
                Some(groups) => Lanes::Quads(groups, &Of::<NarrowSums>(PhantomData)),
                None => Lanes::Pairs(Groups::pack(weights, zero, shape, None)?, &Of::<PairSums>(PhantomData)),
            },
        };
        let depths = if matches!(lanes, Lanes::Pairs(..)) { PairSums::DEPTHS } else { QuadSums::DEPTHS };
        Some(Self { lanes, epilogue, depth: depth.next_multiple_of(depths), channels })
    }

    /// Room for weights that are known only during the run, for inputs of [`super::vector::PAIRS`]; see [`IntPanels::put`] and `set_bias`.
    pub fn empty(channels: usize, depth: usize, epilogue: E) -> Self {
        let groups = Groups::new(channels.div_ceil(PANEL), depth.div_ceil(PairSums::DEPTHS));
        let lanes = Lanes::Pairs(groups, &Of::<PairSums>(PhantomData));
        let depth = depth.next_multiple_of(PairSums::DEPTHS);
        Self { lanes, epilogue, depth, channels }
    }

    /// Stores a weight minus its zero point there; `None` if it does not fit.
    #[inline(always)]
    pub fn put(&mut self, channel: usize, depth: usize, weight: i32) -> Option<()> {
        let Lanes::Pairs(groups, _) = &mut self.lanes else { return None };
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
            Lanes::Quads(groups, _) => groups.most(),
            Lanes::Pairs(groups, _) => groups.most(),
        };
        STRIP / TALL * most * size_of::<Block>()
    }

    /// The results of at most [`STRIP`] `rows`, of whose inputs these bits are flipped, times the weights.
    /// Sums begin with the bias, and with `starts` of their rows unless it is empty.
    pub fn run(&self, rows: InputRows<'_>, flip: i8, starts: &[i32], room: &mut [i8], out: &mut [E::Out]) {
        if rows.count == 1 && rows.segment == self.depth {
            let row = &rows.lines[0][..self.depth];
            return self.row(row, flip, starts.first().copied().unwrap_or(0), 0..self.count(), out);
        }
        let (biases, room) = (self.epilogue.biases(), room.as_chunks_mut().0.as_chunks_mut::<2>().0);
        let finish: Finish<'_> = &mut |panel, sums| {
            self.epilogue.finish(panel * PANEL, sums, &mut out[panel * PANEL..], self.channels);
        };
        let rows = (&rows, flip, starts);
        match &self.lanes {
            Lanes::Quads(groups, kernel) => panels(groups, *kernel, biases, rows, room, finish),
            Lanes::Pairs(groups, kernel) => panels(groups, *kernel, biases, rows, room, finish),
        }
    }

    /// The results of a single row, only those of some panels.
    #[inline(never)]
    pub fn row(&self, row: &[i8], flip: i8, start: i32, panels: Range<usize>, out: &mut [E::Out]) {
        let (biases, first) = (self.epilogue.biases(), panels.start);
        let finish: Finish<'_> = &mut |panel, sums| {
            self.epilogue.finish(panel * PANEL, sums, &mut out[(panel - first) * PANEL..], self.channels);
        };
        let row = (row, flip, start);
        match &self.lanes {
            Lanes::Quads(groups, kernel) => kernel.single(groups, biases, row, panels, finish),
            Lanes::Pairs(groups, kernel) => kernel.single(groups, biases, row, panels, finish),
        }
    }
}

/// The bias of a panel.
#[inline(always)]
fn bias(biases: &[i32], panel: usize) -> &[i32; LANES] {
    biases[panel * PANEL..].first_chunk().unwrap_or(&[0; LANES])
}

/// Multiplies rows, of which these bits are flipped and whose sums begin with these numbers, with all panels.
fn panels<W: Weights>(
    groups: &Groups<W>,
    kernel: &dyn Kernel<W>,
    biases: &[i32],
    (rows, flip, starts): (&InputRows<'_>, i8, &[i32]),
    room: &mut [Block],
    finish: Finish<'_>,
) {
    let &InputRows { lines, segment, stride: step, count } = rows;
    let stride = groups.most();
    let (mut firsts, mut tall, mut tiles) = ([0; STRIP / ROWS], 0, 0);
    let mut used = 0;
    for tile in Tile::all(count, kernel.is_tall()) {
        // Tall ones come first.
        let half = (tiles - tall) % 2;
        used += 1 - half;
        let to = room[(used - 1) * stride..][..groups.count()].chunks_mut(segment.div_ceil(W::DEPTHS));
        for (line, to) in lines.iter().zip(to) {
            // Rows that a single tile lacks have any values.
            let row = |r: usize| line.get((tile.first + r) * step..).and_then(|rows| rows.get(..segment));
            let row = |r: usize| row(r).unwrap_or(&line[..segment]);
            kernel.arrange(&[0, 1, 2, 3].map(row), flip, half, to);
            if tile.is_tall {
                kernel.arrange(&[4, 5].map(row), flip, 1, to);
            }
        }
        firsts[tiles] = tile.first;
        (tall, tiles) = (tall + usize::from(tile.is_tall), tiles + 1);
    }
    let firsts = firsts[..tiles].split_at(tall);
    let mut sums = [[0; LANES]; STRIP];
    for panel in 0..groups.panels() {
        let (weights, again) = groups.of(panel);
        if W::HAS_PARTS && !again.is_empty() {
            room.chunks_exact_mut(stride).take(used).for_each(|blocks| repeat(blocks, groups.count(), again));
        }
        kernel.strip(weights, bias(biases, panel), firsts, (room, stride), &mut sums);
        for (row, start) in sums.iter_mut().zip(starts) {
            *row = row.map(|sum| sum.wrapping_add(*start));
        }
        finish(panel, &sums[..count]);
    }
}

/// Groups of a single row that are added to sums of their own where that is slow.
const CHAINS: usize = 4;

impl<I: Ints> Kernel<I::Weights> for Of<I> {
    fn is_tall(&self) -> bool {
        I::IS_TALL
    }

    fn arrange(&self, rows: &[&[i8]], flip: i8, half: usize, to: &mut [Block]) {
        I::arrange(rows, flip, half, to);
    }

    fn strip(
        &self,
        weights: &[Group<I::Weights>],
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

    fn single(
        &self,
        groups: &Packed<I>,
        biases: &[i32],
        (row, flip, start): (&[i8], i8, i32),
        panels: Range<usize>,
        finish: Finish<'_>,
    ) {
        let kept = I::kept(flip);
        let add = |sums: &mut [I; 2], x: &[i8], [lower, upper]: &Group<I::Weights>| {
            let x = I::spread(x, kept);
            *sums = [sums[0].add_group(x, lower, kept), sums[1].add_group(x, upper, kept)];
        };
        for panel in panels {
            let mut sums: [I; 2] = begun(bias(biases, panel)).map(|sums: I| sums.raised(start));
            let (weights, again) = groups.of(panel);
            let (mut weights, rests) = weights.split_at(groups.count());
            let (mut left, mut others) = (row, [[0; LANES]; CHAINS - 1]);
            if I::IS_SLOW {
                let (chunks, rest) = weights.as_chunks::<CHAINS>();
                let [mut b, mut c, mut d] = [[I::load(&[0; HALF]); 2]; CHAINS - 1];
                for (weights, x) in chunks.iter().zip(row.chunks_exact(CHAINS * I::DEPTHS)) {
                    let x = |i: usize| &x[i * I::DEPTHS..];
                    add(&mut sums, x(0), &weights[0]);
                    add(&mut b, x(1), &weights[1]);
                    add(&mut c, x(2), &weights[2]);
                    add(&mut d, x(3), &weights[3]);
                }
                (weights, left) = (rest, &row[chunks.len() * CHAINS * I::DEPTHS..]);
                others = [b, c, d].map(lanes);
            }
            weights.iter().zip(left.chunks_exact(I::DEPTHS)).for_each(|(weights, x)| add(&mut sums, x, weights));
            if I::IS_NARROW {
                rests.iter().zip(again).for_each(|(weights, &pairs)| add(&mut sums, &repeated(row, pairs), weights));
            }
            let mut sums = lanes(sums);
            for other in others {
                sums.iter_mut().zip(other).for_each(|(sum, other)| *sum = sum.wrapping_add(other));
            }
            finish(panel, &[sums]);
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
    weights: &[Group<I::Weights>],
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
        let groups = Packed::<I>::pack(&weights, 0, [CHANNELS, DEPTH], I::IS_NARROW.then_some(99)).unwrap();
        let mut out = [0; 7 * CHANNELS];
        let mut put = |first: usize, panel: usize, sums: &[[i32; LANES]]| {
            for (row, sums) in sums.iter().enumerate() {
                let out = &mut out[(first + row) * CHANNELS..][..CHANNELS][panel * PANEL..];
                out.iter_mut().zip(sums).for_each(|(out, &sum)| *out = sum);
            }
        };
        let lines = [&values[..]];
        let rows = (&InputRows::new(&lines, DEPTH), flip, starts);
        let mut room = vec![Block::default(); STRIP / TALL * groups.most()];
        panels(&groups, &Of::<I>(PhantomData), &biases, rows, &mut room, &mut |panel, sums| put(0, panel, sums));
        let together = out;
        let mut put = |first: usize, panel: usize, sums: &[[i32; LANES]]| {
            let out = &mut out[first * CHANNELS..][..CHANNELS][panel * PANEL..];
            out.iter_mut().zip(&sums[0]).for_each(|(out, &sum)| *out = sum);
        };
        for (r, row) in values.chunks_exact(DEPTH).enumerate() {
            let row = (row, flip, starts.get(r).copied().unwrap_or(0));
            Of::<I>(PhantomData).single(&groups, &biases, row, 0..2, &mut |panel, sums| put(r, panel, sums));
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
