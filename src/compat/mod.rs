//! Computes requirements, windows and verdicts from documents and knowledge.
//!
//! Owns: channels and their releases, [`Requirement`]s, [`Assessment`]s, the packed knowledge of `knowledge/*.csv`.
//! Must not know: layout of graphs, kernels, texts for the screen (findings carry ids and parameters).

mod accepts;
mod action;
pub mod advice;
mod assess;
mod checkpoint;
mod condition;
mod delegates;
pub mod evolution;
mod graph;
mod keras;
mod knowledge;
mod prints;
mod tflite;
mod vocabulary;

pub use action::{Action, Offer};
pub use assess::{Assessment, Order, Selection, Verdict, Window};
pub use checkpoint::assess_checkpoint;
pub use delegates::{
    Delegated, Engine, EngineKind, Following, Grouped, Lowering, Part, Resolver, Segment, Takes, assess_delegates,
    following, lowerings, resolver,
};
pub use graph::{assess_graph, assess_meta_graph, assess_saved_model};
pub use keras::{Change as KerasChange, Patch as KerasPatch, assess_keras, newest_of_eras, patch as patch_keras};
pub use knowledge::{Channel, Release, channels};
pub use tflite::{assess_tflite, official_min_runtime};
pub use vocabulary::{Certainty, Outcome, Severity, SubjectKind, What};

use crate::bytes::Span;
use crate::message::Message;
use accepts::Accepted;
use knowledge::Range;
use prints::Print;

/// Index of a channel in [`channels`].
pub type ChannelIndex = usize;

/// A channel at a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The channel.
    pub channel: ChannelIndex,
    /// Index into [`Channel::releases`].
    pub release: usize,
}

impl Target {
    /// A target by names, such as `tensorflow` and `2.15.1`.
    pub fn named(channel: &str, release: &str) -> Option<Self> {
        let index = channels().iter().position(|c| c.id == channel)?;
        let release = channels()[index].releases.iter().position(|r| r.name == release)?;
        Some(Self { channel: index, release })
    }

    /// A release of a channel, by the channel's name and the index of the release.
    pub fn of(channel: &str, release: usize) -> Option<Self> {
        let channel = channels().iter().position(|c| c.id == channel)?;
        (release < channels()[channel].releases.len()).then_some(Self { channel, release })
    }

    /// Its channel.
    pub fn channel(&self) -> &'static Channel {
        &channels()[self.channel]
    }

    /// Its release.
    pub fn release(&self) -> &'static Release {
        &self.channel().releases[self.release]
    }

    fn flat(self) -> usize {
        self.channel().first_flat + self.release
    }
}

/// Subject of a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Kind of the subject.
    pub kind: SubjectKind,
    /// Its name, such as `CONV_2D` or `MatMul.transpose_a`.
    pub name: String,
    /// Its version, where it has one.
    pub version: Option<i32>,
}

/// Something that shows a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Kind.
    pub what: What,
    /// Subgraph or function name; empty for the main graph.
    pub graph: String,
    /// Index within that graph (of the operator, node, tensor or variable); 0 for a field of the file.
    pub index: u32,
    /// Name of the node or tensor, if it has one.
    pub name: String,
    /// Position in the file.
    pub at: Span,
}

impl Evidence {
    /// A field of the file.
    pub fn of_file(at: Span) -> Self {
        Self { what: What::File, graph: String::new(), index: 0, name: String::new(), at }
    }

    /// A variable of a checkpoint.
    pub fn of_variable(index: usize, name: &str, at: Span) -> Self {
        Self { what: What::Variable, graph: String::new(), index: index as u32, name: name.to_owned(), at }
    }
}

/// Maximum number of nodes that a requirement keeps as evidence; its `count` is complete.
pub const EVIDENCE: usize = 8;

