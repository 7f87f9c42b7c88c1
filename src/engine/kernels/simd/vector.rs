//! Four lanes at a time: one small trait, a body for each kind of machine.
//!
//! wasm: SIMD128, with relaxed multiply-add where the build has it. x86-64: SSE2, which every such machine has.
//! Elsewhere, and to test against: plain arrays. Lanes are loaded from and stored to arrays, so no pointer is ever read.

/// Four float32 lanes.
pub trait Floats: Copy {
    /// The same value in every lane.
    fn splat(value: f32) -> Self;
    /// From memory.
    fn load(from: &[f32; 4]) -> Self;
    /// To memory.
    fn store(self, to: &mut [f32; 4]);
    /// `self + a * b`; whether the product is rounded first is up to the machine.
    #[must_use]
    fn add_product(self, a: Self, b: Self) -> Self;
    /// Lane by lane: at least `low`, at most `high`; NaN stays.
    #[must_use]
    fn clamp(self, low: Self, high: Self) -> Self;
}

/// Four int32 sums of products of pairs of int16.
pub trait Sums: Copy {
    /// Zero in every lane.
    fn zero() -> Self;
    /// Adds `x[0] * w[2i] + x[1] * w[2i + 1]` to lane i, wrapping.
    #[must_use]
    fn add_dot(self, x: [i16; 2], w: &[i16; 8]) -> Self;
    /// Adds `(x[i] - zero) * w[i]` to lane i of eight, wrapping.
    #[must_use]
    fn add_products(sums: [Self; 2], x: &[i8; 8], zero: i16, w: &[i16; 8]) -> [Self; 2];
    /// To memory.
    fn store(self, to: &mut [i32; 4]);
}

/// Lanes as plain arrays.
#[derive(Clone, Copy)]
pub struct Portable<T>([T; 4]);

impl Floats for Portable<f32> {
    #[inline(always)]
    fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    fn load(from: &[f32; 4]) -> Self {
        Self(*from)
    }

    #[inline(always)]
    fn store(self, to: &mut [f32; 4]) {
        *to = self.0;
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + a.0[i] * b.0[i]))
    }

    #[inline(always)]
    fn clamp(self, low: Self, high: Self) -> Self {
        Self(std::array::from_fn(|i| {
            let x = if self.0[i] < low.0[i] { low.0[i] } else { self.0[i] };
            if x > high.0[i] { high.0[i] } else { x }
        }))
    }
}

impl Sums for Portable<i32> {
    #[inline(always)]
    fn zero() -> Self {
        Self([0; 4])
    }

    #[inline(always)]
    fn add_dot(self, x: [i16; 2], w: &[i16; 8]) -> Self {
        let x = x.map(i32::from);
        Self(std::array::from_fn(|i| {
            let dot = (x[0] * i32::from(w[2 * i])).wrapping_add(x[1] * i32::from(w[2 * i + 1]));
            self.0[i].wrapping_add(dot)
        }))
    }

    #[inline(always)]
    fn add_products(sums: [Self; 2], x: &[i8; 8], zero: i16, w: &[i16; 8]) -> [Self; 2] {
        let product = |i: usize| i32::from(i16::from(x[i]) - zero) * i32::from(w[i]);
        std::array::from_fn(|half| Self(std::array::from_fn(|i| sums[half].0[i].wrapping_add(product(4 * half + i)))))
    }

