//! `vintage check`: does one release load the files?

use super::escape::on_one_line;
use super::inspect::{is_unreadable, open, requirement, unused_text};
use super::{Paths, Words, advice, asked, exit, print_json, print_line, target};
use crate::report::Opened;
use crate::report::schema::{self, Action, Evidence, Kind, Outcome, SCHEMA, What};
use crate::services::advice::schema::Advice;
use crate::services::window::{Missing, verdict_at};
use serde::{Serialize, Serializer};
use std::collections::{HashMap, HashSet};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    paths: Paths,
    /// The release that must load them, such as tensorflow@2.15.1, ai-edge-litert@2.3.0, tf@2.15 (its newest patch release)
    /// or litert@latest; without a channel, of tensorflow.
    #[arg(long, value_name = "CHANNEL@RELEASE")]
    target: String,
    /// Action: restore or read (checkpoints), load, v1-loader or keras (SavedModels), default-delegates, builtin-ops or
    /// mediapipe-ops (TFLite), load-model or load-weights (Keras files). Default: the usual action of the kind.
    #[arg(long, value_name = "NAME", value_parser = asked::action)]
    action: Option<Action>,
    /// Print JSON instead of text.
    #[arg(long)]
    json: bool,
}

/// Output of `check --json`.
#[derive(Serialize)]
struct Answer {
    schema: u32,
    channel: String,
    release: String,
    exit: u8,
    artifacts: Vec<Answered>,
    /// Unused files beside them: the answer does not depend on them.
    unused: Vec<schema::Unused>,
}

/// Outcome of an artifact in the release; some artifacts cannot be read.
#[derive(Clone, Copy)]
enum Judgment {
    Of(Outcome),
    Unreadable,
}

impl Judgment {
    fn word(self) -> &'static str {
        match self {
            Self::Of(outcome) => outcome.word(),
            Self::Unreadable => "unreadable",
        }
    }
}

