//! AVERAGE_POOL_2D and MAX_POOL_2D. Plain loops over slices, which the compiler vectorizes.

use super::vector::Sign;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::{clamp, integer_mean};
use crate::engine::ops::fixed::activation_range;
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::ops::pooling;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, Kernel, NodeView};

/// AVERAGE_POOL_2D and MAX_POOL_2D, channels side by side.
struct Pool {
    max: bool,
}

/// Prepares AVERAGE_POOL_2D and MAX_POOL_2D: float32, int8 or uint8.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I8 | Dtype::U8));
    Ok(if known { Some(Box::new(Pool { max: view.node.op.builtin() == Some(Op::MaxPool2d) })) } else { None })
}

/// The input pixels of a window.
struct Window {
    first: usize,
    /// Pixels of a line of the input.
    line: usize,
    height: usize,
    width: usize,
}

impl Window {
    fn count(&self) -> usize {
        self.height * self.width
    }

    #[inline(always)]
    fn each(&self, mut f: impl FnMut(usize)) {
        for y in 0..self.height {
            let first = self.first + y * self.line;
            (first..first + self.width).for_each(&mut f);
        }
    }
}

/// Calls `f(output pixel, window)`.
fn windows(view: &NodeView, mut f: impl FnMut(usize, &Window)) -> Result<usize> {
    let (batch, Plane { y, x }, channels) = pooling::geometry(view)?;
    for row in 0..batch * y.output {
        let (b, oy) = (row / y.output, row % y.output);
        let rows = y.inside(oy);
        let top = b * y.input + oy * y.stride + rows.start - y.before;
        for ox in 0..x.output {
            // As `inside` has it, without its divisions: windows of a pool have no gaps.
            let start = (ox * x.stride).saturating_sub(x.before);
            let width = (ox * x.stride + x.taps).saturating_sub(x.before).min(x.input).saturating_sub(start);
            let window = Window { first: top * x.input + start, line: x.input, height: rows.len(), width };
            f(row * x.output + ox, &window);
        }
    }
    Ok(channels)
}

/// Folds each channel of a window; `out` has all channels.
#[inline(always)]
fn floats(window: &Window, x: &[f32], out: &mut [f32], start: f32, f: impl Fn(f32, f32) -> f32) {
    let channels = out.len();
    let (wide, rest) = out.as_chunks_mut::<8>();
    let done = wide.len() * 8;
    wide.iter_mut().enumerate().for_each(|(i, out)| *out = lanes(window, x, channels, i * 8, start, &f));
    let (narrow, rest) = rest.as_chunks_mut::<2>();
    let last = done + narrow.len() * 2;
    narrow.iter_mut().enumerate().for_each(|(i, out)| *out = lanes(window, x, channels, done + i * 2, start, &f));
    rest.iter_mut().enumerate().for_each(|(i, out)| [*out] = lanes(window, x, channels, last + i, start, &f));
}

/// Folds the `N` channels from `at` on.
#[inline(always)]
fn lanes<const N: usize>(
    window: &Window,
    x: &[f32],
    channels: usize,
    at: usize,
    start: f32,
    f: &impl Fn(f32, f32) -> f32,
) -> [f32; N] {
    let mut all = [start; N];
    window.each(|pixel| {
        if let Some(x) = x[pixel * channels + at..].first_chunk::<N>() {
            all.iter_mut().zip(x).for_each(|(one, &x)| *one = f(*one, x));
        }
    });
    all
}

impl Kernel for Pool {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        pooling::geometry(view).map(|_| ())
    }

    fn scratch(&self) -> usize {
        0
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (_, _, channels) = pooling::geometry(view)?;
        if view.dtype(0) == Some(Dtype::F32) {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
            let max = self.max;
            windows(view, |o, window| {
                let out = &mut out[o * channels..][..channels];
                if max {
                    // A value that is no number is passed over, as by the reference kernel.
                    floats(window, x, out, f32::MIN, |max, x| if max < x { x } else { max });
                    out.iter_mut().for_each(|o| *o = clamp(*o, low, high));
                } else {
                    floats(window, x, out, 0.0, |sum, x| sum + x);
                    let count = window.count() as f32;
                    out.iter_mut().for_each(|o| *o = clamp(*o / count, low, high));
                }
            })?;
            return Ok(());
        }
        let dtype = view.dtype(0);
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, dtype.ok_or_else(misfit)?)?;
        let sign = Sign::of(dtype).ok_or_else(misfit)?;
        let (flip, offset) = (sign.flip(Sign::Signed), sign.offset());
        let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
        let max = self.max;
        windows(view, |o, window| {
            let out = &mut out[o * channels..][..channels];
            for (b, out) in out.chunks_mut(16).enumerate() {
                let int = |x: i8| i32::from(x ^ flip);
                let mut sums = [if max { -128 } else { 0i32 }; 16];
                window.each(|pixel| {
                    let from = &x[pixel * channels + b * 16..][..out.len()];
                    match (from.first_chunk::<16>(), max) {
                        (Some(from), true) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s = (*s).max(int(x))),
                        (Some(from), false) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s += int(x)),
                        (None, true) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s = (*s).max(int(x))),
                        (None, false) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s += int(x)),
                    }
                });
                let count = (window.count() as i32).max(1);
                for (o, sum) in out.iter_mut().zip(sums) {
                    let value = if max { sum + offset } else { integer_mean(sum + offset * count, count) };
                    *o = value.clamp(low, high) as i8;
                }
            }
        })?;
        Ok(())
    }
}
