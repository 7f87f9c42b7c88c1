//! Rows that a loop writes into a tensor, one in each round: converters write the rows before it, the row and the rows behind it as a new
//! tensor (three operators for TensorListSetItem).
//!
//! Owns: where a loop says that, and DYNAMIC_UPDATE_SLICE in its place, which can write the row where the tensor lies. Must not know kernels
//! or plans.

use crate::engine::data::view;
use crate::engine::program::{Activation, Dtype, Graph, Node, Op, OpKind, Params, Program, Tensor};
use std::rc::Rc;

/// The program with DYNAMIC_UPDATE_SLICE in place of such operators.
pub(super) fn with_updates(program: Rc<Program>) -> Rc<Program> {
    let repeats = |node: &Node| is(node, Op::While);
    if !program.graphs.iter().flat_map(|graph| &graph.nodes).any(repeats) {
        return program;
    }
    replaced(program)
}

// A function of its own: few models have loops, so a build moves it into a file that follows.
#[inline(never)]
fn replaced(program: Rc<Program>) -> Rc<Program> {
    let given = program.clone();
    let mut runs = vec![0; given.graphs.len()];
    for node in given.graphs.iter().flat_map(|graph| &graph.nodes) {
        for graph in node.params.subgraphs() {
            if let Some(runs) = runs.get_mut(graph) {
                *runs += 1;
            }
        }
    }
    let mut program = Rc::unwrap_or_clone(program);
    for caller in &given.graphs {
        for node in &caller.nodes {
            let Params::While { cond, body } = node.params else { continue };
            let (Some(body_graph), Some(cond)) = (given.graphs.get(body), given.graphs.get(cond)) else { continue };
            // Nothing else runs it.
            if runs[body] == 1 && body != given.entry {
                let (readers, makers) = (body_graph.readers(), body_graph.makers());
                let operands = &node.inputs;
                let search = Search { body: body_graph, readers, makers, caller, operands, cond };
                search.replace_all(&mut program.graphs[body]);
            }
        }
    }
    Rc::new(program)
}

fn is(node: &Node, op: Op) -> bool {
    node.op.builtin() == Some(op)
}

/// A row that is written by several operators, of which the last is a CONCATENATION.
struct Written {
    /// Operators before it that nothing else needs.
    before: [Option<usize>; 3],
    /// The tensor, the row, and where it begins; numbers below zero mean zero, as DYNAMIC_UPDATE_SLICE takes them.
    operands: [usize; 3],
}

/// An operand that a node does not have.
const NONE: usize = usize::MAX;

/// The body of a loop, and the nodes that read and make each of its tensors.
struct Search<'a> {
    body: &'a Graph,
    readers: Vec<Vec<usize>>,
    makers: Vec<Option<usize>>,
    /// The graph with the loop, and its operands there.
    caller: &'a Graph,
    operands: &'a [Option<usize>],
    cond: &'a Graph,
}

