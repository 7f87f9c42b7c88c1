//! Arithmetic that the definition of an operator fixes step by step: clamping, sums and products of quantized values,
//! factors between scales. Shared by plain and fast kernels.

use super::fixed::{Factor, activation_range};
use super::geometry::misfit;
use crate::engine::error::Result;
use crate::engine::program::{Dtype, Quant};
use crate::engine::view::NodeView;

/// Clamps to `low`..`high`; NaN stays.
// Loops over it vectorize.
#[inline(always)]
pub fn clamp(x: f32, low: f32, high: f32) -> f32 {
    let x = if x < low { low } else { x };
    if x > high { high } else { x }
}

/// Factors from sums to output units, for each channel.
pub fn factors(view: &NodeView, x: usize, w: usize, channels: usize) -> Result<Vec<Factor>> {
    let (input, weights, out) = (view.quant(x)?, view.quant(w)?, view.out_quant(0)?);
    let one = |scale: f32| {
        if view.dtype(x) == Some(Dtype::U8) {
            Factor::new(f64::from(input.scale() * scale) / f64::from(out.scale()))
        } else {
            Factor::new(f64::from(input.scale()) * f64::from(scale) / f64::from(out.scale()))
        }
    };
    match weights.scale.len() {
        1 => Ok(vec![one(weights.scale()); channels]),
        n if n == channels => Ok(weights.scale.iter().map(|&s| one(s)).collect()),
        _ => Err(misfit()),
    }
}

/// The same factors as real numbers.
pub fn real_factors(view: &NodeView, x: usize, w: usize, channels: usize) -> Result<Vec<f64>> {
    let (input, weights, out) = (view.quant(x)?, view.quant(w)?, view.out_quant(0)?);
    let scales = ChannelScales::new(weights, channels);
    let one = |c| f64::from(input.scale()) * f64::from(scales.get(c)) / f64::from(out.scale());
    Ok((0..channels).map(one).collect())
}

/// Scales of weights by channel.
pub struct ChannelScales<'a>(&'a Quant, usize);

impl<'a> ChannelScales<'a> {
    /// The scales of `quant` for `channels` channels.
    pub fn new(quant: &'a Quant, channels: usize) -> Self {
        Self(quant, channels)
    }

    /// Scale of channel `c`.
    pub fn get(&self, c: usize) -> f32 {
        if self.0.scale.len() == self.1 { self.0.scale[c] } else { self.0.scale() }
    }
}

/// Arithmetic of a quantized ADD or SUB: both operands are brought to a common scale with spare bits, summed, and
/// brought to the output's.
#[derive(Clone, Copy, Debug)]
pub struct QuantizedSum {
    /// Spare bits.
    pub left: i32,
    /// Negated zero points of the operands.
    pub offsets: [i32; 2],
    /// Factors from operands to the common scale.
    pub inputs: [Factor; 2],
    /// Factor from the common scale to the output.
    pub output: Factor,
    /// Zero point of the output.
    pub zero: i32,
    /// Smallest result.
    pub low: i32,
    /// Largest result.
    pub high: i32,
}

impl QuantizedSum {
    /// For an ADD or (with `subtract`) SUB node.
    #[inline(never)]
    pub fn new(view: &NodeView, subtract: bool) -> Result<Self> {
        let (a, b, out) = (view.quant(0)?, view.quant(1)?, view.out_quant(0)?);
        let dtype = view.out_dtype(0).ok_or_else(misfit)?;
        let left = if dtype == Dtype::I16 { 15 } else { 20 };
        let twice = 2.0 * f64::from(a.scale().max(b.scale()));
        let second = Factor::new(f64::from(b.scale()) / twice);
        let (low, high) = activation_range(view.activation(), out, dtype)?;
        Ok(Self {
            left,
            offsets: [-a.zero_point(), -b.zero_point()],
            inputs: [Factor::new(f64::from(a.scale()) / twice), if subtract { second.negated() } else { second }],
            output: Factor::new(twice / (f64::from(1 << left) * f64::from(out.scale()))),
            zero: out.zero_point(),
            low,
            high,
        })
    }

