//! Findings.

use super::evidence::Evidence;
use super::vocabulary::{Certainty, Severity};
use crate::message::Message;

/// A finding beside the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Id and values; the texts are `finding-<id>` and `finding-<id>-advice`.
    pub message: Message,
    /// How much it matters.
    pub severity: Severity,
    /// Certainty.
    pub certainty: Certainty,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// Source of the fact.
    pub source: &'static str,
}