/// Property of a requirement that code decides by, beside its subject; its id is for texts and JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RequirementKind {
    /// Nothing decides by it.
    #[default]
    Other,
    /// An op of a graph is registered.
    Op,
    /// The same for an op that `import` of a part of `tf.contrib` registers.
    ContribOp,
    /// An attr that no table lists is known.
    UnknownAttr,
    /// An attr is known, and has its default value in all nodes.
    DefaultAttr,
    /// An attr is known, and has another value in some node.
    Attr,
    /// A value of an attr is allowed.
    AttrValue,
    /// A field of a text proto is known.
    TextField,
    /// A version of a TFLite op is registered.
    OpVersion,
}

/// One requirement of a file on a release.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// Stable id in kebab-case: `tflite-op-version`, `tflite-tensor-type`, `graph-op`, `graph-attr`, …
    pub id: &'static str,
    /// Property that code decides by.
    pub kind: RequirementKind,
    /// Subject.
    pub subject: Subject,
    /// Reason: a message id (the text is `reason-<id>`) and values, such as dynamic-range int8 weights per channel.
    pub reason: Option<Message>,
    /// The first pieces of evidence; `count` may be larger.
    pub evidence: Vec<Evidence>,
    /// How many nodes (or tensors) show it.
    pub count: u32,
    /// Certainty.
    pub certainty: Certainty,
    /// Source of the facts, as in the knowledge tables.
    pub source: String,
    /// Outcome in each release of each channel.
    accepts: Accepted,
    /// When a loader checks it: stage, then position within the stage. The message is that of the first refusal.
    step: (u32, u32),
    /// Releases that check it at another step, and that step.
    early: Option<(Range, (u32, u32))>,
    prints: Vec<Print>,
}

impl Requirement {
    fn step_at(&self, at: usize) -> (u32, u32) {
        self.early.filter(|(range, _)| range.holds(at)).map_or(self.step, |(_, step)| step)
    }

    /// Outcome of this requirement alone in a release, in the default action.
    pub fn outcome(&self, target: Target) -> Outcome {
        self.accepts.outcomes[target.flat()]
    }

    /// Outcomes of a channel's releases in another action; `None` if they are the same as in the default one.
    pub fn outcomes_apart(&self, action: Action, channel: ChannelIndex) -> Option<&[Outcome]> {
        let channel = &channels()[channel];
        Some(&self.accepts.apart(action)?[channel.first_flat..][..channel.releases.len()])
    }

    /// The actions in which it keeps a release from loading the file, or from being known to load it; `None` if that is
    /// all or none of the actions.
    pub fn actions(&self, all: &[Action]) -> Option<Vec<Action>> {
        if self.accepts.apart.is_empty() {
            return None;
        }
        let outcomes = |action: Action| self.accepts.apart(action).unwrap_or(&self.accepts.outcomes);
        let all: Vec<(Action, &[Outcome])> = all.iter().map(|&action| (action, outcomes(action))).collect();
        // If no action is known, there are no facts about the release.
        let known = |at: usize| all.iter().any(|(_, outcomes)| outcomes[at] != Outcome::Unknown);
        let keeps = |outcomes: &[Outcome]| (0..outcomes.len()).any(|at| outcomes[at] != Outcome::Loads && known(at));
        let keeping: Vec<Action> = all.iter().filter(|(_, of)| keeps(of)).map(|(action, _)| *action).collect();
        (!keeping.is_empty() && keeping.len() < all.len()).then_some(keeping)
    }

    /// Outcomes of a channel's releases, in channel order.
    pub fn outcomes(&self, channel: ChannelIndex) -> &[Outcome] {
        let channel = &channels()[channel];
        &self.accepts.outcomes[channel.first_flat..][..channel.releases.len()]
    }

    /// Releases of a channel that lack the required feature but load the file: the rule that explains it, first and
    /// last release.
    pub fn exceptions(&self, channel: ChannelIndex) -> impl Iterator<Item = (&'static str, usize, usize)> + '_ {
        let channel = &channels()[channel];
        let own = channel.first_flat..channel.first_flat + channel.releases.len();
        let of_it = self.accepts.exceptions.iter().filter(move |(_, first, _)| own.contains(first));
        of_it.map(move |(rule, first, last)| (*rule, first - channel.first_flat, last - channel.first_flat))
    }
}

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
