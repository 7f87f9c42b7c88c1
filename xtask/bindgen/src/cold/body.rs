//! The instructions of a function: where its parts begin and end, and where control goes.

use wasmparser::{BlockType, BrTable, FuncToValidate, FunctionBody, Operator, ValType, ValidatorResources};

use crate::names::wrong as not_a_module;

/// A function that was read.
pub(super) struct Body<'a> {
    pub(super) operators: Vec<Operator<'a>>,
    /// Where each instruction begins, and where the last one ends, as bytes of the module.
    pub(super) offsets: Vec<u64>,
    /// Types of the parameters and of the other locals.
    pub(super) locals: Vec<ValType>,
    /// Number of the parameters.
    pub(super) parameters: usize,
    pub(super) results: Vec<ValType>,
    pub(super) arms: Vec<Arm>,
    /// For each instruction what is known before it.
    pub(super) before: Vec<Before>,
    /// The arms that an instruction may branch to, by instruction.
    branches: Vec<Vec<usize>>,
}

/// Instructions between the beginning of a `block`, `loop`, `if` or `else`, or of the function, and its end.
pub(super) struct Arm {
    pub(super) kind: Kind,
    /// The first instruction.
    pub(super) first: usize,
    /// The `end` or `else` behind the last one.
    pub(super) close: usize,
    /// The first instruction behind the whole.
    after: usize,
    /// Whether a branch to it or its end passes values.
    pub(super) passes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Function,
    Block,
    Loop,
    If,
}

/// Knowledge of the place before an instruction.
#[derive(Clone, Copy)]
pub(super) struct Before {
    pub(super) arm: usize,
    /// Whether control can come here at all.
    pub(super) reachable: bool,
    /// Number of values that the arm has on the stack.
    pub(super) height: u32,
}

/// Where control goes behind an instruction.
pub(super) enum Next {
    At(usize),
    /// Out of the function.
    Out,
}

impl<'a> Body<'a> {
    /// Reads a function. `None` if it has instructions that rustc does not emit here: exceptions, tail calls, branches on
    /// references.
    pub(super) fn new(
        function: FuncToValidate<ValidatorResources>,
        body: &FunctionBody<'a>,
        kind: &wasmparser::FuncType,
    ) -> Result<Option<Self>, String> {
        let mut validator = function.into_validator(Default::default());
        let mut reader = body.get_binary_reader();
        validator.read_locals(&mut reader).map_err(not_a_module)?;
        let mut made = Self {
            operators: Vec::new(),
            offsets: Vec::new(),
            locals: (0..validator.len_locals()).filter_map(|local| validator.get_local_type(local)).collect(),
            parameters: kind.params().len(),
            results: kind.results().to_vec(),
            arms: Vec::new(),
            before: Vec::new(),
            branches: Vec::new(),
        };
        let mut open = vec![made.begin(Kind::Function, 0, !kind.results().is_empty())];
        let mut operators = body.get_operators_reader().map_err(not_a_module)?;
        while let (false, Some(&arm)) = (operators.eof(), open.last()) {
            let at = made.operators.len();
            let offset = operators.original_position();
            let operator = operators.read().map_err(not_a_module)?;
            let frame = validator.get_control_frame(0);
            made.before.push(Before {
                arm,
                reachable: frame.is_some_and(|frame| !frame.unreachable),
                height: frame.map_or(0, |frame| validator.operand_stack_height() - frame.height as u32),
            });
            validator.op(offset, &operator).map_err(not_a_module)?;
            let Some(branches) = made.follow(at, &operator, &mut open)? else { return Ok(None) };
            made.branches.push(branches);
            made.offsets.push(offset);
            made.operators.push(operator);
        }
        made.offsets.push(operators.original_position());
        Ok(Some(made))
    }

