//! Damaged on purpose: thousands of flipped bytes and cuts. No panic, no hang, and bounded results.

use crate::support::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;
use std::path::Path;
use std::time::{Duration, Instant};
use vintage::bytes::{Limits, MemorySource};
use vintage::formats::checkpoint::{Checkpoint, StateDocument};
use vintage::formats::graph_def::{GraphDocument, MetaGraph};
use vintage::formats::saved_model::{SavedModelDocument, SavedModelFiles};
use vintage::formats::sstable::{crc32c, mask};
use vintage::restore::ObjectGraph;

/// Small bounds, so that an unbounded allocation shows as a missing refusal.
fn limits() -> Limits {
    Limits {
        structure_bytes: 4 << 20,
        list_len: 20_000,
        value_bytes: 4 << 20,
        inflated_bytes: 4 << 20,
        ..Limits::default()
    }
}

/// One kind of damage to a file of any length.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    Insert(Index, u8),
    Change(Vec<(Index, Change)>),
}

/// The new value of a byte.
#[derive(Clone, Debug)]
enum Change {
    Flip(u8),
    Set(u8),
}

fn damages() -> impl Strategy<Value = Damage> {
    let change =
        prop_oneof![(0..8u8).prop_map(Change::Flip), Just(Change::Set(0xff)), any::<u8>().prop_map(Change::Set),];
    prop_oneof![
        1 => any::<Index>().prop_map(Damage::Cut),
        1 => any::<(Index, u8)>().prop_map(|(at, byte)| Damage::Insert(at, byte)),
        2 => vec((any::<Index>(), change), 1..5).prop_map(Damage::Change),
    ]
}

impl Damage {
    fn of(&self, bytes: &[u8]) -> Vec<u8> {
        let mut out = bytes.to_vec();
        match self {
            Self::Cut(at) => out.truncate(at.index(bytes.len())),
            Self::Insert(at, byte) => out.insert(at.index(bytes.len()), *byte),
            Self::Change(changes) => {
                for (at, change) in changes {
                    let byte = &mut out[at.index(bytes.len())];
                    *byte = match change {
                        Change::Flip(bit) => *byte ^ 1 << bit,
                        Change::Set(value) => *value,
                    };
                }
            }
        }
        out
    }
}

/// Runs `test` on many drawn values; none may take long.
fn each<S: Strategy>(what: &str, rounds: u32, values: &S, test: impl Fn(S::Value)) {
    let mut runner = TestRunner::new(ProptestConfig::with_cases(rounds));
    let done = runner.run(values, |value| {
        let start = Instant::now();
        test(value);
        prop_assert!(start.elapsed() < Duration::from_secs(5), "takes too long");
        Ok(())
    });
    done.unwrap_or_else(|e| panic!("{what}: {e}"));
}

/// Runs `read` on many damaged copies; the undamaged one must be fine, and no copy may take long.
fn hammer(path: &str, rounds: u32, read: impl Fn(Vec<u8>) -> bool) {
    let bytes = std::fs::read(fixtures().join(path)).unwrap();
    assert!(read(bytes.clone()), "{path} itself is not read");
    each(path, rounds, &damages(), |damage| {
        read(damage.of(&bytes));
    });
}

#[test]
fn graphs() {
    for path in ["graphdefs/frozen_tf1_1_0.pb", "graphdefs/control_inputs.pb", "public/graphdefs/tract/plus3.pb"] {
        hammer(path, 1500, |bytes| GraphDocument::open(&MemorySource::shared("g.pb", bytes), &limits()).is_ok());
    }
    for path in ["graphdefs/graph_tf1_1_0.pbtxt", "public/graphdefs/LiteRT/add.pbtxt"] {
        hammer(path, 1000, |bytes| {
            GraphDocument::open_text(&MemorySource::shared("g.pbtxt", bytes), &limits()).is_ok()
        });
    }
    let meta = "checkpoints/name_based_v2_tf11/model.ckpt-10.meta";
    hammer(meta, 300, |bytes| MetaGraph::open(&MemorySource::shared("m.meta", bytes), &limits()).is_ok());
}

