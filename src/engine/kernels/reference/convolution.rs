//! CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV.

use super::{Check, is, operands, out_per_tensor, per_tensor, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::fixed::{Factor, activation_range};
use crate::engine::kernels::geometry::{Plane, dims, misfit};
use crate::engine::program::{Dtype, Op, Params, Quant, Window};
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Conv2d, Definition::new(6, check, conv_shapes, conv)),
    (Op::DepthwiseConv2d, Definition::new(7, check, depthwise_shapes, depthwise)),
    (Op::TransposeConv, Definition::new(4, check_transpose, transpose_shapes, transpose)),
];

/// Something that products are added to. Integers wrap, as the runtime's do.
pub trait Sum: Copy + Default {
    /// Adds a product.
    fn add(&mut self, product: Self);
}

impl Sum for f32 {
    fn add(&mut self, product: Self) {
        *self += product;
    }
}

impl Sum for i32 {
    fn add(&mut self, product: Self) {
        *self = self.wrapping_add(product);
    }
}

impl Sum for i64 {
    fn add(&mut self, product: Self) {
        *self = self.wrapping_add(product);
    }
}

/// Which arithmetic a convolution (or fully connected layer) uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// float32 throughout.
    Float,
    /// int8 x int8, one factor a channel.
    Int8,
    /// uint8 x uint8, one factor.
    Uint8,
    /// int16 x int8, 64-bit sums.
    Int16,
    /// float32 input, int8 weights: the input is quantized on the fly.
    Hybrid,
}

/// The arithmetic for input `x`, weights `w`, bias `b`; `None` when there is none.
pub fn arithmetic(view: &NodeView, x: usize, w: usize, b: usize) -> Option<Arithmetic> {
    let bias = view.dtype(b);
    let quantized = per_tensor(view, x) && out_per_tensor(view, 0) && view.quant(w).is_ok();
    Some(match (view.dtype(x)?, view.dtype(w)?) {
        (Dtype::F32, Dtype::F32) if view.out_dtype(0)? == Dtype::F32 && matches!(bias, None | Some(Dtype::F32)) => {
            Arithmetic::Float
        }
        (Dtype::F32, Dtype::I8)
            if view.out_dtype(0)? == Dtype::F32 && matches!(bias, None | Some(Dtype::F32)) && view.quant(w).is_ok() =>
        {
            Arithmetic::Hybrid
        }
        (Dtype::I8, Dtype::I8) if is(view, x, Dtype::I8) && quantized && matches!(bias, None | Some(Dtype::I32)) => {
            Arithmetic::Int8
        }
        (Dtype::U8, Dtype::U8) if is(view, x, Dtype::U8) && quantized && matches!(bias, None | Some(Dtype::I32)) => {
            Arithmetic::Uint8
        }
        (Dtype::I16, Dtype::I8)
            if is(view, x, Dtype::I16) && quantized && matches!(bias, None | Some(Dtype::I32 | Dtype::I64)) =>
        {
            Arithmetic::Int16
        }
        _ => return None,
    })
}

fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some())?;
    clamps(view)
}

fn check_transpose(view: &NodeView) -> Check {
    operands(view, 3..=4, 3)?;
    types(
        view,
        view.dtype(0) == Some(Dtype::I32) && arithmetic(view, 2, 1, 3).is_some_and(|a| a != Arithmetic::Hybrid),
    )?;
    clamps(view)
}

/// Refuses activations that do not just clamp.
pub fn clamps(view: &NodeView) -> Check {
    match view.activation().range() {
        Some(_) => Ok(()),
        None => Err(Refusal::new("engine-activation")),
    }
}

/// The window of a convolution's options.
pub fn window(view: &NodeView) -> Result<Window> {
    match &view.node.params {
        Params::Conv2d { window, .. }
        | Params::DepthwiseConv2d { window, .. }
        | Params::TransposeConv { window, .. } => Ok(*window),
        _ => Err(misfit()),
    }
}

/// Refuses a bias whose length is not the number of output channels.
pub fn bias_fits(view: &NodeView, b: usize, channels: usize) -> Result<()> {
    if view.has(b) && view.shape(b).iter().product::<usize>() != channels { Err(misfit()) } else { Ok(()) }
}

