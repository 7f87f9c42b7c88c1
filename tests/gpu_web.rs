//! The WebGPU path in a real browser, in a dedicated worker, where the page runs it. Needs the feature `gpu`; the
//! browser has to be started with a WebGPU adapter (a software one will do).
#![cfg(all(feature = "gpu", target_arch = "wasm32"))]

#[path = "gpu/golden.rs"]
#[allow(dead_code)]
mod golden;

use vintage::engine::gpu::{Device, GpuError, Options, Session};
use wasm_bindgen_test::{console_log, wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_dedicated_worker);

/// A device, or a printed sentence where the browser has no adapter.
async fn device() -> Option<Device> {
    match Device::request().await {
        Ok(device) => Some(device),
        Err(e @ GpuError::Unavailable { .. }) => {
            console_log!("SKIPPED: this browser has no WebGPU adapter ({e})");
            None
        }
        Err(e) => panic!("{e}"),
    }
}

async fn outputs_match(name: &str, model: &[u8], json: &str, bin: &[u8]) {
    let Some(device) = device().await else { return };
    let (program, runs) = (golden::program(name, model), golden::runs(json, bin));
    assert!(!runs.is_empty());
    let began = js_sys::Date::now();
    let mut session =
        Session::prepare_with(&device, &program, Options { profile: true, ..Options::default() }).await.unwrap();
    let prepared = js_sys::Date::now() - began;
    let mut inputs: Vec<&[f32]> = Vec::new();
    for run in &runs {
        inputs = run.inputs.iter().map(Vec::as_slice).collect();
        let began = js_sys::Date::now();
        let got = session.run(&inputs).await.unwrap();
        let took = js_sys::Date::now() - began;
        golden::assert_recorded(&got, &run.outputs, name);
        console_log!("{name} on {:?}: prepared in {prepared} ms, ran in {took} ms", device.info());
    }
    assert_eq!(session.profile().steps.is_empty(), !device.info().timestamps);
    let mut kernels = std::collections::BTreeMap::new();
    for step in &session.profile().steps {
        *kernels.entry(step.kernel).or_insert(0) += step.nanoseconds / 1000;
    }
    console_log!("{name}: {} pipelines, microseconds by kernel {kernels:?}", device.pipelines());
    // A lost device is an error and not a crash.
    device.destroy();
    assert!(matches!(session.run(&inputs).await, Err(GpuError::Lost(_))));
}

macro_rules! model {
    ($name:literal) => {
        outputs_match(
            $name,
            include_bytes!(concat!("fixtures/tflite/models/", $name, ".tflite")),
            include_str!(concat!("fixtures/tflite/models/", $name, ".golden.json")),
            include_bytes!(concat!("fixtures/tflite/models/", $name, ".golden.bin")),
        )
        .await
    };
}

#[wasm_bindgen_test]
async fn mobilenet_v1_runs_in_a_worker() {
    model!("mobilenet_v1_025_128_float32");
}

#[wasm_bindgen_test]
async fn mobilenet_v2_runs_in_a_worker() {
    model!("mobilenet_v2_035_224_float32");
}
