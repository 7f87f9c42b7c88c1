//! Tests that opening files on a fresh page works, whatever their content: the forecast [`crate::artifact::needs`]
//! covers every part that opening enters, and a part that it missed is fetched before the answer.

use super::open::{Opened, open};
use crate::artifact::{Dropped, needs};
use crate::bytes::{Limits, MemorySource, Source};
use crate::chunks::testing::{block_on, cold, entered};
use crate::chunks::{NotLoaded, Part, complete};
use std::path::Path;

/// Names that decide how content is read, and some that do not.
const NAMES: [&str; 22] = [
    "x.tflite",
    "x.lite",
    "x.pb",
    "x.pbtxt",
    "x.meta",
    "x.index",
    "x.data-00000-of-00001",
    "x.ckpt",
    "x.h5",
    "x.hdf5",
    "x.weights.h5",
    "x.keras",
    "x.zip",
    "x.tar.gz",
    "x.pbmm",
    "x.json",
    "README.md",
    "checkpoint",
    "x",
    "saved_model.pb",
    "m/saved_model.pbtxt",
    "m/saved_model.cpb",
];

/// Fixtures, one of every format.
const FIXTURES: [&str; 14] = [
    "tflite/ops/add_0.tflite",
    "graphdefs/frozen.pb",
    "graphdefs/frozen.pbtxt",
    "checkpoints/guide/tf_ckpts/ckpt-8.index",
    "checkpoints/guide/tf_ckpts/ckpt-8.data-00000-of-00001",
    "checkpoints/guide/tf_ckpts/checkpoint",
    "keras/cnn_keras3.weights.h5",
    "keras/cnn_keras3.keras",
    "chunked/snappy/saved_model.cpb",
    "events/events.out.tfevents.v1_graph",
    "events/events.out.tfevents.v2_scalars",
    "savedmodels/functions/saved_model.pb",
    "savedmodels/functions/variables/variables.index",
    "public/savedmodels/serving/saved_model_half_plus_two_2_versions/00000123/saved_model.pb",
];

/// Content of every kind: all formats, complete and cut off, other programs' files, and empty ones.
fn contents() -> Vec<(String, Vec<u8>)> {
    let mut all: Vec<(String, Vec<u8>)> = [
        ("empty", &b""[..]),
        ("zeros", &[0; 16]),
        ("text", b"hello\n"),
        ("json", b"{\"a\": 1}"),
        ("html", b"<!DOCTYPE html><html><title>404</title></html>"),
        ("lfs", b"version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 12\n"),
        ("jpeg", b"\xff\xd8\xff\xe0\0\x10JFIF\0"),
        ("random", b"\x91\x02\xf3\x74\x15\x96\xd7\x08\x99\x1a\x8b\x0c"),
        ("gzip", b"\x1f\x8b\x08\0\0\0\0\0\0\x03"),
        ("zip", b"PK\x03\x04\x14\0\0\0"),
        ("riegeli", b"\x83\xaf\x70\xd1\x0d\x88\x4a\x3f\0\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0"),
    ]
    .map(|(name, bytes)| (name.to_owned(), bytes.to_vec()))
    .into();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    for fixture in FIXTURES {
        let bytes = bytes_of(&root.join(fixture));
        all.push((format!("half of {fixture}"), bytes[..bytes.len() / 2].to_vec()));
        all.push((fixture.to_owned(), bytes));
    }
    all
}

fn bytes_of(path: &Path) -> Vec<u8> {
    let source = crate::bytes::FileSource::open(path, "fixture").unwrap_or_else(|error| panic!("{error}"));
    let mut bytes = vec![0; source.len() as usize];
    source.read_at(0, &mut bytes).unwrap();
    bytes
}

fn dropped(path: &str, bytes: &[u8]) -> Vec<Dropped> {
    vec![Dropped { path: path.to_owned(), source: MemorySource::shared(path.to_owned(), bytes.to_vec()) }]
}

fn opened(dropped: &[Dropped]) -> Opened {
    open(dropped.to_vec(), &Limits::default(), &mut |_| {})
}

/// The chunk of a part, as the functions that are cut out name it.
fn chunk(part: Part) -> &'static str {
    match part {
        Part::Forms => "forms",
        Part::Chunked => "chunked",
        Part::Tflite => "tflite",
        Part::Keras => "keras",
        Part::Tensorflow => "tensorflow",
        Part::Checkpoint => "checkpoint",
    }
}

#[test]
fn the_forecast_covers_every_part_that_opening_enters() {
    let mut seen = std::collections::BTreeSet::new();
    for (content, bytes) in contents() {
        for name in NAMES {
            let files = dropped(name, &bytes);
            let forecast: Vec<_> = needs(&files).into_iter().map(chunk).collect();
            let entered = entered(|| drop(opened(&files)));
            for chunk in &entered {
                assert!(forecast.contains(chunk), "{content} as {name} enters {chunk}; forecast: {forecast:?}");
            }
            seen.extend(entered);
        }
    }
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        ["checkpoint", "chunked", "forms", "keras", "tensorflow", "tflite"]
    );
}

#[test]
fn files_that_need_nothing_fetch_nothing() {
    assert!(needs(&dropped("x.tflite", b"")).is_empty());
    let model = bytes_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/tflite/ops/add_0.tflite"));
    assert_eq!(needs(&dropped("x.tflite", &model)).into_iter().collect::<Vec<_>>(), [Part::Tflite]);
}

#[test]
fn a_part_that_was_not_forecast_is_fetched_and_the_answer_is_the_same() {
    for (content, bytes) in contents() {
        for name in ["x.tflite", "x.h5", "x.meta", "x.zip", "m/saved_model.pb", "m/saved_model.pbtxt", "x"] {
            let files = dropped(name, &bytes);
            let warm = opened(&files).report;
            cold(usize::MAX);
            let fetched = block_on(complete(|| Ok(opened(&files).report)));
            assert_eq!(fetched, Ok(warm), "{content} as {name}");
            crate::chunks::testing::warm();
        }
    }
}

#[test]
fn a_part_that_does_not_come_is_an_answer() {
    let bytes = &contents().into_iter().find(|(name, _)| name == FIXTURES[0]).unwrap().1;
    cold(1);
    let answer = block_on(complete(|| Ok(opened(&dropped("x.tflite", bytes)).report)));
    crate::chunks::testing::warm();
    assert_eq!(answer, Err(NotLoaded));
}
