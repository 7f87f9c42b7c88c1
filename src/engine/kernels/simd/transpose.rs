//! TRANSPOSE_CONV of float32: each pixel of the input times all weights at once, as a matrix product; what that gives is added
//! to the pixels of the output that the window covers.

use super::gemm::FloatPanels;
use super::vector::F32x4;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::convolution::{Conv, transpose_geometry};
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::view::{Io, Kernel, NodeView};

/// Pixels of the input that are multiplied at a time.
const STRIP: usize = 16;

struct Transposed {
    /// A channel for each tap and channel of the output.
    panels: FloatPanels,
    bias: Vec<f32>,
    clamp: (f32, f32),
    geometry: Conv,
}

/// Prepares TRANSPOSE_CONV: float32, constant weights and shape.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let is_float = arithmetic(view, 2, 1, 3) == Some(Arithmetic::Float);
    let (Some(shape), Some(weights)) = (view.integers(0), view.value::<f32>(1)) else { return Ok(None) };
    if !is_float || (view.has(3) && view.value::<f32>(3).is_none()) || view.shape(2).contains(&0) {
        return Ok(None);
    }
    let (geometry, _) = transpose_geometry(view, &shape)?;
    let (taps, depth) = (geometry.plane.y.taps * geometry.plane.x.taps, geometry.input);
    // From [output, taps, input] to [taps, output, input].
    let mut sorted = Vec::with_capacity(weights.len());
    for tap in 0..taps {
        for row in weights.chunks_exact(taps * depth) {
            sorted.extend_from_slice(&row[tap * depth..][..depth]);
        }
    }
    let everything = (f32::NEG_INFINITY, f32::INFINITY);
    let panels = FloatPanels::new(&sorted, &[], taps * geometry.output, depth, everything);
    let mut bias = view.value::<f32>(3).unwrap_or(&[]).to_vec();
    bias.resize(geometry.output, 0.0);
    let clamp = view.activation().range().ok_or_else(misfit)?;
    Ok(Some(Box::new(Transposed { panels, bias, clamp, geometry })))
}

impl Kernel for Transposed {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        let shape = view.integers(0).ok_or_else(misfit)?;
        self.geometry = transpose_geometry(view, &shape)?.0;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let Conv { plane: Plane { y, x }, output, .. } = self.geometry;
        STRIP * y.taps * x.taps * output * size_of::<f32>()
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        // The window's way goes from the output to the input: what the plane calls its output is the input here.
        let Conv { plane: Plane { y, x: w }, input, output, .. } = self.geometry;
        let (x, out, scratch) = (io.input::<f32>(2), io.output::<f32>(0), io.scratch::<f32>());
        out.chunks_exact_mut(output).for_each(|pixel| pixel.copy_from_slice(&self.bias));
        let (row, image) = (w.taps * output, y.input * w.input * output);
        for (s, strip) in x.chunks(STRIP * input).enumerate() {
            let products = &mut scratch[..strip.len() / input * y.taps * row];
            self.panels.run::<F32x4>(strip, products);
            for (p, products) in products.chunks_exact(y.taps * row).enumerate() {
                let pixel = s * STRIP + p;
                let (ix, iy) = (pixel % w.output, pixel / w.output % y.output);
                let out = &mut out[pixel / (w.output * y.output) * image..][..image];
                for (ty, products) in products.chunks_exact(row).enumerate() {
                    let Some(oy) = y.at(iy, ty) else { continue };
                    for (tx, products) in products.chunks_exact(output).enumerate() {
                        let Some(ox) = w.at(ix, tx) else { continue };
                        let out = &mut out[(oy * w.input + ox) * output..][..output];
                        out.iter_mut().zip(products).for_each(|(out, product)| *out += product);
                    }
                }
            }
        }
        let (low, high) = self.clamp;
        if low > f32::NEG_INFINITY || high < f32::INFINITY {
            out.iter_mut().for_each(|out| *out = clamp(*out, low, high));
        }
        Ok(())
    }
}
