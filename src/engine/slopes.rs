//! PRELU that converters write as five operators: RELU(x) + slope × (x − ABS(x)), which is x where that is positive and twice the slope
//! times x elsewhere.
//!
//! Owns: where a graph says that, and PRELU in its place. Must not know kernels or plans.

use super::data::{Aligned, view};
use super::program::{Activation, Dtype, Graph, Node, Op, OpKind, Params, Program};
use std::rc::Rc;
use std::sync::Arc;

/// The program with PRELU in place of such operators. A result differs where twice x is no float any more.
pub(super) fn with_slopes(program: Rc<Program>) -> Rc<Program> {
    if !program.graphs.iter().flat_map(|graph| &graph.nodes).any(|node| is(node, Op::Abs)) {
        return program;
    }
    let mut program = Rc::unwrap_or_clone(program);
    program.graphs.iter_mut().for_each(replace_all);
    Rc::new(program)
}

// A function of its own: few models have ABS, so a build moves it into a file that follows.
#[inline(never)]
fn replace_all(graph: &mut Graph) {
    let (readers, makers) = (graph.readers(), graph.makers());
    let mut is_gone = vec![false; graph.nodes.len()];
    for n in 0..graph.nodes.len() {
        let Some(written) = Written::at(graph, &readers, &makers, n) else { continue };
        let [.., sum] = written.nodes;
        written.nodes.iter().for_each(|&node| is_gone[node] = node != sum);
        written.replace(graph);
    }
    graph.remove(&is_gone);
}

fn is(node: &Node, op: Op) -> bool {
    node.op.builtin() == Some(op)
}

/// A PRELU in five operators.
struct Written {
    /// ABS, SUB, MUL, RELU, ADD.
    nodes: [usize; 5],
    x: usize,
    /// The constant of MUL: half of the slopes.
    half: usize,
}

impl Written {
    /// The one whose ABS is node `n`; `None` if something else reads a part of it.
    fn at(graph: &Graph, readers: &[Vec<usize>], makers: &[Option<usize>], n: usize) -> Option<Self> {
        let absolute = &graph.nodes[n];
        let x = (*absolute.inputs.first()?).filter(|_| is(absolute, Op::Abs))?;
        // The only reader of a node's result, if it is of this operator, and its other operand.
        let next = |node: usize, op: Op| {
            let result = *graph.nodes[node].outputs.first()?;
            let &[reader] = readers[result].as_slice() else { return None };
            let found = &graph.nodes[reader];
            let fits = is(found, op) && matches!(found.params, Params::None | Params::Activation(Activation::None));
            let &[Some(a), Some(b)] = found.inputs.as_slice() else { return None };
            let other = if b == result { a } else { b };
            (fits && !graph.outputs.contains(&result)).then_some((reader, other))
        };
        let (difference, from) = next(n, Op::Sub)?;
        // The order of a difference counts.
        if from != x || graph.nodes[difference].inputs[0] != Some(x) {
            return None;
        }
        let (product, half) = next(difference, Op::Mul)?;
        let (sum, positive) = next(product, Op::Add)?;
        let relu = makers[positive]?;
        let y = *graph.nodes[sum].outputs.first()?;
        let rectifies = is(&graph.nodes[relu], Op::Relu) && graph.nodes[relu].inputs.first() == Some(&Some(x));
        let (input, result, slopes) = (&graph.tensors[x], &graph.tensors[y], &graph.tensors[half]);
        let floats = [input, result, slopes].iter().all(|tensor| tensor.dtype == Dtype::F32);
        // An operand that a variable holds may change between the two that read it.
        let fits = floats && input.shape == result.shape && slopes.data.is_some() && !input.is_variable;
        let is_own = next(relu, Op::Add).is_some_and(|(reader, _)| reader == sum);
        (rectifies && fits && is_own).then_some(Self { nodes: [n, difference, product, relu, sum], x, half })
    }

    /// Makes the last of the operators a PRELU.
    fn replace(self, graph: &mut Graph) {
        let Self { nodes: [.., sum], x, half } = self;
        let mut slopes = graph.tensors[half].clone();
        slopes.data = slopes.data.map(|half| {
            let bytes: Vec<u8> = view::<f32>(half.bytes()).iter().flat_map(|half| (2.0 * half).to_le_bytes()).collect();
            Arc::new(Aligned::copy_of(&bytes))
        });
        graph.tensors.push(slopes);
        let node = &mut graph.nodes[sum];
        node.op = OpKind::Builtin(Op::Prelu);
        node.version = 1;
        node.inputs = vec![Some(x), Some(graph.tensors.len() - 1)];
        node.params = Params::None;
    }
}
