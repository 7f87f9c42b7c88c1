//! Finding fixtures and opening them.

use serde_json::Value;
use std::path::{Path, PathBuf};
use vintage::bytes::{FileSource, Limits, Result, SharedSource};
use vintage::formats::checkpoint::{Checkpoint, TableForm, probe};
use vintage::formats::proto::tensorflow::VersionDef;
use vintage::formats::saved_model::SavedModelFiles;

pub fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Every file below `folder` with this ending, in path order.
pub fn files_below(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                todo.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

pub fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

pub fn source(path: &Path) -> SharedSource {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    std::rc::Rc::new(FileSource::open(path, name).unwrap())
}

/// Files beside `prefix` whose names continue with `infix`.
pub fn beside(prefix: &Path, infix: &str) -> Vec<PathBuf> {
    let start = format!("{}{infix}", prefix.file_name().unwrap().to_string_lossy());
    let Ok(folder) = std::fs::read_dir(prefix.parent().unwrap()) else { return Vec::new() };
    let mut found: Vec<_> = folder
        .map(|e| e.unwrap().path())
        .filter(|p| p.file_name().unwrap().to_string_lossy().starts_with(&start))
        .collect();
    found.sort();
    found
}

/// Shards of a V2 checkpoint by number.
pub fn shards(prefix: &Path) -> Vec<(u32, SharedSource)> {
    let number = |p: &Path| -> u32 {
        let name = p.to_string_lossy().into_owned();
        name.rsplit_once(".data-").unwrap().1[..5].parse().unwrap()
    };
    beside(prefix, ".data-").iter().map(|p| (number(p), source(p))).collect()
}

/// Opens the checkpoint with that prefix, of either form; `None` without a table.
pub fn open_checkpoint(prefix: &Path) -> Option<Result<Checkpoint>> {
    let limits = Limits::default();
    let index = prefix.with_file_name(format!("{}.index", prefix.file_name().unwrap().to_string_lossy()));
    if index.exists() {
        return Some(Checkpoint::open_v2(source(&index), shards(prefix), &limits));
    }
    let mut files = beside(prefix, "-0");
    if prefix.is_file() {
        files = vec![prefix.to_owned()];
    }
    let files: Vec<_> = files.iter().map(|p| source(p)).collect();
    let first = files.first()?;
    assert_eq!(probe(first, &limits).unwrap(), TableForm::V1);
    Some(Checkpoint::open_v1(files, &limits))
}

/// The files of a SavedModel folder.
pub fn saved_model_files(folder: &Path) -> SavedModelFiles {
    let at = |name: &str| Some(folder.join(name)).filter(|p| p.exists()).map(|p| source(&p));
    let variables = folder.join("variables/variables");
    let v1 = beside(&variables, "").into_iter().filter(|p| {
        let name = p.file_name().unwrap().to_string_lossy().into_owned();
        name == "variables" || name.starts_with("variables-0")
    });
    SavedModelFiles {
        binary: at("saved_model.pb"),
        text: at("saved_model.pbtxt"),
        chunked: at("saved_model.cpb"),
        fingerprint: at("fingerprint.pb"),
        keras_metadata: at("keras_metadata.pb"),
        variables_index: at("variables/variables.index"),
        variables_shards: shards(&variables),
        variables_v1: v1.map(|p| source(&p)).collect(),
        assets: Vec::new(),
        whole: true,
    }
}

/// The rule by which a reader with version `consumer` (and no lower bound for producers) accepts data.
pub fn versions_accept(versions: &VersionDef, consumer: i32) -> bool {
    versions.min_consumer <= consumer && !versions.bad_consumers.contains(&consumer)
}

pub fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or("")
}

/// A number of the goldens, where `nan`, `inf` and `-inf` are strings.
pub fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("nan") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(other) => panic!("not a number: {other}"),
        None => value.as_f64().unwrap_or_else(|| panic!("not a number: {value}")),
    }
}

/// Equal, or within `tolerance` of the larger one.
pub fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

/// Bytes from base64 (the goldens' own alphabet, with padding).
pub fn base64(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for byte in text.bytes().filter(|b| *b != b'=') {
        bits = bits << 6 | ALPHABET.iter().position(|a| *a == byte).unwrap() as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            out.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    out
}

/// A key or string of the goldens: text, or base64 if it is not UTF-8.
pub fn golden_bytes(value: &Value) -> Vec<u8> {
    match value.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => base64(text(value, "base64")),
    }
}
