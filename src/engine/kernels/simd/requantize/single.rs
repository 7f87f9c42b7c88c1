//! Requantization in one rounding, for results whose zero point is the smallest int8 or uint8: those of layers with RELU or
//! RELU6.
//!
//! Both roundings of the runtime together are `floor(sum * factor + 1/2 + 1/2^(right + 1))` where the result is positive: the
//! first one takes ties up, the second one away from zero. Other results are the zero point. In float64 with 32 bits behind
//! the point the upper word is that integer. The 32 bits are rounded as well, which matters only if a sum is closer to a
//! step between two results than that; factors with such a sum have no way here.

use super::super::epilogue::{End, LANES};
use super::exact::Exact;
use crate::engine::ops::fixed::power_of_two;

/// Added to a float64 below 2^19 in size, it leaves 32 bits behind the point; the upper word is the integer plus [`UPPER`].
const POINT: f64 = 1_572_864.0;

/// The upper word of [`POINT`].
const UPPER: i32 = 0x4138_0000;

/// The zero point of results as int8.
const ZERO: i32 = -128;

/// Results in size, before they are clamped.
const MOST: f64 = ((1 << 19) - 1) as f64;

/// Sums below this size times a factor are exact in float64.
const EXACT: f64 = (1 << 22) as f64;

/// The eight channels `c..` for sums (with bias) of at most `most` in size, channel by channel; `None` if one cannot be
/// exact or results have another range.
#[inline(never)]
pub fn group(all: &Exact, c: usize, most: &[i64; LANES]) -> Option<Group> {
    if [all.low, all.high] != [ZERO, 127] {
        return None;
    }
    let (mut factors, mut halves, mut gaps) = ([0.0; LANES], [0.0; LANES], Gaps::default());
    let steps = all.high.abs_diff(ZERO);
    for lane in 0..LANES {
        let i = c + lane;
        let factor = f64::from(all.multiplier[i]) * power_of_two(all.left[i] as i32 - 31 - all.right[i] as i32);
        let (most, zero) = (most[lane] as f64, all.zero[i] - ZERO);
        // Channels without factor have their result as zero point.
        if factor > 0.0 && (zero != 0 || most * factor > MOST || most.min(f64::from(steps + 1) / factor) > EXACT) {
            return None;
        }
        let second = if all.right[i] == 0 { 0.0 } else { power_of_two(-1 - all.right[i] as i32) };
        factors[lane] = factor;
        halves[lane] = POINT + 0.5 + second + f64::from(zero);
        gaps.set(lane, all.multiplier[i], all.right[i]);
    }
    gaps.are_wide(steps).then(|| Group::new(&factors, &halves, all.flip))
}

/// How close the sums of channels come to a step from below, in units of a product's last bit.
///
/// Step k begins at `(2k - 1) * 2^(30 + right) - 2^30`; products are the multiples of the multiplier. So the gap to the step
/// before changes by the same number, modulo the multiplier.
#[derive(Default)]
struct Gaps {
    multiplier: [u32; LANES],
    /// The gap at the first step, less one.
    first: [u32; LANES],
    /// Its change from step to step.
    change: [u32; LANES],
    /// Gaps below this one are rounded away.
    narrow: [u32; LANES],
}

impl Gaps {
    fn set(&mut self, lane: usize, multiplier: i32, right: u32) {
        // Products have at most 32 bits behind the point otherwise.
        if multiplier <= 0 || right < 2 {
            return;
        }
        let by = u64::from(multiplier.unsigned_abs());
        self.multiplier[lane] = multiplier.unsigned_abs();
        self.first[lane] = (((1 << (30 + right)) - (1 << 30) - 1) % by) as u32;
        self.change[lane] = ((1 << (31 + right)) % by) as u32;
        self.narrow[lane] = 1 << (right - 2);
    }

