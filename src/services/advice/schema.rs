//! The contract of advice: what to do about what a file asks for.

use crate::json::readable;
use crate::report::schema::{Certainty, Evidence, Message, Outcome, Severity};
use serde::Serialize;

/// Advice about an artifact.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct AdviceReport {
    /// What can be done, most useful first.
    pub steps: Vec<Advice>,
    /// Advice about each requirement that some release does not meet.
    pub requirements: Vec<Advice>,
    /// Configurations that other releases load; Keras files only.
    pub patches: Vec<Patch>,
}
readable!(AdviceReport { steps, requirements, patches });

/// One piece of advice.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Advice {
    /// Stable id and values: `advice-<id>` says what to do.
    pub message: Message,
    /// The same in the locale's words; empty where they are not known.
    pub text: String,
    /// How much it matters.
    pub severity: Severity,
    /// How it is known.
    pub certainty: Certainty,
    /// What it is about, such as an op or an attr.
    pub subject: String,
    /// Index into the artifact's requirements; null when it is about the whole.
    pub requirement: Option<u32>,
    /// Who shows it.
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
    /// What was changed, in order.
    pub changes: Vec<Change>,
    /// Whether the model is the same after all changes.
    pub lossless: bool,
    /// What that release does with it then, as far as is known.
    pub outcome: Outcome,
    /// What still stands in the way: subjects of requirements.
    pub left: Vec<String>,
    /// Where the text belongs: `config.json` of the archive, or an attribute of the HDF5 file.
    pub place: String,
    /// The whole configuration, changed.
    pub config: String,
}
readable!(Patch { target, changes, lossless, outcome, left, place, config });

/// A change of a configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Change {
    /// Why: `patch-<id>`.
    pub message: Message,
    /// Where it stands.
    pub path: String,
    /// What stood there, shortened.
    pub before: String,
    /// What stands there now; empty when it was taken out.
    pub after: String,
    /// Whether the model is the same after it.
    pub lossless: bool,
}
readable!(Change { message, path, before, after, lossless });
