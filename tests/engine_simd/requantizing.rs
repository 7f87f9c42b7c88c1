//! Requantization of eight channels at a time, compared with one sum at a time.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use vintage::engine::kernels::simd::epilogue::{Epilogue, LANES};
use vintage::engine::kernels::simd::requantize::{Group, Requantize, Results};
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

/// Sums (without bias) that the factors are made for.
const MOST: i32 = 1 << 22;

/// Sums (with bias) next to the steps between quantized values of some channels, within the size that the factors are made
/// for.
fn near_steps(factors: &[Factor], bias: &[i32]) -> impl Iterator<Item = [i32; LANES]> {
    let step = |factor: &Factor, code: i32| {
        let real = f64::from(factor.multiplier) * f64::from(factor.shift - 31).exp2();
        ((f64::from(code) - 0.5) / real).round()
    };
    let codes = (-128..=256).step_by(7).chain([0, 1, 127, 128, 255]);
    let all = codes.flat_map(|code| (-2..=2).map(move |more| (code, more)));
    all.map(move |(code, more)| {
        let sum = |c: usize| factors.get(c).map_or(0.0, |factor| step(factor, code) + f64::from(more));
        let within = |c: usize, sum: i32| bias.get(c).map_or(sum, |bias| sum.clamp(bias - MOST, bias + MOST));
        std::array::from_fn(|c| within(c, sum(c).clamp(-4.0e6, 4.0e6) as i32))
    })
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn eight_at_a_time_are_what_one_at_a_time_is() {
    let (singles, doubles) = (Cell::new(0), Cell::new(0));
    let done = TestRunner::new(ProptestConfig::with_cases(500)).run(&cases(), |(channels, zero, all)| {
        let (factors, bias): (Vec<Factor>, Vec<i32>) = channels.into_iter().unzip();
        // With a zero point at the end of the range, as behind RELU, and within it.
        for zero in [zero, -128] {
            let signed = Results { zero, range: (-128, 127), sign: Sign::Signed };
            let signed = Requantize::new(bias.clone(), &factors, signed, MOST.into());
            let unsigned = Results { zero: zero + 128, range: (0, 255), sign: Sign::Unsigned };
            let unsigned = Requantize::new(bias.clone(), &factors, unsigned, MOST.into());
            match signed.quick(0) {
                Some(Group::Single(_)) => singles.set(singles.get() + 1),
                Some(Group::Double(_)) => doubles.set(doubles.get() + 1),
                // Factors as models have them go a shorter way, except for powers of two.
                None => {
                    let is_usual = |factor: &Factor| (-12..=-3).contains(&factor.shift) && factor.multiplier != 1 << 30;
                    assert!(!factors.iter().all(is_usual), "{factors:?}");
                }
            }
            for (c, (group, bias)) in factors.chunks(LANES).zip(bias.chunks(LANES)).enumerate() {
                for sums in all.iter().copied().chain(near_steps(group, bias)) {
                    let one = group.iter().zip(&sums).map(|(f, sum)| (f.apply(*sum) + zero).clamp(-128, 127) as i8);
                    let one: Vec<i8> = one.collect();
                    for (requantize, flip) in [(&signed, 0), (&unsigned, i8::MIN)] {
                        for rows in [1, 3] {
                            let mut results = vec![99; rows * factors.len() - c * LANES];
                            requantize.finish(c * LANES, &[sums; 4][..rows], &mut results, factors.len());
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
        }
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{e}"));
    assert!(singles.get() > 100 && doubles.get() > 100, "{} single ones, {} double ones", singles.get(), doubles.get());
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn channels_with_one_result_leave_the_others_their_quick_way() {
    // As of weights that training has driven to zero: their scale is tiny, and so the bias is large.
    let dead = |bias| (Factor { multiplier: 1_703_441_153, shift: -24 }, bias);
    let alive = (Factor { multiplier: 1_234_567_891, shift: -9 }, 1000);
    let channels = [dead(1_290_000_000), alive, dead(-891_000_000), dead(12_345)];
    let (factors, bias): (Vec<Factor>, Vec<i32>) = channels.into_iter().unzip();
    for zero in [-128, 3] {
        let results = Results { zero, range: (-128, 127), sign: Sign::Signed };
        let requantize = Requantize::new(bias.clone(), &factors, results, 1 << 20);
        assert_eq!(matches!(requantize.quick(0), Some(Group::Single(_))), zero == -128);
        for more in [-1 << 20, -1, 0, 77_777, 1 << 20] {
            let mut sums = [0; LANES];
            sums.iter_mut().zip(&bias).for_each(|(sum, bias)| *sum = bias + more);
            let wanted: Vec<i8> =
                factors.iter().zip(sums).map(|(f, sum)| (f.apply(sum) + zero).clamp(-128, 127) as i8).collect();
            assert_eq!(wanted[0], (61 + zero) as i8, "a bias that matters");
            // The kernels begin with the bias that it has now.
            let begun = std::array::from_fn(|c| requantize.bias(0)[c].wrapping_add(more));
            let mut out = [99; 4];
            requantize.finish(0, &[begun], &mut out, 4);
            assert_eq!(out[..], wanted, "{more}");
        }
    }
    // More products can have another result.
    let results = Results { zero: 3, range: (-128, 127), sign: Sign::Signed };
    assert!(Requantize::new(bias, &factors, results, 1 << 27).quick(0).is_none());
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn sums_too_close_to_a_step_are_not_rounded_once() {
    let results = Results { zero: -128, range: (-128, 127), sign: Sign::Signed };
    let way = |multiplier: i32, right: i32| {
        let requantize = Requantize::new(vec![0], &[Factor { multiplier, shift: -right }], results, 1 << 21);
        matches!(requantize.quick(0), Some(Group::Single(_)))
    };
    assert!(way(1_234_567_891, 9), "a factor as models have them");
    // The lower half of a product's last 19 bits is rounded away here, so one of some steps in a thousand is met.
    let close = (0..200).filter(|i| !way((1 << 30) + 5_368_709 * i + 1, 20)).count();
    assert!((1..100).contains(&close), "{close} of 200");
}
