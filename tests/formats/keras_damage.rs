//! Keras and HDF5 files that are damaged or hostile: always an answer, within a second, and within bounds.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use vintage::bytes::{Limits, MemorySource, Result};
use vintage::formats::hdf5::{File, Tree};
use vintage::formats::keras::{KerasDocument, Value};

/// Damaged copies of each file.
const ROUNDS: u32 = 400;

fn limits() -> Limits {
    Limits { structure_bytes: 64 << 20, value_bytes: 64 << 20, text_bytes: 1 << 20, ..Limits::default() }
}

fn files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["tests/fixtures/keras", "tests/fixtures/keras/layouts"] {
        let all = fs::read_dir(folder).expect("the fixtures").map(|entry| entry.expect("an entry").path());
        files.extend(all.filter(|path| path.extension().is_some_and(|e| e == "h5")));
    }
    files.sort();
    assert!(files.len() >= 11);
    files
}

/// Everything that is read of HDF5: the tree, all attributes, all values.
fn read(bytes: &[u8]) -> Result<Tree> {
    let source = MemorySource::shared("damaged.h5", bytes);
    let file = File::open(&source, &limits())?;
    let tree = file.tree()?;
    for object in &tree.objects {
        for attribute in &object.attributes {
            let _ = attribute.texts(&file);
        }
    }
    for (_, dataset) in tree.datasets() {
        if let Ok(value) = file.value(dataset) {
            let _ = (value.first(8), value.sum());
        }
    }
    let _ = KerasDocument::open_hdf5(&source, &limits());
    Ok(tree)
}

fn within_a_second<T>(what: &dyn Fn() -> String, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let done = work();
    assert!(start.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 4 } else { 1 }), "{}", what());
    done
}

/// One kind of damage to a file of any length.
#[derive(Clone, Debug)]
enum Damage {
    Cut(Index),
    /// Flipped bits.
    Flip(Vec<(Index, u8)>),
    /// Extreme numbers as lengths, counts and addresses: a position, a value and its width.
    Extreme(Index, u64, usize),
    /// A piece of the file over another one, as long as the number: structures in wrong positions.
    Copy(Index, Index, usize),
}

fn damages() -> impl Strategy<Value = Damage> {
    let (values, widths) = (select(vec![0, 1 << 31, 1 << 62, u64::MAX]), select(vec![1, 2, 4, 8]));
    prop_oneof![
        any::<Index>().prop_map(Damage::Cut),
        vec((any::<Index>(), 0..8u8), 1..5).prop_map(Damage::Flip),
        (any::<Index>(), values, widths).prop_map(|(at, value, width)| Damage::Extreme(at, value, width)),
        (any::<(Index, Index)>(), 1..=64usize).prop_map(|((from, to), len)| Damage::Copy(from, to, len)),
    ]
}

impl Damage {
    fn of(&self, whole: &[u8]) -> Vec<u8> {
        let mut bytes = whole.to_vec();
        match self {
            Self::Cut(at) => bytes.truncate(at.index(whole.len())),
            Self::Flip(bits) => bits.iter().for_each(|(at, bit)| bytes[at.index(whole.len())] ^= 1 << bit),
            Self::Extreme(at, value, width) => {
                let at = at.index(whole.len() - 8);
                bytes[at..at + width].copy_from_slice(&value.to_le_bytes()[..*width]);
            }
            Self::Copy(from, to, len) => {
                let (from, to) = (from.index(whole.len() - len), to.index(whole.len() - len));
                bytes.copy_within(from..from + len, to);
            }
        }
        bytes
    }
}

