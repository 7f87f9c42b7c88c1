//! `vintage run --results`: the files, and the comparison in plain text.

#![allow(clippy::result_large_err, reason = "a failure ends the program")]

use super::run_model::file;
use super::run_text::different;
use super::{Words, table};
use crate::bytes::Limits;
use crate::engine::Program;
use crate::services::run::Results;
use crate::services::run::schema::{Failed, ResultDifference, ResultsReport};
use std::path::Path;

/// Maximum number of tensors that are printed.
const MOST: usize = 10;

/// Opens the files; `None` without any. A file is given as `FILE` or `NAME=FILE`, where both may contain `=`.
pub(super) fn open(given: &[String], program: &Program, limits: &Limits) -> Result<Option<Results>, Failed> {
    if given.is_empty() {
        return Ok(None);
    }
    let mut results = Results::new(limits.clone());
    for given in given {
        let splits = given.rmatch_indices('=').map(|(at, _)| (&given[..at], &given[at + 1..]));
        let mut named = splits.filter(|(_, path)| Path::new(path).exists());
        let (name, path) = match named.next() {
            Some((name, path)) if !Path::new(given).exists() => (Some(name), path),
            _ => (None, given.as_str()),
        };
        results.add(&file(Path::new(path))?, name)?;
    }
    // Reports names of no tensor before anything runs.
    results.check(program)?;
    Ok(Some(results))
}

/// The comparison; empty unless requested.
pub(super) fn text(results: Option<&ResultsReport>, words: &Words) -> String {
    let Some(results) = results else { return String::new() };
    let find = |id: &str, values: &[(&str, String)]| {
        words.find(id, values.iter().map(|(name, value)| (*name, value.as_str()))).unwrap_or_default()
    };
    let counts = [("count", results.tensors.len().to_string()), ("differing", results.differing.to_string())];
    let passed = results.differing == 0;
    let mut text = find(if passed { "run-results-passed" } else { "run-results-failed" }, &counts) + "\n";
    let differing = || results.tensors.iter().filter(|tensor| tensor.differs);
    if let Some(first) = differing().next() {
        text += &format!("  {}\n", line("run-results-first", first, words));
        if first.since < first.node {
            let values = [("since", first.since.to_string()), ("node", first.node.to_string())];
            text += &format!("  {}\n", find("run-results-since", &values));
        }
    } else if let Some(closest) = results.closest() {
        text += &format!("  {}\n", line("run-results-closest", closest, words));
    }
    text += &results.hints().map(|hint| format!("  {}\n", words.word(hint))).collect::<String>();
    if results.differing > 1 {
        let head = [
            "run-col-node",
            "run-col-op",
            "run-col-different",
            "run-col-absolute",
            "run-col-allowed",
            "run-col-tensor",
        ];
        text +=
            &table::headed(&head.map(|id| words.word(id)), differing().take(MOST).map(|tensor| row(tensor, words)), 4);
        let more = results.differing.saturating_sub(MOST);
        if more > 0 {
            text += &format!("    {}\n", find("run-more-nodes", &[("count", more.to_string())]));
        }
    }
    for (reason, count, names) in results.skipped_by_reason() {
        let values = [("count", count.to_string()), ("names", names), ("reason", words.message("error-", reason))];
        text += &format!("  {}\n", find("run-results-skipped", &values));
    }
    text
}

fn row(tensor: &ResultDifference, words: &Words) -> Vec<String> {
    let ResultDifference { node, op, difference, allowed, .. } = tensor;
    vec![
        node.to_string(),
        op.clone(),
        different(difference, words),
        format!("{:.3e}", difference.absolute),
        format!("{allowed:.3e}"),
        difference.name.clone(),
    ]
}

fn line(id: &str, tensor: &ResultDifference, words: &Words) -> String {
    // Only for display: four digits are enough.
    let number = |value: f64| if value.is_finite() { format!("{value:.3e}") } else { value.to_string() };
    let ResultDifference { node, op, difference, allowed, reason, .. } = tensor;
    let values = [
        ("node", node.to_string()),
        ("op", op.clone()),
        ("name", difference.name.clone()),
        ("element", difference.at.unwrap_or(0).to_string()),
        ("own", number(difference.first)),
        ("other", number(difference.second)),
        ("absolute", number(difference.absolute)),
        ("allowed", number(*allowed)),
        ("reason", reason.as_ref().map(|reason| words.message("error-", reason)).unwrap_or_default()),
    ];
    let id = if reason.is_some() { "run-results-first-shape" } else { id };
    words.find(id, values.iter().map(|(name, value)| (*name, value.as_str()))).unwrap_or_default()
}
