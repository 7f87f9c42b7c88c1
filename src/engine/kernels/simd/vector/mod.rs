//! A few lanes at a time: small traits, implemented for each kind of machine.
//!
//! wasm: SIMD128, with relaxed multiply-add and dot products where the build has them. x86-64: SSE2, which every such
//! machine has. Elsewhere, and as a reference in tests: plain arrays. Lanes are loaded from and stored to arrays, so no
//! pointer is read.

mod lanes;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use lanes::{Floats, Ints, Sign};
pub use portable::Portable;

/// Added to a small float32, it leaves the nearest integer in the lower bits: those of the result minus those of this
/// number.
pub const NEAREST: f32 = 12_582_912.0;

/// The sign of inputs that [`QuadSums`] takes, if this machine supports dot products of four int8 values: the relaxed
/// instruction may treat the second operand's top bit as a sign or as a value, and may lose sums that do not fit 16
/// bits. Determined by running it.
pub fn quads() -> Option<Sign> {
    #[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
    return wasm::quads();
    #[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
    None
}

#[cfg(target_arch = "x86_64")]
pub use x86::{F32x4, PairSums};

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub use wasm::{F32x4, PairSums, add_product, add_product64, four_ints, i8s};

#[cfg(all(target_arch = "wasm32", target_feature = "relaxed-simd"))]
pub use wasm::QuadSums;

/// Dot products of four exist only in relaxed SIMD, so never used here (see [`quads`]).
#[cfg(not(all(target_arch = "wasm32", target_feature = "relaxed-simd")))]
pub type QuadSums = Portable<i32>;

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
mod plain {
    /// Float lanes.
    pub type F32x4 = super::Portable<f32>;
    /// Integer lanes.
    pub type PairSums = super::Portable<i32>;
}

#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub use plain::{F32x4, PairSums};

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn float_lanes_compute_what_plain_arrays_do() {
        let (a, b, c) = ([1.5, -2.0, f32::NAN, 7.0], [2.0, 3.0, 1.0, -1.0], [0.25, 9.0, 1.0, 1e9]);
        let run = |f: &dyn Fn(&mut [f32; 4])| {
            let mut out = [0.0; 4];
            f(&mut out);
            out.map(f32::to_bits)
        };
        fn step<V: Floats>(a: &[f32; 4], b: &[f32; 4], c: &[f32; 4], out: &mut [f32; 4]) {
            V::load(a).add_product(V::load(b), V::load(c)).clamp(V::splat(-1.0), V::splat(6.0)).store(out);
        }
        let same = run(&|out| step::<F32x4>(&a, &b, &c, out));
        assert_eq!(same[..2], run(&|out| step::<Portable<f32>>(&a, &b, &c, out))[..2]);
        assert!(f32::from_bits(same[2]).is_nan());
    }

    /// Extremes, to reveal saturation and wrong signs.
    const X: [i8; 8] = [-128, 127, 0, -1, 1, -77, 78, 127];

    fn group<I: Ints>(sign: Sign) -> [i32; 4] {
        let (x, mask) = (&X[..I::DEPTHS], I::mask(Sign::Signed.flip(sign)));
        let value = |i: usize| [-127, 127, 127, -128, 5, -6, 7, 8][i % 8];
        let w: Vec<I::Weight> = (0..4 * I::DEPTHS).filter_map(|i| I::Weight::try_from(value(i)).ok()).collect();
        let mut out = [0; 4];
        I::load(&[0; 4]).add_group(x, &w, mask).add_group(x, &w, mask).store(&mut out);
        // The effect of flipping is subtracted, as in the kernels' bias.
        std::array::from_fn(|lane| {
            let sum: i32 = (0..I::DEPTHS).map(|d| value(lane * I::DEPTHS + d)).sum();
            out[lane] - 2 * sign.offset() * sum
        })
    }

    fn columns<I: Ints>(sign: Sign) -> [i32; 8] {
        let rows = [X, [127; 8], [-128, -128, 3, 4, 5, -6, 127, -1]];
        let weights = [[-127, 127, -128, 1, 2, 3, 127, -127], [127; 8], [-128, 127, 1, -1, 0, 9, 127, 127]];
        let x = I::column(rows.each_ref(), Sign::Signed.flip(sign));
        let sums = I::add_column([I::load(&[0; 4]); 2], x, I::weights(weights).unwrap());
        let sums = crate::engine::kernels::simd::gemm::lanes(sums);
        std::array::from_fn(|c| sums[c] - sign.offset() * weights.iter().map(|row| i32::from(row[c])).sum::<i32>())
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn integer_lanes_compute_what_plain_arrays_do() {
        let pairs = |lane: usize| {
            let w = [-127, 127, 127, -128, 5, -6, 7, 8];
            2 * (i32::from(X[0]) * w[2 * lane] + i32::from(X[1]) * w[2 * lane + 1])
        };
        assert_eq!(group::<PairSums>(Sign::Signed), std::array::from_fn(pairs));
        assert_eq!(columns::<PairSums>(Sign::Signed), columns::<Portable<i32>>(Sign::Signed));
        // Pairs have room for weights minus any zero point.
        let (x, w) = (PairSums::column([&[-128; 8]; 3], 0), PairSums::weights([[255; 8], [-255; 8], [255; 8]]));
        let sums = PairSums::add_column([PairSums::load(&[0; 4]); 2], x, w.unwrap());
        assert_eq!(crate::engine::kernels::simd::gemm::lanes(sums), [-128 * 255; 8]);
        assert!(Portable::<i32>::weights([[128; 8]; 3]).is_none());
        if let Some(sign) = quads() {
            assert_eq!(group::<QuadSums>(sign), group::<Portable<i32>>(Sign::Signed));
            assert_eq!(columns::<QuadSums>(sign), columns::<Portable<i32>>(Sign::Signed));
        }
    }
}
