//! Requantization of eight channels at a time, compared with one sum at a time.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use vintage::engine::kernels::simd::epilogue::{Epilogue, LANES};
use vintage::engine::kernels::simd::requantize::{Requantize, Results};
use vintage::engine::kernels::simd::vector::Sign;
use vintage::engine::ops::fixed::Factor;

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
        let signed = Results { zero, range: (-128, 127), sign: Sign::Signed };
        let signed = Requantize::new(bias.clone(), &factors, signed, 1 << 22);
        let unsigned = Results { zero: zero + 128, range: (0, 255), sign: Sign::Unsigned };
        let unsigned = Requantize::new(bias, &factors, unsigned, 1 << 22);
        let is_quick = signed.quick(0).is_some();
        // Factors as models have them go the shorter way, except for powers of two.
        let is_usual = |factor: &Factor| (-12..=-3).contains(&factor.shift) && factor.multiplier != 1 << 30;
        assert!(is_quick || !factors.iter().all(is_usual), "{factors:?}");
        for (c, group) in factors.chunks(LANES).enumerate() {
            for sums in &all {
                let one = group.iter().zip(sums).map(|(f, sum)| (f.apply(*sum) + zero).clamp(-128, 127) as i8);
                let one: Vec<i8> = one.collect();
                quicks.set(quicks.get() + usize::from(is_quick));
                for rows in [1, 3, 4] {
                    for (requantize, flip) in [(&signed, 0), (&unsigned, i8::MIN)] {
                        let mut results = vec![99; rows * factors.len() - c * LANES];
                        requantize.finish(c * LANES, &[*sums; 4][..rows], &mut results, factors.len());
                        for (row, results) in results.chunks(factors.len()).enumerate() {
                            let (written, rest) = results.split_at(group.len());
                            let unflipped: Vec<i8> = written.iter().map(|code| code ^ flip).collect();
                            assert_eq!(unflipped, one, "row {row}, flip {flip}, {sums:?} with {factors:?}");
                            assert!(rest.iter().all(|code| *code == 99));
                        }
                    }
                }
            }
        }
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{e}"));
    assert!(quicks.get() > 5000, "{} quick ones", quicks.get());
}
