//! GPU kernels against the reference kernels, by check mode: single ops of the fixtures, and random sizes of those ops that
//! have no plain loop in loops.rs.

use crate::cases;
use crate::support::device;
use std::collections::BTreeSet;
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::engine::gpu::block_on;
use vintage::engine::{Entry, Program};
use vintage::formats::tflite;
use vintage::services::run::schema::{Failed, FailedKind, Ran};
use vintage::services::run::{Backend, Input, Options, Runner, Watch};

struct NoClock;

impl Watch for NoClock {
    fn now(&mut self) -> f64 {
        0.0
    }
}

/// Both precisions, or the one that this machine's adapter has.
fn precisions() -> Vec<bool> {
    let all = device().map_or_else(Vec::new, |device| if device.info().half { vec![false, true] } else { vec![false] });
    if all == [false] {
        println!("SKIPPED: float16, since this adapter has no shader-f16");
    }
    all
}

/// Runs a program on the GPU as far as supported, checked.
fn checked(program: Program, half: bool) -> Result<Ran, Failed> {
    let inputs = vec![Input::Random(11); program.inputs.len()];
    let options = Options { check: true, half, least_work: 0, ..Options::default() };
    block_on(async {
        let mut runner = Runner::prepare_with(program, Backend::Gpu, &options, None).await?;
        Ok(runner.run(&inputs, 1, &mut NoClock).await?.0)
    })
}

#[test]
fn the_ops_of_the_fixtures_agree_with_the_reference() {
    precisions().into_iter().for_each(fixtures_agree);
}

fn fixtures_agree(half: bool) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/tflite/ops");
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "tflite"));
    paths.sort();
    let (mut on_gpu, mut compared, mut wrong) = (BTreeSet::new(), 0, Vec::new());
    for path in &paths {
        let limits = Limits::default();
        let bytes = std::fs::read(path).unwrap();
        let source: SharedSource = std::rc::Rc::new(MemorySource::new("model.tflite", bytes));
        let Ok(model) = tflite::read(&source, &limits) else { continue };
        let Ok(program) = Program::from_tflite(&model, &source, &Entry::Main, &limits) else { continue };
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let graph = program.graph().clone();
        match checked(program, half) {
            Ok(ran) => {
                let check = ran.check.unwrap();
                compared += check.ops;
                if let Some(first) = check.first {
                    wrong.push(format!("{name}: {first:?}"));
                }
                let nodes = ran.parts.iter().filter(|part| part.backend == Backend::Gpu).flat_map(|part| &part.nodes);
                on_gpu.extend(nodes.map(|&n| graph.nodes[n].op.name()));
            }
            // Not supported on the GPU, or with inputs without valid random values.
            Err(failed) => {
                assert!(
                    failed.can_fall_back || matches!(failed.kind, FailedKind::Usage | FailedKind::Run),
                    "{name}: {failed:?}"
                )
            }
        }
    }
    println!("float16 {half}: {compared} ops of {} models compared: {on_gpu:?}", paths.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(on_gpu.len() >= 45, "only {} operators: {on_gpu:?}", on_gpu.len());
}

#[test]
fn ops_of_random_sizes_agree_with_the_reference() {
    for (half, (what, program)) in
        precisions().into_iter().flat_map(|half| cases::all().into_iter().map(move |c| (half, c)))
    {
        let ran = checked(program, half).unwrap_or_else(|e| panic!("{what}: {e:?}"));
        assert_eq!(ran.precision.map(|precision| precision.word()), Some(if half { "float16" } else { "float32" }));
        assert!(ran.parts.iter().all(|part| part.backend == Backend::Gpu), "{what}: {:?}", ran.parts);
        let check = ran.check.unwrap();
        assert!(check.ops > 0 && check.differing == 0, "{what}, float16 {half}: {check:?}");
    }
}
