//! TRANSPOSE_CONV of float32 (MediaPipe's form of it too), int8 and uint8, and of float32 with weights of eight bits or four: each pixel of
//! the input times all weights at once, as a matrix product, whose results are added to the output pixels that the window covers.

use super::dynamic_range::Sums;
use super::gemm;
use super::gemm::FloatPanels;
use super::gemm_ints::IntPanels;
use super::vector::{F32x4, Sign, sign};
use super::weights::IntWeights;
use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::kernels::reference::finish::{FloatFinish, IntFinish};
use crate::engine::kernels::reference::products::Sum;
use crate::engine::ops::arithmetic::{ChannelScales, clamp};
use crate::engine::ops::convolution::{Conv, transpose_geometry, transpose_operands};
use crate::engine::ops::dynamic_range::quantize_row;
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::view::{Io, Kernel, NodeView};

/// Pixels of the input that are multiplied at a time.
const STRIP: usize = 16;
const _: () = assert!(STRIP <= gemm::STRIP);

/// Most products of a sum that 32 bits hold, whatever the inputs are.
const MOST: usize = i32::MAX as usize / (255 * 255);

/// Weights of all taps and channels: a channel of a matrix product for each of them.
enum Weights {
    Float(FloatPanels),
    Int(Ints),
}

struct Transposed {
    weights: Weights,
    geometry: Conv,
}

/// Prepares a transposed convolution with constant weights.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (x, b) = transpose_operands(view);
    if view.shape(x).contains(&0) {
        return Ok(None);
    }
    let geometry = transpose_geometry(view, view.out_shape(0))?;
    let (taps, depth) = (geometry.plane.y.taps * geometry.plane.x.taps, geometry.input);
    let weights = match arithmetic(view, x, 1, b) {
        Some(Arithmetic::Float) => {
            let Some(weights) = view.value::<f32>(1) else { return Ok(None) };
            let everything = (f32::NEG_INFINITY, f32::INFINITY);
            let sorted = taps_first(weights, taps, depth);
            Weights::Float(FloatPanels::new(&sorted, &[], taps * geometry.output, depth, everything))
        }
        Some(kind @ (Arithmetic::Int8 | Arithmetic::Uint8 | Arithmetic::DynamicRange)) => {
            let Some(weights) = IntWeights::new(view)? else { return Ok(None) };
            let Some(ints) = Ints::new(view, &weights, kind, &geometry)? else { return Ok(None) };
            Weights::Int(ints)
        }
        _ => return Ok(None),
    };
    Ok(Some(Box::new(Transposed { weights, geometry })))
}

/// From [output, taps, input] to [taps, output, input].
fn taps_first<T: Copy>(weights: &[T], taps: usize, depth: usize) -> Vec<T> {
    let mut sorted = Vec::with_capacity(weights.len());
    for tap in 0..taps {
        for row in weights.chunks_exact(taps * depth) {
            sorted.extend_from_slice(&row[tap * depth..][..depth]);
        }
    }
    sorted
}

/// Weights of few bits.
struct Ints {
    panels: IntPanels<Sums>,
    /// Of each channel of the product: what a zero point of 1 contributes.
    sums: Vec<i32>,
    /// Inputs are quantized on the fly.
    is_dynamic: bool,
    /// Bits of inputs that the lanes flip.
    flip: i8,
}

