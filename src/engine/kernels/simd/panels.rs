//! Constant weights of convolutions and matrix products, packed for the arithmetic of the node.
//!
//! uint8 and int8 share one kernel. Its inputs are bytes of either sign; the top bit is flipped where the lanes need the
//! other one, as rows are prepared for them. Zero points become part of the bias when weights are packed, and results are flipped as they are
//! stored. Tensors between operators stay as the file describes them, so observers, the plain kernels and other backends see no difference.

use super::dynamic_range::DynamicRangePanels;
use super::gemm::{FloatPanels, PANEL, ROWS, STRIP, TALL};
use super::gemm_ints::{InputRows, IntPanels};
use super::requantize::{Requantize, Results};
use super::sparse::{self, SparseWeights};
use super::vector::{F32x4, Quads, Sign, quads, sign};
use super::weights::{IntWeights, transposed};
use crate::engine::crew::{Crew, Units};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::factors;
use crate::engine::ops::fixed::activation_range;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::products::{Arithmetic, arithmetic, bias_fits};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::NodeView;
use std::borrow::Cow;

/// Packed weights of either kind.
pub enum Panels {
    /// float32.
    Float(FloatPanels),
    /// float32, most of them zero.
    Sparse(SparseWeights),
    /// 8 bits.
    Int(Int),
    /// Weights of few bits for float inputs.
    DynamicRange(DynamicRangePanels),
}

/// 8-bit weights, and how inputs become rows.
pub struct Int {
    panels: IntPanels,
    /// Bits of inputs that the lanes flip.
    flip: i8,
    /// The byte of the input's zero point.
    zero: i8,
    /// Correction for a zero point of the weights that the lanes have no room for.
    rest: Option<Rest>,
}

/// A zero point that weights keep in their panels: each row's sums begin with its product with the row's inputs.
struct Rest {
    zero: i32,
    /// Number of inputs.
    depth: usize,
    /// Bits of inputs that are flipped to make them int8, and the number by which the lanes' inputs are larger.
    flip: i8,
    offset: i32,
}

/// Order of constant weights.
#[derive(Clone, Copy)]
pub enum Order {
    /// Output channels first.
    ChannelsFirst,
    /// Output channels last.
    ChannelsLast,
}

/// Bytes of weights that the first cache has room for.
const NEAR: usize = 32 << 10;

/// Rows of a part, of which each part is a multiple: weights that are not near are read again for each part, and its last rows are the
/// slowest, so few rows are one part for each thread.
#[inline(never)]
fn least_rows(rows: usize, weights: usize, crew: &Crew) -> usize {
    let each = rows.div_ceil(crew.size()).next_multiple_of(ROWS);
    match weights > NEAR {
        true if each <= STRIP => each,
        true => 4 * TALL,
        false => ROWS,
    }
}

impl Panels {
    /// Packs the constant operands 1 and 2 of a node; `None` if this file has no arithmetic for it.
    pub fn pack(view: &NodeView, channels: usize, depth: usize, order: Order) -> Result<Option<Self>> {
        bias_fits(view, 2, channels)?;
        if channels == 0 || depth == 0 || (view.has(2) && view.value::<u8>(2).is_none()) {
            return Ok(None);
        }
        match arithmetic(view, 0, 1, 2) {
            Some(Arithmetic::Float) => {
                let bias = view.value::<f32>(2).unwrap_or(&[]);
                let range = view.activation().range().ok_or_else(misfit)?;
                let mut panels = FloatPanels::begun(bias, channels, depth, range);
                let is_known = match order {
                    Order::ChannelsFirst => view.parts(1, depth * PANEL, &mut |rows| panels.add(rows)),
                    Order::ChannelsLast => {
                        view.value(1).map(|weights| panels.add(&order.first(weights, channels))).is_some()
                    }
                };
                Ok(is_known.then_some(Self::Float(panels)))
            }
            // Matrix products of int8 with weights of 4 bits are rounded differently.
            Some(kind @ (Arithmetic::Int8 | Arithmetic::Uint8 | Arithmetic::DynamicRange))
                if kind == Arithmetic::DynamicRange
                    || view.dtype(1) != Some(Dtype::I4)
                    || view.node.op.builtin() == Some(Op::Conv2d) =>
            {
                let Some(weights) = order.int_weights(view, channels)? else { return Ok(None) };
                Self::of_bits(view, [0, 2], kind, &weights, [channels, depth])
            }
            _ => Ok(None),
        }
    }

    /// Packs weights of few bits of a node with these operands as input and bias, for int8, uint8 or a dynamic range; `None` if they do not
    /// fit.
    pub fn of_bits(
        view: &NodeView,
        operands: [usize; 2],
        kind: Arithmetic,
        weights: &IntWeights,
        shape: [usize; 2],
    ) -> Result<Option<Self>> {
        Ok(if kind == Arithmetic::DynamicRange {
            DynamicRangePanels::pack(view, operands[1], &weights.values, shape)?.map(Self::DynamicRange)
        } else {
            Int::pack(view, operands, weights, shape)?.map(Self::Int)
        })
    }