impl Serialize for Judgment {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

/// The answer for one artifact.
#[derive(Serialize)]
struct Answered {
    name: String,
    kind: schema::Kind,
    /// The checked action; null without a window.
    action: Option<Action>,
    /// `loads`, `warns`, `refused`, `unknown` or `unreadable`.
    outcome: Judgment,
    /// Message of the release when it refuses.
    prints: Option<String>,
    /// The requirements that decided.
    because: Vec<schema::Requirement>,
    /// Advice for each of them, in the same order; without those that have none.
    advice: Vec<Advice>,
    /// The reason it could not be read, or that the target is unknown.
    error: Option<schema::ErrorInfo>,
    /// A message about an unknown target.
    note: Option<String>,
}

pub(super) fn run(arguments: &Arguments, words: &Words) -> u8 {
    let target = match target::parse(&arguments.target, words) {
        Ok(target) => target,
        Err(code) => return code,
    };
    let mut opened = open(&arguments.paths, words);
    let (channel, release) = (target.channel.as_str(), target.release.as_str());
    let judged = judged(&opened);
    let wrong = arguments.action.map(|action| take(&mut opened, action)).unwrap_or_default();
    let one = |index: usize| match arguments.action {
        Some(action) if wrong.contains(&index) => without_action(&opened, index, action, words),
        _ => answer(&opened, index, channel, release, words),
    };
    let artifacts: Vec<Answered> = judged.into_iter().map(one).collect();
    let exit = artifacts.iter().map(|one| code(one.outcome)).max_by_key(|code| severity(*code));
    let answer = Answer {
        schema: SCHEMA,
        channel: channel.to_owned(),
        release: release.to_owned(),
        exit: exit.unwrap_or(exit::UNREADABLE),
        artifacts,
        unused: opened.report.unused.clone(),
    };
    if arguments.json {
        print_json(&answer);
    } else {
        for one in &answer.artifacts {
            print_line(&text(one, channel, release, words));
        }
        if !answer.unused.is_empty() {
            print_line(&unused_text(&answer.unused, words));
        }
    }
    answer.exit
}

/// The artifacts to judge: a state file is a list of checkpoints, and is judged only if it is alone.
fn judged(opened: &Opened) -> Vec<usize> {
    let all = &opened.report.artifacts;
    let is_list = |index: &usize| all[*index].kind == Kind::CheckpointState && !is_unreadable(&all[*index]);
    let loaded: Vec<usize> = (0..all.len()).filter(|index| !is_list(index)).collect();
    if loaded.is_empty() { (0..all.len()).collect() } else { loaded }
}

/// Selects the action of the windows; returns the artifacts without it.
fn take(opened: &mut Opened, action: Action) -> Vec<usize> {
    let artifacts = opened.report.artifacts.iter_mut().enumerate();
    artifacts.filter_map(|(index, artifact)| (!artifact.take_action(action)).then_some(index)).collect()
}

fn code(outcome: Judgment) -> u8 {
    match outcome {
        Judgment::Of(Outcome::Loads | Outcome::Warns) => exit::OK,
        Judgment::Of(Outcome::Refused) => exit::REFUSED,
        Judgment::Unreadable => exit::UNREADABLE,
        Judgment::Of(Outcome::Unknown) => exit::UNKNOWN,
    }
}

/// With several artifacts the worst answer counts: unreadable, then refused, then unknown.
fn severity(code: u8) -> u8 {
    match code {
        exit::UNREADABLE => 3,
        exit::REFUSED => 2,
        exit::UNKNOWN => 1,
        _ => 0,
    }
}

fn unknown(artifact: &schema::Artifact) -> Answered {
    Answered {
        name: artifact.name.clone(),
        kind: artifact.kind,
        action: artifact.action,
        outcome: Judgment::Of(Outcome::Unknown),
        prints: None,
        because: Vec::new(),
        advice: Vec::new(),
        error: artifact.error.clone(),
        note: None,
    }
}

/// The answer for an artifact whose kind does not have the action.
fn without_action(opened: &Opened, index: usize, action: Action, words: &Words) -> Answered {
    let artifact = &opened.report.artifacts[index];
    let mut answered = unknown(artifact);
    if is_unreadable(artifact) {
        answered.outcome = Judgment::Unreadable;
        return answered;
    }
    let known = artifact.actions().map(Action::word).collect::<Vec<_>>().join(", ");
    answered.note = words.find("cli-unknown-action", [("action", action.word()), ("known", known.as_str())]);
    answered
}

fn answer(opened: &Opened, index: usize, channel: &str, release: &str, words: &Words) -> Answered {
    let artifact = &opened.report.artifacts[index];
    let mut answered = unknown(artifact);
    // Loaders of .tflite files ignore damage in parts that they do not need, so a verdict that the file loads counts.
    let may_load = artifact.kind == Kind::Tflite && !artifact.windows.is_empty();
    if is_unreadable(artifact) {
        answered.outcome = Judgment::Unreadable;
    }
    if is_unreadable(artifact) && !may_load {
        return answered;
    }
    if artifact.kind == Kind::CheckpointState {
        let paths = artifact.identity.facts.iter().filter(|(name, _)| name.contains("checkpoint_path"));
        let names: Vec<&str> = paths.map(|(_, path)| path.as_str()).collect();
        answered.note = words.find("cli-state-alone", [("names", names.join(", ").as_str())]);
        return answered;
    }
    match verdict_at(&artifact.windows, channel, release) {
        Ok(verdict) => {
            if is_unreadable(artifact) && !verdict.outcome.is_good() {
                return answered;
            }
            answered.outcome = Judgment::Of(verdict.outcome);
            answered.prints.clone_from(&verdict.prints);
            let because = verdict.because.iter().filter_map(|index| artifact.requirements.get(*index as usize));
            answered.because = because.cloned().collect();
            let all = advice::of(opened, index, words).map(|advice| advice.requirements).unwrap_or_default();
            let mut about: HashMap<Option<u32>, Advice> = all.into_iter().map(|one| (one.requirement, one)).collect();
            answered.advice = verdict.because.iter().filter_map(|index| about.remove(&Some(*index))).collect();
        }
        Err(Missing::Channel) => {
            let known: Vec<&str> = artifact.windows.iter().map(|window| window.channel.as_str()).collect();
            let known = known.join(", ");
            let params = [("channel", channel), ("known", known.as_str())];
            answered.note = words.find("cli-unknown-channel", params);
        }
        Err(Missing::Release { newest }) => {
            let params = [("channel", channel), ("release", release), ("newest", newest)];
            answered.note = words.find("cli-unknown-release", params);
        }
    }
    answered
}

fn text(one: &Answered, channel: &str, release: &str, words: &Words) -> String {
    let word = |id: &str| words.word(id);
    let action = one.action.filter(|action| *action != Action::Import);
    let action = action.map(|action| format!(" ({})", action.word())).unwrap_or_default();
    let (name, outcome) = (on_one_line(&one.name), word(&format!("cli-outcome-{}", one.outcome.word())));
    let mut text = format!("{name}: {channel} {release}: {outcome}{action}");
    if let Some(note) = &one.note {
        text += &format!("\n  {note}");
    }
    if let Some(error) = &one.error {
        text += &format!("\n  {}", words.error(error));
    }
    if let Some(prints) = &one.prints {
        text += &format!("\n  {}: {}", word("cli-prints"), prints.replace('\n', "\n    "));
    }
    for need in &one.because {
        text += &format!("\n  {} {}", word("cli-because"), requirement(need, words).join("  ").trim_end());
        for evidence in need.evidence.iter().take(3) {
            text += &format!("\n    {}", shown(evidence, words));
        }
    }
    // Several requirements of one kind have the same text.
    let mut printed = HashSet::new();
    for advice in &one.advice {
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