#[test]
fn flipped_cut_and_extreme_bytes_get_an_answer() {
    for path in files() {
        let whole = fs::read(&path).expect("a fixture");
        let mut runner = TestRunner::new(ProptestConfig::with_cases(ROUNDS));
        let done = runner.run(&damages(), |damage| {
            let bytes = damage.of(&whole);
            let _ = within_a_second(&|| "a damaged file".into(), || read(&bytes));
            Ok(())
        });
        done.unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
}

fn oldest() -> Vec<u8> {
    fs::read("tests/fixtures/keras/layouts/oldest.h5").expect("a fixture")
}

fn places(bytes: &[u8], wanted: &[u8]) -> Vec<usize> {
    (0..bytes.len() - wanted.len()).filter(|at| bytes[*at..].starts_with(wanted)).collect()
}

#[test]
fn a_group_that_holds_its_parents_ends() {
    // The fixture itself: `/a/b/c/back` is the root.
    let tree = within_a_second(&|| "a ring".into(), || read(&oldest()).expect("a root"));
    assert!(tree.problems.is_empty());
    assert!(tree.objects.iter().all(|object| !object.path.contains("/back")));
}

#[test]
fn a_tree_that_contains_itself_is_reported() {
    let mut bytes = oldest();
    let inner = places(&bytes, b"TREE").into_iter().find(|at| bytes[at + 5] > 0).expect("a tree with levels");
    // Signature, type, level, count, two neighbors; a key, then the first child.
    let key = if bytes[inner + 4] == 0 { 8 } else { 8 + 8 * 2 };
    let child = inner + 24 + key;
    bytes[child..child + 8].copy_from_slice(&(inner as u64).to_le_bytes());
    // Equal levels already show it: a child must be one lower.
    within_a_second(&|| "a tree in itself".into(), || {
        let source = MemorySource::shared("ring.h5", bytes);
        let file = File::open(&source, &limits()).expect("a superblock");
        let tree = file.tree().expect("a root");
        let refused = tree.datasets().filter(|(_, dataset)| file.value(dataset).is_err()).count();
        assert_eq!(refused + tree.problems.len(), 1);
    });
}

#[test]
fn shapes_that_no_file_can_hold_are_over_limit() {
    let whole = oldest();
    // 13 by 11 is the shape of the chunked data sets; the first 8 bytes of each become 2^40.
    let shape: Vec<u8> = [13u64, 11].iter().flat_map(|n| n.to_le_bytes()).collect();
    let found = places(&whole, &shape);
    assert!(found.len() > 5);
    for at in found {
        let mut bytes = whole.clone();
        bytes[at..at + 8].copy_from_slice(&(1u64 << 40).to_le_bytes());
        within_a_second(&|| format!("a shape at {at}"), || {
            let source = MemorySource::shared("huge.h5", bytes.as_slice());
            let file = File::open(&source, &limits()).expect("a superblock");
            let tree = file.tree().expect("a root");
            let huge = tree.datasets().find(|(_, dataset)| dataset.space.dims().first() == Some(&(1 << 40)));
            if let Some((_, dataset)) = huge {
                assert_eq!(file.value(dataset).unwrap_err().id(), "hdf5-value-too-large");
            }
        });
    }
}

#[test]
fn a_small_file_cannot_claim_a_large_value() {
    // Below the limit on values, but more than the existing chunks could unpack to.
    let mut bytes = oldest();
    let shape: Vec<u8> = [9u64, 9].iter().flat_map(|n| n.to_le_bytes()).collect();
    let at = places(&bytes, &shape)[0];
    bytes[at..at + 8].copy_from_slice(&(14u64 << 20).to_le_bytes());
    let source = MemorySource::shared("sparse.h5", bytes.as_slice());
    let roomy = Limits { value_bytes: 1 << 40, ..Limits::default() };
    let file = File::open(&source, &roomy).expect("a superblock");
    let tree = file.tree().expect("a root");
    let (_, dataset) = tree.datasets().find(|(object, _)| object.path == "/chunks/sparse").expect("the data set");
    assert_eq!(file.value(dataset).unwrap_err().id(), "hdf5-value-too-large");
}

#[test]
fn texts_of_4_gib_are_refused() {
    let whole = oldest();
    let source = MemorySource::shared("x.h5", whole.as_slice());
    let file = File::open(&source, &limits()).expect("a superblock");
    let tree = file.tree().expect("a root");
    let (_, dataset) = tree.datasets().find(|(object, _)| object.path == "/types/texts").expect("the data set");
    assert!(file.value(dataset).is_ok());
    // References to texts: a length of 3 (`one`), then the address of the heap.
    let heap = places(&whole, b"GCOL");
    let mut refused = 0;
    for heap in heap {
        let reference: Vec<u8> = [3u32.to_le_bytes().to_vec(), (heap as u64).to_le_bytes().to_vec()].concat();
        for at in places(&whole, &reference) {
            let mut bytes = whole.clone();
            bytes[at..at + 4].fill(0xff);
            let source = MemorySource::shared("x.h5", bytes.as_slice());
            let file = File::open(&source, &limits()).expect("a superblock");
            let tree = file.tree().expect("a root");
            let (_, dataset) = tree.datasets().find(|(object, _)| object.path == "/types/texts").expect("the data set");
            refused += usize::from(file.value(dataset).is_err_and(|error| error.id() == "hdf5-text-too-long"));
        }
    }
    assert_eq!(refused, 1);
}

#[test]
fn a_flipped_byte_under_a_checksum_is_noticed() {
    let whole = fs::read("tests/fixtures/keras/layouts/newest.h5").expect("a fixture");
    // Inside the root's header, which has its own checksum.
    let header = places(&whole, b"OHDR")[0];
    let mut bytes = whole;
    bytes[header + 20] ^= 1;
    assert_eq!(read(&bytes).unwrap_err().id(), "hdf5-checksum");
}

#[test]
fn damaged_configurations_leave_the_weights() {
    let path = Path::new("tests/fixtures/keras/cnn_keras3.h5");
    let mut bytes = fs::read(path).expect("a fixture");
    let at = places(&bytes, br#""class_name": "Sequential""#)[0];
    bytes[at] = b'X';
    let source = MemorySource::shared("x.h5", bytes.as_slice());
    let document = KerasDocument::open_hdf5(&source, &limits()).expect("HDF5");
    assert_eq!(document.problems[0].id(), "keras-json-damaged");
    assert!(document.model.is_none() && document.weights.len() == 10);
}

#[test]
fn configurations_nested_without_end_are_refused() {
    let deep = format!("{}1{}", r#"{"config":"#.repeat(200_000), "}".repeat(200_000));
    assert!(within_a_second(&|| "depth".into(), || Value::parse(&deep)).is_err());
}

#[test]
fn a_hundred_thousand_layers_are_assessed_quickly() {
    // Each of a different class, each an input: no code may scan all of them for each.
    let layers: Vec<String> =
        (0..100_000).map(|i| format!(r#"{{"class_name":"A{i}","name":"l{i}","config":{{"k{i}":1}}}}"#)).collect();
    let inputs: Vec<String> = (0..100_000).map(|i| format!(r#"["l{i}",0,0]"#)).collect();
    let config = format!(
        r#"{{"class_name":"Functional","config":{{"layers":[{}],"input_layers":[{}]}}}}"#,
        layers.join(","),
        inputs.join(",")
    );
    let zip = zipped(&[("config.json", config.as_bytes()), ("metadata.json", b"{}")]);
    let source = MemorySource::shared("many.keras", zip);
    let dropped = vec![vintage::artifact::Dropped { path: "many.keras".into(), source }];
    let start = Instant::now();
    let opened = vintage::report::open(dropped, &Limits::default(), &mut |_| {});
    assert!(start.elapsed() < Duration::from_secs(if cfg!(debug_assertions) { 15 } else { 4 }));
    assert_eq!(opened.report.artifacts[0].graphs[0].nodes, 100_000);
    assert!(opened.report.artifacts[0].requirements.len() < 600);
}

/// An archive of stored members.
fn zipped(members: &[(&str, &[u8])]) -> Vec<u8> {
    let crc = |bytes: &[u8]| {
        !bytes.iter().fold(!0u32, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 })
        })
    };
    let (mut out, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut common = vec![0u8; 10];
        common.extend(crc(bytes).to_le_bytes());
        common.extend((bytes.len() as u32).to_le_bytes());
        common.extend((bytes.len() as u32).to_le_bytes());
        common.extend((name.len() as u32).to_le_bytes());
        directory.extend(b"PK\x01\x02\0\0");
        directory.extend(&common);
        directory.extend([0; 10]);
        directory.extend((out.len() as u32).to_le_bytes());
        directory.extend(name.as_bytes());
        out.extend(b"PK\x03\x04");
        out.extend(&common);
        out.extend(name.as_bytes());
        out.extend(*bytes);
    }
    let at = out.len() as u32;
    out.extend(&directory);
    out.extend(b"PK\x05\x06\0\0\0\0");
    out.extend((members.len() as u16).to_le_bytes());
    out.extend((members.len() as u16).to_le_bytes());
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(at.to_le_bytes());
    out.extend([0, 0]);
    out
}
