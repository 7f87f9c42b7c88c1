//! Float operands with 8-bit or 4-bit weights (dynamic range): quantizes an operand on the fly row by row, multiplies
//! int8 values, and converts the sums to floats. Same arithmetic as the plain kernels, bit for bit.

use super::epilogue::{Epilogue, LANES};
use super::gemm_ints::{InputRows, IntPanels};
use super::vector::{Sign, sign};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::{ChannelScales, clamp};
use crate::engine::ops::geometry::misfit;
use crate::engine::view::NodeView;

/// Converts sums of int8 products to floats.
pub struct Rescale {
    scales: Vec<f32>,
    bias: Vec<f32>,
    low: f32,
    high: f32,
}

impl Rescale {
    /// For the channels of a node whose weights are operand 1 and whose constant bias, if any, is operand `b`.
    pub fn new(view: &NodeView, b: usize, channels: usize) -> Result<Self> {
        let scales = ChannelScales::new(view.quant(1)?, channels);
        let (low, high) = view.activation().range().ok_or_else(misfit)?;
        let mut bias = view.value::<f32>(b).unwrap_or(&[]).to_vec();
        bias.resize(channels, 0.0);
        Ok(Self { scales: (0..channels).map(|c| scales.get(c)).collect(), bias, low, high })
    }

    #[inline(always)]
    fn one(&self, sum: f32, scale: f32, of_channel: f32, bias: f32) -> f32 {
        clamp(sum * of_channel * scale + bias, self.low, self.high)
    }

    /// Replaces integer sums in floats by results, pixel by pixel; inputs had this scale.
    #[inline(never)]
    pub fn floats(&self, sums: &mut [f32], scale: f32) {
        for pixel in sums.chunks_exact_mut(self.scales.len()) {
            for ((x, &s), &b) in pixel.iter_mut().zip(&self.scales).zip(&self.bias) {
                *x = self.one(*x, scale, s, b);
            }
        }
    }
}

/// Leaves sums as they are.
pub struct Sums {
    /// Padded to full groups of [`LANES`].
    bias: Vec<i32>,
    channels: usize,
}

impl Sums {
    /// For sums that begin with this bias.
    pub fn new(mut bias: Vec<i32>, channels: usize) -> Self {
        bias.resize(channels.next_multiple_of(LANES), 0);
        Self { bias, channels }
    }
}

impl Epilogue for Sums {
    type Out = i32;

    #[inline(always)]
    fn biases(&self) -> &[i32] {
        &self.bias
    }

    #[inline(never)]
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [i32], stride: usize) {
        let width = LANES.min(self.channels - c);
        for (sums, out) in rows.iter().zip(out.chunks_mut(stride)) {
            // A copy whose length the compiler knows is no call.
            match out.first_chunk_mut() {
                Some(out) if width == LANES => *out = *sums,
                _ => out.iter_mut().zip(&sums[..width]).for_each(|(out, sum)| *out = *sum),
            }
        }
    }
}

/// The scale and the zero point of a row that was quantized.
pub type Scale = (f32, i32);

/// A matrix of weights.
pub struct DynamicRangePanels {
    panels: IntPanels<Sums>,
    /// Bits of the quantized values that the lanes flip.
    flip: i8,
    /// Sum of each channel's weights: the contribution of a zero point of 1.
    sums: Vec<i32>,
    rescale: Rescale,
}

impl DynamicRangePanels {
    /// Packs weights of shape `[channels, depth]` of a node with this operand as bias; `None` if a sum might overflow.
    pub fn pack(view: &NodeView, b: usize, weights: &[i8], [channels, depth]: [usize; 2]) -> Result<Option<Self>> {
        if depth > i32::MAX as usize / (255 * 128) {
            return Ok(None);
        }
        let sums: Vec<i32> = weights.chunks_exact(depth).map(|row| row.iter().map(|&w| i32::from(w)).sum()).collect();
        let sign = sign();
        let bias = sums.iter().map(|sum| -sum * sign.offset()).collect();
        let panels = IntPanels::new(weights, 0, channels, depth, Sums::new(bias, channels));
        let rescale = Rescale::new(view, b, channels)?;
        Ok(panels.map(|panels| Self { panels, flip: Sign::Signed.flip(sign), sums, rescale }))
    }

    /// Number of quantized values of a row for [`DynamicRangePanels::run`].
    pub fn depth(&self) -> usize {
        self.panels.depth()
    }

    /// Bytes that [`DynamicRangePanels::run`] borrows.
    pub fn room(&self) -> usize {
        self.panels.room()
    }

    /// Results (float32, as bits) of quantized rows; `scale` returns the scale and zero point of a row.
    #[inline(never)]
    pub fn run(&self, rows: InputRows<'_>, scale: &dyn Fn(usize) -> Scale, room: &mut [i8], out: &mut [i32]) {
        self.panels.run(rows, self.flip, &[], room, out);
        for (r, out) in out.chunks_exact_mut(self.sums.len()).enumerate() {
            let (scale, zero) = scale(r);
            let channels = self.sums.iter().zip(&self.rescale.scales).zip(&self.rescale.bias);
            for (out, ((&sum, &s), &b)) in out.iter_mut().zip(channels) {
                let sum = out.wrapping_sub(sum.wrapping_mul(zero));
                *out = self.rescale.one(sum as f32, scale, s, b).to_bits() as i32;
            }
        }
    }
}
