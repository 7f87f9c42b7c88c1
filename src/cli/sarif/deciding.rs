//! The requirements of a file that are results, with their level: those that decide the outcome in the target, or
//! without a target those that limit the window.

use super::schema::Level;
use crate::cli::target::Target;
use crate::cli::words::Words;
use crate::report::schema::{Artifact, Outcome, Verdict};
use crate::report::what_if::{Row, rows};
use crate::services::window::verdict_at;
use std::collections::{BTreeMap, BTreeSet};

/// The statements about a file: about a requirement by its index, or about the file.
#[derive(Default)]
pub(super) struct Decided {
    /// Level and sentences of each requirement.
    pub(super) requirements: BTreeMap<u32, (Level, Vec<String>)>,
    /// Rule, level and sentence about the file.
    pub(super) file: Option<(&'static str, Level, String)>,
}

impl Decided {
    fn add(&mut self, because: &[u32], level: Level, sentence: &str) {
        for index in because {
            let (known, sentences) = self.requirements.entry(*index).or_insert((level, Vec::new()));
            *known = level.max(*known);
            if sentences.iter().all(|known| known != sentence) {
                sentences.push(sentence.to_owned());
            }
        }
    }
}

/// The statements about the outcome in a target.
pub(super) fn at_target(artifact: &Artifact, target: &Target, words: &Words) -> Decided {
    let mut decided = Decided::default();
    let verdict = verdict_at(&artifact.windows, &target.channel, &target.release).ok();
    let outcome = verdict.map_or(Outcome::Unknown, |verdict| verdict.outcome);
    let (level, rule) = match outcome {
        Outcome::Loads => return decided,
        Outcome::Warns => (Level::Warning, "release-warns"),
        Outcome::Unknown => (Level::Warning, "release-unknown"),
        Outcome::Refused => (Level::Error, "release-refuses"),
    };
    let params = [("channel", target.channel.as_str()), ("release", target.release.as_str())];
    let sentence = words.find(&format!("sarif-{rule}"), params).unwrap_or_default();
    let because = verdict.map(|verdict| verdict.because.as_slice()).unwrap_or_default();
    let printed = sentence.clone() + &prints(verdict, words);
    if because.is_empty() {
        decided.file = Some((rule, level, printed));
        return decided;
    }
    // The message names the first of them, or the first few.
    let named = verdict.map_or(1, |verdict| verdict.joined.max(1) as usize).min(because.len());
    decided.add(&because[..named], level, &printed);
    decided.add(&because[named..], level, &sentence);
    decided
}

fn prints(verdict: Option<&Verdict>, words: &Words) -> String {
    let text = verdict.and_then(|verdict| verdict.prints.as_deref());
    text.and_then(|text| words.find("sarif-prints", [("text", text)]))
        .map(|text| format!(" {text}"))
        .unwrap_or_default()
}

/// The statements about the windows: an error when no release loads the file, a warning about the newest release, a note
/// about the first one.
pub(super) fn in_windows(artifact: &Artifact, words: &Words) -> Decided {
    let mut decided = Decided::default();
    let all = rows(artifact, &BTreeSet::new());
    let nowhere = !all.is_empty() && all.iter().all(|row| row.start().is_none());
    for row in &all {
        let (Some(first), Some(newest)) = (row.start(), row.cells.last()) else {
            none(&mut decided, row, nowhere, words);
            continue;
        };
        let said = |id: &str, cell: usize| {
            let params = [("channel", row.channel.as_str()), ("release", row.cells[cell].release.as_str())];
            words.find(id, params).unwrap_or_default()
        };
        if let Some(before) = row.before_start() {
            decided.add(&row.cells[before].because, Level::Note, &said("sarif-start", first));
        }
        if let Some((after, last)) = row.after_end().zip(row.end()) {
            decided.add(&row.cells[after].because, Level::Warning, &said("sarif-end", last));
        }
        if newest.outcome == Outcome::Warns {
            decided.add(&newest.because, Level::Warning, &said("sarif-release-warns", row.cells.len() - 1));
        }
    }
    decided
}

/// A channel in which no release loads the file.
fn none(decided: &mut Decided, row: &Row, nowhere: bool, words: &Words) {
    let Some(newest) = row.cells.last() else { return };
    let refused = newest.outcome == Outcome::Refused;
    let level = if nowhere && refused { Level::Error } else { Level::Note };
    let rule = if refused { "release-refuses" } else { "release-unknown" };
    let id = if refused { "sarif-none" } else { "sarif-not-known" };
    let sentence = words.find(id, [("channel", row.channel.as_str())]).unwrap_or_default();
    if newest.because.is_empty() && nowhere {
        decided.file = Some((rule, level, sentence));
    } else {
        decided.add(&newest.because, level, &sentence);
    }
}
