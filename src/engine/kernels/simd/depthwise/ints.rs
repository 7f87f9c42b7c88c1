//! DEPTHWISE_CONV_2D on int8 and uint8: eight channels side by side, with their weights in registers for a row.
//!
//! Windows are taken column by column, three rows at a time. Elements outside the input are its zero point, so every
//! window has all its taps and the bias can correct for the zero point. Bits of uint8 are flipped as in
//! [`crate::engine::kernels::simd::panels`].

use crate::engine::error::Result;
use crate::engine::kernels::simd::epilogue::{Epilogue, LANES};
use crate::engine::kernels::simd::gemm_ints::{begun, lanes};
use crate::engine::kernels::simd::panels::requantize;
use crate::engine::kernels::simd::requantize::{Group, Requantize};
use crate::engine::kernels::simd::vector::{Ints, Sign};
use crate::engine::kernels::simd::weights::IntWeights;
use crate::engine::ops::convolution::Depthwise;
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::view::NodeView;

/// Rows of a column.
const ROWS: usize = 3;

/// Windows that are multiplied together: one alone would wait for the sums of its own columns.
const TOGETHER: usize = 4;

/// Results of a line that are finished together.
const FINISHED: usize = 2 * TOGETHER;

/// Arranged parts of columns; larger windows have no way here. On the stack, because threads must not allocate.
const ROOM: usize = 96;

/// Weights in blocks of [`LANES`] channels, with bias and requantization.
pub struct IntTaps<I: Ints> {
    /// For each block and each column of the window, from the left, its rows in threes, from the top.
    weights: Vec<I::Column>,
    requantize: Requantize,
    /// Bits of the input that are flipped.
    flip: i8,
    /// The byte of the input's zero point.
    zero: i8,
}

impl<I: Ints> IntTaps<I> {
    /// From weights of shape `[1, height, width, channels]`, for lanes that multiply inputs of this sign; `None` if the
    /// weights minus their zero point do not fit them, or the window has more than [`ROOM`] parts.
    pub fn new(view: &NodeView, stored: &IntWeights, g: &Depthwise, sign: Sign) -> Result<Option<Self>> {
        let Plane { y, x } = g.plane;
        if x.taps * y.taps.div_ceil(ROWS) > ROOM {
            return Ok(None);
        }
        let channels = g.input;
        let weight = |w: i8| i32::from(w) - stored.zero;
        let mut sums = vec![0i32; channels];
        for tap in stored.values.chunks_exact(channels.max(1)) {
            sums.iter_mut().zip(tap).for_each(|(sum, &w)| *sum += weight(w));
        }
        let requantize = requantize(view, y.taps * x.taps, &sums, sign)?;
        let mut weights = Vec::new();
        for c in (0..channels).step_by(LANES) {
            let width = LANES.min(channels - c);
            for tx in 0..x.taps {
                for top in (0..y.taps).step_by(ROWS) {
                    let rows: [[i16; LANES]; ROWS] = std::array::from_fn(|row| {
                        let mut eight = [0; LANES];
                        if top + row < y.taps {
                            let at = ((top + row) * x.taps + tx) * channels + c;
                            let stored = &stored.values[at..at + width];
                            eight.iter_mut().zip(stored).for_each(|(to, &w)| *to = weight(w) as i16);
                        }
                        eight
                    });
                    let Some(column) = I::weights(rows) else { return Ok(None) };
                    weights.push(column);
                }
            }
        }
        let flip = Sign::of(view.dtype(0)).ok_or_else(misfit)?.flip(sign);
        Ok(Some(Self { weights, requantize, flip, zero: view.quant(0)?.zero_point() as i8 }))
    }

    /// Bytes that [`IntTaps::run`] borrows.
    pub fn scratch(g: &Depthwise) -> usize {
        g.plane.x.input * g.input
    }

