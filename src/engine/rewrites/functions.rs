//! Functions of one 8-bit value that several operators compute: x times LOGISTIC(x), or x + 3 cut to 0..6, times 1/6. There are 256 results.
//!
//! Owns: which operators these are, and a table in their place. Must not know kernels or plans, except the plain functions of one value.

use crate::engine::error::Result;
use crate::engine::kernels::reference::unary::quantized_function;
use crate::engine::ops::arithmetic::{QuantizedProduct, QuantizedSum};
use crate::engine::program::{Dtype, Graph, Node, Op, OpKind, Params, Program, Shape};
use crate::engine::view::NodeView;
use std::rc::Rc;

/// The program with tables in place of such operators.
pub(super) fn with_tables(program: Rc<Program>) -> Rc<Program> {
    // An ADD by itself is no reason to look: it has two operands in most models.
    let begins = |graph: &Graph, node: &Node| {
        let is_first = is_unary(node) || matches!(node.op.builtin(), Some(Op::Mul | Op::Sub));
        is_first && node.inputs.first().copied().flatten().is_some_and(|x| is_byte(graph, x))
    };
    if !program.graphs.iter().any(|graph| graph.nodes.iter().any(|node| begins(graph, node))) {
        return program;
    }
    replaced(program)
}

// A function of its own: few models have such nodes, so a build moves it into a file that follows.
#[inline(never)]
fn replaced(program: Rc<Program>) -> Rc<Program> {
    let mut program = Rc::unwrap_or_clone(program);
    program.graphs.iter_mut().for_each(replace_all);
    Rc::new(program)
}

/// Whether a node's operator has one operand, and a function of quantized values.
fn is_unary(node: &Node) -> bool {
    let op = node.op.builtin();
    let cuts = matches!(op, Some(Op::Relu | Op::Relu6 | Op::ReluN1To1 | Op::Relu0To1 | Op::LeakyRelu | Op::HardSwish));
    cuts || matches!(op, Some(Op::Logistic | Op::Tanh | Op::Elu | Op::Exp | Op::Gelu | Op::Rsqrt | Op::Sqrt | Op::Log))
}

fn is_byte(graph: &Graph, t: usize) -> bool {
    matches!(graph.tensors[t].dtype, Dtype::I8 | Dtype::U8)
}

/// A tensor each of whose values depends on one value of another tensor.
#[derive(Clone)]
struct Function {
    of: usize,
    /// The result of each byte.
    table: Rc<[u8; 256]>,
    /// Whether a table is better than the operators.
    is_better: bool,
}

impl Function {
    /// The tensor itself.
    fn identity(of: usize) -> Self {
        Self { of, table: table(&|byte| byte), is_better: false }
    }
}

#[inline(never)]
fn table(of: &dyn Fn(u8) -> u8) -> Rc<[u8; 256]> {
    let mut table = [0; 256];
    (0..=u8::MAX).zip(&mut table).for_each(|(byte, to)| *to = of(byte));
    Rc::new(table)
}

/// An operand.
enum Operand {
    Varies(Function),
    Constant(u8),
}

fn replace_all(graph: &mut Graph) {
    let shapes: Vec<Shape> = graph.tensors.iter().map(|tensor| tensor.shape.clone()).collect();
    let mut functions: Vec<Option<Function>> = vec![None; graph.tensors.len()];
    for node in &graph.nodes {
        if let &[y] = node.outputs.as_slice() {
            functions[y] = (Search { graph, shapes: &shapes, functions: &functions }).of(node, y);
        }
    }
    let mut is_needed = vec![false; graph.tensors.len()];
    graph.outputs.iter().for_each(|&t| is_needed[t] = true);
    let mut is_gone = vec![false; graph.nodes.len()];
    for (node, is_gone) in graph.nodes.iter_mut().zip(&mut is_gone).rev() {
        let function = node.outputs.first().and_then(|&y| functions[y].take_if(|f| f.is_better || !is_needed[y]));
        match function {
            Some(_) if !is_needed[node.outputs[0]] => {
                *is_gone = true;
                continue;
            }
            Some(function) => {
                node.op = OpKind::Builtin(Op::Logistic);
                node.version = 1;
                node.inputs = vec![Some(function.of)];
                node.params = Params::Table(function.table);
            }
            None => {}
        }
        node.inputs.iter().flatten().chain(&node.intermediates).for_each(|&t| is_needed[t] = true);
    }
    graph.remove(&is_gone);
}

