//! Windows and verdicts: a conjunction over requirements, one release at a time.

use super::knowledge::{Range, flat_release};
use super::prints::{Print, printed};
use super::{Action, ChannelIndex, Finding, Offer, Outcome, Requirement, SubjectKind, Target, channels};
use crate::message::Values;

/// Requirements of a file, with the outcome of each release.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment {
    /// Default action of the kind. Windows and verdicts without a named action refer to it.
    pub action: Action,
    /// Channels that load this kind of file at all.
    pub channels: Vec<ChannelIndex>,
    /// Requirements in the order in which loaders check them.
    pub requirements: Vec<Requirement>,
    /// Findings beside the window.
    pub findings: Vec<Finding>,
    /// Outcome of each release for a file of this kind without requirements: `Unknown` without facts.
    base: Vec<Outcome>,
    /// Other actions.
    pub others: Vec<Offer>,
    /// Producer of a graph, for the hint that old releases print about much newer graphs.
    pub(super) producer: Option<i32>,
    /// How many GraphDef numbers newer that producer may be before a release prints the hint.
    pub(super) forward: i32,
}

/// Verdict of one release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The release.
    pub target: Target,
    /// The outcome.
    pub outcome: Outcome,
    /// Indices of the deciding requirements, in the loader's order; empty when the release loads the file or nothing is
    /// known about it.
    pub because: Vec<usize>,
    /// The literal message of a release that refuses or warns; `…` replaces unknown parts.
    pub prints: Option<String>,
    /// Number of leading entries of `because` that the message covers: some loaders continue after the first refusal.
    pub printed: usize,
}

/// Releases that check the requirements in another order than [`Assessment::requirements`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// First and last of them, as indices into the channel's releases.
    pub releases: (usize, usize),
    /// Indices of all requirements, in the order in which these loaders check them.
    pub requirements: Vec<usize>,
}

/// Releases of one channel that load the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The channel.
    pub channel: ChannelIndex,
    /// Every release of the channel, in channel order.
    pub verdicts: Vec<Verdict>,
}

impl Window {
    /// Indices of the releases that load the file, with or without warnings.
    pub fn releases(&self) -> impl Iterator<Item = usize> + '_ {
        self.verdicts.iter().filter(|v| v.outcome <= Outcome::Warns).map(|v| v.target.release)
    }
}

/// An assessment with some requirements ignored: the query behind "what keeps me from 2.4?".
#[derive(Clone, Debug)]
pub struct Selection<'a> {
    assessment: &'a Assessment,
    /// The action, where it is not the usual one.
    other: Option<&'a Offer>,
    left_out: Vec<bool>,
}

impl Assessment {
    /// Puts requirements into loader order and records known releases.
    pub(super) fn new(
        usual: Offer,
        others: Vec<Offer>,
        mut requirements: Vec<Requirement>,
        findings: Vec<Finding>,
    ) -> Self {
        crate::order::sort_by_key(&mut requirements, |r| r.step);
        let actions: Vec<Action> = [usual.action].into_iter().chain(others.iter().map(|other| other.action)).collect();
        requirements.iter_mut().for_each(|need| need.accepts.settle(&actions));
        let Offer { action, channels, base } = usual;
        Self { action, channels, requirements, findings, base, others, producer: None, forward: 0 }
    }

