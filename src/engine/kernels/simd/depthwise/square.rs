//! DEPTHWISE_CONV_2D with square windows of floats and channels in full vectors: one pass along the channels of each pixel, so that
//! memory is read in order.

use crate::engine::kernels::simd::vector::Floats;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::{Plane, Span};

/// Columns of the input that a tile reads, of a window of at most five columns.
const COLUMNS: usize = 8;

/// The same of a window of seven.
const MORE_COLUMNS: usize = 10;

/// Windows of `T` rows and columns.
pub struct Square<const T: usize> {
    /// Of four channels each.
    pub bias: Vec<[f32; 4]>,
    /// The taps of four channels each.
    pub weights: Vec<[[[f32; 4]; T]; T]>,
    /// Read in place of elements outside the input.
    zeros: Vec<[f32; 4]>,
    /// Lowest and highest result.
    pub clamp: (f32, f32),
}

/// Weights of shape `[taps, channels]` as the taps of each four channels.
// Not inlined, like the next one: they serve all sizes, and a browser optimizes a function with long loops as a whole.
#[inline(never)]
fn in_blocks(weights: &[f32], channels: usize) -> Vec<[f32; 4]> {
    let mut blocks = Vec::with_capacity(weights.len() / 4);
    for at in (0..channels).step_by(4) {
        blocks.extend(weights.chunks_exact(channels).filter_map(|tap| tap[at..].first_chunk::<4>()));
    }
    blocks
}

/// Whether no weight is infinite or NaN.
#[inline(never)]
fn are_finite(weights: &[f32]) -> bool {
    !weights.iter().fold(false, |any, weight| any | !weight.is_finite())
}

impl<const T: usize> Square<T> {
    /// `None` for other windows, and if a weight is not finite: zeros outside the input would then count.
    pub fn new(weights: &[f32], bias: &[f32], g: &Depthwise, clamp: (f32, f32)) -> Option<Self> {
        let square = (g.plane.y.taps, g.plane.x.taps) == (T, T) && g.input.is_multiple_of(4);
        if !square || !are_finite(weights) {
            return None;
        }
        let weights = in_blocks(weights, g.input).as_chunks().0.as_chunks().0.to_vec();
        Some(Self { bias: bias.as_chunks().0.to_vec(), weights, zeros: vec![[0.0; 4]; g.input / 4], clamp })
    }

    /// Lines `first..` of the output, as many as `out` holds.
    pub fn run<V: Floats>(&self, x: &[f32], g: &Depthwise, first: usize, out: &mut [f32]) {
        let Plane { y, x: w } = g.plane;
        let count = self.weights.len();
        let (x, out) = (x.as_chunks::<4>().0, out.as_chunks_mut::<4>().0);
        let image = y.input * w.input * count;
        for (row, out) in (first..).zip(out.chunks_exact_mut((w.output * count).max(1))) {
            self.row::<V>(&x[row / y.output * image..][..image], g, row % y.output, y.input, out);
        }
    }

    /// Row `oy` of an image whose row `r` lies at `r % ring`.
    // A separate function, like the other variants: browsers recompile hot code by complete functions.
    #[inline(never)]
    pub fn row<V: Floats>(&self, x: &[[f32; 4]], g: &Depthwise, oy: usize, ring: usize, out: &mut [[f32; 4]]) {
        let Plane { y, x: w } = g.plane;
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let count = self.weights.len();
        let bias = &self.bias[..count];
        let line = w.input * count;
        let lines: [Option<&[[f32; 4]]>; T] =
            std::array::from_fn(|ty| y.at(oy, ty).map(|iy| &x[iy % ring * line..][..line]));
        let tap = |ty: usize, column: Option<usize>| match (lines[ty], column) {
            (Some(line), Some(column)) => &line[column * count..][..count],
            _ => &self.zeros[..count],
        };
        // The taps of a pixel.
        let window = |ox: usize| -> [[&[[f32; 4]]; T]; T] {
            std::array::from_fn(|ty| std::array::from_fn(|tx| tap(ty, w.at(ox, tx))))
        };
        if T == 3
            && w.dilation == 1
            && w.stride <= 2
            && let Some(lines) = every(lines)
        {
            let last = (w.input + w.before).checked_sub(T).map_or(0, |room| room / w.stride + 1).min(w.output);
            let first = w.before.div_ceil(w.stride).min(last);
            if first < last {
                let lines = lines.map(|line| &line[(first * w.stride - w.before) * count..]);
                let between = &mut out[first * count..last * count];
                if w.stride == 1 {
                    self.neighbors::<V, 1>(lines, between);
                } else {
                    self.neighbors::<V, 2>(lines, between);
                }
            }
            for ox in (0..first).chain(last..w.output) {
                self.pixel::<V>(window(ox), &mut out[ox * count..][..count]);
            }
            return;
        }
        // Neighbors share loads of weights and of what their windows have in common, and no sum waits for another.
        let together = match (w.dilation, w.stride) {
            (1, 1) => 4,
            (1, 2) => 2,
            _ => usize::MAX,
        };
        let mut ox = 0;
        let mut tiles = out.chunks_exact_mut(together.saturating_mul(count));
        for tile in &mut tiles {
            tile.chunks_exact_mut(count).for_each(|pixel| pixel.copy_from_slice(bias));
            if T > 5 {
                self.add_rows::<V, MORE_COLUMNS>(&w, ox, &lines, tile);
            } else {
                self.add_rows::<V, COLUMNS>(&w, ox, &lines, tile);
            }
            for sum in &mut *tile {
                V::load(sum).clamp(low, high).store(sum);
            }
            ox += together;
        }
        for out in tiles.into_remainder().chunks_exact_mut(count) {
            self.pixel::<V>(window(ox), out);
            ox += 1;
        }
    }

