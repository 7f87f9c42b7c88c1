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
use crate::engine::kernels::simd::vector::{Ints, NarrowSums, PAIRS, PairSums, QuadSums, Quads, Sign, quads};
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
pub struct IntTaps {
    lanes: Lanes,
    requantize: Requantize,
    /// Bits of the input that are flipped.
    flip: i8,
    /// The byte of the input's zero point.
    zero: i8,
}

/// The blocks by what multiplies them: pairs take those whose weights do not fit the others.
enum Lanes {
    Quads(Taps<QuadSums>, Taps<PairSums>),
    Narrow(Taps<NarrowSums>, Taps<PairSums>),
    Pairs(Taps<PairSums>),
}

/// Weights of some blocks.
struct Taps<I: Ints> {
    /// The first channel of each.
    blocks: Vec<usize>,
    /// For each block and each column of the window, from the left, its rows in threes, from the top.
    weights: Vec<I::Column>,
}

impl Lanes {
    /// The widest lanes of this machine, and the sign of their inputs; `None` if it has none for some weights.
    fn new(stored: &IntWeights, g: &Depthwise) -> Option<(Self, Sign)> {
        let all: Vec<usize> = (0..g.input).step_by(LANES).collect();
        let pairs = |blocks| Taps::all(stored, g, blocks);
        Some(match quads() {
            Some(Quads::Exact(Sign::Unsigned)) => {
                let (taps, others) = Taps::new(stored, g, &all);
                (Self::Quads(taps, pairs(&others)?), Sign::Unsigned)
            }
            Some(Quads::Exact(Sign::Signed)) if let Some(taps) = Taps::all(stored, g, &all) => {
                (Self::Quads(taps, pairs(&[])?), Sign::Signed)
            }
            Some(Quads::Narrow) => {
                let (taps, others) = Taps::new(stored, g, &all);
                (Self::Narrow(taps, pairs(&others)?), Sign::Unsigned)
            }
            _ => (Self::Pairs(pairs(&all)?), PAIRS),
        })
    }
}

/// The weights of the block `c`: for each column of the window, from the left, its rows in threes, from the top.
fn columns(stored: &IntWeights, g: &Depthwise, c: usize) -> Vec<[[i16; LANES]; ROWS]> {
    let Plane { y, x } = g.plane;
    let threes = y.taps.div_ceil(ROWS);
    let mut columns = vec![[[0; LANES]; ROWS]; x.taps * threes];
    for (tap, all) in stored.values.chunks_exact(g.input).enumerate() {
        let (ty, tx) = (tap / x.taps, tap % x.taps);
        let to = &mut columns[tx * threes + ty / ROWS][ty % ROWS];
        to.iter_mut().zip(&all[c..]).for_each(|(to, &w)| *to = (i32::from(w) - stored.zero) as i16);
    }
    columns
}

impl<I: Ints> Taps<I> {
    /// Those of `blocks` whose weights minus their zero point fit; and the others.
    #[inline(never)]
    fn new(stored: &IntWeights, g: &Depthwise, blocks: &[usize]) -> (Self, Vec<usize>) {
        let (mut taps, mut others) = (Self { blocks: Vec::new(), weights: Vec::new() }, Vec::new());
        for &c in blocks {
            let (before, columns) = (taps.weights.len(), columns(stored, g, c));
            taps.weights.extend(columns.iter().map_while(|rows| I::weights(*rows)));
            if taps.weights.len() - before == columns.len() {
                taps.blocks.push(c);
            } else {
                taps.weights.truncate(before);
                others.push(c);
            }
        }
        (taps, others)
    }

    /// All of them; `None` if some do not fit.
    fn all(stored: &IntWeights, g: &Depthwise, blocks: &[usize]) -> Option<Self> {
        let (taps, others) = Self::new(stored, g, blocks);
        others.is_empty().then_some(taps)
    }
}

impl IntTaps {
    /// From weights of shape `[1, height, width, channels]`; `None` if this machine has no lanes for them, or the window has more than
    /// [`ROOM`] parts.
    pub fn new(view: &NodeView, stored: &IntWeights, g: &Depthwise) -> Result<Option<Self>> {
        let Plane { y, x } = g.plane;
        if x.taps * y.taps.div_ceil(ROWS) > ROOM {
            return Ok(None);
        }
        let Some((lanes, sign)) = Lanes::new(stored, g) else { return Ok(None) };
        let mut sums = vec![0i32; g.input];
        for tap in stored.values.chunks_exact(g.input.max(1)) {
            sums.iter_mut().zip(tap).for_each(|(sum, &w)| *sum += i32::from(w) - stored.zero);
        }
        let requantize = requantize(view, [0, 2], y.taps * x.taps, &sums, sign)?;
        let flip = Sign::of(view.dtype(0)).ok_or_else(misfit)?.flip(sign);
        Ok(Some(Self { lanes, requantize, flip, zero: view.quant(0)?.zero_point() as i8 }))
    }

