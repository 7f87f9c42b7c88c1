//! Help and usage errors in every language.

use crate::support::{answer, languages, program, vintage};
use clap::Command;
use std::path::Path;
use vintage::cli::{Words, commands};

/// Parts of ids of the texts that help shows.
const SHOWN: [&str; 5] = ["cli-help-", "cli-command-", "cli-option-", "cli-placeholder-", "cli-exit-"];

/// Names of values that are names in every language.
const NAMES: [&str; 4] = ["A", "B", "TOML", "URL"];

/// Ids of the texts of a language.
fn ids() -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/locales/en/cli-help.ftl");
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().filter(|line| line.starts_with("cli-"));
    lines.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())).collect()
}

/// The program and all its commands, with what clap adds, on lines of any length.
fn tree(words: &Words) -> Vec<Command> {
    let mut all = commands(words).term_width(0).mut_subcommands(|command| command.term_width(0));
    all.build();
    let commands: Vec<Command> = all.get_subcommands().cloned().collect();
    [vec![all], commands].concat()
}

fn help(command: &Command) -> String {
    command.clone().render_help().to_string()
}

/// A text as it is in help: without the values that are put in.
fn around(text: &str) -> Vec<&str> {
    text.split("\u{1}").map(str::trim).filter(|part| part.len() > 1).collect()
}

fn text(words: &Words, id: &str) -> String {
    let gap = "\u{1}";
    // Control characters are escaped in values, so the gap is found by its escape.
    let found = words.find(id, [("values", gap), ("usage", gap)]);
    found.unwrap_or_else(|| panic!("{id} has no text")).replace("\\u{1}", gap)
}

#[test]
fn every_command_and_argument_has_a_text_and_no_text_is_unused() {
    let ids = ids();
    for tag in languages() {
        let words = Words::of(&tag);
        let tree = tree(&words);
        assert!(tree.len() > 15, "all commands");
        let placeholders: Vec<String> =
            ids.iter().filter(|id| id.starts_with("cli-placeholder-")).map(|id| text(&words, id)).collect();
        for command in &tree {
            let name = command.get_name();
            let about = command.get_about().unwrap_or_else(|| panic!("{tag}: {name}")).to_string();
            assert!(!about.contains("cli-"), "{tag}: {name}: {about}");
            for argument in command.get_arguments() {
                let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
                assert!(!help.is_empty() && !help.contains("cli-"), "{tag}: {name} {argument}: {help}");
                let values =
                    argument.get_value_names().filter(|_| argument.get_action().takes_values()).unwrap_or_default();
                let shown = values.iter().flat_map(|name| name.split(['@', '=', '.']));
                for word in shown.filter(|word| !NAMES.contains(word) && *word != "txt") {
                    assert!(placeholders.iter().any(|text| text == word), "{tag}: {name}: {word}");
                }
            }
            let codes = command.get_after_help().unwrap().to_string();
            assert!(
                !codes.contains("cli-") && codes.contains("\n   0  ") && codes.contains("\n  64  "),
                "{tag}: {codes}"
            );
        }
        // Only a run of the program translates what clap has no setting for.
        let shown: String = tree.iter().map(help).collect::<String>() + &vintage(&["--lang", &tag, "--help"]).text;
        for id in ids.iter().filter(|id| SHOWN.iter().any(|start| id.starts_with(start))) {
            let text = text(&words, id);
            assert!(around(&text).iter().all(|part| shown.contains(part)), "{tag}: {id} is not shown: {text}");
        }
    }
}

