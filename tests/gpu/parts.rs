//! Runs that are split between GPU and CPU, check mode, and failures of the GPU: natively, on any Vulkan of this
//! machine.

use crate::cases::{convolution_with_later_elements, lstm};
use crate::golden;
use crate::support::{Builder, device};
use vintage::engine::Program;
use vintage::engine::check::without_dynamic_range;
use vintage::engine::gpu::{self, Session, block_on};
use vintage::engine::program::{Activation, Op, Params};
use vintage::message::Message;
use vintage::services::run::schema::{Failed, Ran};
use vintage::services::run::{Backend, Fault, Input, Options, Output, Runner, Watch};

struct Clock(std::time::Instant);

impl Watch for Clock {
    fn now(&mut self) -> f64 {
        self.0.elapsed().as_secs_f64()
    }
}

fn run(program: &Program, backend: Backend, options: &Options) -> Result<(Ran, Vec<Output>), Failed> {
    let inputs = vec![Input::Random(5); program.inputs.len()];
    block_on(async {
        let mut runner = Runner::prepare_with(program.clone(), backend, options, None).await?;
        runner.run(&inputs, 2, &mut Clock(std::time::Instant::now())).await
    })
}

fn floats(output: &Output) -> Vec<f32> {
    output.bytes.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect()
}

fn model(name: &str) -> Program {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tflite/models/");
    golden::program(name, &std::fs::read(format!("{folder}{name}.tflite")).unwrap())
}

/// Everything that the GPU takes, however little; checked.
fn all_checked() -> Options {
    Options { check: true, least_work: 0, ..Options::default() }
}

#[test]
fn split_models_agree_with_the_cpu_and_pass_the_check() {
    if device().is_none() {
        return;
    }
    for (name, parts) in [
        ("transformer_float32", 1..),
        ("transformer_float16", 1..),
        ("lstm_while_float32", 2..),
        ("lstm_bidirectional_fused_float32", 2..),
        ("resnet_block_32_dynamic", 1..),
        ("transformer_dynamic", 1..),
        ("segmentation_64_float32", 1..),
    ] {
        let program = model(name);
        let (ran, got) = run(&program, Backend::Gpu, &all_checked()).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        // 8-bit weights are read as floats on the GPU; the CPU kernels would round their operands too.
        let (_, want) =
            run(&without_dynamic_range(program.clone()).unwrap(), Backend::Simd, &Options::default()).unwrap();
        assert!(parts.contains(&ran.parts.len()), "{name}: {:?}", ran.parts);
        // Each node is in one partition, except for widened constants, which are copied to every reader.
        let nodes: Vec<usize> = ran.parts.iter().flat_map(|part| part.nodes.iter().copied()).collect();
        assert!(nodes.len() <= program.graph().nodes.len() * 2);
        let on_processor = ran.parts.iter().filter(|part| part.backend == Backend::Simd);
        assert!(on_processor.clone().all(|part| !part.why.is_empty()), "{name}: no reason given");
        for (got, want) in got.iter().zip(&want) {
            crate::support::assert_close_by(&floats(got), &floats(want), 1e-4, name);
        }
        let check = ran.check.unwrap();
        assert!(check.ops > 0 && check.differing == 0, "{name}: {check:?}");
        println!("{name}: {} parts, {} ops compared, closest {:?}", ran.parts.len(), check.ops, check.closest);
    }
}

#[test]
fn split_models_in_float16_pass_the_check() {
    let Some(device) = device() else { return };
    for name in ["transformer_float32", "transformer_dynamic", "lstm_while_float32", "segmentation_64_float32"] {
        let program = model(name);
        let (ran, got) = run(&program, Backend::Gpu, &Options { half: true, ..all_checked() }).unwrap();
        let (_, want) =
            run(&without_dynamic_range(program.clone()).unwrap(), Backend::Simd, &Options::default()).unwrap();
        let check = ran.check.unwrap();
        assert!(check.ops > 0 && check.differing == 0, "{name}: {check:?}");
        // An adapter without it reports that, and computes in float32.
        let has = device.info().half;
        assert_eq!(ran.precision.map(|precision| precision.word()), Some(if has { "float16" } else { "float32" }));
        assert_eq!(ran.not_half, (!has).then(|| Message::new("gpu-not-half")));
        for (got, want) in got.iter().zip(&want) {
            crate::support::assert_close_by(&floats(got), &floats(want), if has { 1e-2 } else { 1e-4 }, name);
        }
        println!("{name} in float16: {} ops compared, closest {:?}", check.ops, check.closest);
    }
}

