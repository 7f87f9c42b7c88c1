//! Answers to a command line that runs no command: help, the version, and usage errors. clap finds the error; its texts are
//! in the locale files.

use super::help_texts::with_translated_synopsis;
use super::{Words, WrongValue, exit, output};
use clap::Command;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};
use std::num::{ParseFloatError, ParseIntError};

/// Answers the command line of this process, which parsed to `first`; `all` is the program in the language of `words`.
pub(super) fn answer(first: Error, mut all: Command, words: &Words) -> u8 {
    // Again, for the error with this language's help and names of values.
    let error = all.try_get_matches_from_mut(std::env::args_os()).err().unwrap_or(first);
    let text = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            with_translated_synopsis(&error.render().to_string(), words)
        }
        _ => complaint(&error, &all, words),
    };
    if error.use_stderr() {
        return output::fail_with("cli-usage", text.trim_end(), exit::USAGE);
    }
    output::print_line(text.trim_end());
    exit::OK
}

/// The error, the synopsis, and the command that prints help.
fn complaint(error: &Error, all: &Command, words: &Words) -> String {
    let arguments = std::env::args_os().skip(1).take_while(|one| one != "--");
    let arguments: Vec<String> = arguments.filter_map(|one| one.into_string().ok()).collect();
    let command = arguments.iter().map(String::as_str).find(|name| all.find_subcommand(name).is_some());
    let mut parts = vec![sentence(error, all, command, words)];
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let usage = with_translated_synopsis(usage.trim_start_matches("Usage:").trim(), words);
        parts.extend(words.find("cli-help-usage", [("usage", usage.as_str())]));
    }
    let help = ["vintage"].into_iter().chain(command).chain(["--help"]).collect::<Vec<_>>().join(" ");
    parts.extend(words.find("cli-usage-help", [("command", help.as_str())]));
    parts.join("\n\n")
}

/// The error in one or two sentences.
fn sentence(error: &Error, all: &Command, command: Option<&str>, words: &Words) -> String {
    let say = |id: &str, params: &[(&str, &str)]| words.find(id, params.iter().copied()).unwrap_or_default();
    let argument = context(error, ContextKind::InvalidArg).unwrap_or_default();
    let option = without_values(&argument);
    let value = context(error, ContextKind::InvalidValue).unwrap_or_default();
    match error.kind() {
        ErrorKind::UnknownArgument if !option.starts_with('-') => say("cli-usage-extra", &[("argument", &argument)]),
        ErrorKind::UnknownArgument => {
            let meant = context(error, ContextKind::SuggestedArg);
            let before = command.filter(|name| all.find_subcommand(name).is_some_and(|sub| has_option(sub, option)));
            match (meant, before) {
                (Some(meant), _) => say("cli-usage-option-meant", &[("option", option), ("meant", &meant)]),
                (_, Some(command)) => say("cli-usage-option-after", &[("option", option), ("command", command)]),
                _ => say("cli-usage-option", &[("option", option)]),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(error, ContextKind::InvalidSubcommand).unwrap_or_default();
            match context(error, ContextKind::SuggestedSubcommand) {
                Some(meant) => say("cli-usage-command-meant", &[("name", &name), ("meant", &meant)]),
                None => say("cli-no-command", &[("name", &name)]),
            }
        }
        ErrorKind::MissingSubcommand => {
            let known = context(error, ContextKind::ValidSubcommand).unwrap_or_default();
            say("cli-usage-no-command", &[("commands", &known)])
        }
        ErrorKind::MissingRequiredArgument => say("cli-usage-missing", &[("arguments", &argument)]),
        ErrorKind::ArgumentConflict => {
            let others = match error.get(ContextKind::PriorArg) {
                Some(ContextValue::String(other)) => vec![without_values(other)],
                Some(ContextValue::Strings(others)) => others.iter().map(|other| without_values(other)).collect(),
                _ => Vec::new(),
            };
            match others.contains(&option) {
                true => say("cli-usage-twice", &[("option", option)]),
                false => say("cli-usage-conflict", &[("option", option), ("other", &others.join(", "))]),
            }
        }
        ErrorKind::TooManyValues => say("cli-usage-takes-none", &[("option", option), ("value", &value)]),
        ErrorKind::InvalidUtf8 => say("cli-usage-utf8", &[]),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let wrong = match value.is_empty() {
                true => say("cli-usage-no-value", &[("option", option)]),
                false => say("cli-usage-value", &[("option", option), ("value", &value)]),
            };
            let meant = context(error, ContextKind::SuggestedValue);
            let meant = meant.map(|meant| say("cli-usage-meant", &[("meant", &meant)]));
            let known = context(error, ContextKind::ValidValue);
            let known = known.map(|known| say("cli-usage-values", &[("values", &known)]));
            let parts = [Some(wrong), meant, known, reason(error, words)];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
        }
        _ => say("cli-usage-other", &[]),
    }
}

/// The values that an argument takes, when a parser refused one.
fn reason(error: &Error, words: &Words) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(wrong) = source.downcast_ref::<WrongValue>() {
        return Some(wrong.text(words));
    }
    Some(words.word(match () {
        () if source.is::<ParseFloatError>() => "cli-usage-number",
        () if source.is::<ParseIntError>() => "cli-usage-whole-number",
        () => "cli-usage-out-of-range",
    }))
}

/// A part of the error as text.
fn context(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) if !texts.is_empty() => Some(texts.join(", ")),
        _ => None,
    }
}

/// The option of `--limit <NAME=VALUE>`; other arguments as they are.
fn without_values(argument: &str) -> &str {
    let option = argument.split(' ').next().filter(|option| option.starts_with('-'));
    option.unwrap_or(argument)
}

fn has_option(command: &Command, option: &str) -> bool {
    let name = option.trim_start_matches("--").split('=').next();
    command.get_arguments().any(|arg| arg.get_long().is_some() && arg.get_long() == name)
}
