//! TRANSPOSE_CONV of float32, MediaPipe's form of it too: each pixel of the input times all weights at once, as a
//! matrix product, whose results are added to the output pixels that the window covers.

use super::gemm::FloatPanels;
use super::vector::F32x4;
use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::convolution::{Conv, transpose_geometry, transpose_operands};
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

/// Prepares a transposed convolution: float32, constant weights and bias.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let (x, b) = transpose_operands(view);
    let is_float = arithmetic(view, x, 1, b) == Some(Arithmetic::Float);
    let Some(weights) = view.value::<f32>(1) else { return Ok(None) };
    if !is_float || (view.has(b) && view.value::<f32>(b).is_none()) || view.shape(x).contains(&0) {
        return Ok(None);
    }
    let geometry = transpose_geometry(view, view.out_shape(0))?;
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
    let mut bias = view.value::<f32>(b).unwrap_or(&[]).to_vec();
    bias.resize(geometry.output, 0.0);
    let clamp = view.activation().range().ok_or_else(misfit)?;
    Ok(Some(Box::new(Transposed { panels, bias, clamp, geometry })))
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
        // The window goes from the output to the input: the plane's output is the input here.
        let Conv { plane: Plane { y, x: w }, input, output, .. } = self.geometry;
        let (x, out, scratch) = (io.input::<f32>(transpose_operands(view).0), io.output::<f32>(0), io.scratch::<f32>());
        match self.bias[..] {
            // A copy of one value takes longer than to fill a line with it.
            [bias] => out.fill(bias),
            _ => {
                let bias = bytemuck::cast_slice(&self.bias);
                out.chunks_exact_mut(output).for_each(|pixel| copy_few(bytemuck::cast_slice_mut(pixel), bias));
            }
        }
        let (row, image) = (w.taps * output, y.input * w.input * output);
        for (s, strip) in x.chunks(STRIP * input).enumerate() {
            let products = &mut scratch[..strip.len() / input * y.taps * row];
            self.panels.run::<F32x4>(strip, products);
            // The pixels of the strip that lie in one row of the input.
            let mut done = 0;
            while done < strip.len() / input {
                let pixel = s * STRIP + done;
                let (ix, iy) = (pixel % w.output, pixel / w.output % y.output);
                let count = (strip.len() / input - done).min(w.output - ix);
                let products = &products[done * y.taps * row..][..count * y.taps * row];
                let out = &mut out[pixel / (w.output * y.output) * image..][..image];
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
                done += count;
            }
        }
        let (low, high) = self.clamp;
        if low > f32::NEG_INFINITY || high < f32::INFINITY {
            out.iter_mut().for_each(|out| *out = clamp(*out, low, high));
        }
        Ok(())
    }
}