#[test]
fn a_wrong_kernel_is_named_in_float16_too() {
    if device().is_none() {
        return;
    }
    let options = Options { half: true, fault: Some(Fault::Skip(3)), ..all_checked() };
    let check = run(&model("mobilenet_v1_025_128_float32"), Backend::Gpu, &options).unwrap().0.check.unwrap();
    assert_eq!(check.first.map(|first| first.node), Some(3));
}

#[test]
fn an_index_out_of_range_ends_the_run_as_on_the_cpu() {
    if device().is_none() {
        return;
    }
    let program = model("transformer_float32");
    let port = &program.graph().tensors[program.inputs[0].tensor];
    let count = port.elements();
    let bytes = (0..count).flat_map(|i| if i == 2 { 1_000_000i32 } else { 1 }.to_le_bytes()).collect();
    let input = Input::Tensor { dtype: port.dtype, shape: port.shape.clone(), bytes };
    let failed = |backend| {
        block_on(async {
            let mut runner = Runner::prepare_with(program.clone(), backend, &Options::default(), None).await.unwrap();
            runner.run(std::slice::from_ref(&input), 1, &mut Clock(std::time::Instant::now())).await.unwrap_err()
        })
    };
    let on_gpu = failed(Backend::Gpu);
    assert_eq!((on_gpu.kind.word(), &*on_gpu.message.id), ("run", "engine-index"));
    assert_eq!(on_gpu, failed(Backend::Simd));
}

#[test]
fn a_wrong_kernel_is_named() {
    if device().is_none() {
        return;
    }
    let program = model("mobilenet_v1_025_128_float32");
    for (node, op) in [(3, "DEPTHWISE_CONV_2D"), (30, "SOFTMAX")] {
        let options = Options { fault: Some(Fault::Skip(node)), ..all_checked() };
        let (ran, _) = run(&program, Backend::Gpu, &options).unwrap();
        let check = ran.check.unwrap();
        let first = check.first.expect("found");
        assert_eq!((first.node, first.op.as_str()), (node, op));
        assert!(!first.kernel.is_empty());
        assert!(first.absolute.unwrap() > first.tolerance && first.relative.unwrap() > 0.5, "{first:?}");
        // Later ops get the output of the wrong one, and are right: one error per run.
        assert_eq!(check.differing, 2);
    }
    // Without check mode nothing is reported.
    let options = Options { fault: Some(Fault::Skip(3)), ..Options::default() };
    assert_eq!(run(&program, Backend::Gpu, &options).unwrap().0.check, None);
}

#[test]
fn a_merged_addition_is_checked_with_its_convolution() {
    if device().is_none() {
        return;
    }
    let program = model("resnet_block_32_float32");
    let options = Options { fault: Some(Fault::Skip(2)), ..all_checked() };
    let first = run(&program, Backend::Gpu, &options).unwrap().0.check.unwrap().first.unwrap();
    assert_eq!((first.node, first.op.as_str()), (2, "CONV_2D+ADD"), "{first:?}");
}

#[test]
fn an_lstm_goes_on_from_its_last_state() {
    if device().is_none() {
        return;
    }
    let program = lstm([4, 2, 6, 20], true, false, false);
    let (ran, after_two) = run(&program, Backend::Gpu, &all_checked()).unwrap();
    assert!(ran.parts.iter().all(|part| part.backend == Backend::Gpu), "{:?}", ran.parts);
    let check = ran.check.unwrap();
    assert!(check.ops > 0 && check.differing == 0, "{check:?}");
    let (_, wanted) = run(&program, Backend::Simd, &Options::default()).unwrap();
    crate::support::assert_close(&floats(&after_two[0]), &floats(&wanted[0]), "the second run");
}

