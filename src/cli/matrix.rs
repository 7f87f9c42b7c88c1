//! `vintage check --all-of`: targets and files of a TOML file in one table, with one exit code.

use super::inspect::{open, requirement};
use super::judgment::{code, severity, told};
use super::target::Target;
use super::targets_file::{Wanted, read};
use super::{Paths, Words, exit, print_json, print_line, table};
use crate::report::schema::{Action, SCHEMA};
use crate::services::check::Judged;
use crate::services::check::schema::{Answered, Judgment};
use crate::services::window::verdict_at;
use serde::Serialize;
use std::path::Path;

/// Output of `check --all-of --json`.
#[derive(Serialize)]
struct Matrix {
    schema: u32,
    exit: u8,
    rows: Vec<Row>,
}

/// One file in one target.
#[derive(Serialize)]
struct Row {
    /// Name of the target.
    target: String,
    channel: String,
    /// The first and last release that must load the file.
    first: String,
    last: String,
    /// The file as the TOML names it.
    file: String,
    /// The release of the answer: the first with the worst outcome.
    release: String,
    #[serde(flatten)]
    answer: Answered,
}

/// Checks all targets of a file.
pub(super) fn run(path: &Path, limits: &[(String, u64)], json: bool, words: &Words) -> u8 {
    let wanted = match read(path, words) {
        Ok(wanted) => wanted,
        Err(code) => return code,
    };
    let rows: Vec<Row> = wanted.iter().flat_map(|one| rows(one, limits, words)).collect();
    let exit = code(Judgment::worst(rows.iter().map(|row| row.answer.outcome)));
    if json {
        print_json(&Matrix { schema: SCHEMA, exit, rows });
        return exit;
    }
    let head =
        ["target", "release", "file", "outcome", "because"].map(|column| words.word(&format!("targets-col-{column}")));
    let lines: Vec<Vec<String>> =
        std::iter::once(head.to_vec()).chain(rows.iter().map(|row| line(row, words))).collect();
    print_line(table::columns(&lines, 0).trim_end());
    exit
}

/// The rows of a target: one for each artifact of its files.
fn rows(wanted: &Wanted, limits: &[(String, u64)], words: &Words) -> Vec<Row> {
    let (Some(first), Some(last)) = (wanted.releases.first(), wanted.releases.last()) else { return Vec::new() };
    let mut rows = Vec::new();
    for (file, path) in &wanted.files {
        let paths = Paths { paths: vec![path.clone()], limits: limits.to_vec() };
        for (target, answer) in judged(&paths, &wanted.releases, wanted.action, words) {
            rows.push(Row {
                target: wanted.name.clone(),
                channel: first.channel.clone(),
                first: first.release.clone(),
                last: last.release.clone(),
                file: file.clone(),
                release: target.release,
                answer,
            });
        }
    }
    rows
}

/// For each artifact the answer of the first release with the worst outcome.
fn judged(paths: &Paths, releases: &[Target], action: Option<Action>, words: &Words) -> Vec<(Target, Answered)> {
    let mut opened = open(paths, words);
    let judged = Judged::new(&mut opened, action);
    let one = |index: &usize| {
        let windows = &opened.report.artifacts[*index].windows;
        let rank = |target: &&Target| {
            let verdict = verdict_at(windows, &target.channel, &target.release);
            severity(verdict.map_or(exit::UNKNOWN, |verdict| code(verdict.outcome.into())))
        };
        // The last of equal ones is taken.
        let worst = releases.iter().rev().max_by_key(rank)?;
        Some((worst.clone(), told(judged.answer(&opened, *index, worst), words)))
    };
    judged.artifacts.iter().filter_map(one).collect()
}

fn line(row: &Row, words: &Words) -> Vec<String> {
    let one = [("channel", row.channel.as_str()), ("first", &row.first), ("last", &row.last)];
    let asked = match row.first == row.last {
        true => format!("{} {}", row.channel, row.first),
        false => words.find("targets-span", one).unwrap_or_default(),
    };
    let word = words.word(&format!("cli-outcome-{}", row.answer.outcome.word()));
    let outcome = match row.first == row.last || code(row.answer.outcome) == exit::OK {
        true => word,
        false => words.find("targets-at", [("outcome", word.as_str()), ("release", &row.release)]).unwrap_or_default(),
    };
    vec![row.target.clone(), asked, named(row), outcome, because(&row.answer, words)]
}

/// The file as the TOML names it; with the artifact's name when it holds several or is called otherwise.
fn named(row: &Row) -> String {
    let leaf = row.file.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if leaf == row.answer.name { row.file.clone() } else { format!("{}: {}", row.file, row.answer.name) }
}

/// The first reason for an outcome.
fn because(answer: &Answered, words: &Words) -> String {
    let first = answer.because.first().map(|need| requirement(need, words));
    let parts = |need: Vec<String>| need.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    first
        .map(parts)
        .or_else(|| answer.note.clone())
        .or_else(|| answer.error.as_ref().map(|error| words.error(error)))
        .unwrap_or_default()
}
