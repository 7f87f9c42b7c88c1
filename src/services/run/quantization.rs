//! Quantization error by layer: compares a quantized model with the same graph in float, with dequantized weights.
//!
//! Owns: the float version of a program, and the report on each tensor. Errors add up from layer to layer, as in use.

use super::cpu;
use super::failed::{failed, usage};
use super::io::{Input, Watch};
use super::schema::{Failed, LayerError};
use super::values::{input_bytes, scale, value};
use crate::engine::data::Aligned;
use crate::engine::program::{Dtype, Op, OpKind, Port, Program, Quant, Tensor};
use crate::engine::{Backend, Session};

/// Difference of each layer of a quantized program from the same layer in float, in the order of the graph.
///
/// The float version has no rounding between layers and no steps of quantized kernels. Errors: a program with
/// subgraphs, with packed weights, or without quantized tensors; and those of running either of the two.
pub fn quantization_error(
    program: &Program,
    inputs: &[Input],
    watch: &mut dyn Watch,
) -> Result<Vec<LayerError>, Failed> {
    if program.reachable().len() > 1 {
        return Err(usage("run-quantization-subgraphs", &[]));
    }
    let graph = program.graph();
    let watched: Vec<(usize, usize)> = graph
        .nodes
        .iter()
        .enumerate()
        .flat_map(|(node, of)| of.outputs.iter().map(move |tensor| (node, *tensor)))
        .filter(|(_, tensor)| is_real(&graph.tensors[*tensor]))
        .collect();
    let (twin, place) = float_twin(program)?;
    // Quantized values with the exact kernels; in float the fast ones are precise enough.
    let mut stored = session(program.clone(), watched.iter().map(|(_, tensor)| *tensor), Backend::Reference)?;
    let mut real = session(twin, watched.iter().map(|(_, tensor)| place[*tensor]), Backend::Simd)?;
    cpu::resize(&mut stored, inputs)?;
    cpu::resize(&mut real, inputs)?;
    for (index, port) in program.inputs.iter().enumerate() {
        let tensor = &graph.tensors[port.tensor];
        let found = stored.inputs().nth(index).map(|port| cpu::port(&port)).unwrap_or_default();
        let bytes = input_bytes(inputs.get(index).unwrap_or(&Input::Zeros), index, &found, tensor.dtype)?;
        stored.set_input(index, &bytes).map_err(|error| failed(&error))?;
        let bytes = if is_quantized(tensor) { floats(tensor, &bytes) } else { bytes };
        real.set_input(index, &bytes).map_err(|error| failed(&error))?;
    }
    for (before, session) in [&mut stored, &mut real].into_iter().enumerate() {
        session.run(&mut cpu::Steps { watch, before, invocations: 2 }).map_err(|error| failed(&error))?;
    }
    let mut layers = Vec::new();
    for (at, (node, tensor)) in watched.into_iter().enumerate() {
        let tensor = &graph.tensors[tensor];
        let bytes = stored.output(at).map_err(|error| failed(&error))?;
        let bytes = if is_quantized(tensor) { floats(tensor, bytes) } else { bytes.to_vec() };
        let exact = real.output(at).map_err(|error| failed(&error))?;
        let node = &graph.nodes[node];
        let found = layer(&bytes, exact);
        let step = scale(tensor.quant.as_ref()).filter(|_| is_quantized(tensor));
        layers.push(LayerError {
            graph: program.entry,
            node: node.index,
            op: node.op.name(),
            name: tensor.name.clone(),
            steps: step.map(|(step, _)| found.largest / f64::from(step)),
            ..found
        });
    }
    Ok(layers)
}

/// Error and signal of float32 values.
fn layer(bytes: &[u8], exact: &[u8]) -> LayerError {
    let (mut error, mut signal, mut most, mut count) = (0.0, 0.0, 0.0f64, 0usize);
    while let (Some(stored), Some(real)) = (value(Dtype::F32, bytes, count), value(Dtype::F32, exact, count)) {
        let far = stored - real;
        error += far * far;
        signal += real * real;
        most = most.max(far.abs());
        count += 1;
    }
    let mean = |sum: f64| (sum / count.max(1) as f64).sqrt();
    let (rms, size) = (mean(error), mean(signal));
    LayerError { rms, largest: most, relative: (size > 0.0).then(|| rms / size), ..LayerError::default() }
}

/// A program with these tensors as outputs.
fn session(mut program: Program, outputs: impl Iterator<Item = usize>, backend: Backend) -> Result<Session, Failed> {
    let entry = program.entry;
    program.outputs = outputs.map(|tensor| Port { name: tensor.to_string(), tensor }).collect();
    program.graphs[entry].outputs = program.outputs.iter().map(|port| port.tensor).collect();
    Session::prepare(program, backend).map_err(|error| failed(&error))
}

/// Integers that represent real numbers; biases too.
fn is_quantized(tensor: &Tensor) -> bool {
    tensor.quant.is_some()
        && matches!(tensor.dtype, Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::I32 | Dtype::I64 | Dtype::I4)
}

/// Real numbers in either form.
fn is_real(tensor: &Tensor) -> bool {
    tensor.dtype == Dtype::F32 || is_quantized(tensor)
}