    /// Lines `first..` of the output, as many as `out` holds. `blank` is scratch: a row that replaces those outside the input.
    // A separate function; see [`super::depthwise`].
    #[inline(never)]
    pub fn run(&self, x: &[i8], g: &Depthwise, first: usize, blank: &mut [i8], out: &mut [i8]) {
        let Plane { y, x: w } = g.plane;
        let (line, image) = (w.input * g.input, w.input * g.input * y.input);
        let blank = &mut blank[..line];
        blank.fill(self.zero);
        let threes = y.taps.div_ceil(ROWS);
        let columns = w.taps * threes;
        let mut arranged = [[I::column([&[0; LANES]; ROWS], 0); 2]; ROOM];
        let walks = w.taps == ROWS && threes == 1 && w.dilation == 1 && w.before < ROWS;
        for (n, out) in (first..).zip(out.chunks_exact_mut((w.output * g.input).max(1))) {
            let (x, oy) = (&x[n / y.output * image..][..image], n % y.output);
            let row = |tap: usize| match y.at(oy, tap) {
                Some(iy) if tap < y.taps => &x[iy * line..][..line],
                _ => &*blank,
            };
            let rows = [row(0), row(1), row(2)];
            let (mut c, mut rest) = (0, &self.weights[..]);
            while let Some((weights, behind)) = rest.split_at_checked(columns)
                && !weights.is_empty()
            {
                let quick = self.requantize.quick(c).filter(|_| c + LANES <= g.input);
                match (weights.as_array(), w.stride, quick) {
                    (Some(weights), 1, Some(quick)) if walks => {
                        self.walk::<1>(&rows, &Block { weights, quick, c }, g, out);
                        (c, rest) = (c + LANES, behind);
                    }
                    (Some(weights), 2, Some(quick)) if walks => {
                        self.walk::<2>(&rows, &Block { weights, quick, c }, g, out);
                        (c, rest) = (c + LANES, behind);
                    }
                    _ => {
                        let blocks = if c + 2 * LANES <= g.input { 2 } else { 1 };
                        let (weights, behind) = rest.split_at(blocks * columns);
                        self.windows(&row, weights, g, c, &mut arranged, out);
                        (c, rest) = (c + blocks * LANES, behind);
                    }
                }
            }
        }
    }

    /// Three by three with eight full channels: columns shared with the next window stay in registers.
    #[inline(always)]
    fn walk<const STRIDE: usize>(&self, rows: &[&[i8]; ROWS], block: &Block<'_, I>, g: &Depthwise, out: &mut [i8]) {
        let (channels, c, weights) = (g.input, block.c, *block.weights);
        let bias = begun(self.requantize.bias(c));
        // The first window may extend past the left edge, the last ones past the right; those between need no checks.
        let [x0, x1, x2] = self.end(rows, block, g, 0, out);
        // Another array than the one that the call fills in memory, so that it can be in registers.
        let mut window = [x0, x1, x2];
        let skipped = (ROWS - g.plane.x.before) * channels;
        let [a, b, d] = rows.map(|row| row.get(skipped..).unwrap_or(&[]).chunks_exact(STRIDE * channels));
        let mut done = 1;
        for (((a, b), d), out) in a.zip(b).zip(d).zip(out[channels..].chunks_exact_mut(channels)) {
            let column = |pixel: usize| {
                let [a, b, d] = [a, b, d].map(|row| row[pixel * channels + c..].first_chunk());
                Some(I::column([a?, b?, d?], self.flip))
            };
            let Some(last) = column(STRIDE - 1) else { break };
            window =
                if STRIDE == 1 { [window[1], window[2], last] } else { [window[2], column(0).unwrap_or(last), last] };
            put::<I>(bias, window, weights, block.quick, &mut out[c..]);
            done += 1;
        }
        for ox in done..g.plane.x.output {
            self.end(rows, block, g, ox, out);
        }
    }

    /// A window of such a line of which some may be outside; returns its columns.
    // Not inlined: few windows are at the ends of a line.
    #[inline(never)]
    fn end(
        &self,
        rows: &[&[i8]; ROWS],
        block: &Block<'_, I>,
        g: &Depthwise,
        ox: usize,
        out: &mut [i8],
    ) -> [I::Column; 3] {
        let window = std::array::from_fn(|tap| {
            let ix = g.plane.x.at(ox, tap);
            let outside = [self.zero; LANES];
            let values = |row: &&[i8]| {
                let inside = ix.and_then(|ix| row[ix * g.input + block.c..].first_chunk().copied());
                inside.unwrap_or(outside)
            };
            I::column(rows.each_ref().map(values).each_ref(), self.flip)
        });
        let bias = begun(self.requantize.bias(block.c));
        put::<I>(bias, window, *block.weights, block.quick, &mut out[ox * g.input + block.c..]);
        window
    }