    /// The actions that files of this kind have, the usual one first.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        [self.action].into_iter().chain(self.others.iter().map(|other| other.action))
    }

    /// All requirements, in the usual action.
    pub fn all(&self) -> Selection<'_> {
        Selection { assessment: self, other: None, left_out: vec![false; self.requirements.len()] }
    }

    /// All requirements in an action; `None` when files of this kind do not have it.
    pub fn within(&self, action: Action) -> Option<Selection<'_>> {
        let other = self.others.iter().find(|other| other.action == action);
        (action == self.action || other.is_some()).then(|| Selection { other, ..self.all() })
    }

    /// Ignores the requirements of these indices; indices that do not exist have no effect.
    pub fn without(&self, requirements: &[usize]) -> Selection<'_> {
        let mut selection = self.all();
        for &index in requirements {
            if let Some(left_out) = selection.left_out.get_mut(index) {
                *left_out = true;
            }
        }
        selection
    }

    /// Window of a channel.
    pub fn window(&self, channel: ChannelIndex) -> Window {
        self.all().window(channel)
    }

    /// Outcomes of a channel's releases for a file of this kind without requirements.
    pub fn base(&self, channel: ChannelIndex) -> &[Outcome] {
        let channel = &channels()[channel];
        &self.base[channel.first_flat..][..channel.releases.len()]
    }

    /// Releases of a channel whose loaders check the requirements in another order than [`Self::requirements`].
    pub fn orders(&self, channel: ChannelIndex) -> Vec<Order> {
        let mut early: Vec<Range> = Vec::new();
        for (range, _) in self.requirements.iter().filter_map(|need| need.early) {
            if !early.contains(&range) {
                early.push(range);
            }
        }
        let first = channels()[channel].first_flat;
        let mut orders: Vec<Order> = Vec::new();
        // Ranges that contained the previous release: with the same ranges, the order is the same.
        let mut held: Vec<bool> = vec![false; early.len()];
        for release in 0..channels()[channel].releases.len() {
            let at = first + release;
            let holds: Vec<bool> = early.iter().map(|range| range.holds(at)).collect();
            if holds == held {
                if let Some(order) = orders.last_mut().filter(|order| order.releases.1 + 1 == release) {
                    order.releases.1 = release;
                }
                continue;
            }
            held = holds;
            let mut requirements: Vec<usize> = (0..self.requirements.len()).collect();
            crate::order::sort_by_key(&mut requirements, |&index| self.requirements[index].step_at(at));
            if !requirements.iter().enumerate().all(|(place, index)| place == *index) {
                orders.push(Order { releases: (release, release), requirements });
            }
        }
        orders
    }

    /// Windows of every channel that loads this kind of file.
    pub fn windows(&self) -> Vec<Window> {
        let all = self.all();
        self.channels.iter().map(|&channel| all.window(channel)).collect()
    }

    /// Verdict of a release.
    pub fn verdict(&self, target: Target) -> Verdict {
        self.all().verdict(target)
    }

    /// The release of the same channel nearest to `target` (or `target` itself) that loads the file; the newer of two
    /// at the same distance.
    pub fn nearest(&self, target: Target) -> Option<Target> {
        let all = self.all();
        (0..channels()[target.channel].releases.len())
            .map(|release| Target { channel: target.channel, release })
            .filter(|t| all.outcome(*t) <= Outcome::Warns)
            .min_by_key(|t| (t.release.abs_diff(target.release), std::cmp::Reverse(t.release)))
    }
}

impl<'a> Selection<'a> {
    /// The assessment with all its requirements.
    pub fn assessment(&self) -> &'a Assessment {
        self.assessment
    }

    /// Outcomes of a requirement of the assessment in a channel's releases, in channel order.
    pub fn outcomes(&self, need: &'a Requirement, channel: ChannelIndex) -> &'a [Outcome] {
        let apart = self.other.and_then(|other| need.outcomes_apart(other.action, channel));
        apart.unwrap_or_else(|| need.outcomes(channel))
    }
}

