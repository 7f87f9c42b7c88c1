//! Documents and knowledge to requirements, windows and verdicts.
//!
//! Owns: channels and their releases, [`Requirement`]s, [`Assessment`]s, the packed knowledge of `knowledge/*.csv`.
//! Must not know: graphs' layout, kernels, words for the screen (findings carry ids and parameters).

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
pub use keras::{Change as KerasChange, Patch as KerasPatch, assess_keras, patch as patch_keras};
pub use knowledge::{Channel, Release, channels};
pub use tflite::{assess_tflite, official_min_runtime};
pub use vocabulary::{Certainty, Outcome, Severity};

use crate::bytes::Span;
use accepts::Accepted;
use knowledge::Range;
use prints::Print;

/// Index of a channel in [`channels`].
pub type ChannelIndex = usize;

/// A channel at a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// Which channel.
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

/// What shows a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A node of a graph, an operator.
    Node,
    /// A tensor of a `.tflite` file.
    Tensor,
    /// A variable of a checkpoint.
    Variable,
    /// A field of the file.
    File,
}

/// Something that shows a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// What it is.
    pub what: What,
    /// Graph it stands in: subgraph or function name; empty for the main one.
    pub graph: String,
    /// Index within that graph (of the operator, node, tensor or variable); 0 for a field of the file.
    pub index: u32,
    /// Name of the node or tensor, if it has one.
    pub name: String,
    /// Where in the file.
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

/// How many nodes a requirement keeps as evidence; its `count` tells the rest.
pub const EVIDENCE: usize = 8;

/// One thing a file asks of a release.
#[derive(Clone, Debug, PartialEq)]
pub struct Requirement {
    /// Stable id in kebab-case: `tflite-op-version`, `tflite-tensor-type`, `graph-op`, `graph-attr`, …
    pub id: &'static str,
    /// What it is about.
    pub subject: Subject,
    /// Why the file asks for it: a message id (the words stand under `reason-<id>`) and values, such as hybrid int8 weights per channel.
    pub reason: Option<Message>,
    /// Who shows it, first ones first; `count` may be larger.
    pub evidence: Vec<Evidence>,
    /// How many nodes (or tensors) show it.
    pub count: u32,
    /// How it is known.
    pub certainty: Certainty,
    /// Where the facts come from, as the knowledge tables say it.
    pub source: String,
    /// What each release of each channel does with it.
    accepts: Accepted,
    /// When a loader meets it: stage, then place within the stage. The first refusal is the one that is printed.
    step: (u32, u32),
    /// Releases that meet it at another point, and where.
    early: Option<(Range, (u32, u32))>,
    prints: Vec<Print>,
}

impl Requirement {
    fn step_at(&self, at: usize) -> (u32, u32) {
        self.early.filter(|(range, _)| range.holds(at)).map_or(self.step, |(_, step)| step)
    }

    /// What a release does with this requirement alone, in the usual action.
    pub fn outcome(&self, target: Target) -> Outcome {
        self.accepts.outcomes[target.flat()]
    }

    /// What the releases of a channel do with it in another action; `None` where that is the same as in the usual one.
    pub fn outcomes_apart(&self, action: Action, channel: ChannelIndex) -> Option<&[Outcome]> {
        let channel = &channels()[channel];
        Some(&self.accepts.apart(action)?[channel.first_flat..][..channel.releases.len()])
    }

    /// Of the actions of its kind of file those in which it keeps a release from loading, or from being known to load;
    /// `None` where it does so in all of them or in none.
    pub fn actions(&self, all: &[Action]) -> Option<Vec<Action>> {
        if self.accepts.apart.is_empty() {
            return None;
        }
        let outcomes = |action: Action| self.accepts.apart(action).unwrap_or(&self.accepts.outcomes);
        let all: Vec<(Action, &[Outcome])> = all.iter().map(|&action| (action, outcomes(action))).collect();
        // Where no action is known there are no facts about the release.
        let known = |at: usize| all.iter().any(|(_, outcomes)| outcomes[at] != Outcome::Unknown);
        let keeps = |outcomes: &[Outcome]| (0..outcomes.len()).any(|at| outcomes[at] != Outcome::Loads && known(at));
        let keeping: Vec<Action> = all.iter().filter(|(_, of)| keeps(of)).map(|(action, _)| *action).collect();
        (!keeping.is_empty() && keeping.len() < all.len()).then_some(keeping)
    }

    /// What the releases of a channel do with it, in channel order.
    pub fn outcomes(&self, channel: ChannelIndex) -> &[Outcome] {
        let channel = &channels()[channel];
        &self.accepts.outcomes[channel.first_flat..][..channel.releases.len()]
    }

    /// Releases of a channel that lack what is asked for and take the file all the same: the rule that says why, first
    /// and last release.
    pub fn exceptions(&self, channel: ChannelIndex) -> impl Iterator<Item = (&'static str, usize, usize)> + '_ {
        let channel = &channels()[channel];
        let own = channel.first_flat..channel.first_flat + channel.releases.len();
        let of_it = self.accepts.exceptions.iter().filter(move |(_, first, _)| own.contains(first));
        of_it.map(move |(rule, first, last)| (*rule, first - channel.first_flat, last - channel.first_flat))
    }
}

/// A message by id, filled with values; the words live in the locale files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Stable id in kebab-case.
    pub id: String,
    /// Values.
    pub params: Vec<(&'static str, String)>,
}

impl Message {
    /// A message without values.
    pub fn new(id: impl Into<String>) -> Self {
        Self { id: id.into(), params: Vec::new() }
    }

    /// Adds a value.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.params.push((name, value.to_string()));
        self
    }
}

/// Something worth saying beside the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Id and values; the words stand under `finding-<id>` and `finding-<id>-advice`.
    pub message: Message,
    /// How much it matters.
    pub severity: Severity,
    /// How it is known.
    pub certainty: Certainty,
    /// Who shows it.
    pub evidence: Vec<Evidence>,
    /// Where the fact comes from.
    pub source: &'static str,
}
