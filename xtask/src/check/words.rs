//! Checks that the project writes plain technical English: things with a standard name have no house word.
//!
//! Documents, locale files and comments are searched for the words of [`HOUSE`]. Code in backticks, names of items and
//! recorded outputs of other programs are not.

use std::path::Path;
use std::process::Command;

use crate::{Result, command};

/// Words that are not used, the words to use instead, and phrases that contain them and are fine. A `*` at the end of a
/// word matches any ending.
struct House {
    not: &'static [&'static str],
    but: &'static str,
    fine: &'static [&'static str],
}

const fn house(not: &'static [&'static str], but: &'static str) -> House {
    House { not, but, fine: &[] }
}

const HOUSE: [House; 21] = [
    house(&["told", "tell", "tells", "telling"], "report, show, pass, distinguish"),
    house(&["said"], "reported, stated; a person or a release's message says"),
    House {
        not: &["stand", "stands"],
        but: "is, is at, applies",
        fine: &["stand for", "stands for", "stand in for", "stands in for"],
    },
    House {
        not: &["is had", "are had", "be had", "was had", "were had"],
        but: "is available, is supported",
        fine: &[],
    },
    house(&["processor", "processors"], "CPU"),
    house(&["journey", "journeys"], "transfer"),
    house(&["somebody", "nobody", "everybody", "whoever", "who wants to"], "the user, the author, the caller, ..."),
    house(&["mend", "mends", "mended"], "fix"),
    house(&["hardly"], "probably not, rarely"),
    house(&["of today"], "current"),
    house(&["wholly"], "completely, in full"),
    house(
        &["int8 codes", "uint8 codes", "int4 codes", "of codes", "their codes", "quantized codes"],
        "quantized values",
    ),
    house(&["chance", "chances"], "random, likely"),
    House {
        not: &["none that", "is none", "are none", "no version of a"],
        but: "no ... that, is missing, is not a",
        fine: &["there is none", "there are none"],
    },
    house(&["ear for"], "callback"),
    house(&["evolving"], "evolution"),
    house(&["recognis*", "normalis*", "initialis*", "serialis*", "summaris*", "organis*", "minimis*"], "-iz-"),
    house(&["optimise*", "optimising", "optimisation*", "quantis*", "vectoris*", "parallelis*"], "-iz-"),
    house(&["colour*", "behaviour*", "neighbour*", "favour*", "honour*"], "-or"),
    house(&["licence*", "artefact*", "catalogue*", "grey", "whilst", "learnt", "analyse*"], "American spelling"),
    house(&["centre", "centres", "centred", "labelled", "modelled", "travelled"], "American spelling"),
];

/// Searches every tracked document, locale file and source file.
pub fn check(root: &Path) -> Result {
    let mut git = command::clean(Command::new("git"));
    git.current_dir(root).args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
    // A copy without git history (a source archive) has no list of tracked files.
    let Some(list) = command::probe(&mut git) else { return Ok(()) };
    let mut broken = Vec::new();
    for file in list.split('\0').filter(|file| !file.is_empty() && !is_exempt(file)) {
        let Some(prose) = prose_of(file) else { continue };
        // A file that was deleted but not yet committed is still listed.
        let Ok(text) = std::fs::read_to_string(root.join(file)) else { continue };
        broken.extend(violations(file, &text, prose));
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// The prose of a file by its format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prose {
    Markdown,
    Locale,
    Markup,
    /// Comments of Rust.
    Comments,
    /// Comments of JavaScript and TypeScript, which have blocks as well.
    Script,
}

fn prose_of(file: &str) -> Option<Prose> {
    match file.rsplit_once('.')?.1 {
        "md" => Some(Prose::Markdown),
        "ftl" => Some(Prose::Locale),
        "html" => Some(Prose::Markup),
        "rs" => Some(Prose::Comments),
        "mjs" | "js" | "ts" => Some(Prose::Script),
        _ => None,
    }
}

/// Fixtures are third-party files, the changelog keeps its wording, and this file lists the words.
fn is_exempt(file: &str) -> bool {
    ["tests/fixtures/", "tests/attacks/", "fuzz/corpus/", "static/samples/"].iter().any(|start| file.starts_with(start))
        || file.contains("/generated/")
        || ["CHANGELOG.md", "xtask/src/check/words.rs"].contains(&file)
}

fn violations(file: &str, text: &str, prose: Prose) -> Vec<String> {
    let mut found = Vec::new();
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        if prose == Prose::Markdown && line.trim_start().starts_with("```") {
            in_code = !in_code;
        }
        let line = match prose {
            Prose::Markdown if in_code => continue,
            Prose::Markdown | Prose::Markup => line,
            Prose::Locale => value(line),
            Prose::Script if line.trim_start().starts_with(['/', '*']) => line.trim_start(),
            Prose::Comments | Prose::Script => match comment(line) {
                Some(comment) => comment,
                None => continue,
            },
        };
        if let Some(word) = opening(line) {
            found.push(format!(
                "{file}:{}: opens with `{word}` -> a noun phrase, or a verb in the third person",
                index + 1
            ));
        }
        let line = without_code(line).to_lowercase();
        for house in &HOUSE {
            for word in matches(&line, house) {
                found.push(format!("{file}:{}: `{word}` -> {}", index + 1, house.but));
            }
        }
    }
    found
}

