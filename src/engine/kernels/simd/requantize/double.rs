//! Requantization with floats that represent every product exactly: the first rounding in float64, the second in
//! float32.
//!
//! A 31-bit factor times a 22-bit sum is exact in float64. Adding a large float leaves the nearest integer in the lower
//! bits, with ties to even. The runtime's second rounding takes ties away from zero, so its power of two is slightly
//! larger here, which moves only the ties. The first one takes ties up: only factors with many zero bits at their end
//! have any; for them a slightly larger factor is tried on all sums next to a step between two quantized values.
//! Factors for which that fails (the powers of two) have no quick way.

use super::super::epilogue::{End, LANES};
use super::super::vector::NEAREST;
use super::exact::Exact;
use crate::engine::ops::fixed::power_of_two;

/// Added to a small float64, it leaves the nearest integer in the lower 32 bits.
const NEAREST64: f64 = 6_755_399_441_055_744.0;

/// Share by which the second factor is larger.
const HAIR: f64 = 1.0 / (1 << 22) as f64;

/// The same for ties of the first rounding; factors with ties leave room for it.
const TRIFLE: f64 = 1.0 / (1u64 << 45) as f64;

/// Quantized values without the zero point are below this, or at an end of their range.
const LARGEST: f64 = 257.0;

/// The eight channels `c..` for sums (with bias) of at most `most` in size, channel by channel; `None` if one cannot be
/// exact.
#[inline(never)]
pub fn group(all: &Exact, c: usize, most: &[i64; LANES]) -> Option<Group> {
    let (mut factors, mut zero) = ([Factor64 { first: 0.0, second: 0.0 }; LANES], [0; LANES]);
    for lane in 0..LANES {
        let i = c + lane;
        let factor = Factor64::of(all, i);
        // Channels without factor have their result as zero point.
        factors[lane] = if all.multiplier[i] == 0 { factor } else { factor.exact(all, i, most[lane] as f64)? };
        zero[lane] = all.zero[i] as i16;
    }
    Some(Group::new(&factors, &zero, all))
}

/// The factor of a channel.
#[derive(Clone, Copy)]
pub struct Factor64 {
    first: f64,
    second: f32,
}

impl Factor64 {
    fn of(all: &Exact, i: usize) -> Self {
        let first = f64::from(all.multiplier[i]) * power_of_two(all.left[i] as i32 - 31);
        let second = if all.right[i] == 0 { 1.0 } else { power_of_two(-(all.right[i] as i32)) * (1.0 + HAIR) };
        Self { first, second: second as f32 }
    }

    /// The factor, possibly adjusted slightly, that yields the quantized values of channel `i` for all sums of at most
    /// `most` in size.
    fn exact(self, all: &Exact, i: usize, most: f64) -> Option<Self> {
        let power = power_of_two(-(all.right[i] as i32));
        let largest = most * self.first * power;
        // Beyond the quantized range only the order counts, which no rounding changes.
        let (sum, code) = (most.min(LARGEST / (self.first * power)), largest.min(LARGEST));
        let apart = all.right[i] == 0 || (code + 0.5) * HAIR + power_of_two(-17) < power;
        if largest < 0.49 {
            return Some(self);
        }
        if largest >= f64::from(1 << 21) || sum > f64::from(1 << 22) || !apart {
            return None;
        }
        // The zero bits at the end of products: with 31 all are integers, with 30 there are ties.
        let zeros = all.multiplier[i].trailing_zeros() + all.left[i];
        if sum < power_of_two(30 - zeros as i32) {
            return Some(self);
        }
        let off = |by: f64| Self { first: self.first * (1.0 + by), ..self };
        [self, off(TRIFLE), off(-TRIFLE)].into_iter().find(|factor| factor.agrees(all, i, sum))
    }

    /// Whether all quantized values for sums of at most `most` in size are the same. Both ways are monotonic, so it is
    /// enough to test next to the steps: the two roundings move a step by less than three sums.
    // Not inlined: a browser optimizes a function with long loops as a whole.
    #[inline(never)]
    fn agrees(self, all: &Exact, i: usize, most: f64) -> bool {
        let step = |code: i32| (f64::from(code) + 0.5) / (self.first * f64::from(self.second));
        let near = |code: i32| (-3..=3).map(move |more| step(code).round() + f64::from(more));
        let sums = (-(LARGEST as i32)..LARGEST as i32).flat_map(near).filter(|sum| sum.abs() <= most);
        sums.map(|sum| sum as i32).all(|sum| i64::from(self.code(sum)) == all.scaled(i, sum))
    }

