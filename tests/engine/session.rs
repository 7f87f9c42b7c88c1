//! Sessions: refusals before a run, resizing, state, canceling, profiles, time per inference.

use crate::support::{open, root};
use vintage::engine::{Backend, Clock, Entry, ErrorKind, Hooks, Session, fill};

fn random_inputs(session: &mut Session, seed: u64) {
    let values: Vec<Vec<u8>> =
        session.inputs().map(|p| fill::random(p.dtype, p.shape.iter().product(), seed).unwrap()).collect();
    values.iter().enumerate().for_each(|(i, v)| session.set_input(i, v).unwrap());
}

#[test]
fn nodes_without_a_kernel_are_listed_before_anything_runs() {
    let program = open(&root().join("models/custom_op.tflite"), &Entry::Main).unwrap();
    let error = Session::prepare(program, Backend::Simd).err().unwrap();
    assert_eq!(error.kind, ErrorKind::Unsupported);
    let list: Vec<(&str, &str)> = error.unsupported.iter().map(|u| (u.node.op.as_str(), &*u.reason.id)).collect();
    assert_eq!(list, [("MatrixInverse", "engine-custom-op")]);
    let program = open(&root().join("ops_direct/add_version_99.tflite"), &Entry::Main).unwrap();
    let error = Session::prepare(program, Backend::Simd).err().unwrap();
    assert_eq!((&*error.unsupported[0].reason.id, error.unsupported[0].version), ("engine-op-version", 99));
}

#[test]
fn what_a_node_keeps_begins_anew_with_other_shapes() {
    let program = open(&root().join("recorded/signal_spectral_subtraction_free.tflite"), &Entry::Main).unwrap();
    let mut session = Session::prepare(program, Backend::Simd).unwrap();
    let run = |session: &mut Session| {
        random_inputs(session, 7);
        session.run(&mut ()).unwrap();
        session.output(1).unwrap().to_vec()
    };
    let first = run(&mut session);
    assert_ne!(run(&mut session), first);
    session.resize_input(0, &[6]).unwrap();
    assert_eq!(run(&mut session).len(), 6 * 4);
    session.resize_input(0, &[10]).unwrap();
    assert_eq!(run(&mut session), first);
}

#[test]
fn a_part_is_not_written_into_the_callers_input() {
    let program = open(&root().join("ops_direct/dynamic_update_slice.tflite"), &Entry::Main).unwrap();
    let mut session = Session::prepare(program, Backend::Simd).unwrap();
    random_inputs(&mut session, 5);
    let input = |session: &mut Session| {
        let (mut bytes, len) = (Vec::new(), session.output(0).unwrap().len());
        session.write_input(0, len, &mut |input| bytes.extend_from_slice(input)).unwrap();
        bytes
    };
    let given = input(&mut session);
    session.run(&mut ()).unwrap();
    assert_ne!(session.output(0).unwrap(), given);
    assert_eq!(input(&mut session), given);
}

#[test]
fn an_entry_that_is_not_there_is_the_callers_mistake() {
    let path = root().join("models/signatures.tflite");
    let error = open(&path, &Entry::Signature("nobody".into())).err().unwrap();
    assert_eq!((error.kind, error.id()), (ErrorKind::Usage, "engine-no-such-signature"));
    let program = open(&path, &Entry::Signature("decode".into())).unwrap();
    let names = |ports: &[vintage::engine::program::Port]| ports.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&program.inputs), ["code", "gain"]);
    let mut outputs = names(&program.outputs);
    outputs.sort();
    assert_eq!(outputs, ["norm", "x"]);
    assert_eq!(program.input_position("gain"), Some(1));
    assert_eq!(program.input_position("0"), Some(0));
}

#[test]
fn signatures_give_the_recorded_values() {
    let path = root().join("models/signatures.tflite");
    let golden: serde_json::Value =
        serde_json::from_slice(&std::fs::read(path.with_extension("golden.json")).unwrap()).unwrap();
    for (key, run) in golden["signature_runs"].as_object().unwrap() {
        let mut session =
            Session::prepare(open(&path, &Entry::Signature(key.clone())).unwrap(), Backend::Simd).unwrap();
        let flat = |v: &serde_json::Value| -> Vec<f32> {
            let list = v["values"].as_array().cloned().unwrap_or_else(|| vec![v["values"].clone()]);
            list.iter().map(|v| v.as_f64().unwrap() as f32).collect()
        };
        for (name, value) in run["inputs"].as_object().unwrap() {
            let bytes: Vec<u8> = flat(value).iter().flat_map(|v| v.to_le_bytes()).collect();
            let i = session.program().input_position(name).unwrap();
            session.set_input(i, &bytes).unwrap();
        }
        session.run(&mut ()).unwrap();
        for (name, value) in run["outputs"].as_object().unwrap() {
            let i = session.program().output_position(name).unwrap();
            let got = session.output(i).unwrap().chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap()));
            for (got, wanted) in got.zip(flat(value)) {
                assert!((got - wanted).abs() < 1e-4 * (1.0 + wanted.abs()), "{key} {name}: {got} for {wanted}");
            }
        }
    }
}

