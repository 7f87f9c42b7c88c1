//! Products with float weights of which most are zero.
//!
//! A strip of rows is transposed, so that a weight multiplies the same input of many rows at once: only weights that are
//! not zero are stored and read. As in other runtimes, zero times infinity is then zero.

use super::gemm::STRIP;
use super::vector::Floats;

/// Output channels whose results are stored together: a vector.
const TOGETHER: usize = 4;

/// Weights that are not zero, with bias and clamp.
pub struct SparseWeights {
    /// Weights and the inputs that they multiply, channel by channel.
    weights: Vec<(f32, u32)>,
    /// End of each channel's weights.
    ends: Vec<u32>,
    bias: Vec<f32>,
    range: (f32, f32),
    depth: usize,
}

impl SparseWeights {
    /// From weights of shape `[channels, depth]`; the bias may be empty. `None` if a product with all weights is faster.
    pub fn new(weights: &[f32], bias: &[f32], channels: usize, depth: usize, range: (f32, f32)) -> Option<Self> {
        let count = weights.iter().filter(|&&w| w != 0.0).count();
        // Cycles per row: a product takes a fifth of one here, a seventh otherwise; transposing an element takes 0.6.
        let [here, otherwise] = [14 * count + 40 * (depth + channels), 10 * weights.len()];
        if here >= otherwise {
            return None;
        }
        let mut new = Self { weights: Vec::with_capacity(count), ends: Vec::new(), bias: bias.to_vec(), range, depth };
        new.bias.resize(channels, 0.0);
        for row in weights.chunks_exact(depth) {
            for (&w, input) in row.iter().zip(0..) {
                if w != 0.0 {
                    new.weights.push((w, input));
                }
            }
            new.ends.push(new.weights.len() as u32);
        }
        Some(new)
    }

    /// The results of at most [`STRIP`] rows; `room` has a strip of rows.
    pub fn run<F: Floats>(&self, rows: &[f32], room: &mut [f32], out: &mut [f32]) {
        let columns = &mut room.as_chunks_mut::<STRIP>().0[..self.depth];
        for (r, rows) in rows.chunks(4 * self.depth).enumerate() {
            // Rows that are missing are those before them; nothing reads their results.
            let rows = [0, 1, 2, 3].map(|i| rows.get(i * self.depth..).filter(|row| !row.is_empty()).unwrap_or(rows));
            gather::<F>(rows.map(|row| &row[..self.depth]), r, columns);
        }
        // The last strip of an image may be short: 4 of the rows of 14x14 pixels, 17 of those of 7x7.
        match rows.len().div_ceil(4 * self.depth) {
            0..=2 => self.multiply::<F, 2>(columns, out),
            3..=5 => self.multiply::<F, 5>(columns, out),
            _ => self.multiply::<F, { STRIP / 4 }>(columns, out),
        }
    }

    /// The results of `N` vectors of rows, of which `out` has some.
    #[inline(never)]
    fn multiply<F: Floats, const N: usize>(&self, columns: &[[f32; STRIP]], out: &mut [f32]) {
        let (low, high) = (F::splat(self.range.0), F::splat(self.range.1));
        let channels = self.ends.len();
        let mut start = 0;
        for (block, ends) in self.ends.chunks(TOGETHER).enumerate() {
            let first = block * TOGETHER;
            let mut sums = [[F::splat(0.0); N]; TOGETHER];
            for ((sums, &end), &bias) in sums.iter_mut().zip(ends).zip(&self.bias[first..]) {
                let mut own = [F::splat(bias); N];
                for &(w, input) in &self.weights[start..end as usize] {
                    let (w, column) = (F::splat(w), columns[input as usize].as_chunks::<4>().0);
                    for (sum, x) in own.iter_mut().zip(column) {
                        *sum = sum.add_product(F::load(x), w);
                    }
                }
                *sums = own.map(|own| own.clamp(low, high));
                start = end as usize;
            }
            for (n, out) in out.chunks_mut(4 * channels).enumerate() {
                let rows = F::transposed(sums.each_ref().map(|sums| sums[n]));
                if ends.len() == TOGETHER {
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
                    out[first..].copy_from_slice(&all[..ends.len()]);
                }
            }
        }
    }
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
