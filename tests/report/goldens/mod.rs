//! Every fixture with a golden: TensorFlow's facts about it, and the output of `vintage inspect --json --values
//! --details`, fact by fact. One table per kind; the printed JSON is compared.

mod checkpoints;
mod graph_defs;
mod saved_models;
mod tflite;

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::report::{self, details::Extent};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// Every file below `folder` with this ending, in path order.
fn files_below(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut todo = vec![fixtures().join(folder)];
    while let Some(folder) = todo.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
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

fn golden(path: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// The JSON of the first artifact of these files, each under a display path.
fn inspected(files: &[(PathBuf, String)], values: bool) -> Value {
    let dropped = files.iter().map(|(path, shown)| Dropped {
        path: shown.clone(),
        source: std::rc::Rc::new(FileSource::open(path, shown.as_str()).unwrap()),
    });
    let mut opened = report::open(dropped.collect(), &Limits::default(), &mut |_| {});
    if values {
        let read: Vec<_> =
            opened.report.artifacts[0].variables.iter().map(|v| opened.values(0, &v.name).unwrap()).collect();
        opened.report.artifacts[0].variables = read;
    }
    let mut told = json!(opened.report.artifacts[0]);
    told["details"] = json!(opened.details(0, Extent::ALL));
    told
}

/// A file by itself.
fn one(path: &Path) -> Value {
    inspected(&[(path.to_owned(), path.file_name().unwrap().to_string_lossy().into_owned())], false)
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("nan") => f64::NAN,
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        Some(other) => panic!("not a number: {other}"),
        None => value.as_f64().unwrap_or_else(|| panic!("not a number: {value}")),
    }
}

fn close(a: f64, b: f64, tolerance: f64) -> bool {
    a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * a.abs().max(b.abs()).max(1.0)
}

/// Compares, and names the differences; the complete table is checked before the test fails.
struct Compared {
    differ: Vec<String>,
    facts: usize,
}

impl Compared {
    fn new() -> Self {
        Self { differ: Vec::new(), facts: 0 }
    }

    fn same(&mut self, what: impl std::fmt::Display, ours: &Value, golden: &Value) {
        self.facts += 1;
        if ours != golden {
            let cut = |value: &Value| value.to_string().chars().take(300).collect::<String>();
            self.differ.push(format!("{what}: {} is not {}", cut(ours), cut(golden)));
        }
    }

    fn holds(&mut self, what: impl std::fmt::Display, holds: bool) {
        self.facts += 1;
        if !holds {
            self.differ.push(what.to_string());
        }
    }

    /// Asserts that at least `least` facts were compared and none differs.
    fn finish(self, least: usize) {
        let shown = self.differ.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
        assert!(self.differ.is_empty(), "{} of {} facts differ:\n{shown}", self.differ.len(), self.facts);
        assert!(self.facts >= least, "only {} facts were compared", self.facts);
    }
}

/// The terminal prints the same JSON: one file of each kind through the program itself.
#[test]
fn the_program_prints_what_is_compared_here() {
    let cases = [
        ("tflite/models/mobilenet_v2_035_224_int8.tflite", "details.tflite.subgraphs.0.tensors"),
        ("graphdefs/frozen_tf1_15_5.pb", "details.meta_graphs.0.nodes"),
        ("savedmodels/functions", "details.meta_graphs.0.functions"),
        ("checkpoints/guide/tf_ckpts/ckpt-10", "details.checkpoint.entries"),
    ];
    for (path, place) in cases {
        let full = fixtures().join(path);
        let run = std::process::Command::new(env!("CARGO_BIN_EXE_vintage"))
            .args(["inspect", "--json", "--values", "--details"])
            .arg(&full)
            .output()
            .unwrap();
        let printed: Value = serde_json::from_slice(&run.stdout).unwrap_or_else(|e| panic!("{path}: {e}"));
        let artifact = &printed["artifacts"][0];
        let at = |value: &Value| {
            place.split('.').fold(value.clone(), |v, step| match step.parse::<usize>() {
                Ok(index) => v[index].clone(),
                Err(_) => v[step].clone(),
            })
        };
        assert!(at(artifact).as_array().is_some_and(|list| !list.is_empty()), "{path}: {place}");
        if full.is_file() {
            assert_eq!(at(artifact), at(&one(&full)), "{path}");
        }
    }
}