/// The program with float32 instead of quantized tensors, and for each tensor the one that holds its values.
fn float_twin(program: &Program) -> Result<(Program, Vec<usize>), Failed> {
    let mut twin = program.clone();
    let entry = twin.entry;
    let graph = &mut twin.graphs[entry];
    let mut some = false;
    for tensor in &mut graph.tensors {
        if !is_quantized(tensor) {
            continue;
        }
        if tensor.dtype == Dtype::I4 {
            return Err(usage("run-quantization-packed", &[("name", tensor.name.clone())]));
        }
        some = true;
        if let Some(data) = &tensor.data {
            let data = data.read().map_err(|error| failed(&error))?;
            tensor.data = Some(Aligned::copy_of(&floats(tensor, data.bytes())).into());
        }
        tensor.dtype = Dtype::F32;
        tensor.quant = None;
    }
    if !some {
        return Err(Failed { not_applicable: true, ..usage("run-not-quantized", &[]) });
    }
    // Nodes that converted between quantized and real values have nothing left to do.
    let mut place: Vec<usize> = (0..graph.tensors.len()).collect();
    let mut nodes = Vec::new();
    for mut node in std::mem::take(&mut graph.nodes) {
        for input in node.inputs.iter_mut().flatten() {
            *input = place[*input];
        }
        let is_cast = matches!(node.op, OpKind::Builtin(Op::Quantize | Op::Dequantize));
        match (node.inputs.first(), node.outputs.first()) {
            (Some(Some(from)), Some(to)) if is_cast && graph.tensors[*from].dtype == Dtype::F32 => place[*to] = *from,
            _ => nodes.push(node),
        }
    }
    graph.nodes = nodes;
    Ok((twin, place))
}

/// The real numbers of a quantized tensor, as float32.
fn floats(tensor: &Tensor, bytes: &[u8]) -> Vec<u8> {
    let Some(Quant { scale, zero_point, axis }) = &tensor.quant else { return bytes.to_vec() };
    let inner: usize = tensor.shape.iter().skip(axis + 1).product();
    let mut out = Vec::with_capacity(bytes.len() * 4);
    let mut index = 0;
    while let Some(code) = value(tensor.dtype, bytes, index) {
        let slice = if scale.len() > 1 { index / inner.max(1) % scale.len() } else { 0 };
        let zero = zero_point.get(slice).or(zero_point.first()).copied().unwrap_or(0);
        out.extend((((code - f64::from(zero)) * f64::from(scale[slice])) as f32).to_le_bytes());
        index += 1;
    }
    out
}

// Natively only: files.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::bytes::{FileSource, Limits, SharedSource};
    use crate::engine::Entry;
    use crate::formats::tflite;
    use std::path::Path;
    use std::rc::Rc;

    fn program(file: &str) -> Program {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite/models").join(file);
        let source: SharedSource = Rc::new(FileSource::open(&path, file).unwrap());
        let model = tflite::read(&source, &Limits::default()).unwrap();
        Program::from_tflite(&model, &source, &Entry::Main, &Limits::default()).unwrap()
    }

    /// Counts the reported steps, and stops the run after some.
    struct Counted(usize);

    impl Watch for Counted {
        fn now(&mut self) -> f64 {
            0.0
        }

        fn step(&mut self, done: usize, total: usize) -> bool {
            self.0 += 1;
            assert!(done < total);
            self.0 < 100
        }
    }

    #[test]
    fn the_first_layer_is_within_a_step_and_no_layer_is_lost() {
        let program = program("mobilenet_v1_025_128_int8.tflite");
        let layers = quantization_error(&program, &[Input::Random(7)], &mut Counted(0)).unwrap();
        let graph = program.graph();
        let first = layers.iter().find(|layer| layer.op == "CONV_2D").unwrap();
        let tensor = graph.tensors[graph.nodes[first.node].outputs[0]].clone();
        let step = f64::from(tensor.quant.unwrap().scale());
        // Its inputs are the same real numbers: only the rounding of the result and of the multiplier remains.
        assert!(first.largest <= step, "{first:?}, step {step}");
        assert_eq!(first.steps, Some(first.largest / step));
        assert!(first.rms > 0.0);
        assert!(layers.iter().all(|layer| layer.relative.is_none_or(|relative| relative < 0.5)), "{layers:?}");
        assert_eq!(layers.len(), graph.nodes.len());
    }

    #[test]
    fn a_float_model_has_nothing_to_compare() {
        let error =
            quantization_error(&program("mobilenet_v1_025_128_float32.tflite"), &[], &mut Counted(0)).unwrap_err();
        assert_eq!(error.message.id, "run-not-quantized");
    }

    #[test]
    fn both_runs_tell_how_far_they_are_and_can_be_stopped() {
        let program = program("mobilenet_v1_025_128_int8.tflite");
        let mut watch = Counted(90 - program.graph().nodes.len());
        let error = quantization_error(&program, &[Input::Zeros], &mut watch).unwrap_err();
        assert_eq!((error.kind.word(), watch.0), ("cancelled", 100));
    }
}
