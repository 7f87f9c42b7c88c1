//! `cargo xtask bench`: figures beside those of other programs on the same files, in rounds that take turns.
//!
//! The tables go into docs/benchmarks.md, between marks; the words around them are written by hand.

mod parse;
mod web;

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project, python, ui};

/// What readers are compared with, and what writes the models of the engines; the second makes layers that are fused.
const PACKAGES: [&str; 2] = ["tensorflow-cpu==2.21.0", "tf_keras==2.21.0"];

/// Runs the benchmark named.
pub fn run(arguments: &[String]) -> Result {
    match arguments.split_first() {
        Some((name, [])) if name == "parse" => parse::run(),
        Some((name, rest)) if name == "web" => web::run(rest),
        _ => Err(
            "`cargo xtask bench parse` times the readers beside TensorFlow's own, `cargo xtask bench web` the engine \
                  beside others in Chromium (`--gpu`: on WebGPU; `--rounds N`; `--models A,B`)."
                .to_owned(),
        ),
    }
}

/// A Python with [`PACKAGES`]: `VINTAGE_PYTHON`, or an environment of our own.
fn python() -> Result<PathBuf> {
    match std::env::var_os("VINTAGE_PYTHON") {
        Some(path) => Ok(path.into()),
        None => ui::timed(&format!("Setting up {}", PACKAGES.join(" and ")), || {
            python::environment(&PACKAGES[0].replace("==", "-"), &PACKAGES)
        }),
    }
}

/// Puts a table with today's date between the marks of its name in docs/benchmarks.md, and prints it.
fn record(name: &str, table: &str) -> Result {
    let path = project::root().join("docs/benchmarks.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let parted = text.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let (before, after) = parted.ok_or_else(|| format!("{} has no marks for `{name}`.", path.display()))?;
    let date = command::probe(Command::new("date").arg("+%F")).unwrap_or_default();
    print!("{table}");
    let text = format!("{before}{begin}Last run on {}:\n\n{}\n{end}{after}", date.trim(), table.trim());
    fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}
