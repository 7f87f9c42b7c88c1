//! Bytes that are fetched until a picture of the answer (static/preview.js), on a page of its own and in an element, by kind of file.

use std::collections::BTreeMap;
use std::path::Path;

use super::{File, Sum, gzip, read};
use crate::Result;
use crate::build::dist::{address, files};
use crate::build::version;

/// Files that every picture needs, in English.
const FILES: [&str; 14] = [
    "static/element.js",
    "static/explorer.worker.js",
    "static/locales/en.early.ftl",
    "static/locales/languages.json",
    "static/preview.js",
    "static/readers.js",
    "static/sources.js",
    "static/texts.js",
    "static/unpack.js",
    "static/vendor/fluent-bundle.js",
    "static/workers.js",
    "wasm/unpack.wasm",
    "wasm/vintage-explorer.js",
    "wasm/vintage-explorer_bg.wasm.lzma",
];

/// A place for a picture.
struct Place {
    name: &'static str,
    /// Files beside [`FILES`].
    files: &'static [&'static str],
    /// Limits in KB, in the order of [`KINDS`].
    limits: [usize; 4],
}

const PLACES: [Place; 2] = [
    Place {
        name: "a page",
        files: &["index.html", "static/app.js", "static/first.js", "static/page.css", "static/style.css"],
        limits: [255, 330, 330, 330],
    },
    Place { name: "an element", files: &["static/vintage-explorer.js"], limits: [240, 330, 330, 330] },
];

/// The part of the reader that draws.
const DRAWS: &str = "picture";

/// Kinds of files, with the part that reads them.
const KINDS: [(&str, &str); 4] =
    [(".tflite", "tflite"), ("TensorFlow", "tensorflow"), ("checkpoint", "checkpoint"), ("Keras", "keras")];

/// The bytes for each place and kind. `found` are the measured files, `parts` those of each part.
pub fn sums(dist: &Path, found: &[File], parts: &[(&str, Vec<&str>)]) -> Result<Vec<Sum>> {
    let mut sizes = BTreeMap::new();
    for at in files(dist)? {
        let path = address(dist, &at);
        let path = version::plain(&path);
        let is_needed = |all: &[&str]| all.contains(&path);
        if is_needed(&FILES) || PLACES.iter().any(|place| is_needed(place.files)) {
            // The build's own come first; where others find one of them there is a line that leads to it.
            let size = gzip(&read(&at)?);
            sizes.entry(path.to_owned()).or_insert(size);
        }
    }
    let sum = |all: &[&str]| {
        let size = |file: &&str| {
            sizes
                .get(*file)
                .ok_or(format!("The build has no {file}, which a picture needs (xtask/src/build/size/early.rs)."))
        };
        all.iter().map(size).sum::<Result<usize>>()
    };
    let of = |part: &str| {
        let belongs = |file: &&File| {
            let name = file.path.rsplit('/').next().unwrap_or_default();
            parts.iter().any(|(known, files)| [part, DRAWS].contains(known) && files.contains(&name))
        };
        found.iter().filter(belongs).map(|file| file.gzip).sum::<usize>()
    };
    let always = sum(&FILES)?;
    let mut sums = Vec::new();
    for place in PLACES {
        let own = sum(place.files)?;
        let kinds = KINDS.iter().zip(place.limits);
        sums.extend(kinds.map(|((name, part), limit)| Sum {
            name: format!("{}'s picture: {name}", place.name),
            bytes: always + own + of(part),
            limit,
        }));
    }
    Ok(sums)
}
