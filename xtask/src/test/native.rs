//! Native tests: unit and integration tests by nextest where it is installed, the GPU path where there is a Vulkan driver in
//! software, and the examples in the documentation.

use std::path::PathBuf;

use super::tally::Tally;
use crate::{Result, command, ui};

/// The packages with native tests. The code generators have a check of their own.
const PACKAGES: [&str; 4] = ["--package", "vintage", "--package", "xtask"];

/// Runs the native tests.
pub fn run() -> Result<Tally> {
    let mut tally = Tally::default();
    let mut cargo = command::cargo();
    if command::find("cargo-nextest").is_some() {
        cargo.args(["nextest", "run", "--no-fail-fast", "--status-level=slow"]).args(PACKAGES);
    } else {
        let note = "nextest is not installed, so cargo's own runner was used (`cargo install --locked cargo-nextest` installs it)";
        ui::note(note);
        tally.notes.push(note.into());
        cargo.args(["test", "--no-fail-fast", "--lib", "--bins", "--tests"]).args(PACKAGES);
    }
    tally.add_run(&mut cargo)?;
    gpu(&mut tally)?;
    let mut documentation = command::cargo();
    tally.add_run(documentation.args(["test", "--doc", "--no-fail-fast", "--package", "vintage"]))?;
    Ok(tally)
}

/// Tests of the GPU path, on a driver that gives the same results on every machine.
const GPU: [&str; 2] = ["--test", "gpu"];

/// Where the loader of Vulkan looks for drivers, and drivers that compute in software: Mesa's and Google's.
const DRIVERS: [(&str, &str); 4] = [
    ("/usr/share/vulkan/icd.d", "lvp_icd"),
    ("/etc/vulkan/icd.d", "lvp_icd"),
    ("/usr/local/share/vulkan/icd.d", "lvp_icd"),
    ("/usr/lib/chromium", "vk_swiftshader_icd"),
];

/// A Vulkan driver in software.
fn software_driver() -> Option<PathBuf> {
    DRIVERS.iter().find_map(|(folder, name)| {
        let files = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
        let named = |path: &PathBuf| path.file_name().is_some_and(|file| file.to_string_lossy().starts_with(name));
        files.filter(named).min()
    })
}

fn gpu(tally: &mut Tally) -> Result {
    let Some(driver) = software_driver() else {
        let note = "the native tests of the GPU path were SKIPPED: no Vulkan driver in software (Debian's mesa-vulkan-drivers has one)";
        ui::note(note);
        tally.notes.push(note.into());
        return Ok(());
    };
    let mut cargo = command::cargo();
    cargo.args(["test", "--no-fail-fast", "--package", "vintage", "--features", "gpu"]).args(GPU);
    // With the driver there, a test without an adapter is a failure and no skip.
    cargo.env("VK_DRIVER_FILES", &driver).env("VK_ICD_FILENAMES", &driver).env("VINTAGE_GPU", "required");
    tally.add_run(&mut cargo)
}
