//! LOG_SOFTMAX, LOCAL_RESPONSE_NORMALIZATION.

use crate::builder::*;
use proptest::prelude::*;
use proptest::sample::select;
use vintage::engine::Program;
use vintage::formats::tflite::OptionValue;

/// LOG_SOFTMAX of rows of this type; int8 values have a scale.
pub fn log_softmax(shape: [usize; 2], dtype: i32, scale: f32) -> Program {
    let mut b = Builder::new();
    let quant = |scale: f32, zero| (dtype == I8).then(|| (vec![scale], zero, 0));
    let x = b.tensor(dtype, &shape, quant(scale, 3), None);
    b.input(x);
    let y = b.tensor(dtype, &shape, quant(0.0625, 127), None);
    b.node(50, vec![x], y, Vec::new())
}

/// LOCAL_RESPONSE_NORMALIZATION of pixels with channels.
pub fn local_response([pixels, channels]: [usize; 2], radius: i64, [bias, alpha, beta]: [f32; 3]) -> Program {
    let mut b = Builder::new();
    let x = b.tensor(F32, &[1, 1, pixels, channels], None, None);
    b.input(x);
    let y = b.tensor(F32, &[1, 1, pixels, channels], None, None);
    b.operator(13, vec![x], y, vec![("radius", radius)]);
    let fields = &mut b.model.subgraphs[0].operators[0].options.fields;
    fields.extend([("bias", bias), ("alpha", alpha), ("beta", beta)].map(|(name, v)| (name, OptionValue::Float(v))));
    b.program(y)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn logarithms_of_softmax_agree(
        (rows, len) in (0..=4usize, prop_oneof![2 => 1..=40usize, 1 => 250..=600usize]),
        dtype in select(vec![F32, I8]),
        // In 1024ths: from scales at which all differences count to scales at which few do.
        scale in 1..=2000u32,
        seed in seeds(),
    ) {
        let program = log_softmax([rows, len], dtype, scale as f32 / 1024.0);
        agree(&program, seed, &format!("{rows} x {len} type {dtype} scale {scale} seed {seed}"));
    }

    #[cfg_attr(not(target_arch = "wasm32"), test)]
    #[cfg_attr(target_arch = "wasm32", wasm_bindgen_test::wasm_bindgen_test)]
    fn local_responses_agree(
        (pixels, channels) in (0..=5usize, 1..=40usize),
        radius in prop_oneof![4 => 0..=7i64, 1 => Just(i64::from(i32::MAX))],
        [bias, alpha] in [0.5..2.0f32, 0.0..1.0],
        beta in prop_oneof![select(vec![0.5f32, 0.75, 1.0]), 0.1..2.0f32],
        seed in seeds(),
    ) {
        let what = format!("{pixels} x {channels} radius {radius} {bias} {alpha} {beta} seed {seed}");
        agree(&local_response([pixels, channels], radius, [bias, alpha, beta]), seed, &what);
    }
}
