//! Products with float weights of which most are zero.
//!
//! A weight multiplies the same input of many rows at once, so only weights that are not zero are stored and read. Rows of
//! inputs are transposed for that, a strip at a time; planes of an image lie so already. As in other runtimes, zero times infinity
//! is then zero.
//!
//! A CPU reads an input for each product, which bounds these loops. So a weight is stored with the place of its input, which needs
//! neither a product nor more than one check.

use super::vector::Floats;
use crate::engine::planes::{self, distance};
use std::ops::Range;

/// Rows whose results are computed together: those of 6x6 pixels in one strip.
pub const STRIP: usize = 36;

/// Vectors of a strip of planes.
const WHOLE: usize = planes::STRIP / 4;

/// Inputs that a cache holds while strips of planes are computed channel by channel, and the most strips.
const INPUTS: usize = 8 << 10;
const MOST: usize = 8;

/// Output channels whose results are stored together: a vector.
const TOGETHER: usize = 4;

/// Weights that are not zero, with bias and clamp.
pub struct SparseWeights {
    /// Weights, channel by channel, and where the inputs lie that they multiply, in vectors behind those of the first channel.
    weights: Vec<(f32, u32)>,
    /// Vectors from the inputs of one channel to those of the next.
    apart: usize,
    /// Where each channel's weights begin, and the end of the last one's.
    starts: Vec<u32>,
    bias: Vec<f32>,
    range: (f32, f32),
    depth: usize,
}

/// Number of weights that are not zero.
// Not inlined: it runs for every dense layer, and a browser optimizes a function with such a loop as a whole.
#[inline(never)]
pub fn not_zero(weights: &[f32]) -> usize {
    weights.iter().map(|&w| usize::from(w != 0.0)).sum()
}

/// Whether multiplying `count` of so many weights can be faster than multiplying all.
pub fn is_faster(count: usize, all: usize) -> bool {
    cycles(count, 0) < cycles_of_all(all)
}

/// The other operand of sums with the results: an image of planes. Sums are limited to a range.
#[derive(Clone, Copy)]
pub struct Sum<'a> {
    /// All planes.
    pub image: &'a [f32],
    /// Least and greatest sum.
    pub range: (f32, f32),
}

