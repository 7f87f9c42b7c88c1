//! Native tests: unit and integration tests, and the GPU path on a software Vulkan driver. Both builds have the feature
//! `gpu`, so that nothing is compiled once more for it.

use std::ffi::OsStr;
use std::process::Command;

use super::tally::Tally;
use crate::{Result, command, project, ui, vulkan};

/// The packages with native tests. The code generators have their own check.
const PACKAGES: [&str; 4] = ["--package", "vintage", "--package", "xtask"];

/// Features of the tests.
const FEATURES: [&str; 2] = ["--features", "vintage/gpu"];

fn has_nextest() -> bool {
    command::find("cargo-nextest").is_some()
}

/// Programs in `tests/` that exist for the browser only.
const BROWSER: [&str; 3] = ["gpu_web", "wasm", "wasm_page"];

/// Cargo's selection of tests, for each build of them. The library's own tests take two seconds in all, and the whole
/// library is compiled once more for them: without optimization, in two fifths of the CPU time.
fn builds() -> Result<[Vec<String>; 2]> {
    let programs = programs()?.into_iter().flat_map(|program| ["--test".to_owned(), program]);
    let own = ["--lib", "--config", "profile.dev.package.vintage.opt-level=0"];
    Ok([["--bins".to_owned()].into_iter().chain(programs).collect(), own.map(str::to_owned).to_vec()])
}

/// The names of the native programs in `tests/`: files, and folders with a `main.rs`.
fn programs() -> Result<Vec<String>> {
    let folder = project::root().join("tests");
    let io = |e: std::io::Error| format!("cannot list {}: {e}", folder.display());
    let mut programs = Vec::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        let is_program = path.extension().is_some_and(|end| end == "rs") || path.join("main.rs").is_file();
        if is_program
            && let Some(name) = path.file_stem().and_then(OsStr::to_str).filter(|name| !BROWSER.contains(name))
        {
            programs.push(name.to_owned());
        }
    }
    programs.sort();
    Ok(programs)
}

/// The command that compiles and runs a build's tests, without options of the runner.
fn cargo(build: &[String]) -> Command {
    let mut cargo = super::compiles_once(command::cargo());
    match has_nextest() {
        true => cargo.args(["nextest", "run"]),
        false => cargo.arg("test"),
    };
    cargo.args(build).args(PACKAGES).args(FEATURES);
    cargo
}

/// The command that runs tests in some files of `tests/`, with the build of all such files; their names follow.
pub fn in_files(files: &[&str]) -> Command {
    let mut cargo = super::compiles_once(command::cargo());
    cargo.args(["test", "--quiet"]).args(PACKAGES).args(FEATURES);
    cargo.args(files.iter().flat_map(|file| ["--test", file]));
    cargo.arg("--");
    cargo
}

/// Compiles the tests. The run reports what is wrong.
pub fn compile() {
    for build in builds().iter().flatten() {
        let _ = command::run(cargo(build).arg("--no-run"));
    }
}

/// Runs the native tests: with nextest if it is installed, otherwise with cargo's own runner.
pub fn run() -> Result<Tally> {
    let mut tally = Tally::default();
    let driver = vulkan::ensure()?;
    if !has_nextest() {
        let note = "nextest is not installed, so cargo's own runner was used (`cargo install --locked cargo-nextest` installs it)";
        ui::note(note);
        tally.notes.push(note.into());
    }
    for build in builds()? {
        let mut cargo = cargo(&build);
        cargo.arg("--no-fail-fast");
        if has_nextest() {
            cargo.args(["--status-level=all", "--final-status-level=slow"]);
        } else if let Some(runner) = runner() {
            cargo.env(runner, "env RUSTC_BOOTSTRAP=1").args(["--", "-Zunstable-options", "--report-time"]);
        }
        // With the driver installed, a test without an adapter fails instead of being skipped.
        cargo.env("VK_DRIVER_FILES", &driver).env("VK_ICD_FILENAMES", &driver).env("VINTAGE_GPU", "required");
        // Mesa's driver compiles each shader once and runs it on a few numbers: optimizing it takes longer than it saves.
        cargo.env("GALLIVM_PERF", "nopt");
        tally.add_run(&mut cargo)?;
    }
    Ok(tally)
}

/// The variable with a prefix for the call of each test program. libtest reports times only as an unstable feature; set
/// for the programs alone, `RUSTC_BOOTSTRAP` does not affect compilation.
fn runner() -> Option<String> {
    let version = command::probe(command::clean(Command::new("rustc")).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    Some(format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace('-', "_")))
}
