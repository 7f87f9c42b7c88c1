//! DEPTHWISE_CONV_2D, and CONV_2D whose groups have one channel: channels side by side in vectors, with the weights of a block of channels
//! in registers for a row.
//!
//! Where an input channel has several outputs, its values are repeated first, once for each; a single input channel makes
//! a matrix product instead (see [`convolution`]).

mod ints;
mod planes;
mod small;
mod square;

use super::convolution;
use super::dynamic_range::Rescale;
use super::scale::Scale;
use super::vector::F32x4;
use super::weights::{IntWeights, transposed};
use crate::engine::crew::{Crew, Units};
use crate::engine::data::{Number, view_mut};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::convolution::{Conv, Depthwise, conv_geometry, depthwise_geometry};
use crate::engine::ops::dynamic_range::quantize_row;
use crate::engine::ops::geometry::{Plane, Span, misfit};
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::planes::{Planes, distance};
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{Io, Kernel, NodeView, Rows};
use ints::IntTaps;
use square::Square;
use std::borrow::Cow;

enum Weights {
    Float(FloatTaps),
    /// Quantized values as floats, which represent their sums exactly.
    DynamicRange(FloatTaps, Rescale),
    Int(IntTaps),
}

/// Float weights with bias and clamp.
struct FloatTaps {
    /// Taps by channels; empty for a square window.
    weights: Vec<f32>,
    bias: Vec<f32>,
    clamp: (f32, f32),
    square: Option<AnySquare>,
}

