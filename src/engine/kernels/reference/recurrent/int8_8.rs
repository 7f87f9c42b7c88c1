//! The older LSTM with int8 inputs and results, recognized by its twelve intermediates: products are cut to 8 bits
//! before they are added, gates are normalized in float32. Computed as in the runtime, including its mistakes, so that
//! outputs agree.

use super::int8::{clip, saturated, scale, steps, zero};
use super::matrix;
use crate::engine::error::Result;
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::recurrent::lstm::inner_quant;
use crate::engine::ops::recurrent::operands::{CELL, Gate, HIDDEN, PROJECTION, PROJECTION_BIAS};
use crate::engine::program::{Params, Quant};
use crate::engine::view::{Io, NodeView};

/// A quantized matrix whose product is quantized to 8 bits again, and the factor of that product in the sum.
struct Product<'a> {
    weights: &'a [i8],
    /// Zero point of the matrix's input.
    zero: i32,
    /// Factor to the product's scale.
    factor: Factor,
    /// Zero point of the product.
    product_zero: i32,
    to_sum: Factor,
}

impl Product<'_> {
    /// Row `r` times `x`, in units of the sum.
    fn row(&self, r: usize, x: &[i8]) -> i32 {
        let row = &self.weights[r * x.len()..][..x.len()];
        let sum: i32 = row.iter().zip(x).map(|(&w, &x)| i32::from(w) * (i32::from(x) - self.zero)).sum();
        let product = self.factor.apply(sum).saturating_add(self.product_zero).clamp(-128, 127);
        self.to_sum.apply(product - self.product_zero)
    }
}

/// Coefficients that a gate is multiplied by once it has mean 0 and variance 1, and its bias.
struct Norm<'a> {
    weights: &'a [i16],
    bias: &'a [i32],
    scale: f32,
}

impl Norm<'_> {
    /// Normalizes; the results have units of 2^-12.
    fn apply(&self, gate: &mut [i32]) {
        let n = gate.len() as f32;
        let (mut sum, mut squares) = (0f32, 0f32);
        for &v in gate.iter() {
            let v = v as f32;
            sum += v;
            squares += v * v;
        }
        let mean = sum / n;
        let variance = squares / n - mean * mean;
        let inverse = if variance == 0.0 { (1.0 / 1e-8f64.sqrt()) as f32 } else { 1.0 / variance.sqrt() };
        let bias_scale = self.scale / 1024.0;
        for ((v, &weight), &bias) in gate.iter_mut().zip(self.weights).zip(self.bias) {
            let normal = (*v as f32 - mean) * inverse;
            let value = normal * f32::from(weight) * self.scale + bias as f32 * bias_scale;
            *v = saturated((f64::from(value) * 4096.0).round() as i32);
        }
    }
}

/// A function of quantized values in units of `unit`, as 16-bit values in units of 2^-15.
fn curve(x: i32, unit: f32, f: impl Fn(f32) -> f32) -> i32 {
    saturated((f(x as f32 * unit) * 32768.0) as i32)
}

fn sigmoid(x: i32) -> i32 {
    curve(x, 1.0 / 4096.0, matrix::sigmoid)
}

/// Intermediates of a gate.
struct Intermediates<'a> {
    sum: &'a Quant,
    input: &'a Quant,
    recurrent: &'a Quant,
}

impl<'a> Intermediates<'a> {
    fn new(view: &NodeView<'a>, gate: Gate) -> Result<Self> {
        let quant = |k: usize| inner_quant(view, 3 * gate as usize + k).ok_or_else(misfit);
        Ok(Self { sum: quant(0)?, input: quant(1)?, recurrent: quant(2)? })
    }

    /// Factor from a product to the sum.
    fn to_sum(&self, product: &Quant) -> Factor {
        Factor::new((product.scale() / self.sum.scale()).into())
    }
}

/// The weights of a gate.
struct Weights<'a> {
    input: Product<'a>,
    recurrent: Product<'a>,
    norm: Norm<'a>,
}

