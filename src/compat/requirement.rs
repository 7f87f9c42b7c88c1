//! Requirements: what a file needs of a release, and the outcome in each release.

use super::accepts::{Accepted, Accepts};
use super::action::Action;
use super::evidence::{Evidence, Subject};
use super::knowledge::{ChannelIndex, Flat, Range, channels};
use super::prints::Print;
use super::target::Target;
use super::vocabulary::{Certainty, Outcome};
use crate::message::{Message, Values};

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
    /// The runtime has the Flex delegate.
    FlexDelegate,
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
    pub(super) accepts: Accepted,
    /// When a loader checks it: stage, then position within the stage. The message is that of the first refusal.
    pub(super) step: (u32, u32),
    /// Releases that check it at another step, and that step.
    pub(super) early: Option<(Range, (u32, u32))>,
    /// How releases print their refusal, the first that applies.
    pub(super) prints: Vec<Print>,
}

impl Requirement {
    /// The requirement of a rule of `checks.csv`, on top of the outcomes in `accepts`. The messages of releases are
    /// found under the rule's name, filled with `values`.
    pub fn of_rule(
        mut accepts: Accepts,
        rule: &'static str,
        subject: Subject,
        evidence: Vec<Evidence>,
        count: usize,
        step: (u32, u32),
        values: Values,
    ) -> Self {
        let source = accepts.check(rule).unwrap_or_default().to_owned();
        Self {
            id: rule,
            kind: RequirementKind::Other,
            subject,
            reason: None,
            evidence,
            count: count as u32,
            certainty: Certainty::Observed,
            source,
            accepts: accepts.done(),
            step,
            early: None,
            prints: vec![Print::new(rule, values)],
        }
    }

    /// When the loader of a release checks it.
    pub(super) fn step_at(&self, at: Flat) -> (u32, u32) {
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
