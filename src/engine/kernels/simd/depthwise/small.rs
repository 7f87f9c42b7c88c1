//! DEPTHWISE_CONV_2D of small images with windows of 5x5: four channels of the whole image at a time.
//!
//! Their lines are copied between zeros first. So no window asks where the image ends, and many neighbors share what they read, which
//! pays for the copy: of 7x7 pixels, half of all windows reach over the border.

use super::square::Square;
use crate::engine::kernels::simd::vector::Floats;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::Plane;
use std::ops::Range;

/// Rows and columns of the windows.
const TAPS: usize = 5;

/// Elements of all copied lines: the first-level cache holds them, and a stack.
const ROOM: usize = 320;

/// Windows side by side whose results are computed together, four or seven: those that take less time, complete or not. Seven read less
/// for each.
fn tile(width: usize) -> usize {
    if 7 * width.next_multiple_of(7) <= 8 * width.next_multiple_of(4) { 7 } else { 4 }
}

/// Elements of a copied line: as many as all windows read, the last of which may lie behind the image.
fn line(g: &Depthwise) -> usize {
    let w = g.plane.x;
    (w.output.next_multiple_of(tile(w.output)) + TAPS - 1).max(w.before + w.input)
}

/// Whether these windows are computed here.
pub fn fits(g: &Depthwise) -> bool {
    let Plane { y, x } = g.plane;
    let is_plain = [y, x].iter().all(|span| (span.taps, span.stride, span.dilation) == (TAPS, 1, 1));
    // Without overflow: a window begins in the image or at most as far before it as it is wide.
    is_plain && y.before.max(x.before) < TAPS && x.input <= ROOM && x.output <= ROOM && y.input <= ROOM / line(g)
}

impl Square<TAPS> {
    /// Lines `first..` of the output, as many as `out` holds. The windows [fit](fits).
    pub fn small<V: Floats>(&self, x: &[f32], g: &Depthwise, mut first: usize, out: &mut [f32]) {
        let Plane { y, x: w } = g.plane;
        let (x, mut out) = (x.as_chunks::<4>().0, out.as_chunks_mut::<4>().0);
        let image = y.input * w.input * self.weights.len();
        let line = w.output * self.weights.len();
        while !out.is_empty() {
            let (n, top) = (first / y.output, first % y.output);
            let some = (out.len() / line).min(y.output - top);
            let (now, rest) = out.split_at_mut(some * line);
            self.part::<V>(&x[n * image..][..image], g, top, now);
            (out, first) = (rest, first + some);
        }
    }

    /// The same of one image.
    fn part<V: Floats>(&self, x: &[[f32; 4]], g: &Depthwise, first: usize, out: &mut [[f32; 4]]) {
        let (count, line, y) = (self.weights.len(), line(g), g.plane.y);
        let end = (first + out.len() / (g.plane.x.output * count) + TAPS - 1).saturating_sub(y.before);
        let read = first.saturating_sub(y.before)..end.min(y.input);
        let mut room = [[0.0; 4]; ROOM];
        for block in 0..count {
            let (x, out) = (&x[block..], &mut out[block..]);
            copy_lines::<V>(x, (g, count, line), read.clone(), &mut room);
            if tile(g.plane.x.output) == 7 {
                self.lines::<V, 7, { 7 + TAPS - 1 }>(block, &room, (g, line, first), out);
            } else {
                self.lines::<V, 4, { 4 + TAPS - 1 }>(block, &room, (g, line, first), out);
            }
        }
    }

    /// Those of four channels, `P` neighbors at a time, which read `C` columns; `out` begins with these channels.
    #[inline(never)]
    fn lines<V: Floats, const P: usize, const C: usize>(
        &self,
        block: usize,
        room: &[[f32; 4]],
        (g, line, first): (&Depthwise, usize, usize),
        out: &mut [[f32; 4]],
    ) {
        let (Plane { y, x: w }, count) = (g.plane, self.weights.len());
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let (weights, bias) = (&self.weights[block], V::load(&self.bias[block]));
        for (oy, out) in (first..).zip(out.chunks_mut(w.output * count)) {
            // Rows above and below the image are left out.
            let rows = y.before.saturating_sub(oy)..(y.before + y.input).saturating_sub(oy).min(TAPS);
            let top = oy.saturating_sub(y.before) * line;
            for (tile, out) in out.chunks_mut(P * count).enumerate() {
                let mut sums = [bias; P];
                let mut at = top + tile * P;
                for weights in &weights[rows.clone()] {
                    let Some(columns) = room.get(at..).and_then(|columns| columns.first_chunk::<C>()) else { break };
                    at += line;
                    let weights = weights.each_ref().map(V::load);
                    for (column, x) in columns.iter().enumerate() {
                        let x = V::load(x);
                        for (p, sum) in sums.iter_mut().enumerate() {
                            if let Some(&w) = column.checked_sub(p).and_then(|tap| weights.get(tap)) {
                                *sum = sum.add_product(x, w);
                            }
                        }
                    }
                }
                for (sum, out) in sums.into_iter().zip(out.iter_mut().step_by(count)) {
                    sum.clamp(low, high).store(out);
                }
            }
        }
    }
}

/// Copies lines of four of `count` channels, between zeros that stay.
#[inline(never)]
fn copy_lines<V: Floats>(
    x: &[[f32; 4]],
    (g, count, line): (&Depthwise, usize, usize),
    read: Range<usize>,
    room: &mut [[f32; 4]],
) {
    let w = g.plane.x;
    for at in read {
        let (x, room) = (&x[at * w.input * count..], &mut room[at * line + w.before..]);
        for (x, to) in x.iter().step_by(count).zip(&mut room[..w.input]) {
            V::load(x).store(to);
        }
    }
}
