//! The repetitions of a level that become scopes: those that hide most, without overlap, also inside blocks of others.

use super::super::tree::NONE;
use super::runs::{Run, runs};
use super::wiring::Level;
use std::cmp::Reverse;

/// Nodes that a repetition hides at least when only one of its blocks is shown.
const LEAST_HIDDEN: u32 = 6;
/// Multiples of a period that are tried: blocks of equal ops may alternate in their wiring.
const MULTIPLES: u32 = 4;
/// Repetitions within blocks of repetitions, and so on.
const DEEPEST: u32 = 4;

/// A repetition that becomes scopes: `count` blocks of `period` items from `start` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub start: u32,
    pub period: u32,
    pub count: u32,
    /// The piece around it, always an earlier one, and its block.
    pub within: Option<(u32, u32)>,
}

impl Piece {
    /// Nodes in all blocks but the first.
    fn hidden(&self, level: &Level) -> u32 {
        let second = (self.start + self.period) as usize;
        level.before[(self.start + self.count * self.period) as usize] - level.before[second]
    }
}

/// The pieces of a level.
#[inline(never)]
pub(super) fn cover(level: &Level) -> Vec<Piece> {
    if level.content.len() < 2 {
        return Vec::new();
    }
    let crossing = crossing(level);
    let mut candidates: Vec<Piece> = Vec::new();
    for run in runs(&level.content) {
        if level.before[run.end as usize] - level.before[run.start as usize] > LEAST_HIDDEN {
            candidates.extend(wired(level, run).into_iter().map(|run| cut(&crossing, run)));
        }
    }
    candidates.retain(|piece| piece.count > 1 && piece.hidden(level) >= LEAST_HIDDEN);
    candidates.sort_unstable_by_key(|piece| (Reverse(piece.hidden(level)), piece.start, piece.period));
    taken(level.content.len(), &candidates)
}

/// The candidates that overlap no better one.
fn taken(items: usize, candidates: &[Piece]) -> Vec<Piece> {
    // The innermost block around each item, as the piece, the block, and how many are around it.
    let mut block: Vec<(u32, u32, u32)> = vec![(NONE, 0, 0); items];
    let mut taken: Vec<Piece> = Vec::new();
    for piece in candidates {
        let range = piece.start as usize..(piece.start + piece.count * piece.period) as usize;
        let (outer, outer_block, depth) = block[range.start];
        // A repetition inside this one that was taken before, or one that sticks out of a block.
        if depth == DEEPEST || block[range.clone()].iter().any(|around| *around != block[range.start]) {
            continue;
        }
        let within = (outer != NONE).then_some((outer, outer_block));
        let number = taken.len() as u32;
        for (offset, around) in block[range].iter_mut().enumerate() {
            *around = (number, offset as u32 / piece.period, depth + 1);
        }
        taken.push(Piece { within, ..*piece });
    }
    taken
}

/// The parts of a run in which wiring repeats as well, with the run's period or a small multiple of it.
#[inline(never)]
fn wired(level: &Level, run: Run) -> Vec<Run> {
    for multiple in 1..=MULTIPLES {
        let period = run.period * multiple;
        if run.end - run.start < 2 * period {
            break;
        }
        let mut found: Vec<Run> = Vec::new();
        let mut start = None;
        for i in run.start..=run.end - period {
            let same = i < run.end - period && same_wires(level, run.start, period, i);
            match (same, start) {
                (true, None) => start = Some(i),
                (false, Some(from)) => {
                    start = None;
                    if i - from >= period {
                        found.push(Run { start: from, end: i + period, period });
                    }
                }
                _ => {}
            }
        }
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// Whether an item of a run is wired like the item one period later: to the same distance, to the same source before
/// the run, or, in the first block, to any source before the run where the next block reads the first.
fn same_wires(level: &Level, start: u32, period: u32, item: u32) -> bool {
    let (here, later) = (level.wires(item as usize), level.wires((item + period) as usize));
    let is_first = item < start + period;
    let same = |(a, b): (&u32, &u32)| match (*a, *b) {
        (NONE, NONE) => true,
        (_, NONE) => false,
        (NONE, b) => is_first && b < start + period,
        (a, b) if a + period == b => true,
        (a, b) if a < start => b < start || is_first && b < start + period,
        _ => false,
    };
    let equal = level.content[item as usize] == level.content[(item + period) as usize];
    equal && here.len() == later.len() && here.iter().zip(later).all(same)
}

/// Blocks of a run, from the item on where the fewest values cross their borders.
fn cut(crossing: &[u32], run: Run) -> Piece {
    let length = run.end - run.start;
    let count = |phase: u32| (length - phase) / run.period;
    // All phases of one block, unless a block would be lost of which there are only two.
    let phases = (0..run.period).filter(|phase| count(*phase) > 1);
    let best = phases.min_by_key(|phase| {
        // Values that cross any border but the first, which may be the beginning of everything.
        (crossing[(run.start + phase + run.period) as usize], Reverse(count(*phase)), *phase)
    });
    let phase = best.unwrap_or(0);
    Piece { start: run.start + phase, period: run.period, count: count(phase), within: None }
}

/// For each position between two items, how many items before it are read at or after it.
#[inline(never)]
fn crossing(level: &Level) -> Vec<u32> {
    let items = level.content.len();
    let mut last: Vec<u32> = (0..items as u32).collect();
    for item in 0..items as u32 {
        for from in level.wires(item as usize).iter().filter(|from| **from < item) {
            last[*from as usize] = last[*from as usize].max(item);
        }
    }
    let mut change = vec![0i32; items + 2];
    for (item, last) in last.iter().enumerate() {
        change[item + 1] += 1;
        change[*last as usize + 1] -= 1;
    }
    let mut now = 0;
    let sums = change.into_iter().map(|change| {
        now += change;
        now as u32
    });
    sums.collect()
}
