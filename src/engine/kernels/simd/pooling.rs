//! AVERAGE_POOL_2D and MAX_POOL_2D. Plain loops over slices, which the compiler vectorizes.

use super::vector::Sign;
use crate::engine::crew::Units;
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::{clamp, integer_mean};
use crate::engine::ops::fixed::activation_range;
use crate::engine::ops::geometry::{Plane, Span, misfit};
use crate::engine::ops::pooling;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, Kernel, NodeView, Rows};

/// AVERAGE_POOL_2D and MAX_POOL_2D, channels side by side.
struct Pool {
    max: bool,
    values: Values,
    batch: usize,
    plane: Plane,
    channels: usize,
}

/// The type of the elements, with the range of results.
#[derive(Clone, Copy)]
enum Values {
    Floats(f32, f32),
    Bytes(Sign, i32, i32),
}

/// Prepares AVERAGE_POOL_2D and MAX_POOL_2D: float32, int8 or uint8.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Some(dtype) = view.dtype(0) else { return Ok(None) };
    let values = if let Some(sign) = Sign::of(Some(dtype)) {
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, dtype)?;
        Values::Bytes(sign, low, high)
    } else if dtype == Dtype::F32 {
        let (low, high) = view.activation().range().ok_or_else(misfit)?;
        Values::Floats(low, high)
    } else {
        return Ok(None);
    };
    let max = view.node.op.builtin() == Some(Op::MaxPool2d);
    Ok(Some(Box::new(Pool { max, values, batch: 0, plane: Plane::default(), channels: 0 })))
}

/// The input pixels of a window. Row `r` of the input lies at `r % ring`.
struct Window {
    top: usize,
    ring: usize,
    height: usize,
    start: usize,
    width: usize,
    /// Pixels of a line of the input.
    line: usize,
}

impl Window {
    fn count(&self) -> usize {
        self.height * self.width
    }

    /// Calls `f` with the elements of each pixel from channel `at` on, at least `count`.
    // A slice that becomes shorter with each pixel is checked once for it.
    #[inline(always)]
    fn each<'a, T>(&self, x: &'a [T], channels: usize, at: usize, count: usize, mut f: impl FnMut(&'a [T])) {
        let Some(before_last) = self.width.checked_sub(1) else { return };
        let mut row = self.top;
        for _ in 0..self.height {
            let first = (row * self.line + self.start) * channels + at;
            let mut rest = Some(&x[first..][..before_last * channels + count]);
            while let Some(pixel) = rest {
                f(pixel);
                rest = pixel.get(channels..);
            }
            row = if row + 1 == self.ring { 0 } else { row + 1 };
        }
    }
}

impl Pool {
    /// Elements of a line of the output.
    fn line(&self) -> usize {
        self.plane.x.output * self.channels
    }

    /// Calls `f(window, channels of the output)` for a line of the output; the input's memory holds `ring` lines.
    #[inline(always)]
    fn windows<T>(&self, row: usize, ring: usize, out: &mut [T], mut f: impl FnMut(&Window, &mut [T])) {
        let Plane { y, x } = self.plane;
        let (image, at) = (row / y.output, row % y.output);
        let rows = y.inside(at);
        let top = (image * y.input + at * y.stride + rows.start).saturating_sub(y.before) % ring.max(1);
        for (at, out) in out.chunks_exact_mut(self.channels.max(1)).enumerate() {
            // As `inside` has it, without its divisions: windows of a pool have no gaps.
            let start = (at * x.stride).saturating_sub(x.before);
            let width = (at * x.stride + x.taps).saturating_sub(x.before).min(x.input).saturating_sub(start);
            f(&Window { top, ring, height: rows.len(), start, width, line: x.input }, out);
        }
    }