#[test]
fn help_in_another_language_has_no_english() {
    let english = Words::english();
    let kinds = || SHOWN[1..3].iter().chain(&SHOWN[4..]);
    let ids = ids().into_iter().filter(|id| kinds().any(|start| id.starts_with(start)));
    let texts: Vec<String> = ids.map(|id| text(&english, &id)).collect();
    let sentences =
        ["Usage:", "Commands:", "Arguments:", "Options:", "Exit codes:", "[default", "[possible", "[OPTIONS]"];
    for tag in languages().into_iter().filter(|tag| tag != "en") {
        for name in ["", "inspect", "check", "restore", "run", "evolve"] {
            let arguments: Vec<&str> =
                [name, "--help", "--lang", &tag].into_iter().filter(|one| !one.is_empty()).collect();
            let said = answer(program().env("COLUMNS", "10000").args(&arguments));
            assert_eq!((said.code, said.complaint.as_str()), (0, ""), "{tag}: {name}");
            let shown = said.text.split_whitespace().collect::<Vec<_>>().join(" ");
            for sentence in sentences {
                assert!(!shown.contains(sentence), "{tag}: {name}: {sentence}: {shown}");
            }
            for english in &texts {
                assert!(!shown.contains(english), "{tag}: {name}: {english}: {shown}");
            }
        }
    }
}

#[test]
fn help_is_the_same_by_option_command_and_environment() {
    for tag in languages() {
        let by_option = vintage(&["check", "--lang", &tag, "--help"]).text;
        assert_eq!(vintage(&[&format!("--lang={tag}"), "check", "-h"]).text, by_option, "{tag}");
        assert_eq!(vintage(&["--lang", &tag, "help", "check"]).text, by_option, "{tag}");
        assert_eq!(answer(program().env("LC_ALL", format!("{tag}.UTF-8")).args(["check", "--help"])).text, by_option);
    }
    let all = vintage(&["help"]);
    assert_eq!((all.code, all.text), (0, vintage(&["--help"]).text));
    assert_eq!(vintage(&["help", "nonsense"]).code, 64);
    let version = vintage(&["--version"]);
    assert_eq!((version.code, version.text.trim()), (0, concat!("vintage ", env!("CARGO_PKG_VERSION"))));
}

/// A command line that is wrong, and the error in English.
const WRONG: [(&[&str], &str); 17] = [
    (&["inspect", "--jsn", "a"], "There is no option --jsn. Did you mean --json?"),
    (&["inspect", "--nonsense", "a"], "There is no option --nonsense."),
    (&["--json", "inspect", "a"], "--json is an option of inspect. Write it after the command: vintage inspect --json"),
    (&["schema", "extra"], "“extra” is one argument too many."),
    (&["inspct", "a"], "There is no command inspct. Did you mean inspect?"),
    (&["xyzzy"], "There is no command xyzzy."),
    (&["--quiet"], "A command is missing. Commands: inspect, check, "),
    (&["check", "a"], "The command needs --target <CHANNEL@RELEASE>."),
    (&["inspect", "a", "--lang"], "--lang needs a value. Possible values: ar, en, es, tr."),
    (
        &["run", "a", "--backend", "gp"],
        "“gp” is not a value of --backend. Did you mean gpu? Possible values: reference, simd, gpu.",
    ),
    (&["check", "a", "--action", "x"], "“x” is not a value of --action. Possible values: "),
    (&["inspect", "a", "--limit", "x"], "“x” is not a value of --limit. --limit takes NAME=VALUE. Names: "),
    (&["run", "a", "--repeat", "0"], "“0” is not a value of --repeat. A whole number of at least 1 is expected."),
    (&["run", "a", "--warmup", "x"], "“x” is not a value of --warmup. A whole number is expected."),
    (&["compare", "a", "b", "--relative", "x"], "“x” is not a value of --relative. A number is expected, such as 0.5."),
    (&["window", "a", "--svg", "--json"], "--svg cannot be used with --json."),
    (&["inspect", "a", "--json=yes"], "--json takes no value; “yes” was given."),
];

