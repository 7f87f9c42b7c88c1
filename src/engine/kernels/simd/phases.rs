//! TRANSPOSE_CONV of int8 and uint8, and of float32 with weights of eight bits or four: a convolution for each phase of the stride.
//!
//! Output pixels with the same remainder by the stride read the same taps of the window, one input pixel after the other. So they are a
//! convolution with these taps in reverse order and a stride of 1, whose results are then put between those of the other phases.

use super::gemm_ints::InputRows;
use super::panels::Panels;
use super::weights::IntWeights;
use super::windows::Windows;
use crate::engine::copy;
use crate::engine::crew::Crew;
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::convolution::{Conv, transpose_geometry, transpose_operands};
use crate::engine::ops::dynamic_range::quantize_row;
use crate::engine::ops::geometry::{Plane, Span};
use crate::engine::ops::products::{Arithmetic, bias_fits};
use crate::engine::view::{Io, Kernel, NodeView};

/// Bytes of the largest element of results.
const WORD: usize = size_of::<f32>();

/// A transposed convolution.
struct Phases {
    /// Row by row of the stride.
    phases: Vec<Panels>,
    /// The window runs over the output.
    geometry: Conv,
    /// Inputs are quantized on the fly.
    is_dynamic: bool,
}

/// Prepares a transposed convolution of this geometry with constant weights and bias.
pub fn prepare(view: &NodeView, kind: Arithmetic, geometry: &Conv) -> Result<Option<Box<dyn Kernel>>> {
    let (x, b) = transpose_operands(view);
    bias_fits(view, b, geometry.output)?;
    if kind == Arithmetic::Int16 || (view.has(b) && view.value::<u8>(b).is_none()) {
        return Ok(None);
    }
    let (Some(weights), Plane { y, x: w }) = (IntWeights::new(view)?, geometry.plane) else { return Ok(None) };
    if i8::try_from(weights.zero).is_err() {
        return Ok(None);
    }
    let mut phases = Vec::with_capacity(y.stride * w.stride);
    for ry in 0..y.stride {
        for rx in 0..w.stride {
            let taps = [count(&y, ry), count(&w, rx)];
            let values = of_phase(&weights, geometry, [ry, rx], taps);
            let of_phase = IntWeights { values: values.into(), zero: weights.zero };
            let shape = [geometry.output, taps[0] * taps[1] * geometry.input];
            let Some(panels) = Panels::of_bits(view, [x, b], kind, &of_phase, shape)? else { return Ok(None) };
            phases.push(panels);
        }
    }
    Ok(Some(Box::new(Phases { phases, geometry: *geometry, is_dynamic: kind == Arithmetic::DynamicRange })))
}

/// Of the output positions whose first tap is `phase`: the first one, and the input position that this tap reads there.
fn place(span: &Span, phase: usize) -> [usize; 2] {
    let first = (phase + span.stride - span.before % span.stride) % span.stride;
    [first, (first + span.before - phase) / span.stride]
}

/// Taps of a phase: enough for any padding, which is less than half of the window, so that other shapes need no other weights. What the window has
/// not is zero.
fn count(span: &Span, phase: usize) -> usize {
    let paddings = 0..=span.taps.saturating_sub(1) / 2;
    let most = paddings.map(|before| place(&Span { before, ..*span }, phase)[1] + 1).max().unwrap_or(1);
    span.taps.saturating_sub(phase).div_ceil(span.stride).max(most)
}

/// The convolution of a phase along one dimension.
fn span(transposed: &Span, phase: usize) -> Span {
    let ([first, at], taps) = (place(transposed, phase), count(transposed, phase));
    let output = transposed.input.saturating_sub(first).div_ceil(transposed.stride);
    Span { input: transposed.output, output, taps, stride: 1, dilation: 1, before: (taps - 1).saturating_sub(at) }
}

/// Weights `[output, taps, input]` of a phase, with the taps in reverse order.
fn of_phase(weights: &IntWeights, g: &Conv, [ry, rx]: [usize; 2], [rows, columns]: [usize; 2]) -> Vec<i8> {
    let (Plane { y, x: w }, mut values) = (g.plane, Vec::with_capacity(g.output * rows * columns * g.input));
    for channel in weights.values.chunks_exact(y.taps * w.taps * g.input) {
        for ty in (0..rows).rev().map(|t| ry + t * y.stride) {
            for tx in (0..columns).rev().map(|t| rx + t * w.stride) {
                if ty < y.taps && tx < w.taps {
                    values.extend_from_slice(&channel[(ty * w.taps + tx) * g.input..][..g.input]);
                } else {
                    values.resize(values.len() + g.input, weights.zero as i8);
                }
            }
        }
    }
    values
}

