//! Products with float weights of which most are zero.
//!
//! A weight multiplies the same input of many rows at once, so only weights that are not zero are stored and read. Rows of
//! inputs are transposed for that, a strip at a time; planes of an image lie so already. As in other runtimes, zero times infinity
//! is then zero.

use super::gemm::STRIP;
use super::vector::Floats;
use crate::engine::planes::distance;

/// Output channels whose results are stored together: a vector.
const TOGETHER: usize = 4;

/// Vectors of a whole strip.
const WHOLE: usize = STRIP / 4;

/// Weights that are not zero, with bias and clamp.
pub struct SparseWeights {
    /// Weights and the inputs that they multiply, channel by channel.
    weights: Vec<(f32, u32)>,
    /// Where each channel's weights begin, and the end of the last one's.
    starts: Vec<u32>,
    bias: Vec<f32>,
    range: (f32, f32),
    depth: usize,
}

/// The inputs of some rows, channel by channel.
trait Columns: Copy {
    /// Those of `N` vectors of rows.
    fn of<const N: usize>(&self, channel: usize) -> &[[f32; 4]];
}

/// Those of a strip, which were gathered.
#[derive(Clone, Copy)]
struct Strip<'a>(&'a [[f32; STRIP]]);

impl Columns for Strip<'_> {
    #[inline(always)]
    fn of<const N: usize>(&self, channel: usize) -> &[[f32; 4]] {
        &self.0[channel].as_chunks().0[..N]
    }
}

/// Those of planes this far apart.
#[derive(Clone, Copy)]
struct Apart<'a> {
    x: &'a [f32],
    distance: usize,
}

impl Columns for Apart<'_> {
    #[inline(always)]
    fn of<const N: usize>(&self, channel: usize) -> &[[f32; 4]] {
        self.x[channel * self.distance..][..4 * N].as_chunks().0
    }
}

/// Number of weights that are not zero.
// Not inlined: it runs for every dense layer, and a browser optimizes a function with such a loop as a whole.
#[inline(never)]
pub fn not_zero(weights: &[f32]) -> usize {
    weights.iter().map(|&w| usize::from(w != 0.0)).sum()
}

