//! One product of floats in place of two rounded ones of integers, where the nearest integer is then sure to be the same.
//!
//! The first rounding moves a result by half of `2^-right` at most, the floats by less than `2^-12` where a code is not at
//! an end of its range anyway. So only what lies closer to the middle between two codes needs the long way.

use super::{LANES, Requantize};
use core::arch::wasm32::{
    f32x4, f32x4_abs, f32x4_add, f32x4_convert_i32x4, f32x4_gt, f32x4_mul, f32x4_splat, f32x4_sub, i8x16_max,
    i8x16_min, i8x16_narrow_i16x8, i8x16_splat, i16x8_add_sat, i16x8_narrow_i32x4, i16x8_splat, i32x4, i32x4_add,
    i32x4_sub, i64x2_extract_lane, v128, v128_any_true, v128_or,
};

/// Least second shift: below it the slack would leave nothing.
const LEAST: u32 = 3;

/// Added to a small float, it leaves the nearest integer in the lower bits.
const MAGIC: f32 = 12_582_912.0;

/// What all channels need; padded as the lists of [`Requantize`].
pub struct Quick {
    /// The whole factor.
    scale: Vec<f32>,
    /// How far from an integer a product may lie.
    slack: Vec<f32>,
}

impl Quick {
    /// For sums of at most `most` in size before the bias; `None` where factors are too large.
    pub fn new(bias: &[i32], multiplier: &[i32], left: &[u32], right: &[u32], most: i64) -> Option<Self> {
        let power = |exponent: i32| 2f32.powi(exponent);
        let shifts = || left.iter().zip(right).map(|(l, r)| (*l as i32, *r as i32));
        let scale: Vec<f32> =
            multiplier.iter().zip(shifts()).map(|(m, (l, r))| *m as f32 * power(l - r) * power(-31)).collect();
        // Padding has no factor and no sum: any slack does.
        let real = |index: &usize| multiplier[*index] != 0;
        let size = |i: usize| (most + i64::from(bias[i]).abs()) as f32 * scale[i];
        let fits = (0..scale.len()).filter(real).all(|i| right[i] >= LEAST && size(i) < power(21));
        let slack = right.iter().map(|r| 0.5 - 0.5 * power(-(*r as i32)) - power(-12)).collect();
        fits.then_some(Self { scale, slack })
    }

    /// The channels `c..`.
    #[inline(always)]
    pub fn group(&self, all: &Requantize, c: usize) -> Group {
        let floats = |list: &[f32], at: usize| match list[at..].first_chunk::<4>() {
            Some(l) => f32x4(l[0], l[1], l[2], l[3]),
            None => f32x4_splat(0.0),
        };
        let half = |at: usize| Half {
            bias: match all.bias[at..].first_chunk::<4>() {
                Some(l) => i32x4(l[0], l[1], l[2], l[3]),
                None => i32x4(0, 0, 0, 0),
            },
            scale: floats(&self.scale, at),
            slack: floats(&self.slack, at),
        };
        Group {
            halves: [half(c), half(c + 4)],
            zero: i16x8_splat(all.zero as i16),
            low: i8x16_splat(all.low as i8),
            high: i8x16_splat(all.high as i8),
        }
    }
}

/// Four channels.
#[derive(Clone, Copy)]
struct Half {
    bias: v128,
    scale: v128,
    slack: v128,
}

/// Eight channels.
#[derive(Clone, Copy)]
pub struct Group {
    halves: [Half; 2],
    zero: v128,
    low: v128,
    high: v128,
}

impl Group {
    /// The codes for sums, unless one of them could come out otherwise.
    #[inline(always)]
    pub fn codes(&self, sums: &[i32; LANES]) -> Option<[i8; LANES]> {
        let magic = f32x4_splat(MAGIC);
        let four = |half: &Half, s: &[i32]| {
            let sum = i32x4_add(i32x4(s[0], s[1], s[2], s[3]), half.bias);
            let product = f32x4_mul(f32x4_convert_i32x4(sum), half.scale);
            let shifted = f32x4_add(product, magic);
            let away = f32x4_abs(f32x4_sub(product, f32x4_sub(shifted, magic)));
            (i32x4_sub(shifted, magic), f32x4_gt(away, half.slack))
        };
        let (lower, unsure) = four(&self.halves[0], &sums[..4]);
        let (upper, unsure_too) = four(&self.halves[1], &sums[4..]);
        if v128_any_true(v128_or(unsure, unsure_too)) {
            return None;
        }
        let words = i16x8_add_sat(i16x8_narrow_i32x4(lower, upper), self.zero);
        let codes = i8x16_min(i8x16_max(i8x16_narrow_i16x8(words, words), self.low), self.high);
        Some(i64x2_extract_lane::<0>(codes).to_le_bytes().map(|byte| byte as i8))
    }
}
