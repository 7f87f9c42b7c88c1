//! Eight sums of products of int16 inputs and int8 weights, in 32 bits.

pub use lanes::EightSums;

/// Added to a product, it makes the upper half the nearest one.
const HALF: i64 = 1 << 31;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod lanes {
    use super::super::wasm::{Short, i8s, i16s, i32s, stored};
    use super::HALF;
    use core::arch::wasm32::{
        i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i16x8_extract_lane, i16x8_max, i16x8_min, i16x8_narrow_i32x4,
        i16x8_splat, i32x4_add, i32x4_dot_i16x8, i32x4_extmul_high_i16x8, i32x4_extmul_low_i16x8, i32x4_shuffle,
        i32x4_splat, i64x2_add, i64x2_extmul_high_i32x4, i64x2_extmul_low_i32x4, i64x2_splat, v128,
    };

    /// The sums.
    #[derive(Clone, Copy)]
    pub struct EightSums([v128; 2]);

    impl EightSums {
        /// From memory.
        #[inline(always)]
        pub fn load(from: &[[i32; 4]; 2]) -> Self {
            Self([i32s(&from[0]), i32s(&from[1])])
        }

        /// Adds the products of two inputs with two weights of each sum, which lie side by side.
        #[inline(always)]
        #[must_use]
        pub fn add_pair(self, x: [i16; 2], weights: &[i8; 16]) -> Self {
            let (x, weights) = (i32x4_splat(bytemuck::cast(x)), i8s(weights));
            let [lower, upper] = self.0;
            Self([
                i32x4_add(lower, i32x4_dot_i16x8(x, i16x8_extend_low_i8x16(weights))),
                i32x4_add(upper, i32x4_dot_i16x8(x, i16x8_extend_high_i8x16(weights))),
            ])
        }

        /// Adds the product of an input and a weight of each sum.
        #[inline(always)]
        #[must_use]
        pub fn add_each(self, x: &[i16; 8], weights: &[i8; 8]) -> Self {
            let (x, weights) = (i16s(x), i8::eight(weights));
            let [lower, upper] = self.0;
            Self([
                i32x4_add(lower, i32x4_extmul_low_i16x8(x, weights)),
                i32x4_add(upper, i32x4_extmul_high_i16x8(x, weights)),
            ])
        }

        /// The upper halves of the products with `factors`, rounded to nearest (ties upwards), within the range.
        #[inline(always)]
        pub fn scaled(self, factors: &[[i32; 4]; 2], [low, high]: [i16; 2]) -> [i16; 8] {
            let half = i64x2_splat(HALF);
            let [lower, upper] = [0, 1].map(|i| {
                let (sums, factors) = (self.0[i], i32s(&factors[i]));
                let a = i64x2_add(i64x2_extmul_low_i32x4(sums, factors), half);
                let b = i64x2_add(i64x2_extmul_high_i32x4(sums, factors), half);
                i32x4_shuffle::<1, 3, 5, 7>(a, b)
            });
            let x = i16x8_narrow_i32x4(lower, upper);
            let x = i16x8_min(i16x8_max(x, i16x8_splat(low)), i16x8_splat(high));
            [
                i16x8_extract_lane::<0>(x),
                i16x8_extract_lane::<1>(x),
                i16x8_extract_lane::<2>(x),
                i16x8_extract_lane::<3>(x),
                i16x8_extract_lane::<4>(x),
                i16x8_extract_lane::<5>(x),
                i16x8_extract_lane::<6>(x),
                i16x8_extract_lane::<7>(x),
            ]
        }

        /// To memory.
        #[inline(always)]
        pub fn store(self) -> [i32; 8] {
            let mut to = [[0; 4]; 2];
            to.iter_mut().zip(self.0).for_each(|(to, sums)| stored(sums, to));
            bytemuck::cast(to)
        }
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
mod lanes {
    use super::HALF;

    /// The sums.
    #[derive(Clone, Copy)]
    pub struct EightSums([i32; 8]);

    impl EightSums {
        /// From memory.
        pub fn load(from: &[[i32; 4]; 2]) -> Self {
            Self(bytemuck::cast(*from))
        }

        /// Adds the products of two inputs with two weights of each sum, which lie side by side.
        #[must_use]
        pub fn add_pair(self, x: [i16; 2], weights: &[i8; 16]) -> Self {
            let product = |lane: usize, i: usize| i32::from(x[i]) * i32::from(weights[2 * lane + i]);
            Self(std::array::from_fn(|i| self.0[i].wrapping_add(product(i, 0)).wrapping_add(product(i, 1))))
        }

        /// Adds the product of an input and a weight of each sum.
        #[must_use]
        pub fn add_each(self, x: &[i16; 8], weights: &[i8; 8]) -> Self {
            Self(std::array::from_fn(|i| self.0[i].wrapping_add(i32::from(x[i]) * i32::from(weights[i]))))
        }

        /// The upper halves of the products with `factors`, rounded to nearest (ties upwards), within the range.
        pub fn scaled(self, factors: &[[i32; 4]; 2], [low, high]: [i16; 2]) -> [i16; 8] {
            let upper = |i: usize| (i64::from(self.0[i]) * i64::from(factors[i / 4][i % 4]) + HALF) >> 32;
            std::array::from_fn(|i| upper(i).clamp(low.into(), high.into()) as i16)
        }

        /// To memory.
        pub fn store(self) -> [i32; 8] {
            self.0
        }
    }
}
