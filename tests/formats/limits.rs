//! Each limit stops a file, and the error names the limit; docs/limits.md is generated from the code.
//!
//! To write the page again: `VINTAGE_WRITE_DOCS=1 cargo nextest run --test formats limits`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits, MemorySource, SharedSource};
use vintage::cli::Words;
use vintage::report::open;
use vintage::report::schema::{ErrorInfo, Failure};
use vintage::services::values::OneValue;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn file(path: &str) -> Dropped {
    let name = path.rsplit('/').next().unwrap();
    let source: SharedSource = Rc::new(FileSource::open(&repository("tests").join(path), name).unwrap());
    Dropped { path: name.to_owned(), source }
}

fn text(name: &str, text: &str) -> Dropped {
    Dropped { path: name.to_owned(), source: MemorySource::shared(name, text.as_bytes()) }
}

/// All errors of files under limits, in their values too.
fn errors(dropped: Vec<Dropped>, limits: &Limits) -> Vec<ErrorInfo> {
    let opened = open(dropped, limits, &mut |_| ());
    let mut found = Vec::new();
    for (artifact, told) in opened.artifacts.iter().zip(&opened.report.artifacts) {
        found.extend(told.error.iter().chain(&told.problems).cloned());
        let values = told.variables.iter().filter_map(|variable| OneValue::new(artifact, &variable.name));
        found.extend(values.filter_map(|value| value.finish().error));
    }
    found
}

const MODEL: &str = "fixtures/tflite/models/lstm_fused_int8.tflite";
const PIECES: &str = "fixtures/checkpoints/partitioned_v1_tf115/model.ckpt-10";
const SNAPPY: &str = "fixtures/checkpoints/corrupt/index_snappy_ok/broken.index";

/// Name of a limit, a value that stops the file, the file, the expected error, and the figure it must name.
fn cases() -> Vec<(&'static str, u64, Dropped, &'static str, &'static str)> {
    let deep = format!("node {{ name: \"a\" attr {{ key: \"f\" {} }}", "value { func { attr { ".repeat(9));
    vec![
        ("structure_bytes", 100, file(MODEL), "structure-too-large", "100"),
        (
            "structure_bytes",
            64,
            text("a.pbtxt", &"node { name: \"abcdefgh\" op: \"NoOp\" }\n".repeat(9)),
            "structure-too-large",
            "64",
        ),
        ("list_len", 3, file(MODEL), "tflite-list-too-long", "3"),
        ("list_len", 3, file(SNAPPY), "list-too-long", "3"),
        ("depth", 4, text("a.pbtxt", &deep), "proto-too-deep", "4"),
        ("depth", 2, file("fixtures/graphdefs/frozen.pb"), "proto-too-deep", "2"),
        ("text_bytes", 2, file(MODEL), "tflite-text-too-long", "2"),
        (
            "text_bytes",
            5,
            text("a.pbtxt", "node { name: \"a\" op: \"NoOp\" } versions { producer: 21 }"),
            "text-proto-word-too-long",
            "5",
        ),
        ("inflated_bytes", 10, file(SNAPPY), "inflated-too-large", "10"),
        ("files", 1, file("fixtures/keras/cnn_keras2.keras"), "zip-too-many-files", "1"),
        ("archive_depth", 0, file("fixtures/keras/cnn_keras2.keras"), "archive-too-deep", "0"),
        ("value_bytes", 8, file(PIECES), "value-too-large", "8"),
    ]
}

#[test]
fn every_limit_stops_a_file_and_is_named_with_its_figure() {
    let words = Words::english();
    let mut seen = Vec::new();
    for (name, value, dropped, id, figure) in cases() {
        let shown = format!("{name} {value} {}", dropped.path);
        let sound = errors(vec![dropped.clone()], &Limits::default());
        assert!(
            sound.iter().all(|error| error.failure != Failure::OverLimit || error.detail.id == id),
            "{shown}: {sound:?}"
        );
        let mut limits = Limits::default();
        assert!(limits.set(name, value), "{shown}");
        let found = errors(vec![dropped], &limits);
        let error = found.iter().find(|error| error.detail.id == id);
        let error = error.unwrap_or_else(|| panic!("{shown}: {id} is not among {found:?}"));
        assert_eq!(error.failure, Failure::OverLimit, "{shown}");
        let said = words.message("error-", &error.detail);
        assert!(said.contains(figure), "{shown}: {said}");
        seen.push(name);
    }
    // Unpacking 64 MiB takes too long here: tests/artifact/archives.rs has it.
    seen.push("inflated_ratio");
    // No reader spends it: tests/cli/run.rs has it.
    seen.push("working_bytes");
    for (name, _) in Limits::default().all() {
        assert!(seen.contains(&name), "no file meets {name}");
    }
    assert!(!Limits::default().set("no_such_limit", 1));
}