    /// Any windows of a line, for a block or two full ones, the first of which is `c`; `row` returns the input row that a tap reads. The
    /// columns that neighboring windows share are arranged once, of each its rows in threes.
    fn windows<'a>(
        &self,
        row: &dyn Fn(usize) -> &'a [i8],
        weights: &[I::Column],
        g: &Depthwise,
        c: usize,
        arranged: &mut [[I::Column; 2]; ROOM],
        out: &mut [i8],
    ) {
        let Plane { y, x: w } = g.plane;
        let threes = y.taps.div_ceil(ROWS);
        let parts = w.taps * threes;
        let outside = I::column([&[self.zero; LANES]; ROWS], self.flip);
        let width = (w.taps - 1) * w.dilation + 1;
        // Of wide windows, one at a time is arranged, without the columns between its own.
        let (most, apart) = (ROOM / threes).checked_sub(width).map_or((1, w.dilation), |room| (room / w.stride + 1, 1));
        // A window in one piece, or its columns.
        let piece = if w.dilation == apart { parts } else { threes };
        for (n, out) in out.chunks_mut(most * g.input).enumerate() {
            let columns = ((out.len() / g.input - 1) * w.stride + width).div_ceil(apart);
            // The first one that is inside, and where it is in a row.
            let at = n * most * w.stride;
            let skipped = w.before.saturating_sub(at).div_ceil(apart);
            let at = (at + skipped * apart - w.before) * g.input + c;
            for three in 0..threes {
                let mut to = arranged.chunks_exact_mut(threes).map(|parts| &mut parts[three]).take(columns);
                to.by_ref().take(skipped).for_each(|to| *to = [outside; 2]);
                let rows: [&[i8]; ROWS] = std::array::from_fn(|i| &row(three * ROWS + i)[..w.input * g.input]);
                let mut at = at;
                for to in to {
                    *to = match rows.map(|row| row.get(at..).unwrap_or_default()) {
                        [[], ..] => [outside; 2],
                        [a, b, d] if weights.len() == parts => {
                            let mut room = [[0; LANES]; ROWS];
                            let [x, y, z] = &mut room;
                            [I::column([eight(a, x), eight(b, y), eight(d, z)], self.flip), outside]
                        }
                        rows => match rows.map(|row| row.first_chunk()) {
                            [Some(a), Some(b), Some(d)] => I::columns([a, b, d], self.flip),
                            _ => [outside; 2],
                        },
                    };
                    at += apart * g.input;
                }
            }
            for (block, weights) in weights.chunks_exact(parts).enumerate() {
                self.products((weights, piece), (arranged, block), g, c + block * LANES, out);
            }
        }
    }

    /// The results of windows whose columns are arranged, for the weights of one of their blocks, which are multiplied with `piece`
    /// neighboring parts at a time.
    fn products(
        &self,
        (weights, piece): (&[I::Column], usize),
        (arranged, block): (&[[I::Column; 2]; ROOM], usize),
        g: &Depthwise,
        c: usize,
        out: &mut [i8],
    ) {
        let Plane { y, x: w } = g.plane;
        let threes = y.taps.div_ceil(ROWS);
        let bias: [I; 2] = begun(self.requantize.bias(c));
        // Some at a time, because their end is a function of its own.
        for (n, out) in out.chunks_mut(FINISHED * g.input).enumerate() {
            let mut all = [[0; LANES]; FINISHED];
            let count = out.len() / g.input;
            for (i, some) in
                all[..count.next_multiple_of(TOGETHER)].as_chunks_mut::<TOGETHER>().0.iter_mut().enumerate()
            {
                // Those behind the last one are the last one again.
                let first = |k: usize| (n * FINISHED + (i * TOGETHER + k).min(count - 1)) * w.stride;
                let mut sums = [bias; TOGETHER];
                for (n, weights) in weights.chunks_exact(piece).enumerate() {
                    let columns = |k: usize| &arranged[(first(k) + n * w.dilation) * threes..][..weights.len()];
                    let [x0, x1, x2, x3] = [0, 1, 2, 3].map(columns);
                    for ((((w, x0), x1), x2), x3) in weights.iter().zip(x0).zip(x1).zip(x2).zip(x3) {
                        for (sums, x) in sums.iter_mut().zip([x0, x1, x2, x3]) {
                            *sums = I::add_column(*sums, x[block % 2], *w);
                        }
                    }
                }
                *some = sums.map(lanes);
            }
            self.requantize.finish(c, &all[..count], &mut out[c..], g.input);
        }
    }
}

/// Three by three weights of eight full channels, the first of which is `c`.
struct Block<'a, I: Ints> {
    weights: &'a [I::Column; 3],
    quick: &'a Group,
    c: usize,
}

/// The results of a window.
#[inline(always)]
fn put<I: Ints>(bias: [I; 2], window: [I::Column; 3], weights: [I::Column; 3], quick: &Group, out: &mut [i8]) {
    let mut sums = bias;
    for (x, w) in window.into_iter().zip(weights) {
        sums = I::add_column(sums, x, w);
    }
    if let Some(out) = out.first_chunk_mut() {
        *out = quick.one(&lanes(sums));
    }
}

/// Eight values; elements after the last channel are multiplied by zero weights.
// A reference, so that both are loaded in one place.
#[inline(always)]
fn eight<'a>(from: &'a [i8], room: &'a mut [i8; LANES]) -> &'a [i8; LANES] {
    from.first_chunk().unwrap_or_else(|| padded(from, room))
}

#[cold]
#[inline(never)]
fn padded<'a>(from: &[i8], room: &'a mut [i8; LANES]) -> &'a [i8; LANES] {
    room[..from.len()].copy_from_slice(from);
    room
}
