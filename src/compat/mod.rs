//! Documents and knowledge to requirements, windows and verdicts.
//!
//! Owns: channels and their releases, [`Requirement`]s, [`Assessment`]s, the packed knowledge of `knowledge/*.csv`.
//! Must not know: graphs' layout, kernels, words for the screen (findings carry ids and parameters).

use crate::bytes::Span;

/// How a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Certainty {
    /// A released binary was asked.
    Observed,
    /// Read from the implementation.
    Derived,
    /// A documented guarantee.
    Promised,
}

/// What a release does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// It loads.
    Loads,
    /// It loads and warns, or loads but cannot run.
    Warns,
    /// It refuses.
    Refused,
    /// Not known: no fact covers it.
    Unknown,
}

/// Index of a channel in [`channels`].
pub type ChannelIndex = usize;

/// A set of releases of one channel, by index into [`Channel::releases`].
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct ReleaseSet(pub Vec<u64>);

/// An ordered list of releases that share a way of loading files.
///
/// Order is branch order, not a number line: 1.15.0 stands after 2.0.0 and carries a higher GraphDef number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Channel {
    /// Stable id, such as `tensorflow`, `tflite-runtime`, `ai-edge-litert`.
    pub id: &'static str,
    /// Releases, in order.
    pub releases: Vec<Release>,
}

/// A release of a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// Version text, such as `2.15.1`.
    pub name: String,
    /// Upload date, ISO 8601.
    pub date: String,
}

/// A channel at a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Which channel.
    pub channel: ChannelIndex,
    /// Index into [`Channel::releases`].
    pub release: usize,
}

/// What a requirement is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// `op`, `attr`, `dtype`, `tensor`, `header`, `versions`, `custom_op`, …
    pub kind: &'static str,
    /// Its name, such as `CONV_2D` or `MatMul.transpose_a`.
    pub name: String,
    /// Its version, where it has one.
    pub version: Option<i32>,
}

/// A node (or tensor, or entry) that shows a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Graph it stands in: subgraph or function name; empty for the main one.
    pub graph: String,
    /// Index within that graph (operator, node or tensor index).
    pub index: u32,
    /// Name of the node or tensor, if it has one.
    pub name: String,
    /// Where in the file.
    pub at: Span,
}

/// One thing a file asks of a release.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// Stable id in kebab-case: `tflite-op-version`, `tflite-tensor-type`, `graph-op`, `graph-attr`, …
    pub id: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// Why the file asks for it: a message id (`reason-…`) and values, such as hybrid int8 weights per channel.
    pub reason: Option<Message>,
    /// Who shows it, first ones first; `count` may be larger.
    pub evidence: Vec<Evidence>,
    /// How many nodes (or tensors) show it.
    pub count: u32,
    /// How it is known.
    pub certainty: Certainty,
    /// Where the facts come from, as the knowledge tables say it.
    pub source: String,
}

/// A message by id, filled with values; the words live in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Values.
    pub params: Vec<(&'static str, String)>,
}
