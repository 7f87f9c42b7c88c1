//! Choosing the instructions that leave a function.

use std::collections::BTreeSet;

use wasmparser::Operator;

use super::body::{Before, Body, Kind, Next};
use super::live::{Live, Locals};

/// Instructions from a point to the end of its arm, which can be a function of their own.
pub(super) struct Region {
    /// The first instruction.
    pub(super) first: usize,
    /// The one behind the last.
    pub(super) end: usize,
    /// Locals that they need.
    pub(super) takes: Vec<u32>,
    /// Locals that they change for what follows.
    pub(super) gives: Vec<u32>,
    pub(super) exits: Vec<Exit>,
}

/// A way out of a region, beside traps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exit {
    /// To the end of the arm.
    Behind,
    /// A branch to this arm around it.
    Label(usize),
    /// The function returns.
    Return,
}

impl Exit {
    /// The way out that a branch to an arm takes, from the arm `own`.
    pub(super) fn by_branch(body: &Body, own: usize, label: usize) -> Self {
        match body.arms[label].kind {
            Kind::Function => Self::Return,
            Kind::Loop => Self::Label(label),
            _ if label == own => Self::Behind,
            _ => Self::Label(label),
        }
    }

    /// The way out at the end of an arm.
    pub(super) fn by_end(body: &Body, arm: usize) -> Self {
        if body.arms[arm].kind == Kind::Function { Self::Return } else { Self::Behind }
    }
}

/// Bytes that a call costs: of the instructions, and of the stub that is called.
const CALL: u64 = 24;
/// Bytes for each local that is taken or given.
const LOCAL: u64 = 2;
/// Bytes for each way out, but one.
const EXIT: u64 = 6;
/// Bytes that one must save.
const WORTH: u64 = 6;

/// The regions of a function of which `leaves` is true, by its points that are cold, in order.
pub(super) fn regions(
    body: &Body,
    is_cold: impl Fn(u32) -> bool,
    leaves: impl Fn(&Region, &Body) -> bool,
) -> Vec<Region> {
    let live = Live::new(body);
    let mut found: Vec<Region> = Vec::new();
    for (number, first) in body.points().into_iter().enumerate() {
        if !is_cold(number as u32) || found.last().is_some_and(|last| first < last.end) {
            continue;
        }
        found.extend(Region::new(body, &live, first).filter(|region| leaves(region, body)));
    }
    found
}

impl Region {
    fn new(body: &Body, live: &Live, first: usize) -> Option<Self> {
        let Before { arm, reachable, height } = body.before[first];
        let end = body.arms[arm].close;
        let behind = body.before[end];
        let is_function = body.arms[arm].kind == Kind::Function;
        // Values on the stack would have to travel.
        if !reachable || height != 0 || (body.arms[arm].passes && !is_function) {
            return None;
        }
        let mut exits = BTreeSet::new();
        if behind.reachable {
            exits.insert(Exit::by_end(body, arm));
        }
        for at in first..end {
            if matches!(body.operators[at], Operator::Return) && body.before[at].reachable {
                exits.insert(Exit::Return);
            }
            for &label in body.branches(at).iter().filter(|label| body.arms[**label].first <= first) {
                if body.arms[label].passes {
                    return None;
                }
                exits.insert(Exit::by_branch(body, arm, label));
            }
        }
        let (read, written) = used(body, first, end);
        let needed = live.before(first);
        let takes = read.union(&written).copied().filter(|local| needed.has(*local)).collect();
        let after: Vec<&Locals> = exits.iter().filter_map(|exit| after(body, live, *exit, arm)).collect();
        let gives = written.into_iter().filter(|local| after.iter().any(|after| after.has(*local))).collect();
        Some(Self { first, end, takes, gives, exits: exits.into_iter().collect() })
    }

    /// Whether a call is smaller by enough.
    pub(super) fn is_worth(&self, body: &Body) -> bool {
        let bytes = body.offsets[self.end] - body.offsets[self.first];
        let (locals, exits) = (self.takes.len() + self.gives.len(), self.exits.len());
        bytes > CALL + LOCAL * locals as u64 + EXIT * (exits as u64).saturating_sub(1) + WORTH
    }
}

/// The locals that are live behind a way out; `None` behind the function.
fn after<'a>(body: &Body, live: &'a Live, exit: Exit, arm: usize) -> Option<&'a Locals> {
    let next = match exit {
        Exit::Behind => body.behind(arm),
        Exit::Label(label) => body.label(label),
        Exit::Return => Next::Out,
    };
    if let Next::At(at) = next { Some(live.before(at)) } else { None }
}

/// The locals that instructions read, and those that they write.
pub(super) fn used(body: &Body, first: usize, end: usize) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for operator in &body.operators[first..end] {
        match operator {
            Operator::LocalGet { local_index } => read.insert(*local_index),
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => written.insert(*local_index),
            _ => false,
        };
    }
    (read, written)
}
