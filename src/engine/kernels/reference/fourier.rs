//! The discrete Fourier transform of 2^n numbers, in float64. Must not know the operators that use it.

use std::f64::consts::TAU;

/// A complex number.
pub type Complex = (f64, f64);

/// A transform of one length.
pub struct Fourier {
    /// Cosine and sine of `k` turns backward, divided by the length, for the first half of the `k`.
    turns: Vec<Complex>,
}

impl Fourier {
    /// For `length` numbers, a power of two.
    pub fn new(length: usize) -> Self {
        let turn = |k: usize| {
            let (sin, cos) = (-TAU * k as f64 / length as f64).sin_cos();
            (cos, sin)
        };
        Self { turns: (0..length / 2).map(turn).collect() }
    }

    /// Transforms `x` in place; the plan's length is a multiple of its length.
    pub fn run(&self, x: &mut [Complex]) {
        reverse_bits(x);
        for both in x.chunks_exact_mut(2) {
            let (a, b) = (both[0], both[1]);
            both[0] = (a.0 + b.0, a.1 + b.1);
            both[1] = (a.0 - b.0, a.1 - b.1);
        }
        let mut half = 2;
        while half < x.len() {
            let step = self.turns.len() / half;
            for both in x.chunks_exact_mut(2 * half) {
                let (even, odd) = both.split_at_mut(half);
                for ((a, b), &(cos, sin)) in even.iter_mut().zip(odd).zip(self.turns.iter().step_by(step)) {
                    let turned = (b.0 * cos - b.1 * sin, b.0 * sin + b.1 * cos);
                    *b = (a.0 - turned.0, a.1 - turned.1);
                    *a = (a.0 + turned.0, a.1 + turned.1);
                }
            }
            half *= 2;
        }
    }

    /// Transforms as many real numbers as the plan's length, which `x` has in pairs, and one element more. Leaves the first
    /// half of the result there, and the element behind it; the others are their conjugates.
    pub fn run_real(&self, x: &mut [Complex]) {
        let half = self.turns.len();
        if half == 0 {
            return;
        }
        // The even and the odd numbers are the real and imaginary parts of one transform of half the length.
        self.run(&mut x[..half]);
        x[half] = x[0];
        for (k, &(cos, sin)) in self.turns[..half / 2 + 1].iter().enumerate() {
            let (a, b) = (x[k], x[half - k]);
            let even = ((a.0 + b.0) / 2.0, (a.1 - b.1) / 2.0);
            let odd = ((a.1 + b.1) / 2.0, (b.0 - a.0) / 2.0);
            let turned = (odd.0 * cos - odd.1 * sin, odd.0 * sin + odd.1 * cos);
            x[k] = (even.0 + turned.0, even.1 + turned.1);
            x[half - k] = (even.0 - turned.0, turned.1 - even.1);
        }
    }
}

/// Moves each number to the position with the bits of its index reversed.
fn reverse_bits(x: &mut [Complex]) {
    let mut to = 0;
    for from in 1..x.len() {
        let mut bit = x.len() / 2;
        while to & bit != 0 {
            to ^= bit;
            bit /= 2;
        }
        to |= bit;
        if from < to {
            x.swap(from, to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The transform of real numbers is that of complex ones.
    #[test]
    fn real_numbers_transform_alike() {
        for length in [1usize, 2, 4, 8, 64, 512] {
            let x: Vec<f64> = (0..length).map(|i| (i * 37 % 101) as f64 / 50.0 - 1.0).collect();
            let mut all: Vec<Complex> = x.iter().map(|&x| (x, 0.0)).collect();
            let plan = Fourier::new(length);
            plan.run(&mut all);
            let mut found: Vec<Complex> = x.chunks(2).map(|two| (two[0], two.get(1).copied().unwrap_or(0.0))).collect();
            found.resize(length / 2 + 1, (0.0, 0.0));
            plan.run_real(&mut found);
            for (found, all) in found.iter().zip(&all) {
                let off = (found.0 - all.0).hypot(found.1 - all.1);
                assert!(off < 1e-13 * length as f64, "{length}: {found:?}, {all:?}");
            }
        }
    }

    /// Compares with the sum that defines the transform.
    #[test]
    fn the_transform_is_the_sum_that_defines_it() {
        for length in [1usize, 2, 4, 8, 64, 512] {
            let x: Vec<Complex> =
                (0..length).map(|i| ((i * 37 % 101) as f64 / 50.0 - 1.0, (i * 53 % 89) as f64 / 44.0 - 1.0)).collect();
            let mut found = x.clone();
            Fourier::new(length).run(&mut found);
            for (k, found) in found.iter().enumerate() {
                let mut sum = (0.0, 0.0);
                for (i, (re, im)) in x.iter().enumerate() {
                    let (sin, cos) = (-TAU * (i * k % length) as f64 / length as f64).sin_cos();
                    sum = (sum.0 + re * cos - im * sin, sum.1 + re * sin + im * cos);
                }
                let off = (found.0 - sum.0).hypot(found.1 - sum.1);
                assert!(off < 1e-11 * length as f64, "{k} of {length}: {found:?}, {sum:?}");
            }
        }
    }
}
