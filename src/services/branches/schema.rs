//! The contract of the branches of a channel: the basis of the facts about each release, and what was new in each branch.

use crate::json::readable;
use crate::report::schema::Certainty;
use serde::Serialize;

/// The branches of a channel, as far as they concern an artifact.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Branches {
    /// Whether the ops are builtin operators of TensorFlow Lite; otherwise they are TensorFlow ops.
    pub is_tflite: bool,
    /// The branches, the newest one first.
    pub branches: Vec<BranchStep>,
}
readable!(Branches { is_tflite, branches });

/// A branch: releases that share their facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BranchStep {
    /// The release whose facts are those of all.
    pub key: String,
    /// The releases.
    pub releases: Vec<BranchRelease>,
    /// Number of ops it takes; 0 without facts.
    pub ops: usize,
    /// Number of versions of ops it takes; as many as ops if those have none.
    pub versions: usize,
    /// Key of the branch that it is compared with; null if there is none, or one of both has no facts.
    pub since: Option<String>,
    /// Ops that are new.
    pub new_ops: BranchNames,
    /// New versions of older ops.
    pub new_versions: BranchNames,
    /// Ops that are gone.
    pub gone: BranchNames,
}
readable!(BranchStep { key, releases, ops, versions, since, new_ops, new_versions, gone });

/// A release of a branch.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BranchRelease {
    /// The release.
    pub release: String,
    /// Its date, ISO 8601.
    pub date: String,
    /// Certainty of its facts; null without any.
    pub certainty: Option<Certainty>,
}
readable!(BranchRelease { release, date, certainty });

/// Names of ops, with versions if they have any: `CONV_2D v5`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BranchNames {
    /// How many there are.
    pub count: usize,
    /// Some of them, those that the artifact requires first.
    pub names: Vec<String>,
    /// How many of these it requires.
    pub required: usize,
}
readable!(BranchNames { count, names, required });
