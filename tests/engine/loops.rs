//! Loops that write a row of a tensor in each round: they do so in place where every row is one of the tensor's, and give what the plain
//! kernels give.

use crate::support::{open, root};
use vintage::engine::data::Aligned;
use vintage::engine::program::{Op, OpKind};
use vintage::engine::{Backend, Clock, Entry, Program, Session, fill};

/// The body of the loop, and its condition.
const COND: usize = 1;
const BODY: usize = 2;

/// A layer that returns a row for each step of its input.
fn sequences() -> Program {
    open(&root().join("models/rnn_sequences_while_float32.tflite"), &Entry::Main).unwrap()
}

/// The results of three runs with other inputs, or the error, and how often a SLICE of the body has run.
fn run(program: Program, backend: Backend) -> (Result<Vec<u8>, String>, u64) {
    let mut session = Session::prepare(program, backend).unwrap();
    let (dtype, count) = session.inputs().next().map(|port| (port.dtype, port.shape.iter().product())).unwrap();
    let results = (0..3).map(|seed| {
        session.set_input(0, &fill::random(dtype, count, seed).unwrap()).unwrap();
        session.run(&mut Clock::default()).map_err(|error| error.id().to_owned())?;
        Ok(session.output(0).unwrap().to_vec())
    });
    let results: Result<Vec<Vec<u8>>, String> = results.collect();
    let slices = session.profile().into_iter().filter(|node| node.graph == BODY && node.op == "SLICE");
    (results.map(|results| results.concat()), slices.map(|node| node.calls).sum())
}

/// Both backends agree, and the fast one takes slices as the plain one does or not.
#[track_caller]
fn agree(change: impl Fn(&mut Program), takes_slices: bool) {
    let [fast, plain] = [Backend::Simd, Backend::Reference].map(|backend| {
        let mut program = sequences();
        change(&mut program);
        run(program, backend)
    });
    if takes_slices {
        assert_eq!(fast.1, plain.1);
    } else {
        assert!(fast.1 == 0 && plain.1 > 0);
    }
    match (fast.0, plain.0) {
        (Ok(fast), Ok(plain)) => {
            let floats = |bytes: &[u8]| -> Vec<f32> {
                bytes.as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
            };
            let pairs = floats(&fast).into_iter().zip(floats(&plain));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-5));
        }
        (fast, plain) => assert_eq!(fast, plain),
    }
}

/// The operator of a node of the condition or the body.
fn op(program: &mut Program, graph: usize, node: usize) -> &mut OpKind {
    &mut program.graphs[graph].nodes[node].op
}

/// Another number in place of a constant of one.
fn set(program: &mut Program, graph: usize, tensor: usize, value: i32) {
    program.graphs[graph].tensors[tensor].data = Some(Aligned::copy_of(&value.to_le_bytes()).into());
}

#[test]
fn a_row_is_written_where_the_tensor_lies() {
    agree(|_| {}, false);
}

#[test]
fn rows_that_something_else_needs_are_taken() {
    let slices = |program: &Program| -> Vec<usize> {
        let nodes = program.graphs[BODY].nodes.iter().filter(|node| node.op.builtin() == Some(Op::Slice));
        nodes.map(|node| node.outputs[0]).collect()
    };
    for slice in [0, 1] {
        let reads = |program: &mut Program| {
            let t = slices(program)[slice];
            let body = &mut program.graphs[BODY];
            let shape = body.nodes.iter().rfind(|node| node.op.builtin() == Some(Op::Reshape)).unwrap().clone();
            let (mut reader, mut result) = (shape, body.tensors[t].clone());
            reader.op = OpKind::Builtin(Op::Abs);
            reader.params = vintage::engine::program::Params::None;
            result.name = "another".into();
            body.tensors.push(result);
            (reader.inputs, reader.outputs) = (vec![Some(t)], vec![body.tensors.len() - 1]);
            body.nodes.push(reader);
        };
        agree(reads, true);
    }
}

#[test]
fn loops_that_may_leave_the_tensor_are_run_as_they_are() {
    // One round more than the tensor has rows, which the plain kernels refuse.
    let one_more = |program: &mut Program| {
        for node in [0, 1] {
            *op(program, COND, node) = OpKind::Builtin(Op::LessEqual);
        }
    };
    agree(one_more, true);
    // A condition that would be true for more rounds than the tensor has rows.
    let limit = |program: &Program| program.graphs[COND].nodes[1].inputs[1].unwrap();
    let rows = limit(&sequences());
    agree(|program| set(program, COND, rows, 1000), true);
    // Fewer rounds are as good as all.
    agree(|program| set(program, COND, rows, 3), false);
    // The number of the row begins below zero, or grows by two.
    let begins = |program: &mut Program| {
        let node = program.graphs[0].nodes.iter().find(|node| node.op.builtin() == Some(Op::While)).unwrap();
        let first = node.inputs[1].unwrap();
        set(program, 0, first, -1);
    };
    agree(begins, true);
    let grows = |program: &mut Program| {
        let one = program.graphs[BODY].nodes[1].inputs[1].unwrap();
        set(program, BODY, one, 2);
    };
    agree(grows, true);
}

#[test]
fn a_condition_of_many_others_is_read_once() {
    // Each is true if the one before is, twice: as many paths as 2 to the power of 64.
    let deep = |program: &mut Program| {
        let cond = &mut program.graphs[COND];
        for _ in 0..64 {
            let (mut node, last) = (cond.nodes[2].clone(), cond.outputs[0]);
            cond.tensors.push(cond.tensors[last].clone());
            (node.inputs, node.outputs) = (vec![Some(last); 2], vec![cond.tensors.len() - 1]);
            cond.outputs.clone_from(&node.outputs);
            cond.nodes.push(node);
        }
    };
    agree(deep, false);
}
