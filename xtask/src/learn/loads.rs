//! Loads of the fixtures: recorded by the generators, compared with the release before.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::notes::{Notes, listed};
use super::wheel;
use crate::{Result, project};

/// The record, from the root of the repository.
pub const RECORD: &str = "tests/fixtures/observed_loads.txt";

/// The actions of `actions.py` whose answers are recorded.
fn actions(channel: &str) -> &'static [&'static str] {
    match channel {
        "tensorflow" => &[
            "checkpoint_read",
            "restore",
            "graph_import",
            "meta_graph_import",
            "saved_model_load",
            "saved_model_v1",
            "keras_saved_model",
            "keras_load",
            "load_model",
            "load_weights",
            "default_delegates",
            "builtin_ops",
        ],
        "keras" => &["keras_load", "load_model", "load_weights"],
        _ => &["default_delegates", "builtin_ops"],
    }
}

/// Asks a wheel about the fixtures and adds its answers to a record under the name of `release`.
pub fn ask(python: &Path, channel: &str, release: &str, folder: &Path, record: &Path) -> Result {
    let answers = folder.join("loads");
    let _ = fs::remove_dir_all(&answers);
    fs::create_dir_all(&answers).map_err(|e| format!("cannot create {}: {e}", answers.display()))?;
    let file = answers.join(format!("{channel}-{release}.jsonl"));
    let mut arguments = vec![channel, text(&file)];
    arguments.extend(actions(channel));
    wheel::generator(python, "actions.py", &arguments)?;
    wheel::generator(python, "actions_record.py", &[text(&answers), text(record)])
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap_or_default()
}

/// A copy of the record for a run that writes nothing, without the answers of `release`.
pub fn copy(folder: &Path, channel: &str, release: &str) -> Result<PathBuf> {
    let from = project::root().join(RECORD);
    let recorded = fs::read_to_string(&from).map_err(|e| format!("cannot read {}: {e}", from.display()))?;
    let into = folder.join("observed_loads.txt");
    fs::write(&into, without(&recorded, channel, release))
        .map_err(|e| format!("cannot write {}: {e}", into.display()))?;
    Ok(into)
}

/// The record without the answers of a release.
fn without(recorded: &str, channel: &str, release: &str) -> String {
    let record = Record::parse(recorded);
    let Some(at) = record.place(channel, release) else { return recorded.to_owned() };
    let line = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        match cells[..] {
            ["p", name, releases] if name == channel => {
                let kept: Vec<&str> = releases.split(' ').filter(|name| *name != release).collect();
                format!("p\t{name}\t{}\n", kept.join(" "))
            }
            ["r", file, kind, name, runs] if name == channel => {
                let mut answers = unpacked(runs);
                if at < answers.len() {
                    answers.remove(at);
                }
                format!("r\t{file}\t{kind}\t{name}\t{}\n", answers.join(" "))
            }
            _ => format!("{line}\n"),
        }
    };
    recorded.lines().map(line).collect()
}

/// One answer per release: `3+ e7` is `+ + + e7`.
fn unpacked(runs: &str) -> Vec<&str> {
    let run = |run: &str| run.find(|c: char| !c.is_ascii_digit()).unwrap_or(run.len());
    let each = runs.split(' ').filter(|run| !run.is_empty()).map(|text| text.split_at(run(text)));
    each.flat_map(|(count, what)| vec![what; count.parse().unwrap_or(1)]).collect()
}

/// The recorded loads.
#[derive(Debug, Default)]
pub struct Record {
    releases: BTreeMap<String, Vec<String>>,
    messages: BTreeMap<String, String>,
    /// Runs by package, and by file and kind.
    rows: BTreeMap<String, BTreeMap<(String, String), String>>,
}

/// Answers of a release, by file and kind.
pub type Answers<'a> = BTreeMap<&'a (String, String), Answer>;

/// An answer of a release.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It loads the file.
    Loads,
    /// It refuses it with a message.
    Refused(String),
    /// The process ended, or took too long.
    Crash,
}

impl Answer {
    /// Outcome and message in words.
    fn words(&self) -> String {
        match self {
            Self::Loads => "loads".into(),
            Self::Refused(message) => format!("refused: `{message}`"),
            Self::Crash => "ends the process".into(),
        }
    }

    fn is_same_outcome(&self, other: &Self) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

impl Record {
    /// Reads a record.
    pub fn read(path: &Path) -> Result<Self> {
        let recorded = fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
        Ok(Self::parse(&recorded))
    }

    fn parse(recorded: &str) -> Self {
        let mut record = Self::default();
        for line in recorded.lines() {
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["p", package, releases] => {
                    let releases = releases.split(' ').map(str::to_owned).collect();
                    record.releases.insert(package.to_owned(), releases);
                }
                ["m", number, message] => {
                    record.messages.insert(number.to_owned(), message.to_owned());
                }
                ["r", file, kind, package, runs] => {
                    let rows = record.rows.entry(package.to_owned()).or_default();
                    rows.insert((file.to_owned(), kind.to_owned()), runs.to_owned());
                }
                _ => {}
            }
        }
        record
    }

    fn place(&self, package: &str, release: &str) -> Option<usize> {
        self.releases.get(package)?.iter().position(|own| own == release)
    }

