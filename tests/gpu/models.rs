//! Complete float32 models on the GPU against the recorded outputs of the real runtime.

use crate::golden;
use crate::support::device;
use vintage::engine::Program;
use vintage::engine::gpu::kernels::gemm::Style;
use vintage::engine::gpu::{Options, Session, block_on};
use vintage::engine::program::Dtype;

fn read(path: &str) -> Vec<u8> {
    std::fs::read(format!("{}/tests/fixtures/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn load(name: &str) -> (Program, Vec<golden::Run>) {
    let read = |suffix: &str| read(&format!("tflite/models/{name}{suffix}"));
    let json = String::from_utf8(read(".golden.json")).unwrap();
    (golden::program(name, &read(".tflite")), golden::runs(&json, &read(".golden.bin")))
}

/// Runs every recorded input with both kernel styles and compares outputs.
fn outputs_match(name: &str) {
    let Some(device) = device() else { return };
    let (program, runs) = load(name);
    assert!(!runs.is_empty());
    for style in [Style::Tiled, Style::Direct] {
        let options = Options { style: Some(style), ..Options::default() };
        let mut session = block_on(Session::prepare_with(&device, &program, options)).unwrap();
        for (i, run) in runs.iter().enumerate() {
            let inputs: Vec<&[f32]> = run.inputs.iter().map(Vec::as_slice).collect();
            let began = std::time::Instant::now();
            let got = block_on(session.run(&inputs)).unwrap();
            let took = began.elapsed();
            let difference = golden::assert_recorded(&got, &run.outputs, &format!("{name} run {i} {style:?}"));
            println!(
                "{name} {style:?} on {}: {} dispatches, {} pipelines, {took:?}, largest difference {difference:e}, {:?}",
                device.info().name,
                session.dispatches(),
                device.pipelines(),
                session.memory(),
            );
        }
    }
}

/// Compares every tensor with a recorded sum, so that an error shows at its op.
fn tensors_between_match(name: &str) {
    let Some(device) = device() else { return };
    let (program, runs) = load(name);
    let options = Options { keep_intermediates: true, ..Options::default() };
    let mut session = block_on(Session::prepare_with(&device, &program, options)).unwrap();
    let mut compared = 0;
    for run in &runs {
        let inputs: Vec<&[f32]> = run.inputs.iter().map(Vec::as_slice).collect();
        block_on(session.run(&inputs)).unwrap();
        for (tensor, sum, magnitudes, first) in &run.between {
            let Some(values) = block_on(session.tensor(*tensor)).unwrap() else { continue };
            let got: f64 = values.iter().map(|&v| f64::from(v)).sum();
            assert!((got - sum).abs() <= 1e-4 * magnitudes + 1e-4, "{name} tensor {tensor}: sum {got}, recorded {sum}");
            for (g, w) in values.iter().zip(first) {
                let difference = (f64::from(*g) - w).abs();
                assert!(difference <= 1e-4 + 1e-4 * w.abs(), "{name} tensor {tensor}: got {g}, recorded {w}");
            }
            compared += 1;
        }
    }
    assert!(compared > 0);
}

#[test]
fn mobilenet_v1_matches_the_recorded_outputs() {
    outputs_match("mobilenet_v1_025_128_float32");
}

#[test]
fn mobilenet_v2_matches_the_recorded_outputs() {
    outputs_match("mobilenet_v2_035_224_float32");
}

#[test]
fn an_lstm_matches_the_recorded_outputs() {
    let Some(device) = device() else { return };
    let (program, runs) = load("lstm_fused_float32");
    for run in &runs {
        let inputs: Vec<&[f32]> = run.inputs.iter().map(Vec::as_slice).collect();
        // Each was recorded from a new interpreter, whose states are zeros.
        let got = crate::support::run(&device, &program, Options::default(), &inputs).unwrap();
        golden::assert_recorded(&got, &run.outputs, "LSTM");
    }
}

#[test]
fn every_tensor_of_mobilenet_v2_matches_the_record() {
    tensors_between_match("mobilenet_v2_035_224_float32");
}

#[test]
fn a_residual_network_matches_the_recorded_outputs() {
    outputs_match("resnet_block_32_float32");
}

#[test]
fn half_size_weights_stay_half_size_on_the_device() {
    outputs_match("resnet_block_32_float16");
    outputs_match_about("resnet_block_32_dynamic", 0.02);
}

/// The recorded outputs of dynamic-range kernels, which round their operands to eight bits, within a share of the
/// greatest.
fn outputs_match_about(name: &str, share: f32) {
    let Some(device) = device() else { return };
    let (program, runs) = load(name);
    for run in &runs {
        let inputs: Vec<&[f32]> = run.inputs.iter().map(Vec::as_slice).collect();
        let got = crate::support::run(&device, &program, Options::default(), &inputs).unwrap();
        for (got, want) in got.iter().zip(&run.outputs) {
            crate::support::assert_close_by(got, want, share, name);
        }
    }
}

/// Runs every recorded input of a quantized model with both kernel styles; outputs may differ by `most` steps. Each op is within one step
/// (`ops.rs`), but the reference rounds twice, and layers add up.
fn codes_match(path: &str, most: u8) {
    let Some(device) = device() else { return };
    let program = golden::program(path, &read(&format!("{path}.tflite")));
    let signed = program.graph().tensors[program.graph().outputs[0]].dtype == Dtype::I8;
    let json = String::from_utf8(read(&format!("{path}.golden.json"))).unwrap();
    let runs = golden::runs_of_codes(&json, &read(&format!("{path}.golden.bin")));
    assert!(!runs.is_empty());
    for (style, half) in [(Style::Tiled, false), (Style::Direct, device.info().half)] {
        let options = Options { style: Some(style), half, ..Options::default() };
        let mut session = block_on(Session::prepare_with(&device, &program, options)).unwrap();
        for (i, [inputs, outputs]) in runs.iter().enumerate() {
            let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
            let got = block_on(session.run_bytes(&inputs)).unwrap();
            assert_eq!(got.len(), outputs.len());
            let pairs = got.iter().flatten().zip(outputs.iter().flatten());
            let distance = |(a, b): (&u8, &u8)| match signed {
                true => a.cast_signed().abs_diff(b.cast_signed()),
                false => a.abs_diff(*b),
            };
            let distances: Vec<u8> = pairs.map(distance).collect();
            let (largest, other) = (distances.iter().max(), distances.iter().filter(|&&d| d > 0).count());
            println!(
                "{path} run {i} {options:?}: largest difference {largest:?} steps, {other} of {} differ",
                distances.len()
            );
            assert_eq!(distances.len(), outputs.iter().map(Vec::len).sum::<usize>());
            assert!(largest.is_some_and(|&largest| largest <= most), "{path} run {i} {options:?}: {largest:?}");
        }
    }
}

#[test]
fn int8_networks_match_the_recorded_outputs() {
    codes_match("tflite/models/resnet_block_32_int8", 2);
    codes_match("tflite/models/mobilenet_v1_025_128_int8", 2);
    codes_match("tflite/models/segmentation_64_int8", 3);
}

#[test]
fn a_uint8_network_matches_the_recorded_outputs() {
    codes_match("public/tflite/test_data/mobilenet_v1_0.25_128_quant", 2);
}

/// Outputs in float16 against the recorded ones: within a share of the greatest, and the same element is the greatest.
fn halves_agree(name: &str, share: f32) {
    let Some(device) = device() else { return };
    if !device.info().half {
        println!("SKIPPED: this adapter has no shader-f16");
        return;
    }
    let (program, runs) = load(name);
    let top = |values: &[f32]| (0..values.len()).max_by(|&a, &b| values[a].total_cmp(&values[b]));
    let held = |half: bool| {
        let options = Options { half, ..Options::default() };
        block_on(Session::prepare_with(&device, &program, options)).unwrap().memory()
    };
    let (full, half) = (held(false), held(true));
    println!("{name}: {full:?}, as float16 {half:?}");
    // Biases and inputs stay float32, and each piece is rounded up.
    assert!(half.constants * 100 < full.constants * 60, "{full:?} {half:?}");
    let graph = program.graph();
    let received: u64 = graph.inputs.iter().map(|&input| graph.tensors[input].elements() as u64 * 2).sum();
    assert!((half.values - received) * 100 < full.values * 52, "{full:?} {half:?}");
    for style in [Style::Tiled, Style::Direct] {
        let options = Options { style: Some(style), half: true, ..Options::default() };
        let mut session = block_on(Session::prepare_with(&device, &program, options)).unwrap();
        assert!(session.half());
        for run in &runs {
            let inputs: Vec<&[f32]> = run.inputs.iter().map(Vec::as_slice).collect();
            let got = block_on(session.run(&inputs)).unwrap();
            for (got, want) in got.iter().zip(&run.outputs) {
                let scale = want.iter().fold(0f32, |m, v| m.max(v.abs()));
                let off = got.iter().zip(want).fold(0f32, |m, (g, w)| m.max((g - w).abs()));
                println!("{name} {style:?} in float16: largest difference {off:e}, {:e} of the greatest", off / scale);
                crate::support::assert_close_by(got, want, share, name);
                assert_eq!(top(got), top(want), "{name} {style:?}");
            }
        }
    }
}

#[test]
fn mobilenets_in_float16_name_the_same_class() {
    halves_agree("mobilenet_v1_025_128_float32", 1e-2);
    halves_agree("mobilenet_v2_035_224_float32", 1e-2);
}

#[test]
fn other_networks_in_float16_stay_near() {
    halves_agree("resnet_block_32_float32", 1e-2);
    halves_agree("efficientnet_lite_like_96_float32", 1e-2);
}

#[test]
fn weights_take_as_many_bytes_as_in_the_file() {
    let Some(device) = device() else { return };
    let constants = |name: &str| {
        let (program, _) = load(name);
        block_on(Session::prepare(&device, &program)).unwrap().memory().constants
    };
    let full = constants("resnet_block_32_float32");
    let (half, quarter) = (constants("resnet_block_32_float16"), constants("resnet_block_32_dynamic"));
    println!("weights: {full} bytes, as float16 {half}, as int8 {quarter}");
    // Biases, scales and padding of each piece are added.
    assert!(half * 100 < full * 55 && quarter * 100 < full * 32, "{full} {half} {quarter}");
}

#[test]
fn a_network_with_hard_swish_and_squeezes_matches_the_recorded_outputs() {
    outputs_match("efficientnet_lite_like_96_float32");
}
