//! CONV_3D and CONV_3D_TRANSPOSE of float32 with constant weights, as matrix products.
//!
//! CONV_3D: the input lines of a line of the output are copied once, with their padding; all windows are multiplied where they lie in
//! the copies. CONV_3D_TRANSPOSE: images of the input's depth are added to images of the output's, as TRANSPOSE_CONV does.

use super::gemm::{FloatPanels, ROWS};
use super::transpose::{STRIP, add_image, begin, finish};
use super::vector::F32x4;
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::ops::conv3d::{Volume, volume};
use crate::engine::ops::convolution::Conv;
use crate::engine::ops::geometry::{Plane, Span, misfit};
use crate::engine::view::{Io, Kernel, NodeView};

/// Maximum number of contiguous pieces of a window.
const MOST_PIECES: usize = 128;
/// Bound of the strides and sizes of windows, so that a line of windows always fits memory.
const MOST_REACH: usize = 1 << 12;

struct Windows {
    /// Weights of shape `[channels, taps and input channels]`.
    panels: FloatPanels,
    volume: Volume,
}

/// Pixels between the first and the last tap, with both.
fn reach(span: &Span) -> usize {
    (span.taps - 1) * span.dilation + 1
}

/// Prepares CONV_3D with constant weights.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let volume = volume(view, view.shape(0))?;
    let Volume { spans: [d, h, w], channels: (_, to), .. } = volume;
    let pieces = d.taps * h.taps * if w.dilation == 1 { 1 } else { w.taps };
    let (Some(weights), bias) = (view.value::<f32>(1), view.value::<f32>(2)) else { return Ok(None) };
    let is_known = bias.is_some() || !view.has(2);
    if weights.is_empty() || !is_known || pieces > MOST_PIECES || w.stride.max(reach(&w)) > MOST_REACH {
        return Ok(None);
    }
    let depth = weights.len() / to;
    let mut sorted = vec![0.0; weights.len()];
    for (k, row) in weights.chunks_exact(to).enumerate() {
        row.iter().enumerate().for_each(|(c, &w)| sorted[c * depth + k] = w);
    }
    let range = view.activation().range().ok_or_else(misfit)?;
    let panels = FloatPanels::new(&sorted, bias.unwrap_or_default(), to, depth, range);
    Ok(Some(Box::new(Windows { panels, volume })))
}

impl Windows {
    /// Elements of an input line with its padding, for [`ROWS`] windows or more.
    fn line(&self) -> usize {
        let Volume { spans: [_, _, w], channels: (from, _), .. } = &self.volume;
        (w.output.max(ROWS) - 1).saturating_mul(w.stride).saturating_add(reach(w)).saturating_mul(*from)
    }

    /// Input lines of a window.
    fn lines(&self) -> usize {
        let [d, h, _] = self.volume.spans;
        d.taps * h.taps
    }

    /// Copies the input lines that output line `row` reads.
    fn copy_lines(&self, row: usize, x: &[f32], lines: &mut [f32]) {
        let Volume { spans: [d, h, w], channels: (from, _), .. } = self.volume;
        let (image, od, oh) = (row / h.output / d.output, row / h.output % d.output, row % h.output);
        for (tap, to) in lines.chunks_exact_mut(self.line()).enumerate() {
            let Some((id, ih)) = d.at(od, tap / h.taps).zip(h.at(oh, tap % h.taps)) else {
                to.fill(0.0);
                continue;
            };
            let x = &x[((image * d.input + id) * h.input + ih) * w.input * from..][..w.input * from];
            let (before, to) = to.split_at_mut(w.before * from);
            let (inside, after) = to.split_at_mut(x.len().min(to.len()));
            before.fill(0.0);
            inside.copy_from_slice(&x[..inside.len()]);
            after.fill(0.0);
        }
    }
}

impl Kernel for Windows {
    fn packs(&self, operand: usize) -> bool {
        operand == 1
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.volume = volume(view, view.shape(0))?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let room = self.line().saturating_mul(self.lines()).saturating_add(ROWS * self.volume.channels.1);
        room.saturating_mul(size_of::<f32>())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let Volume { spans: [_, _, w], channels: (from, to), .. } = self.volume;
        let (x, out, scratch) = (io.input::<f32>(0), io.output::<f32>(0), io.scratch::<f32>());
        let (crew, line, len) = (io.crew(), self.line(), w.output * to);
        let scratch = &mut scratch[..crew.size() * self.scratch() / size_of::<f32>()];
        let units = Units { len, cost: len * self.panels.depth(), step: 1 };
        crew.share(units, scratch, out, |first, scratch, out| {
            let (lines, results) = scratch.split_at_mut(self.lines() * line);
            for (row, out) in (first..).zip(out.chunks_exact_mut(len)) {
                self.copy_lines(row, x, lines);
                // Taps lie side by side, or each is a piece.
                let (taps, gap) = if w.dilation == 1 { (w.taps, 1) } else { (1, w.dilation) };
                let mut pieces = [&[][..]; MOST_PIECES];
                let starts = lines
                    .chunks_exact(line)
                    .flat_map(|line| (0..w.taps / taps).map(move |piece| &line[piece * gap * from..]));
                let count = pieces.iter_mut().zip(starts).map(|(piece, start)| *piece = start).count();
                let (pieces, step) = (&pieces[..count], w.stride * from);
                if w.output < ROWS {
                    self.panels.windows::<F32x4>(pieces, taps * from, step, results);
                    out.copy_from_slice(&results[..len]);
                } else {
                    self.panels.windows::<F32x4>(pieces, taps * from, step, out);
                }
            }
        });
        Ok(())
    }
}

struct Transposed {
    /// For each tap of the depth, weights of all other taps and channels.
    panels: Vec<FloatPanels>,
    volume: Volume,
}

/// Prepares CONV_3D_TRANSPOSE with constant weights.
pub fn prepare_transposed(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let volume = volume(view, view.out_shape(0))?;
    let ([d, h, w], (from, to)) = (volume.spans, volume.channels);
    let Some(weights) = view.value::<f32>(1).filter(|weights| !weights.is_empty()) else { return Ok(None) };
    let (channels, everything) = (h.taps * w.taps * to, (f32::NEG_INFINITY, f32::INFINITY));
    let taps = weights.chunks_exact(weights.len() / d.taps);
    let panels = taps.map(|weights| FloatPanels::new(weights, &[], channels, from, everything)).collect();
    Ok(Some(Box::new(Transposed { panels, volume })))
}

impl Kernel for Transposed {
    fn packs(&self, operand: usize) -> bool {
        operand == 1
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.volume = volume(view, view.out_shape(0))?;
        Ok(())
    }

    fn scratch(&self) -> usize {
        let Volume { spans: [_, h, w], channels: (_, to), .. } = self.volume;
        STRIP * h.taps * w.taps * to * size_of::<f32>()
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let Volume { spans: [d, y, x], batch, channels: (input, output) } = self.volume;
        let image = Conv { batch, plane: Plane { y, x }, input, depth: input, output };
        let (from, out, scratch) = (io.input::<f32>(2), io.output::<f32>(0), io.scratch::<f32>());
        begin(io.input::<f32>(3), output, out);
        let (narrow, wide) = (y.output * x.output * input, y.input * x.input * output);
        for (n, from) in from.chunks_exact(narrow.max(1)).enumerate() {
            for (tap, panels) in self.panels.iter().enumerate() {
                let Some(at) = d.at(n % d.output, tap) else { continue };
                let out = &mut out[(n / d.output * d.input + at) * wide..][..wide];
                add_image(panels, &image, from, scratch, out);
            }
        }
        finish(view, out)
    }
}