/// Geometry of CONV_2D: windows and channels.
#[derive(Clone, Copy, Debug)]
pub struct Conv {
    /// Number of images.
    pub batch: usize,
    /// Window.
    pub plane: Plane,
    /// Channels of the input.
    pub input: usize,
    /// Channels of the filter: `input` divided by the number of groups.
    pub depth: usize,
    /// Channels of the output.
    pub output: usize,
}

/// Geometry of a CONV_2D node.
pub fn conv_geometry(view: &NodeView) -> Result<Conv> {
    let [batch, height, width, input] = dims(view.shape(0))?;
    let [output, fh, fw, depth] = dims(view.shape(1))?;
    if depth == 0 || input % depth != 0 || output % (input / depth).max(1) != 0 || input == 0 {
        return Err(misfit().with("channels", input).with("filter", depth));
    }
    bias_fits(view, 2, output)?;
    Ok(Conv { batch, plane: Plane::new(&window(view)?, height, width, (fh, fw))?, input, depth, output })
}

fn conv_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = conv_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.output]]))
}

/// Calls `f(output index, channel, sum over the window)` for every output of a convolution.
fn conv_sums<S: Sum>(g: &Conv, mut product: impl FnMut(usize, usize, usize) -> S, mut f: impl FnMut(usize, usize, S)) {
    let Plane { y, x } = g.plane;
    let per_group = g.output / (g.input / g.depth);
    for b in 0..g.batch {
        for oy in 0..y.output {
            for ox in 0..x.output {
                for oc in 0..g.output {
                    let first = oc / per_group * g.depth;
                    let mut sum = S::default();
                    for ty in 0..y.taps {
                        let Some(iy) = y.at(oy, ty) else { continue };
                        for tx in 0..x.taps {
                            let Some(ix) = x.at(ox, tx) else { continue };
                            let at = ((b * y.input + iy) * x.input + ix) * g.input + first;
                            let tap = ((oc * y.taps + ty) * x.taps + tx) * g.depth;
                            for c in 0..g.depth {
                                sum.add(product(at + c, tap + c, b));
                            }
                        }
                    }
                    f(((b * y.output + oy) * x.output + ox) * g.output + oc, oc, sum);
                }
            }
        }
    }
}

fn conv(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = conv_geometry(view)?;
    match arithmetic(view, 0, 1, 2).ok_or_else(misfit)? {
        Arithmetic::Float => {
            let (x, w, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
            let finish = FloatFinish::new(view, io.input(2));
            conv_sums(&g, |i, t, _| x[i] * w[t], |o, c, sum: f32| out[o] = finish.apply(c, sum));
        }
        Arithmetic::Hybrid => {
            let (w, out) = (io.input::<i8>(1), io.output::<f32>(0));
            let rows = Hybrid::quantize(io.input(0), g.batch, true);
            let scales = ChannelScales::new(view.quant(1)?, g.output);
            let finish = FloatFinish::new(view, io.input(2));
            conv_sums(
                &g,
                |i, t, b| (i32::from(rows.values[i]) - rows.zero[b]) * i32::from(w[t]),
                |o, c, sum: i32| {
                    let b = o / (g.plane.y.output * g.plane.x.output * g.output);
                    out[o] = finish.apply(c, sum as f32 * scales.get(c) * rows.scale[b]);
                },
            );
        }
        Arithmetic::Int8 => {
            let (x, w, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
            let finish = IntFinish::new(view, 0, 1, g.output, io.input(2))?;
            let zero = view.quant(0)?.zero_point();
            conv_sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * i32::from(w[t]),
                |o, c, sum| out[o] = finish.apply(c, sum) as i8,
            );
        }
        Arithmetic::Uint8 => {
            let (x, w, out) = (io.input::<u8>(0), io.input::<u8>(1), io.output::<u8>(0));
            let finish = IntFinish::new(view, 0, 1, g.output, io.input(2))?;
            let (zero, filter_zero) = (view.quant(0)?.zero_point(), view.quant(1)?.zero_point());
            conv_sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * (i32::from(w[t]) - filter_zero),
                |o, c, sum| out[o] = finish.apply(c, sum) as u8,
            );
        }
        Arithmetic::Int16 => {
            let (x, w, out) = (io.input::<i16>(0), io.input::<i8>(1), io.output::<i16>(0));
            let finish = WideFinish::new(view, 0, 1, g.output, wide_bias(view, io, 2))?;
            conv_sums(
                &g,
                |i, t, _| i64::from(i32::from(x[i]) * i32::from(w[t])),
                |o, c, sum| out[o] = finish.apply(c, sum),
            );
        }
    }
    Ok(())
}