#[test]
fn later_elements_take_no_dispatches() {
    let Some(device) = device() else { return };
    for (returned, dispatches) in [(false, 1), (true, 3)] {
        let program = convolution_with_later_elements(8, 16, returned);
        let session = block_on(Session::prepare(&device, &program)).unwrap();
        assert_eq!(session.dispatches(), dispatches);
        let apart = gpu::Options { keep_intermediates: true, ..gpu::Options::default() };
        assert_eq!(block_on(Session::prepare_with(&device, &program, apart)).unwrap().dispatches(), 11);
    }
}

#[test]
fn a_device_failure_during_the_run_is_reported_and_the_cpu_can_take_over() {
    if device().is_none() {
        return;
    }
    let program = model("mobilenet_v1_025_128_float32");
    for (fault, id) in
        [(Fault::Lose, "gpu-lost"), (Fault::Misuse, "gpu-validation"), (Fault::Memory, "gpu-out-of-memory")]
    {
        let options = Options { fault: Some(fault), ..Options::default() };
        let failed = run(&program, Backend::Gpu, &options).unwrap_err();
        assert_eq!((failed.kind.word(), &*failed.message.id), ("gpu", id));
        assert!(failed.can_fall_back);
        // The driver's own text is part of the message.
        let words = failed.message.value("detail").is_some_and(|detail| !detail.is_empty());
        assert!(words || fault == Fault::Memory, "{failed:?}");
    }
}

#[test]
fn a_model_of_int16_stays_on_the_cpu() {
    if device().is_none() {
        return;
    }
    let failed = run(&model("mobilenet_v1_025_128_int16x8"), Backend::Gpu, &Options::default()).unwrap_err();
    assert_eq!((failed.kind.word(), &*failed.message.id), ("unsupported", "gpu-unsupported"));
    assert!(failed.can_fall_back && failed.unsupported.iter().all(|node| node.reason.id == "gpu-dtype"));
    // Little parts are not listed as if they were impossible.
    let failed = run(&model("lstm_fused_int8"), Backend::Gpu, &Options::default()).unwrap_err();
    assert_eq!(failed.message.id, "gpu-parts-little");
    let ops: Vec<&str> = failed.unsupported.iter().map(|node| node.op.as_str()).collect();
    assert_eq!(ops, ["UNIDIRECTIONAL_SEQUENCE_LSTM"]);
}

#[test]
fn a_tensor_of_another_shape_is_reported() {
    if device().is_none() {
        return;
    }
    // The file states 4 elements and 2 are true.
    let mut b = Builder::default();
    let x = b.input(&[2, 2]);
    let (places, numbers, y) =
        (b.typed(vintage::engine::program::Dtype::I64, &[4, 2]), b.computed(&[4, 2]), b.computed(&[4, 2]));
    let zero = b.floats(&[], &[0.0]);
    let positive = b.typed(vintage::engine::program::Dtype::Bool, &[2, 2]);
    b.node(Op::Greater, Params::None, &[Some(x), Some(zero)], &[positive]);
    b.node(Op::Where, Params::None, &[Some(positive)], &[places]);
    b.node(Op::Cast, Params::None, &[Some(places)], &[numbers]);
    b.node(Op::Add, Params::Activation(Activation::None), &[Some(numbers), Some(numbers)], &[y]);
    b.output(y);
    let program = b.build();
    let values: Vec<u8> = [1.0f32, -1.0, 2.0, -2.0].iter().flat_map(|v| v.to_le_bytes()).collect();
    let input = Input::Tensor { dtype: vintage::engine::program::Dtype::F32, shape: vec![2, 2], bytes: values };
    let options = Options { least_work: 0, ..Options::default() };
    let failed = block_on(async {
        let mut runner = Runner::prepare_with(program, Backend::Gpu, &options, None).await.unwrap();
        runner.run(&[input], 1, &mut Clock(std::time::Instant::now())).await.unwrap_err()
    });
    assert_eq!(failed.message.id, "gpu-other-shape");
    assert!(failed.can_fall_back);
}
