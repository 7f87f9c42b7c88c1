//! Does one release load the files? The outcome of each artifact, the requirements that decided it, and advice.
//!
//! Owns: [`target`] (targets as people write them), the choice of action and artifacts, [`schema`]. Must not know:
//! texts, exit codes.

pub mod schema;
pub mod target;

use crate::message::Message;
use crate::report::Opened;
use crate::report::schema::{self as report, Action, Kind, SCHEMA};
use crate::services::advice::schema::Advice;
use crate::services::window::{Missing, verdict_at};
use schema::{Answered, CheckReport, Judgment};
use std::collections::HashMap;
use target::Target;

impl Opened {
    /// Checks all artifacts against a release. `None` is the usual action of each kind. The report's windows are those of
    /// the same action afterwards.
    pub fn check(&mut self, target: &Target, action: Option<Action>) -> CheckReport {
        let judged = Judged::new(self, action);
        let artifacts: Vec<Answered> =
            judged.artifacts.iter().map(|index| judged.answer(self, *index, target)).collect();
        judged.undo(self);
        CheckReport {
            schema: SCHEMA,
            channel: target.channel.clone(),
            release: target.release.clone(),
            outcome: Judgment::worst(artifacts.iter().map(|one| one.outcome)),
            artifacts,
            unused: self.report.unused.clone(),
        }
    }
}

/// The artifacts to judge in opened files, and the action of their windows.
pub struct Judged {
    /// Indices of the artifacts.
    pub artifacts: Vec<usize>,
    /// The requested action; `None` for the usual one of each kind.
    action: Option<Action>,
    /// Artifacts without that action.
    without: Vec<usize>,
    /// The actions of all artifacts before.
    before: Vec<Option<Action>>,
}

impl Judged {
    /// Selects the action of all windows. `None` keeps the usual one of each kind.
    pub fn new(opened: &mut Opened, action: Option<Action>) -> Self {
        let artifacts = judged(&opened.report.artifacts);
        let before = opened.report.artifacts.iter().map(|artifact| artifact.action).collect();
        let without = action.map(|action| take(opened, action)).unwrap_or_default();
        Self { artifacts, action, without, before }
    }

    /// Selects the actions again that the windows had before.
    pub fn undo(self, opened: &mut Opened) {
        for (artifact, action) in opened.report.artifacts.iter_mut().zip(self.before) {
            action.map(|action| artifact.take_action(action));
        }
    }

    /// The answer for an artifact in a release.
    pub fn answer(&self, opened: &Opened, index: usize, target: &Target) -> Answered {
        match self.action {
            Some(action) if self.without.contains(&index) => without_action(&opened.report.artifacts[index], action),
            _ => answer(opened, index, target),
        }
    }
}

fn is_unreadable(artifact: &report::Artifact) -> bool {
    artifact.error.is_some()
}

/// The artifacts to judge: a state file is a list of checkpoints, and is judged only if it is alone.
fn judged(all: &[report::Artifact]) -> Vec<usize> {
    let is_list = |index: &usize| all[*index].kind == Kind::CheckpointState && !is_unreadable(&all[*index]);
    let loaded: Vec<usize> = (0..all.len()).filter(|index| !is_list(index)).collect();
    if loaded.is_empty() { (0..all.len()).collect() } else { loaded }
}

/// Selects the action of the windows; returns the artifacts without it.
fn take(opened: &mut Opened, action: Action) -> Vec<usize> {
    let artifacts = opened.report.artifacts.iter_mut().enumerate();
    artifacts.filter_map(|(index, artifact)| (!artifact.take_action(action)).then_some(index)).collect()
}

fn unknown(artifact: &report::Artifact) -> Answered {
    Answered {
        name: artifact.name.clone(),
        kind: artifact.kind,
        action: artifact.action,
        outcome: Judgment::Unknown,
        error: artifact.error.clone(),
        ..Answered::default()
    }
}

impl Answered {
    /// Adds the reason there is no answer: the id of a text and its values.
    fn noted(mut self, id: &'static str, values: &[(&'static str, &str)]) -> Self {
        let message = Message::of(id, values);
        self.note = Some(message.to_string());
        self.note_detail = Some(message);
        self
    }
}

/// The answer for an artifact whose kind does not have the action.
fn without_action(artifact: &report::Artifact, action: Action) -> Answered {
    let mut answered = unknown(artifact);
    if is_unreadable(artifact) {
        answered.outcome = Judgment::Unreadable;
        return answered;
    }
    let known = artifact.actions().map(Action::word).collect::<Vec<_>>().join(", ");
    answered.noted("cli-unknown-action", &[("action", action.word()), ("known", &known)])
}

fn answer(opened: &Opened, index: usize, target: &Target) -> Answered {
    let artifact = &opened.report.artifacts[index];
    let (channel, release) = (target.channel.as_str(), target.release.as_str());
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
        return answered.noted("cli-state-alone", &[("names", &names.join(", "))]);
    }
    match verdict_at(&artifact.windows, channel, release) {
        Ok(verdict) => {
            if is_unreadable(artifact) && !verdict.outcome.is_good() {
                return answered;
            }
            answered.outcome = verdict.outcome.into();
            answered.prints.clone_from(&verdict.prints);
            let because = verdict.because.iter().filter_map(|index| artifact.requirements.get(*index as usize));
            answered.because = because.cloned().collect();
            answered.advice = advice(opened, index, &verdict.because);
            let target = crate::compat::Target::named(channel, release).filter(|_| verdict.outcome.is_good());
            if let (Some(target), Some(grounds)) = (target, opened.grounds(index)) {
                let ground = grounds.at(target);
                answered.certainty = Some(ground.certainty);
                answered.sources = ground.sources;
                answered.not_asked = ground.not_asked;
            }
            answered
        }
        Err(Missing::Channel) => {
            let known: Vec<&str> = artifact.windows.iter().map(|window| window.channel.as_str()).collect();
            answered.noted("cli-unknown-channel", &[("channel", channel), ("known", &known.join(", "))])
        }
        Err(Missing::Release { newest }) => {
            answered.noted("cli-unknown-release", &[("channel", channel), ("release", release), ("newest", newest)])
        }
    }
}

/// Advice about these requirements of an artifact, in their order.
fn advice(opened: &Opened, index: usize, requirements: &[u32]) -> Vec<Advice> {
    // A file that could not be opened has a report but no advice.
    let all = opened.advice(index).filter(|_| index < opened.artifacts.len());
    let all = all.map(|advice| advice.requirements).unwrap_or_default();
    let mut about: HashMap<Option<u32>, Advice> = all.into_iter().map(|one| (one.requirement, one)).collect();
    requirements.iter().filter_map(|index| about.remove(&Some(*index))).collect()
}