/// Square windows of the common sizes.
enum AnySquare {
    One(Scale),
    Three(Square<3>),
    Five(Square<5>),
    Seven(Square<7>),
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

/// Whether this is a CONV_2D whose groups have one channel: its weights have the output channels first.
pub fn is_grouped(view: &NodeView) -> bool {
    let channels = |i: usize| view.shape(i).last().copied();
    matches!(view.node.params, Params::Conv2d { .. }) && channels(1) == Some(1) && channels(0) > Some(1)
}

fn geometry(view: &NodeView) -> Result<Depthwise> {
    if is_grouped(view) {
        let Conv { batch, plane, input, output, .. } = conv_geometry(view)?;
        return Ok(Depthwise { batch, plane, input, multiplier: output / input });
    }
    depthwise_geometry(view)
}

/// The geometry of a node whose input channels are repeated, and how often.
fn repeated(view: &NodeView) -> Result<(Depthwise, usize)> {
    let g = geometry(view)?;
    Ok((Depthwise { input: g.input * g.multiplier, multiplier: 1, ..g }, g.multiplier))
}

/// Prepares DEPTHWISE_CONV_2D, or CONV_2D that [`is_grouped`]: float32, int8, uint8, or float32 with weights of eight bits; constant weights.
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
    let turns = is_grouped(view);
    // Quantized without a zero point where a CONV_2D has one scale.
    let is_symmetric = turns && view.quant(1).is_ok_and(|q| q.scale.len() == 1);
    let int_weights = || -> Result<Option<IntWeights>> {
        let Some(mut stored) = IntWeights::new(view)? else { return Ok(None) };
        if turns {
            stored.values = transposed(&stored.values, taps).into();
        }
        Ok(Some(stored))
    };
    let weights = match arithmetic(view, 0, 1, 2) {
        Some(Arithmetic::Float) => {
            let Some(stored) = view.value::<f32>(1) else { return Ok(None) };
            let stored = if turns { transposed(stored, taps).into() } else { Cow::Borrowed(stored) };
            let bias = view.value::<f32>(2).unwrap_or(&[]);
            Weights::Float(FloatTaps::new(&stored, bias, &geometry, view.activation().range().ok_or_else(misfit)?))
        }
        Some(Arithmetic::DynamicRange) if taps <= MOST_TAPS && !is_symmetric => {
            let Some(stored) = int_weights()? else { return Ok(None) };
            let stored: Vec<f32> = stored.values.iter().map(|&w| w.into()).collect();
            let taps = FloatTaps::new(&stored, &[], &geometry, (f32::NEG_INFINITY, f32::INFINITY));
            Weights::DynamicRange(taps, Rescale::new(view, 2, channels)?)
        }
        Some(Arithmetic::Int8 | Arithmetic::Uint8) if view.dtype(1) != Some(Dtype::I4) => {
            let Some(stored) = int_weights()? else { return Ok(None) };
            match IntTaps::new(view, &stored, &geometry)? {
                Some(taps) => Weights::Int(taps),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    Ok(Some(Box::new(Kernel2d { weights, geometry, repeats })))
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
        let mut bias = bias.to_vec();
        bias.resize(g.input, 0.0);
        let square = AnySquare::new(stored, &bias, g, clamp);
        let weights = if square.is_some() { Vec::new() } else { stored.to_vec() };
        Self { weights, bias, clamp, square }
    }

    /// Convolves all images of `x` on all threads.
    fn run(&self, x: &[f32], g: &Depthwise, crew: &Crew, out: &mut [f32]) {
        let Self { weights, bias, clamp, .. } = self;
        lines(g, cost(g), crew, &mut [0u8; 0], out, |first, _, out| match &self.square {
            Some(AnySquare::One(scale)) => scale.run(&x[first * g.plane.x.output * g.input..], out),
            Some(AnySquare::Three(square)) => square.run::<F32x4>(x, g, first, out),
            Some(AnySquare::Five(square)) if small::fits(g) => square.small::<F32x4>(x, g, first, out),
            Some(AnySquare::Five(square)) => square.run::<F32x4>(x, g, first, out),
            Some(AnySquare::Seven(square)) => square.run::<F32x4>(x, g, first, out),
            None => FloatRow { weights, bias, clamp: *clamp, g }.run(x, first, out),
        });
    }
}

/// Multiply-adds of a line of the output.
fn cost(g: &Depthwise) -> usize {
    // Each takes two loads, which a matrix product needs for eight.
    4 * g.plane.x.output * g.input * g.plane.y.taps * g.plane.x.taps
}

/// Calls `some` for all lines of the output on all threads, some at a time, with the number of the first one.
fn lines<S: Number, T: Number>(
    g: &Depthwise,
    cost: usize,
    crew: &Crew,
    scratch: &mut [S],
    out: &mut [T],
    some: impl Fn(usize, &mut [S], &mut [T]) + Sync,
) {
    crew.share(Units { len: g.plane.x.output * g.input, cost, step: 1 }, scratch, out, some);
}

impl AnySquare {
    fn new(weights: &[f32], bias: &[f32], g: &Depthwise, clamp: (f32, f32)) -> Option<Self> {
        match g.plane.x.taps {
            1 => Scale::new(weights, bias, g, clamp).map(Self::One),
            3 => Square::new(weights, bias, g, clamp).map(Self::Three),
            5 => Square::new(weights, bias, g, clamp).map(Self::Five),
            7 => Square::new(weights, bias, g, clamp).map(Self::Seven),
            _ => None,
        }
    }

    /// Row `oy` of an image whose row `r` lies at `r % ring`.
    fn row(&self, x: &[[f32; 4]], g: &Depthwise, oy: usize, ring: usize, out: &mut [[f32; 4]]) {
        match self {
            Self::One(scale) => {
                scale.run(x[oy % ring * out.len()..][..out.len()].as_flattened(), out.as_flattened_mut());
            }
            Self::Three(square) => square.row::<F32x4>(x, g, oy, ring, out),
            Self::Five(square) => square.row::<F32x4>(x, g, oy, ring, out),
            Self::Seven(square) => square.row::<F32x4>(x, g, oy, ring, out),
        }
    }
}

/// Each image is quantized by itself, with a zero point.
fn run_dynamic_range(taps: &FloatTaps, rescale: &Rescale, g: &Depthwise, repeats: usize, io: &mut Io) {
    let Plane { y, x: w } = g.plane;
    let (image, pixels) = (y.input * w.input * g.input, y.output * w.output * g.input);
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    let crew = io.crew();
    let (values, quantized) = io.scratch::<u8>().split_at_mut(4 * image);
    let (values, quantized) = (view_mut::<f32>(values), &mut view_mut::<i8>(quantized)[..image / repeats]);
    for (x, out) in x.chunks_exact((image / repeats).max(1)).zip(out.chunks_exact_mut(pixels.max(1))) {
        let (scale, zero) = quantize_row(x, true, quantized);
        for (values, &code) in values.chunks_exact_mut(repeats).zip(&*quantized) {
            values.fill((i32::from(code) - zero) as f32);
        }
        taps.run(values, g, &crew, out);
        rescale.floats(out, scale);
    }
}

impl Kernel for Kernel2d {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

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
            Weights::Int(_) => wide + IntTaps::scratch(&self.geometry),
        }
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (g, repeats) = (&self.geometry, self.repeats);
        if let Weights::Float(taps) = &self.weights {
            let x = repeat(io.input::<f32>(0), repeats, io.scratch());
            taps.run(x, g, &io.crew(), io.output::<f32>(0));
            return Ok(());
        }
        if let Weights::DynamicRange(taps, rescale) = &self.weights {
            run_dynamic_range(taps, rescale, g, repeats, io);
            return Ok(());
        }
        let Weights::Int(taps) = &self.weights else { return Ok(()) };
        let (crew, blank) = (io.crew(), IntTaps::scratch(g));
        let (wide, blanks) = io.scratch::<i8>().split_at_mut(self.scratch() - blank);
        let (x, out) = (repeat(io.input::<i8>(0), repeats, wide), io.output::<i8>(0));
        lines(g, cost(g) / 2, &crew, blanks, out, |first, blank, out| taps.run(x, g, first, blank, out));
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        let is_whole = self.geometry.batch == 1 && self.repeats == 1;
        let Weights::Float(FloatTaps { square: Some(square), .. }) = &self.weights else { return None };
        // All of a small image at once gains more.
        let is_small = matches!(square, AnySquare::Five(_)) && small::fits(&self.geometry);
        (is_whole && !is_small).then_some(self.geometry.plane.y)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        let Weights::Float(FloatTaps { square: Some(square), .. }) = &self.weights else { return Ok(()) };
        let g = &self.geometry;
        let (x, out) = (io.input::<f32>(0).as_chunks::<4>().0, io.output::<f32>(0).as_chunks_mut::<4>().0);
        let line = g.plane.x.output * g.input / 4;
        for row in rows.rows.clone() {
            square.row(x, g, row, rows.input, &mut out[row % rows.output * line..][..line]);
        }
        Ok(())
    }

