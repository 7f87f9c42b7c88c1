//! Matrix products of int8 with packed weights: rows of inputs times panels of output channels, as in [`super::gemm`].
//!
//! The inputs of the four rows of a tile are arranged side by side first, group of depths by group, so that the inner loop
//! reads inputs and weights in order. Most layers of small networks have few inputs, so the end of a sum (factor, zero point,
//! clamp) costs as much as its products: the sums of a tile go from registers into the epilogue.

use super::epilogue::{End, Epilogue, LANES, Tiles};
use super::gemm::{PANEL, ROWS, STRIP, halves};
use super::requantize::Requantize;
use super::vector::{GROUP, Ints};
use std::ops::Range;

/// Int8 weights in panels, in groups of depths for the lanes `I`.
pub struct IntPanels<I: Ints, E = Requantize> {
    /// For each panel, a group of 4 channels by [`Ints::DEPTHS`] depths, then one of the other 4; and so on.
    weights: Vec<I::Weight>,
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
        let weights = vec![I::Weight::default(); channels.div_ceil(PANEL) * depth * PANEL];
        Self { weights, epilogue, depth, channels }
    }

    /// Stores a weight minus its zero point; `None` if it does not fit.
    #[inline(always)]
    pub fn put(&mut self, channel: usize, depth: usize, weight: i32) -> Option<()> {
        let panel = &mut self.weights[channel / PANEL * self.depth * PANEL..][..self.depth * PANEL];
        let group = depth / I::DEPTHS * I::DEPTHS * PANEL;
        panel[group + channel % PANEL * I::DEPTHS + depth % I::DEPTHS] = I::Weight::try_from(weight).ok()?;
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

    /// Bytes of an arranged tile.
    fn tile(&self) -> usize {
        self.depth / I::DEPTHS * GROUP
    }

    /// Bytes that [`IntPanels::run`] borrows.
    pub fn room(&self) -> usize {
        STRIP / ROWS * self.tile()
    }

    /// The results of at most [`STRIP`] `rows` (`depth` inputs each, of which these bits are flipped) times the weights.
    /// Sums begin with the bias, and with `starts` of their rows unless it is empty.
    pub fn run(&self, rows: &[i8], flip: i8, starts: &[i32], room: &mut [i8], out: &mut [E::Out]) {
        if rows.len() == self.depth {
            return self.row(rows, flip, starts.first().copied().unwrap_or(0), 0..self.count(), out);
        }
        let tiles = rows.len().div_ceil(self.depth * ROWS);
        let room = &mut room[..tiles * self.tile()];
        for (tile, to) in rows.chunks(self.depth * ROWS).zip(room.chunks_exact_mut(self.tile())) {
            // Rows that the last tile lacks have any values.
            let row = |r: usize| tile.get(r * self.depth..).and_then(|rows| rows.get(..self.depth));
            let first = &tile[..self.depth];
            I::arrange([0, 1, 2, 3].map(|r| row(r).unwrap_or(first)), flip, to);
        }
        for panel in 0..self.count() {
            let out = &mut out[panel * PANEL..];
            self.epilogue.choose(panel * PANEL, Panel { panels: self, panel, tiles: room, starts, out });
        }
    }

    /// The results of a single row, only those of some panels.
    pub fn row(&self, row: &[i8], flip: i8, start: i32, panels: Range<usize>, out: &mut [E::Out]) {
        let flip = I::mask(flip);
        for (panel, out) in panels.zip(out.chunks_mut(PANEL)) {
            let mut sums = self.begun(panel).map(|sums| sums.raised(start));
            for (w, x) in self.weights_of(panel).chunks_exact(I::DEPTHS * PANEL).zip(row.chunks_exact(I::DEPTHS)) {
                let (lower, upper) = w.split_at(I::DEPTHS * PANEL / 2);
                let x = I::spread(x, flip);
                sums = [sums[0].add_group(x, lower), sums[1].add_group(x, upper)];
            }
            self.epilogue.finish(panel * PANEL, &[lanes(sums)], out, self.channels);
        }
    }

    /// The results of a tile whose epilogue does not take sums from registers.
    // Not inlined, so that only these sums are stored.
    #[inline(never)]
    fn finish(&self, panel: usize, sums: &[[I; 2]; ROWS], out: &mut [E::Out]) {
        self.epilogue.finish(panel * PANEL, &sums.map(lanes), out, self.channels);
    }

    fn weights_of(&self, panel: usize) -> &[I::Weight] {
        &self.weights[panel * PANEL * self.depth..][..PANEL * self.depth]
    }

    /// The initial sums of a panel.
    fn begun(&self, panel: usize) -> [I; 2] {
        start(self.epilogue.bias(panel * PANEL))
    }
}

