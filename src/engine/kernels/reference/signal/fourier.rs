//! The Fourier transform of samples of 16 bits, which rounds each product to 16 bits. Each of its steps halves or quarters what it adds
//! up, so that sums fit. Radix, order and rounding are those of kissfft 130 with `FIXED_POINT` 16, the library's transform.

/// A number of 16-bit parts, in units of 1 / 32767.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Complex {
    re: i16,
    im: i16,
}

/// A product's upper bits, rounded.
fn rounded(product: i32) -> i16 {
    (product.wrapping_add(1 << 14) >> 15) as i16
}

impl Complex {
    fn plus(self, other: Self) -> Self {
        Self { re: self.re.wrapping_add(other.re), im: self.im.wrapping_add(other.im) }
    }

    fn minus(self, other: Self) -> Self {
        Self { re: self.re.wrapping_sub(other.re), im: self.im.wrapping_sub(other.im) }
    }

    fn times(self, other: Self) -> Self {
        let product = |a: i16, b: i16| i32::from(a) * i32::from(b);
        Self {
            re: rounded(product(self.re, other.re).wrapping_sub(product(self.im, other.im))),
            im: rounded(product(self.re, other.im).wrapping_add(product(self.im, other.re))),
        }
    }

    fn part(self, of: i32) -> Self {
        let part = |value: i16| rounded(i32::from(value) * (32767 / of));
        Self { re: part(self.re), im: part(self.im) }
    }

    /// A quarter turn backward.
    fn back(self) -> Self {
        Self { re: self.im, im: self.re.wrapping_neg() }
    }
}

/// Turns backward by parts of a circle.
struct Circle {
    /// Cosine and sine of half a turn, of a quarter, of an eighth and so on, to one part.
    halved: Vec<[f64; 2]>,
}

impl Circle {
    /// With `parts`, a power of two from 4 on.
    ///
    /// Halving angles needs nothing but roots. Sines would be in the file that all engines share, because another part of the kernels has
    /// them too.
    fn new(parts: usize) -> Self {
        let half = |[cos, sin]: &[f64; 2]| {
            let cos = ((1.0 + cos) / 2.0).sqrt();
            Some([cos, sin / (2.0 * cos)])
        };
        let from_quarter = std::iter::successors(Some([0.0, 1.0]), half);
        Self { halved: std::iter::once([-1.0, 0.0]).chain(from_quarter).take(parts.ilog2() as usize).collect() }
    }

    /// `k` parts backward.
    fn turn(&self, k: usize) -> Complex {
        let mut turn = [1.0, 0.0];
        for (_, [cos, sin]) in (0..).zip(self.halved.iter().rev()).filter(|(bit, _)| k >> bit & 1 == 1) {
            turn = [turn[0] * cos - turn[1] * sin, turn[0] * sin + turn[1] * cos];
        }
        let part = |real: f64| (0.5 + 32767.0 * real).floor() as i16;
        Complex { re: part(turn[0]), im: part(-turn[1]) }
    }
}

/// A transform of one length.
pub struct Fourier {
    /// Turns backward by parts of half the length.
    turns: Vec<Complex>,
    /// Turns that separate even samples from odd ones.
    halves: Vec<Complex>,
}

impl Fourier {
    /// For `length` samples, a power of two from 4 on.
    pub fn new(length: usize) -> Self {
        let circle = Circle::new(length);
        let turns = (0..length / 2).map(|k| circle.turn(2 * k)).collect();
        let halves = (1..=length / 4).map(|k| circle.turn(length / 4 + k)).collect();
        Self { turns, halves }
    }

    /// Transforms as many samples as the plan's length: real and imaginary parts of the frequencies up to the half, which is
    /// the last one.
    pub fn run(&self, samples: &[i16], out: &mut [i16]) {
        // The even samples are real parts, the odd ones imaginary parts.
        let pairs: Vec<Complex> = samples.as_chunks().0.iter().map(|&[re, im]| Complex { re, im }).collect();
        let half = pairs.len();
        let mut mixed = vec![Complex::default(); half];
        self.transform(&pairs, 1, &mut mixed);
        let out = out.as_chunks_mut::<2>().0;
        let mean = mixed[0].part(2);
        out[0] = [mean.re.wrapping_add(mean.im), 0];
        out[half] = [mean.re.wrapping_sub(mean.im), 0];
        let halved = |a: i16, b: i16, sign: i32| ((i32::from(a) + sign * i32::from(b)) >> 1) as i16;
        for (k, turn) in (1..).zip(&self.halves) {
            let (low, high) = (mixed[k], mixed[half - k]);
            let high = Complex { re: high.re, im: high.im.wrapping_neg() };
            let (low, high) = (low.part(2), high.part(2));
            let (even, odd) = (low.plus(high), low.minus(high).times(*turn));
            out[k] = [halved(even.re, odd.re, 1), halved(even.im, odd.im, 1)];
            out[half - k] = [halved(even.re, odd.re, -1), halved(odd.im, even.im, -1)];
        }
    }

    /// Transforms every `stride`-th number of `x` into `out`.
    fn transform(&self, x: &[Complex], stride: usize, out: &mut [Complex]) {
        let radix = if out.len().is_multiple_of(4) { 4 } else { 2 };
        let quarter = out.len() / radix;
        for (part, out) in out.chunks_exact_mut(quarter).enumerate() {
            match out {
                [only] => *only = x[part * stride],
                _ => self.transform(&x[part * stride..], stride * radix, out),
            }
        }
        for k in 0..quarter {
            let turned = |out: &[Complex], part: usize| {
                let number = out[part * quarter + k].part(radix as i32);
                if part == 0 { number } else { number.times(self.turns[part * k * stride]) }
            };
            if radix == 2 {
                let (a, b) = (turned(out, 0), turned(out, 1));
                (out[k], out[quarter + k]) = (a.plus(b), a.minus(b));
                continue;
            }
            let [a, b, c, d] = [0, 1, 2, 3].map(|part| turned(out, part));
            let (sum, difference) = (a.plus(c), a.minus(c));
            let (others, turn) = (b.plus(d), b.minus(d).back());
            out[k] = sum.plus(others);
            out[quarter + k] = difference.plus(turn);
            out[2 * quarter + k] = sum.minus(others);
            out[3 * quarter + k] = difference.minus(turn);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::TAU;

    #[test]
    fn turns_are_those_of_sines() {
        for parts in [4, 8, 512, 1 << 15] {
            let circle = Circle::new(parts);
            for k in 0..parts {
                let (sin, cos) = (-TAU * k as f64 / parts as f64).sin_cos();
                let [re, im] = [cos, sin].map(|part| (0.5 + 32767.0 * part).floor() as i16);
                assert_eq!(circle.turn(k), Complex { re, im }, "{k} of {parts}");
            }
        }
    }
}
