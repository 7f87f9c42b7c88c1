//! From sums to codes: factor by channel, zero point, clamp; eight channels at a time. Same arithmetic as
//! [`crate::engine::kernels::fixed`], bit for bit. Sums begin with the bias, see [`Epilogue::bias`].

mod quick;

use super::gemm::Epilogue;
use crate::engine::kernels::fixed::Factor;
pub use quick::Group;
use quick::Quick;

/// Channels that are finished together.
pub const LANES: usize = 8;

/// Sums below this size have room in 32 bits for what rounding adds.
const ROOM: i64 = 1 << 30;

/// What turns the sums of channels into codes. Every list is padded to whole groups of [`LANES`].
pub struct Requantize {
    channels: usize,
    bias: Vec<i32>,
    multiplier: Vec<i32>,
    left: Vec<u32>,
    right: Vec<u32>,
    zero: i32,
    low: i32,
    high: i32,
    /// The same for eight lanes at a time; none where a sum could outgrow them.
    vector: Option<Vector>,
    /// A shorter way; none where it would not be exact.
    quick: Option<Quick>,
}

/// Powers of two in place of shifts, because lanes of a vector shift by one count only.
struct Vector {
    /// `2^left`.
    left: Vec<i32>,
    /// Half of what the second division divides by; 0 where it divides by 1.
    half: Vec<i32>,
    /// All ones where the second division rounds (ties away from zero), else 0.
    nudge: Vec<i32>,
    /// `2^(30 - right)`: dividing by `2^right` is multiplying by this and dividing by `2^30`.
    right: Vec<i32>,
}

impl Requantize {
    /// For channels with this bias (one each) and these factors, and sums (without bias) of at most `most` in size.
    pub fn new(mut bias: Vec<i32>, factors: &[Factor], zero: i32, (low, high): (i32, i32), most: i64) -> Self {
        let channels = bias.len();
        let padded = channels.next_multiple_of(LANES);
        bias.resize(padded, 0);
        let all = |of: &dyn Fn(&Factor) -> u32| -> Vec<u32> {
            let mut values: Vec<u32> = factors.iter().take(channels).map(of).collect();
            values.resize(padded, 0);
            values
        };
        let (left, right) = (all(&|f| f.shift.max(0) as u32), all(&|f| (-f.shift).max(0) as u32));
        let multiplier: Vec<i32> = all(&|f| f.multiplier as u32).into_iter().map(|m| m as i32).collect();
        let size = |(bias, left): (&i32, &u32)| (most + i64::from(*bias).abs()) << left.min(&31);
        let fits = bias.iter().zip(&left).map(size).all(|size| size < ROOM) && right.iter().all(|r| *r <= 30);
        let vector = fits.then(|| Vector {
            left: left.iter().map(|l| 1 << l).collect(),
            half: right.iter().map(|r| (1 << r) >> 1).collect(),
            nudge: right.iter().map(|r| -i32::from(*r > 0)).collect(),
            right: right.iter().map(|r| 1 << (30 - r)).collect(),
        });
        let mut new = Self { channels, bias, multiplier, left, right, zero, low, high, vector, quick: None };
        if new.vector.is_some() {
            new.quick = Quick::new(&new, |i| most + i64::from(new.bias[i]).abs());
        }
        new
    }

    /// Another bias for channel `c`. Its size is part of what sums may come to, as was said when this was made.
    pub fn set_bias(&mut self, c: usize, bias: i32) {
        self.bias[c] = bias;
    }

    /// The code for a sum of channel `c`, before zero point and clamp.
    #[inline(always)]
    fn scaled(&self, c: usize, sum: i32) -> i64 {
        // Multipliers are below 2^31, so the product never saturates; the division by 2^31 rounds half up, which for
        // the runtime's nudge (away from zero before a division towards zero) comes to the same.
        let x = i64::from(sum.wrapping_shl(self.left[c])) * i64::from(self.multiplier[c]);
        let x = (x + (1 << 30)) >> 31;
        let right = self.right[c];
        let half = (1i64 << right) >> 1;
        (x + half - i64::from(x < 0 && right > 0)) >> right
    }

    /// The code for a sum of channel `c`.
    #[inline(always)]
    fn apply(&self, c: usize, sum: i32) -> i8 {
        (self.scaled(c, sum) + i64::from(self.zero)).clamp(self.low.into(), self.high.into()) as i8
    }

    /// The quick way for the channels `c..`, where there is one; `c` begins a group of [`LANES`].
    #[inline(always)]
    pub fn quick(&self, c: usize) -> Option<Group> {
        self.quick.as_ref().map(|quick| quick.group(c))
    }