    /// Windows that begin `S` columns apart, the first at the beginning of `lines`: for each four channels, every column of
    /// the input is read once for all windows that it is part of, with the weights in registers.
    #[inline(never)]
    fn neighbors<V: Floats, const S: usize>(&self, lines: [&[[f32; 4]]; T], out: &mut [[f32; 4]]) {
        let count = self.weights.len();
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let len = (out.len() / count - 1) * S * count + T * count;
        let lines = lines.map(|line| &line[..len]);
        for (i, (weights, bias)) in self.weights.iter().zip(&self.bias).enumerate() {
            let weights: [[V; T]; T] = weights.map(|row| row.map(|w| V::load(&w)));
            let bias = V::load(bias);
            // Sums of the windows that have begun, the oldest first; a column is `tap` of that one.
            let mut sums = [bias; T];
            let add = |sums: &mut [V; T], at: usize, tap: usize| {
                for (line, weights) in lines.iter().zip(&weights) {
                    let x = V::load(&line[at]);
                    for (s, sum) in sums.iter_mut().enumerate() {
                        if let Some(&w) = tap.checked_sub(s * S).and_then(|tap| weights.get(tap)) {
                            *sum = sum.add_product(x, w);
                        }
                    }
                }
            };
            let mut at = i;
            for tap in 0..T - S {
                add(&mut sums, at, tap);
                at += count;
            }
            for out in out.chunks_exact_mut(count) {
                for tap in T - S..T {
                    add(&mut sums, at, tap);
                    at += count;
                }
                sums[0].clamp(low, high).store(&mut out[i]);
                sums = std::array::from_fn(|s| sums.get(s + 1).copied().unwrap_or(bias));
            }
        }
    }

    /// Adds the products of a tile, whose first pixel is `ox`, to its sums.
    #[inline(always)]
    fn add_rows<V: Floats, const C: usize>(
        &self,
        w: &Span,
        ox: usize,
        lines: &[Option<&[[f32; 4]]>; T],
        tile: &mut [[f32; 4]],
    ) {
        let count = self.weights.len();
        let at: [Option<usize>; C] = std::array::from_fn(|column| w.at(ox, column));
        for (ty, line) in lines.iter().enumerate() {
            let Some(line) = line else { continue };
            let columns =
                at.map(|column| column.map_or(&self.zeros[..count], |column| &line[column * count..][..count]));
            if w.stride == 1 {
                self.add_row::<V, 4, 1, C>(ty, columns, tile);
            } else {
                self.add_row::<V, 2, 2, C>(ty, columns, tile);
            }
        }
    }

    /// Adds the products of a row of the window to the sums of `P` neighbors, whose windows begin `S` columns apart.
    // By rows: sums of complete windows wait for each other, and a browser has not enough registers for so many columns.
    #[inline(never)]
    fn add_row<V: Floats, const P: usize, const S: usize, const C: usize>(
        &self,
        ty: usize,
        columns: [&[[f32; 4]]; C],
        sums: &mut [[f32; 4]],
    ) {
        let count = sums.len() / P;
        let (blocks, columns) = (&self.weights[..count], columns.map(|column| &column[..count]));
        let mut pixels = sums.chunks_exact_mut(count);
        let mut pixels: [&mut [[f32; 4]]; P] = std::array::from_fn(|_| &mut pixels.next().unwrap_or_default()[..count]);
        for i in 0..count {
            let weights = blocks[i][ty].map(|w| V::load(&w));
            let mut sums: [V; P] = std::array::from_fn(|p| V::load(&pixels[p][i]));
            for (column, x) in columns.iter().enumerate().take((P - 1) * S + T) {
                let x = V::load(&x[i]);
                for (p, sum) in sums.iter_mut().enumerate() {
                    if let Some(&w) = column.checked_sub(p * S).and_then(|tx| weights.get(tx)) {
                        *sum = sum.add_product(x, w);
                    }
                }
            }
            for (sum, pixel) in sums.into_iter().zip(&mut pixels) {
                sum.store(&mut pixel[i]);
            }
        }
    }

    /// One pixel.
    #[inline(never)]
    fn pixel<V: Floats>(&self, taps: [[&[[f32; 4]]; T]; T], out: &mut [[f32; 4]]) {
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let count = out.len();
        let (blocks, bias) = (&self.weights[..count], &self.bias[..count]);
        let taps = taps.map(|row| row.map(|tap| &tap[..count]));
        for i in 0..count {
            let mut sum = V::load(&bias[i]);
            for ty in 0..T {
                for tx in 0..T {
                    sum = sum.add_product(V::load(&taps[ty][tx][i]), V::load(&blocks[i][ty][tx]));
                }
            }
            sum.clamp(low, high).store(&mut out[i]);
        }
    }
}

/// All of them, if none is missing.
fn every<const T: usize, V: Copy + Default>(some: [Option<V>; T]) -> Option<[V; T]> {
    let all = some.map(Option::unwrap_or_default);
    some.iter().all(Option::is_some).then_some(all)
}
