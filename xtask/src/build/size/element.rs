//! Bytes that an element fetches until the picture of its answer (static/preview.js), by kind of file.

use std::path::Path;

use super::{File, KB, gzip, read};
use crate::Result;
use crate::build::dist::{address, files};
use crate::build::version;

/// Files that every picture needs, in English.
const FILES: [&str; 14] = [
    "static/element.js",
    "static/explorer.worker.js",
    "static/locales/en.picture.ftl",
    "static/locales/languages.json",
    "static/preview.js",
    "static/readers.js",
    "static/sources.js",
    "static/unpack.js",
    "static/vendor/fluent-bundle.js",
    "static/vintage-explorer.js",
    "static/workers.js",
    "wasm/unpack.wasm",
    "wasm/vintage-explorer.js",
    "wasm/vintage-explorer_bg.wasm.lzma",
];

/// The part of the reader that draws.
const DRAWS: &str = "picture";

/// A kind of file: its name, the part that reads it, and the limit in KB.
const KINDS: [(&str, &str, usize); 4] = [
    (".tflite", "tflite", 240),
    ("TensorFlow", "tensorflow", 330),
    ("checkpoint", "checkpoint", 330),
    ("Keras", "keras", 330),
];

/// The bytes for a kind of file.
pub struct Sum {
    pub name: &'static str,
    pub bytes: usize,
    pub limit: usize,
}

impl Sum {
    /// Whether they are over the limit.
    pub fn is_over(&self) -> bool {
        self.bytes > self.limit * KB
    }
}

/// The bytes for each kind. `found` are the measured files, `parts` those of each part.
pub fn sums(dist: &Path, found: &[File], parts: &[(&str, Vec<&str>)]) -> Result<Vec<Sum>> {
    // A file that keeps its address may be in the build's folder as well.
    let mut bytes = [None; FILES.len()];
    for at in files(dist)? {
        let path = address(dist, &at);
        if let Some(known) = FILES.iter().position(|file| *file == version::plain(&path)) {
            bytes[known] = Some(gzip(&read(&at)?));
        }
    }
    if let Some((file, _)) = FILES.iter().zip(&bytes).find(|(_, bytes)| bytes.is_none()) {
        return Err(format!("The build has no {file}, which an element needs (xtask/src/build/size/element.rs)."));
    }
    let always: usize = bytes.iter().flatten().sum();
    let of = |part: &'static str| {
        let belongs = |file: &&File| {
            let name = file.path.rsplit('/').next().unwrap_or_default();
            parts.iter().any(|(known, files)| [part, DRAWS].contains(known) && files.contains(&name))
        };
        found.iter().filter(belongs).map(|file| file.gzip).sum::<usize>()
    };
    Ok(KINDS.map(|(name, part, limit)| Sum { name, bytes: always + of(part), limit }).into())
}
