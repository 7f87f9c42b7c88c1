//! DEPTHWISE_CONV_2D of images whose channels are planes: down columns of four neighbors, so that each line of the input is read once
//! for all windows that it is part of, with the weights of a channel in registers.
//!
//! Lines are read where they lie: a vector that reaches over the border of the image takes neighbors in memory, which a mask drops.

use super::square::Square;
use crate::engine::kernels::simd::vector::Floats;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::{Plane, Span};
use crate::engine::planes::distance;

/// Rows and columns of the windows: the weights of larger ones do not fit registers.
const TAPS: usize = 3;

/// Whether these windows are computed here.
pub fn fits(g: &Depthwise) -> bool {
    let Plane { y, x } = g.plane;
    // A border of one column, on the left, on the right or on both sides, and lines of whole vectors.
    let has_border = match x.stride {
        1 => x.before == 1 && x.output == x.input,
        2 => x.before < 2 && 2 * x.output == x.input,
        _ => false,
    };
    let is_plain = g.batch == 1 && y.stride == x.stride && (y.dilation, x.dilation) == (1, 1);
    is_plain && has_border && y.before < TAPS && x.output.is_multiple_of(4)
}

/// Elements of scratch memory: the plane of the first channel, before which nothing may be read.
pub fn scratch(g: &Depthwise) -> usize {
    let Plane { y, x } = g.plane;
    x.before + distance(y.input * x.input)
}

impl Square<TAPS> {
    /// Channels `first..` of the results, as many as `out` holds; `room` has [`scratch`]. The windows [fit](fits).
    pub fn planes<V: Floats>(&self, x: &[f32], g: &Depthwise, room: &mut [f32], first: usize, out: &mut [f32]) {
        let Plane { y, x: w } = g.plane;
        let (from, to) = (distance(y.input * w.input), distance(y.output * w.output));
        for (channel, out) in (first..).zip(out.chunks_mut(to)) {
            let x = match (channel * from).checked_sub(w.before) {
                Some(start) => &x[start..],
                None => {
                    room[w.before..][..from].copy_from_slice(&x[..from]);
                    &*room
                }
            };
            // A vector more is read behind the last line.
            let (x, out) = (&x.as_chunks().0[..=y.input * w.input / 4], out[..y.output * w.output].as_chunks_mut().0);
            if w.stride == 1 {
                self.plane::<V, 1>(channel, x, g.plane, out);
            } else {
                self.plane::<V, 2>(channel, x, g.plane, out);
            }
        }
    }

    /// The results of a channel, whose windows begin `S` rows and columns apart. `x` begins with the border before its plane.
    #[inline(never)]
    fn plane<V: Floats, const S: usize>(
        &self,
        channel: usize,
        x: &[[f32; 4]],
        Plane { y, x: w }: Plane,
        out: &mut [[f32; 4]],
    ) {
        let lane = |four: &[f32; 4]| V::splat(four[channel % 4]);
        let window = Window {
            weights: self.weights[channel / 4].each_ref().map(|row| row.each_ref().map(lane)),
            bias: lane(&self.bias[channel / 4]),
            clamp: [V::splat(self.clamp.0), V::splat(self.clamp.1)],
        };
        let (line, width) = (w.input / 4, w.output / 4);
        for v in 0..width {
            // Few vectors reach over the border, and others have registers enough without masks.
            if v == 0 || v + 1 == width {
                let masks = masks(w, v);
                let read = |at| columns::<V, S>(x, at).map(|[a, b, c]| [a.masked(masks[0]), b, c.masked(masks[1])]);
                window.column::<S>(y.before, (read, S * v, line), (out, v, width));
            } else {
                window.column::<S>(y.before, (|at| columns::<V, S>(x, at), S * v, line), (out, v, width));
            }
        }
    }
}

/// The windows of a channel.
struct Window<V> {
    weights: [[V; TAPS]; TAPS],
    bias: V,
    clamp: [V; 2],
}

impl<V: Floats> Window<V> {
    /// Results of four windows side by side and of those below them, which begin `S` rows apart; `before` rows of the first ones lie
    /// above the image. `read` gives the columns of a line, the first of which is `at`; results lie `width` apart from `to` on.
    #[inline(always)]
    fn column<const S: usize>(
        &self,
        before: usize,
        (read, mut at, line): (impl Fn(usize) -> Option<[V; TAPS]>, usize, usize),
        (out, mut to, width): (&mut [[f32; 4]], usize, usize),
    ) {
        let [low, high] = self.clamp;
        // Of the windows that have begun, the oldest first.
        let mut sums = [self.bias; 2];
        for row in before..TAPS - 1 {
            if let Some(columns) = read(at) {
                self.add_line::<S>(&mut sums, columns, row);
                at += line;
            }
        }
        while let Some(columns) = read(at)
            && let Some(result) = out.get_mut(to)
        {
            self.add_line::<S>(&mut sums, columns, TAPS - 1).clamp(low, high).store(result);
            (at, to) = (at + line, to + width);
            if S == 2
                && let Some(columns) = read(at)
            {
                self.add_line::<S>(&mut sums, columns, TAPS);
                at += line;
            }
        }
        // Windows that end below the image.
        while let Some(result) = out.get_mut(to) {
            sums[0].clamp(low, high).store(result);
            sums = [if S == 1 { sums[1] } else { self.bias }, self.bias];
            to += width;
        }
    }

    /// Adds the products of a line, the `row`th from the beginning of the first windows on. Returns the sums of those that end with it.
    // Each sum of a line by itself, so that lines need not wait for each other.
    #[inline(always)]
    fn add_line<const S: usize>(&self, sums: &mut [V; 2], [a, b, c]: [V; TAPS], row: usize) -> V {
        let sum = |ty: usize| {
            let [u, v, w] = self.weights[ty];
            a.times(u).add_product(b, v).add_product(c, w)
        };
        let old = sums[0];
        if S == 1 {
            *sums = [sums[1].plus(sum(1)), self.bias.plus(sum(0))];
        } else if row % 2 == 1 {
            sums[0] = old.plus(sum(1));
            return sums[0];
        } else {
            sums[0] = self.bias.plus(sum(0));
        }
        old.plus(sum(2))
    }
}

/// Masks for the first and the last column of vector `v` of windows: elements outside of the image count as zero.
fn masks<V: Floats>(w: Span, v: usize) -> [V; 2] {
    let is_inside = |tap: usize| [0, 1, 2, 3].map(|lane| w.at(4 * v + lane, tap).is_some());
    [0, TAPS - 1].map(|tap| V::mask(is_inside(tap)))
}

/// The three columns of four windows in a line, the first of which begins at `at`.
#[inline(always)]
fn columns<V: Floats, const S: usize>(x: &[[f32; 4]], at: usize) -> Option<[V; TAPS]> {
    if S == 1 {
        let line = x.get(at..at + 2)?.first_chunk::<2>()?.as_flattened();
        return Some([
            V::load(line.first_chunk()?),
            V::load(line[1..].first_chunk()?),
            V::load(line[2..].first_chunk()?),
        ]);
    }
    let line = x.get(at..at + 3)?.first_chunk::<3>()?.as_flattened();
    let load = |at: usize| line[at..].first_chunk().map(V::load);
    let [a, b] = V::parted([load(0)?, load(4)?]);
    let [c, _] = V::parted([load(2)?, load(6)?]);
    Some([a, b, c])
}
