//! The same answers in a terminal and in CI: `vintage inspect | check | restore | run | schema`.
//!
//! Owns: arguments, exit codes, plain-text layout, reading files and folders from disk.
//! Must not know: browser types, how formats are read.

mod check;
mod files;
mod inspect;
mod restore;
mod run;
mod table;
mod words;

pub use words::Words;

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
    /// Try what restoring a checkpoint into a program does. Exit code: 0 all of the program is restored, 1 it is not.
    Restore(restore::Arguments),
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
        Command::Restore(arguments) => restore::run(&arguments, &words),
        Command::Run(arguments) => run::run(&arguments, &words),
        Command::Schema => {
            print_line(&json_schema());
            exit::OK
        }
    };
    ExitCode::from(code)
}

/// The JSON Schema of [`crate::report::schema::Report`], generated from the types.
pub fn json_schema() -> String {
    let schema = schemars::schema_for!(inspect::Inspected);
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