/// A panel that multiplies tiles of arranged rows. Results of the first row are at the beginning of `out`.
struct Panel<'a, I: Ints, E: Epilogue> {
    panels: &'a IntPanels<I, E>,
    panel: usize,
    tiles: &'a [i8],
    starts: &'a [i32],
    out: &'a mut [E::Out],
}

impl<I: Ints, E: Epilogue> Tiles<E::Out> for Panel<'_, I, E> {
    // A separate function, so that what its loops need stays in registers.
    #[inline(never)]
    fn run(self, end: Option<impl End<E::Out>>) {
        let Self { panels, panel, tiles, starts, out } = self;
        let (channels, weights, bias) = (panels.channels, panels.weights_of(panel), panels.begun(panel));
        for (t, tile) in tiles.chunks_exact(panels.tile().max(1)).enumerate() {
            let first = t * ROWS;
            let mut sums = [bias; ROWS];
            if !starts.is_empty() {
                let start = |r: usize| starts.get(first + r).copied().unwrap_or(0);
                sums = [0, 1, 2, 3].map(|r| bias.map(|sums| sums.raised(start(r))));
            }
            for (x, w) in tile.as_chunks::<GROUP>().0.iter().zip(weights.chunks_exact(I::DEPTHS * PANEL)) {
                let (lower, upper) = w.split_at(I::DEPTHS * PANEL / 2);
                for (sum, x) in sums.iter_mut().zip(I::group(x)) {
                    *sum = [sum[0].add_group(x, lower), sum[1].add_group(x, upper)];
                }
            }
            let out = &mut out[first * channels..];
            // Written out: a loop over the rows, or a reference to all, would keep the sums in memory.
            let [a, b, c, d] = sums;
            match (&end, rows_of(out, channels)) {
                (Some(end), Some(out)) => end.end([lanes(a), lanes(b), lanes(c), lanes(d)], out),
                _ => panels.finish(panel, &[a, b, c, d], out),
            }
        }
    }
}

/// The results of a group of channels of four rows that are `stride` elements apart.
#[inline(always)]
fn rows_of<T>(out: &mut [T], stride: usize) -> Option<[&mut [T; LANES]; ROWS]> {
    let (a, rest) = out.split_at_mut_checked(stride)?;
    let (b, rest) = rest.split_at_mut_checked(stride)?;
    let (c, d) = rest.split_at_mut_checked(stride)?;
    Some([a.first_chunk_mut()?, b.first_chunk_mut()?, c.first_chunk_mut()?, d.first_chunk_mut()?])
}

/// The sums of eight channels, initialized with the bias.
#[inline(always)]
pub fn start<I: Ints>(bias: &[i32; LANES]) -> [I; 2] {
    let (lower, upper) = halves(bias);
    [I::load(lower), I::load(upper)]
}

/// Two vectors of sums as lanes.
#[inline(always)]
pub fn lanes<I: Ints>(sums: [I; 2]) -> [i32; LANES] {
    let mut lanes = [0; LANES];
    let (lower, upper) = lanes.split_at_mut(4);
    if let (Ok(lower), Ok(upper)) = (lower.try_into(), upper.try_into()) {
        sums[0].store(lower);
        sums[1].store(upper);
    }
    lanes
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
