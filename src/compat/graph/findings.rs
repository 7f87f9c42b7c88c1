//! Findings beside the window of a graph: attrs that could be left out, and the limits of promises.

use crate::compat::knowledge::tensorflow::{tf_promise, tf_source};
use crate::compat::{
    Assessment, Certainty, EVIDENCE, Finding, FindingKind, Outcome, Release, RequirementKind, Selection, Severity,
    Target, channels,
};
use crate::message::Message;

/// Maximum number of attrs named in a finding; more would not help.
const NAMED: usize = 12;

/// Findings of an assessed graph.
pub fn findings(assessment: &Assessment) -> Vec<Finding> {
    default_attrs(assessment).into_iter().chain(beyond_the_promise(assessment)).collect()
}

/// Releases that load the file with this selection, oldest first.
fn loading<'a>(assessment: &'a Assessment, selection: &'a Selection<'_>) -> impl Iterator<Item = Target> {
    let targets = assessment
        .channels
        .iter()
        .flat_map(|&channel| (0..channels()[channel].releases.len()).map(move |release| Target { channel, release }));
    targets.filter(|target| selection.outcome(*target) <= Outcome::Warns)
}

/// Attrs with default values that some release refuses: nothing is lost without them.
fn default_attrs(assessment: &Assessment) -> Option<Finding> {
    let requirements = assessment.requirements.iter().enumerate();
    let (indices, found): (Vec<usize>, Vec<_>) =
        requirements.filter(|(_, r)| r.kind == RequirementKind::DefaultAttr).unzip();
    let (all, without) = (assessment.all(), assessment.without(&indices));
    let mut opened = loading(assessment, &without).filter(|target| all.outcome(*target) > Outcome::Warns);
    let first = opened.next()?;
    let last = opened.last().unwrap_or(first);
    let names: Vec<&str> = found.iter().take(NAMED).map(|r| r.subject.name.as_str()).collect();
    let rest = if found.len() > NAMED { ", …" } else { "" };
    Some(Finding {
        message: Message::new("graph-default-attrs")
            .with("count", found.len())
            .with("attrs", names.join(", ") + rest)
            .with("first", first.release().name)
            .with("last", last.release().name),
        kind: FindingKind::DefaultAttrs,
        severity: Severity::Note,
        certainty: Certainty::Observed,
        evidence: found.iter().flat_map(|r| r.evidence.iter().take(1)).take(EVIDENCE).cloned().collect(),
        source: tf_source("graph-default-attrs"),
    })
}

/// Releases too old for a promise to this producer that load the graph anyway.
fn beyond_the_promise(assessment: &Assessment) -> Option<Finding> {
    let producer = assessment.producer?;
    let promised_from = producer - assessment.forward;
    let number = |release: &Release| release.graph_def_version.unwrap_or_default();
    let all = assessment.all();
    let oldest = loading(assessment, &all).next()?.release();
    if number(oldest) >= promised_from {
        return None;
    }
    let releases = assessment.channels.iter().flat_map(|&channel| &channels()[channel].releases);
    let promised = releases.filter(|release| number(release) >= promised_from).min_by_key(|r| number(r))?;
    Some(Finding {
        message: Message::new("graph-forward-promise")
            .with("producer", producer)
            .with("promised", promised.name)
            .with("oldest", oldest.name),
        kind: FindingKind::Other,
        severity: Severity::Note,
        certainty: Certainty::Promised,
        evidence: Vec::new(),
        source: tf_promise("graph-forward").1,
    })
}