impl<'a> Weights<'a> {
    fn new(view: &NodeView, io: &Io<'a>, gate: Gate) -> Result<Self> {
        let inner = Intermediates::new(view, gate)?;
        let product = |weights: usize, source: usize, product: &Quant| Product {
            weights: io.input(weights),
            zero: zero(view, source),
            factor: Factor::new((scale(view, weights) * scale(view, source) / product.scale()).into()),
            product_zero: product.zero_point(),
            to_sum: inner.to_sum(product),
        };
        let input = product(gate.input_weights(), 0, inner.input);
        let mut recurrent = product(gate.recurrent_weights(), HIDDEN, inner.recurrent);
        if gate == Gate::Output {
            // The runtime reads this multiplier past the end of its list, where the shift of the forget gate is, and
            // takes the zero point of the cell gate.
            let forget = Intermediates::new(view, Gate::Forget)?;
            recurrent.to_sum.multiplier = forget.to_sum(forget.recurrent).shift;
            recurrent.product_zero = Intermediates::new(view, Gate::Cell)?.input.zero_point();
        }
        let norm =
            Norm { weights: io.input(gate.norm()), bias: io.input(gate.bias()), scale: scale(view, gate.norm()) };
        Ok(Self { input, recurrent, norm })
    }

    /// The gate before its activation, for an input row and the hidden state.
    fn values(&self, x: &[i8], h: &[i8], cells: usize) -> Vec<i32> {
        let sum = |i| saturated(self.input.row(i, x).saturating_add(self.recurrent.row(i, h)));
        let mut gate: Vec<i32> = (0..cells).map(sum).collect();
        self.norm.apply(&mut gate);
        gate
    }
}

/// A prepared LSTM. Its input gate is 1 minus the forget gate, whether it has weights or not.
struct Lstm<'a> {
    forget: Weights<'a>,
    cell: Weights<'a>,
    output: Weights<'a>,
    cell_clip: i32,
    projection: &'a [i8],
    projection_bias: &'a [i32],
    to_hidden: Factor,
    hidden_zero: i32,
    projection_clip: i32,
}

impl<'a> Lstm<'a> {
    fn new(view: &NodeView, io: &Io<'a>) -> Result<Self> {
        let Params::Recurrent { cell_clip, proj_clip, .. } = view.node.params else { return Err(misfit()) };
        Ok(Self {
            forget: Weights::new(view, io, Gate::Forget)?,
            cell: Weights::new(view, io, Gate::Cell)?,
            output: Weights::new(view, io, Gate::Output)?,
            cell_clip: clip(if cell_clip < 1.0 { cell_clip } else { 0.0 }, scale(view, CELL), 32767),
            projection: io.input(PROJECTION),
            projection_bias: io.input(PROJECTION_BIAS),
            to_hidden: Factor::new((scale(view, PROJECTION) / 32768.0 / scale(view, HIDDEN)).into()),
            hidden_zero: zero(view, HIDDEN),
            projection_clip: clip(proj_clip, scale(view, HIDDEN), 127),
        })
    }

    /// One step of one row: advances the hidden state and the cell state.
    fn step(&self, x: &[i8], h: &mut [i8], c: &mut [i16]) {
        let values = |weights: &Weights| weights.values(x, h, c.len());
        let (forget, new, output) = (values(&self.forget), values(&self.cell), values(&self.output));
        let mut shown = vec![0; c.len()];
        for (i, c) in c.iter_mut().enumerate() {
            let kept = sigmoid(forget[i]);
            let new = curve(new[i], 1.0 / 4096.0, f32::tanh);
            let state = divide_by_power(kept * i32::from(*c), 15) + divide_by_power((32767 - kept) * new, 15);
            *c = saturated(state).clamp(-self.cell_clip, self.cell_clip) as i16;
            // Units of 2^-15, whatever the tensor's scale.
            let value = curve((*c).into(), 1.0 / 32768.0, f32::tanh);
            shown[i] = divide_by_power(sigmoid(output[i]) * value, 15);
        }
        for (r, h) in h.iter_mut().enumerate() {
            let row = self.projection[r * shown.len()..][..shown.len()].iter().zip(&shown);
            let sum: i64 = row.fold(self.projection_bias[r].into(), |sum, (&w, &v)| sum + i64::from(w) * i64::from(v));
            let value = self.to_hidden.apply(sum as i32).saturating_add(self.hidden_zero);
            *h = value.clamp(-128, 127).clamp(-self.projection_clip, self.projection_clip) as i8;
        }
    }
}

/// The LSTM.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    let state = dims(view.shape(Gate::Forget.recurrent_weights()))?;
    let lstm = Lstm::new(view, io)?;
    steps(view, io, state, |x, h, c| lstm.step(x, h, c))
}
