//! Help of commands and arguments from the locale files: `cli-command-<command>`, `cli-option-<command>-<argument>`, and
//! `cli-option-<argument>` for an argument that means the same in several commands.

use super::{Words, exit};
use clap::{Arg, ArgAction, Command};

/// Exit codes of a command besides those of all commands, and the name under which their texts are found.
const EXIT_CODES: [(&str, &str, &[u8]); 17] = [
    ("vintage", "any", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN]),
    ("inspect", "read", &[exit::OK, exit::UNREADABLE]),
    ("check", "check", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN]),
    ("window", "read", &[exit::OK, exit::UNREADABLE]),
    ("badge", "read", &[exit::OK, exit::UNREADABLE]),
    ("compare", "compare", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN]),
    ("delegates", "delegates", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN]),
    ("patch", "patch", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN]),
    ("restore", "restore", &[exit::OK, exit::REFUSED, exit::UNREADABLE]),
    ("evolve", "evolve", &[exit::OK, exit::REFUSED]),
    ("values", "values", &[exit::OK, exit::UNREADABLE]),
    ("verify", "verify", &[exit::OK, exit::REFUSED, exit::UNREADABLE]),
    ("run", "run", &[exit::OK, exit::REFUSED, exit::UNREADABLE, exit::UNKNOWN, exit::INTERRUPTED]),
    ("schema", "printed", &[exit::OK]),
    ("completions", "printed", &[exit::OK]),
    ("man", "printed", &[exit::OK]),
    ("help", "printed", &[exit::OK]),
];

/// The program with all its texts in the language of `words`.
pub(super) fn localized(all: Command, words: &Words) -> Command {
    // Those that clap adds have English texts.
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true).display_order(902);
    let version = Arg::new("version").short('V').long("version").action(ArgAction::Version).display_order(903);
    with_texts(all.disable_help_flag(true).disable_version_flag(true).arg(help).arg(version), words)
}

fn with_texts(command: Command, words: &Words) -> Command {
    let name = command.get_name().to_owned();
    let usage = words.find("cli-help-usage", [("usage", "{usage}")]).unwrap_or_default();
    command
        .mut_args(|arg| described(arg, &name, words))
        .mut_subcommands(|command| with_texts(command, words))
        .about(words.word(&format!("cli-command-{name}")))
        .help_template(format!("{{about-with-newline}}\n{usage}\n\n{{all-args}}{{after-help}}"))
        .subcommand_help_heading(kept(words.word("cli-help-commands")))
        .subcommand_value_name(kept(placeholder("COMMAND", words)))
        .after_help(format!("{}\n{}", words.word("cli-help-exit-codes"), exit_codes(&name, words)))
}

/// An argument with its help, and the names of its values.
fn described(arg: Arg, command: &str, words: &Words) -> Arg {
    let id = arg.get_id().as_str();
    let own = words.find(&format!("cli-option-{command}-{id}"), []);
    let mut help = own.unwrap_or_else(|| words.word(&format!("cli-option-{id}")));
    let takes_values = arg.get_action().takes_values();
    if takes_values {
        // The brackets that clap would add are English.
        let defaults: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        let possible = arg.get_possible_values();
        let possible: Vec<&str> = possible.iter().map(|value| value.get_name()).collect();
        for (id, values) in [("cli-help-default", defaults.join(", ")), ("cli-help-values", possible.join(", "))] {
            let text = words.find(id, [("values", values.as_str())]).filter(|_| !values.is_empty());
            help.extend(text.map(|text| format!(" {text}")));
        }
    }
    let names = arg.get_value_names().unwrap_or_default();
    let names: Vec<&str> = names.iter().map(|name| kept(placeholder(name, words))).collect();
    let heading = if arg.is_positional() { "cli-help-arguments" } else { "cli-help-options" };
    let arg = arg.help(help).help_heading(kept(words.word(heading)));
    if takes_values { arg.value_names(names).hide_default_value(true).hide_possible_values(true) } else { arg }
}

/// The name of a value such as `CHANNEL@RELEASE`, word by word; what has no text is a name, such as `TOML`.
fn placeholder(name: &str, words: &Words) -> String {
    let pieces = name.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let piece = |piece: &str| {
        let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric());
        let text = words.find(&format!("cli-placeholder-{}", word.to_lowercase()), []);
        text.unwrap_or_else(|| word.to_owned()) + &piece[word.len()..]
    };
    pieces.map(piece).collect()
}

/// The exit codes of a command, one per line.
pub(super) fn exit_codes(command: &str, words: &Words) -> String {
    let own = EXIT_CODES.iter().filter(|(name, ..)| *name == command);
    let own = own.flat_map(|(_, texts, codes)| codes.iter().map(move |code| (*code, *texts)));
    let mut codes: Vec<(u8, &str)> = own.chain([(exit::USAGE, "every"), (exit::UNWRITTEN, "every")]).collect();
    codes.sort_unstable();
    let line = |(code, texts): (u8, &str)| format!("  {code:>2}  {}", words.word(&format!("cli-exit-{texts}-{code}")));
    codes.into_iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A synopsis, or a help text with one, in the language of `words`: clap has one English word in it.
pub(super) fn with_translated_synopsis(text: &str, words: &Words) -> String {
    text.replacen("[OPTIONS]", &format!("[{}]", placeholder("OPTIONS", words)), 1)
}

/// A text for clap, which keeps names for as long as the program runs. It prints help once.
fn kept(text: String) -> &'static str {
    text.leak()
}
