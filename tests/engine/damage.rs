//! Damaged one-operator models: for any file, the engine answers with a result or an error, in bounded time.
//!
//! `VINTAGE_ROUNDS=1000 cargo nextest run --test engine damage` looks longer.

use crate::support::models;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestRunner};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::engine::{Backend, Crew, Entry, Program, Registry, Session};
use vintage::formats::tflite;

/// Bytes that a tensor may take, so that damage causes no long runs.
const MEMORY: usize = 1 << 14;
/// Longest run that passes, in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// Edge cases.
const EDGES: [i64; 14] =
    [0, 1, -1, 2, 3, 7, 127, -128, 255, 65_535, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

/// Another value for a number of a file of any length: its position, the value and its width.
type Change = (Index, i64, usize);

fn changes() -> impl Strategy<Value = Vec<Change>> {
    vec((any::<Index>(), select(EDGES.to_vec()), select(vec![1, 4, 4, 8])), 1..4)
}

fn damaged(whole: &[u8], changes: &[Change]) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    for (at, value, width) in changes {
        let at = at.index(bytes.len() - 8) / width * width;
        bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..*width]);
    }
    bytes
}

/// Reads, prepares and runs, on zeros and on ones.
fn run(bytes: Vec<u8>, backend: Backend) -> Option<()> {
    let limits = Limits::default();
    let source: SharedSource = MemorySource::shared("damaged.tflite".to_owned(), bytes);
    let model = tflite::read(&source, &limits).ok()?;
    let program = Program::from_tflite(&model, &source, &Entry::Main, &limits).ok()?;
    let mut session = Session::prepare_with(program, Registry::standard(), backend, MEMORY, Crew::default()).ok()?;
    session.run(&mut ()).ok()?;
    for i in 0..session.inputs().count() {
        let size = session.inputs().nth(i).map(|p| p.dtype.bytes(p.shape.iter().product()).unwrap_or(0))?;
        let _ = session.set_input(i, &vec![1; size]);
    }
    session.run(&mut ()).ok()
}

/// The models of a folder, but for loops: a damaged one may run for any number of rounds.
fn without_loops(folder: &str) -> Vec<PathBuf> {
    let mut models = models(folder);
    models.retain(|path| !path.file_name().unwrap().to_str().unwrap().starts_with("while"));
    models
}

fn survives(path: &Path, rounds: u32, seed: u64) -> Option<String> {
    let whole = std::fs::read(path).unwrap();
    let backends = select(vec![Backend::Reference, Backend::Reference, Backend::Reference, Backend::Simd]);
    let config = ProptestConfig { rng_seed: RngSeed::Fixed(seed), ..ProptestConfig::with_cases(rounds) };
    let done = TestRunner::new(config).run(&(changes(), backends), |(changes, backend)| {
        let start = Instant::now();
        run(damaged(&whole, &changes), backend);
        prop_assert!(start.elapsed() < LONGEST, "{:?}", start.elapsed());
        Ok(())
    });
    done.err().map(|why| format!("{}: {why}", path.display()))
}

/// Checks the models of a folder, each damaged differently.
fn folder(name: &str, usual: u32) {
    let rounds = std::env::var("VINTAGE_ROUNDS").ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
    let models = without_loops(name);
    assert!(models.len() > 40, "{} models", models.len());
    let wrong: Vec<String> = (0..).zip(&models).filter_map(|(i, path)| survives(path, rounds, i)).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} models: {}",
        wrong.len(),
        models.len(),
        wrong[..wrong.len().min(40)].join("\n")
    );
}

#[test]
fn damaged_recorded_models() {
    folder("recorded", 30);
}

#[test]
fn damaged_models_of_ops() {
    folder("ops", 6);
}

#[test]
fn damaged_models_written_by_hand() {
    folder("ops_direct", 20);
}
