//! Help of the commands, completions for shells, and manual pages.

use super::{Words, exit, help_texts, output};
use clap::Command;
use clap_complete::Shell;

#[derive(clap::Args)]
pub(super) struct CompletionArguments {
    shell: Shell,
}

#[derive(clap::Args)]
pub(super) struct PageArguments {
    command: Option<String>,
}

/// Prints the script that completes `command` in a shell. Descriptions are in the language of `command`.
pub(super) fn completions(arguments: &CompletionArguments, mut command: Command) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "vintage", &mut script);
    output::print_raw(&String::from_utf8_lossy(&script));
    exit::OK
}

/// Prints the help of the program, `all`, or of one of its commands.
pub(super) fn help(arguments: &PageArguments, all: Command, words: &Words) -> u8 {
    let mut command = match find(arguments, all, words) {
        Ok(command) => command,
        Err(code) => return code,
    };
    let text = command.render_help().to_string();
    output::print_line(help_texts::with_translated_synopsis(&text, words).trim_end());
    exit::OK
}

/// Prints the manual page of the program, `all`, or of one of its commands.
pub(super) fn man(arguments: &PageArguments, all: Command, words: &Words) -> u8 {
    match find(arguments, all, words) {
        Ok(command) => page(command, words),
        Err(code) => code,
    }
}

/// The command that is asked about, or the program. A wrong name ends the command.
fn find(arguments: &PageArguments, mut all: Command, words: &Words) -> Result<Command, u8> {
    all.build();
    let Some(name) = &arguments.command else { return Ok(all) };
    let found = all.find_subcommand(name).cloned();
    found.ok_or_else(|| output::fail(words, "cli-no-command", &[("name", name)], exit::USAGE))
}

fn page(command: Command, words: &Words) -> u8 {
    let mut text = Vec::new();
    // The page of a command is named like its file, such as vintage-check.
    let title = command.get_display_name().unwrap_or("vintage").to_owned();
    // The exit codes have a section, whose heading is theirs.
    let codes = help_texts::exit_codes(command.get_name(), words);
    let page = clap_mangen::Man::new(command.after_help(codes)).title(title);
    match page.render(&mut text) {
        Ok(()) => output::print_raw(&with_translated_headings(&String::from_utf8_lossy(&text), words)),
        Err(error) => return output::fail_with("cli-man", &error.to_string(), exit::UNWRITTEN),
    }
    exit::OK
}

/// A manual page whose section headings are in the language of `words`.
fn with_translated_headings(page: &str, words: &Words) -> String {
    let line = |line: &str| match line.strip_prefix(".SH ") {
        Some("NAME") => format!(".SH \"{}\"", words.word("cli-man-name")),
        Some("SYNOPSIS") => format!(".SH \"{}\"", words.word("cli-man-synopsis")),
        Some("DESCRIPTION") => format!(".SH \"{}\"", words.word("cli-man-description")),
        Some("EXTRA") => format!(".SH \"{}\"", words.word("cli-man-exit-codes")),
        Some("VERSION") => format!(".SH \"{}\"", words.word("cli-man-version")),
        _ => line.to_owned(),
    };
    page.lines().map(|text| line(text) + "\n").collect()
}
