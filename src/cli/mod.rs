//! The same answers in a terminal and in CI:
//! `vintage inspect | check | compare | delegates | patch | restore | evolve | values | verify | run | schema`.
//!
//! Owns: arguments, exit codes, plain-text layout, reading files and folders from disk.
//! Must not know: browser types, how formats are read.

mod advice;
mod check;
mod compare;
mod delegates;
mod evolve;
mod files;
mod inspect;
mod patch;
mod restore;
mod run;
mod run_parts;
mod run_told;
mod table;
mod values;
mod words;

pub use words::Words;

use crate::bytes::Limits;
use clap::{Parser, Subcommand};
use std::path::PathBuf;
use std::process::ExitCode;

/// Exit codes, part of the contract.
pub mod exit {
    /// It loads; it ran; it was read.
    pub const OK: u8 = 0;
    /// The target refuses it; the run failed.
    pub const REFUSED: u8 = 1;
    /// It could not be read.
    pub const UNREADABLE: u8 = 2;
    /// Not known; not supported.
    pub const UNKNOWN: u8 = 3;
    /// The command line is wrong.
    pub const USAGE: u8 = 64;
}

/// Which TensorFlow and TensorFlow Lite releases can load a file, why, and what a release that can't will print.
#[derive(Parser)]
#[command(name = "vintage", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Tell what files are, what they need, and where they load.
    Inspect(inspect::Arguments),
    /// Ask whether one release loads files. Exit code: 0 loads, 1 refused, 2 unreadable, 3 unknown.
    Check(check::Arguments),
    /// Compare two files of one kind by meaning, and how the window moved. Exit code: 0 same, 1 different, 2 unreadable, 3
    /// of kinds that cannot be compared.
    Compare(compare::Arguments),
    /// Tell which delegates and other engines take a TFLite model, in how many segments, and why not.
    Delegates(delegates::Arguments),
    /// Change the configuration of a Keras file so that a release takes it. Exit code: 0 done, 1 it still refuses or something
    /// would be lost, 3 there is nothing that helps.
    Patch(patch::Arguments),
    /// Try what restoring a checkpoint into a program does. Exit code: 0 all of the program is restored, 1 it is not.
    Restore(restore::Arguments),
    /// Plan a change of an op: which graphs load in which releases, and the rules that the plan breaks. Exit code: 1 if any.
    Evolve(evolve::Arguments),
    /// Print statistics of stored values: checkpoints, SavedModels, weights of TFLite models.
    Values(values::Arguments),
    /// Check the stored checksums of all values. Exit code: 0 all right, 1 some wrong, 2 some unreadable.
    Verify(values::VerifyArguments),
    /// Run a model. Exit code: 0 ran, 1 failed in the run, 2 unreadable, 3 not supported.
    Run(run::Arguments),
    /// Print the JSON Schema of what `inspect --json` prints.
    Schema,
}

/// Paths to open: files, folders, archives, checkpoint prefixes.
#[derive(clap::Args)]
struct Paths {
    /// Files, folders, zip files or checkpoint prefixes.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// Raise or lower what a reader may spend, such as value_bytes=8000000000; see docs/limits.md.
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = limit)]
    limits: Vec<(String, u64)>,
}

impl Paths {
    /// The limits of this call.
    fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        for (name, value) in &self.limits {
            limits.set(name, *value);
        }
        limits
    }
}

/// A limit as it is written on the command line.
fn limit(text: &str) -> Result<(String, u64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name.to_owned(), value.parse().ok()?)));
    let known = parsed.filter(|(name, value)| Limits::default().set(name, *value));
    known.ok_or_else(|| {
        let names: Vec<&str> = Limits::default().all().into_iter().map(|(name, _)| name).collect();
        Words::english().find("cli-limit-form", [("names", names.join(", ").as_str())]).unwrap_or_default()
    })
}

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { exit::USAGE } else { exit::OK });
        }
    };
    let words = Words::english();
    let code = match arguments.command {
        Command::Inspect(arguments) => inspect::run(&arguments, &words),
        Command::Check(arguments) => check::run(&arguments, &words),
        Command::Compare(arguments) => compare::run(&arguments, &words),
        Command::Delegates(arguments) => delegates::run(&arguments, &words),
        Command::Patch(arguments) => patch::run(&arguments, &words),
        Command::Restore(arguments) => restore::run(&arguments, &words),
        Command::Evolve(arguments) => evolve::run(&arguments, &words),
        Command::Values(arguments) => values::run(&arguments, &words),
        Command::Verify(arguments) => values::verify(&arguments, &words),
        Command::Run(arguments) => run::run(&arguments, &words),
        Command::Schema => {
            print_line(&json_schema());
            exit::OK
        }
    };
    ExitCode::from(code)
}

/// The JSON Schema of what `inspect --json` prints, and of what `compare --json` does (`Compared` of its definitions),
/// generated from the types.
pub fn json_schema() -> String {
    let mut generator = schemars::SchemaGenerator::default();
    // What `compare --json` prints stands among the definitions.
    generator.subschema_for::<compare::Compared>();
    let schema = generator.into_root_schema_for::<inspect::Inspected>();
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}

/// Prints a line; a closed pipe (`vintage inspect … | head`) is no reason to panic.
fn print_line(text: &str) {
    use std::io::Write;
    let _ = writeln!(std::io::stdout().lock(), "{text}");
}

/// Prints any value as indented JSON.
fn print_json(value: &impl serde::Serialize) {
    print_line(&serde_json::to_string_pretty(value).unwrap_or_default());
}
