//! `min_runtime_version` of the metadata, compared with the ops that releases have.

use crate::compat::knowledge::numbers;
use crate::compat::knowledge::tensorflow::TENSORFLOW;
use crate::compat::knowledge::tflite::tflite_source;
use crate::compat::{
    Certainty, EVIDENCE, Finding, FindingKind, Outcome, Release, Requirement, RequirementKind, Severity, channels,
};
use crate::formats::tflite::Model;
use crate::message::Message;

/// The finding that releases with the promised number, or a newer one, refuse ops of the model.
pub fn min_runtime(model: &Model, requirements: &[Requirement]) -> Option<Finding> {
    let promised = model.min_runtime_version.as_deref()?;
    // A patch or a candidate has the ops of its branch.
    let branch = |release: &str| numbers(release).map(|(major, minor, _)| (major, minor));
    let from = branch(promised)?;
    let channel = channels().iter().position(|channel| channel.id == TENSORFLOW)?;
    let releases = || channels()[channel].releases.iter().enumerate();
    let ops: Vec<&Requirement> = requirements.iter().filter(|need| need.kind == RequirementKind::OpVersion).collect();
    let takes_all = |(at, _): &(usize, &Release)| ops.iter().all(|op| op.outcomes(channel)[*at] <= Outcome::Warns);
    let (_, first) = releases().filter(takes_all).min_by_key(|(_, release)| branch(release.name))?;
    let between = |release: &Release| {
        branch(release.name).is_some_and(|branch_of_it| branch_of_it >= from && Some(branch_of_it) < branch(first.name))
    };
    let is_late = |op: &&Requirement| {
        releases().any(|(at, release)| between(release) && op.outcomes(channel)[at] == Outcome::Refused)
    };
    let late: Vec<&Requirement> = ops.iter().copied().filter(is_late).collect();
    if late.is_empty() {
        return None;
    }
    let names: Vec<&str> = late.iter().map(|op| op.subject.name.as_str()).collect();
    Some(Finding {
        message: Message::new("tflite-min-runtime")
            .with("promised", promised)
            .with("first", first.key)
            .with("ops", names.join(", ")),
        kind: FindingKind::Other,
        severity: Severity::Warning,
        certainty: Certainty::Observed,
        evidence: late.iter().flat_map(|op| op.evidence.iter().take(1)).take(EVIDENCE).cloned().collect(),
        source: tflite_source("min-runtime"),
    })
}