    /// Whether no gap of so many steps is narrow.
    // Not inlined: a browser optimizes a function with long loops as a whole.
    #[inline(never)]
    fn are_wide(&self, steps: u32) -> bool {
        let (mut gap, mut least) = (self.first, [u32::MAX; LANES]);
        for _ in 0..steps {
            for i in 0..LANES {
                least[i] = least[i].min(gap[i]);
                let next = gap[i] + self.change[i];
                // The smaller one is the remainder: the difference wraps if there is nothing to subtract.
                gap[i] = next.min(next.wrapping_sub(self.multiplier[i]));
            }
        }
        least.iter().zip(&self.narrow).all(|(least, narrow)| least >= narrow)
    }
}

pub use lanes::Group;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes {
    use super::{End, LANES, UPPER, ZERO};

    /// Eight channels.
    #[derive(Clone, Copy)]
    pub struct Group {
        factor: [f64; LANES],
        halves: [f64; LANES],
        flip: i8,
    }

    impl Group {
        /// Channels with these factors, and with [`POINT`](super::POINT) and the halves of both roundings.
        pub fn new(factor: &[f64; LANES], halves: &[f64; LANES], flip: i8) -> Self {
            Self { factor: *factor, halves: *halves, flip }
        }
    }

    impl End for Group {
        fn one(&self, sums: &[i32; LANES]) -> [i8; LANES] {
            std::array::from_fn(|i| {
                let x = f64::from(sums[i]) * self.factor[i] + self.halves[i];
                ((x.to_bits() >> 32) as i32 - UPPER + ZERO).clamp(ZERO, 127) as i8 ^ self.flip
            })
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes {
    use super::super::super::vector::{add_product64, doubles, f64s, halves, loaded_doubles};
    use super::{End, LANES, UPPER, ZERO};
    use core::arch::wasm32::{
        i8x16_narrow_i16x8, i8x16_splat, i16x8_add_sat, i16x8_narrow_i32x4, i16x8_splat, i32x4_shuffle, i32x4_splat,
        i32x4_sub, v128, v128_xor,
    };

    /// Eight channels. What is the same for all is here too, because loads cost less than constants.
    #[derive(Clone, Copy)]
    pub struct Group {
        factor: [v128; 4],
        halves: [v128; 4],
        upper: v128,
        /// Minus the zero point.
        raised: v128,
        zero: v128,
        flip: v128,
    }

    impl Group {
        /// Channels with these factors, and with [`POINT`](super::POINT) and the halves of both roundings.
        pub fn new(factor: &[f64; LANES], halves: &[f64; LANES], flip: i8) -> Self {
            Self {
                factor: f64s(factor),
                halves: f64s(halves),
                upper: i32x4_splat(UPPER),
                raised: i32x4_splat(UPPER - ZERO),
                zero: i16x8_splat(ZERO as i16),
                flip: i8x16_splat(flip),
            }
        }

        /// Quantized values of eight channels as int16, not clamped, for upper words that are larger by this; `doubles` makes
        /// float64 of four sums.
        #[inline(always)]
        fn words(&self, sums: &[i32; LANES], doubles: impl Fn(&[i32; 4]) -> [v128; 2], by: v128) -> v128 {
            let two = |sums: v128, i: usize| add_product64(self.halves[i], sums, self.factor[i]);
            let four = |half: usize| {
                let [lower, upper] = doubles(&sums.as_chunks().0[half]);
                let words = i32x4_shuffle::<1, 3, 5, 7>(two(lower, 2 * half), two(upper, 2 * half + 1));
                i32x4_sub(words, by)
            };
            i16x8_narrow_i32x4(four(0), four(1))
        }
    }

    impl End for Group {
        #[inline(always)]
        fn one(&self, sums: &[i32; LANES]) -> [i8; LANES] {
            let words = self.words(sums, doubles, self.raised);
            halves(v128_xor(i8x16_narrow_i16x8(words, words), self.flip))[0]
        }

        #[inline(always)]
        fn two(&self, [a, b]: &[[i32; LANES]; 2]) -> [[i8; LANES]; 2] {
            // In int32 lanes the zero point would cost nothing, but then the compiler takes both steps of narrowing together and
            // finds no instruction for that.
            let words = |sums| i16x8_add_sat(self.words(sums, loaded_doubles, self.upper), self.zero);
            halves(v128_xor(i8x16_narrow_i16x8(words(a), words(b)), self.flip))
        }
    }
}
