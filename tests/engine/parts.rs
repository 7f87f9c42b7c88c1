//! Programs in partitions: with any cut, the partitions together compute the result of the complete program.

use crate::support::models;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::path::PathBuf;
use vintage::engine::check::without_dynamic_range;
use vintage::engine::parts::{LEAST_WORK, Parts, Target, cut};
use vintage::engine::program::{Dtype, Op};
use vintage::engine::{Backend, Entry, Hooks, Program, Session, fill};
use vintage::services::run::{self, OwnPieces, Piece, Value, Watch};

struct NoClock;

impl Watch for NoClock {
    fn now(&mut self) -> f64 {
        0.0
    }
}

/// Nodes whose results had another shape than the file states.
#[derive(Default)]
struct Shapes(Vec<(usize, Vec<usize>)>);

impl Hooks for Shapes {
    fn wants_results(&self) -> bool {
        true
    }
    fn result(&mut self, graph: usize, node: usize, _output: usize, shape: &[usize], _bytes: &[u8]) -> Option<Vec<u8>> {
        if graph == 0 {
            self.0.push((node, shape.to_vec()));
        }
        None
    }
}

fn inputs(program: &Program) -> Vec<Value> {
    let tensors = program.inputs.iter().map(|port| &program.graph().tensors[port.tensor]);
    let value = |(i, tensor): (usize, &vintage::engine::program::Tensor)| {
        let zeros = || vec![0; tensor.dtype.bytes(tensor.elements()).unwrap()];
        let bytes =
            if tensor.dtype == Dtype::F32 { fill::random(tensor.dtype, tensor.elements(), 7 + i as u64) } else { None };
        Value { shape: tensor.shape.clone(), bytes: bytes.unwrap_or_else(zeros) }
    };
    tensors.enumerate().map(value).collect()
}

/// Runs the parts, all of them on reference kernels.
fn run(program: &Program, parts: &Parts, inputs: &[Value]) -> Vec<Vec<u8>> {
    let graph = program.graph();
    let pieces: Vec<Piece> = parts.parts.iter().map(Piece::from).collect();
    let mut own = OwnPieces::prepare(program, &pieces, run::Backend::Reference).unwrap_or_else(|e| panic!("{e:?}"));
    let mut values: Vec<Option<Value>> = vec![None; graph.tensors.len()];
    for (port, value) in program.inputs.iter().zip(inputs) {
        values[port.tensor] = Some(value.clone());
    }
    for (at, piece) in pieces.iter().enumerate() {
        let given: Vec<&Value> = piece.inputs.iter().map(|&t| values[t].as_ref().expect("made before")).collect();
        let made = own.run(at, &given, &mut NoClock).unwrap_or_else(|e| panic!("{e:?}"));
        for (&t, value) in piece.outputs.iter().zip(made) {
            values[t] = Some(value);
        }
    }
    let constant = |t: usize| graph.tensors[t].data.as_ref().map(|data| data.read().unwrap().bytes().to_vec());
    let output = |t: usize| values[t].as_ref().map(|v| v.bytes.clone()).or_else(|| constant(t)).expect("given");
    program.outputs.iter().map(|port| output(port.tensor)).collect()
}

