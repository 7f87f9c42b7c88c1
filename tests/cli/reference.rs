//! The reference of all commands, docs/cli.md, is generated from the program.
//!
//! To write it again: `cargo xtask docs`, which runs this with `VINTAGE_WRITE_DOCS=1`.

use clap::{Arg, Command};
use std::fmt::Write;
use std::path::Path;
use vintage::cli::{Words, commands};

/// Options that every command has.
const OF_ALL: [&str; 4] = ["quiet", "lang", "help", "version"];

/// A text as a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "\\<").replace('\n', " ")
}

/// Rows of a table about arguments; nothing without any.
fn arguments<'a>(heads: &str, all: impl Iterator<Item = &'a Arg>) -> String {
    let row = |arg: &Arg| {
        let name = arg.get_short().map(|short| format!("-{short}, ")).unwrap_or_default() + &arg.to_string();
        format!("| `{}` | {} |\n", name.replace('|', "\\|"), cell(&arg.get_help().unwrap_or_default().to_string()))
    };
    let rows: String = all.map(row).collect();
    if rows.is_empty() { rows } else { format!("\n{heads}\n| --- | --- |\n{rows}") }
}

/// The table of exit codes, from the lines of `   0  the release loads the files`.
fn exit_codes(command: &Command) -> String {
    let text = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let rows: String = text
        .lines()
        .filter_map(|line| line.trim().split_once("  ").filter(|(code, _)| code.parse::<u8>().is_ok()))
        .map(|(code, meaning)| format!("| {code} | {} |\n", cell(meaning.trim())))
        .collect();
    assert!(!rows.is_empty(), "{} has exit codes: {text}", command.get_name());
    format!("\n| Exit code | Meaning |\n| --- | --- |\n{rows}")
}

fn section(command: &Command) -> String {
    let own = |arg: &&Arg| !OF_ALL.contains(&arg.get_id().as_str());
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim();
    let mut out = format!("\n## {}\n\n", command.get_bin_name().unwrap_or_default());
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    write!(out, "{}.\n\n```\n{usage}\n```\n", about.trim_end_matches('.')).unwrap();
    out += &arguments("| Argument | Meaning |", command.get_positionals().filter(own));
    out += &arguments("| Option | Meaning |", command.get_opts().chain(flags(command)).filter(own));
    out + &exit_codes(command)
}

/// Options without values.
fn flags(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_positional() && !arg.get_action().takes_values())
}

fn page() -> String {
    let mut all = commands(&Words::english()).term_width(0).mut_subcommands(|command| command.term_width(0));
    all.build();
    let mut page = String::from(
        "# Command line\n\n\
         Generated from the program by `cargo xtask docs`; do not edit. `vintage help COMMAND` prints the same in the terminal, `vintage man COMMAND`\n\
         as a manual page, and `vintage completions SHELL` a script for the shell. [CI](ci.md) shows the commands in use, and\n\
         [limits](limits.md) the names for `--limit`. The JSON of every command is described by [a schema](report.schema.json).\n\n\
         ## Options of every command\n",
    );
    let of_all = |arg: &&Arg| OF_ALL.contains(&arg.get_id().as_str());
    page += &arguments("| Option | Meaning |", all.get_arguments().filter(of_all));
    for command in all.get_subcommands() {
        page += &section(command);
    }
    page
}

#[test]
fn the_reference_of_the_commands_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let page = page();
    assert!(page.matches("\n## vintage ").count() > 14, "all commands");
    if std::env::var_os("VINTAGE_WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).is_ok_and(|kept| kept == page),
        "docs/cli.md is stale; run cargo xtask docs"
    );
}
