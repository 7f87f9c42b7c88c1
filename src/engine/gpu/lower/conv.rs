//! Sliding windows and matrix products.

use super::{Lowered, Lowering, bad_shape, fused, option, small};
use crate::engine::gpu::kernels::depthwise::Depthwise;
use crate::engine::gpu::kernels::gemm::{Gemm, Rows, Window};
use crate::engine::gpu::kernels::matmul::{Matmul, Transposed};
use crate::engine::gpu::kernels::pointwise::broadcast;
use crate::engine::gpu::kernels::pool::{Pool, pool};
use crate::engine::gpu::kernels::reduce::Reduce;
use crate::engine::gpu::kernels::{Activation, Operand, Sees};
use crate::engine::operator::Refusal;
use crate::engine::ops::convolution::packed_window;
use crate::engine::ops::geometry::{Plane, Span};
use crate::engine::program::{self, Dtype, Node, Op, Padding, Params};

/// The four sizes of an image tensor.
fn nhwc(shape: &[usize]) -> Lowered<[u32; 4]> {
    match *shape {
        [n, h, w, c] => Ok([small(n)?, small(h)?, small(w)?, small(c)?]),
        _ => Err(bad_shape()),
    }
}

/// Output size and padding before, along one axis.
fn along(padding: Padding, input: u32, filter: u32, stride: u32) -> Lowered<(u32, u32)> {
    let span = Span::new(padding, input as usize, filter as usize, stride as usize, 1).map_err(|_| bad_shape())?;
    Ok((small(span.output)?, small(span.before)?))
}

/// The kernels' window for an input, a filter and the file's output shape.
fn window(from: &program::Window, input: [u32; 4], filter: [u32; 2], output: &[usize]) -> Lowered<Window> {
    if filter.contains(&0) {
        return Err(bad_shape());
    }
    let stride = [small(from.stride.0)?, small(from.stride.1)?];
    let dilation = [small(from.dilation.0)?, small(from.dilation.1)?];
    let plane = Plane::new(from, input[1] as usize, input[2] as usize, (filter[0] as usize, filter[1] as usize));
    let Plane { y, x } = plane.map_err(|_| bad_shape())?;
    let [n, h, w, _] = nhwc(output)?;
    if [n as usize, h as usize, w as usize] != [input[0] as usize, y.output, x.output] {
        return Err(bad_shape());
    }
    let pad = [small(y.before)?, small(x.before)?];
    Ok(Window { input: [input[1], input[2], input[3]], output: [h, w], filter, stride, dilation, pad })
}

impl<'a> Lowering<'a> {
    #[inline(never)]
    pub(super) fn conv(&mut self, node: &'a Node) -> Lowered {
        let Params::Conv2d { window: from, activation } = &node.params else { return Err(option("Conv2DOptions")) };
        let (x, w, y) = (self.input(node, 0)?, self.input(node, 1)?, self.output(node)?);
        let input = nhwc(self.shape(x))?;
        let filter = nhwc(self.shape(w))?;
        if filter[3] != input[3] {
            return Err(if filter[3] != 0 && input[3].is_multiple_of(filter[3]) {
                option("groups")
            } else {
                bad_shape()
            });
        }
        let (x, window) = self.without_padding(x, window(from, input, [filter[1], filter[2]], self.shape(y))?)?;
        let n = filter[0];
        if self.shape(y)[3] != n as usize {
            return Err(bad_shape());
        }
        let k = small(filter[1..].iter().map(|&d| d as usize).product())?;
        let m = small(input[0] as usize * window.output[0] as usize * window.output[1] as usize)?;
        let rows = if window.is_identity() { Rows::Dense } else { Rows::Patches(window) };
        self.gemm(node, [m, n, k], rows, fused(*activation)?, [x, w, y])
    }

    /// The tensor inside zeros around it, with its own window.
    fn without_padding(&self, x: usize, window: Window) -> Lowered<(usize, Window)> {
        let Some((inner, pad)) = self.padded[x] else { return Ok((x, window)) };
        let [_, h, w, c] = nhwc(self.shape(inner))?;
        Ok((inner, Window { input: [h, w, c], pad, ..window }))
    }