impl SparseWeights {
    /// From weights of shape `[channels, depth]`, for rows; the bias may be empty. `None` if a product with all weights is faster.
    pub fn new(weights: &[f32], bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Option<Self> {
        let count = not_zero(weights);
        if !is_faster(count, weights.len()) {
            return None;
        }
        let (starts, bias) = (vec![0], bias.to_vec());
        let mut new = Self { weights: Vec::with_capacity(count), apart: 1, starts, bias, range, depth };
        new.bias.resize(channels, 0.0);
        for row in weights.chunks_exact(depth) {
            for (&w, input) in row.iter().zip(0..) {
                if w != 0.0 {
                    new.weights.push((w, input));
                }
            }
            new.starts.push(new.weights.len() as u32);
        }
        new.for_rows();
        Some(new)
    }

    /// Whether a product with all weights takes longer, even if inputs and results are rows.
    pub fn is_for_rows(&self) -> bool {
        let channels = self.bias.len();
        cycles(self.weights.len(), self.depth + channels) < cycles_of_all(self.depth * channels)
    }

    /// Takes inputs that are rows from now on.
    pub fn for_rows(&mut self) {
        self.lie_apart(STRIP / 4);
    }

    /// Takes inputs that are planes of so many pixels from now on.
    pub fn for_planes(&mut self, pixels: usize) {
        self.lie_apart(distance(pixels) / 4);
    }

    fn lie_apart(&mut self, apart: usize) {
        if self.apart == apart {
            return;
        }
        // No further than a tensor is long.
        self.weights.iter_mut().for_each(|(_, at)| *at = (*at as usize / self.apart * apart) as u32);
        self.apart = apart;
    }

    /// The results of at most [`STRIP`] rows; `room` has a strip of rows.
    pub fn run<F: Floats>(&self, rows: &[f32], room: &mut [f32], out: &mut [f32]) {
        let columns = self.gathered::<F>(rows, room);
        // The last strip of an image may be short: it is 4 of the rows of 14x14 pixels and 13 of those of 7x7.
        match (out.len() / self.bias.len()).div_ceil(4) {
            0..=3 => self.rows::<F, 3>(columns, out),
            4..=6 => self.rows::<F, 6>(columns, out),
            _ => self.rows::<F, { STRIP / 4 }>(columns, out),
        }
    }

    /// Rows as columns in `room`, in vectors.
    fn gathered<'a, F: Floats>(&self, rows: &[f32], room: &'a mut [f32]) -> &'a [[f32; 4]] {
        let columns = &mut room.as_chunks_mut::<STRIP>().0[..self.depth];
        for (r, rows) in rows.chunks(4 * self.depth).enumerate() {
            // Rows that are missing are those before them; nothing reads their results.
            let rows = [0, 1, 2, 3].map(|i| rows.get(i * self.depth..).filter(|row| !row.is_empty()).unwrap_or(rows));
            gather::<F>(rows.map(|row| &row[..self.depth]), r, columns);
        }
        columns.as_flattened().as_chunks().0
    }

    /// Pixels `first..` of an image of planes, as rows: as many as `out` holds. `first` is a multiple of [`planes::STRIP`].
    pub fn planes_to_rows<F: Floats>(&self, x: &[f32], first: usize, out: &mut [f32]) {
        for (s, out) in out.chunks_mut(planes::STRIP * self.bias.len()).enumerate() {
            self.rows::<F, WHOLE>(x[first + s * planes::STRIP..].as_chunks().0, out);
        }
    }

    /// Channels `first..` as planes, as many as `out` holds, from an image that is planes if `is_planes`; `room` has a strip of rows.
    pub fn to_planes<F: Floats>(
        &self,
        (x, is_planes): (&[f32], bool),
        pixels: usize,
        room: &mut [f32],
        first: usize,
        sum: Option<Sum>,
        out: &mut [f32],
    ) {
        let distance = distance(pixels);
        if is_planes {
            let end = pixels.next_multiple_of(planes::STRIP);
            let step = (INPUTS / self.depth / planes::STRIP).clamp(1, MOST) * planes::STRIP;
            for at in (0..end).step_by(step) {
                let place = at..end.min(at + step);
                self.strips::<F>(x[at..].as_chunks().0, first, sum, (distance, place, &mut *out));
            }
            return;
        }
        for (at, rows) in (0..).step_by(planes::STRIP).zip(x.chunks(planes::STRIP * self.depth)) {
            let columns = self.gathered::<F>(rows, room);
            self.strips::<F>(columns, first, sum, (distance, at..at + planes::STRIP, &mut *out));
        }
    }

    /// Some strips of planes at a distance, of channels `first..`.
    #[inline(never)]
    fn strips<F: Floats>(
        &self,
        columns: &[[f32; 4]],
        first: usize,
        sum: Option<Sum>,
        (distance, place, out): (usize, Range<usize>, &mut [f32]),
    ) {
        let range = [self.range.0, self.range.1].map(F::splat);
        let channels = self.channels(first).zip(out.chunks_mut(distance));
        for (channel, ((weights, bias), plane)) in (first..).zip(channels) {
            let strips = plane[place.clone()].as_chunks_mut().0.as_chunks_mut::<WHOLE>().0;
            let columns = (0..).step_by(WHOLE).map(|at| &columns[at..]);
            let Some(Sum { image, range: (low, high) }) = sum else {
                for (strip, columns) in strips.iter_mut().zip(columns) {
                    let results: [F; WHOLE] = sums(columns, weights, bias, range);
                    strip.iter_mut().zip(results).for_each(|(out, result)| result.store(out));
                }
                continue;
            };
            let others = image[channel * distance..][place.clone()].as_chunks().0.as_chunks::<WHOLE>().0;
            let [low, high, one] = [low, high, 1.0].map(F::splat);
            for ((strip, columns), others) in strips.iter_mut().zip(columns).zip(others) {
                let results: [F; WHOLE] = sums(columns, weights, bias, range);
                for ((out, result), other) in strip.iter_mut().zip(results).zip(others) {
                    result.add_product(F::load(other), one).clamp(low, high).store(out);
                }
            }
        }
    }

    /// Weights and bias of channels `first..`.
    #[inline(always)]
    fn channels(&self, first: usize) -> impl Iterator<Item = (&[(f32, u32)], f32)> {
        let starts = self.starts[first..].windows(2);
        // Cut off one by one, which takes one check.
        let mut rest = &self.weights[self.starts[first] as usize..];
        starts.zip(&self.bias[first..]).map_while(move |(ends, &bias)| {
            let (weights, others) = rest.split_at_checked((ends[1] - ends[0]) as usize)?;
            rest = others;
            Some((weights, bias))
        })
    }

    /// The results of `N` vectors of rows, of which `out` has some.
    #[inline(never)]
    fn rows<F: Floats, const N: usize>(&self, columns: &[[f32; 4]], out: &mut [f32]) {
        let range = [self.range.0, self.range.1].map(F::splat);
        let channels = self.bias.len();
        let mut of_channels = self.channels(0);
        for first in (0..channels).step_by(TOGETHER) {
            let count = TOGETHER.min(channels - first);
            let mut all = [[F::splat(0.0); N]; TOGETHER];
            for (results, (weights, bias)) in all[..count].iter_mut().zip(of_channels.by_ref()) {
                *results = sums(columns, weights, bias, range);
            }
            for (n, out) in out.chunks_mut(4 * channels).enumerate() {
                let rows = F::transposed(all.each_ref().map(|results| results[n]));
                if count == TOGETHER {
                    for (out, results) in out.chunks_exact_mut(channels).zip(rows) {
                        if let Some(out) = out[first..].first_chunk_mut() {
                            results.store(out);
                        }
                    }
                    continue;
                }
                for (out, results) in out.chunks_exact_mut(channels).zip(rows) {
                    let mut four = [0.0; 4];
                    results.store(&mut four);
                    out[first..].copy_from_slice(&four[..count]);
                }
            }
        }
    }
}

