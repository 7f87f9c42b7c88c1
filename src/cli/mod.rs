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
mod help_texts;
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
mod run_results;
mod run_stop;
mod run_text;
mod sarif;
mod sole;
mod table;
mod target;
mod targets_file;
mod usage;
mod values;
mod window;
mod words;
mod wrong_value;

use output::{print_json, print_line};
use paths::{Paths, limit};
pub use words::Words;
use wrong_value::WrongValue;

use crate::graph::Drawing;
use crate::services::values::schema::Value;
use crate::services::window::schema::Windows;
use clap::{CommandFactory, Parser, Subcommand};
use schemars::generate::SchemaSettings;
use std::process::ExitCode;

// Help is in `static/locales/*/cli-help.ftl`: see `help_texts`.
#[derive(Parser)]
#[command(name = "vintage", version, max_term_width = 100, disable_help_subcommand = true)]
struct Arguments {
    #[arg(long, short, global = true, display_order = 900)]
    quiet: bool,
    #[arg(long, global = true, display_order = 901, value_name = "TAG", value_parser = clap::builder::PossibleValuesParser::new(words::languages()))]
    lang: Option<String>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Inspect(inspect::Arguments),
    Check(check::Arguments),
    Window(window::Arguments),
    Badge(badge::Arguments),
    Compare(compare::Arguments),
    Delegates(delegates::Arguments),
    Patch(patch::Arguments),
    Restore(restore::Arguments),
    Evolve(evolution::Arguments),
    Values(values::Arguments),
    Verify(values::VerifyArguments),
    Run(run::Arguments),
    Schema,
    Completions(help::CompletionArguments),
    Man(help::PageArguments),
    Help(help::PageArguments),
}

/// Runs the program and returns its exit code.
pub fn main() -> ExitCode {
    let given = || std::env::args_os().skip(1).take_while(|one| one != "--");
    let is_json = given().any(|one| one == "--json");
    let is_for_programs = is_json || given().any(|one| one == "--sarif");
    // Help and errors are in this language too, so it is looked for before the arguments are parsed.
    let asked = words::language_of_arguments(given().filter_map(|one| one.into_string().ok()));
    // What a program reads does not depend on whose machine it runs on; an option is a decision.
    let from_environment = || words::language_of_environment().filter(|_| !is_for_programs);
    let words = asked.or_else(from_environment).map_or_else(Words::english, Words::of);
    let code = match Arguments::try_parse() {
        Ok(arguments) => {
            output::choose(arguments.quiet, is_json);
            run_command(arguments.command, &words)
        }
        Err(error) => {
            output::choose(false, is_json);
            usage::answer(error, commands(&words), &words)
        }
    };
    ExitCode::from(output::written(code))
}

/// The commands and their arguments, with help in a language.
pub fn commands(words: &Words) -> clap::Command {
    help_texts::localized(Arguments::command(), words)
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
        Command::Completions(arguments) => help::completions(&arguments, commands(words)),
        Command::Man(arguments) => help::man(&arguments, commands(words), words),
        Command::Help(arguments) => help::help(&arguments, commands(words), words),
        Command::Schema => {
            print_line(&json_schema());
            exit::OK
        }
    }
}

/// The JSON Schema of the output of `inspect --json` and, among its definitions, of `check --json` (`Checked`), `compare
/// --json` (`Compared`), `window --json` (`Windows`), of one value of `values --json` (`StoredValue`), and of the answers that
/// only scripts ask for (`Drawing`). Generated from the types; the types of the npm package are generated from it.
pub fn json_schema() -> String {
    // Of what is written: a field that is always there is required, even if it may be null.
    let mut generator = SchemaSettings::default().for_serialize().into_generator();
    generator.subschema_for::<check::Checked>();
    generator.subschema_for::<compare::Compared>();
    generator.subschema_for::<Windows>();
    generator.subschema_for::<Value>();
    generator.subschema_for::<Drawing>();
    generator.subschema_for::<output::Failure>();
    let schema = generator.into_root_schema_for::<inspect::Inspected>();
    serde_json::to_string_pretty(&schema).unwrap_or_default()
}