    /// The same arithmetic for operands and results that are smaller by `less`.
    #[must_use]
    pub fn lowered(self, less: i32) -> Self {
        let [zero, low, high] = [self.zero, self.low, self.high].map(|value| value.wrapping_sub(less));
        Self { offsets: self.offsets.map(|offset| offset.wrapping_add(less)), zero, low, high, ..self }
    }

    /// The result for two quantized values.
    pub fn apply(&self, a: i32, b: i32) -> i32 {
        let part = |i: usize, x: i32| self.inputs[i].apply((x + self.offsets[i]) << self.left);
        let sum = part(0, a).wrapping_add(part(1, b));
        (self.output.apply(sum).saturating_add(self.zero)).clamp(self.low, self.high)
    }
}

/// For int16 operands whose scales are all powers of two, without spare bits.
pub fn powers_of_two(view: &NodeView) -> Option<[i32; 3]> {
    let log2 = |scale: f32| {
        let log = scale.log2();
        ((log - log.round()).abs() < 1e-3).then_some(log.round() as i32)
    };
    Some([
        log2(view.quant(0).ok()?.scale())?,
        log2(view.quant(1).ok()?.scale())?,
        log2(view.out_quant(0).ok()?.scale())?,
    ])
}

/// Arithmetic of a quantized MUL.
#[derive(Clone, Copy, Debug)]
pub struct QuantizedProduct {
    /// Zero points of the operands.
    pub zeros: [i32; 2],
    /// Factor from products to output units.
    pub factor: Factor,
    /// Zero point of the output.
    pub zero: i32,
    /// Smallest result.
    pub low: i32,
    /// Largest result.
    pub high: i32,
}

impl QuantizedProduct {
    /// For a MUL node.
    // Not inlined: common networks have no MUL.
    #[inline(never)]
    pub fn new(view: &NodeView) -> Result<Self> {
        let (a, b, out) = (view.quant(0)?, view.quant(1)?, view.out_quant(0)?);
        let (low, high) = activation_range(view.activation(), out, view.out_dtype(0).ok_or_else(misfit)?)?;
        Ok(Self {
            zeros: [a.zero_point(), b.zero_point()],
            factor: Factor::new(f64::from(a.scale() * b.scale() / out.scale())),
            zero: out.zero_point(),
            low,
            high,
        })
    }

    /// The same arithmetic for operands and results that are smaller by `less`.
    #[must_use]
    pub fn lowered(self, less: i32) -> Self {
        let [zero, low, high] = [self.zero, self.low, self.high].map(|value| value.wrapping_sub(less));
        Self { zeros: self.zeros.map(|zero| zero.wrapping_sub(less)), zero, low, high, ..self }
    }

    /// The result for two quantized values.
    pub fn apply(&self, a: i32, b: i32) -> i32 {
        let product = (a - self.zeros[0]).wrapping_mul(b - self.zeros[1]);
        (self.factor.apply(product).saturating_add(self.zero)).clamp(self.low, self.high)
    }
}

/// Mean of integers, rounded to nearest with ties away from zero.
pub fn integer_mean(sum: i32, count: i32) -> i32 {
    if sum > 0 { (sum + count / 2) / count } else { (sum - count / 2) / count }
}

/// The factor of a quantized mean: the division by the count goes into the multiplier, with spare bits.
pub fn mean_factor(factor: Factor, count: usize) -> Factor {
    if count == 0 {
        return factor;
    }
    let spare = (63 - (count as u64).leading_zeros() as i32).min(32).min(31 + factor.shift).max(0);
    Factor { multiplier: ((i64::from(factor.multiplier) << spare) / count as i64) as i32, shift: factor.shift - spare }
}
