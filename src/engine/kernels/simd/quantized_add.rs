//! ADD and SUB of int8 or uint8 values, sixteen at a time.

use super::vector::NEAREST;
use crate::engine::ops::arithmetic::QuantizedSum;
use crate::engine::ops::fixed::{Factor, power_of_two};

/// Quantized values that are summed together.
const WIDTH: usize = 16;

/// Maximum distance of a sum from an integer. The combined error of floats and rounded steps is less than the rest: all
/// terms are below 2^11, and the steps keep 20 spare bits.
const SLACK: f32 = 0.5 - 1.0 / 2048.0;

/// A sum of quantized values computed in floats, whose nearest integer is the exact result of [`QuantizedSum`].
pub struct QuickSum {
    scales: [f32; 2],
    constant: f32,
    /// Constants kept as run-time values: the browser's compiler needs three instructions for each use of a constant,
    /// but one for a load.
    nearest: f32,
    slack: f32,
}

impl QuickSum {
    /// `None` if terms could become larger than the slack allows.
    pub fn new(sum: &QuantizedSum) -> Option<Self> {
        let real = |factor: &Factor| f64::from(factor.multiplier) * power_of_two(factor.shift - 31);
        let scales = sum.inputs.map(|input| real(&input) * real(&sum.output) * power_of_two(sum.left));
        let constant: f64 = scales.iter().zip(sum.offsets).map(|(scale, offset)| scale * f64::from(offset)).sum();
        let small = scales.iter().all(|scale| scale.abs() <= 4.0) && sum.output.shift <= -4;
        let scales = scales.map(|scale| scale as f32);
        small.then_some(Self { scales, constant: constant as f32, nearest: NEAREST, slack: SLACK })
    }

    /// `out = a + b`, where `b` repeats along `a`. These bits of all bytes are flipped to make them int8, of which `sum`
    /// is.
    #[inline(never)]
    pub fn run(&self, sum: &QuantizedSum, flip: i8, [a, b]: [&[i8]; 2], out: &mut [i8]) {
        for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
            let pairs = a.chunks(WIDTH).zip(b.chunks(WIDTH));
            for ((a, b), out) in pairs.zip(out.chunks_mut(WIDTH)) {
                let wide = match (a.first_chunk(), b.first_chunk(), out.first_chunk_mut()) {
                    (Some(a), Some(b), Some(out)) => self.wide(sum, flip, [a, b], out),
                    _ => false,
                };
                if !wide {
                    for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
                        *o = sum.apply((a ^ flip).into(), (b ^ flip).into()) as i8 ^ flip;
                    }
                }
            }
        }
    }

    /// Sixteen sums; false when one of them is too close to the middle between two quantized values.
    #[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
    fn wide(&self, sum: &QuantizedSum, flip: i8, [a, b]: [&[i8; WIDTH]; 2], out: &mut [i8; WIDTH]) -> bool {
        let mut unsure = false;
        for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
            let x = f32::from(a ^ flip) * self.scales[0] + f32::from(b ^ flip) * self.scales[1] + self.constant;
            let shifted = x + self.nearest;
            unsure |= (x - (shifted - self.nearest)).abs() > self.slack;
            let code = (shifted.to_bits() as i32).wrapping_sub(self.nearest.to_bits() as i32);
            *o = (code + sum.zero).clamp(sum.low, sum.high) as i8 ^ flip;
        }
        !unsure
    }

    /// The same by hand: the compiler needs more than twice as many instructions for the loop.
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    #[inline(always)]
    fn wide(&self, sum: &QuantizedSum, flip: i8, [a, b]: [&[i8; WIDTH]; 2], out: &mut [i8; WIDTH]) -> bool {
        use super::vector::{add_product, four_ints, i8s};
        use core::arch::wasm32::{
            f32x4_abs, f32x4_add, f32x4_convert_i32x4, f32x4_gt, f32x4_pmax, f32x4_splat, f32x4_sub, i8x16_max,
            i8x16_min, i8x16_narrow_i16x8, i8x16_splat, i16x8_add_sat, i16x8_narrow_i32x4, i16x8_splat, i32x4_sub,
            i64x2_extract_lane, v128_any_true, v128_xor,
        };
        let (nearest, constant) = (f32x4_splat(self.nearest), f32x4_splat(self.constant));
        let (by_a, by_b) = (f32x4_splat(self.scales[0]), f32x4_splat(self.scales[1]));
        let flip = i8x16_splat(flip);
        let [a, b] = [a, b].map(|bytes| four_ints(v128_xor(i8s(bytes), flip)));
        let mut furthest = f32x4_splat(0.0);
        let quantized: [_; 4] = std::array::from_fn(|i| {
            let x = add_product(constant, f32x4_convert_i32x4(a[i]), by_a);
            let x = add_product(x, f32x4_convert_i32x4(b[i]), by_b);
            let shifted = f32x4_add(x, nearest);
            furthest = f32x4_pmax(furthest, f32x4_abs(f32x4_sub(x, f32x4_sub(shifted, nearest))));
            i32x4_sub(shifted, nearest)
        });
        if v128_any_true(f32x4_gt(furthest, f32x4_splat(self.slack))) {
            return false;
        }
        let zero = i16x8_splat(sum.zero as i16);
        let [lower, upper] = [[quantized[0], quantized[1]], [quantized[2], quantized[3]]]
            .map(|[a, b]| i16x8_add_sat(i16x8_narrow_i32x4(a, b), zero));
        let quantized = i8x16_max(i8x16_narrow_i16x8(lower, upper), i8x16_splat(sum.low as i8));
        let quantized = v128_xor(i8x16_min(quantized, i8x16_splat(sum.high as i8)), flip);
        let halves = [i64x2_extract_lane::<0>(quantized), i64x2_extract_lane::<1>(quantized)].map(i64::to_le_bytes);
        out.iter_mut().zip(halves.as_flattened()).for_each(|(out, &code)| *out = code as i8);
        true
    }
}
