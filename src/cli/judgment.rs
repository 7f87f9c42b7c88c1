//! The answers of `check`: the outcome of each artifact in a release, with its reasons, and the exit code.

use super::inspect::is_unreadable;
use super::target::Target;
use super::{Words, advice, exit};
use crate::report::Opened;
use crate::report::schema::{self, Action, Kind, Outcome};
use crate::services::advice::schema::Advice;
use crate::services::window::{Missing, verdict_at};
use serde::{Serialize, Serializer};
use std::collections::HashMap;

/// Outcome of an artifact in the release; some artifacts cannot be read.
#[derive(Clone, Copy)]
pub(super) enum Judgment {
    Of(Outcome),
    Unreadable,
}

impl Judgment {
    /// Its name in the JSON.
    pub(super) fn word(self) -> &'static str {
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
pub(super) struct Answered {
    pub(super) name: String,
    pub(super) kind: schema::Kind,
    /// The checked action; null without a window.
    pub(super) action: Option<Action>,
    /// `loads`, `warns`, `refused`, `unknown` or `unreadable`.
    pub(super) outcome: Judgment,
    /// Message of the release when it refuses.
    pub(super) prints: Option<String>,
    /// The requirements that decided.
    pub(super) because: Vec<schema::Requirement>,
    /// Advice for each of them, in the same order; without those that have none.
    pub(super) advice: Vec<Advice>,
    /// The reason it could not be read, or that the target is unknown.
    pub(super) error: Option<schema::ErrorInfo>,
    /// A message about an unknown target.
    pub(super) note: Option<String>,
}

/// The artifacts to judge in opened files, and the action of their windows.
pub(super) struct Judged {
    /// Indices of the artifacts.
    pub(super) artifacts: Vec<usize>,
    /// The requested action; `None` for the usual one of each kind.
    action: Option<Action>,
    /// Artifacts without that action.
    without: Vec<usize>,
}

impl Judged {
    /// Selects the action of all windows. `None` keeps the usual one of each kind.
    pub(super) fn new(opened: &mut Opened, action: Option<Action>) -> Self {
        let artifacts = judged(opened);
        let without = action.map(|action| take(opened, action)).unwrap_or_default();
        Self { artifacts, action, without }
    }

    /// The answer for an artifact in a release.
    pub(super) fn answer(&self, opened: &Opened, index: usize, target: &Target, words: &Words) -> Answered {
        match self.action {
            Some(action) if self.without.contains(&index) => without_action(opened, index, action, words),
            _ => answer(opened, index, &target.channel, &target.release, words),
        }
    }
}

/// The worst of exit codes: unreadable, then refused, then unknown; unreadable without any.
pub(super) fn worst(codes: impl Iterator<Item = u8>) -> u8 {
    codes.max_by_key(|code| severity(*code)).unwrap_or(exit::UNREADABLE)
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

pub(super) fn code(outcome: Judgment) -> u8 {
    match outcome {
        Judgment::Of(Outcome::Loads | Outcome::Warns) => exit::OK,
        Judgment::Of(Outcome::Refused) => exit::REFUSED,
        Judgment::Unreadable => exit::UNREADABLE,
        Judgment::Of(Outcome::Unknown) => exit::UNKNOWN,
    }
}

/// With several artifacts the worst answer counts: unreadable, then refused, then unknown.
pub(super) fn severity(code: u8) -> u8 {
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