impl Ints {
    /// `None` if the weights do not fit the lanes of this machine.
    fn new(view: &NodeView, weights: &IntWeights, kind: Arithmetic, g: &Conv) -> Result<Option<Self>> {
        let taps = g.plane.y.taps * g.plane.x.taps;
        if taps.saturating_mul(g.input) > MOST {
            return Ok(None);
        }
        let sorted = IntWeights { values: taps_first(&weights.values, taps, g.input).into(), zero: weights.zero };
        let (sums, sign) = (sorted.sums(g.input), sign());
        let is_dynamic = kind == Arithmetic::DynamicRange;
        let x = transpose_operands(view).0;
        let stored = if is_dynamic { Sign::Signed } else { Sign::of(view.dtype(x)).ok_or_else(misfit)? };
        // Of a zero point that is known.
        let zero = if is_dynamic { 0 } else { view.quant(x)?.zero_point() - stored.offset() };
        let bias = sums.iter().map(|sum| sum.wrapping_mul(-sign.offset() - zero)).collect();
        let channels = taps * g.output;
        let sums_of_products = Sums::new(bias, channels);
        let panels = IntPanels::new(&sorted.values, weights.zero, channels, g.input, sums_of_products);
        Ok(panels.map(|panels| Self { panels, sums, is_dynamic, flip: stored.flip(sign) }))
    }

    /// Bytes of a strip's rows and of what a product borrows.
    fn scratch(&self) -> usize {
        STRIP * self.panels.depth() + self.panels.room()
    }

    /// Adds the products of an image to an image of sums; `zero` is a zero point that was not known before the run.
    fn add(&self, g: &Conv, x: &[i8], zero: i32, (products, scratch): (&mut [i32], &mut [i8]), sums: &mut [i32]) {
        let depth = self.panels.depth();
        let (rows, room) = scratch.split_at_mut(STRIP * depth);
        for (s, strip) in x.chunks(STRIP * g.input).enumerate() {
            let count = strip.len() / g.input;
            let products = &mut products[..count * self.sums.len()];
            if depth == g.input {
                self.panels.run(strip, self.flip, &[], room, products);
            } else {
                for (to, from) in rows.chunks_exact_mut(depth).zip(strip.chunks_exact(g.input)) {
                    to[..g.input].copy_from_slice(from);
                }
                self.panels.run(&rows[..count * depth], self.flip, &[], room, products);
            }
            for products in products.chunks_exact_mut(self.sums.len()).take(if zero == 0 { 0 } else { count }) {
                let sums = products.iter_mut().zip(&self.sums);
                sums.for_each(|(sum, of_one)| *sum = sum.wrapping_sub(of_one.wrapping_mul(zero)));
            }
            spread(g, s * STRIP, products, sums);
        }
    }

    fn run(&self, view: &NodeView, io: &mut Io, g: &Conv) -> Result<()> {
        let (x, b) = transpose_operands(view);
        let Conv { plane: Plane { y, x: w }, input, output, .. } = *g;
        let scratch = io.scratch::<i32>();
        let (products, scratch) = scratch.split_at_mut(STRIP * self.sums.len());
        let (from, to) = (y.output * w.output * input, y.input * w.input * output);
        if self.is_dynamic {
            // Sums become results where they are.
            let (x, out) = (io.input::<f32>(x), io.output::<i32>(0));
            let finish = FloatFinish::new(view, io.input(b));
            let scales = ChannelScales::new(view.quant(1)?, output);
            let scratch: &mut [i8] = bytemuck::cast_slice_mut(scratch);
            let (quantized, scratch) = scratch.split_at_mut(from);
            for (x, sums) in x.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
                let (scale, zero) = quantize_row(x, true, quantized);
                sums.fill(0);
                self.add(g, quantized, zero, (products, scratch), sums);
                for pixel in sums.chunks_exact_mut(output) {
                    for (c, sum) in pixel.iter_mut().enumerate() {
                        *sum = finish.apply(c, *sum as f32 * scales.get(c) * scale).to_bits() as i32;
                    }
                }
            }
            return Ok(());
        }
        let (bytes, out) = (io.input::<i8>(x), io.output::<i8>(0));
        let finish = IntFinish::new(view, x, 1, output, io.input(b))?;
        let (sums, scratch) = scratch.split_at_mut(to);
        let scratch = bytemuck::cast_slice_mut(scratch);
        for (x, out) in bytes.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
            sums.fill(0);
            self.add(g, x, 0, (products, scratch), sums);
            for (out, sums) in out.chunks_exact_mut(output).zip(sums.chunks_exact(output)) {
                for (c, (out, sum)) in out.iter_mut().zip(sums).enumerate() {
                    *out = finish.apply(c, *sum) as i8;
                }
            }
        }
        Ok(())
    }
}