impl Phases {
    /// The convolution that computes a phase of one image; the row and the column of its first pixel in the output.
    fn geometry(&self, phase: usize) -> (Conv, [usize; 2]) {
        let Plane { y, x: w } = self.geometry.plane;
        let [ry, rx] = [phase / w.stride, phase % w.stride];
        let plane = Plane { y: span(&y, ry), x: span(&w, rx) };
        (Conv { batch: 1, plane, ..self.geometry }, [place(&y, ry)[0], place(&w, rx)[0]])
    }

    /// Elements of an image of the input, and of one of the output.
    fn images(&self) -> [usize; 2] {
        let Conv { plane: Plane { y, x: w }, input, output, .. } = self.geometry;
        [y.output * w.output * input, y.input * w.input * output]
    }

    /// Most elements of the image of a phase.
    fn most(&self) -> usize {
        let Conv { plane: Plane { y, x: w }, output, .. } = self.geometry;
        y.input.div_ceil(y.stride) * w.input.div_ceil(w.stride) * output
    }

    /// Computes an image; `multiply` computes the results of rows for the weights of a phase, with scratch, and `pad` lies outside the input.
    fn image<T: Number>(
        &self,
        crew: &Crew,
        (x, pad): (&[i8], u8),
        (results, scratch): (&mut [T], &mut [i8]),
        out: &mut [T],
        multiply: impl Fn(&Panels, InputRows<'_>, &mut [i8], &mut [T]) + Sync,
    ) {
        let Conv { plane: Plane { y, x: w }, output, .. } = self.geometry;
        for (phase, panels) in self.phases.iter().enumerate() {
            let (g, [first_row, first_column]) = self.geometry(phase);
            let (lines, columns, depth) = (g.plane.y.output, g.plane.x.output, panels.depth());
            let results = &mut results[..lines * columns * output];
            let windows = Windows { geometry: &g, x, pad, depth, in_place: panels.takes_segments() };
            windows.multiply(crew, scratch, results, &|rows, room, results| multiply(panels, rows, room, results));
            let (none, size) = (copy::no_bits(), output * size_of::<T>());
            let out: &mut [u8] = bytemuck::cast_slice_mut(out);
            let lines = out.chunks_exact_mut(w.input * size).skip(first_row).step_by(y.stride);
            for (line, results) in lines.zip(results.chunks_exact(columns.max(1) * output)) {
                let results = bytemuck::cast_slice::<T, u8>(results).chunks_exact(size);
                let pixels = line.chunks_exact_mut(size).skip(first_column).step_by(w.stride);
                pixels.zip(results).for_each(|(pixel, result)| copy::copy(pixel, result, none));
            }
        }
    }
}

impl Kernel for Phases {
    fn packs(&self, operand: usize) -> bool {
        operand == 1 || operand == 3
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.geometry = transpose_geometry(view, view.out_shape(0))?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let rows = self.phases.iter().map(|panels| panels.scratch(panels.depth())).max().unwrap_or(0);
        let [quantized, results] =
            if self.is_dynamic { [self.images()[0], WORD * self.most()] } else { [0, self.most()] };
        results.next_multiple_of(WORD) + quantized + rows
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let operand = transpose_operands(view).0;
        let ([from, to], most, crew) = (self.images(), self.most(), io.crew());
        if self.is_dynamic {
            let (x, out) = (io.input::<f32>(operand), io.output::<i32>(0));
            let (results, scratch) = io.scratch::<i8>().split_at_mut(WORD * most);
            let (quantized, scratch) = scratch.split_at_mut(from);
            for (x, out) in x.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
                let scale = quantize_row(x, true, quantized);
                let results = bytemuck::cast_slice_mut(results);
                self.image(&crew, (quantized, scale.1 as u8), (results, scratch), out, |panels, rows, room, out| {
                    if let Panels::DynamicRange(packed) = panels {
                        packed.run(rows, &|_| scale, room, out);
                    }
                });
            }
            return Ok(());
        }
        let (x, out) = (io.input::<i8>(operand), io.output::<i8>(0));
        let zero = view.quant(operand)?.zero_point() as u8;
        let (results, scratch) = io.scratch::<i8>().split_at_mut(most);
        for (x, out) in x.chunks_exact(from.max(1)).zip(out.chunks_exact_mut(to.max(1))) {
            self.image(&crew, (x, zero), (results, scratch), out, |panels, rows, room, out| {
                if let Panels::Int(int) = panels {
                    int.multiply(rows, room, out);
                }
            });
        }
        Ok(())
    }
}