    /// Opens and closes arms; returns those that the instruction may branch to.
    fn follow(&mut self, at: usize, operator: &Operator, open: &mut Vec<usize>) -> Result<Option<Vec<usize>>, String> {
        let passes = |kind: &BlockType| !matches!(kind, BlockType::Empty);
        let outer = |depth: u32| open.iter().rev().nth(depth as usize).copied();
        let mut branches = Vec::new();
        match operator {
            Operator::Block { blockty } => open.push(self.begin(Kind::Block, at + 1, passes(blockty))),
            Operator::Loop { blockty } => open.push(self.begin(Kind::Loop, at + 1, passes(blockty))),
            Operator::If { blockty } => open.push(self.begin(Kind::If, at + 1, passes(blockty))),
            Operator::Else => {
                let then = open.pop().ok_or("an `else` without an `if`")?;
                self.arms[then].close = at;
                open.push(self.begin(Kind::If, at + 1, self.arms[then].passes));
            }
            Operator::End => {
                let arm = open.pop().ok_or("an `end` too many")?;
                (self.arms[arm].close, self.arms[arm].after) = (at, at + 1);
                // The other arm of the same `if`.
                let first = self.arms[arm].first;
                if let Some(then) = self.arms.iter_mut().find(|then| then.close.checked_add(1) == Some(first)) {
                    then.after = at + 1;
                }
            }
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                branches.extend(outer(*relative_depth))
            }
            Operator::BrTable { targets } => branches.extend(depths(targets)?.into_iter().filter_map(outer)),
            Operator::TryTable { .. }
            | Operator::Throw { .. }
            | Operator::ThrowRef
            | Operator::ReturnCall { .. }
            | Operator::ReturnCallIndirect { .. }
            | Operator::ReturnCallRef { .. }
            | Operator::BrOnNull { .. }
            | Operator::BrOnNonNull { .. }
            | Operator::BrOnCast { .. }
            | Operator::BrOnCastFail { .. } => return Ok(None),
            _ => {}
        }
        Ok(Some(branches))
    }

    fn begin(&mut self, kind: Kind, first: usize, passes: bool) -> usize {
        self.arms.push(Arm { kind, first, close: usize::MAX, after: usize::MAX, passes });
        self.arms.len() - 1
    }

    /// The arms that an instruction may branch to.
    pub(super) fn branches(&self, at: usize) -> &[usize] {
        &self.branches[at]
    }

    /// Where a branch to an arm goes.
    pub(super) fn label(&self, arm: usize) -> Next {
        match self.arms[arm].kind {
            Kind::Loop => Next::At(self.arms[arm].first),
            _ => self.behind(arm),
        }
    }

    /// Where the end of an arm leads to.
    pub(super) fn behind(&self, arm: usize) -> Next {
        match self.arms[arm].kind {
            Kind::Function => Next::Out,
            _ => Next::At(self.arms[arm].after),
        }
    }

    /// Where control may go behind an instruction.
    pub(super) fn next(&self, at: usize) -> Vec<Next> {
        let labels = self.branches[at].iter().map(|arm| self.label(*arm));
        let follows = match &self.operators[at] {
            Operator::Br { .. } | Operator::BrTable { .. } | Operator::Unreachable => None,
            Operator::Return => Some(Next::Out),
            Operator::Else => Some(self.behind(self.before[at].arm)),
            _ if at + 1 == self.operators.len() => Some(Next::Out),
            _ => Some(Next::At(at + 1)),
        };
        let skips = match &self.operators[at] {
            Operator::If { .. } => {
                self.arms.iter().find(|arm| arm.first == at + 1).map(|then| match self.operators[then.close] {
                    Operator::Else => Next::At(then.close + 1),
                    _ => Next::At(then.after),
                })
            }
            _ => None,
        };
        labels.chain(follows).chain(skips).collect()
    }

    /// Instructions from which on control may have come another way, or that it may not have reached: the function's first, and
    /// those behind a branch, behind an end, and at the beginning of a loop or of what an `if` decides about.
    pub(super) fn points(&self) -> Vec<usize> {
        let follows = |at: &usize| match self.operators[*at - 1] {
            Operator::Loop { .. } | Operator::If { .. } | Operator::Else | Operator::BrIf { .. } => true,
            Operator::End => self.arms[self.before[*at - 1].arm].kind != Kind::Loop,
            _ => false,
        };
        std::iter::once(0).chain((1..self.operators.len()).filter(follows)).collect()
    }
}

/// The labels of a `br_table`.
pub(super) fn depths(targets: &BrTable) -> Result<Vec<u32>, String> {
    let listed: Result<Vec<u32>, _> = targets.targets().collect();
    let mut all = listed.map_err(not_a_module)?;
    all.push(targets.default());
    Ok(all)
}