/// Geometry of DEPTHWISE_CONV_2D.
#[derive(Clone, Copy, Debug)]
pub struct Depthwise {
    /// Number of images.
    pub batch: usize,
    /// Window.
    pub plane: Plane,
    /// Channels of the input.
    pub input: usize,
    /// Output channels for each input channel.
    pub multiplier: usize,
}

/// Geometry of a DEPTHWISE_CONV_2D node.
pub fn depthwise_geometry(view: &NodeView) -> Result<Depthwise> {
    let [batch, height, width, input] = dims(view.shape(0))?;
    let [one, fh, fw, output] = dims(view.shape(1))?;
    if one != 1 || input == 0 || output % input != 0 {
        return Err(misfit().with("channels", input).with("filter", output));
    }
    bias_fits(view, 2, output)?;
    let plane = Plane::new(&window(view)?, height, width, (fh, fw))?;
    Ok(Depthwise { batch, plane, input, multiplier: output / input })
}

fn depthwise_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = depthwise_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.input * g.multiplier]]))
}

fn depthwise_sums<S: Sum>(
    g: &Depthwise,
    mut product: impl FnMut(usize, usize, usize) -> S,
    mut f: impl FnMut(usize, usize, S),
) {
    let Plane { y, x } = g.plane;
    let channels = g.input * g.multiplier;
    for b in 0..g.batch {
        for oy in 0..y.output {
            for ox in 0..x.output {
                for oc in 0..channels {
                    let mut sum = S::default();
                    for ty in 0..y.taps {
                        let Some(iy) = y.at(oy, ty) else { continue };
                        for tx in 0..x.taps {
                            let Some(ix) = x.at(ox, tx) else { continue };
                            let at = ((b * y.input + iy) * x.input + ix) * g.input + oc / g.multiplier;
                            sum.add(product(at, (ty * x.taps + tx) * channels + oc, b));
                        }
                    }
                    f(((b * y.output + oy) * x.output + ox) * channels + oc, oc, sum);
                }
            }
        }
    }
}

fn depthwise(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = depthwise_geometry(view)?;
    let channels = g.input * g.multiplier;
    match arithmetic(view, 0, 1, 2).ok_or_else(misfit)? {
        Arithmetic::Float => {
            let (x, w, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
            let finish = FloatFinish::new(view, io.input(2));
            depthwise_sums(&g, |i, t, _| x[i] * w[t], |o, c, sum: f32| out[o] = finish.apply(c, sum));
        }
        Arithmetic::Hybrid => {
            let (w, out) = (io.input::<i8>(1), io.output::<f32>(0));
            let rows = Hybrid::quantize(io.input(0), g.batch, true);
            let scales = ChannelScales::new(view.quant(1)?, channels);
            let finish = FloatFinish::new(view, io.input(2));
            depthwise_sums(
                &g,
                |i, t, b| (i32::from(rows.values[i]) - rows.zero[b]) * i32::from(w[t]),
                |o, c, sum: i32| {
                    let b = o / (g.plane.y.output * g.plane.x.output * channels);
                    out[o] = finish.apply(c, sum as f32 * scales.get(c) * rows.scale[b]);
                },
            );
        }
        Arithmetic::Int8 => {
            let (x, w, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
            let finish = IntFinish::new(view, 0, 1, channels, io.input(2))?;
            let zero = view.quant(0)?.zero_point();
            depthwise_sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * i32::from(w[t]),
                |o, c, sum| out[o] = finish.apply(c, sum) as i8,
            );
        }
        Arithmetic::Uint8 => {
            let (x, w, out) = (io.input::<u8>(0), io.input::<u8>(1), io.output::<u8>(0));
            let finish = IntFinish::new(view, 0, 1, channels, io.input(2))?;
            let (zero, filter_zero) = (view.quant(0)?.zero_point(), view.quant(1)?.zero_point());
            depthwise_sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * (i32::from(w[t]) - filter_zero),
                |o, c, sum| out[o] = finish.apply(c, sum) as u8,
            );
        }
        Arithmetic::Int16 => {
            let (x, w, out) = (io.input::<i16>(0), io.input::<i8>(1), io.output::<i16>(0));
            let finish = WideFinish::new(view, 0, 1, channels, wide_bias(view, io, 2))?;
            depthwise_sums(
                &g,
                |i, t, _| i64::from(i32::from(x[i]) * i32::from(w[t])),
                |o, c, sum| out[o] = finish.apply(c, sum),
            );
        }
    }
    Ok(())
}

