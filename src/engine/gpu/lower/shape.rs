//! Nodes that move elements or only rename them.

use super::{Lowered, Lowering, activation_of, bad_shape, option, small, wrong_type};
use crate::engine::gpu::kernels::copy::{Copy, Dim, strides};
use crate::engine::gpu::kernels::gather::gather;
use crate::engine::gpu::kernels::{Activation, Operand};
use crate::engine::gpu::plan::Places;
use crate::engine::program::{Dtype, Node, Op, Padding, Params};

/// A stride for the kernel's signed fields.
fn signed(stride: u32) -> Lowered<i32> {
    i32::try_from(stride).map_err(|_| bad_shape())
}

impl<'a> Lowering<'a> {
    /// RESHAPE and similar ops: the same elements under another tensor.
    #[inline(never)]
    pub(super) fn rename(&mut self, node: &'a Node) -> Lowered {
        let (x, &y) = (self.input(node, 0)?, node.outputs.first().ok_or_else(bad_shape)?);
        let [from, to] = [x, y].map(|t| &self.graph.tensors[t]);
        if from.elements() != to.elements() || from.dtype != to.dtype {
            return Err(bad_shape());
        }
        self.same_grid(x, y)?;
        self.place[y] = Some(self.any_operand(x)?);
        Ok(())
    }

    /// DEQUANTIZE. Constants are how converters store float16 and int8 weights: they are converted when read.
    #[inline(never)]
    pub(super) fn widen(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let tensor = &self.graph.tensors[x];
        let quantized = tensor.quant.as_ref().is_some_and(|quant| quant.fits(&tensor.shape));
        let known = match tensor.dtype {
            Dtype::F16 => true,
            Dtype::I8 | Dtype::U8 => quantized,
            _ => false,
        };
        match (&tensor.data, tensor.dtype) {
            (Some(_), _) if known && self.shape(x) == self.shape(y) => {
                self.widened[y] = Some(x);
                Ok(())
            }
            (None, _) => self.pointwise(node, Op::Dequantize),
            (_, dtype) => Err(wrong_type(dtype)),
        }
    }

    #[inline(never)]
    pub(super) fn pad(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let pads = self.ints(node, 1)?;
        let (from, to) = (self.shape(x), self.shape(y));
        if pads.len() != from.len() * 2 || to.len() != from.len() {
            return Err(bad_shape());
        }
        let fill = match self.optional(node, 2) {
            Some(tensor) => *self.floats(tensor, 2)?.first().ok_or_else(bad_shape)?,
            None => 0.0,
        };
        let (step_from, step_to) = (strides(from), strides(to));
        let mut dims = Vec::with_capacity(from.len());
        let zeros = self.optional(node, 2).is_none() && self.same_grid(x, y).is_ok();
        let around = matches!(pads[..], [0, 0, _, _, _, _, 0, 0]);
        for d in 0..from.len() {
            let before = usize::try_from(pads[2 * d]).map_err(|_| bad_shape())?;
            let after = usize::try_from(pads[2 * d + 1]).map_err(|_| bad_shape())?;
            if before.checked_add(from[d]).and_then(|n| n.checked_add(after)) != Some(to[d]) {
                return Err(bad_shape());
            }
            dims.push(Dim {
                before: small(before)?,
                present: small(from[d])?,
                ..Dim::new(small(to[d])?, signed(step_from[d])?, step_to[d])
            });
        }
        if zeros && around && self.merge && self.read_by_windows(y) {
            self.operand(x)?;
            self.padded[y] = Some((x, [dims[1].before, dims[2].before]));
            return Ok(());
        }
        self.copy("pad", Copy { dims, from: 0, to: 0, fill }, x, y)
    }

