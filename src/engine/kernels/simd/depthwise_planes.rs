//! DEPTHWISE_CONV_2D of images whose channels are planes: neighbors of a row in vectors, with the weights of a channel in registers.
//!
//! Some rows of a channel are copied between zeros first, so no window needs to ask where the image ends. For windows two
//! columns apart even and odd columns lie apart.

use super::vector::Floats;
use crate::engine::copy;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::Plane;
use crate::engine::planes::distance;

/// Rows and columns of the windows: the weights of larger ones do not fit registers.
const TAPS: usize = 3;

/// Rows of the output for which rows of the input are copied.
const BAND: usize = 32;

/// Rows of the output that are computed together.
const ROWS: usize = 2;

/// Elements that a vector of windows reads of a row, or of every other column of it.
const READ: usize = 8;

/// Copied rows of a channel.
#[derive(Clone, Copy)]
struct Room {
    /// Elements of a row, or of its even columns and of its odd ones.
    half: usize,
    /// Elements of a row.
    row: usize,
    /// Number of rows.
    rows: usize,
}

impl Room {
    fn new(g: &Depthwise) -> Self {
        let Plane { y, x } = g.plane;
        let rows = (BAND.min(y.output.next_multiple_of(ROWS)).max(1) - 1) * y.stride + TAPS;
        // So many that the last vector of windows reads no further.
        let half = x.output.next_multiple_of(4) + READ - 4;
        Self { half, row: half * x.stride, rows }
    }

    /// Number of elements.
    fn len(self) -> usize {
        self.rows * self.row
    }
}

/// Elements of scratch memory; zero if there is no such kernel for these windows.
pub fn scratch(g: &Depthwise) -> usize {
    let Plane { y, x } = g.plane;
    let fits = g.batch == 1 && y.stride == x.stride && x.stride <= 2 && (y.dilation, x.dilation) == (1, 1);
    // Borders of other windows may be wider than they are.
    if fits && y.before < TAPS && x.before < TAPS { Room::new(g).len() + x.output } else { 0 }
}

/// Windows of 3x3 with bias and clamp.
pub struct Windows<'a> {
    /// The taps of four channels each.
    pub weights: &'a [[[[f32; 4]; TAPS]; TAPS]],
    /// Of four channels each.
    pub bias: &'a [[f32; 4]],
    /// Lowest and highest result.
    pub clamp: (f32, f32),
}

impl Windows<'_> {
    /// Channels `first..` of the results, as many as `out` holds; `room` has [`scratch`].
    pub fn planes<V: Floats>(&self, x: &[f32], g: &Depthwise, room: &mut [f32], first: usize, out: &mut [f32]) {
        if g.plane.x.stride == 1 {
            self.planes_apart::<V, 1>(x, g, room, first, out);
        } else {
            self.planes_apart::<V, 2>(x, g, room, first, out);
        }
    }

    /// The same for windows `S` rows and columns apart.
    fn planes_apart<V: Floats, const S: usize>(
        &self,
        x: &[f32],
        g: &Depthwise,
        room: &mut [f32],
        first: usize,
        out: &mut [f32],
    ) {
        let (Plane { y, x: w }, form) = (g.plane, Room::new(g));
        let (of_input, of_output) = (distance(y.input * w.input), distance(y.output * w.output));
        let (room, spare) = room.split_at_mut(form.len());
        let spare = &mut spare[..w.output];
        // Borders stay zero; what lies between them is replaced.
        room.fill(0.0);
        for (channel, plane) in (first..).zip(out.chunks_mut(of_output)) {
            for (n, out) in plane[..y.output * w.output].chunks_mut(BAND * w.output).enumerate() {
                copy_lines::<S>(&x[channel * of_input..], g.plane, n * BAND, form, room);
                self.band::<V, S>(channel, room, form, spare, out);
            }
        }
    }

    /// Rows of results of a channel from its copied rows. `spare` has room for a row.
    #[inline(never)]
    fn band<V: Floats, const S: usize>(
        &self,
        channel: usize,
        room: &[f32],
        form: Room,
        spare: &mut [f32],
        out: &mut [f32],
    ) {
        let lane = |four: &[f32; 4]| V::splat(four[channel % 4]);
        let weights: [[V; TAPS]; TAPS] = self.weights[channel / 4].each_ref().map(|row| row.each_ref().map(lane));
        let bias = lane(&self.bias[channel / 4]);
        let (low, high) = (V::splat(self.clamp.0), V::splat(self.clamp.1));
        let width = spare.len();
        for (n, rows) in out.chunks_mut(ROWS * width).enumerate() {
            let room = &room[n * ROWS * S * form.row..];
            let sums = |v: usize| {
                let from = &room[4 * v..];
                // Written out: in a loop over rows, browsers would read the weights from memory.
                let sums = add_row::<V, S, 0>([bias; ROWS], &weights, from, form);
                let sums = add_row::<V, S, 1>(sums, &weights, from, form);
                let sums = add_row::<V, S, 2>(sums, &weights, from, form);
                let sums = add_row::<V, S, 3>(sums, &weights, from, form);
                let sums = add_row::<V, S, 4>(sums, &weights, from, form);
                sums.map(|sum| sum.clamp(low, high))
            };
            let (upper, lower) = rows.split_at_mut(width);
            let lower = if lower.is_empty() { &mut *spare } else { lower };
            let (upper, upper_end) = upper.as_chunks_mut();
            let (lower, lower_end) = lower.as_chunks_mut();
            for (v, (upper, lower)) in upper.iter_mut().zip(lower).enumerate() {
                let [first, second] = sums(v);
                first.store(upper);
                second.store(lower);
            }
            if !width.is_multiple_of(4) {
                for (sum, out) in sums(width / 4).into_iter().zip([upper_end, lower_end]) {
                    let mut all = [0.0; 4];
                    sum.store(&mut all);
                    out.copy_from_slice(&all[..out.len()]);
                }
            }
        }
    }
}

