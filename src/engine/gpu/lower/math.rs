//! Element-wise functions, reductions, softmax, resizing.

use super::{Lowered, Lowering, activation_of, bad_shape, no_kernel, option, small};
use crate::engine::gpu::kernels::activation::unary;
use crate::engine::gpu::kernels::normalize::l2;
use crate::engine::gpu::kernels::pointwise::{Binary, binary, broadcast};
use crate::engine::gpu::kernels::reduce::{Reduce, reduce, runs, softmax};
use crate::engine::gpu::kernels::resize::Resize;
use crate::engine::gpu::kernels::{Activation, Operand, Sees};
use crate::engine::program::{Node, Op, Params};

/// The function of an op with one operand.
pub(super) fn unary_of(op: Op, params: &Params) -> Option<Activation> {
    Some(match op {
        Op::Relu => Activation::Relu,
        Op::Relu6 => Activation::Relu6,
        Op::ReluN1To1 => Activation::ReluN1To1,
        Op::Relu0To1 => Activation::Relu0To1,
        Op::Logistic => Activation::Logistic,
        Op::Tanh => Activation::Tanh,
        Op::HardSwish => Activation::HardSwish,
        Op::Elu => Activation::Elu,
        Op::LeakyRelu => match params {
            Params::LeakyRelu { alpha } if alpha.is_finite() => Activation::LeakyRelu(*alpha),
            _ => return None,
        },
        Op::Gelu => match params {
            Params::Gelu { approximate: true } => Activation::GeluTanh,
            _ => Activation::Gelu,
        },
        Op::Abs => Activation::Abs,
        Op::Neg => Activation::Neg,
        Op::Square => Activation::Square,
        Op::Sqrt => Activation::Sqrt,
        Op::Rsqrt => Activation::Rsqrt,
        Op::Exp => Activation::Exp,
        Op::Log => Activation::Log,
        Op::Sin => Activation::Sin,
        Op::Cos => Activation::Cos,
        Op::Floor => Activation::Floor,
        Op::Ceil => Activation::Ceil,
        Op::Round => Activation::Round,
        // The tensors differ, not their values.
        Op::Quantize | Op::Dequantize => Activation::None,
        _ => return None,
    })
}

/// The function of an op with two.
pub(super) fn binary_of(op: Op) -> Option<Binary> {
    Some(match op {
        Op::Add => Binary::Add,
        Op::Sub => Binary::Sub,
        Op::Mul => Binary::Mul,
        Op::Div => Binary::Div,
        Op::Maximum => Binary::Maximum,
        Op::Minimum => Binary::Minimum,
        Op::SquaredDifference => Binary::SquaredDifference,
        Op::Prelu => Binary::Prelu,
        _ => return None,
    })
}