    /// Whether only convolutions without padding of their own read a tensor, as images.
    fn read_by_windows(&self, tensor: usize) -> bool {
        let windowed = |&at: &usize| {
            let node = &self.graph.nodes[at];
            let (Params::Conv2d { window, .. } | Params::DepthwiseConv2d { window, .. }) = &node.params else {
                return false;
            };
            let filter = node.inputs.get(1).copied().flatten();
            window.padding == Padding::Valid && node.inputs[0] == Some(tensor) && filter != Some(tensor)
        };
        !self.returned[tensor] && self.readers[tensor].iter().all(windowed)
    }

    #[inline(never)]
    pub(super) fn concatenation(&mut self, node: &'a Node) -> Lowered {
        let Params::Concatenation { axis, .. } = node.params else { return Err(option("ConcatenationOptions")) };
        if activation_of(&node.params)? != Activation::None {
            return Err(option("fused_activation_function"));
        }
        let y = self.output(node)?;
        let to = self.shape(y);
        let axis = axis_of(axis, to.len())?;
        let step_to = strides(to);
        let inputs: Vec<usize> = (0..node.inputs.len()).map(|i| self.input(node, i)).collect::<Lowered<_>>()?;
        let mut at = 0;
        for &x in &inputs {
            let from = self.shape(x);
            let fits = from.len() == to.len() && (0..to.len()).all(|d| d == axis || from[d] == to[d]);
            if !fits {
                return Err(bad_shape());
            }
            at += from[axis];
        }
        if at != to[axis] {
            return Err(bad_shape());
        }
        at = 0;
        for x in inputs {
            let from = self.shape(x);
            let to_offset = small(at)?.wrapping_mul(step_to[axis]);
            self.walk(
                "concatenation",
                x,
                y,
                &Walk { sizes: from, from: &strides(from), to: &step_to, start: (0, to_offset) },
            )?;
            at += from[axis];
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn transpose(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let order = self.ints(node, 1)?;
        let (from, to) = (self.shape(x), self.shape(y));
        let step_from = strides(from);
        let mut steps = Vec::with_capacity(from.len());
        for (d, &axis) in order.iter().enumerate() {
            let axis = axis_of(axis, from.len())?;
            if to.get(d) != Some(&from[axis]) {
                return Err(bad_shape());
            }
            steps.push(step_from[axis]);
        }
        if order.len() != from.len() || to.len() != from.len() {
            return Err(bad_shape());
        }
        self.walk("transpose", x, y, &Walk { sizes: to, from: &steps, to: &strides(to), start: (0, 0) })
    }

    #[inline(never)]
    pub(super) fn slice(&mut self, node: &'a Node) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let begin = self.ints(node, 1)?;
        let (from, to) = (self.shape(x), self.shape(y));
        if begin.len() != from.len() || to.len() != from.len() {
            return Err(bad_shape());
        }
        let step = strides(from);
        let mut offset = 0u64;
        for d in 0..from.len() {
            let start = usize::try_from(begin[d]).map_err(|_| bad_shape())?;
            if start.checked_add(to[d]).is_none_or(|end| end > from[d]) {
                return Err(bad_shape());
            }
            offset += start as u64 * u64::from(step[d]);
        }
        self.walk(
            "slice",
            x,
            y,
            &Walk { sizes: to, from: &step, to: &strides(to), start: (small(offset as usize)?, 0) },
        )
    }

    #[inline(never)]
    pub(super) fn strided_slice(&mut self, node: &'a Node) -> Lowered {
        let Params::StridedSlice { begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask, offset } =
            node.params
        else {
            return Err(option("StridedSliceOptions"));
        };
        if ellipsis_mask != 0 || new_axis_mask != 0 || offset {
            return Err(option("mask"));
        }
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let (begin, end, step) = (self.ints(node, 1)?, self.ints(node, 2)?, self.ints(node, 3)?);
        let from = self.shape(x);
        if begin.len() > from.len() || end.len() != begin.len() || step.len() != begin.len() {
            return Err(bad_shape());
        }
        let stride = strides(from);
        let target: usize = self.shape(y).iter().product();
        let mut base = 0i64;
        let (mut sizes, mut steps) = (Vec::new(), Vec::new());
        for d in 0..from.len() {
            let size = from[d] as i64;
            let by = step.get(d).copied().unwrap_or(1);
            if by == 0 {
                return Err(bad_shape());
            }
            let given = |list: &[i64], mask: u32| list.get(d).copied().filter(|_| mask >> d & 1 == 0);
            let (low, high) = if by > 0 { (0, size) } else { (-1, size - 1) };
            let clamp = |v: i64| (if v < 0 { v + size } else { v }).clamp(low, high);
            let first = given(&begin, begin_mask).map_or(if by > 0 { 0 } else { size - 1 }, clamp);
            let last = given(&end, end_mask).map_or(if by > 0 { size } else { -1 }, clamp);
            let shrunk = shrink_axis_mask >> d & 1 == 1 && d < begin.len();
            let count = if shrunk { 1 } else { (last - first + by - by.signum()).div_euclid(by).max(0) };
            base += first * i64::from(stride[d]);
            sizes.push(usize::try_from(count).map_err(|_| bad_shape())?);
            steps.push(by.checked_mul(i64::from(stride[d])).and_then(|s| i32::try_from(s).ok()).ok_or_else(bad_shape)?);
        }
        if sizes.iter().product::<usize>() != target {
            return Err(bad_shape());
        }
        let to = strides(&sizes);
        let dims = (0..sizes.len()).map(|d| Ok(Dim::new(small(sizes[d])?, steps[d], to[d]))).collect::<Lowered<_>>()?;
        let from = i32::try_from(base).map_err(|_| bad_shape())?;
        self.copy("slice", Copy { dims, from, to: 0, fill: 0.0 }, x, y)
    }

    /// SPLIT, whose axis comes first, and SPLIT_V, whose axis comes last.
    #[inline(never)]
    pub(super) fn split(&mut self, node: &'a Node, at_axis: usize, at_input: usize) -> Lowered {
        let axis = *self.ints(node, at_axis)?.first().ok_or_else(bad_shape)?;
        let x = self.input(node, at_input)?;
        let from = self.shape(x);
        let axis = axis_of(axis, from.len())?;
        let step = strides(from);
        let mut at = 0;
        for &y in &node.outputs {
            self.real(y)?;
            let to = self.shape(y);
            let fits = to.len() == from.len() && (0..to.len()).all(|d| d == axis || from[d] == to[d]);
            if !fits || at + to[axis] > from[axis] {
                return Err(bad_shape());
            }
            let start = small(at)?.wrapping_mul(step[axis]);
            self.walk("split", x, y, &Walk { sizes: to, from: &step, to: &strides(to), start: (start, 0) })?;
            at += to[axis];
        }
        Ok(())
    }

    /// PACK: tensors side by side along a new axis.
    #[inline(never)]
    pub(super) fn pack(&mut self, node: &'a Node) -> Lowered {
        let Params::Axis { axis } = node.params else { return Err(option("PackOptions")) };
        let y = self.output(node)?;
        let to = self.shape(y);
        let axis = axis_of(axis, to.len())?;
        let steps = without(&strides(to), axis);
        if to[axis] != node.inputs.len() {
            return Err(bad_shape());
        }
        for at in 0..node.inputs.len() {
            let x = self.input(node, at)?;
            let from = self.shape(x);
            if *from != without(to, axis) {
                return Err(bad_shape());
            }
            let start = small(at)?.wrapping_mul(strides(to)[axis]);
            self.walk("pack", x, y, &Walk { sizes: from, from: &strides(from), to: &steps, start: (0, start) })?;
        }
        Ok(())
    }

    /// UNPACK: the inverse.
    #[inline(never)]
    pub(super) fn unpack(&mut self, node: &'a Node) -> Lowered {
        let Params::Axis { axis } = node.params else { return Err(option("UnpackOptions")) };
        let x = self.input(node, 0)?;
        let from = self.shape(x);
        let axis = axis_of(axis, from.len())?;
        let steps = without(&strides(from), axis);
        if from[axis] != node.outputs.len() {
            return Err(bad_shape());
        }
        for (at, &y) in node.outputs.iter().enumerate() {
            self.real(y)?;
            let to = self.shape(y);
            if *to != without(from, axis) {
                return Err(bad_shape());
            }
            let start = small(at)?.wrapping_mul(strides(from)[axis]);
            self.walk("unpack", x, y, &Walk { sizes: to, from: &steps, to: &strides(to), start: (start, 0) })?;
        }
        Ok(())
    }

    /// BROADCAST_TO, and TILE, which repeats dimensions of any size.
    #[inline(never)]
    pub(super) fn repeat(&mut self, node: &'a Node, tile: bool) -> Lowered {
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let (from, to) = (self.shape(x), self.shape(y));
        let missing =
            to.len().checked_sub(from.len()).filter(|&missing| missing == 0 || !tile).ok_or_else(bad_shape)?;
        let (step_from, step_to) = (strides(from), strides(to));
        let (mut sizes, mut steps, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for (d, (&size, &step)) in to.iter().zip(&step_to).enumerate() {
            let (own, own_step) = d.checked_sub(missing).map_or((1, 0), |d| (from[d], step_from[d]));
            if own == 0 || !size.is_multiple_of(own) || !(tile || own == 1 || own == size) {
                return Err(bad_shape());
            }
            // The number of repetitions, then the dimension itself.
            sizes.extend([size / own, own]);
            steps.extend([0, own_step]);
            targets.extend([step.wrapping_mul(own as u32), step]);
        }
        self.walk("repeat", x, y, &Walk { sizes: &sizes, from: &steps, to: &targets, start: (0, 0) })
    }

    /// SPACE_TO_DEPTH and DEPTH_TO_SPACE: swap rows and columns of blocks with channels.
    #[inline(never)]
    pub(super) fn blocks(&mut self, node: &'a Node, to_depth: bool) -> Lowered {
        let Params::Block { size } = node.params else { return Err(option("block_size")) };
        let (x, y) = (self.input(node, 0)?, self.output(node)?);
        let (space, depth) = if to_depth { (x, y) } else { (y, x) };
        let (&[n, h, w, c], &[dn, dh, dw, dc]) = (self.shape(space), self.shape(depth)) else {
            return Err(bad_shape());
        };
        let size = usize::try_from(size).ok().filter(|&size| size > 0).ok_or_else(bad_shape)?;
        if [dn, dh * size, dw * size, dc] != [n, h, w, c * size * size] {
            return Err(bad_shape());
        }
        // Batch, row of blocks, column of blocks, row in a block, column in a block, channel.
        let sizes = [n, dh, dw, size, size, c];
        let steps = |all: [usize; 6]| all.map(|step| step as u32);
        let in_space = steps([h * w * c, size * w * c, size * c, w * c, c, 1]);
        let in_depth = steps([dh * dw * dc, dw * dc, dc, size * c, c, 1]);
        small(n * h * w * c)?;
        let (from, to) = if to_depth { (in_space, in_depth) } else { (in_depth, in_space) };
        let kernel = if to_depth { "space-to-depth" } else { "depth-to-space" };
        self.walk(kernel, x, y, &Walk { sizes: &sizes, from: &from, to: &to, start: (0, 0) })
    }

    /// GATHER with a list of indices, constant or computed.
    #[inline(never)]
    pub(super) fn gather(&mut self, node: &'a Node) -> Lowered {
        let Params::Gather { axis, batch_dims } = node.params else { return Err(option("GatherOptions")) };
        if batch_dims != 0 {
            return Err(option("batch_dims"));
        }
        self.same_grid(self.input(node, 0)?, self.output(node)?)?;
        self.pick(node, [0, 1], axis)
    }

    /// Slices of an operand along an axis, by the indices in another.
    pub(super) fn pick(&mut self, node: &'a Node, [table, places]: [usize; 2], axis: i64) -> Lowered {
        let (x, y) = (self.input(node, table)?, self.output(node)?);
        let (from, to) = (self.shape(x), self.shape(y));
        let axis = axis_of(axis, from.len())?;
        let picked = self.input(node, places)?;
        let list = self.shape(picked);
        if [&from[..axis], list, &from[axis + 1..]].concat() != to {
            return Err(bad_shape());
        }
        let outer = small(from[..axis].iter().product())?;
        let inner = small(from[axis + 1..].iter().product())?;
        let sizes = [outer, small(from[axis])?, small(list.iter().product())?, inner];
        let places = if self.graph.tensors[picked].data.is_some() {
            self.constant_places(node, places, from[axis])?
        } else {
            self.computed_places(picked, from[axis])?
        };
        let (x, scale) = match self.coded_table(x)? {
            Some((at, store, scale)) => ((at, store), scale),
            None => (self.table(x)?, 1.0),
        };
        let y = Operand::Value(self.value(y));
        self.push(gather(sizes, places, x, scale, y));
        Ok(())
    }

    /// Refuses an index outside the tensor, as the CPU kernel does.
    fn constant_places(&mut self, node: &'a Node, operand: usize, len: usize) -> Lowered<Operand> {
        let places = self.ints(node, operand)?;
        let bits = |&place: &i64| small(usize::try_from(place).map_err(|_| bad_shape())?).map(f32::from_bits);
        if places.iter().any(|&place| place >= len as i64) {
            return Err(bad_shape());
        }
        Ok(self.owned(places.iter().map(bits).collect::<Lowered<Vec<f32>>>()?))
    }

    /// Indices that are inputs of a run, which checks them first.
    fn computed_places(&mut self, tensor: usize, len: usize) -> Lowered<Operand> {
        let dtype = self.graph.tensors[tensor].dtype;
        if !matches!(dtype, Dtype::I32 | Dtype::I64) {
            return Err(wrong_type(dtype));
        }
        let value = self.computed(tensor)?;
        self.plan.places.push(Places { value, node: self.at, len });
        Ok(Operand::Value(value))
    }

    /// A copy without padding.
    fn walk(&mut self, kernel: &'static str, x: usize, y: usize, walk: &Walk) -> Lowered {
        let Walk { sizes, from, to, start } = *walk;
        let dims = (0..sizes.len())
            .map(|d| Ok(Dim::new(small(sizes[d])?, signed(from[d])?, to[d])))
            .collect::<Lowered<Vec<_>>>()?;
        self.copy(kernel, Copy { dims, from: signed(start.0)?, to: start.1, fill: 0.0 }, x, y)
    }

    fn copy(&mut self, kernel: &'static str, copy: Copy, x: usize, y: usize) -> Lowered {
        if kernel != "concatenation" {
            self.same_grid(x, y)?;
        }
        let x = self.operand(x)?;
        let y = Operand::Value(self.value(y));
        if copy.dims.iter().all(|d| d.size != 0) {
            self.push(copy.dispatch(kernel, x, y));
        }
        Ok(())
    }
}

/// How a copy without padding walks both tensors.
struct Walk<'a> {
    /// Sizes of the dimensions that are walked.
    sizes: &'a [usize],
    /// Steps in the source, by dimension.
    from: &'a [u32],
    /// Steps in the target.
    to: &'a [u32],
    /// Start in source and target.
    start: (u32, u32),
}

/// A list without one of its entries.
fn without<T: Clone>(list: &[T], at: usize) -> Vec<T> {
    [&list[..at], &list[at + 1..]].concat()
}

/// An axis that may count from the end.
fn axis_of(axis: i64, rank: usize) -> Lowered<usize> {
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(from_start).ok().filter(|&a| a < rank).ok_or_else(bad_shape)
}
