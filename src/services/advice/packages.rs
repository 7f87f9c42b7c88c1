//! Advice about packages that ended before a release that loads the file, and their successors.

use super::schema::Advice;
use super::{message, of};
use crate::compat::{Following, following};
use crate::report::schema::{Artifact, Certainty, Requirement, Severity, Verdict, Window};
use crate::services::delegates::published;

/// One piece of advice for each package that has ended, has a successor, and refuses the file in its last release because of
/// versions of ops.
pub fn ended(told: &Artifact) -> Vec<Advice> {
    let ended = following().iter().filter(|package| package.ended && !package.successor.is_empty());
    ended.filter_map(|package| advice(told, package)).collect()
}

fn advice(told: &Artifact, package: &Following) -> Option<Advice> {
    let window = told.windows.iter().find(|window| window.channel == package.follows)?;
    let last = published(package.id, &window.verdicts).last().filter(|verdict| !verdict.outcome.is_good())?;
    let needs = op_versions(told, last);
    let (index, _) = *needs.first()?;
    let successor = following().iter().find(|other| other.id == package.successor)?;
    let next = told.windows.iter().find(|window| window.channel == successor.follows)?;
    let first = oldest(published(successor.id, &next.verdicts))?;
    let (before, from) = around_start(window)?;
    let version = |need: &Requirement| need.version.map_or_else(String::new, |version| version.to_string());
    let names: Vec<String> = needs.iter().map(|(_, need)| format!("{} v{}", need.subject, version(need))).collect();
    let subject = names.join(", ");
    let values = [
        ("subject", subject.as_str()),
        ("package", package.package),
        ("last", &last.release),
        ("channel", &window.channel),
        ("from", &from.release),
        ("before", &before.release),
        ("successor", successor.package),
        ("first", &first.release),
    ];
    Some(Advice {
        subject: subject.clone(),
        requirement: Some(index),
        evidence: needs.iter().flat_map(|(_, need)| need.evidence.iter().cloned()).collect(),
        source: package.source.to_owned(),
        snippet: format!(
            "// build.gradle.kts, in place of {}\nimplementation(\"{}:{}\")\n\n# or convert again with\npip install \
             tensorflow=={}",
            package.package, successor.package, first.release, before.release
        ),
        ..of(message("tflite-package-ended", &values), Severity::Error, Certainty::Derived)
    })
}

/// The requirements by which a release refuses a model, if all of them are versions of ops: only these can change with
/// the converter alone.
fn op_versions<'a>(told: &'a Artifact, verdict: &Verdict) -> Vec<(u32, &'a Requirement)> {
    let all = verdict.because.iter().filter_map(|index| Some((*index, told.requirements.get(*index as usize)?)));
    let all: Vec<_> = all.collect();
    if all.iter().all(|(_, need)| need.id == "tflite-op-version") { all } else { Vec::new() }
}

fn oldest(verdicts: &[Verdict]) -> Option<&Verdict> {
    verdicts.iter().find(|verdict| verdict.outcome.is_good())
}

/// The last release before the window, and the first of the window.
fn around_start(window: &Window) -> Option<(&Verdict, &Verdict)> {
    let start = window.verdicts.iter().position(|verdict| verdict.outcome.is_good())?;
    Some((window.verdicts.get(start.checked_sub(1)?)?, window.verdicts.get(start)?))
}
