//! Converts sums to quantized values: factor by channel, zero point, clamp; eight channels at a time. Same arithmetic
//! as [`crate::engine::ops::fixed`], bit for bit. Sums begin with the bias, see [`Epilogue::bias`].

mod exact;
mod quick;

use super::epilogue::{Epilogue, LANES};
use crate::engine::ops::fixed::Factor;
use exact::Exact;
pub use exact::Results;
pub use quick::Group;
use quick::Quick;

/// Converts the sums of channels to quantized values.
pub struct Requantize {
    exact: Exact,
    /// The quick way; `None` if it would not be exact.
    quick: Option<Quick>,
}

impl Requantize {
    /// For channels with this bias (one each) and these factors, and sums (without bias) of at most `most` in size.
    pub fn new(bias: Vec<i32>, factors: &[Factor], results: Results, most: i64) -> Self {
        let exact = Exact::new(bias, factors, results, most);
        let quick = exact.vector.as_ref().and_then(|_| Quick::new(&exact, |i| most + i64::from(exact.bias[i]).abs()));
        Self { exact, quick }
    }

    /// Sets another bias for channel `c`. Its size must be within the limit passed to [`Requantize::new`].
    pub fn set_bias(&mut self, c: usize, bias: i32) {
        self.exact.bias[c] = bias;
    }

    /// The quick way for the channels `c..`, if there is one; `c` begins a group of [`LANES`].
    #[inline(always)]
    pub fn quick(&self, c: usize) -> Option<Group> {
        self.quick.as_ref().map(|quick| quick.group(c))
    }
}

impl Epilogue for Requantize {
    type Out = i8;

    #[inline(always)]
    fn biases(&self) -> &[i32] {
        &self.exact.bias
    }

    // A separate function, so that the kernels' loops keep their registers and its code exists once.
    #[inline(never)]
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [i8], stride: usize) {
        let width = LANES.min(self.exact.channels.saturating_sub(c));
        match (&self.quick, rows) {
            (Some(quick), [a, b, d, e]) if width == LANES => {
                let group = quick.group(c);
                let ([a, b], [d, e]) = (group.two(a, b), group.two(d, e));
                for (row, results) in [a, b, d, e].into_iter().enumerate() {
                    if let Some(out) = out.get_mut(row * stride..).and_then(<[i8]>::first_chunk_mut) {
                        *out = results;
                    }
                }
            }
            _ => {
                for (sums, out) in rows.iter().zip(out.chunks_mut(stride)) {
                    let results = match &self.quick {
                        Some(quick) => quick.group(c).one(sums),
                        None => self.exact.long(c, sums),
                    };
                    out.iter_mut().zip(&results[..width]).for_each(|(out, code)| *out = *code);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::simd::vector::Sign;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::test_runner::TestRunner;
    use std::cell::Cell;

    /// int8 results with this zero point, over the complete range.
    const fn signed(zero: i32) -> Results {
        Results { zero, range: (-128, 127), sign: Sign::Signed }
    }

    /// Factors, biases and zero point of some channels, and sums of as many groups of rows.
    fn cases() -> impl Strategy<Value = (Vec<(Factor, i32)>, i32, Vec<[i32; LANES]>)> {
        // Half of the cases as models have them, which go the shorter way.
        let shifts = prop::sample::select(vec![-30..=4, -14..=-3]);
        let channels = shifts.prop_flat_map(|shifts| {
            let factor = (1 << 30..=i32::MAX, shifts).prop_map(|(multiplier, shift)| Factor { multiplier, shift });
            vec((factor, -1 << 19..1 << 19), 1..20)
        });
        // Small sums cover ties, large ones the ends of the range.
        let sums = (any::<[i32; LANES]>(), 10..30).prop_map(|(sums, bits)| sums.map(|sum| sum >> bits));
        (channels, -127..=127, vec(sums, 50))
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn eight_at_a_time_are_what_one_at_a_time_is() {
        let quicks = Cell::new(0);
        let done = TestRunner::new(ProptestConfig::with_cases(500)).run(&cases(), |(channels, zero, all)| {
            let (factors, bias): (Vec<Factor>, Vec<i32>) = channels.into_iter().unzip();
            let flipped = |list: &[i8]| -> Vec<i8> { list.iter().map(|code| code ^ i8::MIN).collect() };
            let channels = factors.len();
            let requantize = Requantize::new(bias.clone(), &factors, signed(zero), 1 << 22);
            let unsigned = Results { zero: zero + 128, range: (0, 255), sign: Sign::Unsigned };
            let unsigned = Requantize::new(bias, &factors, unsigned, 1 << 22);
            assert!(requantize.exact.vector.is_some());
            // Factors as models have them go the shorter way, except for powers of two.
            let is_usual = |factor: &Factor| (-12..=-3).contains(&factor.shift) && factor.multiplier != 1 << 30;
            assert!(requantize.quick.is_some() || !factors.iter().all(is_usual), "{factors:?}");
            for c in (0..channels).step_by(LANES) {
                for sums in &all {
                    let one: Vec<i8> = (0..LANES).map(|i| requantize.exact.apply(c + i, sums[i])).collect();
                    let width = LANES.min(channels - c);
                    quicks.set(quicks.get() + usize::from(requantize.quick.is_some()));
                    assert_eq!(requantize.exact.long(c, sums)[..width], one[..width], "{sums:?} with {factors:?}");
                    assert_eq!(unsigned.exact.long(c, sums)[..width], flipped(&one)[..width], "{sums:?} as uint8");
                    for rows in [1, 3, 4] {
                        let mut results = vec![99; rows * channels - c];
                        requantize.finish(c, &[*sums; 4][..rows], &mut results, channels);
                        let mut bytes = vec![99; rows * channels - c];
                        unsigned.finish(c, &[*sums; 4][..rows], &mut bytes, channels);
                        for (row, (results, bytes)) in results.chunks(channels).zip(bytes.chunks(channels)).enumerate()
                        {
                            assert_eq!(results[..width], one[..width], "row {row}, {sums:?} with {factors:?}");
                            assert_eq!(bytes[..width], flipped(&one)[..width], "row {row}, {sums:?} as uint8");
                            assert!(results[width..].iter().all(|code| *code == 99));
                        }
                    }
                }
            }
            Ok(())
        });
        done.unwrap_or_else(|e| panic!("{e}"));
        assert!(quicks.get() > 5000, "{} quick ones", quicks.get());
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn sums_without_room_go_one_at_a_time() {
        let factor = Factor { multiplier: i32::MAX, shift: -31 };
        assert!(Requantize::new(vec![0], &[factor], signed(0), 100).exact.vector.is_none());
        let factor = Factor { multiplier: 1 << 30, shift: 8 };
        let wide = Requantize::new(vec![1 << 25], &[factor], signed(3), 100);
        assert!(wide.exact.vector.is_none());
        assert_eq!(wide.exact.long(0, &[1; LANES])[0], wide.exact.apply(0, 1));
    }
}
