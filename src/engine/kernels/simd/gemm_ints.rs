//! Matrix products of int8 with packed weights: rows of inputs times panels of output channels, as in [`super::gemm`].
//!
//! The inputs of the rows of a tile are arranged side by side first, group of depths by group, so that the inner loop reads inputs and
//! weights in order. Most layers of small networks have few inputs, so the end of a sum (factor, zero point, clamp) costs as much as its
//! products.

use super::epilogue::{Epilogue, LANES};
use super::gemm::{HALF, PANEL, ROWS, STRIP, TALL, Tile, halves};
use super::requantize::Requantize;
use super::vector::{Block, GROUP, Ints};
use std::hint::black_box;
use std::ops::Range;

/// Int8 weights in panels, in groups of depths for the lanes `I`.
pub struct IntPanels<I: Ints, E = Requantize> {
    /// For each panel, groups of depths: weights of the lower four channels, and of the upper four.
    weights: Vec<[I::Weights; 2]>,
    epilogue: E,
    /// A multiple of [`Ints::DEPTHS`].
    depth: usize,
    channels: usize,
}

impl<I: Ints> IntPanels<I> {
    /// Sets the initial value of a channel's sums, which must stay within the size that the factors were made for.
    pub fn set_bias(&mut self, channel: usize, bias: i32) {
        self.epilogue.set_bias(channel, bias);
    }
}

impl<I: Ints, E: Epilogue> IntPanels<I, E> {
    /// Packs weights of shape `[channels, depth]` minus their zero point; `None` if one does not fit.
    pub fn new(weights: &[i8], weight_zero: i32, channels: usize, depth: usize, epilogue: E) -> Option<Self> {
        let mut new = Self::empty(channels, depth, epilogue);
        for (c, row) in weights.chunks_exact(depth.max(1)).take(channels).enumerate() {
            for (k, &w) in row.iter().enumerate() {
                new.put(c, k, i32::from(w) - weight_zero)?;
            }
        }
        Some(new)
    }

    /// Room for weights that are known only during the run; see [`IntPanels::put`] and `set_bias`.
    pub fn empty(channels: usize, depth: usize, epilogue: E) -> Self {
        let depth = depth.next_multiple_of(I::DEPTHS);
        let weights = vec![Default::default(); channels.div_ceil(PANEL) * (depth / I::DEPTHS)];
        Self { weights, epilogue, depth, channels }
    }

    /// Stores a weight minus its zero point; `None` if it does not fit.
    #[inline(always)]
    pub fn put(&mut self, channel: usize, depth: usize, weight: i32) -> Option<()> {
        let group = channel / PANEL * self.groups() + depth / I::DEPTHS;
        let weights = self.weights[group][channel % PANEL / HALF].as_mut();
        weights[channel % HALF * I::DEPTHS + depth % I::DEPTHS] = I::Weight::try_from(weight).ok()?;
        Some(())
    }

    /// Number of panels.
    pub fn count(&self) -> usize {
        self.channels.div_ceil(PANEL)
    }

    /// Depth of the rows that [`IntPanels::run`] takes.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Groups of depths.
    fn groups(&self) -> usize {
        self.depth / I::DEPTHS
    }

    /// Bytes that [`IntPanels::run`] borrows: no strip has more tiles than a full one.
    pub fn room(&self) -> usize {
        STRIP / TALL * self.groups() * size_of::<Block>()
    }

    /// The results of at most [`STRIP`] `rows` (`depth` inputs each, of which these bits are flipped) times the weights.
    /// Sums begin with the bias, and with `starts` of their rows unless it is empty.
    pub fn run(&self, rows: &[i8], flip: i8, starts: &[i32], room: &mut [i8], out: &mut [E::Out]) {
        if rows.len() == self.depth {
            return self.row(rows, flip, starts.first().copied().unwrap_or(0), 0..self.count(), out);
        }
        let count = rows.len() / self.depth;
        let room = room.as_chunks_mut().0.as_chunks_mut::<2>().0;
        let (mut firsts, mut tall, mut tiles) = ([0; STRIP / TALL], 0, 0);
        for (tile, to) in Tile::all(count).zip(room.chunks_exact_mut(self.groups())) {
            // Rows that a single tile lacks have any values.
            let row = |r: usize| rows.get((tile.first + r) * self.depth..).and_then(|rows| rows.get(..self.depth));
            let row = |r: usize| row(r).unwrap_or(&rows[..self.depth]);
            I::arrange(&[0, 1, 2, 3].map(row), flip, 0, to);
            if tile.is_tall {
                I::arrange(&[4, 5].map(row), flip, 1, to);
            }
            firsts[tiles] = tile.first;
            (tall, tiles) = (tall + usize::from(tile.is_tall), tiles + 1);
        }
        // Tall ones come first.
        let firsts = firsts[..tiles].split_at(tall);
        let mut sums = [[0; LANES]; STRIP];
        for panel in 0..self.count() {
            let bias = self.epilogue.bias(panel * PANEL);
            strip::<I>(self.weights_of(panel), bias, firsts, room, &mut sums);
            for (row, start) in sums.iter_mut().zip(starts) {
                *row = row.map(|sum| sum.wrapping_add(*start));
            }
            self.epilogue.finish(panel * PANEL, &sums[..count], &mut out[panel * PANEL..], self.channels);
        }
    }

