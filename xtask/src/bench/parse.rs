//! Readers beside TensorFlow in Python, on files that TensorFlow wrote.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::build::{self, Mode};
use crate::{Result, browser, command, npm, project, ui};

/// Rounds; each asks everyone once.
const ROUNDS: usize = 3;

/// Figures of a line by who was asked: the least of all rounds.
type Figures = BTreeMap<String, BTreeMap<&'static str, f64>>;

/// Readers, natively and in Chromium, beside TensorFlow in Python.
pub fn run() -> Result {
    let python = super::python()?;
    let scripts = project::root().join("benches/parse");
    let folder = project::target_dir().join("bench/parse");
    if !folder.join("v1").exists() {
        ui::timed("Writing the files", || {
            command::run(Command::new(&python).arg(scripts.join("files.py")).arg(&folder))
        })?;
    }
    let chromium = browser::ensure()?.chromium;
    npm::ensure()?;
    build::build(Mode::Release)?;
    let mut figures = Figures::new();
    for round in 1..=ROUNDS {
        ui::note(&format!("round {round} of {ROUNDS}"));
        let mut native = command::cargo();
        native.args(["bench", "--quiet", "--package", "vintage", "--bench", "parse", "--"]).arg(&folder);
        read(&mut native, &["reader", "whole", "things"], &mut figures)?;
        let mut page = command::clean(Command::new("node"));
        page.arg(scripts.join("browser.mjs")).arg(&folder);
        page.env("VINTAGE_CHROMIUM", &chromium).env("VINTAGE_DIST", project::dist_dir());
        read(&mut page, &["page"], &mut figures)?;
        read(Command::new(&python).arg(scripts.join("peers.py")).arg(&folder), &["python"], &mut figures)?;
    }
    super::record("parse", &told(&figures, &folder))
}

/// Runs a program that prints lines `NAME FIGURE…` and keeps the least of each figure.
fn read(command: &mut Command, names: &[&'static str], figures: &mut Figures) -> Result {
    let output = command.output().map_err(|e| format!("`{}`: {e}", command::line(command)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` failed: {}", command::line(command), said.trim()));
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split_whitespace();
        let Some(file) = words.next() else { continue };
        let of_file = figures.entry(file.to_owned()).or_default();
        for (name, figure) in names.iter().zip(words) {
            let figure = figure.parse().map_err(|_| format!("`{line}` is no line of figures."))?;
            let least = of_file.entry(name).or_insert(f64::INFINITY);
            *least = least.min(figure);
        }
    }
    Ok(())
}

/// The table of docs/benchmarks.md.
fn told(figures: &Figures, folder: &Path) -> String {
    let mut out =
        "| file | MB | things | reader ms | MB/s | things/s | whole ms | Chromium ms | Python ms | reader / Python |\n\
                   |---|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for (file, of_file) in figures {
        let get = |name: &str| of_file.get(name).copied().unwrap_or(f64::NAN);
        let bytes = size(folder, file.trim_end_matches("-values"), file.ends_with("-values"));
        let megabytes = bytes as f64 / 1e6;
        let (reader, seconds) = (get("reader"), get("reader") / 1e3);
        let page = of_file.get("page").map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1}"));
        out += &format!(
            "| {file} | {megabytes:.1} | {:.0} | {reader:.1} | {:.0} | {:.0} | {:.1} | {page} | {:.1} | {:.2} |\n",
            get("things"),
            megabytes / seconds,
            get("things") / seconds,
            get("whole"),
            get("python"),
            reader / get("python"),
        );
    }
    out
}

/// Bytes that are read: the file, or the index of a checkpoint, with its data where values are read.
fn size(folder: &Path, name: &str, values: bool) -> u64 {
    let len = |name: String| fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
    let data = if values { len(format!("{name}.data-00000-of-00001")) } else { 0 };
    len(name.to_owned()) + len(format!("{name}.index")) + data
}
