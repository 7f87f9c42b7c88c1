//! Matrix products of float32 with packed weights: rows of inputs times panels of output channels.
//!
//! Weights are packed once into panels of [`PANEL`] output channels: those of the lower four, depth by depth, then those of the upper four.
//! The inner loop reads both in order. A tile of [`TALL`] rows by one panel is kept in registers: twelve accumulators, two weights, one
//! input. Halves of a panel and rows of a tile are slices of their own, because the compiler keeps the order of products then; from one
//! slice for all it loads all inputs first, which registers have no room for.

use super::sparse::{self, not_zero};
use super::vector::{F32x4, Floats};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering};

/// Output channels of a panel: two vectors.
pub const PANEL: usize = 8;
/// Output channels of a vector.
pub const HALF: usize = 4;
/// Rows of most tiles. A CPU that begins two multiply-adds per cycle, each of which takes four or five, needs ten sums or more to do so.
pub const TALL: usize = 6;
/// Rows of the tiles that end a strip.
pub const ROWS: usize = 4;
/// Rows multiplied at a time.
pub const STRIP: usize = 6 * TALL;
/// Panels that one row is multiplied with at a time.
const TOGETHER: usize = 4;
/// The same when fewer than [`TOGETHER`] are left.
const PAIR: usize = 2;
/// Inputs between windows two pixels apart of an image with three colors: a first layer.
const COLORS: usize = 6;

/// Float weights in panels, with bias and clamp.
pub struct FloatPanels {
    /// For each panel, `depth` groups of four weights, and as many of the other four channels.
    weights: Vec<f32>,
    /// Full panels, zero for missing channels.
    bias: Vec<f32>,
    low: f32,
    high: f32,
    depth: usize,
    channels: usize,
    /// Number of weights that are not zero, of those that were [added](Self::add).
    not_zero: usize,
    /// Whether the next single row is multiplied from the last panel on. A cache that is smaller than what a loop reads in a round, but not
    /// much, would have driven out every weight before its next use; so it still has those read last.
    is_back: AtomicBool,
}