    /// Bytes that [`IntTaps::run`] borrows.
    pub fn scratch(g: &Depthwise) -> usize {
        g.plane.x.input * g.input
    }

    /// Lines `first..` of the output, as many as `out` holds. `blank` is scratch: a row that replaces those outside the input.
    pub fn run(&self, x: &[i8], g: &Depthwise, first: usize, blank: &mut [i8], out: &mut [i8]) {
        match &self.lanes {
            Lanes::Quads(taps, pairs) => {
                self.lines(taps, (x, first), g, blank, out);
                self.lines(pairs, (x, first), g, blank, out);
            }
            Lanes::Narrow(taps, pairs) => {
                self.lines(taps, (x, first), g, blank, out);
                self.lines(pairs, (x, first), g, blank, out);
            }
            Lanes::Pairs(pairs) => self.lines(pairs, (x, first), g, blank, out),
        }
    }

    /// The channels of some blocks.
    #[inline(always)]
    fn lines<I: Ints>(&self, taps: &Taps<I>, x: (&[i8], usize), g: &Depthwise, blank: &mut [i8], out: &mut [i8]) {
        // Asked here: few machines and models call that for pairs beside others.
        if !taps.blocks.is_empty() {
            self.all_lines(taps, x, g, blank, out);
        }
    }

    // A separate function; see [`super::depthwise`].
    #[inline(never)]
    fn all_lines<I: Ints>(
        &self,
        taps: &Taps<I>,
        (x, first): (&[i8], usize),
        g: &Depthwise,
        blank: &mut [i8],
        out: &mut [i8],
    ) {
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
            let (mut blocks, mut rest) = (&taps.blocks[..], &taps.weights[..]);
            while let Some(&c) = blocks.first() {
                let quick = self.requantize.quick(c).filter(|_| c + LANES <= g.input);
                let taken = match (rest[..columns].as_array(), w.stride, quick) {
                    (Some(weights), 1, Some(quick)) if walks => {
                        self.walk::<I, 1>(&rows, &Block { weights, quick, c }, g, out);
                        1
                    }
                    (Some(weights), 2, Some(quick)) if walks => {
                        self.walk::<I, 2>(&rows, &Block { weights, quick, c }, g, out);
                        1
                    }
                    _ => {
                        let is_two = blocks.get(1) == Some(&(c + LANES)) && c + 2 * LANES <= g.input;
                        let taken = if is_two { 2 } else { 1 };
                        self.windows::<I>(&row, &rest[..taken * columns], g, c, &mut arranged, out);
                        taken
                    }
                };
                (blocks, rest) = (&blocks[taken..], &rest[taken * columns..]);
            }
        }
    }

    /// Three by three with eight full channels: columns shared with the next window stay in registers.
    #[inline(always)]
    fn walk<I: Ints, const STRIDE: usize>(
        &self,
        rows: &[&[i8]; ROWS],
        block: &Block<'_, I>,
        g: &Depthwise,
        out: &mut [i8],
    ) {
        let (channels, c, weights) = (g.input, block.c, *block.weights);
        let (bias, kept) = (begun(self.requantize.bias(c)), I::kept(self.flip));
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
            put::<I>(bias, window, weights, kept, block.quick, &mut out[c..]);
            done += 1;
        }
        for ox in done..g.plane.x.output {
            self.end(rows, block, g, ox, out);
        }
    }

    /// A window of such a line of which some may be outside; returns its columns.
    // Not inlined: few windows are at the ends of a line.
    #[inline(never)]
    fn end<I: Ints>(
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
        put::<I>(bias, window, *block.weights, I::kept(self.flip), block.quick, &mut out[ox * g.input + block.c..]);
        window
    }

    /// Any windows of a line, for a block or two full ones, the first of which is `c`; `row` returns the input row that a tap reads. The
    /// columns that neighboring windows share are arranged once, of each its rows in threes.
    fn windows<'a, I: Ints>(
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
                self.products::<I>((weights, piece), (arranged, block), g, c + block * LANES, out);
            }
        }
    }

    /// The results of windows whose columns are arranged, for the weights of one of their blocks, which are multiplied with `piece`
    /// neighboring parts at a time.
    fn products<I: Ints>(
        &self,
        (weights, piece): (&[I::Column], usize),
        (arranged, block): (&[[I::Column; 2]; ROOM], usize),
        g: &Depthwise,
        c: usize,
        out: &mut [i8],
    ) {
        let Plane { y, x: w } = g.plane;
        let threes = y.taps.div_ceil(ROWS);
        let (bias, kept): ([I; 2], _) = (begun(self.requantize.bias(c)), I::kept(self.flip));
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
                            *sums = I::add_column(*sums, x[block % 2], *w, kept);
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
fn put<I: Ints>(
    bias: [I; 2],
    window: [I::Column; 3],
    weights: [I::Column; 3],
    kept: I::Kept,
    quick: &Group,
    out: &mut [i8],
) {
    let mut sums = bias;
    for (x, w) in window.into_iter().zip(weights) {
        sums = I::add_column(sums, x, w, kept);
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
