//! Advice for the requirements of a file, beside the report.
//!
//! Owns: the choice of advice for a report, and texts to copy. Facts are in `compat::advice`; texts in `advice.ftl`.
//! Must not know: presentation.

mod graphs;
mod kernels;
mod objects;
mod packages;
mod patches;
pub mod schema;

use crate::artifact::Document;
use crate::compat::{Target, advice};
use crate::report::Opened;
use crate::report::schema::{Artifact, Certainty, Kind, Message, Outcome, Requirement, Severity, SubjectKind, Window};
use schema::{Advice, AdviceReport, Patch};

impl Opened {
    /// Advice about one artifact; `None` when there is no such artifact.
    pub fn advice(&self, artifact: usize) -> Option<AdviceReport> {
        let told = self.report.artifacts.get(artifact)?;
        let mut steps: Vec<Advice> = objects::missing_files(told).into_iter().collect();
        steps.extend(packages::ended(told));
        steps.extend(graphs::custom_ops(told));
        steps.extend(kernels::missing(told, self.artifacts.get(artifact)));
        steps.extend(graphs::binary(told));
        steps.extend(graphs::strip(told));
        if told.kind == Kind::SavedModel {
            steps.extend(objects::keras_layer(told));
            steps.extend(graphs::promise(told));
        }
        steps.extend(objects::optimizers(told));
        let requirements = (0..).zip(&told.requirements).filter_map(|(index, need)| requirement(told, index, need));
        let document = self.artifacts.get(artifact).and_then(|artifact| artifact.document.as_ref());
        let patches = match document {
            Some(Document::Keras(document)) => patches::patches(document, &told.name),
            _ => Vec::new(),
        };
        Some(AdviceReport { steps, requirements: requirements.collect(), patches })
    }
}

impl Opened {
    /// The configuration of a Keras file changed for a release, such as `keras` and `3.15.1`; `None` without changes.
    pub fn patched(&self, artifact: usize, channel: &str, release: &str) -> Option<Patch> {
        let opened = self.artifacts.get(artifact)?;
        match opened.document.as_ref()? {
            Document::Keras(document) => patches::patch(document, &opened.name, Target::named(channel, release)?),
            _ => None,
        }
    }
}

/// A message with values.
fn message(id: &str, params: &[(&str, &str)]) -> Message {
    let params = params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Message { id: id.to_owned(), params }
}

/// A piece of advice of this message; the caller fills in the rest.
fn of(message: Message, severity: Severity, certainty: Certainty) -> Advice {
    let doc = crate::report::doc(&message.id);
    Advice { message, severity, certainty, doc, ..Advice::default() }
}

/// Advice about a requirement that some release does not meet; `None` when all do.
fn requirement(told: &Artifact, index: u32, need: &Requirement) -> Option<Advice> {
    let refused = need.accepts.iter().any(|one| one.outcomes.has(Outcome::Refused));
    if !refused && !need.accepts.iter().any(|one| one.outcomes.has(Outcome::Warns)) {
        return None;
    }
    // An op of contrib is registered by an import; the requirements of its attrs are known only then.
    if op_of(told, need).is_some_and(|op| op.id == "graph-contrib-op") {
        return None;
    }
    let id = match (need.id.as_str(), need.reason.as_ref().map(|reason| reason.id.as_str())) {
        ("graph-op" | "graph-contrib-op", _) if advice::custom_op(&need.subject).is_some() => "graph-custom-op",
        ("graph-op", _) if span(told, need).is_none() => "graph-unknown-op",
        ("graph-attr", Some("attr-unknown")) => "graph-attr-unknown",
        ("graph-attr", _) if span(told, need).is_some_and(|(channel, _, last)| !is_newest(told, &channel, &last)) => {
            "graph-attr-removed"
        }
        ("graph-attr", Some("attr-default")) => "graph-attr-default",
        ("graph-attr-value", _) if span(told, need).is_none() => "graph-attr-value-never",
        (id, _) => id,
    };
    let mut message = message(id, &[("subject", need.subject.as_str())]);
    if let Some(version) = need.version {
        message.params.insert("version".to_owned(), version.to_string());
    }
    if let Some(op) = advice::custom_op(&need.subject).filter(|_| id == "graph-custom-op") {
        graphs::package(told, &op, &mut message);
    } else if let Some((channel, first, last)) = span(told, need) {
        message.params.extend([("channel".into(), channel), ("first".into(), first), ("last".into(), last)]);
    }
    Some(Advice {
        subject: need.subject.clone(),
        requirement: Some(index),
        evidence: need.evidence.clone(),
        source: need.source.clone(),
        ..of(message, if refused { Severity::Error } else { Severity::Warning }, need.certainty)
    })
}

/// Whether a release is the newest of its channel.
fn is_newest(told: &Artifact, channel: &str, release: &str) -> bool {
    let window = told.windows.iter().find(|window| window.channel == channel);
    window.and_then(|window| window.verdicts.last()).is_some_and(|newest| newest.release == release)
}

/// The requirement about the op whose attr a requirement is about.
fn op_of<'a>(told: &'a Artifact, need: &Requirement) -> Option<&'a Requirement> {
    let (op, _) = need.subject.split_once('.').filter(|_| need.subject_kind == SubjectKind::Attr)?;
    told.requirements.iter().find(|other| other.subject_kind == SubjectKind::Op && other.subject == op)
}

/// The first channel with releases that meet a requirement, its oldest such release and its newest. Requirements on an
/// op are met only by releases with the op.
fn span(told: &Artifact, need: &Requirement) -> Option<(String, String, String)> {
    let op = op_of(told, need);
    need.accepts.iter().find_map(|one| {
        let window = told.windows.iter().find(|window| window.channel == one.channel)?;
        let with_op: Vec<bool> = op.map(|op| meeting(window, op)).unwrap_or_default();
        let both = meeting(window, need).into_iter().enumerate();
        let mut releases =
            both.filter(|(release, meets)| *meets && with_op.get(*release) != Some(&false)).map(|(release, _)| release);
        let first = releases.next()?;
        let last = releases.last().unwrap_or(first);
        let name = |release: usize| Some(window.verdicts.get(release)?.release.clone());
        Some((one.channel.clone(), name(first)?, name(last)?))
    })
}

/// By release of a channel: whether it meets a requirement. Releases that only skip the check do not count: their
/// successors may refuse, and they cannot run missing features.
fn meeting(window: &Window, need: &Requirement) -> Vec<bool> {
    let Some(outcomes) = need.outcomes(&window.channel) else { return Vec::new() };
    let mut meets: Vec<bool> = outcomes.0.iter().map(|outcome| outcome.is_good()).collect();
    let at = |name: &str| window.verdicts.iter().position(|verdict| verdict.release == name);
    for exception in need.exceptions.iter().filter(|exception| exception.channel == window.channel) {
        let span = at(&exception.first).zip(at(&exception.last));
        let unchecked = span.and_then(|(first, last)| meets.get_mut(first..=last));
        unchecked.into_iter().for_each(|releases| releases.fill(false));
    }
    meets
}

/// The release of TensorFlow that wrote a file, if recorded.
fn made_by(told: &Artifact) -> Option<&str> {
    told.identity.producer.as_deref()?.strip_prefix("tensorflow ")
}

/// The first two numbers of a release: `2.15` of `2.15.1`.
fn branch(release: &str) -> Option<String> {
    let mut parts = release.split('.');
    Some(format!("{}.{}", parts.next()?, parts.next()?))
}