#[test]
fn parts_together_give_what_the_whole_gives() {
    let (cuts, with_state) = (Cell::new(0), Cell::new(0));
    let count = |of: &Cell<usize>, one: bool| of.set(of.get() + usize::from(one));
    for path in ["models", "ops"].into_iter().flat_map(models) {
        let Ok(program) = crate::support::open(&path, &Entry::Main) else { continue };
        let graph = program.graph();
        if graph.nodes.len() < 3 || graph.nodes.len() > 100 {
            continue;
        }
        // Parts on the reference kernels are the reference for a GPU, which does not round the operands of
        // dynamic-range nodes.
        let whole = without_dynamic_range(program.clone()).unwrap();
        let Ok(mut session) = Session::prepare(whole, Backend::Reference) else { continue };
        let inputs = inputs(&program);
        for (i, input) in inputs.iter().enumerate() {
            session.set_input(i, &input.bytes).unwrap();
        }
        let mut shapes = Shapes::default();
        if session.run(&mut shapes).is_err() {
            continue;
        }
        let wanted: Vec<Vec<u8>> = (0..program.outputs.len())
            .map(|i| match graph.tensors[program.outputs[i].tensor].dtype {
                Dtype::String => session.texts().pack(bytemuck::cast_slice(session.output(i).unwrap())),
                _ => session.output(i).unwrap().to_vec(),
            })
            .collect();
        let may = |n: usize| {
            let node = &graph.nodes[n];
            let floats = node.outputs.iter().all(|&t| graph.tensors[t].dtype == Dtype::F32);
            // On a real GPU such a node does not read its second operand.
            let reads_shape = matches!(node.op.builtin(), Some(Op::Reshape | Op::Squeeze | Op::ExpandDims))
                && node.inputs.iter().skip(1).flatten().any(|&t| graph.tensors[t].data.is_none());
            let fixed = |t: &usize| {
                let mut results = shapes.0.iter().filter(|(at, _)| *at == node.index).peekable();
                results.peek().is_none() || results.any(|(_, shape)| *shape == graph.tensors[*t].shape)
            };
            floats && !reads_shape && node.outputs.iter().all(fixed)
        };
        let chosen = vec(prop::bool::weighted(2.0 / 3.0), graph.nodes.len());
        let mut runner = TestRunner::new(ProptestConfig::with_cases(4));
        let agrees = runner.run(&chosen, |chosen| {
            let gpu: Vec<bool> = chosen.iter().enumerate().map(|(n, &chosen)| chosen && may(n)).collect();
            let parts = cut(&program, &gpu, 0);
            count(&cuts, parts.parts.len() > 1);
            count(&with_state, !parts.between.is_empty());
            prop_assert!(run(&program, &parts, &inputs) == wanted, "{:?}", parts);
            Ok(())
        });
        agrees.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    let (cuts, with_state) = (cuts.get(), with_state.get());
    println!("{cuts} cuts, {with_state} with state on both sides");
    assert!(cuts > 50, "{cuts} cuts");
    assert!(with_state > 0, "no model with state was cut");
}

/// The transformer's nodes with only its lookups on the CPU.
fn transformer(least: u64, refused: &[Op]) -> (Program, Parts) {
    let path = crate::support::root().join("models/transformer_float32.tflite");
    let program = crate::support::open(&path, &Entry::Main).unwrap();
    let takes = |op: Option<Op>| op.is_none_or(|op| !refused.contains(&op));
    let gpu: Vec<bool> = program.graph().nodes.iter().map(|node| takes(node.op.builtin())).collect();
    let parts = cut(&program, &gpu, least);
    (program, parts)
}

#[test]
fn a_part_that_is_most_of_the_work_stays_and_little_ones_go() {
    let (program, parts) = transformer(LEAST_WORK, &[Op::Gather]);
    let targets: Vec<Target> = parts.parts.iter().map(|part| part.target).collect();
    assert_eq!(targets, [Target::Cpu, Target::Gpu]);
    assert_eq!(parts.parts[0].nodes, [0]);
    assert_eq!(parts.parts[0].outputs, program.graph().nodes[0].outputs);
    assert!(parts.little.is_empty());
    // With its products on the CPU, no partition between them is worth a transfer.
    let (program, parts) = transformer(LEAST_WORK, &[Op::Gather, Op::BatchMatmul, Op::FullyConnected]);
    assert_eq!(parts.parts.len(), 1);
    assert_eq!(parts.parts[0].nodes.len(), program.graph().nodes.len());
    assert!(parts.little.len() > 20);
    let (_, parts) = transformer(0, &[Op::Gather, Op::BatchMatmul, Op::FullyConnected]);
    assert!(parts.parts.len() > 10 && parts.little.is_empty());
}

#[test]
fn models_whose_results_depend_on_earlier_invocations_are_known() {
    let keeps = |name: &str| {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite").join(name);
        crate::support::open(&path, &Entry::Main).expect(name).keeps_state()
    };
    for name in ["models/lstm_fused_float32.tflite", "ops/random_uniform.tflite"] {
        assert!(keeps(name), "{name}");
    }
    for name in ["models/mobilenet_v1_025_128_float32.tflite", "models/gru_while_float32.tflite"] {
        assert!(!keeps(name), "{name}");
    }
}