    /// The two lines of an image whose windows are squares of 2x2 side by side: the most common ones.
    fn squares<'a>(&self, row: usize, ring: usize, x: &'a [f32]) -> Option<[&'a [f32]; 2]> {
        let Plane { y, x: w } = self.plane;
        let is_square = |s: Span| (s.taps, s.stride, s.before) == (2, 2, 0) && 2 * s.output <= s.input;
        let top = (row / y.output * y.input + row % y.output * 2) % ring.max(1);
        let line = w.input * self.channels;
        let lines = [top, top + 1].map(|at| x.get(at * line..).and_then(|rest| rest.get(..line)));
        match lines {
            [Some(upper), Some(lower)] if is_square(y) && is_square(w) && top + 1 < ring && line > 0 => {
                Some([upper, lower])
            }
            _ => None,
        }
    }

    /// Calls `f(row, ring, input, line of the output)` for all rows on all threads, or for some of a chain.
    #[inline(always)]
    fn lines<T: Number + Sync>(
        &self,
        io: &mut Io,
        rows: Option<&Rows>,
        f: impl Fn(usize, usize, &[T], &mut [T]) + Sync,
    ) {
        let (line, Plane { y, x }) = (self.line(), self.plane);
        let (from, out, ring) = (io.input::<T>(0), io.output::<T>(0), self.batch * y.input);
        if let Some(rows) = rows {
            for row in rows.rows.clone() {
                f(row, rows.input, from, &mut out[row % rows.output * line..][..line]);
            }
            return;
        }
        let units = Units { len: line, cost: line * y.taps * x.taps, step: 1 };
        io.crew().share(units, &mut [0u8; 0], out, |first, _, out| {
            for (r, out) in out.chunks_exact_mut(line.max(1)).enumerate() {
                f(first + r, ring, from, out);
            }
        });
    }

    fn compute(&self, io: &mut Io, rows: Option<&Rows>) {
        let max = self.max;
        match self.values {
            Values::Floats(low, high) => self.lines(io, rows, |row, ring, x, out| {
                // A value that is no number is passed over, as by the reference kernel.
                let larger = |max, x| if max < x { x } else { max };
                if let Some(lines) = self.squares(row, ring, x).filter(|_| max) {
                    squares(lines, self.channels, out, |four| {
                        clamp(four.into_iter().fold(f32::MIN, larger), low, high)
                    });
                    return;
                }
                self.windows(row, ring, out, |window, out| {
                    if max {
                        fold::<16, 4, _, _>(window, x, out, f32::MIN, larger, |max| clamp(max, low, high));
                    } else {
                        let count = window.count() as f32;
                        fold::<8, 1, _, _>(window, x, out, 0.0, |sum, x| sum + x, |sum| clamp(sum / count, low, high));
                    }
                });
            }),
            Values::Bytes(sign, low, high) => self.lines(io, rows, |row, ring, x, out| {
                let (flip, offset) = (sign.flip(Sign::Signed), sign.offset());
                let [least, most] = [low, high].map(|bound| (bound - offset).clamp(-128, 127) as i8);
                self.windows(row, ring, out, |window, out| {
                    if max {
                        let larger = |max: i8, x: i8| max.max(x ^ flip);
                        fold::<16, 1, _, _>(window, x, out, -128, larger, |max| max.clamp(least, most) ^ flip);
                    } else {
                        let count = (window.count() as i32).max(1);
                        let mean = |sum| integer_mean(sum + offset * count, count).clamp(low, high) as i8;
                        fold::<16, 1, _, _>(window, x, out, 0, |sum, x| sum + i32::from(x ^ flip), mean);
                    }
                });
            }),
        }
    }
}

/// Folds each channel of the windows of two lines, which have a multiple of two pixels or one more.
#[inline(always)]
fn squares(lines: [&[f32]; 2], channels: usize, out: &mut [f32], f: impl Fn([f32; 4]) -> f32) {
    let [upper, lower] = lines.map(|line| line.chunks_exact(2 * channels));
    for ((upper, lower), out) in upper.zip(lower).zip(out.chunks_exact_mut(channels)) {
        let ((a, b), (c, d)) = (upper.split_at(channels), lower.split_at(channels));
        for ((((out, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
            *out = f([*a, *b, *c, *d]);
        }
    }
}

/// Folds each channel of a window, `N` at a time or, of fewer channels, `M` or one; `out` has all channels.
#[inline(always)]
fn fold<const N: usize, const M: usize, T: Copy, S: Copy>(
    window: &Window,
    x: &[T],
    out: &mut [T],
    start: S,
    f: impl Fn(S, T) -> S,
    end: impl Fn(S) -> T,
) {
    let channels = out.len();
    if channels >= N {
        lanes::<N, _, _>(window, x, out, start, f, end);
    } else if M > 1 && channels >= M {
        lanes::<M, _, _>(window, x, out, start, f, end);
    } else {
        lanes::<1, _, _>(window, x, out, start, f, end);
    }
}

/// Folds `N` channels at a time; the last ones overlap others.
#[inline(always)]
fn lanes<const N: usize, T: Copy, S: Copy>(
    window: &Window,
    x: &[T],
    out: &mut [T],
    start: S,
    f: impl Fn(S, T) -> S,
    end: impl Fn(S) -> T,
) {
    let channels = out.len();
    for at in (0..channels).step_by(N) {
        let at = at.min(channels - N);
        let mut all = [start; N];
        window.each(x, channels, at, N, |pixel| {
            if let Some(x) = pixel.first_chunk::<N>() {
                all.iter_mut().zip(x).for_each(|(one, &x)| *one = f(*one, x));
            }
        });
        out[at..].iter_mut().zip(all).for_each(|(out, one)| *out = end(one));
    }
}

impl Kernel for Pool {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        (self.batch, self.plane, self.channels) = pooling::geometry(view)?;
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        self.compute(io, None);
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        (self.batch == 1).then_some(self.plane.y)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        self.compute(io, Some(rows));
        Ok(())
    }
}
