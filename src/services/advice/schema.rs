//! The contract of advice for the requirements of a file.

use crate::json::readable;
use crate::report::schema::{Certainty, Evidence, Message, Outcome, Severity};
use serde::Serialize;

/// Advice about an artifact.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct AdviceReport {
    /// Possible actions, most useful first.
    pub steps: Vec<Advice>,
    /// Advice about each requirement that some release does not meet.
    pub requirements: Vec<Advice>,
    /// Configurations that other releases load; Keras files only.
    pub patches: Vec<Patch>,
    /// Basis of the verdicts of the releases that load the artifact.
    pub basis: Vec<Basis>,
}
readable!(AdviceReport { steps, requirements, patches, basis });

/// Neighboring releases of a channel that load an artifact, with one basis.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Basis {
    /// The channel.
    pub channel: String,
    /// The first of the releases.
    pub first: String,
    /// The last of them.
    pub last: String,
    /// Observed if the releases were asked about every part of the artifact, derived otherwise.
    pub certainty: Certainty,
    /// Whether they load the artifact only as far as known: no release was asked about some part.
    pub as_far_as_known: bool,
}
readable!(Basis { channel, first, last, certainty, as_far_as_known });

/// One piece of advice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Stable id and values: `advice-<id>` is the text.
    pub message: Message,
    /// The same in the locale's text; empty for an unknown id.
    pub text: String,
    /// How much it matters.
    pub severity: Severity,
    /// Certainty.
    pub certainty: Certainty,
    /// Subject, such as an op or an attr.
    pub subject: String,
    /// Index into the artifact's requirements; null when it is about the artifact.
    pub requirement: Option<u32>,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// Source of the fact.
    pub source: String,
    /// Page about it, from the root of the project and of the site.
    pub doc: String,
    /// Commands or code to copy; empty when there are none.
    pub snippet: String,
}
readable!(Advice { message, text, severity, certainty, subject, requirement, evidence, source, doc, snippet });

/// A configuration changed so that other releases load it.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Patch {
    /// Release that it was changed for, such as `keras@3.15.1`.
    pub target: String,
    /// Changes, in order.
    pub changes: Vec<Change>,
    /// Whether the model is the same after all changes.
    pub lossless: bool,
    /// Outcome in that release afterwards, as far as known.
    pub outcome: Outcome,
    /// Remaining problems: subjects of requirements.
    pub left: Vec<String>,
    /// Position of the text: `config.json` of the archive, or an attribute of the HDF5 file.
    pub place: String,
    /// The complete changed configuration.
    pub config: String,
}
readable!(Patch { target, changes, lossless, outcome, left, place, config });

/// A change of a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "PatchChange"))]
pub struct Change {
    /// Why: `patch-<id>`.
    pub message: Message,
    /// Position in the configuration.
    pub path: String,
    /// Text before, shortened.
    pub before: String,
    /// Text after; empty when it was removed.
    pub after: String,
    /// Whether the model is the same after it.
    pub lossless: bool,
}
readable!(Change { message, path, before, after, lossless });
