//! Damaged one-operator models: for any file, the engine answers with a result or an error, in bounded time.
//!
//! `VINTAGE_ROUNDS=1000 cargo nextest run --test engine damage` looks longer.

use crate::support::root;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vintage::bytes::{Limits, MemorySource, SharedSource};
use vintage::engine::{Backend, Entry, Program, Registry, Session};
use vintage::formats::tflite;

/// Bytes that a tensor may take, so that damage causes no long runs.
const MEMORY: usize = 1 << 14;
/// Longest run that passes, in a debug build on a busy machine.
const LONGEST: Duration = Duration::from_secs(20);

/// Numbers that are easily forgotten.
const EDGES: [i64; 14] =
    [0, 1, -1, 2, 3, 7, 127, -128, 255, 65_535, i32::MAX as i64, i32::MIN as i64, i64::MAX, i64::MIN];

struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

/// Up to three places get another value.
fn damage(bytes: &mut [u8], chance: &mut Chance) {
    for _ in 0..=chance.below(3) {
        let value = EDGES[chance.below(EDGES.len())].to_le_bytes();
        let width = [1, 4, 4, 8][chance.below(4)];
        let at = chance.below(bytes.len() - 8) / width * width;
        bytes[at..at + width].copy_from_slice(&value[..width]);
    }
}

/// Reads, prepares and runs, on zeros and on ones.
fn run(bytes: Vec<u8>, backend: Backend) -> Option<()> {
    let limits = Limits::default();
    let source: SharedSource = MemorySource::shared("damaged.tflite".to_owned(), bytes);
    let model = tflite::read(&source, &limits).ok()?;
    let program = Program::from_tflite(&model, &*source, &Entry::Main, &limits).ok()?;
    let mut session = Session::prepare_with(program, Registry::standard(), backend, MEMORY).ok()?;
    session.run(&mut ()).ok()?;
    for i in 0..session.inputs().count() {
        let size = session.inputs().nth(i).map(|p| p.dtype.bytes(p.shape.iter().product()).unwrap_or(0))?;
        let _ = session.set_input(i, &vec![1; size]);
    }
    session.run(&mut ()).ok()
}

fn models(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    // A damaged loop may run for any number of rounds.
    let loops = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with("while");
    let mut files: Vec<PathBuf> =
        files.filter(|path| path.extension().is_some_and(|e| e == "tflite") && !loops(path)).collect();
    files.sort();
    files
}

fn survives(path: &Path, rounds: usize, seed: u64) -> Vec<String> {
    let whole = std::fs::read(path).unwrap();
    let name = path.file_name().unwrap().to_str().unwrap();
    let mut wrong = Vec::new();
    for round in 0..rounds {
        let mut chance = Chance(seed ^ (round as u64) << 20);
        chance.below(2);
        let mut bytes = whole.clone();
        damage(&mut bytes, &mut chance);
        let backend = if round % 4 == 0 { Backend::Simd } else { Backend::Reference };
        let start = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| run(bytes, backend))).is_err() {
            wrong.push(format!("{name} round {round} {backend:?}: panic"));
        }
        if start.elapsed() > LONGEST {
            wrong.push(format!("{name} round {round} {backend:?}: {:?}", start.elapsed()));
        }
    }
    wrong
}

/// Checks the models of a folder, each with damage of its own.
fn folder(name: &str, usual: usize) {
    let rounds = std::env::var("VINTAGE_ROUNDS").ok().and_then(|v| v.parse().ok()).unwrap_or(usual);
    let models = models(name);
    assert!(models.len() > 40, "{} models", models.len());
    let wrong: Vec<String> = (0..).zip(&models).flat_map(|(i, path)| survives(path, rounds, i)).collect();
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), models.len() * rounds, &wrong[..wrong.len().min(40)]);
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
