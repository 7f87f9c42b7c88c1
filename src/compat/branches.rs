//! The branches of a channel: the ops that each takes, and how they differ from those of the branch before.
//!
//! A branch is the releases that share a key, and so their facts. Must not know: files, screens.

use super::graph::op_releases;
use super::knowledge::{Channel, Flat, Release, numbers, tensorflow, tflite};
use super::vocabulary::{Certainty, Outcome};
use crate::formats::tflite::BuiltinOp;
use std::collections::BTreeSet;
use std::ops::Range;

/// Facts that branches are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facts {
    /// Builtin operators of TensorFlow Lite, by version.
    Tflite,
    /// TensorFlow ops, which have no versions: 0.
    Graph,
}

/// A branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The release whose facts are its own.
    pub key: &'static str,
    /// Positions of its releases in the channel.
    pub releases: Range<usize>,
    /// The ops it takes, with their versions; empty without facts.
    pub takes: BTreeSet<(&'static str, u32)>,
}

/// Differences between a branch and the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Difference {
    /// Ops that are new.
    pub ops: Vec<(&'static str, u32)>,
    /// New versions of ops that the branch before takes as well.
    pub versions: Vec<(&'static str, u32)>,
    /// Ops that are gone.
    pub gone: Vec<&'static str>,
}

impl Facts {
    /// How certain these facts are in a release; `None` without any.
    pub fn certainty(self, release: &Release) -> Option<Certainty> {
        match self {
            Self::Tflite => release.tflite,
            Self::Graph => release.graph,
        }
    }

    /// The ops that each of some releases takes, with their versions.
    fn takes(self, releases: &[Flat]) -> Vec<BTreeSet<(&'static str, u32)>> {
        match self {
            Self::Tflite => releases.iter().map(|at| operators(*at)).collect(),
            Self::Graph => ops(releases),
        }
    }
}

/// TensorFlow ops in releases.
fn ops(releases: &[Flat]) -> Vec<BTreeSet<(&'static str, u32)>> {
    let mut takes = vec![BTreeSet::new(); releases.len()];
    for name in tensorflow::names() {
        let outcomes = op_releases(name);
        for (takes, at) in takes.iter_mut().zip(releases) {
            if outcomes.at(*at) == Outcome::Loads {
                takes.insert((name, 0));
            }
        }
    }
    takes
}

/// Builtin operators with their versions in a release.
fn operators(at: Flat) -> BTreeSet<(&'static str, u32)> {
    let facts = tflite::facts();
    let all = BuiltinOp::ALL.iter().filter(|op| **op != BuiltinOp::Custom);
    let of = |op: &BuiltinOp| {
        let name = op.name();
        let rows = facts.registered(op.code()).iter().filter(|row| row.range.holds(at));
        rows.flat_map(move |row| row.min..=row.max).filter_map(move |v| Some((name, u32::try_from(v).ok()?)))
    };
    all.flat_map(of).collect()
}

/// The branches of a channel, in its order.
pub fn branches(channel: &Channel, facts: Facts) -> Vec<Branch> {
    let mut all: Vec<Branch> = Vec::new();
    for (at, release) in channel.releases.iter().enumerate() {
        match all.last_mut().filter(|branch| branch.key == release.key) {
            Some(branch) => branch.releases.end = at + 1,
            None => all.push(Branch { key: release.key, releases: at..at + 1, takes: BTreeSet::new() }),
        }
    }
    // The newest release of a branch stands for all: none has facts of its own.
    let last: Vec<_> = all.iter().map(|branch| branch.releases.end - 1).collect();
    let takes = facts.takes(&last.iter().map(|at| channel.first_flat + at).collect::<Vec<_>>());
    for ((branch, last), takes) in all.iter_mut().zip(last).zip(takes) {
        if facts.certainty(&channel.releases[last]).is_some() {
            branch.takes = takes;
        }
    }
    all
}

/// The branch that a branch followed, by its number: 2.0.0 followed 1.15.0, whatever came out first.
pub fn before<'a>(all: &'a [Branch], branch: &Branch) -> Option<&'a Branch> {
    all.iter().filter(|other| numbers(other.key) < numbers(branch.key)).max_by_key(|other| numbers(other.key))
}

impl Branch {
    /// What is new and gone since another branch.
    pub fn since(&self, before: &Self) -> Difference {
        let names = |branch: &Self| branch.takes.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>();
        let (now, then) = (names(self), names(before));
        let (versions, ops) = self.takes.difference(&before.takes).partition(|(name, _)| then.contains(name));
        Difference { ops, versions, gone: then.difference(&now).copied().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::knowledge::channels;
    use super::*;

    fn found(id: &str, facts: Facts, key: &str) -> (Branch, Difference) {
        let channel = channels().iter().find(|channel| channel.id == id).expect("a channel");
        let all = branches(channel, facts);
        let branch = all.iter().find(|branch| branch.key == key).expect("a branch").clone();
        let difference = branch.since(before(&all, &branch).expect("an older one"));
        (branch, difference)
    }

    #[test]
    fn versions_of_known_ops_are_apart_from_new_ops() {
        let (branch, new) = found("tensorflow", Facts::Tflite, "2.4.0");
        assert_eq!(new.ops, [("CUMSUM", 1)]);
        assert!(new.versions.contains(&("FULLY_CONNECTED", 9)), "{:?}", new.versions);
        assert!(new.gone.is_empty());
        assert_eq!(branch.takes.len(), 264);
    }

    #[test]
    fn the_second_generation_follows_the_first_by_number() {
        let channel = channels().iter().find(|channel| channel.id == "tensorflow").expect("a channel");
        let all = branches(channel, Facts::Graph);
        let of = |key: &str| all.iter().find(|branch| branch.key == key).expect("a branch");
        assert_eq!(before(&all, of("2.0.0")).expect("one").key, "1.15.0");
        assert_eq!(before(&all, of("1.15.0")).expect("one").key, "1.14.0");
        assert_eq!(before(&all, of("0.12.0")), None);
    }

    #[test]
    fn graphs_lose_ops_and_a_release_without_facts_takes_none() {
        let (_, new) = found("tensorflow", Facts::Graph, "2.14.0");
        assert!(!new.gone.is_empty());
        assert!(new.versions.is_empty(), "TensorFlow ops have no versions");
        let (old, _) = found("tensorflow", Facts::Tflite, "1.4.0");
        assert!(old.takes.is_empty());
    }
}
