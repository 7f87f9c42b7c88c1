//! CONV_2D, DEPTHWISE_CONV_2D and FULLY_CONNECTED of int16 inputs with int8 weights.
//!
//! The runtime adds these products in 64 bits. Trained weights are so small that no sum of a channel leaves 32 bits, whatever the inputs are:
//! then eight channels are added at a time. Other nodes are left to the plain kernel.

use super::gemm::{PANEL, ROWS};
use super::vector::EightSums;
use super::windows::{Lines, gather};
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::kernels::reference::finish::{WideFinish, wide_bias};
use crate::engine::ops::arithmetic::factors;
use crate::engine::ops::convolution::{Conv, Depthwise, conv_geometry, depthwise_geometry};
use crate::engine::ops::fixed::{Factor, activation_range};
use crate::engine::ops::fully_connected;
use crate::engine::ops::geometry::Plane;
use crate::engine::ops::products::{Arithmetic, arithmetic};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, Kernel, NodeView};

/// Rows that are multiplied with a panel, one tile after another, before the next panel.
const STRIP: usize = 4 * ROWS;

/// A number for each channel of a panel.
type Numbers = [[i32; 4]; 2];

/// Weights of two depths for each channel of a panel.
type Pairs = [i8; 2 * PANEL];

/// Prepares one of the three operators; `None` where weights are unknown or a sum may need more than 32 bits.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let Some(weights) = view.value::<i8>(1).filter(|_| arithmetic(view, 0, 1, 2) == Some(Arithmetic::Int16)) else {
        return Ok(None);
    };
    Ok(match view.node.op.builtin() {
        Some(Op::Conv2d) => {
            let geometry = conv_geometry(view)?;
            let channels = if geometry.depth == geometry.input { geometry.output } else { 0 };
            Rows::new(view, weights, channels, Shape::Images(geometry))?.map(|rows| Box::new(rows) as _)
        }
        Some(Op::FullyConnected) => {
            let channels = fully_connected::geometry(view)?.output;
            Rows::new(view, weights, channels, Shape::Rows)?.map(|rows| Box::new(rows) as _)
        }
        Some(Op::DepthwiseConv2d) => Filters::new(view, weights)?.map(|filters| Box::new(filters) as _),
        _ => None,
    })
}

/// How sums become results.
enum End {
    /// By the upper halves of products: rounded as 64-bit sums are with a factor of 16 bits.
    Upper { factors: Vec<Numbers>, range: [i16; 2] },
    /// One at a time, with the bias.
    Single(WideFinish),
}

/// Channels, in panels.
struct Channels {
    count: usize,
    /// Initial values of the sums.
    bias: Vec<Numbers>,
    end: End,
}

impl Channels {
    /// For channels whose weights have these sums of sizes; `None` if a sum may need more than 32 bits.
    fn new(view: &NodeView, sizes: &[u64]) -> Result<Option<Self>> {
        let bytes = if view.has(2) { view.value::<u8>(2) } else { Some(&[][..]) };
        let Some(bias) = bytes.map(|bytes| wide_bias(view.dtype(2), bytes)) else { return Ok(None) };
        let size =
            |c: usize| sizes[c].saturating_mul(1 << 15).saturating_add(bias.get(c).map_or(0, |b| b.unsigned_abs()));
        let count = sizes.len();
        if count == 0 || (0..count).any(|c| size(c) > i32::MAX as u64) {
            return Ok(None);
        }
        let panels = count.div_ceil(PANEL);
        let factors = factors(view, 0, 1, count)?;
        let is_wide = view.dtype(2) != Some(Dtype::I32) && view.node.op.builtin() != Some(Op::FullyConnected);
        let upper: Option<Vec<i32>> = factors.iter().map(|factor| upper(*factor)).collect();
        let Some(upper) = upper.filter(|_| is_wide) else {
            let end = End::Single(WideFinish::new(view, [0, 1, 2], count, bias)?);
            return Ok(Some(Self { count, bias: vec![Numbers::default(); panels], end }));
        };
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, Dtype::I16)?;
        let (Ok(low), Ok(high)) = (low.try_into(), high.try_into()) else { return Ok(None) };
        let bias: Vec<i32> = (0..count).map(|c| bias.get(c).map_or(0, |&bias| bias as i32)).collect();
        Ok(Some(Self {
            count,
            bias: in_panels(&bias),
            end: End::Upper { factors: in_panels(&upper), range: [low, high] },
        }))
    }

    /// The results of a panel from its sums.
    #[inline(always)]
    fn finish(&self, panel: usize, sums: EightSums, out: &mut [i16]) {
        match &self.end {
            End::Upper { factors, range } => match out.first_chunk_mut() {
                Some(out) => *out = sums.scaled(&factors[panel], *range),
                None => out.copy_from_slice(&sums.scaled(&factors[panel], *range)[..out.len()]),
            },
            End::Single(finish) => {
                for (i, (out, sum)) in out.iter_mut().zip(sums.store()).enumerate() {
                    *out = finish.apply(panel * PANEL + i, sum.into());
                }
            }
        }
    }

    /// The panel's part of the results of a row.
    #[inline(always)]
    fn of<'a>(&self, panel: usize, row: &'a mut [i16]) -> &'a mut [i16] {
        let first = panel * PANEL;
        &mut row[first..(first + PANEL).min(self.count)]
    }
}

