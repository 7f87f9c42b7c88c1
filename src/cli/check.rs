//! `vintage check`: does one release load the files?

use super::escape::on_one_line;
use super::inspect::{open, requirement, unused_text};
use super::judgment::{code, told};
use super::{Paths, Words, asked, matrix, print_json, print_line, target};
use crate::report::schema::{Action, Certainty, Evidence, What};
use crate::services::check::schema::{Answered, CheckReport};
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[arg(value_name = "PATH", required_unless_present = "all_of")]
    paths: Vec<PathBuf>,
    #[arg(long = "limit", value_name = "NAME=VALUE", value_parser = super::limit)]
    limits: Vec<(String, u64)>,
    #[arg(long, value_name = "TOML", conflicts_with_all = ["paths", "target", "action"])]
    all_of: Option<PathBuf>,
    #[arg(long, value_name = "CHANNEL@RELEASE", required_unless_present = "all_of")]
    target: Option<String>,
    #[arg(long, value_name = "NAME", value_parser = asked::action)]
    action: Option<Action>,
    #[arg(long)]
    json: bool,
}

/// Output of `check --json`.
#[derive(Serialize, schemars::JsonSchema)]
pub(super) struct Checked {
    #[serde(flatten)]
    report: CheckReport,
    /// The exit code.
    exit: u8,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    if let Some(targets) = &arguments.all_of {
        return matrix::run(targets, &arguments.limits, arguments.json, words);
    }
    let target = match target::parse(arguments.target.as_deref().unwrap_or_default(), words) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let mut opened = open(&Paths { paths: arguments.paths.clone(), limits: arguments.limits.clone() }, words);
    let mut report = opened.check(&target, arguments.action);
    report.artifacts = report.artifacts.into_iter().map(|one| told(one, words)).collect();
    let exit = code(report.outcome);
    if arguments.json {
        print_json(&Checked { report, exit });
        return exit;
    }
    for one in &report.artifacts {
        print_line(&text(one, &target.channel, &target.release, words));
    }
    if !report.unused.is_empty() {
        print_line(&unused_text(&report.unused, words));
    }
    exit
}

fn text(one: &Answered, channel: &str, release: &str, words: &Words) -> String {
    let word = |id: &str| words.word(id);
    let action = one.action.filter(|action| *action != Action::Import);
    let action = action.map(|action| format!(" ({})", action.word())).unwrap_or_default();
    let (name, outcome) = (on_one_line(&one.name), word(&format!("cli-outcome-{}", one.outcome.word())));
    let known = match one.certainty {
        _ if !one.not_asked.is_empty() => format!(", {}", word("cli-as-far-as-known")),
        Some(Certainty::Derived) => format!(", {}", word("certainty-derived")),
        _ => String::new(),
    };
    let mut text = format!("{name}: {channel} {release}: {outcome}{action}{known}");
    if let Some(note) = &one.note {
        text += &format!("\n  {note}");
    }
    if let Some(error) = &one.error {
        text += &format!("\n  {}", words.error(error));
    }
    if let Some(prints) = &one.prints {
        text += &format!("\n  {}: {}", word("cli-prints"), prints.replace('\n', "\n    "));
    }
    for source in &one.sources {
        text += &format!("\n  {}: {}", word("col-source"), on_one_line(source));
    }
    for need in &one.because {
        text += &format!("\n  {} {}", word("cli-because"), requirement(need, words).join("  ").trim_end());
        for evidence in need.evidence.iter().take(3) {
            text += &format!("\n    {}", shown(evidence, words));
        }
    }
    // Several requirements of one kind have the same text.
    let mut printed = HashSet::new();
    for advice in one.advice.iter().chain(&one.not_asked) {
        if !advice.text.is_empty() && printed.insert(advice.text.as_str()) {
            text += &format!("\n  {}: {}\n    {} {}", word("cli-advice"), advice.text, word("cli-see"), advice.doc);
        }
    }
    text
}
/// Evidence, with the page's texts.
fn shown(evidence: &Evidence, words: &Words) -> String {
    let place = || evidence.at.as_ref().map(|at| at.field.clone()).unwrap_or_default();
    let id = format!("{}-{}", evidence.what.word(), if evidence.name.is_empty() { "index" } else { "name" });
    let index = evidence.index.to_string();
    let values = [("index", index.as_str()), ("name", evidence.name.as_str())];
    let text = if evidence.what == What::File { None } else { words.find(&id, values) };
    let graph = if evidence.graph.is_empty() { String::new() } else { format!("{}: ", evidence.graph) };
    graph + &text.unwrap_or_else(place)
}
