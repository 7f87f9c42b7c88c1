//! The CLI: the page's answers in a terminal and in CI:
//! `vintage inspect | check | window | badge | compare | delegates | patch | restore | evolve | values | verify | run | schema`.
//!
//! Owns: arguments, exit codes, plain-text layout, reading files and folders from disk.
//! Must not know: browser types, reading of formats.

mod advice;
mod asked;
mod badge;
mod check;
mod compare;
mod delegates;
mod escape;
mod evolution;
pub mod exit;
mod files;
mod help;
mod inspect;
mod judgment;
mod matrix;
mod output;
mod patch;
mod paths;
mod pipes;
mod restore;
mod run;
mod run_model;
mod run_parts;
mod run_stop;
mod run_text;
mod sarif;
mod sole;
mod table;
mod target;
mod targets_file;
mod values;
mod window;
mod words;

use output::{print_json, print_line};
use paths::{Paths, limit};
pub use words::Words;

use crate::services::window::schema::Windows;
use clap::{CommandFactory, Parser, Subcommand};
use std::process::ExitCode;

/// Shows which TensorFlow and TensorFlow Lite releases can load a file, why, and the errors that other releases print.
#[derive(Parser)]
#[command(name = "vintage", version, about, max_term_width = 100, after_help = help::ALL)]
struct Arguments {
    /// Print only errors: the exit code is the answer
    #[arg(long, short, global = true)]
    quiet: bool,
    /// Language of the output; by default that of the environment (LC_ALL, LC_MESSAGES, LANG), English in JSON
    #[arg(long, global = true, value_name = "TAG", value_parser = clap::builder::PossibleValuesParser::new(words::languages()))]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Show the summary, requirements and windows of files.
    #[command(after_help = help::INSPECT)]
    Inspect(inspect::Arguments),
    /// Ask whether one release loads files.
    #[command(after_help = help::CHECK)]
    Check(check::Arguments),
    /// Show the windows of files in one picture (SVG), as a table in Markdown or as JSON.
    #[command(after_help = help::INSPECT)]
    Window(window::Arguments),
    /// Print a badge (SVG) of the releases that load a file, or of its outcome in one release.
    #[command(after_help = help::INSPECT)]
    Badge(badge::Arguments),
    /// Compare two files of one kind by meaning, and their windows
    #[command(after_help = help::COMPARE)]
    Compare(compare::Arguments),
    /// List the delegates and other engines that take a TFLite model, with segments and reasons.
    #[command(after_help = help::DELEGATES)]
    Delegates(delegates::Arguments),
    /// Change the configuration of a Keras file so that a release loads it
    #[command(after_help = help::PATCH)]
    Patch(patch::Arguments),
    /// Simulate restoring a checkpoint into a program.
    #[command(after_help = help::RESTORE)]
    Restore(restore::Arguments),
    /// Plan a change of an op: which graphs load in which releases, and the rules that the plan breaks.
    #[command(after_help = help::EVOLVE)]
    Evolve(evolution::Arguments),
    /// Print statistics of stored values: checkpoints, SavedModels, weights of TFLite models.
    #[command(after_help = help::VALUES)]
    Values(values::Arguments),
    /// Check the stored checksums of all values.
    #[command(after_help = help::VERIFY)]
    Verify(values::VerifyArguments),
    /// Run a model.
    #[command(after_help = help::RUN)]
    Run(run::Arguments),
    /// Print the JSON Schema of the output of `inspect --json`.
    #[command(after_help = help::PRINTS)]
    Schema,
    /// Print a script that completes commands and options in a shell.
    #[command(after_help = help::PRINTS)]
    Completions(help::CompletionArguments),
    /// Print the manual page of the program, or of one of its commands.
    #[command(after_help = help::PRINTS)]
    Man(help::ManArguments),
}

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    let given = |option: &str| std::env::args_os().skip(1).take_while(|one| one != "--").any(|one| one == option);
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            output::choose(false, given("--json"));
            let text = error.render().to_string();
            return ExitCode::from(output::written(output::fail_with("cli-usage", text.trim_end(), exit::USAGE)));
        }
        // Help and the version are answers.
        Err(error) => {
            print_line(error.render().to_string().trim_end());
            return ExitCode::from(output::written(exit::OK));
        }
    };
    output::choose(arguments.quiet, given("--json"));
    let is_for_programs = given("--json") || given("--sarif");
    // What a program reads does not depend on whose machine it runs on; an option is a decision.
    let from_environment = || words::language_of_environment().filter(|_| !is_for_programs).map(str::to_owned);
    let language = arguments.lang.or_else(from_environment);
    let words = language.map_or_else(Words::english, |language| Words::of(&language));
    ExitCode::from(output::written(run_command(arguments.command, &words)))
}

fn run_command(command: Command, words: &Words) -> u8 {
    match command {
        Command::Inspect(arguments) => inspect::run(&arguments, words),
        Command::Check(arguments) => check::run(&arguments, words),
        Command::Window(arguments) => window::run(&arguments, words),
        Command::Badge(arguments) => badge::run(&arguments, words),
        Command::Compare(arguments) => compare::run(&arguments, words),
        Command::Delegates(arguments) => delegates::run(&arguments, words),
        Command::Patch(arguments) => patch::run(&arguments, words),
        Command::Restore(arguments) => restore::run(&arguments, words),
        Command::Evolve(arguments) => evolution::run(&arguments, words),
        Command::Values(arguments) => values::run(&arguments, words),
        Command::Verify(arguments) => values::verify(&arguments, words),
        Command::Run(arguments) => run::run(&arguments, words),
        Command::Completions(arguments) => help::completions(&arguments, Arguments::command()),
        Command::Man(arguments) => help::man(&arguments, Arguments::command(), words),
        Command::Schema => {
            print_line(&json_schema());
            exit::OK
        }
    }
}

/// The JSON Schema of the output of `inspect --json`, `compare --json` (`Compared` of its definitions) and `window --json`
/// (`Windows`), generated from the types.
pub fn json_schema() -> String {
    let mut generator = schemars::SchemaGenerator::default();
    // The outputs of other commands are among the definitions.
    generator.subschema_for::<compare::Compared>();
    generator.subschema_for::<Windows>();
    generator.subschema_for::<output::Failure>();
    let schema = generator.into_root_schema_for::<inspect::Inspected>();
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}