    /// The quantized value for a sum, without the zero point.
    #[inline(always)]
    fn code(self, sum: i32) -> i32 {
        let x = (f64::from(sum) * self.first + NEAREST64).to_bits() as i32;
        (x as f32 * self.second + NEAREST).to_bits() as i32 - NEAREST.to_bits() as i32
    }
}

pub use lanes::Group;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes {
    use super::{End, Exact, Factor64, LANES};

    /// Eight channels.
    #[derive(Clone, Copy)]
    pub struct Group {
        factors: [Factor64; LANES],
        zero: [i16; LANES],
        low: i32,
        high: i32,
        flip: i8,
    }

    impl Group {
        /// Channels with these factors and zero points.
        pub fn new(factors: &[Factor64; LANES], zero: &[i16; LANES], all: &Exact) -> Self {
            Self { factors: *factors, zero: *zero, low: all.low, high: all.high, flip: all.flip }
        }
    }

    impl End for Group {
        fn one(&self, sums: &[i32; LANES]) -> [i8; LANES] {
            std::array::from_fn(|i| {
                let code = self.factors[i].code(sums[i]) + i32::from(self.zero[i]);
                code.clamp(self.low, self.high) as i8 ^ self.flip
            })
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes {
    use super::super::super::vector::{add_product, add_product64, doubles, f64s, halves, i16s, loaded_doubles};
    use super::{End, Exact, Factor64, LANES, NEAREST, NEAREST64};
    use core::arch::wasm32::{
        f32x4, f32x4_convert_i32x4, f32x4_splat, f64x2_splat, i8x16_max, i8x16_min, i8x16_narrow_i16x8, i8x16_splat,
        i16x8_add_sat, i16x8_narrow_i32x4, i32x4_shuffle, i32x4_sub, v128, v128_xor,
    };

    /// Eight channels. What is the same for all is here too: the browser's compiler needs three instructions for each use of a
    /// constant, but one for a load.
    #[derive(Clone, Copy)]
    pub struct Group {
        first: [v128; 4],
        second: [v128; 2],
        nearest64: v128,
        nearest: v128,
        zero: v128,
        low: v128,
        high: v128,
        flip: v128,
    }

    impl Group {
        /// Channels with these factors and zero points.
        pub fn new(factors: &[Factor64; LANES], zero: &[i16; LANES], all: &Exact) -> Self {
            let s = factors.map(|factor| factor.second);
            Self {
                first: f64s(&factors.map(|factor| factor.first)),
                second: [f32x4(s[0], s[1], s[2], s[3]), f32x4(s[4], s[5], s[6], s[7])],
                nearest64: f64x2_splat(NEAREST64),
                nearest: f32x4_splat(NEAREST),
                zero: i16s(zero),
                low: i8x16_splat(all.low as i8),
                high: i8x16_splat(all.high as i8),
                flip: i8x16_splat(all.flip),
            }
        }

        /// Quantized values of eight channels as int16, not clamped; `doubles` makes float64 of four sums. Rounding a
        /// product before the sum makes no difference: float64 holds it exactly, and in float32 the nearest integer is
        /// the same.
        #[inline(always)]
        fn words(&self, sums: &[i32; LANES], doubles: impl Fn(&[i32; 4]) -> [v128; 2]) -> v128 {
            let two = |sums: v128, i: usize| add_product64(self.nearest64, sums, self.first[i]);
            let four = |half: usize| {
                let [lower, upper] = doubles(&sums.as_chunks().0[half]);
                let x = i32x4_shuffle::<0, 2, 4, 6>(two(lower, 2 * half), two(upper, 2 * half + 1));
                i32x4_sub(add_product(self.nearest, f32x4_convert_i32x4(x), self.second[half]), self.nearest)
            };
            i16x8_add_sat(i16x8_narrow_i32x4(four(0), four(1)), self.zero)
        }

        #[inline(always)]
        fn results(&self, a: v128, b: v128) -> v128 {
            v128_xor(i8x16_min(i8x16_max(i8x16_narrow_i16x8(a, b), self.low), self.high), self.flip)
        }
    }

    impl End for Group {
        #[inline(always)]
        fn one(&self, sums: &[i32; LANES]) -> [i8; LANES] {
            let words = self.words(sums, doubles);
            halves(self.results(words, words))[0]
        }

        #[inline(always)]
        fn two(&self, [a, b]: &[[i32; LANES]; 2]) -> [[i8; LANES]; 2] {
            let words = |sums| self.words(sums, loaded_doubles);
            halves(self.results(words(a), words(b)))
        }
    }
}