    #[inline(always)]
    fn store(self, to: &mut [i32; 4]) {
        *to = self.0;
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
mod x86 {
    use super::{Floats, Sums};
    use core::arch::x86_64::{
        __m128, __m128i, _mm_add_epi32, _mm_add_ps, _mm_madd_epi16, _mm_max_ps, _mm_min_ps, _mm_mul_ps,
        _mm_mulhi_epi16, _mm_mullo_epi16, _mm_set1_epi16, _mm_set1_epi32, _mm_set1_ps, _mm_setzero_si128,
        _mm_sub_epi16, _mm_unpackhi_epi16, _mm_unpacklo_epi16,
    };

    /// Calls instructions that every x86-64 has.
    macro_rules! sse {
        ($call:expr) => {
            // SAFETY: these functions ask for nothing but SSE and SSE2, which are part of x86-64 itself; they take and
            // give values, no pointers.
            unsafe { $call }
        };
    }

    /// SSE2 float lanes.
    #[derive(Clone, Copy)]
    pub struct F(__m128);

    impl Floats for F {
        #[inline(always)]
        fn splat(value: f32) -> Self {
            Self(sse!(_mm_set1_ps(value)))
        }

        #[inline(always)]
        fn load(from: &[f32; 4]) -> Self {
            Self(bytemuck::cast(*from))
        }

        #[inline(always)]
        fn store(self, to: &mut [f32; 4]) {
            *to = bytemuck::cast(self.0);
        }

        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            Self(sse!(_mm_add_ps(self.0, _mm_mul_ps(a.0, b.0))))
        }

        // These instructions give their second operand when one is NaN: that keeps a NaN value.
        #[inline(always)]
        fn clamp(self, low: Self, high: Self) -> Self {
            Self(sse!(_mm_min_ps(high.0, _mm_max_ps(low.0, self.0))))
        }
    }

    /// SSE2 integer lanes.
    #[derive(Clone, Copy)]
    pub struct S(__m128i);

    impl Sums for S {
        #[inline(always)]
        fn zero() -> Self {
            Self(sse!(_mm_setzero_si128()))
        }

        #[inline(always)]
        fn add_dot(self, x: [i16; 2], w: &[i16; 8]) -> Self {
            let x = sse!(_mm_set1_epi32(bytemuck::cast(x)));
            Self(sse!(_mm_add_epi32(self.0, _mm_madd_epi16(x, bytemuck::cast(*w)))))
        }

        #[inline(always)]
        fn add_products(sums: [Self; 2], x: &[i8; 8], zero: i16, w: &[i16; 8]) -> [Self; 2] {
            let (x, w): (__m128i, __m128i) = (bytemuck::cast(x.map(i16::from)), bytemuck::cast(*w));
            let x = sse!(_mm_sub_epi16(x, _mm_set1_epi16(zero)));
            let (low, high) = (sse!(_mm_mullo_epi16(x, w)), sse!(_mm_mulhi_epi16(x, w)));
            [
                Self(sse!(_mm_add_epi32(sums[0].0, _mm_unpacklo_epi16(low, high)))),
                Self(sse!(_mm_add_epi32(sums[1].0, _mm_unpackhi_epi16(low, high)))),
            ]
        }

        #[inline(always)]
        fn store(self, to: &mut [i32; 4]) {
            *to = bytemuck::cast(self.0);
        }
    }
}

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm {
    use super::{Floats, Sums};
    #[cfg(target_feature = "relaxed-simd")]
    use core::arch::wasm32::f32x4_relaxed_madd;
    use core::arch::wasm32::{
        f32x4, f32x4_extract_lane, f32x4_pmax, f32x4_pmin, f32x4_splat, i16x8, i16x8_extend_low_i8x16, i16x8_splat,
        i16x8_sub, i32x4_add, i32x4_dot_i16x8, i32x4_extmul_high_i16x8, i32x4_extmul_low_i16x8, i32x4_extract_lane,
        i32x4_splat, i64x2, v128,
    };
    #[cfg(not(target_feature = "relaxed-simd"))]
    use core::arch::wasm32::{f32x4_add, f32x4_mul};

    /// SIMD128 float lanes.
    #[derive(Clone, Copy)]
    pub struct F(v128);

    impl Floats for F {
        #[inline(always)]
        fn splat(value: f32) -> Self {
            Self(f32x4_splat(value))
        }

        #[inline(always)]
        fn load(from: &[f32; 4]) -> Self {
            // The compiler makes one vector load of this.
            Self(f32x4(from[0], from[1], from[2], from[3]))
        }

        #[inline(always)]
        fn store(self, to: &mut [f32; 4]) {
            *to = [
                f32x4_extract_lane::<0>(self.0),
                f32x4_extract_lane::<1>(self.0),
                f32x4_extract_lane::<2>(self.0),
                f32x4_extract_lane::<3>(self.0),
            ];
        }

        #[cfg(target_feature = "relaxed-simd")]
        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            Self(f32x4_relaxed_madd(a.0, b.0, self.0))
        }

        #[cfg(not(target_feature = "relaxed-simd"))]
        #[inline(always)]
        fn add_product(self, a: Self, b: Self) -> Self {
            Self(f32x4_add(self.0, f32x4_mul(a.0, b.0)))
        }

        // The pseudo-minimum and -maximum give their first operand when one is NaN: that keeps a NaN value.
        #[inline(always)]
        fn clamp(self, low: Self, high: Self) -> Self {
            Self(f32x4_pmin(f32x4_pmax(self.0, low.0), high.0))
        }
    }

