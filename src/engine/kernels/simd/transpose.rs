//! TRANSPOSE_CONV of float32 (MediaPipe's form of it too): each pixel of the input times all weights at once, as a matrix product, whose results
//! are added to the output pixels that the window covers. Weights of few bits are in [`phases`].

use super::gemm;
use super::gemm::FloatPanels;
use super::phases;
use super::vector::F32x4;
use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::convolution::{Conv, transpose_geometry, transpose_operands};
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::view::{Io, Kernel, NodeView};

/// Pixels of the input that are multiplied at a time.
pub const STRIP: usize = 16;
const _: () = assert!(STRIP <= gemm::STRIP);

struct Transposed {
    /// Weights of all taps and channels: a channel of a matrix product for each of them.
    panels: FloatPanels,
    geometry: Conv,
}

/// Prepares a transposed convolution with constant weights.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (x, b) = transpose_operands(view);
    if view.shape(x).contains(&0) {
        return Ok(None);
    }
    let geometry = transpose_geometry(view, view.out_shape(0))?;
    match arithmetic(view, x, 1, b) {
        Some(Arithmetic::Float) => {}
        Some(kind) => return phases::prepare(view, kind, &geometry),
        None => return Ok(None),
    }
    let (taps, depth) = (geometry.plane.y.taps * geometry.plane.x.taps, geometry.input);
    let Some(weights) = view.value::<f32>(1) else { return Ok(None) };
    let everything = (f32::NEG_INFINITY, f32::INFINITY);
    let sorted = taps_first(weights, taps, depth);
    let panels = FloatPanels::new(&sorted, &[], taps * geometry.output, depth, everything);
    Ok(Some(Box::new(Transposed { panels, geometry })))
}

/// From [output, taps, input] to [taps, output, input].
fn taps_first(weights: &[f32], taps: usize, depth: usize) -> Vec<f32> {
    let mut sorted = Vec::with_capacity(weights.len());
    for tap in 0..taps {
        for row in weights.chunks_exact(taps * depth) {
            sorted.extend_from_slice(&row[tap * depth..][..depth]);
        }
    }
    sorted
}

/// Adds the products of the pixels `first..` of an image, for each tap and channel, to the output pixels of the taps.
#[inline(always)]
fn spread(g: &Conv, first: usize, products: &[f32], out: &mut [f32]) {
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
                    sums.for_each(|(sum, product)| *sum += product);
                }
            }
        }
        done += together;
    }
}

/// Fills the output pixels with the bias, which may be empty.
#[inline(always)]
pub fn begin(bias: &[f32], channels: usize, out: &mut [f32]) {
    match bias {
        [] => out.fill(0.0),
        // A copy of one value takes longer than to fill a line with it.
        &[bias] => out.fill(bias),
        bias => {
            let bias = bytemuck::cast_slice(bias);
            out.chunks_exact_mut(channels).for_each(|pixel| copy_few(bytemuck::cast_slice_mut(pixel), bias));
        }
    }
}

/// Adds the products of an image.
// Inlined here and for volumes: what both shared would be in the first module.
#[inline(always)]
pub fn add_image(panels: &FloatPanels, g: &Conv, x: &[f32], scratch: &mut [f32], out: &mut [f32]) {
    let Conv { plane: Plane { y, x: w }, input, output, .. } = *g;
    for (s, strip) in x.chunks(STRIP * input).enumerate() {
        let products = &mut scratch[..strip.len() / input * y.taps * w.taps * output];
        panels.run::<F32x4>(strip, products);
        spread(g, s * STRIP, products, out);
    }
}

/// Applies the activation.
#[inline(always)]
pub fn finish(view: &NodeView, out: &mut [f32]) -> Result<()> {
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    if low > f32::NEG_INFINITY || high < f32::INFINITY {
        out.iter_mut().for_each(|out| *out = clamp(*out, low, high));
    }
    Ok(())
}

fn run_floats(panels: &FloatPanels, view: &NodeView, io: &mut Io, g: &Conv) -> Result<()> {
    let (operand, b) = transpose_operands(view);
    let Conv { plane: Plane { y, x: w }, input, output, .. } = *g;
    let (x, out, scratch) = (io.input::<f32>(operand), io.output::<f32>(0), io.scratch::<f32>());
    begin(io.input::<f32>(b), output, out);
    let (from, to) = (y.output * w.output * input, y.input * w.input * output);
    for (x, out) in x.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
        add_image(panels, g, x, scratch, out);
    }
    finish(view, out)
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
        let Conv { plane: Plane { y, x }, output, .. } = self.geometry;
        STRIP * y.taps * x.taps * output * size_of::<f32>()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        run_floats(&self.panels, view, io, &self.geometry)
    }
}
