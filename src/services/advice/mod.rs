//! Advice for the requirements of a file, beside the report.
//!
//! Owns: the choice of advice for an assessment, and texts to copy. Facts are in `compat::advice`; texts in `advice.ftl`.
//! Must not know: presentation.

mod basis;
mod case;
mod forms;
mod graphs;
mod ground;
mod kernels;
mod names;
mod objects;
mod packages;
mod parts;
mod patches;
pub mod schema;

use crate::artifact::Document;
use crate::compat::{Requirement, RequirementKind, Target, advice};
use crate::report::Opened;
use crate::report::schema::{Kind, Message, Outcome, Severity};
use crate::report::tell::evidence;
use basis::Grounds;
use case::{Case, of};
use schema::{Advice, AdviceReport, Patch};

impl Opened {
    /// Advice about one artifact; `None` when there is no such artifact.
    pub fn advice(&self, artifact: usize) -> Option<AdviceReport> {
        let report = self.report.artifacts.get(artifact)?;
        let document = self.artifacts.get(artifact).and_then(|artifact| artifact.document.as_ref());
        let mut advice = AdviceReport::default();
        let steps = &mut advice.steps;
        if let Some(selection) = self.selection(artifact) {
            let case = &Case { report, selection };
            steps.extend(objects::missing_files(case));
            steps.extend(packages::ended(case));
            steps.extend(graphs::custom_ops(case));
            steps.extend(kernels::missing(case, document));
            steps.extend(graphs::binary(case));
            let grounds = self.grounds(artifact);
            if let Some(grounds) = &grounds {
                advice.basis = grounds.spans(case);
                steps.extend(grounds.notes(&advice.basis));
            }
            steps.extend(graphs::strip(case));
            if report.kind == Kind::SavedModel {
                steps.extend(objects::keras_layer(report));
                steps.extend(graphs::promise(case));
            }
            advice.requirements =
                case.requirements().filter_map(|(index, need)| requirement(case, index, need)).collect();
        }
        advice.steps.extend(names::names(report, document));
        advice.steps.extend(objects::optimizers(report));
        if let (Some(Document::Keras(document)), Some(Some(assessment))) = (document, self.assessments.get(artifact)) {
            advice.patches = patches::patches(document, assessment, &report.name);
        }
        Some(advice)
    }
}

impl Opened {
    /// Grounds of loads of an artifact, in the action of its windows; `None` without a window.
    pub fn grounds(&self, artifact: usize) -> Option<Grounds> {
        Grounds::of(self.artifacts.get(artifact)?.document.as_ref()?, self.report.artifacts.get(artifact)?.action?)
    }

    /// The configuration of a Keras file changed for a release, such as `keras` and `3.15.1`; `None` without changes.
    pub fn patched(&self, artifact: usize, channel: &str, release: &str) -> Option<Patch> {
        let opened = self.artifacts.get(artifact)?;
        match opened.document.as_ref()? {
            Document::Keras(document) => patches::patch(document, &opened.name, Target::named(channel, release)?),
            _ => None,
        }
    }
}

/// Advice about a requirement that some release does not meet; `None` when all do.
fn requirement(case: &Case<'_>, index: u32, need: &Requirement) -> Option<Advice> {
    let some = |outcome: Outcome| {
        let mut all = case.selection.channels().iter();
        all.any(|channel| case.selection.outcomes(need, *channel).contains(&outcome))
    };
    let refused = some(Outcome::Refused);
    if !refused && !some(Outcome::Warns) {
        return None;
    }
    // An op of contrib is registered by an import; the requirements of its attrs are known only then.
    if case.op_of(need).is_some_and(|op| op.kind == RequirementKind::ContribOp) {
        return None;
    }
    let subject = need.subject.name.as_str();
    let span = case.span(need);
    let removed = span.is_some_and(|(_, last)| last.release + 1 < last.channel().releases.len());
    let is_op = matches!(need.kind, RequirementKind::Op | RequirementKind::ContribOp);
    let custom = if is_op { advice::custom_op(subject) } else { None };
    let id = match need.kind {
        _ if custom.is_some() => "graph-custom-op",
        RequirementKind::Op if span.is_none() => "graph-unknown-op",
        RequirementKind::OpVersion if span.is_none() => "tflite-op-never",
        _ if need.id == "tflite-kernel-support" && span.is_none() => "tflite-kernel-never",
        RequirementKind::UnknownAttr => "graph-attr-unknown",
        RequirementKind::DefaultAttr | RequirementKind::Attr if removed => "graph-attr-removed",
        RequirementKind::DefaultAttr => "graph-attr-default",
        RequirementKind::AttrValue if span.is_none() => "graph-attr-value-never",
        _ => need.id,
    };
    let mut message = Message::new(id).with("subject", subject);
    let mut add = |name, value: String| message.params.set(name, value);
    if let Some(version) = need.subject.version {
        add("version", version.to_string());
    }
    if let Some(op) = custom {
        graphs::package(&graphs::pair(case, &op), &op, &mut message);
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
