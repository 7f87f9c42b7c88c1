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
    /// Ops of which it is unknown whether it takes them: they are neither new nor gone.
    pub unknown: BTreeSet<&'static str>,
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

    /// The ops of branches, each by one of its releases.
    fn fill(self, branches: Vec<(&mut Branch, Flat)>) {
        match self {
            Self::Tflite => branches.into_iter().for_each(|(branch, at)| branch.takes = operators(at)),
            Self::Graph => ops(branches),
        }
    }
}

/// The TensorFlow ops of branches.
fn ops(mut branches: Vec<(&mut Branch, Flat)>) {
    for name in tensorflow::names() {
        let outcomes = op_releases(name);
        for (branch, at) in &mut branches {
            match outcomes.at(*at) {
                Outcome::Loads | Outcome::Warns => drop(branch.takes.insert((name, 0))),
                Outcome::Unknown => drop(branch.unknown.insert(name)),
                Outcome::Refused => {}
            }
        }
    }
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
            None => all.push(Branch {
                key: release.key,
                releases: at..at + 1,
                takes: BTreeSet::new(),
                unknown: BTreeSet::new(),
            }),
        }
    }
    // The newest release of a branch stands for all: none has facts of its own.
    let known = all.iter_mut().map(|branch| {
        let last = branch.releases.end - 1;
        (branch, last)
    });
    let known = known.filter(|(_, last)| facts.certainty(&channel.releases[*last]).is_some());
    facts.fill(known.map(|(branch, last)| (branch, channel.first_flat + last)).collect());
    all
}

/// The branch that a branch followed, by its number: 2.0.0 followed 1.15.0, whatever came out first.
pub fn before<'a>(all: &'a [Branch], branch: &Branch) -> Option<&'a Branch> {
    all.iter().filter(|other| numbers(other.key) < numbers(branch.key)).max_by_key(|other| numbers(other.key))
}

impl Branch {
    /// The difference from another branch.
    pub fn since(&self, before: &Self) -> Difference {
        let names = |branch: &Self| branch.takes.iter().map(|(name, _)| *name).collect::<BTreeSet<_>>();
        let (now, then) = (names(self), names(before));
        let new = self.takes.difference(&before.takes).filter(|(name, _)| !before.unknown.contains(name));
        let (versions, ops) = new.partition(|(name, _)| then.contains(name));
        let gone = then.difference(&now).filter(|name| !self.unknown.contains(*name)).copied();
        Difference { ops, versions, gone: gone.collect() }
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