impl Search<'_> {
    /// Writes rows in one operator, in a copy of the body.
    fn replace_all(&self, graph: &mut Graph) {
        let mut is_gone = vec![false; graph.nodes.len()];
        for n in 0..graph.nodes.len() {
            let Some(written) = self.at(n) else { continue };
            written.before.into_iter().flatten().for_each(|node| is_gone[node] = true);
            let node = &mut graph.nodes[n];
            node.op = OpKind::Builtin(Op::DynamicUpdateSlice);
            node.version = 1;
            node.inputs = written.operands.map(Some).to_vec();
            node.params = Params::None;
        }
        graph.remove(&is_gone);
    }

    /// The row whose last operator is node `n`, if it is one of the tensor's rows in every round.
    fn at(&self, n: usize) -> Option<Written> {
        let node = &self.body.nodes[n];
        let Params::Concatenation { axis: 0, activation: Activation::None } = node.params else { return None };
        let (&[Some(upper), Some(row), Some(lower)], &[y]) = (node.inputs.as_slice(), node.outputs.as_slice()) else {
            return None;
        };
        let (above, [x, from, rows]) = self.made(upper, Op::Slice)?;
        let (below, [other, behind, rest]) = self.made(lower, Op::Slice)?;
        let (_, [_, of_row, _]) = self.made(row, Op::Reshape)?;
        // The tensor goes from round to round, so it has the shape that it has before the first.
        let of_round = self.body.inputs.iter().zip(&self.body.outputs).position(|ports| ports == (&x, &y))?;
        let (&count, widths) = self.constant(of_round)?.shape.split_first()?;
        let (number, next) = (self.number(rows, -1)?, self.number(behind, 0)?);
        let round = self.body.inputs.iter().position(|&t| t == number)?;
        let are_parts = other == x && self.are(from, 0) && self.are(rest, -1) && self.is_next(next, number);
        let is_row = is_shape(&ints(self.body, of_row)?, widths);
        let fits = are_parts && is_row && self.limit(round)? <= count;
        if !fits || !self.is_needed_once(upper) || !self.is_needed_once(lower) {
            return None;
        }
        let list = self.makers[behind].filter(|_| self.is_needed_once(behind));
        Some(Written { before: [Some(above), Some(below), list], operands: [x, row, rows] })
    }

    /// The value that is the first number of a list; the others are this constant.
    fn number(&self, list: usize, others: i32) -> Option<usize> {
        let first = match self.made(list, Op::Concatenation) {
            Some((_, [first, rest, NONE])) => Some(first).filter(|_| self.are(rest, others))?,
            Some(_) => return None,
            None => list,
        };
        // A scalar as a list of one.
        let (_, [number, shape, _]) = self.made(first, Op::Reshape)?;
        (ints(self.body, shape)?.len() == 1).then_some(number)
    }

    /// How many rounds there are at most, if this value is the number of the round: it begins with a constant, is one more in the next
    /// round, and the loop ends where it is no less than another constant. So it is an index of as many rows in each round.
    fn limit(&self, round: usize) -> Option<usize> {
        let first = only(self.caller, self.operands.get(round).copied()??)?;
        let (&number, &next) = (self.body.inputs.get(round)?, self.body.outputs.get(round)?);
        let (go, value) = (*self.cond.outputs.first()?, *self.cond.inputs.get(round)?);
        let limit = below(self.cond, go, value)?;
        usize::try_from(limit).ok().filter(|_| first >= 0 && self.is_next(next, number))
    }

    /// Whether a value is another one plus one.
    fn is_next(&self, t: usize, number: usize) -> bool {
        let Some((node, [a, b, _])) = self.made(t, Op::Add) else { return false };
        let one = if a == number { b } else { a };
        let is_sum = self.body.nodes[node].params.activation() == Activation::None;
        is_sum && (a == number || b == number) && self.are(one, 1)
    }

    /// The node that makes a tensor, if it is of this operator, with its operands.
    #[inline(never)]
    fn made(&self, t: usize, op: Op) -> Option<(usize, [usize; 3])> {
        let n = (*self.makers.get(t)?)?;
        let node = &self.body.nodes[n];
        let mut operands = [NONE; 3];
        operands.iter_mut().zip(&node.inputs).for_each(|(to, operand)| *to = operand.unwrap_or(NONE));
        (is(node, op) && node.inputs.len() <= operands.len()).then_some((n, operands))
    }

    /// Whether only one node needs a tensor.
    fn is_needed_once(&self, t: usize) -> bool {
        self.readers[t].len() == 1 && !self.body.outputs.contains(&t)
    }

    /// The constant that a value of the loop is before the first round.
    fn constant(&self, value: usize) -> Option<&Tensor> {
        let tensor = &self.caller.tensors[self.operands.get(value).copied()??];
        tensor.data.is_some().then_some(tensor)
    }

    /// Whether a tensor is a constant, all of whose numbers are this one.
    #[inline(never)]
    fn are(&self, t: usize, number: i32) -> bool {
        ints(self.body, t).is_some_and(|ints| !ints.is_empty() && ints.iter().all(|&other| other == number))
    }
}

/// The constant that a value of a loop is less than where its condition, the tensor `go`, is true.
fn below(cond: &Graph, go: usize, value: usize) -> Option<i32> {
    // Tensors that are true then.
    let mut are_true = vec![false; cond.tensors.len()];
    *are_true.get_mut(go)? = true;
    for node in cond.nodes.iter().rev() {
        let (&[Some(a), Some(b)], &[y]) = (node.inputs.as_slice(), node.outputs.as_slice()) else { continue };
        if are_true[y] && is(node, Op::LogicalAnd) {
            (are_true[a], are_true[b]) = (true, true);
        }
        if are_true[y] && is(node, Op::Less) && a == value {
            return only(cond, b);
        }
    }
    None
}

/// Whether these are the sizes of a row with such widths.
fn is_shape(sizes: &[i32], widths: &[usize]) -> bool {
    let Some((1, sizes)) = sizes.split_first() else { return false };
    sizes.len() == widths.len() && sizes.iter().zip(widths).all(|(&size, &width)| usize::try_from(size) == Ok(width))
}

/// The numbers of a constant.
#[inline(never)]
fn ints(graph: &Graph, t: usize) -> Option<Vec<i32>> {
    let tensor = graph.tensors.get(t)?;
    let data = tensor.data.as_ref().filter(|_| tensor.dtype == Dtype::I32)?.read().ok()?;
    Some(view(data.bytes()).to_vec())
}

/// The number of a constant of one.
fn only(graph: &Graph, t: usize) -> Option<i32> {
    if let [one] = *ints(graph, t)? { Some(one) } else { None }
}