impl FloatPanels {
    /// Packs weights of shape `[channels, depth]`; the bias may be empty.
    pub fn new(weights: &[f32], bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Self {
        let mut new = Self::begun(bias, channels, depth, range);
        new.add(weights);
        new
    }

    /// The same without weights, which [`FloatPanels::add`] adds.
    pub fn begun(bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Self {
        let weights = Vec::with_capacity(channels.div_ceil(PANEL) * depth * PANEL);
        let mut bias = bias.to_vec();
        bias.resize(channels.next_multiple_of(PANEL), 0.0);
        Self {
            weights,
            bias,
            low: range.0,
            high: range.1,
            depth,
            channels,
            not_zero: 0,
            is_back: AtomicBool::default(),
        }
    }

    /// Adds the weights of the next channels, of shape `[channels, depth]`: of full panels, unless they are the last.
    // Not inlined, nor is `pack`: a browser optimizes a function with long loops as a whole.
    #[inline(never)]
    pub fn add(&mut self, weights: &[f32]) {
        let len = self.depth * PANEL;
        // One panel at a time in the cache: each page of the result is touched once, in order.
        let mut panel = vec![0.0; len];
        for rows in weights.chunks(len.max(1)) {
            if rows.len() < len {
                panel.fill(0.0);
            }
            pack(rows, self.depth, &mut panel);
            self.weights.extend_from_slice(&panel);
            self.not_zero += not_zero(rows);
        }
    }

    /// Whether multiplying only weights that are not zero can be faster.
    pub fn may_be_sparse(&self) -> bool {
        sparse::is_faster(self.not_zero, self.channels * self.depth)
    }

    /// Room for weights that are known only during the run; neither bias nor clamp.
    pub fn empty(channels: usize, depth: usize) -> Self {
        let wide = channels.next_multiple_of(PANEL);
        let (weights, bias) = (vec![0.0; wide * depth], vec![0.0; wide]);
        Self {
            weights,
            bias,
            low: f32::NEG_INFINITY,
            high: f32::INFINITY,
            depth,
            channels,
            not_zero: 0,
            is_back: AtomicBool::default(),
        }
    }

    /// Inputs of a row.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Takes weights of shape `[channels, depth]`.
    pub fn pack(&mut self, weights: &[f32]) {
        pack(weights, self.depth, &mut self.weights);
    }

    /// Takes weights of shape `[depth, channels]`.
    pub fn pack_transposed(&mut self, weights: &[f32]) {
        for (h, half) in self.weights.chunks_exact_mut((self.depth * HALF).max(1)).enumerate() {
            for (group, row) in half.as_chunks_mut::<HALF>().0.iter_mut().zip(weights.chunks_exact(self.channels)) {
                let row = row.get(h * HALF..).unwrap_or_default();
                match row.first_chunk() {
                    // A copy of known length is no call.
                    Some(row) => *group = *row,
                    None => group[..row.len()].copy_from_slice(row),
                }
            }
        }
    }

    /// `out[r] = clamp(rows[r] * weights + bias)` for rows of `depth` inputs and of `channels` outputs.
    ///
    /// The products of a sum are added in one order, whatever rows it is computed with: chains of kernels and threads divide
    /// outputs in different ways.
    pub fn run<F: Floats>(&self, rows: &[f32], out: &mut [f32]) {
        let (depth, channels) = (self.depth, self.channels);
        let count = rows.len() / depth;
        // A single row behind the tiles costs less than one more tile.
        let is_single = count % TALL == 1 || count == ROWS + 1;
        let tiled = if count < ROWS { 0 } else { count - usize::from(is_single) };
        let (tiles, rest) = out.split_at_mut(tiled * channels);
        if tiled > 0 {
            self.windows::<F>(&[rows], depth, depth, tiles);
        }
        for (row, out) in rows[tiled * depth..].chunks_exact(depth).zip(rest.chunks_exact_mut(channels)) {
            self.columns::<F>(row, 0, out);
        }
    }

    /// The results of a single row, only those of the panels `first..`, as many as `out` holds.
    #[inline(never)]
    pub fn columns<F: Floats>(&self, row: &[f32], first: usize, out: &mut [f32]) {
        let (mut left, is_back) = (0..out.len().div_ceil(PANEL), self.is_back.fetch_xor(true, Ordering::Relaxed));
        while !left.is_empty() {
            // Several panels at a time hide the latency of additions and of memory: the CPU prefetches each of them.
            let count = [TOGETHER, PAIR, 1].into_iter().find(|count| *count <= left.len()).unwrap_or(1);
            let at = if is_back { left.end - count } else { left.start };
            left = if is_back { left.start..at } else { at + count..left.end };
            let (panel, out) = (first + at, &mut out[at * PANEL..]);
            match count {
                TOGETHER => self.beside::<F, TOGETHER>(row, panel, out),
                PAIR => self.beside::<F, PAIR>(row, panel, out),
                _ => self.beside::<F, 1>(row, panel, out),
            }
        }
    }

    /// The results of a single row for `N` panels, of which only the last may be partial, at the beginning of `out`.
    #[inline(always)]
    fn beside<F: Floats, const N: usize>(&self, row: &[f32], first: usize, out: &mut [f32]) {
        let groups = self.weights.as_chunks::<HALF>().0;
        // Cut to the length of the row, so that indices below it need no bounds checks.
        let panels: [[&[[f32; HALF]]; 2]; N] = std::array::from_fn(|n| {
            let half = |h: usize| &groups[(2 * (first + n) + h) * self.depth..][..self.depth][..row.len()];
            [half(0), half(1)]
        });
        let mut sums: [[F; 2]; N] = std::array::from_fn(|n| {
            let (lower, upper) = halves(&self.bias[(first + n) * PANEL..][..PANEL]);
            [F::load(lower), F::load(upper)]
        });
        for (k, x) in row.iter().enumerate() {
            let x = F::splat(*x);
            for (sum, [lower, upper]) in sums.iter_mut().zip(&panels) {
                *sum = [sum[0].add_product(x, F::load(&lower[k])), sum[1].add_product(x, F::load(&upper[k]))];
            }
        }
        for (sum, out) in sums.into_iter().zip(out.chunks_mut(PANEL)) {
            self.finish(sum, out);
        }
    }

    /// The same for windows of an image, at least [`ROWS`], whose lines begin `step` inputs after those of the window
    /// before: `lines` has those of the first one, with `taps` inputs each.
    // A separate function, so that all callers share its code.
    #[inline(never)]
    pub fn windows<F: Floats>(&self, lines: &[&[f32]], taps: usize, step: usize, out: &mut [f32]) {
        let channels = self.channels;
        let count = out.len() / channels;
        for (p, panel) in self.weights.chunks_exact(self.depth * PANEL).enumerate() {
            let column = p * PANEL;
            let width = PANEL.min(channels - column);
            let bias = &self.bias[column..column + PANEL];
            let is_wide = width > HALF;
            let mut done = 0;
            while done < count {
                let tile = Tile::next(done, count, is_wide && step != COLORS);
                done = tile.first + tile.rows();
                let inputs = Inputs { lines, taps, step, at: tile.first * step };
                let out = &mut out[tile.first * channels + column..];
                // What sums begin and end with is read from memory for each tile: vectors that are the same for all of them would take
                // registers from the sums in the loop between.
                let bias = black_box(bias);
                let mut finish = |end: &Self, row: usize, sum| end.finish(sum, &mut out[row * channels..][..width]);
                // Written out: a loop over the rows would keep the sums in memory.
                if tile.is_tall {
                    let [s0, s1, s2, s3, s4, s5] = tall_sums::<F>(inputs, panel, bias);
                    let end = black_box(self);
                    finish(end, 0, s0);
                    finish(end, 1, s1);
                    finish(end, 2, s2);
                    finish(end, 3, s3);
                    finish(end, 4, s4);
                    finish(end, 5, s5);
                } else {
                    let [s0, s1, s2, s3] = if is_wide {
                        tile_sums::<F, true>(inputs, panel, bias)
                    } else {
                        tile_sums::<F, false>(inputs, panel, bias)
                    };
                    let end = black_box(self);
                    finish(end, 0, s0);
                    finish(end, 1, s1);
                    finish(end, 2, s2);
                    finish(end, 3, s3);
                }
            }
        }
    }

    #[inline(always)]
    fn finish<F: Floats>(&self, sum: [F; 2], out: &mut [f32]) {
        let (low, high) = (F::splat(self.low), F::splat(self.high));
        let sum = sum.map(|sum| sum.clamp(low, high));
        match out.as_chunks_mut::<4>() {
            ([lower, upper], []) => {
                sum[0].store(lower);
                sum[1].store(upper);
            }
            ([lower], []) => sum[0].store(lower),
            _ => part(sum, out),
        }
    }
}

/// A tile of a strip.
#[derive(Clone, Copy)]
pub struct Tile {
    /// Its first row.
    pub first: usize,
    /// Whether it has [`TALL`] rows, not [`ROWS`].
    pub is_tall: bool,
}

impl Tile {
    /// The tile behind so many rows of `count`, at least [`ROWS`]. The last one begins earlier if it would not be full.
    #[inline(always)]
    fn next(done: usize, count: usize, can_be_tall: bool) -> Self {
        let left = count - done;
        // The fewest rows twice: two tiles for seven or eight rows, one for five.
        let is_tall = can_be_tall && (left > 2 * ROWS || left == TALL || left == TALL - 1 && count >= TALL);
        Self { first: done.min(count - if is_tall { TALL } else { ROWS }), is_tall }
    }

    /// All tiles of so many rows; a single one if there are fewer than [`ROWS`].
    #[inline(always)]
    pub fn all(count: usize, can_be_tall: bool) -> impl Iterator<Item = Self> {
        let (count, mut done) = (count.max(ROWS), 0);
        std::iter::from_fn(move || {
            let tile = (done < count).then(|| Self::next(done, count, can_be_tall))?;
            done = tile.first + tile.rows();
            Some(tile)
        })
    }

    /// Its number of rows.
    #[inline(always)]
    fn rows(self) -> usize {
        if self.is_tall { TALL } else { ROWS }
    }
}

/// Packs weights of shape `[channels, depth]` into panels that are zero or hold as many channels.
// In blocks of four: a browser runs this before it has optimized it, and a model's first output waits for it.
#[inline(never)]
fn pack(weights: &[f32], depth: usize, panels: &mut [f32]) {
    let len = (depth * PANEL).max(1);
    for (panel, rows) in panels.chunks_exact_mut(len).zip(weights.chunks(len)) {
        for (half, rows) in panel.chunks_exact_mut(depth * HALF).zip(rows.chunks(depth * HALF)) {
            let groups = half.as_chunks_mut::<HALF>().0;
            let blocks = if rows.len() == depth * HALF { depth / 4 } else { 0 };
            for (b, block) in groups.as_chunks_mut::<4>().0.iter_mut().take(blocks).enumerate() {
                let row = |r: usize| rows[r * depth + 4 * b..].first_chunk().map(F32x4::load);
                let [Some(r0), Some(r1), Some(r2), Some(r3)] = [row(0), row(1), row(2), row(3)] else { continue };
                for (four, to) in F32x4::transposed([r0, r1, r2, r3]).into_iter().zip(block) {
                    four.store(to);
                }
            }
            for (r, row) in rows.chunks_exact(depth).enumerate() {
                for (group, &w) in groups.iter_mut().zip(row).skip(4 * blocks) {
                    group[r] = w;
                }
            }
        }
    }
}

/// Lines of windows, and where those of a tile are: each line has `taps` inputs of a window, `step` behind those of the one before.
#[derive(Clone, Copy)]
struct Inputs<'a> {
    lines: &'a [&'a [f32]],
    taps: usize,
    step: usize,
    /// First input of the tile's first window.
    at: usize,
}