    /// The weights that are not zero, if multiplying only these can be faster. They are those of a node whose rows are its inputs.
    pub fn sparse(&self, view: &NodeView) -> Result<Option<SparseWeights>> {
        // Counted while they were packed, so most weights are read once.
        if !matches!(self, Self::Float(panels) if panels.may_be_sparse()) {
            return Ok(None);
        }
        let (Some(weights), &[channels, .., depth]) = (view.value::<f32>(1), view.shape(1)) else { return Ok(None) };
        let range = view.activation().range().ok_or_else(misfit)?;
        let bias = view.value::<f32>(2).unwrap_or(&[]);
        Ok(SparseWeights::new(weights, bias, channels, depth, range))
    }

    /// Takes inputs that are rows from now on.
    pub fn take_rows(&mut self) {
        if let Self::Sparse(weights) = self {
            weights.for_rows();
        }
    }

    /// Rows of floats multiplied at a time.
    pub fn strip(&self) -> usize {
        if matches!(self, Self::Sparse(_)) { sparse::STRIP } else { STRIP }
    }

    /// The results of at most a [`Panels::strip`] of rows of floats; `room` has [`Panels::scratch`].
    pub fn floats(&self, rows: &[f32], room: &mut [f32], out: &mut [f32]) {
        match self {
            Self::Float(panels) => panels.run::<F32x4>(rows, out),
            Self::Sparse(weights) => weights.run::<F32x4>(rows, room, out),
            _ => {}
        }
    }

    /// The results of any number of rows of floats with `depth` inputs and `channels` outputs, on all threads; `scratch` has
    /// [`Panels::scratch`] for each.
    pub fn all_floats(
        &self,
        x: &[f32],
        (depth, channels): (usize, usize),
        crew: &Crew,
        scratch: &mut [f32],
        out: &mut [f32],
    ) {
        let rows = out.len() / channels;
        if crew.size() > 1
            && let (Self::Float(panels), 1) = (self, rows)
        {
            let units = Units { len: PANEL, cost: depth * PANEL, step: 1 };
            crew.share(units, scratch, out, |first, _, out| panels.columns::<F32x4>(x, first, out));
            return;
        }
        let strip = self.strip();
        // Products with sparse weights are fast for complete strips.
        let step = if matches!(self, Self::Sparse(_)) { strip } else { least_rows(rows, 4 * depth * channels, crew) };
        let units = Units { len: channels, cost: depth * channels, step };
        crew.share(units, scratch, out, |first, room, out| {
            let x = &x[first * depth..][..out.len() / channels * depth];
            for (x, out) in x.chunks(strip * depth).zip(out.chunks_mut(strip * channels)) {
                self.floats(x, room, out);
            }
        });
    }

    /// Depth of the rows that weights of few bits take; those of floats take any.
    pub fn depth(&self) -> usize {
        match self {
            Self::Int(int) => int.depth(),
            Self::DynamicRange(packed) => packed.depth(),
            Self::Float(_) | Self::Sparse(_) => 0,
        }
    }

    /// Whether rows may have several segments, or overlap.
    pub fn takes_segments(&self) -> bool {
        if let Self::Int(int) = self { int.takes_segments() } else { true }
    }

    /// Scratch bytes for a strip of gathered rows.
    pub fn scratch(&self, depth: usize) -> usize {
        match self {
            Self::Float(_) | Self::Sparse(_) => self.strip() * depth * 4,
            Self::Int(int) => STRIP * int.panels.depth() + int.panels.room(),
            Self::DynamicRange(packed) => STRIP * packed.depth() + packed.room(),
        }
    }
}

impl Order {
    /// Weights with the output channels first.
    fn first<T: Copy>(self, weights: &[T], channels: usize) -> Cow<'_, [T]> {
        match self {
            Self::ChannelsFirst => weights.into(),
            Self::ChannelsLast => transposed(weights, channels).into(),
        }
    }

    /// The same for weights of 4 or 8 bits.
    fn int_weights<'a>(self, view: &NodeView<'a>, channels: usize) -> Result<Option<IntWeights<'a>>> {
        let weights = IntWeights::new(view)?;
        Ok(weights.map(|weights| match self {
            Self::ChannelsFirst => weights,
            Self::ChannelsLast => IntWeights { values: transposed(&weights.values, channels).into(), ..weights },
        }))
    }
}

