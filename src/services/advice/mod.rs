//! Advice for the requirements of a file, beside the report.
//!
//! Owns: the choice of advice for an assessment, and texts to copy. Facts are in `compat::advice`; texts in `advice.ftl`.
//! Must not know: presentation.

mod graphs;
mod kernels;
mod objects;
mod packages;
mod patches;
pub mod schema;

use crate::artifact::Document;
use crate::compat::{ChannelIndex, Requirement, Selection, Target, advice, channels};
use crate::report::Opened;
use crate::report::schema::{self as report, Certainty, Kind, Message, Outcome, Severity, SubjectKind};
use crate::report::tell::evidence;
use schema::{Advice, AdviceReport, Patch};

/// An artifact with a window.
struct Case<'a> {
    /// Its report, for everything but requirements and verdicts.
    told: &'a report::Artifact,
    /// Its requirements in the action of its windows.
    selection: Selection<'a>,
}

impl Opened {
    /// Advice about one artifact; `None` when there is no such artifact.
    pub fn advice(&self, artifact: usize) -> Option<AdviceReport> {
        let told = self.report.artifacts.get(artifact)?;
        let document = self.artifacts.get(artifact).and_then(|artifact| artifact.document.as_ref());
        let mut advice = AdviceReport::default();
        let steps = &mut advice.steps;
        if let Some(selection) = self.selection(artifact) {
            let case = &Case { told, selection };
            steps.extend(objects::missing_files(case));
            steps.extend(packages::ended(case));
            steps.extend(graphs::custom_ops(case));
            steps.extend(kernels::missing(case, document));
            steps.extend(graphs::binary(case));
            steps.extend(graphs::strip(case));
            if told.kind == Kind::SavedModel {
                steps.extend(objects::keras_layer(told));
                steps.extend(graphs::promise(case));
            }
            advice.requirements =
                case.requirements().filter_map(|(index, need)| case.requirement(index, need)).collect();
        }
        advice.steps.extend(objects::optimizers(told));
        if let (Some(Document::Keras(document)), Some(Some(assessment))) = (document, self.assessments.get(artifact)) {
            advice.patches = patches::patches(document, assessment, &told.name);
        }
        Some(advice)
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

/// A piece of advice of this message; the caller fills in the rest.
fn of(message: Message, severity: Severity, certainty: Certainty) -> Advice {
    let doc = crate::report::doc(&message.id);
    Advice { message, severity, certainty, doc, ..Advice::default() }
}

impl<'a> Case<'a> {
    /// Requirements with their indices in the report, in loader order.
    fn requirements(&self) -> impl Iterator<Item = (u32, &'a Requirement)> + use<'a> {
        (0..).zip(&self.selection.assessment().requirements)
    }

    /// A channel by its name, if it has a window.
    fn channel(&self, name: &str) -> Option<ChannelIndex> {
        self.selection.channels().iter().copied().find(|channel| channels()[*channel].id == name)
    }

    /// Advice about a requirement that some release does not meet; `None` when all do.
    fn requirement(&self, index: u32, need: &'a Requirement) -> Option<Advice> {
        let some = |outcome: Outcome| {
            let mut all = self.selection.channels().iter();
            all.any(|channel| self.selection.outcomes(need, *channel).contains(&outcome))
        };
        let refused = some(Outcome::Refused);
        if !refused && !some(Outcome::Warns) {
            return None;
        }
        // An op of contrib is registered by an import; the requirements of its attrs are known only then.
        if self.op_of(need).is_some_and(|op| op.id == "graph-contrib-op") {
            return None;
        }
        let subject = need.subject.name.as_str();
        let span = self.span(need);
        let id = match (need.id, need.reason.as_ref().map(|reason| &*reason.id)) {
            ("graph-op" | "graph-contrib-op", _) if advice::custom_op(subject).is_some() => "graph-custom-op",
            ("graph-op", _) if span.is_none() => "graph-unknown-op",
            ("graph-attr", Some("attr-unknown")) => "graph-attr-unknown",
            ("graph-attr", _) if span.is_some_and(|(_, last)| last.release + 1 < last.channel().releases.len()) => {
                "graph-attr-removed"
            }
            ("graph-attr", Some("attr-default")) => "graph-attr-default",
            ("graph-attr-value", _) if span.is_none() => "graph-attr-value-never",
            (id, _) => id,
        };
        let mut message = Message::new(id).with("subject", subject);
        let mut add = |name, value: String| message.params.set(name, value);
        if let Some(version) = need.subject.version {
            add("version", version.to_string());
        }
        if let Some(op) = advice::custom_op(subject).filter(|_| id == "graph-custom-op") {
            graphs::package(self.told, &op, &mut message);
        } else if let Some((first, last)) = span {
            add("channel", first.channel().id.to_owned());
            add("first", first.release().name.to_owned());
            add("last", last.release().name.to_owned());
        }
        Some(Advice {
            subject: subject.to_owned(),
            requirement: Some(index),
            evidence: need.evidence.iter().map(evidence).collect(),
            source: need.source.clone(),
            ..of(message, if refused { Severity::Error } else { Severity::Warning }, need.certainty)
        })
    }

    /// The requirement about the op whose attr a requirement is about.
    fn op_of(&self, need: &Requirement) -> Option<&'a Requirement> {
        let (op, _) = need.subject.name.split_once('.').filter(|_| need.subject.kind == SubjectKind::Attr)?;
        let is_op = |other: &&Requirement| other.subject.kind == SubjectKind::Op && other.subject.name == op;
        self.selection.assessment().requirements.iter().find(is_op)
    }

    /// The oldest and the newest release that meet a requirement, in the first channel with such releases. Requirements
    /// on an op are met only by releases with the op.
    fn span(&self, need: &'a Requirement) -> Option<(Target, Target)> {
        let op = self.op_of(need);
        self.selection.channels().iter().find_map(|&channel| {
            let with_op: Vec<bool> = op.map(|op| self.meeting(op, channel)).unwrap_or_default();
            let both = self.meeting(need, channel).into_iter().enumerate();
            let both = both.filter(|(release, meets)| *meets && with_op.get(*release) != Some(&false));
            let mut releases = both.map(|(release, _)| Target { channel, release });
            let first = releases.next()?;
            Some((first, releases.last().unwrap_or(first)))
        })
    }

    /// By release of a channel: whether it meets a requirement. Releases that only skip the check do not count: their
    /// successors may refuse, and they cannot run missing features.
    fn meeting(&self, need: &'a Requirement, channel: ChannelIndex) -> Vec<bool> {
        let mut meets: Vec<bool> =
            self.selection.outcomes(need, channel).iter().map(|outcome| outcome.is_good()).collect();
        for (_, first, last) in need.exceptions(channel) {
            meets[first..=last].fill(false);
        }
        meets
    }
}

/// The release of TensorFlow that wrote a file, if recorded.
fn made_by(told: &report::Artifact) -> Option<&str> {
    told.identity.producer.as_deref()?.strip_prefix("tensorflow ")
}

/// The first two numbers of a release: `2.15` of `2.15.1`.
fn branch(release: &str) -> Option<String> {
    let mut parts = release.split('.');
    Some(format!("{}.{}", parts.next()?, parts.next()?))
}
