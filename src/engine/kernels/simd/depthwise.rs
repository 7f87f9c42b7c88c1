//! DEPTHWISE_CONV_2D: channels side by side in vectors, with the weights of a block of channels in registers for a row.
//!
//! Where an input channel has several outputs, its values are repeated first, once for each; a single input channel makes
//! a matrix product instead (see [`convolution`]).

use super::convolution;
use super::depthwise_ints::IntTaps;
use super::dynamic_range::Rescale;
use super::vector::{F32x4, Floats, PairSums, QuadSums, Sign, quads};
use super::weights::IntWeights;
use crate::engine::data::{Number, view_mut};
use crate::engine::error::Result;
use crate::engine::ops::convolution::{Depthwise, depthwise_geometry};
use crate::engine::ops::dynamic_range::quantize_row;
use crate::engine::ops::geometry::{Plane, Span, misfit};
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView, Rows};

enum Weights {
    Float(FloatTaps),
    /// Quantized values as floats, which represent their sums exactly.
    DynamicRange(FloatTaps, Rescale),
    Pairs(IntTaps<PairSums>),
    Quads(IntTaps<QuadSums>),
}

/// Float weights with bias and clamp.
struct FloatTaps {
    /// Taps by channels, channels padded to full vectors.
    weights: Vec<f32>,
    bias: Vec<f32>,
    clamp: (f32, f32),
    /// Channels, padded.
    width: usize,
    nine: Option<Nine>,
}

/// Maximum number of taps whose products (at most 255 times 128) a float32 sums exactly.
const MOST_TAPS: usize = (1 << 24) / (255 * 128);

struct Kernel2d {
    weights: Weights,
    /// Of the input with repeated channels.
    geometry: Depthwise,
    /// Number of times that each channel of the input is repeated.
    repeats: usize,
}

/// The geometry of a node whose input channels are repeated, and how often.
fn repeated(view: &NodeView) -> Result<(Depthwise, usize)> {
    let g = depthwise_geometry(view)?;
    Ok((Depthwise { input: g.input * g.multiplier, multiplier: 1, ..g }, g.multiplier))
}

/// Prepares DEPTHWISE_CONV_2D: float32, int8, uint8, or float32 with weights of eight bits; constant weights.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (geometry, repeats) = repeated(view)?;
    let channels = geometry.input;
    if channels == 0 || (view.has(2) && view.value::<u8>(2).is_none()) {
        return Ok(None);
    }
    if repeats > 1 && repeats == channels {
        return convolution::prepare_single(view);
    }
    let taps = geometry.plane.y.taps * geometry.plane.x.taps;
    let weights = match arithmetic(view, 0, 1, 2) {
        Some(Arithmetic::Float) => {
            let Some(stored) = view.value::<f32>(1) else { return Ok(None) };
            let bias = view.value::<f32>(2).unwrap_or(&[]);
            Weights::Float(FloatTaps::new(stored, bias, &geometry, view.activation().range().ok_or_else(misfit)?))
        }
        Some(Arithmetic::DynamicRange) if taps <= MOST_TAPS => {
            let Some(stored) = IntWeights::new(view)? else { return Ok(None) };
            let stored: Vec<f32> = stored.values.iter().map(|&w| w.into()).collect();
            let taps = FloatTaps::new(&stored, &[], &geometry, (f32::NEG_INFINITY, f32::INFINITY));
            Weights::DynamicRange(taps, Rescale::new(view, channels)?)
        }
        Some(Arithmetic::Int8 | Arithmetic::Uint8) if view.dtype(1) != Some(Dtype::I4) => {
            let Some(stored) = IntWeights::new(view)? else { return Ok(None) };
            match Weights::pack(view, &stored, &geometry)? {
                Some(weights) => weights,
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Box::new(Kernel2d { weights, geometry, repeats })))
}

impl Weights {
    /// 8-bit weights for the widest lanes that they fit.
    fn pack(view: &NodeView, stored: &IntWeights, g: &Depthwise) -> Result<Option<Self>> {
        if let Some(sign) = quads()
            && let Some(taps) = IntTaps::new(view, stored, g, sign)?
        {
            return Ok(Some(Self::Quads(taps)));
        }
        Ok(IntTaps::new(view, stored, g, Sign::Signed)?.map(Self::Pairs))
    }
}

/// Each value of `x`, repeated; in `room` if there is more than one of each.
fn repeat<'a, T: Number>(x: &'a [T], times: usize, room: &'a mut [T]) -> &'a [T] {
    if times == 1 {
        return x;
    }
    let room = &mut room[..x.len() * times];
    room.chunks_exact_mut(times).zip(x).for_each(|(to, &value)| to.fill(value));
    room
}

