//! The contract of `vintage check --json`: the outcome of files in one release, with the reasons.

use crate::json::vocabulary;
use crate::report::schema::{Action, Certainty, ErrorInfo, Kind, Message, Outcome, Requirement, Unused};
use crate::services::advice::schema::Advice;
use serde::Serialize;

/// The answer about all artifacts.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct CheckReport {
    /// Number of the contract: [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// Id of the channel, or of a package that follows one.
    pub channel: String,
    /// The release in full.
    pub release: String,
    /// The worst outcome of the artifacts; `unreadable` without any.
    pub outcome: Judgment,
    /// The answer for each artifact. A checkpoint's state file is only among them if it is alone.
    pub artifacts: Vec<Answered>,
    /// Unused files beside them: the answer does not depend on them.
    pub unused: Vec<Unused>,
}

/// The answer for one artifact.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Answered {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The checked action; null without a window.
    pub action: Option<Action>,
    /// Its outcome in the release.
    pub outcome: Judgment,
    /// The basis of "loads": observed if the release was asked about every part of the artifact (forms of operators, types
    /// of nodes, values or classes), derived otherwise; null for other outcomes.
    pub certainty: Option<Certainty>,
    /// Sources of a derived "loads".
    pub sources: Vec<String>,
    /// The parts that the release was not asked about and that no rule decides: it loads them as far as known.
    pub not_asked: Vec<Advice>,
    /// Message of the release when it refuses.
    pub prints: Option<String>,
    /// The requirements that decided.
    pub because: Vec<Requirement>,
    /// Advice for each of them, in the same order; without those that have none.
    pub advice: Vec<Advice>,
    /// The reason it could not be read, or only in part; otherwise null.
    pub error: Option<ErrorInfo>,
    /// The reason there is no answer, in the locale's text: the file has no such action, channel or release; otherwise
    /// null.
    pub note: Option<String>,
    /// The same as a stable id with values; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note_detail: Option<Message>,
}

vocabulary! {
    /// Outcome of an artifact in a release.
    pub enum Judgment {
        /// The release loads it.
        Loads = "loads",
        /// The release loads it and prints a warning.
        Warns = "warns",
        /// The release refuses it.
        Refused = "refused",
        /// There are no facts about the release.
        Unknown = "unknown",
        /// The artifact cannot be read.
        #[default]
        Unreadable = "unreadable",
    }
}

impl From<Outcome> for Judgment {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Loads => Self::Loads,
            Outcome::Warns => Self::Warns,
            Outcome::Refused => Self::Refused,
            Outcome::Unknown => Self::Unknown,
        }
    }
}

impl Judgment {
    /// Its rank: the higher of two is the outcome of both.
    pub fn severity(self) -> u8 {
        match self {
            Self::Loads => 0,
            Self::Warns => 1,
            Self::Unknown => 2,
            Self::Refused => 3,
            Self::Unreadable => 4,
        }
    }

    /// The worst of several; unreadable without any.
    pub fn worst(all: impl Iterator<Item = Self>) -> Self {
        all.max_by_key(|one| one.severity()).unwrap_or_default()
    }
}
