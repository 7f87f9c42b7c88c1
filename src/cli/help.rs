//! Exit codes of each command for its help, completions for shells, and manual pages.

use super::{Words, exit, output};
use clap::Command;
use clap_complete::Shell;

macro_rules! codes {
    ($($code:literal $means:literal),* $(,)?) => {
        concat!("Exit codes:\n", $("  ", $code, "  ", $means, "\n",)* "  64  the command line is wrong\n",
            "  74  the answer could not be written")
    };
}

pub(super) const ALL: &str = codes! {
    " 0" "yes: it loads, it is the same, it ran, all was read",
    " 1" "no: it is refused, it differs, it failed",
    " 2" "something could not be read",
    " 3" "not known or not supported",
};
pub(super) const INSPECT: &str = codes! { " 0" "all was read", " 2" "something could not be read" };
pub(super) const CHECK: &str = codes! {
    " 0" "the release loads all of them",
    " 1" "it refuses one of them",
    " 2" "one of them could not be read",
    " 3" "not known, or the release is not for files of this kind",
};
pub(super) const COMPARE: &str = codes! {
    " 0" "both mean the same",
    " 1" "they differ",
    " 2" "something could not be read",
    " 3" "they are of kinds that cannot be compared",
};
pub(super) const DELEGATES: &str = codes! {
    " 0" "all was read; with --only: it takes every node",
    " 1" "with --only: it does not take every node",
    " 2" "the model could not be read",
    " 3" "with --only: conditions of it are not known",
};
pub(super) const PATCH: &str = codes! {
    " 0" "the release takes the changed file",
    " 1" "it still refuses, or something would be lost",
    " 2" "the file could not be read, or the copy not written",
    " 3" "nothing is known to help",
};
pub(super) const RESTORE: &str = codes! {
    " 0" "all of the program is restored",
    " 1" "not all of it is",
    " 2" "the checkpoint could not be read",
};
pub(super) const EVOLVE: &str = codes! { " 0" "the plan keeps every rule", " 1" "it breaks one" };
pub(super) const VALUES: &str = codes! { " 0" "all values were read", " 2" "one could not be read, or there are none" };
pub(super) const VERIFY: &str = codes! {
    " 0" "all stored checksums are right",
    " 1" "one is wrong",
    " 2" "something could not be read",
};
pub(super) const RUN: &str = codes! {
    " 0" "it ran",
    " 1" "the run failed",
    " 2" "the model could not be read",
    " 3" "an op is not supported",
    "130" "Ctrl-C ended it",
};
pub(super) const PRINTS: &str = codes! { " 0" "it was printed" };

#[derive(clap::Args)]
pub(super) struct CompletionArguments {
    /// The shell that reads the script.
    shell: Shell,
}

#[derive(clap::Args)]
pub(super) struct ManArguments {
    /// A command of the program, such as check.
    command: Option<String>,
}

/// Prints the script that completes `command` in a shell.
pub(super) fn completions(arguments: &CompletionArguments, mut command: Command) -> u8 {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, "vintage", &mut script);
    output::print_raw(&String::from_utf8_lossy(&script));
    exit::OK
}

/// Prints the manual page of the program, `all`, or of one of its commands.
pub(super) fn man(arguments: &ManArguments, mut all: Command, words: &Words) -> u8 {
    all.build();
    let Some(name) = &arguments.command else { return page(all) };
    match all.find_subcommand(name) {
        Some(command) => page(command.clone()),
        None => output::fail(words, "cli-no-command", &[("name", name)], exit::USAGE),
    }
}

fn page(command: Command) -> u8 {
    let mut text = Vec::new();
    // The page of a command is named like its file, such as vintage-check.
    let title = command.get_display_name().unwrap_or("vintage").to_owned();
    match clap_mangen::Man::new(command).title(title).render(&mut text) {
        Ok(()) => output::print_raw(&String::from_utf8_lossy(&text)),
        Err(error) => return output::fail_with("cli-man", &error.to_string(), exit::UNWRITTEN),
    }
    exit::OK
}