    #[inline(never)]
    pub(super) fn fully_connected(&mut self, node: &'a Node) -> Lowered {
        let Params::FullyConnected { activation, shuffled, .. } = node.params else {
            return Err(option("FullyConnectedOptions"));
        };
        if shuffled {
            return Err(option("weights_format"));
        }
        let (x, w, y) = (self.input(node, 0)?, self.input(node, 1)?, self.output(node)?);
        let &[n, k] = self.shape(w) else { return Err(bad_shape()) };
        let elements: usize = self.shape(x).iter().product();
        if k == 0 || !elements.is_multiple_of(k) || self.shape(y).iter().product::<usize>() != elements / k * n {
            return Err(bad_shape());
        }
        let sizes = [small(elements / k)?, small(n)?, small(k)?];
        self.gemm(node, sizes, Rows::Dense, fused(activation)?, [x, w, y])
    }

    fn gemm(
        &mut self,
        node: &'a Node,
        [m, n, k]: [u32; 3],
        rows: Rows,
        activation: Activation,
        [x, w, y]: [usize; 3],
    ) -> Lowered {
        let a = self.operand(x)?;
        let mut weights = self.matrix(w, n as usize, k as usize)?;
        let sees = self.steps_of(a, &mut weights);
        let bias = self.bias(node, &weights, n as usize)?;
        let (b, store, y) = (weights.at, weights.store, Operand::Value(self.value(y)));
        let gemm = Gemm { m, n, k, rows, activation, a, b, store, bias, y };
        self.push_as(sees, gemm.dispatch(self.style));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn depthwise(&mut self, node: &'a Node) -> Lowered {
        let Params::DepthwiseConv2d { window: from, activation, .. } = &node.params else {
            return Err(option("DepthwiseConv2DOptions"));
        };
        let (x, w, y) = (self.input(node, 0)?, self.input(node, 1)?, self.output(node)?);
        let input = nhwc(self.shape(x))?;
        let filter = nhwc(self.shape(w))?;
        let channels = filter[3];
        if filter[0] != 1 || input[3] == 0 || !channels.is_multiple_of(input[3]) {
            return Err(bad_shape());
        }
        let (x, window) = self.without_padding(x, window(from, input, [filter[1], filter[2]], self.shape(y))?)?;
        if self.shape(y)[3] != channels as usize {
            return Err(bad_shape());
        }
        let x = self.operand(x)?;
        let mut weights = self.taps(w, channels as usize)?;
        let sees = self.steps_of(x, &mut weights);
        let bias = self.bias(node, &weights, channels as usize)?;
        let kernel = Depthwise {
            batch: input[0],
            window,
            multiplier: channels / input[3],
            activation: fused(*activation)?,
            x,
            weights: weights.at,
            store: weights.store,
            bias,
            y: Operand::Value(self.value(y)),
        };
        self.push_as(sees, kernel.dispatch(self.style));
        Ok(())
    }

    #[inline(never)]
    pub(super) fn pool(&mut self, node: &'a Node, op: Op) -> Lowered {
        let Params::Pool2d { window: from, filter, activation } = &node.params else {
            return Err(option("Pool2DOptions"));
        };
        let kind = match op {
            Op::AveragePool2d => Pool::Average,
            Op::MaxPool2d => Pool::Max,
            Op::L2Pool2d => Pool::L2,
            _ => return Err(Refusal::new("gpu-no-kernel")),
        };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let input = nhwc(self.shape(x))?;
        let window = window(from, input, [small(filter.0)?, small(filter.1)?], self.shape(y))?;
        if self.shape(y)[3] != input[3] as usize {
            return Err(bad_shape());
        }
        let activation = fused(*activation)?;
        let x = self.operand(x)?;
        let y = Operand::Value(self.value(y));
        let planes = match kind {
            Pool::Average => Some(Reduce::Mean),
            Pool::Max => Some(Reduce::Max),
            Pool::L2 => None,
        };
        // One window over a complete plane: a thread for each result would read it alone.
        if let Some(kind) = planes.filter(|_| window.covers_planes() && activation == Activation::None) {
            let len = small(input[1] as usize * input[2] as usize)?;
            let sees = Sees::Steps { from_code: kind == Reduce::Mean };
            self.reduced(kind, sees, [input[0], len, input[3]], x, y);
            return Ok(());
        }
        let dispatch = pool(kind, input[0], &window, activation, x, y);
        let scales = kind != Pool::L2 && activation == Activation::None;
        let sees = if scales { Sees::Steps { from_code: kind == Pool::Average } } else { Sees::Reals };
        self.push_as(sees, dispatch);
        Ok(())
    }

    /// BATCH_MATMUL of constant or computed operands.
    #[inline(never)]
    pub(super) fn batch_matmul(&mut self, node: &'a Node) -> Lowered {
        let Params::BatchMatmul { adj_x, adj_y, .. } = node.params else { return Err(option("BatchMatMulOptions")) };
        let (a, b, y) = (self.input(node, 0)?, self.input(node, 1)?, self.output(node)?);
        let ([stack_a @ .., a0, a1], [stack_b @ .., b0, b1]) = (self.shape(a), self.shape(b)) else {
            return Err(bad_shape());
        };
        let (m, k) = if adj_x { (*a1, *a0) } else { (*a0, *a1) };
        let (deep, n) = if adj_y { (*b1, *b0) } else { (*b0, *b1) };
        let stack = broadcast(stack_a, stack_b).ok_or_else(bad_shape)?;
        if k != deep || [stack.as_slice(), &[m, n]].concat() != self.shape(y) {
            return Err(bad_shape());
        }
        let steps = |shape: &[usize]| -> Lowered<Vec<u32>> {
            let mut steps = vec![0; stack.len()];
            let mut step = 1;
            for (i, &size) in shape.iter().enumerate().rev() {
                steps[stack.len() - shape.len() + i] = if size == 1 { 0 } else { small(step)? };
                step *= size;
            }
            Ok(steps)
        };
        let (steps_a, steps_b) = (steps(stack_a)?, steps(stack_b)?);
        let dims = stack.iter().zip(steps_a).zip(steps_b);
        let stack = dims.map(|((&size, a), b)| Ok((small(size)?, a, b))).collect::<Lowered<_>>()?;
        let (a, b) = (self.table(a)?, self.table(b)?);
        let y = Operand::Value(self.value(y));
        let kernel = Matmul { m: small(m)?, n: small(n)?, k: small(k)?, adj_x, adj_y, stack, a, b, y };
        self.push(kernel.dispatch());
        Ok(())
    }

    #[inline(never)]
    pub(super) fn transpose_conv(&mut self, node: &'a Node) -> Lowered {
        // MediaPipe's operator has no operand for the shape and its options in bytes.
        let (window, activation, [x, bias]) = match &node.params {
            Params::TransposeConv { window, activation } => (Some(*window), fused(*activation)?, [2, 3]),
            _ => (packed_window(&node.custom), Activation::None, [0, 2]),
        };
        let from = window.ok_or_else(|| option("TransposeConvOptions"))?;
        let (w, x, y) = (self.input(node, 1)?, self.input(node, x)?, self.output(node)?);
        let [channels, kh, kw, depth] = nhwc(self.shape(w))?;
        let [batch, h, width, c] = nhwc(self.shape(x))?;
        let [out_batch, oh, ow, oc] = nhwc(self.shape(y))?;
        let stride = [small(from.stride.0)?, small(from.stride.1)?];
        if [kh, kw].contains(&0) || (out_batch, oc, depth) != (batch, channels, c) {
            return Err(bad_shape());
        }
        // The convolution that this one transposes goes from the output's size to the input's.
        let (rows, pt) = along(from.padding, oh, kh, stride[0])?;
        let (columns, pl) = along(from.padding, ow, kw, stride[1])?;
        if [rows, columns] != [h, width] {
            return Err(bad_shape());
        }
        let bias = match self.optional(node, bias) {
            Some(bias) if self.graph.tensors[bias].dtype == Dtype::F32 => self.operand(bias)?,
            Some(bias) => {
                let values = self.bias_of_products(bias, x, w)?;
                self.owned(values)
            }
            None => self.owned(vec![0.0; oc as usize]),
        };
        let (x, weights) = (self.operand(x)?, self.table(w)?);
        let kernel = Transposed {
            batch,
            input: [h, width, c],
            output: [oh, ow, oc],
            filter: [kh, kw],
            stride,
            pad: [pt, pl],
            activation,
            x,
            weights,
            bias,
            y: Operand::Value(self.value(y)),
        };
        self.push(kernel.dispatch());
        Ok(())
    }
}
