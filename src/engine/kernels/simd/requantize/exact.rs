//! Requantization for any factor: channel by channel in 64 bits, or eight lanes at a time if sums are small enough.

use super::super::epilogue::LANES;
use super::super::vector::Sign;
use crate::engine::ops::fixed::Factor;

/// Sums below this size can be rounded in 32 bits.
const ROOM: i64 = 1 << 30;

/// Zero point, range and sign of quantized results.
#[derive(Clone, Copy, Debug)]
pub struct Results {
    /// Zero point.
    pub zero: i32,
    /// Smallest and largest result.
    pub range: (i32, i32),
    /// Whether results are int8 or uint8. The latter are computed as int8, with everything smaller by 128, and their
    /// top bits flipped when they are stored.
    pub sign: Sign,
}

/// Converts the sums of channels to quantized values. Every list is padded to full groups of [`LANES`].
pub struct Exact {
    pub channels: usize,
    pub bias: Vec<i32>,
    pub multiplier: Vec<i32>,
    pub left: Vec<u32>,
    pub right: Vec<u32>,
    /// The zero point as int8; of a channel without factor, its result.
    pub zero: Vec<i32>,
    /// Range as int8.
    pub low: i32,
    pub high: i32,
    /// Bits of the int8 result to flip.
    pub flip: i8,
    /// The same for eight lanes at a time; `None` if a sum could overflow.
    pub vector: Option<Vector>,
}

/// Powers of two instead of shifts, because all lanes of a vector shift by the same count.
pub struct Vector {
    /// `2^left`.
    left: Vec<i32>,
    /// Half of the second divisor; 0 if it is 1.
    half: Vec<i32>,
    /// All ones if the second division rounds (ties away from zero), otherwise 0.
    nudge: Vec<i32>,
    /// `2^(30 - right)`: dividing by `2^right` is multiplying by this and dividing by `2^30`.
    right: Vec<i32>,
}

/// A list of what `of` makes of each element.
// One loop for all, which run once for each channel.
#[inline(never)]
fn each<T, U>(all: &[T], of: &dyn Fn(&T) -> U) -> Vec<U> {
    all.iter().map(of).collect()
}

impl Exact {
    /// For channels with this bias (one each) and these factors, and sums (without bias) of at most `most` in size.
    #[inline(never)]
    pub fn new(mut bias: Vec<i32>, factors: &[Factor], results: Results, most: i64) -> Self {
        let Results { zero, range: (low, high), sign } = results;
        let [zero, low, high] = [zero, low, high].map(|value| value.wrapping_sub(sign.offset()));
        let flip = Sign::Signed.flip(sign);
        let channels = bias.len();
        let padded = channels.next_multiple_of(LANES);
        bias.resize(padded, 0);
        let factors = factors.get(..channels).unwrap_or(factors);
        let mut multiplier = each(factors, &|f| f.multiplier);
        multiplier.resize(padded, 0);
        let [left, right] = [1, -1].map(|sign| {
            let mut shifts = each(factors, &|f| (sign * f.shift).max(0) as u32);
            shifts.resize(padded, 0);
            shifts
        });
        let zero = vec![zero; padded];
        let mut new = Self { channels, bias, multiplier, left, right, zero, low, high, flip, vector: None };
        (0..channels).for_each(|c| new.drop_factor(c, most));
        new.vector = new.vector(most);
        new
    }

    /// Of a channel whose sums all have the same result, keeps only that: weights that training has driven to zero have
    /// such a small scale that their bias, a multiple of it, leaves no room for quick ways.
    fn drop_factor(&mut self, c: usize, most: i64) {
        let fits =
            |sum: i64| i32::try_from(sum).ok().filter(|&sum| i32::try_from(i64::from(sum) << self.left[c]).is_ok());
        let [Some(least), Some(greatest)] = [-most, most].map(|by| fits(i64::from(self.bias[c]) + by)) else { return };
        let [least, greatest] = [least, greatest].map(|sum| self.clamped(c, sum));
        if least == greatest {
            (self.bias[c], self.multiplier[c], self.left[c], self.right[c], self.zero[c]) = (0, 0, 0, 0, least);
        }
    }

    /// Numbers for eight lanes at a time, if no sum without bias, of at most `most` in size, can overflow.
    fn vector(&self, most: i64) -> Option<Vector> {
        let Self { bias, left, right, .. } = self;
        let size = |(bias, left): (&i32, &u32)| (most + i64::from(*bias).abs()) << left.min(&31);
        let fits = bias.iter().zip(left).map(size).all(|size| size < ROOM) && right.iter().all(|r| *r <= 30);
        fits.then(|| Vector {
            left: each(left, &|l| 1 << l),
            half: each(right, &|r| (1 << r) >> 1),
            nudge: each(right, &|r| -i32::from(*r > 0)),
            right: each(right, &|r| 1 << (30 - r)),
        })
    }

