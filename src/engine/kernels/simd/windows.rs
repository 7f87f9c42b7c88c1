//! Windows of convolutions as rows that are multiplied: where they lie, or copied.

use super::gemm::{ROWS, STRIP};
use super::gemm_ints::InputRows;
use super::vector::GROUP;
use crate::engine::copy;
use crate::engine::crew::{Crew, Units};
use crate::engine::data::Number;
use crate::engine::ops::convolution::Conv;
use crate::engine::ops::geometry::Plane;
use std::ops::Range;

/// Lines of an input; line `r` of an image lies at `r % ring`.
pub struct Lines<'a, T> {
    /// Their elements.
    pub x: &'a [T],
    /// Lines that are there at a time.
    pub ring: usize,
}

/// Most lines of a window whose places are found once for a row of windows.
const LINES: usize = 7;

/// Columns of the narrowest image whose windows are multiplied where they lie.
const COLUMNS: usize = 32;

/// Whether every output pixel reads only the input pixel at its own position.
pub fn is_pointwise(g: &Conv) -> bool {
    let Plane { y, x } = g.plane;
    [y, x].iter().all(|span| span.taps == 1 && span.stride == 1 && span.output == span.input)
}

/// How many of at most `left` output pixels from `first` on are multiplied in one way; and where the lines of the first one's window begin if
/// that is where they lie. Line `r` of an image lies at `r % ring`.
// One function for all types.
#[inline(never)]
pub fn piece(g: &Conv, ring: usize, first: usize, left: usize) -> (usize, Option<[usize; LINES]>) {
    let (Plane { y, x: w }, mut starts) = (g.plane, [0; LINES]);
    // Of narrow images, too few would lie together.
    if w.output < COLUMNS || y.taps > LINES {
        return (left, None);
    }
    let (inside, row, ox) = (inside(g), first / w.output, first % w.output);
    let mut is_inside = inside.contains(&ox);
    let end = if is_inside {
        inside.end
    } else if ox < inside.start {
        inside.start
    } else {
        w.output
    };
    let count = left.min(end - ox);
    is_inside &= count >= ROWS;
    for (ty, start) in starts[..y.taps].iter_mut().enumerate() {
        match y.at(row % y.output, ty) {
            Some(iy) if is_inside => {
                let at = row / y.output * y.input + iy % ring;
                *start = (at * w.input + ox * w.stride - w.before) * g.input;
            }
            _ => is_inside = false,
        }
    }
    (count, is_inside.then_some(starts))
}

/// Computes the results of rows, with scratch.
pub type Multiply<'a, T> = &'a (dyn Fn(InputRows<'_>, &mut [i8], &mut [T]) + Sync);

/// All windows of an int8 input.
pub struct Windows<'a> {
    /// Windows and channels.
    pub geometry: &'a Conv,
    /// Inputs.
    pub x: &'a [i8],
    /// The byte outside of them.
    pub pad: u8,
    /// Inputs of a row.
    pub depth: usize,
    /// Whether rows may be where windows lie.
    pub in_place: bool,
}

impl Windows<'_> {
    /// Computes `out` on all threads.
    pub fn multiply<T: Number>(&self, crew: &Crew, scratch: &mut [i8], out: &mut [T], multiply: Multiply<'_, T>) {
        let &Self { geometry: g, x, pad, depth, .. } = self;
        let Conv { plane: Plane { y, x: w }, input, output, .. } = *g;
        let (segment, stride) = (w.taps * input, w.stride * input);
        let in_place = self.in_place && w.dilation == 1 && segment.is_multiple_of(GROUP);
        let all = in_place && is_pointwise(g);
        // The ends of a line are rows of their own, and copies of bytes are cheap.
        let in_place = all || in_place && w.output >= 2 * STRIP;
        // Two of these products take as long as one of floats.
        let units = Units { len: output, cost: depth * output / 2, step: STRIP };
        crew.share(units, scratch, out, |first, scratch, out| {
            let (rows, room) = scratch.split_at_mut(STRIP * depth);
            for (s, mut out) in out.chunks_mut(STRIP * output).enumerate() {
                let mut first = first + s * STRIP;
                while !out.is_empty() {
                    let left = out.len() / output;
                    let (count, starts) = match in_place {
                        true if all => (left, Some([first * input; LINES])),
                        true => piece(g, y.input, first, left),
                        false => (left, None),
                    };
                    let (now, rest) = out.split_at_mut(count * output);
                    if let Some(starts) = starts {
                        let lines = starts.map(|start| &x[start..]);
                        multiply(InputRows { lines: &lines[..y.taps], segment, stride, count }, room, now);
                    } else {
                        let rows = &mut rows[..count * depth];
                        gather(g, Lines { x, ring: y.input }, first, depth, rows, pad);
                        multiply(InputRows::new(&[rows], depth), room, now);
                    }
                    (out, first) = (rest, first + count);
                }
            }
        });
    }
}