/// TRANSPOSE_CONV: the window runs over the output; its shape is operand 0.
fn transpose_geometry(view: &NodeView, shape: &[i64]) -> Result<(Conv, [usize; 4])> {
    let size = |&d: &i64| usize::try_from(d).map_err(|_| misfit());
    let out: Vec<usize> = shape.iter().map(size).collect::<Result<_>>()?;
    let [batch, height, width, channels] = dims(&out)?;
    let [in_batch, in_height, in_width, input] = dims(view.shape(2))?;
    let [output, fh, fw, depth] = dims(view.shape(1))?;
    if depth != input || output != channels || in_batch != batch || input == 0 {
        return Err(misfit());
    }
    bias_fits(view, 3, output)?;
    let plane = Plane::new(&window(view)?, height, width, (fh, fw))?;
    if plane.y.output != in_height || plane.x.output != in_width {
        return Err(misfit());
    }
    Ok((Conv { batch, plane, input, depth, output }, [batch, height, width, channels]))
}

fn transpose_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(0) else { return Ok(None) };
    Ok(Some(vec![transpose_geometry(view, &shape)?.1.to_vec()]))
}

/// Adds every product of a transposed convolution to `sums` (shape of the output).
fn transpose_sums<S: Sum>(g: &Conv, sums: &mut [S], mut product: impl FnMut(usize, usize) -> S) {
    let Plane { y, x } = g.plane;
    for b in 0..g.batch {
        for iy in 0..y.output {
            for ix in 0..x.output {
                for ty in 0..y.taps {
                    let Some(oy) = y.at(iy, ty) else { continue };
                    for tx in 0..x.taps {
                        let Some(ox) = x.at(ix, tx) else { continue };
                        for oc in 0..g.output {
                            let to = ((b * y.input + oy) * x.input + ox) * g.output + oc;
                            let at = ((b * y.output + iy) * x.output + ix) * g.input;
                            let tap = ((oc * y.taps + ty) * x.taps + tx) * g.input;
                            for c in 0..g.input {
                                sums[to].add(product(at + c, tap + c));
                            }
                        }
                    }
                }
            }
        }
    }
}

fn transpose(view: &NodeView, io: &mut Io) -> Result<()> {
    let shape: Vec<i64> = io.input::<i32>(0).iter().map(|&v| i64::from(v)).collect();
    let (g, _) = transpose_geometry(view, &shape)?;
    match arithmetic(view, 2, 1, 3).ok_or_else(misfit)? {
        Arithmetic::Float => {
            let (x, w, out) = (io.input::<f32>(2), io.input::<f32>(1), io.output::<f32>(0));
            let finish = FloatFinish::new(view, io.input(3));
            out.fill(0.0);
            transpose_sums(&g, out, |i, t| x[i] * w[t]);
            out.iter_mut().enumerate().for_each(|(o, v)| *v = finish.apply(o % g.output, *v));
        }
        Arithmetic::Int8 => {
            let (x, w, out) = (io.input::<i8>(2), io.input::<i8>(1), io.output::<i8>(0));
            let finish = IntFinish::new(view, 2, 1, g.output, io.input(3))?;
            let zero = view.quant(2)?.zero_point();
            let mut sums = vec![0i32; out.len()];
            transpose_sums(&g, &mut sums, |i, t| (i32::from(x[i]) - zero) * i32::from(w[t]));
            out.iter_mut().zip(sums).enumerate().for_each(|(o, (v, s))| *v = finish.apply(o % g.output, s) as i8);
        }
        Arithmetic::Uint8 => {
            let (x, w, out) = (io.input::<u8>(2), io.input::<u8>(1), io.output::<u8>(0));
            let finish = IntFinish::new(view, 2, 1, g.output, io.input(3))?;
            let (zero, filter_zero) = (view.quant(2)?.zero_point(), view.quant(1)?.zero_point());
            let mut sums = vec![0i32; out.len()];
            transpose_sums(&g, &mut sums, |i, t| (i32::from(x[i]) - zero) * (i32::from(w[t]) - filter_zero));
            out.iter_mut().zip(sums).enumerate().for_each(|(o, (v, s))| *v = finish.apply(o % g.output, s) as u8);
        }
        Arithmetic::Int16 => {
            let (x, w, out) = (io.input::<i16>(2), io.input::<i8>(1), io.output::<i16>(0));
            let finish = WideFinish::new(view, 2, 1, g.output, wide_bias(view, io, 3))?;
            let mut sums = vec![0i64; out.len()];
            transpose_sums(&g, &mut sums, |i, t| i64::from(i32::from(x[i]) * i32::from(w[t])));
            out.iter_mut().zip(sums).enumerate().for_each(|(o, (v, s))| *v = finish.apply(o % g.output, s));
        }
        Arithmetic::Hybrid => return Err(misfit()),
    }
    Ok(())
}