#[test]
fn a_larger_batch_is_the_same_as_one_by_one() {
    let path = root().join("ops/dyn_conv.tflite");
    let one = |values: &[u8], shape: Vec<usize>| {
        let mut session = Session::prepare(open(&path, &Entry::Main).unwrap(), Backend::Simd).unwrap();
        session.resize_input(0, &shape).unwrap();
        session.set_input(0, values).unwrap();
        session.run(&mut ()).unwrap();
        session.output(0).unwrap().to_vec()
    };
    let session = Session::prepare(open(&path, &Entry::Main).unwrap(), Backend::Simd).unwrap();
    let mut shape = session.inputs().next().unwrap().shape.to_vec();
    shape[0] = 3;
    let n: usize = shape[1..].iter().product();
    let values = fill::random(vintage::engine::program::Dtype::F32, 3 * n, 5).unwrap();
    let together = one(&values, shape.clone());
    shape[0] = 1;
    let apart: Vec<u8> = values.chunks_exact(n * 4).flat_map(|v| one(v, shape.clone())).collect();
    assert_eq!(together, apart);
}

#[test]
fn a_run_can_be_stopped_and_reports_progress() {
    struct Stop(usize);
    impl Hooks for Stop {
        fn step(&mut self, done: usize, total: usize) -> bool {
            assert!(done < total);
            self.0 = done;
            done < 5
        }
    }
    let program = open(&root().join("models/mobilenet_v1_025_128_float32.tflite"), &Entry::Main).unwrap();
    let mut session = Session::prepare(program, Backend::Simd).unwrap();
    let mut stop = Stop(0);
    assert_eq!(session.run(&mut stop).unwrap_err().kind, ErrorKind::Cancelled);
    assert_eq!(stop.0, 5);
    session.run(&mut ()).unwrap();
}

#[test]
fn wrong_sizes_are_refused() {
    let program = open(&root().join("models/mobilenet_v1_025_128_int8.tflite"), &Entry::Main).unwrap();
    let mut session = Session::prepare(program, Backend::Simd).unwrap();
    assert_eq!(session.set_input(0, &[0; 3]).unwrap_err().id(), "engine-input-size");
    assert_eq!(session.set_input(9, &[]).unwrap_err().id(), "engine-no-such-input");
    // A shape that the model cannot take leaves the session as it was.
    assert!(session.resize_input(0, &[1, 0, 0, 5]).is_err());
    random_inputs(&mut session, 1);
    session.run(&mut ()).unwrap();
}

#[test]
fn the_profile_names_every_node_with_its_time() {
    let program = open(&root().join("models/mobilenet_v2_035_224_int8.tflite"), &Entry::Main).unwrap();
    let mut session = Session::prepare(program, Backend::Simd).unwrap();
    random_inputs(&mut session, 3);
    session.run(&mut Clock::default()).unwrap();
    let profile = session.profile();
    assert!(profile.iter().all(|n| n.calls == 1 && n.seconds >= 0.0));
    assert!(profile.iter().filter(|n| n.op == "CONV_2D").all(|n| n.kernel == "simd"));
    session.clear_profile();
    assert!(session.profile().iter().all(|n| n.calls == 0));
}

/// Time per inference: `cargo test --release --test engine session -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement, not a check"]
fn time_per_inference() {
    let names = ["mobilenet_v1_025_128", "mobilenet_v2_035_224", "efficientnet_lite_like_96", "segmentation_64"];
    for name in names {
        for kind in ["float32", "int8"] {
            let path = root().join(format!("models/{name}_{kind}.tflite"));
            let start = std::time::Instant::now();
            let mut session = Session::prepare(open(&path, &Entry::Main).unwrap(), Backend::Simd).unwrap();
            let prepared = start.elapsed();
            random_inputs(&mut session, 1);
            let mut times: Vec<f64> = (0..30)
                .map(|_| {
                    let start = std::time::Instant::now();
                    session.run(&mut ()).unwrap();
                    start.elapsed().as_secs_f64() * 1e3
                })
                .collect();
            times.sort_by(f64::total_cmp);
            let memory = session.working_bytes() / 1024;
            println!("{name}_{kind}: prepared in {prepared:.1?}, median {:.2} ms, {memory} KiB", times[15]);
            session.clear_profile();
            session.run(&mut Clock::default()).unwrap();
            let mut profile = session.profile();
            profile.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
            for n in profile.iter().take(4) {
                println!("  {:8.3} ms  {} {} ({})", n.seconds * 1e3, n.node, n.op, n.kernel);
            }
        }
    }
}

#[test]
fn an_endless_loop_can_be_cancelled_and_reports_its_rounds() {
    /// Stops in the middle of a round.
    struct Patience {
        asked: usize,
        rounds: u64,
    }
    impl Hooks for Patience {
        fn step(&mut self, done: usize, total: usize) -> bool {
            assert_eq!((done, total), (0, 1));
            self.asked += 1;
            self.asked < 1_000
        }
        fn round(&mut self, rounds: u64) {
            self.rounds = rounds;
        }
    }
    for backend in [Backend::Reference, Backend::Simd] {
        let program = open(&root().join("endless/while_true.tflite"), &Entry::Main).unwrap();
        let mut session = Session::prepare(program, backend).unwrap();
        // Twice: an aborted run can start again.
        for _ in 0..2 {
            let mut patience = Patience { asked: 0, rounds: 0 };
            let error = session.run(&mut patience).unwrap_err();
            assert_eq!((error.kind, error.id()), (ErrorKind::Cancelled, "engine-cancelled"));
            // Before the loop, and in each round: before it, in the condition, in the body.
            assert_eq!((patience.asked, patience.rounds), (1_000, 332));
        }
    }
}