    /// The newest recorded release of a package before `release`, or the newest of all.
    pub fn before(&self, package: &str, release: &str) -> Option<&str> {
        let releases = self.releases.get(package)?;
        let at = self.place(package, release).unwrap_or(releases.len());
        at.checked_sub(1).map(|at| releases[at].as_str())
    }

    /// Answers of a release, by file and kind.
    pub fn answers(&self, package: &str, release: &str) -> Answers<'_> {
        let Some(at) = self.place(package, release) else { return BTreeMap::new() };
        let answer = |runs: &str| match unpacked(runs).get(at) {
            Some(&"+") => Some(Answer::Loads),
            Some(&"c") => Some(Answer::Crash),
            Some(what) => what
                .strip_prefix('e')
                .map(|number| Answer::Refused(self.messages.get(number).cloned().unwrap_or_default())),
            None => None,
        };
        let rows = self.rows.get(package).into_iter().flatten();
        rows.filter_map(|(file, runs)| Some((file, answer(runs)?))).collect()
    }
}

/// Compares the answers of two releases, which may be of two records. Returns a line for each file with another outcome or
/// text.
pub fn compare(now: &Answers<'_>, before: &Answers<'_>, other: &str, notes: &mut Notes) -> String {
    let both = now.iter().filter_map(|(file, answer)| Some((*file, answer, before.get(*file)?)));
    let (mut outcomes, mut texts, mut count, mut lines) = (Vec::new(), 0, 0, String::new());
    for (file, answer, earlier) in both {
        count += 1;
        if !answer.is_same_outcome(earlier) {
            outcomes.push(format!("{} ({}): {} (before: {})", file.0, file.1, answer.words(), earlier.words()));
        } else if fixed(answer) != fixed(earlier) {
            texts += 1;
        } else {
            continue;
        }
        lines += &format!("{}\t{}\t{}\t{}\n", file.0, file.1, answer.words(), earlier.words());
    }
    let sentence = format!("loads of the fixtures: {} of {count} have another outcome than in {other}", outcomes.len());
    if outcomes.is_empty() {
        notes.changed(sentence);
    } else {
        notes.changed(format!("{sentence}: {}", listed(&outcomes)));
        notes.open(
            "rules (tflite_prepare.csv, checks.csv, eras, …) for fixtures whose outcome changed, where no row foresees it.",
        );
    }
    if texts > 0 {
        notes.changed(format!("{texts} refusals of the fixtures have another text"));
        notes.open("messages.csv: texts that changed; docs/accuracy.md counts the messages that do not agree.");
    }
    lines
}

/// Rows of docs/accuracy.md about recorded loads of a release that disagree with the verdict: the file and the answers.
pub fn disagreements(accuracy: &str, channel: &str, release: &str) -> Vec<String> {
    let section = accuracy.split("## Every row that disagrees").nth(1).unwrap_or_default();
    let section = section.split("\n## ").next().unwrap_or_default();
    let names_it = |row: &&str| {
        let cells: Vec<&str> = row.split(" | ").collect();
        let spans = cells.get(3).copied().unwrap_or_default().split("; ");
        spans.filter(|span| span.starts_with(channel)).any(|span| span.ends_with(&format!(" {release}")))
    };
    section.lines().filter(names_it).map(|row| row.trim_matches(['|', ' ']).to_owned()).collect()
}

/// The message without numbers, which are often lines of sources or releases.
fn fixed(answer: &Answer) -> String {
    match answer {
        Answer::Refused(message) => message.chars().filter(|c| !c.is_ascii_digit()).collect(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# head\np\trun\t1.0 1.1 1.2\nm\t0\tno: 7\nm\t1\tno: 8\nr\ta\ttflite\trun\t2+ e1\nr\tb\ttflite\trun\t3e0\nr\tc\ttflite\trun\te0 c +\n";

    #[test]
    fn a_release_is_taken_out_of_a_record() {
        let rest = without(TEXT, "run", "1.1");
        assert!(rest.contains("p\trun\t1.0 1.2\n") && rest.contains("r\ta\ttflite\trun\t+ e1\n"), "{rest}");
        assert_eq!(without(TEXT, "run", "9.9"), TEXT);
    }

    #[test]
    fn rows_that_disagree_are_found_by_their_releases() {
        let accuracy = "## Every row that disagrees\n\n| a | loads here, refused there | 1 | run 1.0 to 1.2; other 1.1 | `no` |\n\
                        | b | unknown | 1 | other 1.2 | `` |\n\n## Next\n\n| c | d | 1 | run 1.2 | |\n";
        let found = disagreements(accuracy, "run", "1.2");
        assert_eq!(found, ["a | loads here, refused there | 1 | run 1.0 to 1.2; other 1.1 | `no`"]);
        assert_eq!(disagreements(accuracy, "run", "1.1"), Vec::<String>::new());
    }

    #[test]
    fn outcomes_are_compared_without_numbers_of_messages() {
        let record = Record::parse(TEXT);
        assert_eq!(record.before("run", "1.2"), Some("1.1"));
        assert_eq!(record.before("run", "1.3.dev"), Some("1.2"));
        let (now, before, mut notes) = (record.answers("run", "1.2"), record.answers("run", "1.1"), Notes::default());
        compare(&now, &before, "1.1", &mut notes);
        assert_eq!(notes.changed.len(), 1, "{notes:?}");
        assert!(
            notes.changed[0].contains("2 of 3")
                && notes.changed[0].contains("c (tflite): loads (before: ends the process)")
        );
    }
}
