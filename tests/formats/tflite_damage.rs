//! Damaged models: never a panic, never a hang, always a reason with its position, and the readable rest.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use vintage::artifact::{Dropped, Kind, group};
use vintage::bytes::{Failure, Limits, MemorySource, SharedSource, Source};
use vintage::formats::tflite::{self, Model};

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)).unwrap()
}

fn read(bytes: Vec<u8>) -> vintage::bytes::Result<Model> {
    tflite::read(&MemorySource::shared("model.tflite", bytes), &Limits::default())
}

/// One kind of damage to a file of any length.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    /// An offset or a length with an extreme value.
    Extreme(Index, Extreme),
    /// Sixteen bytes of one position over those of another one.
    Copy(Index, Index),
    /// Flipped bits.
    Flip(Vec<(Index, u8)>),
}

#[derive(Clone, Debug)]
enum Extreme {
    Number(u32),
    Length,
}

fn damages() -> impl Strategy<Value = Damage> {
    let numbers = [u32::MAX, 0x7fff_ffff, 0x8000_0000, 0, 1].map(Extreme::Number);
    let extreme = prop::sample::select([numbers.as_slice(), &[Extreme::Length]].concat());
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), extreme).prop_map(|(at, extreme)| Damage::Extreme(at, extreme)),
        any::<(Index, Index)>().prop_map(|(from, to)| Damage::Copy(from, to)),
        vec((any::<Index>(), 0..8u8), 1..10).prop_map(Damage::Flip),
    ]
}

impl Damage {
    fn of(&self, sound: &[u8]) -> Vec<u8> {
        let mut broken = sound.to_vec();
        match self {
            Self::Cut(at) => broken.truncate(at.index(sound.len())),
            Self::Extreme(at, extreme) => {
                let at = at.index(sound.len() - 4) & !3;
                let number = match extreme {
                    Extreme::Number(number) => *number,
                    Extreme::Length => sound.len() as u32,
                };
                broken[at..at + 4].copy_from_slice(&number.to_le_bytes());
            }
            Self::Copy(from, to) => {
                let (from, to) = (from.index(sound.len() - 16), to.index(sound.len() - 16));
                broken.copy_within(from..from + 16, to);
            }
            Self::Flip(bits) => bits.iter().for_each(|(at, bit)| broken[at.index(sound.len())] ^= 1 << bit),
        }
        broken
    }
}

#[test]
fn flipped_cut_and_repeated_bytes_never_panic() {
    let fixtures = [
        "tflite/ops/while.tflite",
        "tflite/models/signatures.tflite",
        "tflite/ops_direct/lstm_projection.tflite",
        "public/tflite/LiteRT/blockwise_quantized.tflite",
    ];
    let (readable, damaged) = (Cell::new(0), Cell::new(0));
    for fixture in fixtures {
        let sound = bytes(fixture);
        let mut runner = TestRunner::new(ProptestConfig::with_cases(1500));
        let done = runner.run(&damages(), |damage| {
            match read(damage.of(&sound)) {
                Ok(model) => {
                    let _ = tflite::validate(&model);
                    readable.set(readable.get() + 1);
                    damaged.set(damaged.get() + usize::from(!model.damage.is_empty()));
                    prop_assert!(model.damage.iter().all(|e| !e.at.field.is_empty() || e.at.range.is_some()));
                }
                Err(error) => prop_assert!(error.at.range.is_some(), "{error}"),
            }
            Ok(())
        });
        done.unwrap_or_else(|e| panic!("{fixture}: {e}"));
    }
    let (readable, damaged) = (readable.get(), damaged.get());
    assert!(readable > 1000 && damaged > 500, "{readable} readable, {damaged} damaged");
}