    /// The quantized value for a sum of channel `c`, before zero point and clamp.
    #[inline(always)]
    pub fn scaled(&self, c: usize, sum: i32) -> i64 {
        // Multipliers are below 2^31, so the product never saturates; the division by 2^31 rounds half up, which is
        // equivalent to the runtime's nudge (away from zero before a division towards zero).
        let x = i64::from(sum.wrapping_shl(self.left[c])) * i64::from(self.multiplier[c]);
        let x = (x + (1 << 30)) >> 31;
        let right = self.right[c];
        let half = (1i64 << right) >> 1;
        (x + half - i64::from(x < 0 && right > 0)) >> right
    }

    /// The quantized value for a sum of channel `c`, as int8.
    #[inline(always)]
    fn clamped(&self, c: usize, sum: i32) -> i32 {
        (self.scaled(c, sum) + i64::from(self.zero[c])).clamp(self.low.into(), self.high.into()) as i32
    }

    /// The quantized value for a sum of channel `c`.
    #[inline(always)]
    pub fn apply(&self, c: usize, sum: i32) -> i8 {
        self.clamped(c, sum) as i8 ^ self.flip
    }

    /// The quantized values for sums, computed in the general way.
    #[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), inline(never))]
    pub fn long(&self, c: usize, sums: &[i32; LANES]) -> [i8; LANES] {
        match &self.vector {
            Some(vector) => self.eight(vector, c, sums),
            None => std::array::from_fn(|i| self.apply(c + i, sums[i])),
        }
    }

    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    #[inline(always)]
    fn eight(&self, vector: &Vector, c: usize, sums: &[i32; LANES]) -> [i8; LANES] {
        let at = |list: &[i32]| -> [i32; LANES] { std::array::from_fn(|i| list[c + i]) };
        let multiplier = at(&self.multiplier);
        let (left, half, nudge, right) = (at(&vector.left), at(&vector.half), at(&vector.nudge), at(&vector.right));
        std::array::from_fn(|i| {
            let sum = sums[i].wrapping_mul(left[i]);
            let x = ((i64::from(sum) * i64::from(multiplier[i]) + (1 << 30)) >> 31) as i32;
            let y = x.wrapping_add(half[i]).wrapping_add((x >> 31) & nudge[i]);
            let y = ((i64::from(y) * i64::from(right[i])) >> 30) as i32;
            y.wrapping_add(self.zero[c + i]).clamp(self.low, self.high) as i8 ^ self.flip
        })
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn eight(&self, vector: &Vector, c: usize, sums: &[i32; LANES]) -> [i8; LANES] {
        use super::super::vector::halves;
        use core::arch::wasm32::{i8x16_narrow_i16x8, i16x8_narrow_i32x4};
        let (lower, upper) = (self.four(vector, c, sums, 0), self.four(vector, c, sums, 4));
        let words = i16x8_narrow_i32x4(lower, upper);
        halves(i8x16_narrow_i16x8(words, words))[0].map(|code| code ^ self.flip)
    }

    /// Four quantized values as int32, from sum `half` on.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn four(&self, vector: &Vector, c: usize, sums: &[i32; LANES], half: usize) -> core::arch::wasm32::v128 {
        use core::arch::wasm32::{
            i32x4, i32x4_add, i32x4_max, i32x4_min, i32x4_mul, i32x4_shr, i32x4_shuffle, i32x4_splat, i64x2_add,
            i64x2_extmul_high_i32x4, i64x2_extmul_low_i32x4, i64x2_splat, u64x2_shr, v128, v128_and,
        };
        let at = |list: &[i32], from: usize| -> v128 {
            match list[from..].first_chunk::<4>() {
                Some(l) => i32x4(l[0], l[1], l[2], l[3]),
                None => i32x4_splat(0),
            }
        };
        // The product of two lanes over 2^shift. A logical shift is enough, because the lower half is the same.
        let scaled = |x: v128, by: v128, round: v128, shift: u32| -> v128 {
            let lower = u64x2_shr(i64x2_add(i64x2_extmul_low_i32x4(x, by), round), shift);
            let upper = u64x2_shr(i64x2_add(i64x2_extmul_high_i32x4(x, by), round), shift);
            i32x4_shuffle::<0, 2, 4, 6>(lower, upper)
        };
        let c = c + half;
        let sum = i32x4_mul(at(sums, half), at(&vector.left, c));
        let x = scaled(sum, at(&self.multiplier, c), i64x2_splat(1 << 30), 31);
        let nudge = v128_and(i32x4_shr(x, 31), at(&vector.nudge, c));
        let y = i32x4_add(i32x4_add(x, at(&vector.half, c)), nudge);
        let y = scaled(y, at(&vector.right, c), i64x2_splat(0), 30);
        let code = i32x4_add(y, at(&self.zero, c));
        i32x4_min(i32x4_max(code, i32x4_splat(self.low)), i32x4_splat(self.high))
    }
}
