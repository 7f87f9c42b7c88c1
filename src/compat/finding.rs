//! Findings.

use super::evidence::Evidence;
use super::vocabulary::{Certainty, Severity};
use crate::message::Message;

/// Property of a finding that code decides by; its id is for texts and JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FindingKind {
    /// Nothing decides by it.
    #[default]
    Other,
    /// Attrs could be left out, because their values are the defaults.
    DefaultAttrs,
}

/// A finding beside the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Id and values; the texts are `finding-<id>` and `finding-<id>-advice`.
    pub message: Message,
    /// Property that code decides by.
    pub kind: FindingKind,
    /// How much it matters.
    pub severity: Severity,
    /// Certainty.
    pub certainty: Certainty,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// Source of the fact.
    pub source: &'static str,
}