/// Columns of the output whose windows lie fully inside the input's width and are contiguous there.
fn inside(g: &Conv) -> Range<usize> {
    let w = g.plane.x;
    let last = (w.input + w.before).checked_sub(w.taps).map_or(0, |room| room / w.stride + 1).min(w.output);
    if w.dilation == 1 { w.before.div_ceil(w.stride)..last } else { 0..0 }
}

/// Copies the windows of output pixels `first..` into rows of `row` elements, as many as `rows` holds; bytes of those in the padding
/// are `pad`. Elements behind a window have any value: their weights are zero.
pub fn gather<T: Number>(g: &Conv, Lines { x, ring }: Lines<'_, T>, first: usize, row: usize, rows: &mut [T], pad: u8) {
    let lines = Lines { x: bytemuck::cast_slice(x), ring };
    gather_bytes(g, lines, first, size_of::<T>(), row, bytemuck::cast_slice_mut(rows), pad);
}

/// The same for elements of `size` bytes.
// One function for all types, without their code.
#[inline(never)]
fn gather_bytes(
    g: &Conv,
    Lines { x, ring }: Lines<'_, u8>,
    first: usize,
    size: usize,
    row: usize,
    rows: &mut [u8],
    pad: u8,
) {
    let Plane { y, x: w } = g.plane;
    let channels = g.input * size;
    let (mut image, mut oy, mut ox) = (first / (w.output * y.output), first / w.output % y.output, first % w.output);
    let (taps, line) = (w.taps * channels, w.input * channels);
    let start = |image: usize, oy: usize, ty: usize| y.at(oy, ty).map(|iy| (image * y.input + iy % ring) * line);
    // Those of the lines of a window are the same for a full row of windows. Nothing is allocated in a part of a node.
    let lines = |image: usize, oy: usize| -> [Option<usize>; LINES] {
        std::array::from_fn(|ty| if ty < y.taps { start(image, oy, ty) } else { None })
    };
    let mut starts = lines(image, oy);
    let inside = inside(g);
    let none = copy::no_bits();
    for out in rows.chunks_exact_mut(row * size) {
        let whole = inside.contains(&ox).then(|| (ox * w.stride - w.before) * channels);
        let (mut some, mut together) = (0..0, 1);
        if whole.is_none() {
            some = w.inside(ox);
            // Taps that lie side by side in the input.
            together = if w.dilation == 1 { some.len().max(1) } else { 1 };
            out.fill(pad);
        }
        for (ty, to) in out.chunks_exact_mut(taps).take(y.taps).enumerate() {
            let line = starts.get(ty).copied().unwrap_or_else(|| start(image, oy, ty));
            match (line, whole) {
                (Some(line), Some(ix)) => copy(to, &x[line + ix..][..taps], none),
                (Some(line), None) => {
                    for tx in some.clone().step_by(together) {
                        let ix = ox * w.stride + tx * w.dilation - w.before;
                        let to = &mut to[tx * channels..][..together * channels];
                        copy(to, &x[line + ix * channels..][..together * channels], none);
                    }
                }
                (None, Some(_)) => to.fill(pad),
                (None, None) => {}
            }
        }
        ox += 1;
        if ox == w.output {
            (ox, oy) = (0, oy + 1);
            if oy == y.output {
                (oy, image) = (0, image + 1);
            }
            starts = lines(image, oy);
        }
    }
}

/// Copies inputs of a window, with the lengths of common first layers written out.
#[inline(always)]
fn copy(to: &mut [u8], from: &[u8], none: u8) {
    let done = fixed::<36>(to, from) || fixed::<9>(to, from) || fixed::<8>(to, from);
    if !done {
        copy::copy(to, from, none);
    }
}

/// Copies slices of this length; false for others.
#[inline(always)]
fn fixed<const N: usize>(to: &mut [u8], from: &[u8]) -> bool {
    match (to.as_chunks_mut::<N>(), from.as_chunks::<N>()) {
        (([to], []), ([from], [])) => {
            *to = *from;
            true
        }
        _ => false,
    }
}