#[test]
fn every_refusal_for_a_limit_says_which() {
    for folder in ["static/locales/en"] {
        let mut words = String::new();
        for entry in std::fs::read_dir(repository(folder)).unwrap() {
            words += &std::fs::read_to_string(entry.unwrap().path()).unwrap();
        }
        for id in over_limit_ids() {
            let line = words.lines().find(|line| line.starts_with(&format!("error-{id} =")));
            let line = line.unwrap_or_else(|| panic!("no words for {id}"));
            // Bounded by the size of the file, not by a setting.
            if id == "hdf5-too-much-metadata" {
                continue;
            }
            assert!(line.contains("$limit"), "{line}");
        }
    }
}

/// Ids of errors about a limit, from the source code.
fn over_limit_ids() -> Vec<String> {
    let (mut ids, mut todo) =
        (Vec::new(), vec![repository("src/formats"), repository("src/artifact"), repository("src/bytes")]);
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for rest in text.split("over_limit(\"").skip(1) {
            ids.push(rest.split('"').next().unwrap().to_owned());
        }
    }
    ids.sort();
    ids.dedup();
    assert!(ids.len() > 10, "{ids:?}");
    ids
}

/// The fields of the struct with their remarks, as the code has them.
fn remarks() -> Vec<(String, String)> {
    let code = std::fs::read_to_string(repository("src/bytes/limits.rs")).unwrap();
    let fields = code.split("pub struct Limits {").nth(1).unwrap().split("\n}").next().unwrap();
    let (mut found, mut remark) = (Vec::new(), String::new());
    for line in fields.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("/// ") {
            remark += if remark.is_empty() { "" } else { " " };
            remark += more;
        } else if let Some((name, _)) = line.strip_prefix("pub ").and_then(|field| field.split_once(':')) {
            found.push((name.to_owned(), std::mem::take(&mut remark)));
        }
    }
    found
}

/// A number grouped by thousands, and in binary units where it is a round one.
fn shown(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    match value {
        v if v >= 1 << 30 && v % (1 << 30) == 0 => format!("{grouped} ({} GiB)", v >> 30),
        v if v >= 1 << 20 && v % (1 << 20) == 0 => format!("{grouped} ({} MiB)", v >> 20),
        _ => grouped,
    }
}

fn page() -> String {
    let mut page = String::from(
        "# Limits of the readers\n\n\
         Made from the code by `VINTAGE_WRITE_DOCS=1 cargo nextest run --test formats limits`; do not edit.\n\n\
         A file may claim anything: lengths of 2⁶³, lists of a billion entries, archives that unpack to more than a disk\n\
         holds. Readers stay within these limits. A reader that would exceed one stops with the failure *over a limit*\n\
         (`over_limit` in JSON), names the limit and its value, and shows what it has read. The file itself may be intact.\n\n\
         The library takes them as `vintage::bytes::Limits`, the CLI as `--limit NAME=VALUE` (repeatable). The page uses the\n\
         defaults.\n\n\
         | Limit | Default | Bounds |\n|---|---:|---|\n",
    );
    let values = Limits::default().all();
    for (name, remark) in remarks() {
        let (_, value) =
            values.iter().find(|(known, _)| *known == name).unwrap_or_else(|| panic!("{name} cannot be set"));
        writeln!(page, "| `{name}` | {} | {remark} |", shown(*value)).unwrap();
    }
    page += "\nValues that are read for statistics and checksums have no limit: they are read in chunks of 1 MiB. Some\n\
             bounds are rules of a format, and a violation is damage: CRC32C and CRC-32 checksums, keys in\n\
             order and each once, offsets inside their file, tables and values that do not share bytes, text in UTF-8.\n\n\
             ## Error ids\n\n";
    for id in over_limit_ids() {
        writeln!(page, "- `{id}`").unwrap();
    }
    page
}

#[test]
fn the_page_about_limits_is_fresh() {
    let path = repository("docs/limits.md");
    let page = page();
    if std::env::var_os("VINTAGE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(std::fs::read_to_string(&path).is_ok_and(|old| old == page), "docs/limits.md is stale");
}