/// The text of a line of Fluent: the line without the id of its message.
fn value(line: &str) -> &str {
    match line.split_once(" =") {
        Some((id, value)) if !line.starts_with(['#', ' ']) && !id.contains(' ') => value,
        _ => line,
    }
}

/// The comment of a line. A `//` in a string or an address does not begin one.
fn comment(line: &str) -> Option<&str> {
    let (start, _) = line.match_indices("//").find(|(at, _)| {
        let before = &line[..*at];
        !before.ends_with(':') && before.matches('"').count().is_multiple_of(2)
    })?;
    Some(&line[start..])
}

/// The word that opens a documentation comment with a relative clause.
fn opening(line: &str) -> Option<&'static str> {
    let text = ["/// ", "//! ", "/** "].iter().find_map(|start| line.strip_prefix(start))?;
    ["What ", "Who ", "Which ", "Whose ", "Whatever "]
        .into_iter()
        .find(|word| text.starts_with(word))
        .map(str::trim_end)
}

/// The line without code in backticks.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The house words in a line of lower case, outside the phrases that are fine.
fn matches(line: &str, house: &House) -> Vec<&'static str> {
    let line = house.fine.iter().fold(line.to_owned(), |line, phrase| line.replace(phrase, ""));
    house.not.iter().copied().filter(|pattern| has(&line, pattern)).collect()
}

fn has(line: &str, pattern: &str) -> bool {
    let (word, any_ending) = pattern.strip_suffix('*').map_or((pattern, false), |stem| (stem, true));
    let part_of_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || "_$".contains(c));
    line.match_indices(word).any(|(at, _)| {
        let after = line[at + word.len()..].chars().next();
        !part_of_word(line[..at].chars().next_back()) && (any_ending || !part_of_word(after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(file: &str, text: &str) -> usize {
        violations(file, text, prose_of(file).unwrap()).len()
    }

    #[test]
    fn prose_is_searched_and_code_is_not() {
        assert_eq!(count("a.md", "What is told here stands there."), 2);
        assert_eq!(count("a.md", "`told` is a name; UINT8 stands for a byte"), 0);
        assert_eq!(count("a.md", "```\ntold\n```\ntold"), 1);
        assert_eq!(count("a.rs", "let told = 1; // not told"), 1);
        assert_eq!(count("a.rs", "let a = \"http://told\"; let b = \"// told\";"), 0);
        assert_eq!(count("a.ftl", "chance-told = On the processor"), 1);
        assert_eq!(count("a.ftl", "    { $said } = of today"), 1);
    }

    #[test]
    fn documentation_does_not_open_with_a_relative_clause() {
        assert_eq!(
            count("a.rs", "/// What a file needs.\n//! Which of them.\n/// Whether it loads.\n// What a comment says."),
            2
        );
        assert_eq!(count("a.js", "/** What a file needs. */\n * Which of them."), 1);
        assert_eq!(count("a.md", "What is new"), 0);
    }

    #[test]
    fn a_word_inside_another_is_another_word() {
        assert_eq!(count("a.md", "standard understands outstanding foretold microprocessor"), 0);
    }

    #[test]
    fn a_stem_matches_every_ending() {
        assert_eq!(count("a.md", "Recognised, normalising and Optimised"), 3);
        assert_eq!(count("a.md", "recognized optimistic optimizer"), 0);
    }

    #[test]
    fn rooms_are_folders() {}
}