impl FloatTaps {
    /// From weights of shape `[1, height, width, channels]`; the bias may be empty.
    fn new(stored: &[f32], bias: &[f32], g: &Depthwise, clamp: (f32, f32)) -> Self {
        let (taps, channels) = (g.plane.y.taps * g.plane.x.taps, g.input);
        let width = channels.next_multiple_of(4);
        let mut weights = vec![0.0; taps * width];
        for (to, from) in weights.chunks_exact_mut(width).zip(stored.chunks_exact(channels)) {
            to[..channels].copy_from_slice(from);
        }
        let mut bias = bias.to_vec();
        bias.resize(width, 0.0);
        let nine =
            (g.plane.y.taps == 3 && g.plane.x.taps == 3).then(|| Nine::new(&weights, &bias, width, clamp)).flatten();
        Self { weights, bias, clamp, width, nine }
    }

    /// Convolves all images of `x`.
    fn run(&self, x: &[f32], g: &Depthwise, out: &mut [f32]) {
        match &self.nine {
            Some(nine) if g.input.is_multiple_of(4) => nine.run::<F32x4>(x, g, out),
            _ => {
                let Self { weights, bias, clamp, width, .. } = self;
                FloatRow { weights, bias, clamp: *clamp, width: *width, g }.run(x, out);
            }
        }
    }
}

/// Each image is quantized by itself, with a zero point.
fn run_dynamic_range(taps: &FloatTaps, rescale: &Rescale, g: &Depthwise, repeats: usize, io: &mut Io) {
    let Plane { y, x: w } = g.plane;
    let (image, pixels) = (y.input * w.input * g.input, y.output * w.output * g.input);
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    let (values, quantized) = io.scratch::<u8>().split_at_mut(4 * image);
    let (values, quantized) = (view_mut::<f32>(values), &mut view_mut::<i8>(quantized)[..image / repeats]);
    for (x, out) in x.chunks_exact((image / repeats).max(1)).zip(out.chunks_exact_mut(pixels.max(1))) {
        let (scale, zero) = quantize_row(x, true, quantized);
        for (values, &code) in values.chunks_exact_mut(repeats).zip(&*quantized) {
            values.fill((i32::from(code) - zero) as f32);
        }
        taps.run(values, g, out);
        rescale.floats(out, scale);
    }
}

impl Kernel for Kernel2d {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        (self.geometry, self.repeats) = repeated(view)?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let image = self.geometry.plane.y.input * self.geometry.plane.x.input * self.geometry.input;
        let wide = if self.repeats == 1 { 0 } else { image * self.geometry.batch };
        match &self.weights {
            Weights::Float(_) => 4 * wide,
            // The quantized values as float32, and as int8.
            Weights::DynamicRange(..) => 5 * image,
            Weights::Pairs(_) | Weights::Quads(_) => wide + IntTaps::<PairSums>::scratch(&self.geometry),
        }
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (g, repeats) = (&self.geometry, self.repeats);
        if let Weights::Float(taps) = &self.weights {
            taps.run(repeat(io.input::<f32>(0), repeats, io.scratch()), g, io.output::<f32>(0));
            return Ok(());
        }
        if let Weights::DynamicRange(taps, rescale) = &self.weights {
            run_dynamic_range(taps, rescale, g, repeats, io);
            return Ok(());
        }
        let (blank, wide) = io.scratch::<i8>().split_at_mut(IntTaps::<PairSums>::scratch(g));
        let (x, out) = (repeat(io.input::<i8>(0), repeats, wide), io.output::<i8>(0));
        match &self.weights {
            Weights::Pairs(taps) => taps.run(x, g, blank, out),
            Weights::Quads(taps) => taps.run(x, g, blank, out),
            Weights::Float(_) | Weights::DynamicRange(..) => {}
        }
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        let whole = self.geometry.batch == 1 && self.repeats == 1 && self.geometry.input.is_multiple_of(4);
        (whole && matches!(self.weights, Weights::Float(FloatTaps { nine: Some(_), .. })))
            .then_some(self.geometry.plane.y)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        let Weights::Float(FloatTaps { nine: Some(nine), .. }) = &self.weights else { return Ok(()) };
        let (x, out) = (io.input::<f32>(0).as_chunks::<4>().0, io.output::<f32>(0).as_chunks_mut::<4>().0);
        let line = self.geometry.plane.x.output * nine.weights.len();
        for row in rows.rows.clone() {
            nine.row::<F32x4>(x, &self.geometry, row, rows.input, &mut out[row % rows.output * line..][..line]);
        }
        Ok(())
    }
}

/// Windows of 3x3 with channels in full vectors: one pass along the channels of each pixel, so that memory is read in
/// order.
struct Nine {
    /// For each four channels the bias, then the taps.
    weights: Vec<[[f32; 4]; 10]>,
    /// Read in place of elements outside the input.
    zeros: Vec<[f32; 4]>,
    clamp: (f32, f32),
}

