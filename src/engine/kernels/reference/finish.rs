//! The last step of convolutions and matrix products: bias, requantization and activation of the sums.

use crate::engine::data;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::{clamp, factors, real_factors};
use crate::engine::ops::fixed::{Factor, activation_range};
use crate::engine::ops::geometry::misfit;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::NodeView;

/// Bias and activation of float sums.
pub struct FloatFinish<'a> {
    bias: &'a [f32],
    low: f32,
    high: f32,
}

impl<'a> FloatFinish<'a> {
    /// For a node with this bias (may be empty).
    pub fn new(view: &NodeView, bias: &'a [f32]) -> Self {
        let (low, high) = view.activation().range().unwrap_or((f32::NEG_INFINITY, f32::INFINITY));
        Self { bias, low, high }
    }

    /// The result for a sum of channel `c`. NaN stays without an activation.
    pub fn apply(&self, c: usize, sum: f32) -> f32 {
        clamp(sum + self.bias.get(c).copied().unwrap_or(0.0), self.low, self.high)
    }
}

/// Bias, requantization and activation of 32-bit sums.
pub struct IntFinish<'a> {
    bias: &'a [i32],
    factors: Vec<Factor>,
    /// Products are rounded once, as the runtime does in matrix products with weights of 4 bits.
    once: bool,
    zero: i32,
    low: i32,
    high: i32,
}

impl<'a> IntFinish<'a> {
    /// For a node whose input is operand `x` and weights operand `w`, with this bias (may be empty).
    pub fn new(view: &NodeView, x: usize, w: usize, channels: usize, bias: &'a [i32]) -> Result<Self> {
        let out = view.out_quant(0)?;
        let dtype = view.out_dtype(0).ok_or_else(misfit)?;
        let (low, high) = activation_range(view.activation(), out, dtype)?;
        let once = view.dtype(w) == Some(Dtype::I4) && view.node.op.builtin() == Some(Op::FullyConnected);
        Ok(Self { bias, factors: factors(view, x, w, channels)?, once, zero: out.zero_point(), low, high })
    }

    /// The result for a sum of channel `c`.
    pub fn apply(&self, c: usize, sum: i32) -> i32 {
        let sum = sum.wrapping_add(self.bias.get(c).copied().unwrap_or(0));
        let factor = self.factors[c];
        let product = if self.once { factor.apply_once(sum) } else { factor.apply(sum) };
        product.saturating_add(self.zero).clamp(self.low, self.high)
    }
}

/// Bias, requantization and activation of 64-bit sums; of 32-bit ones that wrap where the bias has 32 bits.
pub struct WideFinish {
    bias: Vec<i64>,
    wraps: bool,
    factors: Vec<Factor>,
    /// The factors of FULLY_CONNECTED, which the runtime (2.21) multiplies as float64; otherwise empty.
    reals: Vec<f64>,
    low: i32,
    high: i32,
}

impl WideFinish {
    /// As [`IntFinish::new`]; zero points are 0 in int16.
    pub fn new(view: &NodeView, [x, w, b]: [usize; 3], channels: usize, bias: Vec<i64>) -> Result<Self> {
        let wraps = view.dtype(b) == Some(Dtype::I32);
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, Dtype::I16)?;
        let is_real = view.node.op.builtin() == Some(Op::FullyConnected);
        let reals = if is_real { real_factors(view, x, w, channels)? } else { Vec::new() };
        Ok(Self { bias, wraps, factors: factors(view, x, w, channels)?, reals, low, high })
    }

    /// The result for a sum of channel `c`.
    pub fn apply(&self, c: usize, sum: i64) -> i16 {
        let sum = sum.wrapping_add(self.bias.get(c).copied().unwrap_or(0));
        let factor = self.factors[c];
        let product = match self.reals.get(c) {
            // A sum with an int32 bias has 32 bits there.
            Some(real) => (if self.wraps { f64::from(sum as i32) } else { sum as f64 } * real).round() as i32,
            None if self.wraps => factor.apply(sum as i32),
            None => factor.apply_wide(sum),
        };
        product.clamp(self.low, self.high) as i16
    }
}

/// The bytes of an int32 or int64 bias as int64; empty without one.
pub fn wide_bias(dtype: Option<Dtype>, bytes: &[u8]) -> Vec<i64> {
    match dtype {
        Some(Dtype::I64) => data::view::<i64>(bytes).to_vec(),
        Some(_) => data::view::<i32>(bytes).iter().map(|&v| i64::from(v)).collect(),
        None => Vec::new(),
    }
}
