//! A factor and a bias for each channel: a DEPTHWISE_CONV_2D whose windows are single pixels.

use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::Span;

/// Elements that the factors are repeated to, so that a loop is long.
const WIDE: usize = 128;

/// Factors, bias and clamp.
pub struct Scale {
    /// Of each channel, repeated.
    factors: Vec<f32>,
    /// Likewise.
    bias: Vec<f32>,
    clamp: (f32, f32),
}

impl Scale {
    /// `None` for other windows, where the images differ in size, and if channels do not fill vectors.
    pub fn new(weights: &[f32], bias: &[f32], g: &Depthwise, clamp: (f32, f32)) -> Option<Self> {
        let is_plain = |span: Span| (span.taps, span.stride, span.before) == (1, 1, 0) && span.input == span.output;
        if !is_plain(g.plane.y) || !is_plain(g.plane.x) || !g.input.is_multiple_of(4) {
            return None;
        }
        let times = (WIDE / weights.len().max(1)).max(1);
        Some(Self { factors: weights.repeat(times), bias: bias.repeat(times), clamp })
    }

    /// Some complete pixels.
    // A separate function: browsers recompile hot code by complete functions.
    #[inline(never)]
    pub fn run(&self, x: &[f32], out: &mut [f32]) {
        let (low, high) = self.clamp;
        let len = self.factors.len();
        for (x, out) in x.chunks(len).zip(out.chunks_mut(len)) {
            for (((out, &x), &factor), &bias) in out.iter_mut().zip(x).zip(&self.factors).zip(&self.bias) {
                *out = clamp(bias + x * factor, low, high);
            }
        }
    }
}
