//! Writing a function without a region, and the region as a function.

use std::collections::BTreeMap;
use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{BlockType, Function, Instruction, ValType};
use wasmparser::Operator;

use super::body::{Body, depths};
use super::region::{Exit, Region, used};
use crate::read::wrong;

/// A region as a function of its own.
pub(super) struct Outlined {
    pub(super) parameters: Vec<ValType>,
    pub(super) results: Vec<ValType>,
    pub(super) body: Function,
}

pub(super) fn kinds(kinds: impl IntoIterator<Item = wasmparser::ValType>) -> Result<Vec<ValType>, String> {
    kinds.into_iter().map(|kind| RoundtripReencoder.val_type(kind).map_err(wrong)).collect()
}

impl Region {
    /// Whether the function has results that this one's end or a `return` in it gives.
    fn returns(&self, body: &Body) -> bool {
        self.exits.contains(&Exit::Return) && !body.results.is_empty()
    }

    fn results(&self, body: &Body) -> Result<Vec<ValType>, String> {
        let code = (self.exits.len() > 1).then_some(wasmparser::ValType::I32);
        let gives = self.gives.iter().map(|local| body.locals[*local as usize]);
        let returned = if self.returns(body) { body.results.as_slice() } else { &[] };
        kinds(code.into_iter().chain(gives).chain(returned.iter().copied()))
    }

    /// The arms around the region, from the innermost to the function.
    fn around(&self, body: &Body) -> Vec<usize> {
        let mut around: Vec<usize> = (0..=body.before[self.first].arm).collect();
        around.retain(|arm| body.arms[*arm].first <= self.first && self.first <= body.arms[*arm].close);
        around.reverse();
        around
    }

    /// The number of the way out that a branch takes from the region to an arm around it.
    fn exit(&self, body: &Body, arm: usize) -> Option<u32> {
        self.number(Exit::by_branch(body, body.before[self.first].arm, arm))
    }

    fn number(&self, exit: Exit) -> Option<u32> {
        self.exits.iter().position(|other| *other == exit).map(|number| number as u32)
    }

    /// The region as a function. What it takes are its parameters; its results are the number of the way out, if there are
    /// several, what it gives, and what the function returns.
    pub(super) fn outlined(&self, body: &Body) -> Result<Outlined, String> {
        let (read, written) = used(body, self.first, self.end);
        let parameters = kinds(self.takes.iter().map(|local| body.locals[*local as usize]))?;
        let others: Vec<u32> = read.union(&written).copied().filter(|local| !self.takes.contains(local)).collect();
        let new: BTreeMap<u32, u32> = self.takes.iter().chain(&others).copied().zip(0..).collect();
        let mut locals = kinds(others.iter().map(|local| body.locals[*local as usize]))?;
        let returned = (parameters.len() + locals.len()) as u32;
        if self.returns(body) {
            locals.extend(kinds(body.results.iter().copied())?);
        }
        let mut function = Function::new_with_locals_types(locals);
        let around = self.around(body);
        let code = &mut function;
        for _ in &self.exits {
            code.instructions().block(BlockType::Empty);
        }
        let mut inner = 0;
        for at in self.first..self.end {
            let within = inner;
            let leave = |depth: u32| match depth.checked_sub(within) {
                None => Some(depth),
                Some(outer) => self.exit(body, *around.get(outer as usize)?).map(|exit| within + exit),
            };
            match &body.operators[at] {
                Operator::Return => {
                    // Where control never comes, the branch need not be right.
                    match self.number(Exit::Return) {
                        Some(exit) => {
                            self.keep(body, returned, code);
                            code.instructions().br(inner + exit);
                        }
                        None => {
                            code.instructions().unreachable();
                        }
                    }
                    continue;
                }
                Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => inner += 1,
                Operator::End => inner -= 1,
                _ => {}
            }
            let instruction = RoundtripReencoder.instruction(body.operators[at].clone()).map_err(wrong)?;
            let none = "a branch that leads out of a region in no known way";
            code.instruction(&match instruction {
                Instruction::LocalGet(local) => Instruction::LocalGet(new[&local]),
                Instruction::LocalSet(local) => Instruction::LocalSet(new[&local]),
                Instruction::LocalTee(local) => Instruction::LocalTee(new[&local]),
                Instruction::Br(depth) => Instruction::Br(leave(depth).ok_or(none)?),
                Instruction::BrIf(depth) => Instruction::BrIf(leave(depth).ok_or(none)?),
                Instruction::BrTable(..) => {
                    let Operator::BrTable { targets } = &body.operators[at] else { return Err(none.to_owned()) };
                    let depths: Option<Vec<u32>> = depths(targets)?.into_iter().map(leave).collect();
                    let mut depths = depths.ok_or(none)?;
                    let default = depths.pop().ok_or(none)?;
                    Instruction::BrTable(depths.into(), default)
                }
                other => other,
            });
        }
        let last = body.before[self.end];
        if last.reachable {
            let exit = Exit::by_end(body, last.arm);
            if exit == Exit::Return {
                self.keep(body, returned, code);
            }
            code.instructions().br(self.number(exit).ok_or("the end of a region is no way out")?);
        }
        for number in 0..self.exits.len() {
            code.instructions().end();
            if self.exits.len() > 1 {
                code.instructions().i32_const(number as i32);
            }
            for local in &self.gives {
                // This way does not need those that it has not set.
                code.instructions().local_get(new[local]);
            }
            if self.returns(body) {
                for result in 0..body.results.len() as u32 {
                    code.instructions().local_get(returned + result);
                }
            }
            if number + 1 < self.exits.len() {
                code.instructions().return_();
            }
        }
        code.instructions().end();
        Ok(Outlined { parameters, results: self.results(body)?, body: function })
    }

    /// Keeps the values that the function returns.
    fn keep(&self, body: &Body, returned: u32, code: &mut Function) {
        for result in (0..body.results.len() as u32).rev() {
            code.instructions().local_set(returned + result);
        }
    }

    /// The call, in the region's place. `spare`: the locals of the function for the number of the way out and for the results.
    pub(super) fn call(&self, body: &Body, function: u32, spare: u32, code: &mut Function) {
        for local in &self.takes {
            code.instructions().local_get(*local);
        }
        code.instructions().call(function);
        let returned = spare + 1;
        if self.returns(body) {
            self.keep(body, returned, code);
        }
        for local in self.gives.iter().rev() {
            code.instructions().local_set(*local);
        }
        let around = self.around(body);
        let depth = |arm: usize| around.iter().position(|other| *other == arm).unwrap_or_default() as u32;
        let leave = |exit: Exit, code: &mut Function| match exit {
            Exit::Behind => {}
            Exit::Label(arm) => {
                code.instructions().br(depth(arm));
            }
            Exit::Return => {
                for result in 0..body.results.len() as u32 {
                    code.instructions().local_get(returned + result);
                }
                code.instructions().return_();
            }
        };
        let Some((first, others)) = self.exits.split_first() else {
            code.instructions().unreachable();
            return;
        };
        // The first one is the arm's end, if that is one.
        if others.len() > 1 {
            code.instructions().local_set(spare);
        }
        for (number, exit) in others.iter().enumerate() {
            if others.len() > 1 {
                code.instructions().local_get(spare);
                code.instructions().i32_const(number as i32 + 1).i32_eq();
            }
            match exit {
                Exit::Label(arm) => {
                    code.instructions().br_if(depth(*arm));
                }
                _ => {
                    code.instructions().if_(BlockType::Empty);
                    leave(*exit, code);
                    code.instructions().end();
                }
            }
        }
        leave(*first, code);
    }
}