impl Selection<'_> {
    fn requirements(&self) -> impl Iterator<Item = (usize, &Requirement)> {
        self.assessment.requirements.iter().enumerate().filter(|(index, _)| !self.left_out[*index])
    }

    /// Outcome of a release, without the reasons.
    pub fn outcome(&self, target: Target) -> Outcome {
        if !self.channels().contains(&target.channel) {
            return Outcome::Unknown;
        }
        let at = target.flat();
        self.requirements().map(|(_, r)| self.accepts(r, at)).fold(self.base()[at], Outcome::max)
    }

    /// Channels that have the action.
    pub fn channels(&self) -> &[ChannelIndex] {
        self.other.map_or(&self.assessment.channels, |other| &other.channels)
    }

    fn action(&self) -> Action {
        self.other.map_or(self.assessment.action, |other| other.action)
    }

    fn base(&self) -> &[Outcome] {
        self.other.map_or(&self.assessment.base, |other| &other.base)
    }

    fn accepts(&self, need: &Requirement, at: usize) -> Outcome {
        let apart = self.other.and_then(|other| need.accepts.apart(other.action));
        apart.unwrap_or(&need.accepts.outcomes)[at]
    }

    /// Outcomes of a channel's releases for a file of this kind without requirements.
    pub fn base_of(&self, channel: ChannelIndex) -> &[Outcome] {
        let channel = &channels()[channel];
        &self.base()[channel.first_flat..][..channel.releases.len()]
    }

    /// Windows of every channel that has the action.
    pub fn windows(&self) -> Vec<Window> {
        self.channels().iter().map(|&channel| self.window(channel)).collect()
    }

    /// Verdict of a release on the remaining requirements.
    pub fn verdict(&self, target: Target) -> Verdict {
        let (outcome, at) = (self.outcome(target), target.flat());
        let mut because: Vec<usize> = match outcome {
            Outcome::Loads => Vec::new(),
            _ if self.base()[at] == outcome => Vec::new(),
            _ => self.requirements().filter(|(_, r)| self.accepts(r, at) == outcome).map(|(index, _)| index).collect(),
        };
        crate::order::sort_by_key(&mut because, |&index| self.assessment.requirements[index].step_at(at));
        // Messages were recorded in the default action, and in those with the same code.
        let known = self.other.is_none_or(|other| other.action.prints_as_usual());
        let says = known && matches!(outcome, Outcome::Refused | Outcome::Warns);
        let text = if says { self.prints(at, &because) } else { None };
        let (prints, printed) = text.map_or((None, 0), |(text, of)| (Some(text), of));
        Verdict { target, outcome, because, prints, printed }
    }

    /// Window of a channel for the remaining requirements.
    pub fn window(&self, channel: ChannelIndex) -> Window {
        let releases = 0..channels()[channel].releases.len();
        Window { channel, verdicts: releases.map(|release| self.verdict(Target { channel, release })).collect() }
    }

    /// From 2.3 on, the error of a failed import has a hint if the graph is more than 21 numbers newer.
    fn with_hint(&self, at: usize, first: &Requirement, text: String) -> String {
        let (_, release) = flat_release(at);
        let numbers = self.assessment.producer.zip(release.graph_def_version);
        let newer = numbers.is_some_and(|(p, c)| p - c > self.assessment.forward);
        if !newer || first.subject.kind == SubjectKind::Versions {
            return text;
        }
        let producer = self.assessment.producer.unwrap_or_default().to_string();
        let values = Values::from(vec![("text", text.clone()), ("producer", producer)]);
        printed(&[Print::new("graph-forward", values)], at, self.action()).map_or(text, |printed| printed.text)
    }

    /// The message of the first refusal in loader order; some old loaders continue to the end of the stage. Also
    /// returns the number of requirements that the message covers.
    fn prints(&self, at: usize, because: &[usize]) -> Option<(String, usize)> {
        let requirements = &self.assessment.requirements;
        let first = &requirements[*because.first()?];
        let printed_first = printed(&first.prints, at, self.action())?;
        let (mut text, mut of) = (printed_first.text, 1);
        if printed_first.repeats {
            for &index in &because[1..] {
                let other = &requirements[index];
                if other.step_at(at).0 != first.step_at(at).0 {
                    break;
                }
                text.push_str(&printed(&other.prints, at, self.action()).map(|p| p.text).unwrap_or_default());
                of += 1;
            }
        }
        text.push_str(printed_first.end);
        Some((self.with_hint(at, first, text), of))
    }
}