#[test]
fn usage_errors_name_the_argument_and_the_remedy() {
    for (arguments, wanted) in WRONG {
        let said = vintage(arguments);
        // With --json, an error is an object.
        let text = if said.complaint.is_empty() {
            said.json()["error"]["message"].as_str().unwrap().to_owned()
        } else {
            said.complaint
        };
        assert!(said.code == 64 && text.starts_with(wanted), "{arguments:?}: {text}");
        assert!(text.contains("For all arguments: vintage "), "{arguments:?}: {text}");
    }
    let twice = vintage(&["check", "--target", "2.15", "--target", "2.16", "a"]);
    assert!(twice.code == 64 && twice.complaint.starts_with("--target may be given only once."), "{}", twice.complaint);
    let range = vintage(&["run", "a", "--warmup", "99999999999"]);
    assert!(range.code == 64 && range.complaint.contains("The number is out of range."), "{}", range.complaint);
    let synopsis = vintage(&["inspect", "--jsn", "a"]).complaint;
    assert!(synopsis.contains("\n\nUsage: vintage inspect "), "{synopsis}");
    assert!(synopsis.ends_with("For all arguments: vintage inspect --help\n"), "{synopsis}");
    let none = vintage(&[]);
    assert_eq!((none.code, none.text.as_str()), (64, ""));
    assert_eq!(none.complaint, vintage(&["--help"]).text, "without a command, the help is the error");
}

#[test]
fn usage_errors_are_in_the_language_of_the_output() {
    for tag in languages().into_iter().filter(|tag| tag != "en") {
        for (arguments, wanted) in WRONG {
            let english = vintage(arguments);
            let said = vintage(&[arguments, &["--lang", &tag]].concat());
            // The last option has no value here, and takes this one.
            if arguments.last() == Some(&"--lang") {
                continue;
            }
            let text = said.complaint + &said.text;
            assert_eq!(said.code, english.code, "{tag}: {arguments:?}");
            assert!(!text.contains(wanted) && !text.contains("Usage:") && !text.contains("For all"), "{tag}: {text}");
            for part in wanted.split_inclusive(['.', '?', ';']).filter(|part| part.split(' ').count() > 3) {
                assert!(!text.contains(part.trim()), "{tag}: {part}: {text}");
            }
        }
        let wrong = vintage(&["--lang", &tag, "inspect", "--jsn", "a"]).complaint;
        let wanted = [("option", "--jsn"), ("meant", "--json")];
        assert!(wrong.starts_with(&Words::of(&tag).find("cli-usage-option-meant", wanted).unwrap()), "{wrong}");
        // A program reads English unless it asks for a language.
        let json = answer(program().env("LC_ALL", format!("{tag}.UTF-8")).args(["inspect", "--json", "--jsn", "a"]));
        assert!(json.text.contains("There is no option --jsn."), "{tag}: {}", json.text);
    }
    let unknown = vintage(&["inspect", "--lang", "xx", "a"]);
    let wanted = "“xx” is not a value of --lang. Possible values: ar, en, es, tr.";
    assert!(unknown.code == 64 && unknown.complaint.starts_with(wanted), "{}", unknown.complaint);
    let by_environment = answer(program().env("LC_ALL", "es_ES.UTF-8").args(["inspect", "--lang", "xx", "a"]));
    assert!(by_environment.complaint.starts_with("«xx» no es un valor de --lang."), "{}", by_environment.complaint);
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_an_error_with_a_reason() {
    use std::os::unix::ffi::OsStrExt;
    let said = answer(program().args(["check", "a", "--target"]).arg(std::ffi::OsStr::from_bytes(b"\xff")));
    assert!(said.code == 64 && said.complaint.starts_with("An argument is not valid UTF-8."), "{}", said.complaint);
}

#[test]
fn manual_pages_and_completions_are_in_the_language_of_the_output() {
    for tag in languages().into_iter().filter(|tag| tag != "en") {
        let words = Words::of(&tag);
        let about = words.word("cli-option-quiet");
        let first = about.split([' ', ':']).next().unwrap();
        let page = vintage(&["--lang", &tag, "man", "check"]).text;
        for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ARGUMENTS", "EXTRA", "EXIT CODES"] {
            assert!(
                !page.contains(&format!(".SH {heading}")) && !page.contains(&format!(".SH \"{heading}")),
                "{tag}: {heading}"
            );
        }
        assert!(page.contains(&words.word("cli-man-exit-codes")) && page.contains(first), "{tag}: {page}");
        let script = vintage(&["--lang", &tag, "completions", "fish"]).text;
        assert!(script.contains(first) && script.contains("tensorflow"), "{tag}: {script}");
        assert!(!script.contains("-d 'Print"), "{tag}: {script}");
    }
}
