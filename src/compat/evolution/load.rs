//! Computes which graph loads where, from the ops that releases write and know.

use super::{AttrDefault, Plan, Recipe, Step};

/// Ops and attrs that a release accepts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// Its GraphDef number.
    pub number: i32,
    /// Producers below are refused.
    pub min_producer: i32,
    /// `min_consumer` of graphs written by this release.
    pub min_consumer: i32,
    /// Consumers that graphs written here refuse.
    pub bad_consumers: Vec<i32>,
}

/// Outcome of a graph in a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Load {
    /// It loads and behaves as before.
    Loads,
    /// It loads; an attr that the release does not know is ignored, with a warning, and counts as its default.
    Ignores,
    /// It loads and silently does something else.
    Differs,
    /// The release is the bad one, and the graph still loads there.
    Unsafe,
    /// Refused.
    Refused(RefusedBy),
}

/// The rule by which a release refuses a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusedBy {
    /// The op is not registered.
    Op,
    /// The attr is not known.
    Attr,
    /// An attr without a default is not given.
    AttrMissing,
    /// The op is deprecated at the number of the writer.
    DeprecatedOp,
    /// The writer's number is below the release's minimum.
    MinProducer,
    /// The release's number is below the graph's minimum.
    MinConsumer,
    /// The graph excludes the release's number.
    BadConsumer,
}

impl RefusedBy {
    /// Name of the rule in `messages.csv`.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Op => "graph-op",
            Self::Attr => "graph-attr",
            Self::AttrMissing => "graph-attr-missing",
            Self::DeprecatedOp => "graph-deprecated-op",
            Self::MinProducer => "graph-min-producer",
            Self::MinConsumer => "graph-min-consumer",
            Self::BadConsumer => "graph-bad-consumer",
        }
    }
}

/// A graph of one release in another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Release that wrote it.
    pub producer: usize,
    /// Release that loads it.
    pub consumer: usize,
    /// Whether the graph contains the change of the plan.
    pub concerned: bool,
    /// Outcome.
    pub load: Load,
}

/// All graphs in all releases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Matrix {
    /// Graphs with the change, then graphs without it; by producer, then by consumer. A graph that the producer cannot
    /// write is left out.
    pub cells: Vec<Cell>,
}

/// Meaning of an op in a graph.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Old,
    New,
}

/// The part of a graph that the plan concerns.
enum Part {
    /// The op under its own name, with its author's meaning.
    Op(Meaning),
    /// The op that the recipe adds.
    Second,
    /// The op with the new attr, at its default or not.
    Attr { default: bool },
}

/// Ops and attrs that a release accepts and writes.
pub fn state(plan: &Plan, release: usize) -> State {
    let releases = plan.train.releases();
    let number = |step| plan.of(step).map(|at| releases[at].number);
    let done = |step| plan.done(step, release);
    // Without a deprecation, only this release is known not to write it.
    let floor = |step| number(Step::Deprecate).or(number(step)).unwrap_or(0);
    let min_producer = if done(Step::Remove) { floor(Step::Remove) } else { 0 };
    let min_consumer = match plan.recipe {
        Recipe::AddOpAndSwitch if plan.raises_min_consumer && done(Step::Switch) => number(Step::Register).unwrap_or(0),
        Recipe::Change if done(Step::Reuse) => number(Step::Reuse).unwrap_or(0),
        _ => 0,
    };
    let bad = plan.bad.iter().filter_map(|&bad| Some(releases.get(bad)?.number));
    let bad_consumers = if done(Step::Ban) { bad.collect() } else { Vec::new() };
    State { number: releases[release].number, min_producer, min_consumer, bad_consumers }
}

/// Every graph in every release.
pub fn matrix(plan: &Plan) -> Matrix {
    let count = plan.train.len();
    let states: Vec<State> = (0..count).map(|release| state(plan, release)).collect();
    let mut cells = Vec::new();
    // A ban concerns all graphs.
    let kinds: &[bool] = if plan.recipe == Recipe::Ban { &[true] } else { &[true, false] };
    for &concerned in kinds {
        for producer in 0..count {
            let part = match concerned {
                true => match part(plan, producer) {
                    Some(part) => Some(part),
                    None => continue,
                },
                false => None,
            };
            for consumer in 0..count {
                let load = load(plan, &states, producer, consumer, part.as_ref());
                cells.push(Cell { producer, consumer, concerned, load });
            }
        }
    }
    Matrix { cells }
}