/// Adds the products of the pixels `first..` of an image, for each tap and channel, to the output pixels of the taps.
fn spread<T: Sum>(g: &Conv, first: usize, products: &[T], out: &mut [T]) {
    // The window goes from the output to the input: the plane's output is the input here.
    let Conv { plane: Plane { y, x: w }, output, .. } = *g;
    let row = w.taps * output;
    let count = products.len() / (y.taps * row);
    // The pixels of the strip that lie in one row of the input.
    let mut done = 0;
    while done < count {
        let pixel = first + done;
        let (ix, iy) = (pixel % w.output, pixel / w.output);
        let together = (count - done).min(w.output - ix);
        let products = &products[done * y.taps * row..][..together * y.taps * row];
        for ty in 0..y.taps {
            let Some(oy) = y.at(iy, ty) else { continue };
            let out = &mut out[oy * w.input * output..][..w.input * output];
            for tx in 0..w.taps {
                let products = products[ty * row + tx * output..].chunks(y.taps * row);
                for (ix, products) in (ix..).zip(products) {
                    let Some(ox) = w.at(ix, tx) else { continue };
                    let sums = out[ox * output..].iter_mut().zip(&products[..output]);
                    sums.for_each(|(sum, product)| sum.add(*product));
                }
            }
        }
        done += together;
    }
}

fn run_floats(panels: &FloatPanels, view: &NodeView, io: &mut Io, g: &Conv) -> Result<()> {
    let (operand, b) = transpose_operands(view);
    let Conv { plane: Plane { y, x: w }, input, output, .. } = *g;
    let (x, bias) = (io.input::<f32>(operand), io.input::<f32>(b));
    let (out, scratch) = (io.output::<f32>(0), io.scratch::<f32>());
    match bias {
        [] => out.fill(0.0),
        // A copy of one value takes longer than to fill a line with it.
        &[bias] => out.fill(bias),
        bias => {
            let bias = bytemuck::cast_slice(bias);
            out.chunks_exact_mut(output).for_each(|pixel| copy_few(bytemuck::cast_slice_mut(pixel), bias));
        }
    }
    let (from, to) = (y.output * w.output * input, y.input * w.input * output);
    for (x, out) in x.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
        for (s, strip) in x.chunks(STRIP * input).enumerate() {
            let products = &mut scratch[..strip.len() / input * y.taps * w.taps * output];
            panels.run::<F32x4>(strip, products);
            spread(g, s * STRIP, products, out);
        }
    }
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    if low > f32::NEG_INFINITY || high < f32::INFINITY {
        out.iter_mut().for_each(|out| *out = clamp(*out, low, high));
    }
    Ok(())
}

impl Kernel for Transposed {
    fn packs(&self, operand: usize) -> bool {
        operand == 1
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.geometry = transpose_geometry(view, view.out_shape(0))?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let Conv { plane: Plane { y, x }, input, output, .. } = self.geometry;
        let products = STRIP * y.taps * x.taps * output * size_of::<f32>();
        match &self.weights {
            Weights::Float(_) => products,
            Weights::Int(ints) => {
                let quantized = y.output * x.output * input;
                let sums = y.input * x.input * output * size_of::<i32>();
                let image = if ints.is_dynamic { quantized } else { sums };
                products + image + ints.scratch().next_multiple_of(size_of::<i32>())
            }
        }
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        match &self.weights {
            Weights::Float(panels) => run_floats(panels, view, io, &self.geometry),
            Weights::Int(ints) => ints.run(view, io, &self.geometry),
        }
    }
}
