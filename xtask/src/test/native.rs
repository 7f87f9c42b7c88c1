//! Native tests: unit and integration tests, and the GPU path on a software Vulkan driver. One build is used for all,
//! with the feature `gpu`, so that nothing is compiled a second time for it.

use std::process::Command;

use super::tally::Tally;
use crate::{Result, command, ui, vulkan};

/// The packages with native tests. The code generators have their own check.
const PACKAGES: [&str; 4] = ["--package", "vintage", "--package", "xtask"];

/// Features of the tests.
const FEATURES: [&str; 2] = ["--features", "vintage/gpu"];

fn has_nextest() -> bool {
    command::find("cargo-nextest").is_some()
}

/// The command that compiles and runs the tests, without options of the runner.
fn cargo() -> Command {
    let mut cargo = super::compiles_once(command::cargo());
    match has_nextest() {
        true => cargo.args(["nextest", "run"]),
        false => cargo.args(["test", "--lib", "--bins", "--tests"]),
    };
    cargo.args(PACKAGES).args(FEATURES);
    cargo
}

/// The command that runs tests in some files of `tests/`, with the build of all tests; their names follow.
pub fn in_files(files: &[&str]) -> Command {
    let mut cargo = super::compiles_once(command::cargo());
    cargo.args(["test", "--quiet"]).args(PACKAGES).args(FEATURES);
    cargo.args(files.iter().flat_map(|file| ["--test", file]));
    cargo.arg("--");
    cargo
}

/// Compiles the tests. The run reports what is wrong.
pub fn compile() {
    let _ = command::run(cargo().arg("--no-run"));
}

/// Runs the native tests: with nextest if it is installed, otherwise with cargo's own runner.
pub fn run() -> Result<Tally> {
    let mut tally = Tally::default();
    let driver = vulkan::ensure()?;
    let mut cargo = cargo();
    cargo.arg("--no-fail-fast");
    if has_nextest() {
        cargo.args(["--status-level=all", "--final-status-level=slow"]);
    } else {
        let note = "nextest is not installed, so cargo's own runner was used (`cargo install --locked cargo-nextest` installs it)";
        ui::note(note);
        tally.notes.push(note.into());
        if let Some(runner) = runner() {
            cargo.env(runner, "env RUSTC_BOOTSTRAP=1").args(["--", "-Zunstable-options", "--report-time"]);
        }
    }
    // With the driver installed, a test without an adapter fails instead of being skipped.
    cargo.env("VK_DRIVER_FILES", &driver).env("VK_ICD_FILENAMES", &driver).env("VINTAGE_GPU", "required");
    // Mesa's driver compiles each shader once and runs it on a few numbers: optimizing it takes longer than it saves.
    cargo.env("GALLIVM_PERF", "nopt");
    tally.add_run(&mut cargo)?;
    Ok(tally)
}

/// The variable with a prefix for the call of each test program. libtest reports times only as an unstable feature; set
/// for the programs alone, `RUSTC_BOOTSTRAP` does not affect compilation.
fn runner() -> Option<String> {
    let version = command::probe(command::clean(Command::new("rustc")).arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "))?;
    Some(format!("CARGO_TARGET_{}_RUNNER", host.to_uppercase().replace('-', "_")))
}
