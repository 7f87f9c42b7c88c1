//! The branches of a channel: which facts there are about each release, and what was new in each branch.
//!
//! Owns: the choice of the facts that concern an artifact, and of the names to report. Must not know: texts.

pub mod schema;

use crate::compat::branches::{self as facts, Branch, Facts};
use crate::compat::{Channel, channels};
use crate::report::Opened;
use crate::report::schema::{Artifact, Kind};
use schema::{BranchNames, BranchRelease, BranchStep, Branches};
use std::collections::BTreeSet;

/// Most names of a kind that are reported of a branch.
const MOST_NAMES: usize = 12;

impl Opened {
    /// The branches of a channel by the facts that concern an artifact; `None` for kinds that need no ops.
    pub fn branches(&self, artifact: usize, channel: &str) -> Option<Branches> {
        let artifact = self.report.artifacts.get(artifact)?;
        let channel = channels().iter().find(|one| one.id == channel)?;
        let facts = match artifact.kind {
            Kind::Tflite => Facts::Tflite,
            Kind::GraphDef | Kind::MetaGraph | Kind::SavedModel => Facts::Graph,
            _ => return None,
        };
        let all = facts::branches(channel, facts);
        let required = required(artifact);
        let steps = all.iter().rev().map(|branch| step(branch, &all, channel, facts, &required));
        Some(Branches { is_tflite: facts == Facts::Tflite, branches: steps.collect() })
    }
}

/// Subjects that the artifact requires, with their versions.
fn required(artifact: &Artifact) -> BTreeSet<(&str, u32)> {
    let version = |version: Option<i32>| version.and_then(|v| u32::try_from(v).ok()).unwrap_or(0);
    artifact.requirements.iter().map(|need| (need.subject.as_str(), version(need.version))).collect()
}

fn step(
    branch: &Branch,
    all: &[Branch],
    channel: &Channel,
    facts: Facts,
    required: &BTreeSet<(&str, u32)>,
) -> BranchStep {
    let releases = channel.releases[branch.releases.clone()].iter().map(|release| BranchRelease {
        release: release.name.to_owned(),
        date: release.date.to_owned(),
        certainty: facts.certainty(release),
    });
    let before = facts::before(all, branch).filter(|before| !before.takes.is_empty() && !branch.takes.is_empty());
    let difference = before.map(|before| branch.since(before)).unwrap_or_default();
    let gone: Vec<_> = difference.gone.iter().map(|name| (*name, 0)).collect();
    BranchStep {
        key: branch.key.to_owned(),
        releases: releases.collect(),
        ops: branch.takes.iter().map(|(name, _)| name).collect::<BTreeSet<_>>().len(),
        versions: branch.takes.len(),
        since: before.map(|before| before.key.to_owned()),
        new_ops: names(&difference.ops, required),
        new_versions: names(&difference.versions, required),
        gone: names(&gone, required),
    }
}

/// The names to report of some ops.
fn names(ops: &[(&str, u32)], required: &BTreeSet<(&str, u32)>) -> BranchNames {
    let (needed, others): (Vec<_>, Vec<_>) = ops.iter().partition(|op| required.contains(op));
    let told = needed.iter().chain(&others).take(MOST_NAMES).map(|(name, version)| match version {
        0 => (*name).to_owned(),
        version => format!("{name} v{version}"),
    });
    BranchNames { count: ops.len(), names: told.collect(), required: needed.len().min(MOST_NAMES) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_file_requires_are_told_first() {
        let ops: Vec<(&str, u32)> = (1..=20).map(|version| ("ADD", version)).collect();
        let told = names(&ops, &BTreeSet::from([("ADD", 15), ("MUL", 1)]));
        assert_eq!((told.count, told.names.len(), told.required), (20, MOST_NAMES, 1));
        assert_eq!(told.names[..2], ["ADD v15", "ADD v1"]);
    }
}