#[test]
fn shared_tables_that_unfold_to_a_huge_tree_are_cut_off() {
    // A model whose list of subgraphs names one subgraph 60000 times, which names one tensor 60000 times.
    let count = 60_000u32;
    let mut out = vec![0u8; 8];
    out[4..8].copy_from_slice(b"TFL3");
    let u32_at = |out: &mut Vec<u8>, v: u32| out.extend(v.to_le_bytes());
    // Tables have one field in slot 4 (subgraph: tensors) or slot 8 (model: subgraphs); the tensor has none.
    let mut table = |slots: &[u16]| {
        let vtable = out.len() as i32;
        let len = 4 + 2 * slots.len() as u16;
        out.extend(len.to_le_bytes());
        out.extend(8u16.to_le_bytes());
        for slot in slots {
            out.extend(slot.to_le_bytes());
        }
        while !out.len().is_multiple_of(4) {
            out.push(0);
        }
        let at = out.len();
        let back = at as i32 - vtable;
        out.extend(back.to_le_bytes());
        out.extend([0; 4]);
        at
    };
    let model = table(&[0, 0, 4]);
    let subgraph = table(&[4]);
    let tensor = table(&[]);
    let mut list = |owner: usize, target: usize| {
        let at = out.len();
        let offset = (at - (owner + 4)) as u32;
        out[owner + 4..owner + 8].copy_from_slice(&offset.to_le_bytes());
        u32_at(&mut out, count);
        for _ in 0..count {
            // Offsets count forward only, so wrapping ones refer to earlier tables.
            let from = out.len() as u32;
            u32_at(&mut out, (target as u32).wrapping_sub(from));
        }
    };
    list(model, subgraph);
    list(subgraph, tensor);
    out[0..4].copy_from_slice(&(model as u32).to_le_bytes());
    let limits = Limits { list_len: 100_000, ..Limits::default() };
    let started = std::time::Instant::now();
    let read = tflite::read(&MemorySource::shared("bomb", out), &limits).unwrap();
    assert!(read.verification.is_some());
    assert!(!read.damage.is_empty());
    assert!(started.elapsed().as_secs() < 20);
}

/// A model with gigabytes behind it, as files with weights outside the flatbuffer have; counts what is read.
struct Long {
    name: Arc<str>,
    model: Vec<u8>,
    read: Rc<Cell<u64>>,
}

impl Source for Long {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        5 << 30
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> vintage::bytes::Result<()> {
        self.read.set(self.read.get() + buf.len() as u64);
        for (at, byte) in (offset..).zip(buf) {
            *byte = usize::try_from(at).ok().and_then(|at| self.model.get(at)).copied().unwrap_or(0);
        }
        Ok(())
    }
}

#[test]
fn what_stands_behind_the_flatbuffer_is_not_read() {
    let read = Rc::new(Cell::new(0));
    let model = bytes("tflite/ops/while.tflite");
    let source: SharedSource = Rc::new(Long { name: "long".into(), model, read: read.clone() });
    let model = tflite::read(&source, &Limits::default()).unwrap();
    assert!(model.verification.is_none() && model.damage.is_empty());
    assert_eq!((model.subgraphs.len(), model.file_len), (3, 5 << 30));
    assert!(read.get() < 70 << 20, "{} bytes were read", read.get());
}

#[test]
fn a_truncated_model_tells_where_and_gives_back_what_is_left() {
    let mut cut = bytes("tflite/models/mobilenet_v2_035_224_float32.tflite");
    let whole = read(cut.clone()).unwrap();
    cut.truncate(cut.len() * 9 / 10);
    let model = read(cut).unwrap();
    assert!(model.verification.is_some());
    assert!(!model.damage.is_empty());
    assert!(model.damage.iter().all(|e| e.failure == Failure::Malformed && !e.at.field.is_empty()));
    // Buffers keep their indices: references to them stay valid.
    assert_eq!(model.buffers.len(), whole.buffers.len());
    assert_eq!(model.schema_version, 3);
}

#[test]
fn every_corrupt_fixture_says_what_and_where() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite/corrupt");
    let mut seen = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "tflite") {
            continue;
        }
        let golden: serde_json::Value =
            serde_json::from_slice(&std::fs::read(path.with_extension("golden.json")).unwrap()).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = MemorySource::shared(name.as_str(), std::fs::read(&path).unwrap());
        let artifacts = group(vec![Dropped { path: name.clone(), source }], &Limits::default());
        // Plain text and empty files are identified as such, with any file name.
        let foreign = ["text_instead.tflite", "empty.tflite"].contains(&name.as_str());
        let kind = if foreign { Kind::Unknown } else { Kind::Tflite };
        assert_eq!((artifacts.len(), artifacts[0].kind), (1, kind), "{name}");
        if golden["load"]["message"].as_str().is_some_and(|m| m.contains("not a valid Flatbuffer")) {
            let error = artifacts[0].error.as_ref().unwrap_or_else(|| panic!("{name} reads without an error"));
            assert!(error.at.range.is_some() || !error.at.field.is_empty(), "{name}: {error}");
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
}