    /// The results of a single row, only those of some panels.
    pub fn row(&self, row: &[i8], flip: i8, start: i32, panels: Range<usize>, out: &mut [E::Out]) {
        let flip = I::mask(flip);
        for (panel, out) in panels.zip(out.chunks_mut(PANEL)) {
            let mut sums: [I; 2] = begun(self.epilogue.bias(panel * PANEL)).map(|sums: I| sums.raised(start));
            for ([lower, upper], x) in self.weights_of(panel).iter().zip(row.chunks_exact(I::DEPTHS)) {
                let x = I::spread(x, flip);
                sums = [sums[0].add_group(x, lower), sums[1].add_group(x, upper)];
            }
            self.epilogue.finish(panel * PANEL, &[lanes(sums)], out, self.channels);
        }
    }

    fn weights_of(&self, panel: usize) -> &[[I::Weights; 2]] {
        &self.weights[panel * self.groups()..][..self.groups()]
    }
}

/// The sums of a panel for the arranged rows of tiles, whose first rows are those: of tall ones, then of others. They are in memory
/// before they are finished: with what finishes them in registers as well, the browser's compiler would store sums in each turn of the
/// loop.
// A separate function, so that what its loops need stays in registers; not one of the panels, whose ends would each have it.
#[inline(never)]
fn strip<I: Ints>(
    weights: &[[I::Weights; 2]],
    bias: &[i32; LANES],
    (tall, low): (&[usize], &[usize]),
    mut tiles: &[Block],
    out: &mut [[i32; LANES]; STRIP],
) {
    let none = black_box(0);
    // The bias is read from memory for each tile: vectors that are the same for all of them would take registers from the sums. Stores are
    // written out: a loop, or arrays of arrays, would be stored somewhere else first and copied by a call.
    for &first in tall {
        let (Some((blocks, rest)), Some([o0, o1, o2, o3, o4, o5])) =
            (tiles.split_at_checked(weights.len()), out[first..].first_chunk_mut())
        else {
            return;
        };
        let [a, b, c, d, e, f] = multiply::<I, TALL>(begun(black_box(bias)), blocks, weights, none);
        store(a, o0);
        store(b, o1);
        store(c, o2);
        store(d, o3);
        store(e, o4);
        store(f, o5);
        tiles = rest;
    }
    for &first in low {
        let (Some((blocks, rest)), Some([o0, o1, o2, o3])) =
            (tiles.split_at_checked(weights.len()), out[first..].first_chunk_mut())
        else {
            return;
        };
        let [a, b, c, d] = multiply::<I, ROWS>(begun(black_box(bias)), blocks, weights, none);
        store(a, o0);
        store(b, o1);
        store(c, o2);
        store(d, o3);
        tiles = rest;
    }
}

/// The sums of a tile. `none` is 0, which the compiler must not know: indices that change by a constant become pointers, one for each load,
/// without offsets in the instructions; and all products with one vector of weights are put first, for whose inputs registers have no room.
#[inline(always)]
fn multiply<I: Ints, const R: usize>(
    bias: [I; 2],
    blocks: &[Block],
    weights: &[[I::Weights; 2]],
    none: usize,
) -> [[I; 2]; R] {
    let (weights, mut sums, mut i) = (&weights[..blocks.len()], [bias; R], 0);
    while i < blocks.len() {
        let (inputs, [lower, upper]) = (blocks[i].as_flattened().as_chunks::<GROUP>().0, &weights[i]);
        for (sum, x) in sums.iter_mut().zip(inputs) {
            let x = I::group(x);
            *sum = [sum[0].add_group(x, lower), sum[1].add_group(x, upper)];
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
    use crate::engine::kernels::simd::vector::{PairSums, Portable};

    const DEPTH: usize = 12;
    const CHANNELS: usize = 11;

    fn value(i: usize) -> i8 {
        (i * 37 % 256) as u8 as i8
    }

    /// Sums of 7 rows, of which bits of the inputs are flipped and which begin with a value each.
    fn sums<I: Ints>(flip: i8, starts: &[i32]) -> Vec<i32> {
        let rows: Vec<i8> = (0..7 * DEPTH).map(value).collect();
        let weights: Vec<i8> = (0..CHANNELS * DEPTH).map(|i| value(i + 5)).collect();
        let bias = (0..CHANNELS).map(|c| c as i32 * 100).collect();
        let sums = Sums::new(bias, CHANNELS);
        let panels = IntPanels::<I, Sums>::new(&weights, 0, CHANNELS, DEPTH, sums).unwrap();
        let mut out = vec![0; 7 * CHANNELS];
        panels.run(&rows, flip, starts, &mut vec![0; panels.room()], &mut out);
        out
    }

    #[test]
    fn sums_begin_with_the_bias_and_the_start_of_their_row() {
        let starts = [1, -20, 300, -4000, 50_000, -600_000, 7_000_000];
        let product = |r: usize, c: usize, flip: i8| -> i32 {
            let one = |k: usize| i32::from(value(r * DEPTH + k) ^ flip) * i32::from(value(c * DEPTH + k + 5));
            (0..DEPTH).map(one).sum()
        };
        let plain = |flip: i8, starts: &[i32]| -> Vec<i32> {
            let sum = |i: usize| (i / CHANNELS, i % CHANNELS);
            let start = |r: usize| starts.get(r).copied().unwrap_or(0);
            (0..7 * CHANNELS).map(sum).map(|(r, c)| c as i32 * 100 + start(r) + product(r, c, flip)).collect()
        };
        for starts in [&starts[..], &[]] {
            assert_eq!(sums::<PairSums>(0, starts), plain(0, starts));
            assert_eq!(sums::<Portable<i32>>(0, starts), plain(0, starts));
            assert_eq!(sums::<Portable<i32>>(i8::MIN, starts), plain(i8::MIN, starts));
        }
    }
}
