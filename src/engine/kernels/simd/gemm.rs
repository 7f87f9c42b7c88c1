//! Matrix products of float32 with packed weights: rows of inputs times panels of output channels.
//!
//! Weights are packed once into panels of [`PANEL`] output channels, depth by depth, so that the inner loop reads them
//! in order. A tile of [`ROWS`] rows by one panel is kept in registers: eight accumulators, two weights, one input.

use super::vector::{F32x4, Floats};

/// Rows multiplied at a time.
pub use crate::engine::planes::STRIP;

/// Output channels of a panel: two vectors.
pub const PANEL: usize = 8;
/// Rows of a tile.
pub const ROWS: usize = 4;
/// Panels that one row is multiplied with at a time.
const TOGETHER: usize = 4;
/// The same when fewer than [`TOGETHER`] are left.
const PAIR: usize = 2;
/// Inputs between windows two pixels apart of an image with three colors: a first layer.
const COLORS: usize = 6;

/// Float weights in panels, with bias and clamp.
pub struct FloatPanels {
    /// For each panel, `depth` groups of [`PANEL`] weights.
    weights: Vec<f32>,
    /// Full panels, zero for missing channels.
    bias: Vec<f32>,
    low: f32,
    high: f32,
    depth: usize,
    channels: usize,
}