impl Nine {
    /// `None` if a weight is not finite: zeros outside the input would then count.
    fn new(weights: &[f32], bias: &[f32], width: usize, clamp: (f32, f32)) -> Option<Self> {
        if !weights.iter().all(|w| w.is_finite()) {
            return None;
        }
        let mut blocks = vec![[[0.0; 4]; 10]; width / 4];
        for (row, values) in std::iter::once(bias).chain(weights.chunks_exact(width)).enumerate() {
            for (block, four) in blocks.iter_mut().zip(values.as_chunks::<4>().0) {
                block[row] = *four;
            }
        }
        Some(Self { weights: blocks, zeros: vec![[0.0; 4]; width / 4], clamp })
    }

    fn run<V: Floats>(&self, x: &[f32], g: &Depthwise, out: &mut [f32]) {
        let Plane { y, x: w } = g.plane;
        let count = self.weights.len();
        let (x, out) = (x.as_chunks::<4>().0, out.as_chunks_mut::<4>().0);
        let image = y.input * w.input * count;
        for (row, out) in out.chunks_exact_mut((w.output * count).max(1)).enumerate() {
            self.row::<V>(&x[row / y.output * image..][..image], g, row % y.output, y.input, out);
        }
    }

    /// Row `oy` of an image whose row `r` lies at `r % ring`.
    // A separate function, like the other variants: browsers recompile hot code by complete functions.
    #[inline(never)]
    fn row<V: Floats>(&self, x: &[[f32; 4]], g: &Depthwise, oy: usize, ring: usize, out: &mut [[f32; 4]]) {
        let Plane { y, x: w } = g.plane;
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let (blocks, count) = (self.weights.as_slice(), self.weights.len());
        let line = w.input * count;
        let lines = [0, 1, 2].map(|ty| y.at(oy, ty).map(|iy| &x[iy % ring * line..][..line]));
        let tap = |ty: usize, column: Option<usize>| match (lines[ty], column) {
            (Some(line), Some(column)) => &line[column * count..][..count],
            _ => &self.zeros[..count],
        };
        // Two pixels at a time share the common part of their windows.
        let two = w.stride == 1 && w.dilation == 1;
        let mut ox = 0;
        let mut pairs = out.chunks_exact_mut(if two { 2 * count } else { usize::MAX });
        for pair in &mut pairs {
            let columns = [w.at(ox, 0), w.at(ox, 1), w.at(ox, 2), w.at(ox + 1, 2)];
            let taps: [[&[[f32; 4]]; 4]; 3] = [0, 1, 2].map(|ty| columns.map(|column| tap(ty, column)));
            let (left, right) = pair.split_at_mut(count);
            let (left, right) = (&mut left[..count], &mut right[..count]);
            for i in 0..count {
                let w = &blocks[i];
                let mut sums = [V::load(&w[0]); 2];
                for ty in 0..3 {
                    let x = taps[ty].map(|tap| V::load(&tap[i]));
                    for tx in 0..3 {
                        let w = V::load(&w[1 + ty * 3 + tx]);
                        sums = [sums[0].add_product(x[tx], w), sums[1].add_product(x[tx + 1], w)];
                    }
                }
                sums[0].clamp(low, high).store(&mut left[i]);
                sums[1].clamp(low, high).store(&mut right[i]);
            }
            ox += 2;
        }
        for out in pairs.into_remainder().chunks_exact_mut(count) {
            let columns = [0, 1, 2].map(|tx| w.at(ox, tx));
            let row = |ty: usize| tap(ty, columns[0]).iter().zip(tap(ty, columns[1])).zip(tap(ty, columns[2]));
            let rows = row(0).zip(row(1)).zip(row(2));
            for ((out, w), ((((a, b), c), ((d, e), f)), ((g, h), i))) in out.iter_mut().zip(blocks).zip(rows) {
                let mut sum = V::load(&w[0]);
                for (x, w) in [a, b, c, d, e, f, g, h, i].into_iter().zip(&w[1..]) {
                    sum = sum.add_product(V::load(x), V::load(w));
                }
                sum.clamp(low, high).store(out);
            }
            ox += 1;
        }
    }
}

/// Data that the rows of a float convolution share.
struct FloatRow<'a> {
    weights: &'a [f32],
    bias: &'a [f32],
    clamp: (f32, f32),
    width: usize,
    g: &'a Depthwise,
}

/// Four floats from `at` on.
#[inline(always)]
fn four<V: Floats>(x: &[f32], at: usize) -> V {
    match x[at..].first_chunk::<4>() {
        Some(lanes) => V::load(lanes),
        None => V::splat(0.0),
    }
}

#[inline(always)]
fn put<V: Floats>(value: V, out: &mut [f32], at: usize) {
    if let Some(lanes) = out[at..].first_chunk_mut::<4>() {
        value.store(lanes);
    }
}

