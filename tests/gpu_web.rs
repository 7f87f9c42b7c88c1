//! The WebGPU path in a real browser, in a dedicated worker, where the page runs it. Needs the feature `gpu`; the
//! browser must be started with a WebGPU adapter (a software one is enough).
#![cfg(all(feature = "gpu", target_arch = "wasm32"))]

#[path = "gpu/build.rs"]
#[allow(dead_code)]
mod build;
#[path = "gpu/cases.rs"]
mod cases;
#[path = "gpu/golden.rs"]
#[allow(dead_code)]
mod golden;

use std::rc::Rc;
use vintage::engine::check::without_dynamic_range;
use vintage::engine::gpu::{Device, GpuError, Options, Session};
use vintage::engine::{self, Program};
use vintage::services::run::schema::{Failed, NodeTime, Ran};
use vintage::services::run::{self, Backend, Fault, Host, Input, Later, Piece, Pieces, Runner, Value, Watch};
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
    // A lost device is an error, not a crash.
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

/// Reference kernels in this module; the page fetches another one for that.
struct Reference(Rc<Program>);

struct Sessions(Vec<engine::Session>);

impl Host for Reference {
    fn open<'a>(&'a self, pieces: &'a [Piece], _backend: Backend) -> Later<'a, Box<dyn Pieces>> {
        let session = |piece: &Piece| {
            let (part, _) = self.0.part(&piece.nodes, &piece.inputs, &piece.outputs);
            engine::Session::prepare(without_dynamic_range(part).unwrap(), engine::Backend::Reference).unwrap()
        };
        let sessions = Sessions(pieces.iter().map(session).collect());
        Box::pin(std::future::ready(Ok(Box::new(sessions) as Box<dyn Pieces>)))
    }
}

impl Pieces for Sessions {
    fn run(&mut self, piece: usize, inputs: &[&Value]) -> Result<Vec<Value>, Failed> {
        let session = &mut self.0[piece];
        for (i, value) in inputs.iter().enumerate() {
            session.set_input(i, &value.bytes).unwrap();
        }
        session.run(&mut ()).unwrap();
        let shapes: Vec<Vec<usize>> = session.outputs().map(|port| port.shape.to_vec()).collect();
        let bytes = |i: usize| session.output(i).unwrap().to_vec();
        Ok(shapes.into_iter().enumerate().map(|(i, shape)| Value { shape, bytes: bytes(i) }).collect())
    }

    fn times(&mut self, _piece: usize) -> Vec<NodeTime> {
        Vec::new()
    }
}

struct NoClock;

impl Watch for NoClock {
    fn now(&mut self) -> f64 {
        0.0
    }
}

/// Runs a program as far as the GPU supports it, every op checked; `None` without an adapter.
async fn checked(program: Program, fault: Option<Fault>) -> Option<Ran> {
    checked_in(program, false, fault).await
}

async fn checked_in(program: Program, half: bool, fault: Option<Fault>) -> Option<Ran> {
    device().await?;
    let inputs = vec![Input::Random(11); program.inputs.len()];
    let options = run::Options { check: true, half, least_work: 0, fault, ..run::Options::default() };
    let host: Box<dyn Host> = Box::new(Reference(Rc::new(program.clone())));
    let mut runner = Runner::prepare_with(program, Backend::Gpu, &options, Some(host)).await.unwrap();
    Some(runner.run(&inputs, 1, &mut NoClock).await.unwrap().0)
}

#[wasm_bindgen_test]
async fn ops_of_random_sizes_agree_with_the_reference() {
    for (what, program) in cases::all() {
        let Some(ran) = checked(program, None).await else { return };
        let check = ran.check.unwrap();
        assert!(check.ops > 0 && check.differing == 0, "{what}: {check:?}");
    }
}

#[wasm_bindgen_test]
async fn a_split_model_passes_the_check() {
    let model = include_bytes!("fixtures/public/tflite/LiteRT/rope.tflite");
    let Some(ran) = checked(golden::program("rope", model), None).await else { return };
    let backends: Vec<Backend> = ran.parts.iter().map(|part| part.backend).collect();
    assert_eq!(backends, [Backend::Simd, Backend::Gpu]);
    let check = ran.check.unwrap();
    assert!(check.ops > 10 && check.differing == 0, "{check:?}");
}

/// SwiftShader has no `shader-f16`: the request falls back with a message. An adapter that has it computes in float16.
#[wasm_bindgen_test]
async fn float16_is_used_where_the_adapter_has_it_and_else_told() {
    let Some(device) = device().await else { return };
    let has = device.info().half;
    console_log!("shader-f16: {has}");
    let model = include_bytes!("fixtures/tflite/models/mobilenet_v1_025_128_float32.tflite");
    let ran = checked_in(golden::program("mobilenet_v1", model), true, None).await.unwrap();
    let wanted = if has { ("float16", None) } else { ("float32", Some("gpu-not-half")) };
    assert_eq!(
        (ran.precision.map(|precision| precision.word()).unwrap(), ran.not_half.as_ref().map(|why| &*why.id)),
        wanted
    );
    let check = ran.check.unwrap();
    assert!(check.ops > 20 && check.differing == 0, "{check:?}");
}

/// Eight rows of patches per thread: compiling this pipeline took 15 s on SwiftShader.
#[wasm_bindgen_test]
async fn a_residual_network_is_ready_at_once() {
    let Some(device) = device().await else { return };
    let model = include_bytes!("fixtures/tflite/models/resnet_block_32_float32.tflite");
    let program = golden::program("resnet", model);
    let began = js_sys::Date::now();
    let mut session = Session::prepare(&device, &program).await.unwrap();
    let zeros = vec![0.0; program.graph().tensors[program.inputs[0].tensor].elements()];
    session.run(&[&zeros]).await.unwrap();
    let took = js_sys::Date::now() - began;
    console_log!("resnet_block_32: first output after {took} ms");
    assert!(took < 20_000.0, "{took} ms");
}

#[wasm_bindgen_test]
async fn a_wrong_kernel_is_named() {
    let model = include_bytes!("fixtures/tflite/models/mobilenet_v1_025_128_float32.tflite");
    let program = golden::program("mobilenet_v1", model);
    let Some(ran) = checked(program, Some(Fault::Skip(5))).await else { return };
    let check = ran.check.unwrap();
    assert_eq!((check.differing, check.first.unwrap().node), (1, 5));
}

#[wasm_bindgen_test]
async fn a_call_that_the_browser_refuses_is_an_error() {
    if device().await.is_none() {
        return;
    }
    let model = include_bytes!("fixtures/tflite/models/mobilenet_v1_025_128_float32.tflite");
    for (fault, id) in [(Fault::Misuse, "gpu-validation"), (Fault::Memory, "gpu-out-of-memory")] {
        let options = run::Options { fault: Some(fault), ..run::Options::default() };
        let program = golden::program("mobilenet_v1", model);
        let mut runner = Runner::prepare_with(program, Backend::Gpu, &options, None).await.unwrap();
        let failed = runner.run(&[Input::Random(3)], 1, &mut NoClock).await.unwrap_err();
        assert_eq!((&*failed.message.id, failed.can_fall_back), (id, true), "{failed:?}");
    }
}
