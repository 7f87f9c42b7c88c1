//! `cargo xtask test`: program checks, native tests, tests in a headless browser, end-to-end tests. All stages run even
//! when one fails, so that one run shows everything; the last line is the total.
//!
//! Native and browser tests leave a core idle half of the time (a linker, a browser that waits), so the page that the
//! end-to-end tests open is built beside them. For the same reason the native tests compile during the set-up. One more
//! stage, `integrations`, runs only when it is named.

mod e2e;
mod integrations;
pub mod native;
mod tally;
pub mod wasm;

use crate::build::{self, Built, Mode};
use crate::tools::{self, Tool};
use crate::{Result, check, setup, ui};
use std::process::Command;
use std::sync::mpsc;
use std::thread::ScopedJoinHandle;
use tally::Tally;

/// A part of the tests.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Checks,
    Native,
    Wasm,
    EndToEnd,
    Integrations,
}

impl Stage {
    const ALL: [Self; 5] = [Self::Checks, Self::Native, Self::Wasm, Self::EndToEnd, Self::Integrations];

    /// The word that selects it.
    fn name(self) -> &'static str {
        match self {
            Self::Checks => "checks",
            Self::Native => "native",
            Self::Wasm => "wasm",
            Self::EndToEnd => "e2e",
            Self::Integrations => "integrations",
        }
    }

    /// The stages with these words; without any, all but the one that downloads other people's tools.
    fn chosen(words: &[String]) -> Result<Vec<Self>> {
        let names = Self::ALL.map(Self::name);
        if let Some(unknown) = words.iter().find(|word| !names.contains(&word.as_str())) {
            return Err(format!("there is no stage `{unknown}`; the stages are {}.", names.join(", ")));
        }
        let is_chosen = |stage: &Self| match words {
            [] => *stage != Self::Integrations,
            words => words.iter().any(|word| word == stage.name()),
        };
        Ok(Self::ALL.into_iter().filter(is_chosen).collect())
    }
}

/// Runs the named stages, or all.
pub fn run(arguments: &[String]) -> Result {
    let stages = Stage::chosen(arguments)?;
    let start = ui::Clock::start();
    let (sum, lines) = std::thread::scope(|scope| {
        let (done, set_up) = mpsc::channel();
        let stages = &stages;
        let beside = scope.spawn(move || {
            // Two threads must not install packages at the same time. A stage that lacks something reports it when its
            // turn comes.
            let is_set_up = setup().map_err(|why| ui::note(&why)).is_ok();
            let _ = done.send(());
            // Integrations take everything that a build has.
            let alone = stages.len() == 1 || stages.contains(&Stage::Integrations);
            if !is_set_up || alone || !stages.contains(&Stage::EndToEnd) {
                return Ok(None);
            }
            if stages.contains(&Stage::Wasm) {
                tools::build(Tool::TestRunner)?;
            }
            build::build_beside(Mode::Release).map(Some)
        });
        // Packages are fetched and unpacked by one core at most; compiling needs none of them.
        if stages.contains(&Stage::Native) {
            native::compile();
        }
        let _ = set_up.recv();
        run_stages(stages, Page { beside: Some(beside) })
    });
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

/// The page of the end-to-end tests.
struct Page<'scope> {
    /// Its build beside the first stages, if there is one.
    beside: Option<ScopedJoinHandle<'scope, Result<Option<Built>>>>,
}

impl Page<'_> {
    /// Builds it, or waits until it is built.
    fn finish(&mut self) -> Result<Built> {
        let beside = self.beside.take().map(|build| build.join());
        match beside.unwrap_or(Ok(Ok(None))) {
            Ok(Ok(Some(built))) => Ok(built),
            Ok(Ok(None)) => build::build(Mode::Release),
            Ok(Err(why)) => Err(why),
            Err(_) => Err("the build of the page broke off.".into()),
        }
    }
}

/// Runs the stages one after another; returns the total and a line for each.
fn run_stages(stages: &[Stage], mut page: Page) -> (Tally, Vec<String>) {
    let mut sum = Tally::default();
    let mut lines = Vec::new();
    for stage in stages {
        ui::step(&format!("Tests: {}", stage.name()));
        let begin = ui::Clock::of_thread();
        let outcome = match stage {
            Stage::Checks => checks(),
            Stage::Native => native::run(),
            Stage::Wasm => wasm::run(),
            Stage::EndToEnd => page.finish().and_then(e2e::run),
            Stage::Integrations => page.finish().and_then(|_| integrations::run()),
        };
        let tally = outcome.unwrap_or_else(|why| {
            ui::note(&why);
            Tally { failed: 1, notes: vec![why], ..Tally::default() }
        });
        let (name, took) = (stage.name(), begin.took());
        lines.push(format!("{name:<8} {:>6} passed {:>4} failed  {took}", tally.passed, tally.failed));
        lines.extend(tally.notes.iter().map(|note| format!("         {note}")));
        sum.passed += tally.passed;
        sum.failed += tally.failed;
        sum.times.extend(tally.times.into_iter().map(|(test, seconds)| (format!("{name}: {test}"), seconds)));
    }
    (sum, lines)
}

/// A cargo that keeps nothing for the next compilation of half-changed code, unless the caller's environment says so: the
/// first one takes a quarter less time.
fn compiles_once(mut cargo: Command) -> Command {
    const INCREMENTAL: &str = "CARGO_INCREMENTAL";
    if std::env::var_os(INCREMENTAL).is_none() {
        cargo.env(INCREMENTAL, "0");
    }
    cargo
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
