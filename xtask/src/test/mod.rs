//! `cargo xtask test`: program checks, native tests, tests in a headless browser, end-to-end tests. All stages run even
//! when one fails, so that one run shows everything; the last line is the total.

mod e2e;
mod native;
mod tally;
pub mod wasm;

use crate::{Result, check, ui};
use tally::Tally;

/// A stage: the word that selects it, and what it does.
type Stage = (&'static str, fn() -> Result<Tally>);

const STAGES: [Stage; 4] = [("checks", checks), ("native", native::run), ("wasm", wasm::run), ("e2e", e2e::run)];

/// Runs the named stages, or all.
pub fn run(arguments: &[String]) -> Result {
    if let Some(unknown) = arguments.iter().find(|a| STAGES.iter().all(|(name, _)| name != a)) {
        return Err(format!("there is no stage `{unknown}`; the stages are checks, native, wasm and e2e."));
    }
    let chosen = STAGES.iter().filter(|(name, _)| arguments.is_empty() || arguments.iter().any(|a| a == name));
    let start = ui::Clock::start();
    let mut sum = Tally::default();
    let mut lines = Vec::new();
    for (name, stage) in chosen {
        ui::step(&format!("Tests: {name}"));
        let begin = ui::Clock::start();
        let tally = stage().unwrap_or_else(|why| {
            ui::note(&why);
            Tally { failed: 1, notes: vec![why], ..Tally::default() }
        });
        let took = begin.took();
        lines.push(format!("{name:<8} {:>6} passed {:>4} failed  {took}", tally.passed, tally.failed));
        lines.extend(tally.notes.iter().map(|note| format!("         {note}")));
        sum.passed += tally.passed;
        sum.failed += tally.failed;
        sum.times.extend(tally.times.into_iter().map(|(test, seconds)| (format!("{name}: {test}"), seconds)));
    }
    ui::step(&format!("All stages took {}", start.took()));
    let slowest = sum.slowest(10);
    if !slowest.is_empty() {
        println!("The slowest tests:");
        slowest.iter().for_each(|(name, seconds)| println!("{seconds:>9.1} s  {name}"));
    }
    lines.iter().for_each(|line| println!("{line}"));
    println!("{} passed, {} failed", sum.passed, sum.failed);
    if sum.failed == 0 { Ok(()) } else { Err(String::new()) }
}

/// The cheap program checks: each counts as one test.
fn checks() -> Result<Tally> {
    let mut tally = Tally::default();
    for (name, outcome) in check::programs() {
        match outcome {
            Ok(()) => tally.passed += 1,
            Err(why) => {
                ui::note(&format!("{name}:\n{why}"));
                tally.failed += 1;
                tally.notes.push(format!("{name} failed"));
            }
        }
    }
    Ok(tally)
}