#[test]
fn saved_models() {
    for path in ["savedmodels/functions/saved_model.pb", "savedmodels/builder_tf11/saved_model.pb"] {
        hammer(path, 500, |bytes| {
            let files = SavedModelFiles { binary: Some(MemorySource::shared("s.pb", bytes)), ..Default::default() };
            let opened = SavedModelDocument::open(files, &limits());
            if let Some(objects) = opened.as_ref().ok().and_then(SavedModelDocument::object_graph) {
                ObjectGraph::from_saved_model(objects, &limits());
            }
            opened.is_ok()
        });
    }
    hammer("savedmodels/builder_text_tf11/saved_model.pbtxt", 300, |bytes| {
        let files = SavedModelFiles { text: Some(MemorySource::shared("s.pbtxt", bytes)), ..Default::default() };
        SavedModelDocument::open(files, &limits()).is_ok()
    });
}

#[test]
fn state_files() {
    hammer("checkpoints/guide/tf_ckpts/checkpoint", 3000, |bytes| {
        StateDocument::open(&MemorySource::shared("checkpoint", bytes), &limits()).is_ok()
    });
}

/// Opens, lists, reads every value and the object graph.
fn read_all(checkpoint: vintage::bytes::Result<Checkpoint>) -> bool {
    let Ok(checkpoint) = checkpoint else { return false };
    for variable in checkpoint.variables() {
        let _ = checkpoint.read(&variable.name);
    }
    if let Ok(Some(graph)) = checkpoint.object_graph() {
        ObjectGraph::from_checkpoint(&graph, &limits());
    }
    true
}

fn open_index(bytes: Vec<u8>, prefix: &Path) -> bool {
    read_all(Checkpoint::open_v2(MemorySource::shared("c.index", bytes), shards(prefix), &limits()))
}

#[test]
fn checkpoints() {
    for stem in ["guide/tf_ckpts/ckpt-8", "dtypes/dtypes", "corrupt/index_snappy_ok/broken"] {
        let prefix = fixtures().join("checkpoints").join(stem);
        hammer(&format!("checkpoints/{stem}.index"), 300, |bytes| open_index(bytes, &prefix));
    }
    let index = fixtures().join("checkpoints/guide/tf_ckpts/ckpt-8.index");
    hammer("checkpoints/guide/tf_ckpts/ckpt-8.data-00000-of-00001", 300, |bytes| {
        let shard = MemorySource::shared("c.data-00000-of-00001", bytes);
        read_all(Checkpoint::open_v2(source(&index), vec![(0, shard)], &limits()))
    });
}

/// Damage with a correct checksum: the block is patched and its checksum recomputed, so that the damage reaches the
/// readers of entries, slices and messages.
#[test]
fn checkpoints_with_matching_checksums() {
    for (stem, v1) in [
        ("guide/tf_ckpts/ckpt-8.index", false),
        ("partitioned_tf215/model.ckpt-10.index", false),
        ("partitioned_v1_tf115/model.ckpt-10", true),
    ] {
        let path = fixtures().join("checkpoints").join(stem);
        let original = std::fs::read(&path).unwrap();
        let handles = vintage::formats::sstable::Table::open(source(&path), &Limits::default())
            .unwrap()
            .blocks()
            .collect::<Vec<_>>();
        let prefix = path.with_extension("");
        let changes = (any::<Index>(), vec(any::<(Index, u8)>(), 1..4));
        each(stem, 400, &changes, |(handle, changes)| {
            let mut bytes = original.clone();
            let handle = handle.get(&handles);
            let block = handle.offset as usize..(handle.offset + handle.size) as usize;
            for (at, byte) in changes {
                bytes[block.start + at.index(block.len())] = byte;
            }
            let sum = mask(crc32c(&bytes[block.start..=block.end])).to_le_bytes();
            bytes[block.end + 1..block.end + 5].copy_from_slice(&sum);
            if v1 {
                read_all(Checkpoint::open_v1(vec![MemorySource::shared("v1", bytes)], &limits()));
            } else {
                open_index(bytes, &prefix);
            }
        });
    }
}