/// Bias and activation of float sums.
pub struct FloatFinish<'a> {
    bias: &'a [f32],
    low: f32,
    high: f32,
}

impl<'a> FloatFinish<'a> {
    /// For a node with this bias (may be empty).
    pub fn new(view: &NodeView, bias: &'a [f32]) -> Self {
        let (low, high) = view.activation().range().unwrap_or((f32::NEG_INFINITY, f32::INFINITY));
        Self { bias, low, high }
    }

    /// The result for a sum of channel `c`. NaN passes where there is no activation.
    pub fn apply(&self, c: usize, sum: f32) -> f32 {
        clamp(sum + self.bias.get(c).copied().unwrap_or(0.0), self.low, self.high)
    }
}

/// min(max(x, low), high), leaving NaN alone where both are infinite.
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// Bias, requantization and activation of 32-bit sums.
pub struct IntFinish<'a> {
    bias: &'a [i32],
    factors: Vec<Factor>,
    zero: i32,
    low: i32,
    high: i32,
}

impl<'a> IntFinish<'a> {
    /// For a node whose input is operand `x` and weights operand `w`, with this bias (may be empty).
    pub fn new(view: &NodeView, x: usize, w: usize, channels: usize, bias: &'a [i32]) -> Result<Self> {
        let out = view.out_quant(0)?;
        let dtype = view.out_dtype(0).ok_or_else(misfit)?;
        let (low, high) = activation_range(view.activation(), out, dtype)?;
        Ok(Self { bias, factors: factors(view, x, w, channels)?, zero: out.zero_point(), low, high })
    }

    /// The result for a sum of channel `c`.
    pub fn apply(&self, c: usize, sum: i32) -> i32 {
        let sum = sum.wrapping_add(self.bias.get(c).copied().unwrap_or(0));
        (self.factors[c].apply(sum).saturating_add(self.zero)).clamp(self.low, self.high)
    }
}

/// From sums to output units, for each channel.
pub fn factors(view: &NodeView, x: usize, w: usize, channels: usize) -> Result<Vec<Factor>> {
    let (input, weights, out) = (view.quant(x)?, view.quant(w)?, view.out_quant(0)?);
    let one = |scale: f32| {
        if view.dtype(x) == Some(Dtype::U8) {
            Factor::new(f64::from(input.scale() * scale) / f64::from(out.scale()))
        } else {
            Factor::new(f64::from(input.scale()) * f64::from(scale) / f64::from(out.scale()))
        }
    };
    match weights.scale.len() {
        1 => Ok(vec![one(weights.scale()); channels]),
        n if n == channels => Ok(weights.scale.iter().map(|&s| one(s)).collect()),
        _ => Err(misfit()),
    }
}

/// Bias, requantization and activation of 64-bit sums.
pub struct WideFinish {
    bias: Vec<i64>,
    factors: Vec<Factor>,
    low: i32,
    high: i32,
}

