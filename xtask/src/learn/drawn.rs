//! Drawn models and graphs, given to a wheel and to the release before it: what one of them refuses is a rule that a
//! person writes or ends.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::notes::{Notes, listed};
use crate::oracle::random::{self, Kind};
use crate::{Result, project};

/// Python and channel of a wheel.
pub type Inside<'a> = (&'a Path, &'a str);

/// Draws `count` files, asks both wheels, and lists the files with another outcome in the folder. Returns the folder of the
/// files.
pub fn learn(
    kind: Kind,
    [count, seed]: [&str; 2],
    now: Inside<'_>,
    before: Inside<'_>,
    folder: &Path,
    notes: &mut Notes,
) -> Result<PathBuf> {
    let drawn = random::drawn(kind, count, seed)?;
    let mut answers = Vec::new();
    for (name, (python, channel)) in [("now", now), ("before", before)] {
        let into = folder.join(format!("{}-{name}.tsv", kind.word()));
        random::ask_in(kind, python, channel, &drawn, &into)?;
        let text = fs::read_to_string(&into).map_err(|e| format!("cannot read {}: {e}", into.display()))?;
        answers.push(lines(&text));
    }
    let listed_files =
        fs::read_to_string(drawn.join("drawn.tsv")).map_err(|e| format!("cannot read drawn.tsv: {e}"))?;
    let changed = changed(&listed_files, &answers[0], &answers[1]);
    let list = folder.join(format!("{}-changed.tsv", kind.word()));
    let text: String = changed.rows.iter().map(|row| format!("{row}\n")).collect();
    fs::write(&list, text).map_err(|e| format!("cannot write {}: {e}", list.display()))?;
    notes.changed(format!(
        "{} drawn {} (seed {seed}): {} have another outcome, {} another text",
        answers[0].len(),
        kind.word(),
        changed.rows.len(),
        changed.texts
    ));
    if !changed.rows.is_empty() {
        let groups: Vec<String> = changed.groups.iter().map(|(group, count)| format!("{count} {group}")).collect();
        notes.open(format!(
            "{}: rows to add or to end: {}. Files in {}, list in {}.",
            kind.table(),
            listed(&groups),
            shown(&drawn),
            shown(&list)
        ));
    }
    Ok(drawn)
}

/// Compares the answers of a release with its verdicts.
pub fn compare(kind: Kind, drawn: &Path, folder: &Path, wheel: &str, notes: &mut Notes) -> Result {
    let answers = drawn.join("answers");
    fs::create_dir_all(&answers).map_err(|e| format!("cannot create {}: {e}", answers.display()))?;
    let (from, into) = (folder.join(format!("{}-now.tsv", kind.word())), answers.join(format!("{wheel}.tsv")));
    fs::copy(&from, &into).map_err(|e| format!("cannot copy {}: {e}", from.display()))?;
    random::ask_newest(kind, drawn)?;
    random::compare(drawn)?;
    let list = drawn.join("disagreements.tsv");
    let rules = fs::read_to_string(&list).map(|text| text.lines().skip(1).count()).unwrap_or_default();
    if rules > 0 {
        notes.open(format!(
            "{}: {rules} disagreements of drawn {} with the verdicts, in {}.",
            kind.table(),
            kind.word(),
            shown(&list)
        ));
    }
    Ok(())
}

/// A path from the root of the repository.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(project::root()).unwrap_or(path).display().to_string()
}

/// Outcome and message, by file.
fn lines(text: &str) -> BTreeMap<String, (String, String)> {
    let line = |line: &str| {
        let mut cells = line.splitn(3, '\t');
        let (file, outcome) = (cells.next()?.to_owned(), cells.next()?.to_owned());
        Some((file, (outcome, cells.next().unwrap_or_default().to_owned())))
    };
    text.lines().filter_map(line).collect()
}

/// Files that two wheels answer differently.
#[derive(Debug, Default)]
struct Changed {
    /// File, op, changes, both outcomes and messages.
    rows: Vec<String>,
    /// Number by op and message.
    groups: BTreeMap<String, usize>,
    /// Files that both refuse with different texts.
    texts: usize,
}

fn changed(
    drawn: &str,
    now: &BTreeMap<String, (String, String)>,
    before: &BTreeMap<String, (String, String)>,
) -> Changed {
    let mut found = Changed::default();
    for line in drawn.lines() {
        let mut cells = line.split('\t');
        let (file, op) = (cells.next().unwrap_or_default(), cells.next().unwrap_or_default());
        let (Some((outcome, message)), Some((earlier, text))) = (now.get(file), before.get(file)) else { continue };
        if outcome == earlier {
            found.texts += usize::from(fixed(message) != fixed(text));
            continue;
        }
        found.rows.push(format!("{line}\t{outcome}\t{message}\t{earlier}\t{text}"));
        let what = if outcome == "loads" {
            format!("{op} loads, refused before: `{text}`")
        } else {
            format!("{op} {outcome}: `{message}`")
        };
        *found.groups.entry(what).or_default() += 1;
    }
    found
}

/// A message without numbers and the folder of the kernel's source.
fn fixed(message: &str) -> String {
    let start = message.find("kernels/").unwrap_or_default();
    message[start..].chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_grouped_by_op_and_message() {
        let drawn = "0.tflite\tADD\trank\n1.tflite\tADD\ttype\n2.tflite\tSUM\tas-it-is\n3.tflite\tMUL\trank\n";
        let now = lines(
            "0.tflite\trefused\tno\n1.tflite\trefused\tno\n2.tflite\tloads\t\n3.tflite\trefused\ttflite/kernels/mul.cc:9 x\n",
        );
        let before = lines(
            "0.tflite\tloads\t\n1.tflite\tloads\t\n2.tflite\tcrash\t\n3.tflite\trefused\ttensorflow/lite/kernels/mul.cc:8 x\n",
        );
        let found = changed(drawn, &now, &before);
        assert_eq!((found.rows.len(), found.texts), (3, 0));
        let groups: Vec<_> = found.groups.into_iter().collect();
        assert_eq!(groups, [("ADD refused: `no`".to_owned(), 2), ("SUM loads, refused before: ``".to_owned(), 1)]);
    }
}