impl FloatRow<'_> {
    /// Convolves all images.
    #[inline(never)]
    fn run(&self, x: &[f32], out: &mut [f32]) {
        let Plane { y, x: w } = self.g.plane;
        let channels = self.g.input;
        let (line, image) = (w.output * channels, y.input * w.input * channels);
        for (n, out) in out.chunks_exact_mut(line.max(1)).enumerate() {
            let (x, oy) = (&x[n / y.output * image..][..image], n % y.output);
            let whole = channels - channels % 4;
            for c in (0..whole).step_by(4) {
                match y.taps * w.taps {
                    9 => self.block::<F32x4, 9>(x, oy, c, out),
                    25 => self.block::<F32x4, 25>(x, oy, c, out),
                    _ => self.any_block::<F32x4>(x, oy, c, out),
                }
            }
            self.tail(x, oy, whole, out);
        }
    }

    /// Output columns whose windows lie inside the input's width.
    fn inner(&self) -> std::ops::Range<usize> {
        let w = self.g.plane.x;
        let first = w.before.div_ceil(w.stride).min(w.output);
        let reach = (w.taps - 1) * w.dilation;
        let end = (w.input + w.before).checked_sub(reach + 1).map_or(0, |last| last / w.stride + 1).min(w.output);
        first..end.max(first)
    }

    /// One row of four channels with `T` taps; weights stay in registers for the row.
    #[inline(always)]
    fn block<V: Floats, const T: usize>(&self, x: &[f32], oy: usize, c: usize, out: &mut [f32]) {
        let Plane { y, x: w } = self.g.plane;
        if y.inside(oy).len() != y.taps {
            return self.any_block::<V>(x, oy, c, out);
        }
        let channels = self.g.input;
        let weights: [V; T] = std::array::from_fn(|t| four(self.weights, t * self.width + c));
        let offsets: [usize; T] =
            std::array::from_fn(|t| (t / w.taps * y.dilation * w.input + t % w.taps * w.dilation) * channels);
        let bias: V = four(self.bias, c);
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let top = (oy * y.stride - y.before) * w.input;
        let inner = self.inner();
        for ox in 0..inner.start {
            self.pixel::<V>(x, oy, ox, c, out);
        }
        for ox in inner.clone() {
            let at = (top + ox * w.stride - w.before) * channels + c;
            // One slice from the first tap on, so that offsets are checked against one length.
            let window = &x[at..];
            let mut sum = bias;
            for t in 0..T {
                sum = sum.add_product(four(window, offsets[t]), weights[t]);
            }
            put(sum.clamp(low, high), out, ox * channels + c);
        }
        for ox in inner.end..w.output {
            self.pixel::<V>(x, oy, ox, c, out);
        }
    }

    /// One row of four channels, any window.
    fn any_block<V: Floats>(&self, x: &[f32], oy: usize, c: usize, out: &mut [f32]) {
        for ox in 0..self.g.plane.x.output {
            self.pixel::<V>(x, oy, ox, c, out);
        }
    }

    /// One pixel of four channels: only the taps inside the input.
    fn pixel<V: Floats>(&self, x: &[f32], oy: usize, ox: usize, c: usize, out: &mut [f32]) {
        let Plane { y, x: w } = self.g.plane;
        let channels = self.g.input;
        let mut sum: V = four(self.bias, c);
        for ty in y.inside(oy) {
            let iy = oy * y.stride + ty * y.dilation - y.before;
            for tx in w.inside(ox) {
                let ix = ox * w.stride + tx * w.dilation - w.before;
                let value = four(x, (iy * w.input + ix) * channels + c);
                sum = sum.add_product(value, four(self.weights, (ty * w.taps + tx) * self.width + c));
            }
        }
        put(sum.clamp(V::splat(self.clamp.0), V::splat(self.clamp.1)), out, ox * channels + c);
    }

    /// One row of the channels that do not fill a vector.
    fn tail(&self, x: &[f32], oy: usize, from: usize, out: &mut [f32]) {
        let Plane { y, x: w } = self.g.plane;
        let channels = self.g.input;
        for ox in 0..w.output {
            for c in from..channels {
                let mut sum = self.bias[c];
                for ty in y.inside(oy) {
                    let iy = oy * y.stride + ty * y.dilation - y.before;
                    for tx in w.inside(ox) {
                        let ix = ox * w.stride + tx * w.dilation - w.before;
                        sum +=
                            x[(iy * w.input + ix) * channels + c] * self.weights[(ty * w.taps + tx) * self.width + c];
                    }
                }
                out[ox * channels + c] = crate::engine::ops::arithmetic::clamp(sum, self.clamp.0, self.clamp.1);
            }
        }
    }
}
