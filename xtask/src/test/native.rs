//! Native tests: unit and integration tests by nextest where it is installed, and the examples in the documentation.

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
    let mut documentation = command::cargo();
    tally.add_run(documentation.args(["test", "--doc", "--no-fail-fast", "--package", "vintage"]))?;
    Ok(tally)
}
