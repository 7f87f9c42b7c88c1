//! Live locals: those that are read later, before they are written.

use wasmparser::Operator;

use super::body::{Body, Next};

/// A set of locals.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Locals(Vec<u64>);

impl Locals {
    fn new(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(super) fn has(&self, local: u32) -> bool {
        self.0.get(local as usize / 64).is_some_and(|word| word >> (local % 64) & 1 == 1)
    }

    fn insert(&mut self, local: u32) {
        self.0[local as usize / 64] |= 1 << (local % 64);
    }

    fn remove(&mut self, local: u32) {
        self.0[local as usize / 64] &= !(1 << (local % 64));
    }

    /// Adds those of another set; returns whether any was new.
    fn add(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.0.iter_mut().zip(&other.0).for_each(|(own, other)| *own |= other);
        *self != before
    }
}

/// The locals that are live before some instructions of a function.
pub(super) struct Live {
    /// Begins of basic blocks.
    begins: Vec<usize>,
    /// By basic block.
    live: Vec<Locals>,
}

impl Live {
    pub(super) fn new(body: &Body) -> Self {
        let count = body.operators.len();
        let mut is_begin = vec![false; count];
        is_begin[0] = true;
        for at in 0..count {
            let next = body.next(at);
            let places = next.iter().filter_map(|next| if let Next::At(at) = next { Some(*at) } else { None });
            let falls = matches!(next.as_slice(), [Next::At(next)] if *next == at + 1);
            let is_plain = !matches!(body.operators[at], Operator::Loop { .. } | Operator::Else | Operator::End);
            for begin in places.chain([at + 1]).filter(|begin| *begin < count && !(falls && is_plain)) {
                is_begin[begin] = true;
            }
        }
        let begins: Vec<usize> = (0..count).filter(|at| is_begin[*at]).collect();
        let mut found = Self { live: vec![Locals::new(body.locals.len()); begins.len()], begins };
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..found.begins.len()).rev() {
                let live = found.of_block(body, block, count);
                changed |= found.live[block].add(&live);
            }
        }
        found
    }

    /// The locals that are live before a basic block, from those behind it.
    fn of_block(&self, body: &Body, block: usize, count: usize) -> Locals {
        let end = self.begins.get(block + 1).copied().unwrap_or(count);
        let mut live = Locals::new(body.locals.len());
        for next in body.next(end - 1) {
            if let Next::At(at) = next {
                live.add(self.before(at));
            }
        }
        for operator in body.operators[self.begins[block]..end].iter().rev() {
            match operator {
                Operator::LocalGet { local_index } => live.insert(*local_index),
                Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => live.remove(*local_index),
                _ => {}
            }
        }
        live
    }

    /// The locals that are live before an instruction that control jumps to or falls into behind a branch.
    pub(super) fn before(&self, at: usize) -> &Locals {
        let block = self.begins.partition_point(|begin| *begin <= at);
        &self.live[block.max(1) - 1]
    }
}
