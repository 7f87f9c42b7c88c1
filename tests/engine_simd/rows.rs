//! Products of one row with many weights, and float32 constants that files have as float16.

use crate::builder::*;
use vintage::engine::data::{f16_to_f32, f32_to_f16};
use vintage::engine::program::Dtype;
use vintage::engine::{Backend, Program, Session, fill};

const F16: i32 = 1;
const DEQUANTIZE: i32 = 6;

/// Cases of each test. In a browser the code is not optimized, and four million weights take a second.
const CASES: usize = if cfg!(target_arch = "wasm32") { 1 } else { 5 };

/// A constant of these numbers, stored as float16 and widened by a node, or stored as float32.
fn constant(b: &mut Builder, shape: &[usize], halves: &[u16], as_halves: bool) -> i32 {
    if !as_halves {
        let floats = halves.iter().flat_map(|&half| f16_to_f32(half).to_le_bytes()).collect();
        return b.tensor(F32, shape, None, Some(floats));
    }
    let stored = b.tensor(F16, shape, None, Some(halves.iter().flat_map(|half| half.to_le_bytes()).collect()));
    let wide = b.tensor(F32, shape, None, None);
    b.operator(DEQUANTIZE, vec![stored], wide, Vec::new());
    wide
}

/// Numbers of either sign around zero, some of them zero.
pub fn halves(r: &mut Random, count: usize) -> Vec<u16> {
    (0..count).map(|i| if i % 7 == 0 { 0 } else { f32_to_f16((r.unit() - 0.5) * 0.2) }).collect()
}

/// FULLY_CONNECTED with RELU of one row.
pub fn dense(depth: usize, channels: usize, weights: &[u16], as_halves: bool) -> Program {
    let r = &mut Random::new(3);
    let mut b = Builder::new();
    let x = b.tensor(F32, &[1, depth], None, None);
    b.input(x);
    let w = constant(&mut b, &[channels, depth], weights, as_halves);
    let bias = constant(&mut b, &[channels], &halves(r, channels), as_halves);
    let y = b.tensor(F32, &[1, channels], None, None);
    b.node(9, vec![x, w, bias], y, vec![("fused_activation_function", 1)])
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn products_of_one_row_with_many_weights_agree() {
    // From 4 million weights on.
    for (depth, channels) in [(2043, 2054), (2048, 2048), (530, 8001), (4099, 1027)].into_iter().take(CASES) {
        let weights = halves(&mut Random::new(channels as u64), depth * channels);
        agree(&dense(depth, channels, &weights, false), 1, &format!("{depth} by {channels}"));
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn weights_of_sixteen_bits_have_the_values_of_floats() {
    // Neither the panels nor the vectors of a panel are complete.
    let (depth, channels) = (2043, 2054);
    let small = halves(&mut Random::new(5), depth * channels);
    let with = |values: [f32; 2]| {
        let mut weights = small.clone();
        weights[..2].copy_from_slice(&values.map(f32_to_f16));
        weights
    };
    // The least numbers of all; the least with the largest, which five bits of exponent do not have; one that is no number.
    let [least, range, infinite] = [with([6e-8, -6e-8]), with([6e-8, 60_000.0]), with([f32::INFINITY, 1.0])];
    let sparse = small.iter().enumerate().map(|(i, &half)| if i % 9 == 1 { half } else { 0 }).collect();
    let cases = [("least", least), ("range", range), ("infinite", infinite), ("sparse", sparse)];
    for (name, weights) in cases.into_iter().take(CASES) {
        let [mut narrow, mut wide] = [true, false]
            .map(|as_halves| Session::prepare(dense(depth, channels, &weights, as_halves), Backend::Simd).unwrap());
        let run = |session: &mut Session, input: &[u8]| {
            session.set_input(0, input).unwrap();
            session.run(&mut ()).unwrap();
            output_floats(session)
        };
        let input = fill::random(Dtype::F32, depth, 7).unwrap();
        let results = [run(&mut wide, &input), run(&mut narrow, &input)];
        if name != "infinite" {
            near_the_first(&results, name);
        }
        // One input at a time: the weights themselves, with the bias.
        for at in [depth - 1, 0, 1, 2, depth / 2].into_iter().take(CASES) {
            let mut input = vec![0; 4 * depth];
            input[4 * at..][..4].copy_from_slice(&1f32.to_le_bytes());
            let bits = |session| run(session, &input).iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
            assert_eq!(bits(&mut narrow), bits(&mut wide), "{name}, input {at}");
        }
    }
}

#[cfg_attr(not(target_arch = "wasm32"), test)]
#[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
fn every_reader_of_a_constant_of_sixteen_bits_has_it() {
    let model = |last: fn(&mut Builder, i32, i32) -> i32| {
        let r = &mut Random::new(11);
        let mut b = Builder::new();
        let x = activations(&mut b, r, F32, &[1, 4, 4, 8]);
        b.input(x);
        let w = constant(&mut b, &[8, 1, 1, 8], &halves(r, 64), true);
        let bias = constant(&mut b, &[8], &halves(r, 8), true);
        let y = b.tensor(F32, &[1, 4, 4, 8], None, None);
        b.operator(3, vec![x, w, bias], y, window_options(1, true));
        let last = last(&mut b, w, y);
        b.program(last)
    };
    // A convolution, which packs them, alone.
    agree(&model(|_, _, y| y), 1, "packed");
    // MUL reads them in every run.
    let read = model(|b, w, y| {
        let last = b.tensor(F32, &[8, 4, 4, 8], None, None);
        b.operator(18, vec![y, w], last, Vec::new());
        last
    });
    agree(&read, 2, "packed and read");
    // What is computed of them is a constant.
    let reshaped = model(|b, w, y| {
        let shape = b.integers(&[4], &[1, 1, 8, 8]);
        let (other, last) = (b.tensor(F32, &[1, 1, 8, 8], None, None), b.tensor(F32, &[1, 4, 4, 8], None, None));
        b.operator(22, vec![w, shape], other, Vec::new());
        let first = b.tensor(F32, &[1, 1, 1, 8], None, None);
        let (begin, size) = (b.integers(&[4], &[0; 4]), b.integers(&[4], &[1, 1, 1, 8]));
        b.operator(65, vec![other, begin, size], first, Vec::new());
        b.operator(0, vec![y, first], last, Vec::new());
        last
    });
    agree(&reshaped, 3, "computed from");
    // They are a result.
    agree(&model(|_, w, _| w), 4, "a result");
}
