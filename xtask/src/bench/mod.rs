//! `cargo xtask bench`: figures compared with those of other programs on the same files, in interleaved rounds.
//!
//! The tables go into docs/benchmarks.md, between marks; the text around them is written by hand.

mod gpu;
mod kernels;
mod page;
mod parse;
mod web;
mod zoo;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::build::{self, Mode};
use crate::{Result, browser, command, npm, project, python, ui};

/// Packages to compare readers with, which also write the models of the engines; the second writes fused layers.
const PACKAGES: [&str; 2] = ["tensorflow-cpu==2.21.0", "tf_keras==2.21.0"];

/// Runs the benchmark named.
pub fn run(arguments: &[String]) -> Result {
    match arguments.split_first() {
        None => kernels::run(),
        Some((name, [])) if name == "parse" => parse::run(),
        Some((name, rest)) if name == "page" => page::run(rest),
        Some((name, rest)) if name == "web" => web::run(rest),
        Some((name, rest)) if name == "zoo" => zoo::run(rest),
        Some((name, rest)) if name == "gpu" => gpu::run(rest),
        _ => Err(
            "`cargo xtask bench` times kernels natively and in Chromium beside the most that the lanes give, `cargo xtask \
                  bench parse` the readers beside TensorFlow's own, `cargo xtask bench web` the engine \
                  beside others in Chromium (`--gpu`: on WebGPU; `--threads`: on two threads; `--rounds N`; `--models A,B`), `cargo xtask bench zoo` the same \
                  with real models from public packages (`--cold`: first outputs; `--rounds N`; `--models PATTERN`), `cargo xtask bench gpu` the GPU kernels \
                  natively beside LiteRT's (`--rounds N`), `cargo xtask bench page` what \
                  people do on the page (`--rounds N`; `--figures PATTERN`; `--peers`: beside other viewers)."
                .to_owned(),
        ),
    }
}

/// A Python with [`PACKAGES`]: `VINTAGE_PYTHON`, or our own environment.
fn python() -> Result<PathBuf> {
    match std::env::var_os("VINTAGE_PYTHON") {
        Some(path) => Ok(path.into()),
        None => ui::timed(&format!("Setting up {}", PACKAGES.join(" and ")), || {
            python::environment(&PACKAGES[0].replace("==", "-"), &PACKAGES)
        }),
    }
}

/// The files of a benchmark, in its own folder: `script` of its folder in benches/ writes them, `last` at the end.
fn files(name: &str, script: &str, last: &str) -> Result<PathBuf> {
    let folder = project::target_dir().join("bench").join(name);
    if !folder.join(last).exists() {
        let python = python()?;
        let script = project::root().join("benches").join(name).join(script);
        ui::timed("Writing the files", || command::run(Command::new(&python).arg(script).arg(&folder)))?;
    }
    Ok(folder)
}

/// Builds the page, and returns the browser for it.
fn page() -> Result<PathBuf> {
    let chromium = browser::ensure()?.chromium;
    npm::ensure()?;
    build::build(Mode::Release)?;
    Ok(chromium)
}

/// Figures of a table line by contender; the best of all rounds.
struct Figures {
    lines: BTreeMap<String, BTreeMap<&'static str, f64>>,
    better: fn(f64, f64) -> f64,
}

impl Figures {
    /// Without figures; `better` chooses one of two.
    fn new(better: fn(f64, f64) -> f64) -> Self {
        Self { lines: BTreeMap::new(), better }
    }

    /// Runs a program that prints lines `NAME FIGURE…`: figures of `names`.
    fn read(&mut self, command: &mut Command, names: &[&'static str]) -> Result {
        let output = command.output().map_err(|e| format!("`{}`: {e}", command::line(command)))?;
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            return Err(format!("`{}` failed: {}", command::line(command), said.trim()));
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut words = line.split_whitespace();
            let Some(first) = words.next() else { continue };
            let of_line = self.lines.entry(first.to_owned()).or_default();
            for (name, figure) in names.iter().zip(words) {
                let figure = figure.parse().map_err(|_| format!("`{line}` is no line of figures."))?;
                let best = of_line.entry(name).or_insert(figure);
                *best = (self.better)(*best, figure);
            }
        }
        Ok(())
    }

    /// A figure; NaN for a missing one.
    fn get(&self, line: &str, name: &str) -> f64 {
        self.lines.get(line).and_then(|figures| figures.get(name)).copied().unwrap_or(f64::NAN)
    }
}

/// Records a table of all rows; one of some, which the option `chosen` asks for, is only shown.
fn record_whole(name: &str, table: &str, options: &[String], chosen: &str) -> Result {
    if options.iter().any(|option| option == chosen) {
        print!("{table}");
        return Ok(());
    }
    record(name, table)
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