    /// SIMD128 integer lanes.
    #[derive(Clone, Copy)]
    pub struct S(v128);

    impl Sums for S {
        #[inline(always)]
        fn zero() -> Self {
            Self(i32x4_splat(0))
        }

        #[inline(always)]
        fn add_dot(self, x: [i16; 2], w: &[i16; 8]) -> Self {
            let w = i16x8(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]);
            Self(i32x4_add(self.0, i32x4_dot_i16x8(i32x4_splat(bytemuck::cast(x)), w)))
        }

        #[inline(always)]
        fn add_products(sums: [Self; 2], x: &[i8; 8], zero: i16, w: &[i16; 8]) -> [Self; 2] {
            let x = i16x8_extend_low_i8x16(i64x2(i64::from_le_bytes(x.map(|x| x as u8)), 0));
            let x = i16x8_sub(x, i16x8_splat(zero));
            let w = i16x8(w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7]);
            [
                Self(i32x4_add(sums[0].0, i32x4_extmul_low_i16x8(x, w))),
                Self(i32x4_add(sums[1].0, i32x4_extmul_high_i16x8(x, w))),
            ]
        }

        #[inline(always)]
        fn store(self, to: &mut [i32; 4]) {
            *to = [
                i32x4_extract_lane::<0>(self.0),
                i32x4_extract_lane::<1>(self.0),
                i32x4_extract_lane::<2>(self.0),
                i32x4_extract_lane::<3>(self.0),
            ];
        }
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{F, S};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::{F, S};

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain {
    /// Float lanes.
    pub type F = super::Portable<f32>;
    /// Integer lanes.
    pub type S = super::Portable<i32>;
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub use plain::{F, S};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_machine_computes_what_plain_arrays_do() {
        let (a, b, c) = ([1.5, -2.0, f32::NAN, 7.0], [2.0, 3.0, 1.0, -1.0], [0.25, 9.0, 1.0, 1e9]);
        let run = |f: &dyn Fn(&mut [f32; 4])| {
            let mut out = [0.0; 4];
            f(&mut out);
            out.map(f32::to_bits)
        };
        fn step<V: Floats>(a: &[f32; 4], b: &[f32; 4], c: &[f32; 4], out: &mut [f32; 4]) {
            V::load(a).add_product(V::load(b), V::load(c)).clamp(V::splat(-1.0), V::splat(6.0)).store(out);
        }
        let same = run(&|out| step::<F>(&a, &b, &c, out));
        assert_eq!(same[..2], run(&|out| step::<Portable<f32>>(&a, &b, &c, out))[..2]);
        assert!(f32::from_bits(same[2]).is_nan());
        let w = [1, -2, 3, i16::MIN, 5, 6, i16::MAX, -8];
        let (mut got, mut wanted) = ([0; 4], [0; 4]);
        S::zero().add_dot([300, -7], &w).add_dot([1, 1], &w).store(&mut got);
        Portable::<i32>::zero().add_dot([300, -7], &w).add_dot([1, 1], &w).store(&mut wanted);
        assert_eq!(got, wanted);
        let x = [-128, 127, 0, 1, -1, 77, -78, 5];
        let (got, wanted) = (S::add_products([S::zero(); 2], &x, -7, &w), [Portable::<i32>::zero(); 2]);
        let wanted = Portable::add_products(wanted, &x, -7, &w);
        assert_eq!(crate::engine::kernels::simd::gemm::lanes(got), crate::engine::kernels::simd::gemm::lanes(wanted));
    }
}