impl FloatPanels {
    /// Packs weights of shape `[channels, depth]`; the bias may be empty.
    pub fn new(weights: &[f32], bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Self {
        let weights = packed(weights, channels, depth);
        let mut bias = bias.to_vec();
        bias.resize(channels.next_multiple_of(PANEL), 0.0);
        Self { weights, bias, low: range.0, high: range.1, depth, channels }
    }

    /// Room for weights that are known only during the run; neither bias nor clamp.
    pub fn empty(channels: usize, depth: usize) -> Self {
        let wide = channels.next_multiple_of(PANEL);
        let (weights, bias) = (vec![0.0; wide * depth], vec![0.0; wide]);
        Self { weights, bias, low: f32::NEG_INFINITY, high: f32::INFINITY, depth, channels }
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
        for (p, panel) in self.weights.chunks_exact_mut((self.depth * PANEL).max(1)).enumerate() {
            let width = PANEL.min(self.channels - p * PANEL);
            for (group, row) in panel.chunks_exact_mut(PANEL).zip(weights.chunks_exact(self.channels)) {
                match row[p * PANEL..].first_chunk::<PANEL>() {
                    // A copy of known length is no call.
                    Some(row) => group.copy_from_slice(row),
                    None => group[..width].copy_from_slice(&row[p * PANEL..]),
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
        let tiled = if count < ROWS { 0 } else { count - usize::from(count % ROWS == 1) };
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
        // Several panels at a time hide the latency of additions and of memory: the CPU prefetches each of them.
        let (mut panel, mut rest) = (first, out);
        while !rest.is_empty() {
            let done = match rest.len().div_ceil(PANEL) {
                TOGETHER.. => self.beside::<F, TOGETHER>(row, panel, rest),
                PAIR.. => self.beside::<F, PAIR>(row, panel, rest),
                _ => self.beside::<F, 1>(row, panel, rest),
            };
            panel += done;
            rest = std::mem::take(&mut rest).get_mut(done * PANEL..).unwrap_or_default();
        }
    }

    /// The results of a single row for `N` panels, of which only the last may be partial, at the beginning of `out`; returns their number.
    #[inline(always)]
    fn beside<F: Floats, const N: usize>(&self, row: &[f32], first: usize, out: &mut [f32]) -> usize {
        let groups = self.weights.as_chunks::<PANEL>().0;
        // Cut to the length of the row, so that indices below it need no bounds checks.
        let panels: [&[[f32; PANEL]]; N] =
            std::array::from_fn(|n| &groups[(first + n) * self.depth..][..self.depth][..row.len()]);
        let mut sums: [[F; 2]; N] = std::array::from_fn(|n| {
            let (lower, upper) = halves(&self.bias[(first + n) * PANEL..][..PANEL]);
            [F::load(lower), F::load(upper)]
        });
        for (k, x) in row.iter().enumerate() {
            for (sum, panel) in sums.iter_mut().zip(&panels) {
                add_products(sum, *x, &panel[k]);
            }
        }
        for (sum, out) in sums.into_iter().zip(out.chunks_mut(PANEL)) {
            self.finish(sum, out);
        }
        N
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
            for tile in 0..count.div_ceil(ROWS) {
                // The last one begins earlier if it would not be full.
                let at = (tile * ROWS).min(count - ROWS);
                let out = &mut out[at * channels..][..ROWS * channels];
                let sums = if width > PANEL / 2 {
                    tile_sums::<F, true>(lines, (taps, step), at * step, panel, bias)
                } else {
                    tile_sums::<F, false>(lines, (taps, step), at * step, panel, bias)
                };
                // Written out: a loop over the rows would keep the sums in memory.
                let ([s0, s1, s2, s3], [o0, o1, o2, o3]) = (sums, split(out, channels));
                self.finish(s0, &mut o0[column..column + width]);
                self.finish(s1, &mut o1[column..column + width]);
                self.finish(s2, &mut o2[column..column + width]);
                self.finish(s3, &mut o3[column..column + width]);
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

/// Weights of shape `[channels, depth]` in panels, zero for missing channels.
// Not inlined, nor is the next one: a browser optimizes a function with long loops as a whole.
#[inline(never)]
fn packed(weights: &[f32], channels: usize, depth: usize) -> Vec<f32> {
    let len = depth * PANEL;
    // One panel at a time in the cache: each page of the result is touched once, in order.
    let mut all = Vec::with_capacity(channels.div_ceil(PANEL) * len);
    let mut panel = vec![0.0; len];
    for rows in weights.chunks(len.max(1)) {
        if rows.len() < len {
            panel.fill(0.0);
        }
        pack(rows, depth, &mut panel);
        all.extend_from_slice(&panel);
    }
    all
}

/// Packs weights of shape `[channels, depth]` into panels that are zero or hold as many channels.
// In blocks of four: a browser runs this before it has optimized it, and a model's first output waits for it.
#[inline(never)]
fn pack(weights: &[f32], depth: usize, panels: &mut [f32]) {
    let len = (depth * PANEL).max(1);
    for (panel, rows) in panels.chunks_exact_mut(len).zip(weights.chunks(len)) {
        for (rows, at) in rows.chunks(4 * depth).zip((0..).step_by(4)) {
            let blocks = if rows.len() == 4 * depth { depth / 4 } else { 0 };
            for (b, block) in panel.chunks_exact_mut(4 * PANEL).take(blocks).enumerate() {
                let row = |r: usize| rows[r * depth + 4 * b..].first_chunk().map(F32x4::load);
                let [Some(r0), Some(r1), Some(r2), Some(r3)] = [row(0), row(1), row(2), row(3)] else { continue };
                for (i, four) in F32x4::transposed([r0, r1, r2, r3]).into_iter().enumerate() {
                    if let Some(to) = block[i * PANEL + at..].first_chunk_mut() {
                        four.store(to);
                    }
                }
            }
            for (r, row) in rows.chunks_exact(depth).enumerate() {
                for (k, &w) in row.iter().enumerate().skip(4 * blocks) {
                    panel[k * PANEL + at + r] = w;
                }
            }
        }
    }
}

/// Adds the products of an input with the weights of a panel.
#[inline(always)]
fn add_products<F: Floats>(sum: &mut [F; 2], x: f32, weights: &[f32]) {
    let (lower, upper) = halves(weights);
    let x = F::splat(x);
    *sum = [sum[0].add_product(x, F::load(lower)), sum[1].add_product(x, F::load(upper))];
}

/// The sums of a tile: of all channels of a panel, or of those in its first vector.
#[inline(always)]
fn tile_sums<F: Floats, const WIDE: bool>(
    lines: &[&[f32]],
    (taps, step): (usize, usize),
    at: usize,
    panel: &[f32],
    bias: &[f32],
) -> [[F; 2]; ROWS] {
    let (lower, upper) = halves(bias);
    let mut sums = [[F::load(lower), F::load(upper)]; ROWS];
    let add = |sums: &mut [[F; 2]; ROWS], w: &[f32], x: [&f32; ROWS]| {
        let (lower, upper) = halves(w);
        let (lower, upper) = (F::load(lower), F::load(upper));
        for (sum, x) in sums.iter_mut().zip(x) {
            let x = F::splat(*x);
            sum[0] = sum[0].add_product(x, lower);
            if WIDE {
                sum[1] = sum[1].add_product(x, upper);
            }
        }
    };
    for (line, panel) in lines.iter().zip(panel.chunks_exact(taps * PANEL)) {
        let line = &line[at..];
        let groups = panel.chunks_exact(PANEL);
        if WIDE && step == COLORS {
            // Known distances are part of the instructions, and one slice has all rows.
            for (w, x) in groups.zip(line[..taps + 3 * COLORS].windows(3 * COLORS + 1)) {
                add(&mut sums, w, [&x[0], &x[COLORS], &x[2 * COLORS], &x[3 * COLORS]]);
            }
            continue;
        }
        let [r0, r1, r2, r3] = [0, step, 2 * step, 3 * step].map(|from| &line[from..][..taps]);
        for ((((w, x0), x1), x2), x3) in groups.zip(r0).zip(r1).zip(r2).zip(r3) {
            add(&mut sums, w, [x0, x1, x2, x3]);
        }
    }
    sums
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

/// The rows of a tile.
#[inline(always)]
fn split<T>(tile: &mut [T], len: usize) -> [&mut [T]; ROWS] {
    let (a, rest) = tile.split_at_mut(len);
    let (b, rest) = rest.split_at_mut(len);
    let (c, d) = rest.split_at_mut(len);
    [a, b, c, d]
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
