//! Advice about packages that ended before a release that loads the file, and their successors.

use super::case::{Case, of};
use super::schema::Advice;
use crate::compat::{ChannelIndex, Following, Requirement, RequirementKind, Target, Verdict, channels, following};
use crate::report::schema::{Certainty, Message, Severity};
use crate::report::tell::evidence;
use std::ops::Range;

/// One piece of advice for each package that has ended, has a successor, and refuses the file in its last release because of
/// versions of ops.
pub fn ended(case: &Case<'_>) -> Vec<Advice> {
    let ended = following().iter().filter(|package| package.ended && !package.successor.is_empty());
    ended.filter_map(|package| advice(case, package)).collect()
}

fn advice(case: &Case<'_>, package: &Following) -> Option<Advice> {
    let channel = case.channel(package.follows)?;
    let last = case.selection.verdict(Target { channel, release: package.releases().last()? });
    let needs = if last.outcome.is_good() { Vec::new() } else { op_versions(case, &last) };
    let (index, _) = *needs.first()?;
    let successor = following().iter().find(|other| other.id == package.successor)?;
    let first = oldest(case, case.channel(successor.follows)?, successor.releases())?;
    let from = oldest(case, channel, 0..channels()[channel].releases.len())?;
    // The last release before the window.
    let before = Target { channel, release: from.release.checked_sub(1)? };
    let (first, from, before, last) = (first.release(), from.release(), before.release(), last.target.release());
    let version = |need: &Requirement| need.subject.version.map_or_else(String::new, |version| version.to_string());
    let names: Vec<String> =
        needs.iter().map(|(_, need)| format!("{} v{}", need.subject.name, version(need))).collect();
    let subject = names.join(", ");
    let values = [
        ("subject", subject.as_str()),
        ("package", package.package),
        ("last", last.name),
        ("channel", channels()[channel].id),
        ("from", from.name),
        ("before", before.name),
        ("successor", successor.package),
        ("first", first.name),
    ];
    Some(Advice {
        subject: subject.clone(),
        requirement: Some(index),
        evidence: needs.iter().flat_map(|(_, need)| need.evidence.iter().map(evidence)).collect(),
        source: package.source.to_owned(),
        snippet: format!(
            "// build.gradle.kts, in place of {}\nimplementation(\"{}:{}\")\n\n# or convert again with\npip install \
             tensorflow=={}",
            package.package, successor.package, first.name, before.name
        ),
        ..of(Message::of("tflite-package-ended", &values), Severity::Error, Certainty::Derived)
    })
}

/// The requirements by which a release refuses a model, if all of them are versions of ops: only these can change with
/// the converter alone.
fn op_versions<'a>(case: &Case<'a>, verdict: &Verdict) -> Vec<(u32, &'a Requirement)> {
    let requirements = &case.selection.assessment().requirements;
    let all = verdict.because.iter().filter_map(|index| Some((*index as u32, requirements.get(*index)?)));
    let all: Vec<_> = all.collect();
    if all.iter().all(|(_, need)| need.kind == RequirementKind::OpVersion) { all } else { Vec::new() }
}

/// The first of some releases of a channel that loads the file.
fn oldest(case: &Case<'_>, channel: ChannelIndex, mut releases: Range<usize>) -> Option<Target> {
    let target = releases.find(|&release| case.selection.outcome(Target { channel, release }).is_good());
    Some(Target { channel, release: target? })
}