impl WideFinish {
    /// As [`IntFinish::new`]; zero points are 0 in int16.
    pub fn new(view: &NodeView, x: usize, w: usize, channels: usize, bias: Vec<i64>) -> Result<Self> {
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, Dtype::I16)?;
        Ok(Self { bias, factors: factors(view, x, w, channels)?, low, high })
    }

    /// The result for a sum of channel `c`.
    pub fn apply(&self, c: usize, sum: i64) -> i16 {
        let sum = sum.wrapping_add(self.bias.get(c).copied().unwrap_or(0));
        self.factors[c].apply_wide(sum).clamp(self.low, self.high) as i16
    }
}

/// An int32 or int64 bias as int64.
pub fn wide_bias(view: &NodeView, io: &Io, b: usize) -> Vec<i64> {
    match view.dtype(b) {
        Some(Dtype::I64) => io.input::<i64>(b).to_vec(),
        Some(_) => io.input::<i32>(b).iter().map(|&v| i64::from(v)).collect(),
        None => Vec::new(),
    }
}

/// Scales of weights by channel.
pub struct ChannelScales<'a>(&'a Quant, usize);

impl<'a> ChannelScales<'a> {
    /// Of `quant`, for `channels` channels.
    pub fn new(quant: &'a Quant, channels: usize) -> Self {
        Self(quant, channels)
    }

    /// Scale of channel `c`.
    pub fn get(&self, c: usize) -> f32 {
        if self.0.scale.len() == self.1 { self.0.scale[c] } else { self.0.scale() }
    }
}

/// A float operand quantized on the fly to int8, row by row.
pub struct Hybrid {
    /// Quantized values.
    pub values: Vec<i8>,
    /// Scale of each row.
    pub scale: Vec<f32>,
    /// Zero point of each row; 0 when symmetric.
    pub zero: Vec<i32>,
}

impl Hybrid {
    /// Quantizes `x`, cut into `rows` equal rows. Asymmetric ones have a zero point, symmetric ones use -127..127.
    pub fn quantize(x: &[f32], rows: usize, asymmetric: bool) -> Self {
        let mut new = Self { values: vec![0; x.len()], scale: vec![1.0; rows], zero: vec![0; rows] };
        if rows == 0 || x.is_empty() {
            return new;
        }
        let len = x.len() / rows;
        for (r, (row, out)) in x.chunks_exact(len).zip(new.values.chunks_exact_mut(len)).enumerate() {
            let (low, high) = row.iter().fold((f32::MAX, f32::MIN), |(l, h), &v| (l.min(v), h.max(v)));
            (new.scale[r], new.zero[r]) =
                if asymmetric { asymmetric_row(row, low, high, out) } else { symmetric_row(row, low, high, out) };
        }
        new
    }
}

fn symmetric_row(row: &[f32], low: f32, high: f32, out: &mut [i8]) -> (f32, i32) {
    let range = low.abs().max(high.abs());
    if range == 0.0 {
        out.fill(0);
        return (1.0, 0);
    }
    let factor = 127.0 / range;
    for (o, &v) in out.iter_mut().zip(row) {
        *o = ((v * factor).round() as i32).clamp(-127, 127) as i8;
    }
    (range / 127.0, 0)
}

fn asymmetric_row(row: &[f32], low: f32, high: f32, out: &mut [i8]) -> (f32, i32) {
    let (low, high) = (f64::from(low.min(0.0)), f64::from(high.max(0.0)));
    if low == high {
        out.fill(0);
        return (1.0, 0);
    }
    let scale = (high - low) / 255.0;
    // The zero point comes from the end whose rounding error is smaller.
    let (from_low, from_high) = (-128.0 - low / scale, 127.0 - high / scale);
    let low_error = 128.0 + (low / scale).abs();
    let high_error = 127.0 + (high / scale).abs();
    let zero = if low_error < high_error { from_low } else { from_high };
    let zero = if zero <= -128.0 {
        -128
    } else if zero >= 127.0 {
        127
    } else {
        zero.round() as i32
    };
    let inverse = (1.0 / scale) as f32;
    for (o, &v) in out.iter_mut().zip(row) {
        *o = (zero + (v * inverse).round() as i32).clamp(-128, 127) as i8;
    }
    (scale as f32, zero)
}