/// A graph, and the functions that are known of its tensors.
struct Search<'a> {
    graph: &'a Graph,
    shapes: &'a [Shape],
    functions: &'a [Option<Function>],
}

impl Search<'_> {
    /// The function that a node computes as its only result `y`.
    fn of(&self, node: &Node, y: usize) -> Option<Function> {
        let view = NodeView { node, tensors: &self.graph.tensors, shapes: self.shapes, known: &[], room: usize::MAX };
        let function = match node.inputs.as_slice() {
            [Some(x)] if is_unary(node) => self.unary(&view, *x).ok()?,
            [Some(a), Some(b)] => self.binary(&view, [*a, *b])?,
            _ => return None,
        };
        let [from, to] = [function.of, y].map(|t| &self.graph.tensors[t]);
        (from.dtype == to.dtype && from.shape == to.shape && !from.is_variable && !to.is_variable).then_some(function)
    }

    fn unary(&self, view: &NodeView, x: usize) -> Result<Function> {
        let f = quantized_function(view)?;
        let is_better = self.functions[x].is_some();
        let inner = self.function(x);
        let table = table(&|byte| f(self.value(x, inner.table[usize::from(byte)])) as u8);
        Ok(Function { of: inner.of, table, is_better })
    }

    fn binary(&self, view: &NodeView, operands: [usize; 2]) -> Option<Function> {
        let op = view.node.op.builtin();
        let all = operands.map(|t| self.operand(t));
        let of = match &all {
            [Some(Operand::Varies(a)), Some(Operand::Varies(b))] if a.of == b.of => a.of,
            [Some(Operand::Varies(f)), Some(Operand::Constant(_))] => f.of,
            [Some(Operand::Constant(_)), Some(Operand::Varies(f))] => f.of,
            _ => return None,
        };
        let value = |i: usize, byte: u8| {
            let byte = match &all[i] {
                Some(Operand::Varies(f)) => f.table[usize::from(byte)],
                Some(Operand::Constant(constant)) => *constant,
                None => byte,
            };
            self.value(operands[i], byte)
        };
        let table = match op {
            Some(Op::Mul) => {
                let product = QuantizedProduct::new(view).ok()?;
                table(&|byte| product.apply(value(0, byte), value(1, byte)) as u8)
            }
            Some(Op::Add | Op::Sub) => {
                let sum = QuantizedSum::new(view, op == Some(Op::Sub)).ok()?;
                table(&|byte| sum.apply(value(0, byte), value(1, byte)) as u8)
            }
            _ => return None,
        };
        Some(Function { of, table, is_better: true })
    }

    /// An operand of 8-bit values, if it is one value or many.
    fn operand(&self, t: usize) -> Option<Operand> {
        let tensor = &self.graph.tensors[t];
        match &tensor.data {
            _ if !is_byte(self.graph, t) => None,
            Some(data) if tensor.elements() == 1 => data.read().ok()?.bytes().first().copied().map(Operand::Constant),
            Some(_) => None,
            None => Some(Operand::Varies(self.function(t))),
        }
    }

    fn function(&self, t: usize) -> Function {
        self.functions[t].clone().unwrap_or_else(|| Function::identity(t))
    }

    /// The quantized value of a byte of a tensor.
    fn value(&self, t: usize, byte: u8) -> i32 {
        if self.graph.tensors[t].dtype == Dtype::I8 { i32::from(byte as i8) } else { byte.into() }
    }
}