impl<'a> Inputs<'a> {
    /// Each line with the weights for it, of both halves of a panel.
    #[inline(always)]
    fn with(self, panel: &'a [f32]) -> impl Iterator<Item = (&'a [f32], [&'a [[f32; HALF]]; 2])> {
        let (lower, upper) = panel.split_at(panel.len() / 2);
        let [lower, upper] = [lower, upper].map(|half| half.as_chunks().0.chunks_exact(self.taps));
        let lines = self.lines.iter().zip(lower).zip(upper);
        lines.map(move |((line, lower), upper)| (&line[self.at..], [lower, upper]))
    }
}

/// The sums of a tile: of all channels of a panel, or of those in its first vector.
#[inline(always)]
fn tile_sums<F: Floats, const WIDE: bool>(inputs: Inputs<'_>, panel: &[f32], bias: &[f32]) -> [[F; 2]; ROWS] {
    let (lower, upper) = halves(bias);
    let mut sums = [[F::load(lower), F::load(upper)]; ROWS];
    let (taps, step) = (inputs.taps, inputs.step);
    for (line, [lower, upper]) in inputs.with(panel) {
        let groups = lower.iter().zip(upper);
        if WIDE && step == COLORS {
            // Known distances are part of the instructions, and one slice has all rows.
            for (w, x) in groups.zip(line[..taps + 3 * COLORS].windows(3 * COLORS + 1)) {
                add_tile::<F, WIDE, ROWS>(&mut sums, w, [&x[0], &x[COLORS], &x[2 * COLORS], &x[3 * COLORS]]);
            }
            continue;
        }
        let row = |r: usize| &line[r * step..][..taps];
        for ((((w, x0), x1), x2), x3) in groups.zip(row(0)).zip(row(1)).zip(row(2)).zip(row(3)) {
            add_tile::<F, WIDE, ROWS>(&mut sums, w, [x0, x1, x2, x3]);
        }
    }
    sums
}

/// The sums of a tall tile, of all channels of a panel.
#[inline(always)]
fn tall_sums<F: Floats>(inputs: Inputs<'_>, panel: &[f32], bias: &[f32]) -> [[F; 2]; TALL] {
    let (lower, upper) = halves(bias);
    let mut sums = [[F::load(lower), F::load(upper)]; TALL];
    for (line, [lower, upper]) in inputs.with(panel) {
        let row = |r: usize| &line[r * inputs.step..][..inputs.taps];
        let (first, last) = (row(0).iter().zip(row(1)).zip(row(2)), row(3).iter().zip(row(4)).zip(row(5)));
        for ((w, ((x0, x1), x2)), ((x3, x4), x5)) in lower.iter().zip(upper).zip(first).zip(last) {
            add_tile::<F, true, TALL>(&mut sums, w, [x0, x1, x2, x3, x4, x5]);
        }
    }
    sums
}

/// Adds the products of an input of each row with the weights of a panel, or with those of its first vector.
#[inline(always)]
fn add_tile<F: Floats, const WIDE: bool, const R: usize>(
    sums: &mut [[F; 2]; R],
    (lower, upper): (&[f32; HALF], &[f32; HALF]),
    x: [&f32; R],
) {
    let (lower, upper) = (F::load(lower), F::load(upper));
    for (sum, x) in sums.iter_mut().zip(x) {
        let x = F::splat(*x);
        sum[0] = sum[0].add_product(x, lower);
        if WIDE {
            sum[1] = sum[1].add_product(x, upper);
        }
    }
}

/// The sums of a partial panel.
#[inline(never)]
fn part<F: Floats>(sum: [F; 2], out: &mut [f32]) {
    let mut values = [[0.0; 4]; 2];
    for (four, sum) in values.iter_mut().zip(sum) {
        sum.store(four);
    }
    out.iter_mut().zip(values.as_flattened()).for_each(|(out, value)| *out = *value);
}

/// The two vectors of a group of eight.
#[inline(always)]
pub fn halves<T>(group: &[T]) -> (&[T; 4], &[T; 4]) {
    // Groups come from `chunks_exact(PANEL)` and slices of `PANEL`, so both halves exist.
    let (lower, upper) = group.split_at(4);
    match (lower.first_chunk(), upper.first_chunk()) {
        (Some(lower), Some(upper)) => (lower, upper),
        _ => unreachable!("a group has eight elements"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_have_every_row_and_are_no_more_than_a_full_strip_has() {
        for count in 1..=STRIP {
            let tiles: Vec<Tile> = Tile::all(count, true).collect();
            let mut done = 0;
            for tile in &tiles {
                assert!(tile.first <= done, "{count} rows");
                done = tile.first + tile.rows();
            }
            assert_eq!(done, count.max(ROWS), "{count} rows");
            assert!(tiles.len() <= STRIP / TALL, "{count} rows: {} tiles", tiles.len());
        }
    }
}
