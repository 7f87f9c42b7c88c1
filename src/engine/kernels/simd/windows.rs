//! Windows of convolutions, copied into rows that are multiplied.

use crate::engine::copy;
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
pub const LINES: usize = 7;

/// Columns of the output whose windows lie fully inside the input's width and are contiguous there.
pub fn inside(g: &Conv) -> Range<usize> {
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
