//! PRELU that converters write as several operators: RELU(x) + slope × −RELU(−x), or RELU(x) + half × (x − ABS(x)) with half of the slope.
//!
//! Owns: where a graph says that, and PRELU in its place. Must not know kernels or plans.

use crate::engine::data::{Aligned, view};
use crate::engine::error::Result;
use crate::engine::program::{Activation, Dtype, Graph, Node, Op, OpKind, Params, Program};
use std::rc::Rc;

/// The program with PRELU in place of such operators. A result differs where x − ABS(x) is no float any more.
///
/// Errors: slopes cannot be read any more.
pub(super) fn with_slopes(program: Rc<Program>) -> Result<Rc<Program>> {
    let begins = |node: &Node| is(node, Op::Abs) || is(node, Op::Neg);
    if !program.graphs.iter().flat_map(|graph| &graph.nodes).any(begins) {
        return Ok(program);
    }
    replaced(program)
}

// A function of its own: few models have such nodes, so a build moves it into a file that follows.
#[inline(never)]
fn replaced(program: Rc<Program>) -> Result<Rc<Program>> {
    let mut program = Rc::unwrap_or_clone(program);
    program.graphs.iter_mut().try_for_each(replace_all)?;
    Ok(Rc::new(program))
}

fn replace_all(graph: &mut Graph) -> Result<()> {
    let (readers, makers) = (graph.readers(), graph.makers());
    let mut is_gone = vec![false; graph.nodes.len()];
    for n in 0..graph.nodes.len() {
        let Some(written) = (Search { graph, readers: &readers, makers: &makers }).at(n) else { continue };
        written.before.iter().for_each(|&node| is_gone[node] = true);
        written.replace(graph, n)?;
    }
    graph.remove(&is_gone);
    Ok(())
}

fn is(node: &Node, op: Op) -> bool {
    node.op.builtin() == Some(op)
}

/// A PRELU in several operators, of which the last is an ADD.
struct Written {
    /// The operators before the ADD.
    before: Vec<usize>,
    x: usize,
    /// The constant of MUL, and how many times as large the slopes are.
    factor: usize,
    times: f32,
}

/// A graph, and the nodes that read and make each tensor.
struct Search<'a> {
    graph: &'a Graph,
    readers: &'a [Vec<usize>],
    makers: &'a [Option<usize>],
}

impl Search<'_> {
    /// The PRELU that ends with node `n`; `None` if something else reads a part of it.
    fn at(&self, n: usize) -> Option<Written> {
        let sum = Some(n).filter(|&n| self.does(n, Op::Add))?;
        let (product, relu) = self.operands(sum, Op::Mul, Op::Relu)?;
        let x = self.input(relu)?;
        let &[Some(a), Some(b)] = self.graph.nodes[product].inputs.as_slice() else { return None };
        let (from, factor) = if self.graph.tensors[b].data.is_some() { (a, b) } else { (b, a) };
        let (mut before, times) = self.negative(from, x)?;
        let y = *self.graph.nodes[sum].outputs.first()?;
        let tensors = [x, y, factor].map(|t| &self.graph.tensors[t]);
        let floats = tensors.iter().all(|tensor| tensor.dtype == Dtype::F32);
        let [input, result, slopes] = tensors;
        // An operand that a variable holds may change between the two that read it.
        let fits = floats && input.shape == result.shape && slopes.data.is_some() && !input.is_variable;
        before.extend([product, relu]);
        fits.then_some(Written { before, x, factor, times })
    }

    /// The operators that make `t` from `x`, which is some times x where x is negative and zero elsewhere, and how many times.
    fn negative(&self, t: usize, x: usize) -> Option<(Vec<usize>, f32)> {
        if let Some(last) = self.maker(t, Op::Neg) {
            let relu = self.maker(self.input(last)?, Op::Relu)?;
            let first = self.maker(self.input(relu)?, Op::Neg)?;
            return (self.input(first)? == x).then(|| (vec![first, relu, last], 1.0));
        }
        let difference = self.maker(t, Op::Sub)?;
        let &[Some(from), Some(subtracted)] = self.graph.nodes[difference].inputs.as_slice() else { return None };
        let absolute = self.maker(subtracted, Op::Abs)?;
        (from == x && self.input(absolute)? == x).then(|| (vec![absolute, difference], 2.0))
    }

    /// The operands of a node, in any order, if they are results of these operators.
    fn operands(&self, node: usize, op: Op, other: Op) -> Option<(usize, usize)> {
        let &[Some(a), Some(b)] = self.graph.nodes[node].inputs.as_slice() else { return None };
        let both = |a, b| Some((self.maker(a, op)?, self.maker(b, other)?));
        both(a, b).or_else(|| both(b, a))
    }

    /// The node that makes a tensor, if it is of this operator and nothing else needs its result.
    fn maker(&self, t: usize, op: Op) -> Option<usize> {
        let is_own = self.readers[t].len() == 1 && !self.graph.outputs.contains(&t);
        self.makers[t].filter(|&node| is_own && self.does(node, op))
    }

    /// Whether a node is of this operator, and no other one in the same step.
    fn does(&self, node: usize, op: Op) -> bool {
        let node = &self.graph.nodes[node];
        is(node, op) && matches!(node.params, Params::None | Params::Activation(Activation::None))
    }

    fn input(&self, node: usize) -> Option<usize> {
        self.graph.nodes[node].inputs.first().copied().flatten()
    }
}

impl Written {
    /// Makes the ADD `n` a PRELU.
    fn replace(self, graph: &mut Graph, n: usize) -> Result<()> {
        let Self { x, factor, times, .. } = self;
        let mut slopes = graph.tensors[factor].clone();
        if let Some(factor) = slopes.data {
            let factor = factor.read()?;
            let bytes = view::<f32>(factor.bytes()).iter().flat_map(|factor| (times * factor).to_le_bytes());
            slopes.data = Some(Aligned::copy_of(&bytes.collect::<Vec<u8>>()).into());
        }
        graph.tensors.push(slopes);
        let node = &mut graph.nodes[n];
        node.op = OpKind::Builtin(Op::Prelu);
        node.version = 1;
        node.inputs = vec![Some(x), Some(graph.tensors.len() - 1)];
        node.params = Params::None;
        Ok(())
    }
}
