//! Comparisons, logic and selection. Bools are stored as the floats 1 and 0.

use super::{Lowered, Lowering, bad_shape, no_kernel, wrong_type};
use crate::engine::gpu::kernels::activation::unary;
use crate::engine::gpu::kernels::pointwise::{Binary, binary, broadcast, choose};
use crate::engine::gpu::kernels::{Activation, Operand};
use crate::engine::program::{Dtype, Node, Op};

impl<'a> Lowering<'a> {
    #[inline(never)]
    pub(super) fn compare(&mut self, node: &'a Node, op: Op) -> Lowered {
        let function = match op {
            Op::Greater => Binary::Greater,
            Op::GreaterEqual => Binary::GreaterEqual,
            Op::Less => Binary::Less,
            Op::LessEqual => Binary::LessEqual,
            Op::Equal => Binary::Equal,
            Op::NotEqual => Binary::NotEqual,
            _ => return Err(no_kernel()),
        };
        let (a, b) = (self.input(node, 0)?, self.input(node, 1)?);
        let operands = [self.operand(a)?, self.operand(b)?];
        self.truth(node, function, [a, b], operands)
    }

    #[inline(never)]
    pub(super) fn logical(&mut self, node: &'a Node, op: Op) -> Lowered {
        let a = self.input(node, 0)?;
        let of_a = self.flag_operand(a)?;
        let function = match op {
            Op::LogicalAnd => Binary::Mul,
            Op::LogicalOr => Binary::Maximum,
            _ => {
                let y = self.flag_output(node)?;
                if self.shape(a) != self.shape(y) {
                    return Err(bad_shape());
                }
                let y = self.value(y);
                self.push(unary(Activation::Not, self.plan.values[y], of_a, Operand::Value(y)));
                return Ok(());
            }
        };
        let b = self.input(node, 1)?;
        let of_b = self.flag_operand(b)?;
        self.truth(node, function, [a, b], [of_a, of_b])
    }

    /// A function of two tensors whose results are bools.
    fn truth(&mut self, node: &'a Node, function: Binary, [a, b]: [usize; 2], operands: [Operand; 2]) -> Lowered {
        let y = self.flag_output(node)?;
        let (shape_a, shape_b, out) = (self.shape(a), self.shape(b), self.shape(y));
        if broadcast(shape_a, shape_b).as_deref() != Some(out) {
            return Err(bad_shape());
        }
        let y = Operand::Value(self.value(y));
        let [of_a, of_b] = operands;
        self.push(binary(function, Activation::None, (of_a, shape_a), (of_b, shape_b), (y, out)));
        Ok(())
    }

    /// SELECT and SELECT_V2.
    #[inline(never)]
    pub(super) fn choose(&mut self, node: &'a Node) -> Lowered {
        let (c, a, b) = (self.input(node, 0)?, self.input(node, 1)?, self.input(node, 2)?);
        let y = self.output(node)?;
        let out = self.shape(y);
        let [of_c, of_a, of_b] = [c, a, b].map(|t| self.shape(t));
        // SELECT also takes one bool per row, unlike broadcasting, which begins with the last dimension.
        let rows = match (node.op.builtin(), of_c) {
            (Some(Op::Select), &[rows]) if of_a.len() > 1 => {
                let ones = std::iter::repeat_n(1, of_a.len() - 1);
                Some([rows].into_iter().chain(ones).collect::<Vec<usize>>())
            }
            _ => None,
        };
        let of_c = rows.as_deref().unwrap_or(of_c);
        let fits = broadcast(of_a, of_b).and_then(|both| broadcast(&both, of_c));
        if fits.as_deref() != Some(out) {
            return Err(bad_shape());
        }
        self.same_grid(a, y)?;
        self.same_grid(b, y)?;
        let operands = [(self.flag_operand(c)?, of_c), (self.operand(a)?, of_a), (self.operand(b)?, of_b)];
        let y = Operand::Value(self.value(y));
        self.push(choose(operands, (y, out)));
        Ok(())
    }

    /// CAST from bools to numbers.
    #[inline(never)]
    pub(super) fn cast(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let dtype = self.graph.tensors[x].dtype;
        if dtype != Dtype::Bool || self.graph.tensors[y].dtype != Dtype::F32 {
            return Err(wrong_type(dtype));
        }
        if self.shape(x) != self.shape(y) {
            return Err(bad_shape());
        }
        let x = self.flag_operand(x)?;
        let y = self.value(y);
        self.push(unary(Activation::None, self.plan.values[y], x, Operand::Value(y)));
        Ok(())
    }
}