impl<'a> Lowering<'a> {
    #[inline(never)]
    pub(super) fn pointwise(&mut self, node: &'a Node, op: Op) -> Lowered {
        if let Some(function) = unary_of(op, &node.params) {
            let (x, y) = (self.input(node, 0)?, self.output(node)?);
            if self.shape(x) != self.shape(y) {
                return Err(bad_shape());
            }
            let x = self.operand(x)?;
            let y = self.value(y);
            self.push(unary(function, self.plan.values[y], x, Operand::Value(y)));
            return Ok(());
        }
        let function = binary_of(op).ok_or_else(no_kernel)?;
        let (a, b, y) = (self.input(node, 0)?, self.input(node, 1)?, self.output(node)?);
        let (shape_a, shape_b, out) = (self.shape(a), self.shape(b), self.shape(y));
        if broadcast(shape_a, shape_b).as_deref() != Some(out) {
            return Err(bad_shape());
        }
        let activation = activation_of(&node.params)?;
        if matches!(op, Op::Maximum | Op::Minimum) {
            self.same_grid(a, y)?;
            self.same_grid(b, y)?;
        }
        let (a, b) = (self.operand(a)?, self.operand(b)?);
        let y = Operand::Value(self.value(y));
        self.push(binary(function, activation, (a, shape_a), (b, shape_b), (y, out)));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn reduce(&mut self, node: &'a Node, op: Op) -> Lowered {
        let kind = match op {
            Op::Mean => Reduce::Mean,
            Op::Sum => Reduce::Sum,
            Op::ReduceProd => Reduce::Prod,
            Op::ReduceMax => Reduce::Max,
            Op::ReduceMin => Reduce::Min,
            _ => return Err(no_kernel()),
        };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let shape = self.shape(x);
        let rank = shape.len() as i64;
        let mut reduced = vec![false; shape.len()];
        for axis in self.ints(node, 1)? {
            let axis = if axis < 0 { axis + rank } else { axis };
            *usize::try_from(axis).ok().and_then(|a| reduced.get_mut(a)).ok_or_else(bad_shape)? = true;
        }
        let kept: usize = shape.iter().zip(&reduced).filter(|(_, r)| !**r).map(|(d, _)| d).product();
        if kept != self.shape(y).iter().product::<usize>() || shape.contains(&0) {
            return Err(bad_shape());
        }
        // Runs of neighboring axes, the last one first, so that the axes after a run are already reduced.
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for axis in (0..shape.len()).filter(|&a| reduced[a] && shape[a] != 1) {
            match runs.last_mut() {
                // Axes of size one between two reduced axes do not separate them.
                Some((_, end)) if shape[*end..axis].iter().all(|&d| d == 1) => *end = axis + 1,
                _ => runs.push((axis, axis + 1)),
            }
        }
        let mut from = self.operand(x)?;
        let mut sizes = shape.to_vec();
        let target = self.value(y);
        if runs.is_empty() {
            self.push(unary(Activation::None, self.plan.values[target], from, Operand::Value(target)));
            return Ok(());
        }
        while let Some((start, end)) = runs.pop() {
            let outer: usize = sizes[..start].iter().product();
            let len: usize = sizes[start..end].iter().product();
            let inner: usize = sizes[end..].iter().product();
            let to = if runs.is_empty() { target } else { self.scratch((outer * inner) as u64) };
            let sees = if kind == Reduce::Prod { Sees::Reals } else { Sees::Steps { from_code: false } };
            let sizes_of_run = [small(outer)?, small(len)?, small(inner)?];
            self.reduced(kind, sees, sizes_of_run, from, Operand::Value(to));
            sizes[start..end].fill(1);
            from = Operand::Value(to);
        }
        Ok(())
    }

    /// `[outer][len][inner]` reduced to `[outer][inner]`. Long sums are cut: their runs are reduced first. Quantized values are not cut,
    /// since their sums are exact in steps.
    pub(super) fn reduced(&mut self, kind: Reduce, sees: Sees, sizes: [u32; 3], from: Operand, to: Operand) {
        let [outer, len, inner] = sizes;
        let cuts = if self.plan.held(from).grid.is_some() { 1 } else { runs(self.style, sizes) };
        if cuts == 1 {
            return self.push_as(sees, reduce(self.style, kind, sizes, from, to));
        }
        let parts = Operand::Value(self.scratch(u64::from(outer) * u64::from(cuts) * u64::from(inner)));
        self.push(reduce(self.style, kind, [outer * cuts, len / cuts, inner], from, parts));
        self.push_as(sees, reduce(self.style, kind, [outer, cuts, inner], parts, to));
    }

    #[inline(never)]
    pub(super) fn softmax(&mut self, node: &'a Node, op: Op) -> Lowered {
        let beta = match node.params {
            Params::Softmax { beta } if op == Op::Softmax => beta,
            _ => 1.0,
        };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let shape = self.shape(x);
        let &len = shape.last().ok_or_else(bad_shape)?;
        if shape != self.shape(y) {
            return Err(bad_shape());
        }
        let rows: usize = shape[..shape.len() - 1].iter().product();
        let sizes = [small(rows)?, small(len)?];
        let x = self.operand(x)?;
        let y = Operand::Value(self.value(y));
        self.push(softmax(self.style, op == Op::LogSoftmax, beta, sizes, x, y));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn l2(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let shape = self.shape(x);
        if shape != self.shape(y) {
            return Err(bad_shape());
        }
        let (&len, above) = shape.split_last().unwrap_or((&1, &[]));
        let sizes = [small(above.iter().product())?, small(len)?];
        let activation = activation_of(&node.params)?;
        let x = self.operand(x)?;
        let y = Operand::Value(self.value(y));
        self.push(l2(self.style, activation, sizes, x, y));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn resize(&mut self, node: &'a Node, op: Op) -> Lowered {
        let Params::Resize { align_corners, half_pixel_centers } = node.params else {
            return Err(option("ResizeOptions"));
        };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let (&[n, h, w, c], &[on, oh, ow, oc]) = (self.shape(x), self.shape(y)) else { return Err(bad_shape()) };
        if (n, c) != (on, oc) || h == 0 || w == 0 || self.ints(node, 1)? != [oh as i64, ow as i64] {
            return Err(bad_shape());
        }
        let kernel = Resize {
            bilinear: op == Op::ResizeBilinear,
            align_corners,
            half_pixel: half_pixel_centers,
            batch: small(n)?,
            input: [small(h)?, small(w)?, small(c)?],
            output: [small(oh)?, small(ow)?],
        };
        let x = self.operand(x)?;
        let y = Operand::Value(self.value(y));
        self.push_as(Sees::Steps { from_code: false }, kernel.dispatch(x, y));
        Ok(())
    }
}