/// The number whose product's upper half is the product with the factor as [`Factor::apply_wide`] rounds it, if there is one.
fn upper(factor: Factor) -> Option<i32> {
    let (reduced, shift) = factor.reduced();
    if reduced == 0 {
        return Some(0);
    }
    let left = u32::try_from(32 - shift).ok().filter(|&left| left <= 16)?;
    Some((reduced << left) as i32)
}

/// Numbers in panels; those of missing channels are zero.
fn in_panels(numbers: &[i32]) -> Vec<Numbers> {
    let mut panels = vec![Numbers::default(); numbers.len().div_ceil(PANEL)];
    panels.as_flattened_mut().as_flattened_mut()[..numbers.len()].copy_from_slice(numbers);
    panels
}

/// The sum of the sizes of some weights.
fn size<'a>(weights: impl Iterator<Item = &'a i8>) -> u64 {
    weights.map(|weight| u64::from(weight.unsigned_abs())).sum()
}

/// The left side of a product with a matrix of weights.
enum Shape {
    Rows,
    Images(Conv),
}

/// Rows, or windows as rows, times a matrix.
struct Rows {
    /// Panel by panel.
    weights: Vec<Pairs>,
    channels: Channels,
    depth: usize,
    shape: Shape,
}

impl Rows {
    fn new(view: &NodeView, weights: &[i8], channels: usize, shape: Shape) -> Result<Option<Self>> {
        let depth = weights.len().checked_div(channels).unwrap_or(0);
        if depth == 0 {
            return Ok(None);
        }
        let sizes: Vec<u64> = weights.chunks_exact(depth).map(|row| size(row.iter())).collect();
        let Some(channels) = Channels::new(view, &sizes)? else { return Ok(None) };
        let pairs = depth.div_ceil(2);
        let mut packed = vec![Pairs::default(); channels.bias.len() * pairs];
        for (c, row) in weights.chunks_exact(depth).enumerate() {
            for (to, pair) in packed[c / PANEL * pairs..].iter_mut().zip(row.chunks(2)) {
                to[2 * (c % PANEL)..][..pair.len()].copy_from_slice(pair);
            }
        }
        Ok(Some(Self { weights: packed, channels, depth, shape }))
    }

    /// Depth of the rows that are multiplied.
    fn even(&self) -> usize {
        self.depth.next_multiple_of(2)
    }

    /// The windows, if rows must be copied.
    fn windows(&self) -> Option<Conv> {
        match self.shape {
            Shape::Images(g) => {
                let Plane { y, x } = g.plane;
                let is_copied = [y.taps, x.taps, y.stride, x.stride] != [1; 4] || !self.depth.is_multiple_of(2);
                is_copied.then_some(g)
            }
            Shape::Rows => None,
        }
    }

    /// Multiplies at most [`STRIP`] rows of [`Rows::even`] inputs.
    fn multiply(&self, rows: &[i16], out: &mut [i16]) {
        let (pairs, count) = (self.even() / 2, self.channels.count);
        let rows: &[[i16; 2]] = rows.as_chunks().0;
        for (panel, weights) in self.weights.chunks_exact(pairs).enumerate() {
            let bias = EightSums::load(&self.channels.bias[panel]);
            let tiles = rows.chunks(ROWS * pairs).zip(out.chunks_mut(ROWS * count));
            for (rows, out) in tiles {
                if rows.len() == ROWS * pairs {
                    let row = |i: usize| &rows[i * pairs..][..pairs];
                    let sums = tile([row(0), row(1), row(2), row(3)], weights, bias);
                    for (sums, out) in sums.into_iter().zip(out.chunks_exact_mut(count)) {
                        self.channels.finish(panel, sums, self.channels.of(panel, out));
                    }
                } else {
                    for (row, out) in rows.chunks_exact(pairs).zip(out.chunks_exact_mut(count)) {
                        let [sums] = tile([row], weights, bias);
                        self.channels.finish(panel, sums, self.channels.of(panel, out));
                    }
                }
            }
        }
    }
}