    /// The codes for sums by the way for all factors.
    #[cfg_attr(all(target_arch = "wasm32", target_feature = "simd128"), inline(never))]
    fn long(&self, c: usize, sums: &[i32; LANES]) -> [i8; LANES] {
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
            y.wrapping_add(self.zero).clamp(self.low, self.high) as i8
        })
    }

    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn eight(&self, vector: &Vector, c: usize, sums: &[i32; LANES]) -> [i8; LANES] {
        use core::arch::wasm32::{i8x16_narrow_i16x8, i16x8_narrow_i32x4, i64x2_extract_lane};
        let (lower, upper) = (self.four(vector, c, sums, 0), self.four(vector, c, sums, 4));
        let words = i16x8_narrow_i32x4(lower, upper);
        i64x2_extract_lane::<0>(i8x16_narrow_i16x8(words, words)).to_le_bytes().map(|byte| byte as i8)
    }

    /// Four codes as int32, from sum `half` on.
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
        // The product of two lanes over 2^shift. Of a logical shift the lower half is that of an arithmetic one.
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
        let code = i32x4_add(y, i32x4_splat(self.zero));
        i32x4_min(i32x4_max(code, i32x4_splat(self.low)), i32x4_splat(self.high))
    }
}

impl Epilogue for Requantize {
    type Out = i8;

    #[inline(always)]
    fn biases(&self) -> &[i32] {
        &self.bias
    }

    // A function of its own: kernels' loops keep the registers to themselves, and its code is there once.
    #[inline(never)]
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [i8], stride: usize) {
        let width = LANES.min(self.channels.saturating_sub(c));
        match (&self.quick, rows) {
            (Some(quick), [a, b, d, e]) if width == LANES => {
                let group = quick.group(c);
                let ([a, b], [d, e]) = (group.two(a, b), group.two(d, e));
                for (row, codes) in [a, b, d, e].into_iter().enumerate() {
                    if let Some(out) = out.get_mut(row * stride..).and_then(<[i8]>::first_chunk_mut) {
                        *out = codes;
                    }
                }
            }
            _ => {
                for (sums, out) in rows.iter().zip(out.chunks_mut(stride)) {
                    let codes = match &self.quick {
                        Some(quick) => quick.group(c).one(sums),
                        None => self.long(c, sums),
                    };
                    out.iter_mut().zip(&codes[..width]).for_each(|(out, code)| *out = *code);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A sequence without a library: the low bits of a multiplicative one are poor, so the high ones are taken.
    fn random(state: &mut u64) -> u32 {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 32) as u32
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn eight_at_a_time_are_what_one_at_a_time_is() {
        let (mut state, mut quicks) = (7, 0);
        let most = 1 << 22;
        for round in 0..500 {
            let channels = 1 + round % 19;
            let factor = |state: &mut u64| Factor {
                multiplier: (1 << 30) + (random(state) >> 2) as i32,
                // Every other round as models have them, which go the shorter way.
                shift: if round % 2 == 0 { (random(state) % 35) as i32 - 30 } else { -3 - (random(state) % 12) as i32 },
            };
            let factors: Vec<Factor> = (0..channels).map(|_| factor(&mut state)).collect();
            let bias = (0..channels).map(|_| random(&mut state) as i32 >> 12).collect();
            let zero = random(&mut state) as i32 % 128;
            let requantize = Requantize::new(bias, &factors, zero, (-128, 127), most);
            assert!(requantize.vector.is_some());
            for c in (0..channels).step_by(LANES) {
                for step in 0..50 {
                    // Small sums meet ties, large ones the ends.
                    let sums = std::array::from_fn(|_| random(&mut state) as i32 >> (10 + step % 20));
                    let one: Vec<i8> = (0..LANES).map(|i| requantize.apply(c + i, sums[i])).collect();
                    let width = LANES.min(channels - c);
                    quicks += usize::from(requantize.quick.is_some());
                    assert_eq!(requantize.long(c, &sums)[..width], one[..width], "{sums:?} with {factors:?}");
                    for rows in [1, 3, 4] {
                        let mut codes = vec![99; rows * channels - c];
                        requantize.finish(c, &[sums; 4][..rows], &mut codes, channels);
                        for (row, codes) in codes.chunks(channels).enumerate() {
                            assert_eq!(codes[..width], one[..width], "row {row}, {sums:?} with {factors:?}");
                            assert!(codes[width..].iter().all(|code| *code == 99));
                        }
                    }
                }
            }
        }
        assert!(quicks > 5000, "{quicks} quick ones");
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn sums_without_room_go_one_at_a_time() {
        let factor = Factor { multiplier: i32::MAX, shift: -31 };
        assert!(Requantize::new(vec![0], &[factor], 0, (-128, 127), 100).vector.is_none());
        let factor = Factor { multiplier: 1 << 30, shift: 8 };
        let wide = Requantize::new(vec![1 << 25], &[factor], 3, (-128, 127), 100);
        assert!(wide.vector.is_none());
        assert_eq!(wide.long(0, &[1; LANES])[0], wide.apply(0, 1));
    }
}