/// Adds the products of copied row `I`, if windows of [`ROWS`] rows of results read it: of four neighbors, the first of which begins
/// at `from`.
#[inline(always)]
fn add_row<V: Floats, const S: usize, const I: usize>(
    mut sums: [V; ROWS],
    weights: &[[V; TAPS]; TAPS],
    from: &[f32],
    form: Room,
) -> [V; ROWS] {
    if I >= (ROWS - 1) * S + TAPS {
        return sums;
    }
    for apart in 0..S {
        let row = from.get(I * form.row + apart * form.half..).and_then(|row| row.first_chunk::<READ>());
        let Some(row) = row else { return sums };
        for tx in (apart..TAPS).step_by(S) {
            let Some(x) = row[tx / S..].first_chunk() else { return sums };
            let x = V::load(x);
            for (r, sum) in sums.iter_mut().enumerate() {
                if let Some(weights) = I.checked_sub(r * S).and_then(|ty| weights.get(ty)) {
                    *sum = sum.add_product(x, weights[tx]);
                }
            }
        }
    }
    sums
}

/// Copies the lines of a plane that the windows of rows `top..` read. Columns that no window reads have no place.
#[inline(never)]
fn copy_lines<const S: usize>(plane: &[f32], Plane { y, x: w }: Plane, top: usize, form: Room, room: &mut [f32]) {
    let none = u32::from(copy::no_bits());
    // Not as a bulk copy, which a browser does by a call.
    let vector = |from: &[f32; 4]| from.map(|x| f32::from_bits(x.to_bits() ^ none));
    for (r, room) in room.chunks_exact_mut(form.row).enumerate() {
        let Some(line) = y.at(top, r) else {
            room.fill(f32::from_bits(none));
            continue;
        };
        let from = &plane[line * w.input..][..w.input];
        if S == 1 {
            let room = &mut room[w.before..];
            let len = from.len().min(room.len());
            let (to, to_end) = room[..len].as_chunks_mut::<4>();
            let (from, from_end) = from[..len].as_chunks::<4>();
            to.iter_mut().zip(from).for_each(|(to, from)| *to = vector(from));
            to_end.iter_mut().zip(from_end).for_each(|(to, from)| *to = *from);
            continue;
        }
        let (even, odd) = room.split_at_mut(form.half);
        // The first column is an odd one behind a border of one.
        let (first, second) = if w.before.is_multiple_of(2) { (even, odd) } else { (odd, even) };
        let (first, second) = (&mut first[w.before / 2..], &mut second[w.before.div_ceil(2)..]);
        let (pairs, last) = from.as_chunks::<2>();
        for ((first, second), [a, b]) in first.iter_mut().zip(second).zip(pairs) {
            (*first, *second) = (*a, *b);
        }
        if let ([last], Some(place)) = (last, first.get_mut(pairs.len())) {
            *place = *last;
        }
    }
}