impl SparseWeights {
    /// From weights of shape `[channels, depth]`; the bias may be empty. `None` if a product with all weights is faster.
    pub fn new(weights: &[f32], bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Option<Self> {
        let count = not_zero(weights);
        if cycles(count, 0) >= cycles_of_all(weights.len()) {
            return None;
        }
        let mut new = Self { weights: Vec::with_capacity(count), starts: vec![0], bias: bias.to_vec(), range, depth };
        new.bias.resize(channels, 0.0);
        for row in weights.chunks_exact(depth) {
            for (&w, input) in row.iter().zip(0..) {
                if w != 0.0 {
                    new.weights.push((w, input));
                }
            }
            new.starts.push(new.weights.len() as u32);
        }
        Some(new)
    }

    /// Whether a product with all weights takes longer, even if inputs and results are rows.
    pub fn is_for_rows(&self) -> bool {
        let channels = self.bias.len();
        cycles(self.weights.len(), self.depth + channels) < cycles_of_all(self.depth * channels)
    }

    /// The results of at most [`STRIP`] rows; `room` has a strip of rows.
    pub fn run<F: Floats>(&self, rows: &[f32], room: &mut [f32], out: &mut [f32]) {
        self.to_rows::<F>(self.gathered::<F>(rows, room), out);
    }

    /// Rows as columns in `room`.
    fn gathered<'a, F: Floats>(&self, rows: &[f32], room: &'a mut [f32]) -> Strip<'a> {
        let columns = &mut room.as_chunks_mut::<STRIP>().0[..self.depth];
        for (r, rows) in rows.chunks(4 * self.depth).enumerate() {
            // Rows that are missing are those before them; nothing reads their results.
            let rows = [0, 1, 2, 3].map(|i| rows.get(i * self.depth..).filter(|row| !row.is_empty()).unwrap_or(rows));
            gather::<F>(rows.map(|row| &row[..self.depth]), r, columns);
        }
        Strip(columns)
    }

    /// Pixels `first..` of an image of planes, as rows: as many as `out` holds. `first` is a multiple of [`STRIP`].
    pub fn planes_to_rows<F: Floats>(&self, x: &[f32], pixels: usize, first: usize, out: &mut [f32]) {
        for (s, out) in out.chunks_mut(STRIP * self.bias.len()).enumerate() {
            self.rows::<F, WHOLE>(Apart { x: &x[first + s * STRIP..], distance: distance(pixels) }, out);
        }
    }

    /// Channels `first..` as planes, as many as `out` holds, from an image that is planes if `is_planes`; `room` has a strip of rows.
    pub fn to_planes<F: Floats>(
        &self,
        (x, is_planes): (&[f32], bool),
        pixels: usize,
        room: &mut [f32],
        first: usize,
        out: &mut [f32],
    ) {
        let distance = distance(pixels);
        for at in (0..pixels).step_by(STRIP) {
            let out = (distance, at, &mut *out);
            if is_planes {
                self.strip_of_planes::<F>(Apart { x: &x[at..], distance }, first, out);
            } else {
                let rows = &x[at * self.depth..pixels.min(at + STRIP) * self.depth];
                self.strip_of_planes::<F>(self.gathered::<F>(rows, room), first, out);
            }
        }
    }

    /// Pixels `at..` of planes at a distance: a strip of channels `first..`.
    #[inline(never)]
    fn strip_of_planes<F: Floats>(
        &self,
        columns: impl Columns,
        first: usize,
        (distance, at, out): (usize, usize, &mut [f32]),
    ) {
        let range = [self.range.0, self.range.1].map(F::splat);
        for (channel, plane) in (first..).zip(out.chunks_mut(distance)) {
            let sums: [F; WHOLE] = self.sums(columns, channel, range);
            for (sum, out) in sums.into_iter().zip(plane[at..].as_chunks_mut::<4>().0) {
                sum.store(out);
            }
        }
    }

    /// The results of a strip of rows, of which `out` has some.
    fn to_rows<F: Floats>(&self, columns: Strip, out: &mut [f32]) {
        // The last strip of an image may be short: 4 of the rows of 14x14 pixels, 17 of those of 7x7.
        match (out.len() / self.bias.len()).div_ceil(4) {
            0..=2 => self.rows::<F, 2>(columns, out),
            3..=5 => self.rows::<F, 5>(columns, out),
            _ => self.rows::<F, WHOLE>(columns, out),
        }
    }

    /// The results of `N` vectors of rows, of which `out` has some.
    #[inline(never)]
    fn rows<F: Floats, const N: usize>(&self, columns: impl Columns, out: &mut [f32]) {
        let range = [self.range.0, self.range.1].map(F::splat);
        let channels = self.bias.len();
        for first in (0..channels).step_by(TOGETHER) {
            let count = TOGETHER.min(channels - first);
            let mut sums = [[F::splat(0.0); N]; TOGETHER];
            for (channel, sums) in (first..).zip(&mut sums[..count]) {
                *sums = self.sums(columns, channel, range);
            }
            for (n, out) in out.chunks_mut(4 * channels).enumerate() {
                let rows = F::transposed(sums.each_ref().map(|sums| sums[n]));
                if count == TOGETHER {
                    for (out, results) in out.chunks_exact_mut(channels).zip(rows) {
                        if let Some(out) = out[first..].first_chunk_mut() {
                            results.store(out);
                        }
                    }
                    continue;
                }
                for (out, results) in out.chunks_exact_mut(channels).zip(rows) {
                    let mut all = [0.0; 4];
                    results.store(&mut all);
                    out[first..].copy_from_slice(&all[..count]);
                }
            }
        }
    }

    /// The results of a channel.
    #[inline(always)]
    fn sums<F: Floats, const N: usize>(&self, columns: impl Columns, channel: usize, [low, high]: [F; 2]) -> [F; N] {
        let mut sums = [F::splat(self.bias[channel]); N];
        let (start, end) = (self.starts[channel] as usize, self.starts[channel + 1] as usize);
        for &(w, input) in &self.weights[start..end] {
            let w = F::splat(w);
            for (sum, x) in sums.iter_mut().zip(columns.of::<N>(input as usize)) {
                *sum = sum.add_product(F::load(x), w);
            }
        }
        sums.map(|sum| sum.clamp(low, high))
    }
}

/// How long a row takes, in seventieths of cycles: a product takes a fifth of one, an element that is transposed 0.6.
fn cycles(count: usize, transposed: usize) -> usize {
    14 * count + 40 * transposed
}

/// The same with all weights: a product takes a seventh.
fn cycles_of_all(weights: usize) -> usize {
    10 * weights
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