impl Int {
    /// `None` if the weights do not fit the lanes of this machine.
    fn pack(
        view: &NodeView,
        operands: [usize; 2],
        weights: &IntWeights,
        [channels, depth]: [usize; 2],
    ) -> Result<Option<Self>> {
        let (sign, x) = (sign(), operands[0]);
        let requantize = requantize(view, operands, depth, &weights.sums(depth), sign)?;
        let stored = Sign::of(view.dtype(x)).ok_or_else(misfit)?;
        let zero = view.quant(x)?.zero_point() as i8;
        // The other lanes have room for weights minus any zero point.
        let is_apart = matches!(quads(), Some(Quads::Exact(_))) && !weights.are_int8();
        let rest = is_apart.then(|| Rest {
            zero: weights.zero,
            depth,
            flip: stored.flip(Sign::Signed),
            offset: sign.offset().wrapping_mul(depth as i32),
        });
        let subtracted = if rest.is_some() { 0 } else { weights.zero };
        let panels = IntPanels::new(&weights.values, subtracted, channels, depth, requantize);
        Ok(panels.map(|panels| Self { panels, flip: stored.flip(sign), zero, rest }))
    }

    /// Depth of the rows that [`Int::run`] takes.
    pub fn depth(&self) -> usize {
        self.panels.depth()
    }

    /// The byte of the input's zero point.
    pub fn zero(&self) -> i8 {
        self.zero
    }

    /// Whether inputs of this depth are rows as they are.
    pub fn takes(&self, depth: usize) -> bool {
        self.panels.depth() == depth
    }

    /// The results of any number of rows that are inputs as they are, with `channels` outputs, on all threads; `scratch` has
    /// [`Panels::scratch`] for each.
    pub fn all(&self, x: &[i8], channels: usize, crew: &Crew, scratch: &mut [i8], out: &mut [i8]) {
        let depth = self.depth();
        let rows = out.len() / channels;
        // Two of these products take as long as one of floats.
        if crew.size() > 1 && rows == 1 {
            let units = Units { len: PANEL, cost: depth * PANEL / 2, step: 1 };
            let start = self.start(x);
            crew.share(units, scratch, out, |first, _, out| {
                self.panels.row(x, self.flip, start, first..first + out.len().div_ceil(PANEL), out);
            });
            return;
        }
        let step = least_rows(rows, depth * channels, crew);
        let units = Units { len: channels, cost: depth * channels / 2, step };
        crew.share(units, scratch, out, |first, room, out| {
            let x = &x[first * depth..][..out.len() / channels * depth];
            for (x, out) in x.chunks(STRIP * depth).zip(out.chunks_mut(STRIP * channels)) {
                self.multiply(InputRows::new(&[x], depth), room, out);
            }
        });
    }

    /// Whether rows may have several segments, or overlap.
    pub fn takes_segments(&self) -> bool {
        self.rest.is_none()
    }

    /// The results of at most [`STRIP`] rows; `room` has the bytes of [`Panels::scratch`] that are not for rows.
    pub fn multiply(&self, rows: InputRows<'_>, room: &mut [i8], out: &mut [i8]) {
        let mut starts = [0; STRIP];
        let mut count = 0;
        if self.rest.is_some() {
            for (start, row) in starts.iter_mut().zip(rows.lines[0].chunks_exact(self.depth())).take(rows.count) {
                *start = self.start(row);
                count += 1;
            }
        }
        self.panels.run(rows, self.flip, &starts[..count], room, out);
    }

    /// The number that the sums of a row begin with, besides the bias.
    fn start(&self, row: &[i8]) -> i32 {
        let Some(rest) = &self.rest else { return 0 };
        let sum: i32 = row[..rest.depth].iter().map(|&byte| i32::from(byte ^ rest.flip)).sum();
        sum.wrapping_add(rest.offset).wrapping_mul(rest.zero).wrapping_neg()
    }
}

/// Bias, factors and range of an 8-bit node with constant weights and these operands as input and bias, whose sums have `depth` products of inputs that the
/// lanes take with this sign. They are too large by their zero point; the bias subtracts the excess, the zero point times
/// the `sums` of each channel's weights, so no input is changed for it.
pub fn requantize(view: &NodeView, [x, b]: [usize; 2], depth: usize, sums: &[i32], sign: Sign) -> Result<Requantize> {
    let channels = sums.len();
    let [of_input, of_output] = [view.dtype(x), view.out_dtype(0)].map(Sign::of);
    let (of_input, of_output) = (of_input.ok_or_else(misfit)?, of_output.ok_or_else(misfit)?);
    let offset = view.quant(x)?.zero_point().wrapping_sub(of_input.offset()).wrapping_add(sign.offset());
    let out = view.out_quant(0)?;
    let range = activation_range(view.activation(), out, view.out_dtype(0).ok_or_else(misfit)?)?;
    let mut bias = view.value::<i32>(b).unwrap_or(&[]).to_vec();
    bias.resize(channels, 0);
    for (bias, sum) in bias.iter_mut().zip(sums) {
        *bias = bias.wrapping_sub(sum.wrapping_mul(offset));
    }
    // A quantized value with its offset is at most 255 in size, and so is a weight.
    let most = i64::try_from(depth).unwrap_or(i64::MAX).saturating_mul(255 * 255);
    let results = Results { zero: out.zero_point(), range, sign: of_output };
    Ok(Requantize::new(bias, &factors(view, x, 1, channels)?, results, most.min(1 << 40)))
}
