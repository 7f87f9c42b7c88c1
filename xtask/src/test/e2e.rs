//! End-to-end tests: the built page in a real Chromium, driven by playwright-core under node's test runner.

use std::path::PathBuf;
use std::process::Command;

use super::tally::Tally;
use crate::build::Built;
use crate::{Result, browser, command, npm, project};

/// Runs every `tests/e2e/*.test.mjs` with the built page.
pub fn run(page: Built) -> Result<Tally> {
    // By default one less than there are cores, which is one on two. More than cores gain nothing: tests compute, too.
    let at_once = std::thread::available_parallelism().map_or(2, |cores| cores.get().clamp(2, 8));
    let mut tally = files_in("e2e", at_once, &[])?;
    // `cargo xtask build` fails over a budget; tests check that the page works, and only print a note.
    if let Err(why) = page.map_or(Ok(()), |sizes| sizes.enforce()) {
        tally.notes.push(why);
    }
    Ok(tally)
}

/// Runs every `*.test.mjs` in a folder of `tests/`, some `at_once`, with these variables of the environment.
pub fn files_in(folder: &str, at_once: usize, variables: &[(&str, PathBuf)]) -> Result<Tally> {
    let browser = browser::ensure()?;
    npm::ensure()?;
    let files = test_files(folder)?;
    let results = project::target_dir().join(folder);
    std::fs::create_dir_all(&results).map_err(|e| format!("cannot create {}: {e}", results.display()))?;
    let tap = results.join("results.tap");

    // Two reporters: one for people as the tests run, one to count from.
    let mut node = command::clean(Command::new("node"));
    node.arg("--test").args(["--test-reporter=spec", "--test-reporter-destination=stderr"]);
    node.arg(format!("--test-concurrency={at_once}"));
    node.arg("--test-reporter=tap").arg(format!("--test-reporter-destination={}", tap.display()));
    node.args(files).env("VINTAGE_CHROMIUM", &browser.chromium).env("VINTAGE_DIST", project::dist_dir());
    node.envs(browser::shell().iter().map(|shell| ("VINTAGE_HEADLESS_SHELL", shell)));
    node.env("VINTAGE_RESULTS", &results).envs(variables.iter().map(|(name, value)| (name, value)));
    let outcome = command::run(&mut node);

    let mut tally = Tally::default();
    let text = std::fs::read_to_string(&tap).map_err(|e| format!("no results in {}: {e}", tap.display()))?;
    // Only the totals of the complete run are at the left margin.
    text.lines().filter(|line| line.starts_with("# ")).for_each(|line| tally.read(line));
    tally.read_times_of_tap(&text);
    if tally.failed == 0 {
        outcome?;
    }
    Ok(tally)
}

fn test_files(folder: &str) -> Result<Vec<PathBuf>> {
    let folder = project::root().join("tests").join(folder);
    let io = |e: std::io::Error| format!("cannot read {}: {e}", folder.display());
    let mut files = Vec::new();
    for entry in folder.read_dir().map_err(io)? {
        let path = entry.map_err(io)?.path();
        if path.to_string_lossy().ends_with(".test.mjs") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() { Err(format!("no *.test.mjs in {}.", folder.display())) } else { Ok(files) }
}
