//! Readers compared with TensorFlow in Python, on files that TensorFlow wrote.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::Figures;
use crate::{Result, command, project, ui};

/// Rounds; each runs every contender once.
const ROUNDS: usize = 3;

/// Readers, natively and in Chromium, compared with TensorFlow in Python.
pub fn run() -> Result {
    let python = super::python()?;
    let scripts = project::root().join("benches/parse");
    let folder = super::files("parse", "files.py", "v1")?;
    let chromium = super::page()?;
    let mut figures = Figures::new(f64::min);
    for round in 1..=ROUNDS {
        ui::note(&format!("round {round} of {ROUNDS}"));
        let mut native = command::cargo();
        native.args(["bench", "--quiet", "--package", "vintage", "--bench", "parse", "--"]).arg(&folder);
        figures.read(&mut native, &["reader", "whole", "things"])?;
        let mut page = command::clean(Command::new("node"));
        page.arg(scripts.join("browser.mjs")).arg(&folder);
        page.env("VINTAGE_CHROMIUM", &chromium).env("VINTAGE_DIST", project::dist_dir());
        figures.read(&mut page, &["page"])?;
        figures.read(Command::new(&python).arg(scripts.join("peers.py")).arg(&folder), &["python"])?;
    }
    super::record("parse", &told(&figures, &folder))
}

/// The table of docs/benchmarks.md.
fn told(figures: &Figures, folder: &Path) -> String {
    let mut out =
        "| file | MB | things | reader ms | MB/s | things/s | whole ms | Chromium ms | Python ms | reader / Python |\n\
                   |---|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for file in figures.lines.keys() {
        let get = |name: &str| figures.get(file, name);
        let bytes = size(folder, file.trim_end_matches("-values"), file.ends_with("-values"));
        let megabytes = bytes as f64 / 1e6;
        let (reader, seconds) = (get("reader"), get("reader") / 1e3);
        let page =
            Some(get("page")).filter(|ms| ms.is_finite()).map_or_else(|| "-".to_owned(), |ms| format!("{ms:.1}"));
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

/// Bytes read: the file, or the index of a checkpoint, with its data if values are read.
fn size(folder: &Path, name: &str, values: bool) -> u64 {
    let len = |name: String| fs::metadata(folder.join(name)).map_or(0, |meta| meta.len());
    let data = if values { len(format!("{name}.data-00000-of-00001")) } else { 0 };
    len(name.to_owned()) + len(format!("{name}.index")) + data
}