/// The part of a graph that a program with the change makes a release write; `None` when it cannot.
fn part(plan: &Plan, producer: usize) -> Option<Part> {
    let done = |step| plan.done(step, producer);
    match plan.recipe {
        Recipe::AddOp => done(Step::Register).then_some(Part::Second),
        Recipe::AddOpAndSwitch if done(Step::Switch) => Some(Part::Second),
        Recipe::AddOpAndSwitch => Some(Part::Op(Meaning::Old)),
        Recipe::AddAttr if done(Step::Switch) => Some(Part::Attr { default: false }),
        Recipe::AddAttr if done(Step::Register) && !plan.strips => Some(Part::Attr { default: true }),
        Recipe::AddAttr => Some(Part::Op(Meaning::Old)),
        Recipe::Remove if done(Step::Deprecate) || done(Step::Remove) => None,
        Recipe::Remove => Some(Part::Op(Meaning::Old)),
        Recipe::Change if done(Step::SwitchBack) => Some(Part::Op(Meaning::New)),
        Recipe::Change if done(Step::Switch) => Some(Part::Second),
        Recipe::Change if done(Step::Deprecate) || done(Step::Remove) => None,
        Recipe::Change => Some(Part::Op(Meaning::Old)),
        // The bad release would break any graph.
        Recipe::Ban => Some(Part::Op(Meaning::Old)),
    }
}

fn load(plan: &Plan, states: &[State], producer: usize, consumer: usize, part: Option<&Part>) -> Load {
    let (wrote, reads) = (&states[producer], &states[consumer]);
    if reads.number < wrote.min_consumer {
        return Load::Refused(RefusedBy::MinConsumer);
    }
    if wrote.number < reads.min_producer {
        return Load::Refused(RefusedBy::MinProducer);
    }
    if wrote.bad_consumers.contains(&reads.number) {
        return Load::Refused(RefusedBy::BadConsumer);
    }
    let known = |step| plan.done(step, consumer);
    match part {
        None => Load::Loads,
        Some(_) if plan.recipe == Recipe::Ban => {
            if plan.bad.contains(&consumer) {
                Load::Unsafe
            } else {
                Load::Loads
            }
        }
        Some(Part::Second) => {
            let there = known(Step::Register) && !known(Step::RemoveSecond);
            if there { Load::Loads } else { Load::Refused(RefusedBy::Op) }
        }
        Some(Part::Attr { default }) => {
            if known(Step::Register) {
                Load::Loads
            } else if !plan.train.releases()[consumer].ignores_unknown_attrs() {
                Load::Refused(RefusedBy::Attr)
            } else if *default && plan.default == AttrDefault::Same {
                Load::Ignores
            } else {
                Load::Differs
            }
        }
        Some(Part::Op(meaning)) => op(plan, producer, consumer, *meaning),
    }
}

/// A graph with the op under its own name.
fn op(plan: &Plan, producer: usize, consumer: usize, meant: Meaning) -> Load {
    let known = |step| plan.done(step, consumer);
    if plan.recipe == Recipe::AddAttr {
        // The graph lacks the attr, or its default was stripped.
        return match plan.default {
            _ if !known(Step::Register) => Load::Loads,
            AttrDefault::Same => Load::Loads,
            AttrDefault::Other if plan.done(Step::Register, producer) => Load::Loads,
            AttrDefault::Other => Load::Differs,
            AttrDefault::None => Load::Refused(RefusedBy::AttrMissing),
        };
    }
    let does = match known(Step::Reuse) {
        true => Meaning::New,
        false if known(Step::Remove) => return Load::Refused(RefusedBy::Op),
        false => Meaning::Old,
    };
    let deprecated = plan.of(Step::Deprecate).filter(|_| known(Step::Deprecate) && !known(Step::Reuse));
    let releases = plan.train.releases();
    if deprecated.is_some_and(|at| releases[producer].number >= releases[at].number) {
        return Load::Refused(RefusedBy::DeprecatedOp);
    }
    if does == meant { Load::Loads } else { Load::Differs }
}