    fn planes(&self) -> Planes {
        match &self.weights {
            Weights::Float(FloatTaps { square: Some(AnySquare::Three(_)), .. })
                if self.repeats == 1 && planes::fits(&self.geometry) =>
            {
                Planes::Same
            }
            _ => Planes::None,
        }
    }

    fn scratch_for_planes(&self) -> usize {
        size_of::<f32>() * planes::scratch(&self.geometry)
    }

    fn run_planes(&mut self, io: &mut Io, _: [bool; 2]) -> Result<()> {
        let Weights::Float(FloatTaps { square: Some(AnySquare::Three(square)), .. }) = &self.weights else {
            return Ok(());
        };
        let (g, x, room) = (&self.geometry, io.input::<f32>(0), io.scratch::<f32>());
        let Plane { y, x: w } = g.plane;
        let units = Units { len: distance(y.output * w.output), cost: y.output * cost(g) / g.input, step: 1 };
        io.crew().share(units, room, io.output::<f32>(0), |first, room, out| {
            square.planes::<F32x4>(x, g, room, first, out);
        });
        Ok(())
    }
}

/// Data that the rows of a float convolution share.
struct FloatRow<'a> {
    weights: &'a [f32],
    bias: &'a [f32],
    clamp: (f32, f32),
    g: &'a Depthwise,
}

impl FloatRow<'_> {
    /// Lines `first..` of the output, tap by tap.
    #[inline(never)]
    fn run(&self, x: &[f32], first: usize, out: &mut [f32]) {
        let Plane { y, x: w } = self.g.plane;
        let channels = self.g.input;
        let (line, image) = (w.output * channels, y.input * w.input * channels);
        for (n, out) in (first..).zip(out.chunks_exact_mut(line.max(1))) {
            let (x, oy) = (&x[n / y.output * image..][..image], n % y.output);
            for (ox, out) in out.chunks_exact_mut(channels).enumerate() {
                out.copy_from_slice(self.bias);
                for ty in y.inside(oy) {
                    let iy = oy * y.stride + ty * y.dilation - y.before;
                    for tx in w.inside(ox) {
                        let ix = ox * w.stride + tx * w.dilation - w.before;
                        let x = &x[(iy * w.input + ix) * channels..][..channels];
                        let weights = &self.weights[(ty * w.taps + tx) * channels..][..channels];
                        out.iter_mut().zip(x).zip(weights).for_each(|((sum, &x), &w)| *sum += x * w);
                    }
                }
                out.iter_mut().for_each(|sum| *sum = clamp(*sum, self.clamp.0, self.clamp.1));
            }
        }
    }
}