/// The sums of a panel for some rows.
#[inline(always)]
fn tile<const R: usize>(rows: [&[[i16; 2]]; R], weights: &[Pairs], bias: EightSums) -> [EightSums; R] {
    let (rows, mut sums) = (rows.map(|row| &row[..weights.len()]), [bias; R]);
    for (i, weights) in weights.iter().enumerate() {
        for (sum, row) in sums.iter_mut().zip(rows) {
            *sum = sum.add_pair(row[i], weights);
        }
    }
    sums
}

impl Kernel for Rows {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        match &mut self.shape {
            Shape::Images(geometry) => *geometry = conv_geometry(view)?,
            Shape::Rows => drop(fully_connected::geometry(view)?),
        }
        Ok(())
    }

    fn scratch(&self) -> usize {
        STRIP * self.even() * size_of::<i16>()
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, out) = (io.input::<i16>(0), io.output::<i16>(0));
        let (depth, even, count) = (self.depth, self.even(), self.channels.count);
        let windows = self.windows();
        let units = Units { len: count, cost: depth * count, step: ROWS };
        io.crew().share(units, io.scratch::<i16>(), out, |first, scratch, out| {
            for (s, out) in out.chunks_mut(STRIP * count).enumerate() {
                let (first, rows) = (first + s * STRIP, out.len() / count);
                let room = &mut scratch[..rows * even];
                match &windows {
                    Some(g) => gather(g, Lines { x, ring: g.plane.y.input }, first, even, room, 0),
                    None if even == depth => {
                        self.multiply(&x[first * depth..][..rows * depth], out);
                        continue;
                    }
                    None => {
                        let x = &x[first * depth..][..rows * depth];
                        for (to, from) in room.chunks_exact_mut(even).zip(x.chunks_exact(depth)) {
                            to[..depth].copy_from_slice(from);
                        }
                    }
                }
                self.multiply(room, out);
            }
        });
        Ok(())
    }
}

/// A filter for each channel.
struct Filters {
    /// Of each tap, panel by panel.
    weights: Vec<[i8; PANEL]>,
    channels: Channels,
    geometry: Depthwise,
}

impl Filters {
    fn new(view: &NodeView, weights: &[i8]) -> Result<Option<Self>> {
        let geometry = depthwise_geometry(view)?;
        if geometry.multiplier != 1 {
            return Ok(None);
        }
        let count = geometry.input;
        let sizes: Vec<u64> = (0..count).map(|c| size(weights.iter().skip(c).step_by(count))).collect();
        let Some(channels) = Channels::new(view, &sizes)? else { return Ok(None) };
        let of_tap = |tap: &[i8]| -> Vec<[i8; PANEL]> {
            tap.chunks(PANEL).map(|panel| std::array::from_fn(|i| panel.get(i).copied().unwrap_or(0))).collect()
        };
        let weights = weights.chunks_exact(count).flat_map(of_tap).collect();
        Ok(Some(Self { weights, channels, geometry }))
    }

    /// The results of a pixel.
    fn pixel(&self, x: &[i16], pixel: usize, out: &mut [i16]) {
        let Depthwise { plane: Plane { y, x: w }, input, .. } = self.geometry;
        let (row, ox) = (pixel / w.output, pixel % w.output);
        let (image, oy) = (row / y.output, row % y.output);
        let (rows, columns) = (y.inside(oy), w.inside(ox));
        for (panel, bias) in self.channels.bias.iter().enumerate() {
            let mut sums = EightSums::load(bias);
            for ty in rows.clone() {
                let line = (image * y.input + oy * y.stride + ty * y.dilation - y.before) * w.input;
                for tx in columns.clone() {
                    let at = (line + ox * w.stride + tx * w.dilation - w.before) * input + panel * PANEL;
                    let tap = (ty * w.taps + tx) * self.channels.bias.len();
                    sums = sums.add_each(&eight(x, at), &self.weights[tap + panel]);
                }
            }
            self.channels.finish(panel, sums, self.channels.of(panel, out));
        }
    }
}

/// Eight inputs; zeros behind the last one.
#[inline(always)]
fn eight(x: &[i16], at: usize) -> [i16; PANEL] {
    match x.get(at..).and_then(|x| x.first_chunk()) {
        Some(eight) => *eight,
        None => std::array::from_fn(|i| x.get(at + i).copied().unwrap_or(0)),
    }
}

impl Kernel for Filters {
    fn packs(&self, operand: usize) -> bool {
        operand > 0
    }

    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.geometry = depthwise_geometry(view)?;
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, out) = (io.input::<i16>(0), io.output::<i16>(0));
        let (count, Plane { y, x: w }) = (self.channels.count, self.geometry.plane);
        let units = Units { len: count, cost: count * y.taps * w.taps, step: 1 };
        io.crew().share(units, &mut [0u8; 0], out, |first, _, out| {
            for (pixel, out) in (first..).zip(out.chunks_exact_mut(count)) {
                self.pixel(x, pixel, out);
            }
        });
        Ok(())
    }
}