/// The results of a channel.
#[inline(always)]
fn sums<F: Floats, const N: usize>(
    columns: &[[f32; 4]],
    weights: &[(f32, u32)],
    bias: f32,
    [low, high]: [F; 2],
) -> [F; N] {
    let mut sums = [F::splat(bias); N];
    for &(w, at) in weights {
        let w = F::splat(w);
        for (sum, x) in sums.iter_mut().zip(&columns[at as usize..][..N]) {
            *sum = sum.add_product(F::load(x), w);
        }
    }
    sums.map(|sum| sum.clamp(low, high))
}

/// How long a row takes, in seventieths of cycles: a product takes a fifth of one, an element that is transposed 0.6.
fn cycles(count: usize, transposed: usize) -> usize {
    14 * count + 40 * transposed
}

/// The same with all weights: a product takes an eighth of one.
fn cycles_of_all(weights: usize) -> usize {
    9 * weights
}

/// Puts four rows into the lanes of vector `r` of each column.
#[inline(always)]
fn gather<F: Floats>(rows: [&[f32]; 4], r: usize, columns: &mut [[f32; STRIP]]) {
    let [a, b, c, d] = rows.map(|row| row.as_chunks::<4>());
    let (fours, rest) = columns.as_chunks_mut::<4>();
    for ((((fours, a), b), c), d) in fours.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        for (column, lanes) in fours.iter_mut().zip(F::transposed([a, b, c, d].map(F::load))) {
            lanes.store(&mut column.as_chunks_mut().0[r]);
        }
    }
    for (i, column) in rest.iter_mut().enumerate() {
        column.as_chunks_mut().0[r] = [a, b, c, d].map(|(_, rest)| rest[i]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::simd::gemm::FloatPanels;
    use crate::engine::kernels::simd::vector::Portable;

    #[test]
    fn products_are_those_with_all_weights() {
        let (channels, depth, range) = (30, 41, (-1.5, 2.0));
        let value = |i: usize| (i * 37 % 101) as f32 / 50.0 - 1.0;
        let weights: Vec<f32> = (0..channels * depth).map(|i| if i * 53 % 97 < 15 { value(i) } else { 0.0 }).collect();
        let bias: Vec<f32> = (0..channels).map(value).collect();
        let sparse = SparseWeights::new(&weights, &bias, channels, depth, range).unwrap();
        let panels = FloatPanels::new(&weights, &bias, channels, depth, range);
        for count in 1..=STRIP {
            let rows: Vec<f32> = (0..count * depth).map(|i| value(i + count)).collect();
            let [mut ours, mut theirs] = [(); 2].map(|()| vec![0.0; count * channels]);
            sparse.run::<Portable<f32>>(&rows, &mut vec![f32::NAN; STRIP * depth], &mut ours);
            panels.run::<Portable<f32>>(&rows, &mut theirs);
            assert!(ours.iter().zip(&theirs).all(|(a, b)| (a - b).abs() < 1e-5), "{count} rows");
        }
    }

    #[test]
    fn dense_weights_stay_dense() {
        assert!(SparseWeights::new(&[1.0; 1024], &[], 32, 32, (0.0, 1.0)).is_none());
    }
}
