//! `cargo xtask check`: formatting, clippy on every target, generated code, and the project's own rules.

mod cycles;
mod facts;
mod layers;
mod locales;
mod messages;
mod paths;
mod source;
mod words;

use std::process::Command;
use std::time::Instant;

use crate::test::wasm::BUILDS;
use crate::{Result, apt, command, docs, project, toolchain, ui};

/// A check that only reads files: its name and its result.
pub type Program = (&'static str, Result);

/// The cheap checks; `cargo xtask test` runs them as well.
pub fn programs() -> Vec<Program> {
    let root = project::root();
    vec![
        ("imports between layers", layers::check(&root)),
        ("cycles of imports", cycles::check(&root)),
        ("message ids", messages::check(&root)),
        ("languages", locales::check(&root)),
        ("documents", docs::check(&root)),
        ("releases in code", facts::check(&root)),
        ("paths of this machine", paths::check(&root)),
        ("house words", words::check(&root)),
    ]
}

/// The wasm modules' features: each combination is compiled as the page compiles it.
const FEATURES: [&str; 6] = ["app", "split-app", "explorer", "split-explorer", "engine", "engine,gpu"];

/// Runs everything, even after a failure, and prints a summary.
pub fn run(arguments: &[String]) -> Result {
    let quick = match arguments {
        [] => false,
        [flag] if flag == "--quick" => true,
        _ => return Err("`cargo xtask check` takes only --quick (no compilation).".into()),
    };
    let mut outcomes = programs();
    for (name, outcome) in &outcomes {
        if let Err(why) = outcome {
            ui::step(&format!("{name}:\n{why}"));
        }
    }
    let mut step = |name, work: &mut dyn FnMut() -> Result| {
        ui::step(&format!("Checking {name}"));
        let start = Instant::now();
        let outcome = work();
        if let Err(why) = &outcome {
            ui::note(why);
        }
        ui::note(&format!("took {}", ui::duration(start.elapsed())));
        outcomes.push((name, outcome));
    };
    step("formatting", &mut || command::run(command::cargo().args(["fmt", "--all", "--check"])));
    if !quick {
        step("clippy, native", &mut || clippy(command::cargo(), &["--all-targets", "--package", "vintage"]));
        step("clippy, build tool", &mut || {
            let packages =
                ["xtask", "xtask-bindgen", "xtask-test-runner", "codegen", "vintage-markup", "vintage-unpack"];
            packages.iter().try_for_each(|package| clippy(command::cargo(), &["--all-targets", "--package", package]))
        });
        step("clippy, browser", &mut browser);
        step("generated code", &mut || crate::codegen(&["--check".to_owned()]));
    }
    let failed: Vec<&str> = outcomes.iter().filter(|(_, o)| o.is_err()).map(|(name, _)| *name).collect();
    for (name, outcome) in &outcomes {
        println!("{:<24} {}", name, if outcome.is_ok() { "ok" } else { "FAILED" });
    }
    if failed.is_empty() { Ok(()) } else { Err(format!("failed: {}.", failed.join(", "))) }
}

fn clippy(mut cargo: Command, arguments: &[&str]) -> Result {
    command::run(cargo.arg("clippy").args(arguments).args(["--", "--deny", "warnings"]))
}

fn browser() -> Result {
    let wasm = toolchain::wasm()?;
    if wasm.is_debian() {
        // Debian's compiler needs Debian's clippy: it is linked against the same compiler library.
        apt::ensure(&["rust-web-clippy"], "clippy for the browser")?;
    }
    FEATURES.iter().try_for_each(|features| {
        let arguments = ["--package", "vintage", "--lib", "--no-default-features", "--features", features];
        clippy(wasm.cargo(&["-Ctarget-feature=+simd128"]), &arguments)
    })?;
    BUILDS
        .iter()
        .try_for_each(|build| clippy(wasm.cargo(&[&[build.flags], build.own_flags].concat()), &build.arguments()))
}
