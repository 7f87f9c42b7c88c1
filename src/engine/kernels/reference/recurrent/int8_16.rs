//! LSTM with int8 inputs and results, all in integers: gates and cell state have 16 bits.

use super::int8::{clip, saturated, scale, steps, zero};
use crate::engine::error::Result;
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::fixed16::{sigmoid, tanh};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::recurrent::lstm::{PROJECTED, inner_quant};
use crate::engine::ops::recurrent::operands::{CELL, Gate, HIDDEN, INPUT_WEIGHTS, PROJECTION, PROJECTION_BIAS};
use crate::engine::program::{Activation, Params};
use crate::engine::view::{Io, NodeView};

/// Coefficients that a gate is multiplied by once it has mean 0 and variance 1, and its bias.
struct Norm<'a> {
    weights: &'a [i16],
    bias: &'a [i32],
    /// Factor to units of 2^-12.
    factor: Factor,
    /// Replaces a variance of 0.
    least: i32,
}

impl<'a> Norm<'a> {
    fn new(weights: &'a [i16], bias: &'a [i32], scale: f32) -> Self {
        let factor = Factor::new(scale.into());
        let factor = Factor { shift: factor.shift + 12, ..factor };
        Self { weights, bias, factor, least: ((10_000.0 * scale) as i32).max(1) }
    }

    /// Normalizes in units of 2^-10. The runtime divides 2^20 by the number of cells first: exact for powers of two only.
    fn apply(&self, gate: &mut [i32]) {
        let n = gate.len() as i64;
        let sum: i64 = gate.iter().map(|&v| i64::from(v)).sum();
        let squares: i64 = gate.iter().map(|&v| i64::from(v) * i64::from(v)).sum();
        let mean = sum * 1024 / n.max(1);
        let variance = (squares.wrapping_mul((1 << 20) / n.max(1)) - mean * mean) / (1 << 20);
        let variance = variance as i32;
        let deviation = Factor::inverse_root(if variance < 1 { self.least } else { variance });
        for ((v, &weight), &bias) in gate.iter_mut().zip(self.weights).zip(self.bias) {
            let scaled = deviation.apply(1024 * *v - mean as i32);
            let sum = scaled.wrapping_mul(weight.into()).wrapping_add(bias);
            let half = if sum > 0 { 512 } else { -512 };
            *v = saturated(self.factor.apply(((i64::from(sum) + half) / 1024) as i32));
        }
    }
}

/// A quantized matrix with the factor of its product.
pub struct Product<'a> {
    weights: &'a [i8],
    /// Added to each sum: the bias, minus the contribution of the input's zero point.
    offsets: Vec<i32>,
    factor: Factor,
}

impl<'a> Product<'a> {
    /// The product with weights of this many rows, for an input with this zero point.
    pub fn new(weights: &'a [i8], bias: &[i32], rows: usize, zero: i32, factor: f64) -> Self {
        let columns = weights.len() / rows.max(1);
        let sum = |r: usize| weights[r * columns..][..columns].iter().map(|&w| i32::from(w)).sum::<i32>();
        let offsets = (0..rows).map(|r| bias.get(r).copied().unwrap_or(0).wrapping_sub(zero * sum(r))).collect();
        Self { weights, offsets, factor: Factor::new(factor) }
    }

    /// The product of row `r` with `x`, in units of the result.
    pub fn row(&self, r: usize, x: &[i8]) -> i32 {
        let row = &self.weights[r * x.len()..][..x.len()];
        let sum = row.iter().zip(x).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum::<i32>();
        self.factor.apply(sum.wrapping_add(self.offsets[r]))
    }
}

/// The weights of a gate.
struct Weights<'a> {
    input: Product<'a>,
    recurrent: Product<'a>,
    peephole: Option<(&'a [i16], Factor)>,
    norm: Option<Norm<'a>>,
}

impl<'a> Weights<'a> {
    /// The weights of a gate with this many cells.
    fn new(view: &NodeView, io: &Io<'a>, gate: Gate, cells: usize) -> Self {
        let normalized = view.has(Gate::Forget.norm());
        // Gates have units of 2^-12, or separate ones before they are normalized. The runtime computes the factors of
        // products in 32 bits.
        let unit = match inner_quant(view, gate as usize) {
            Some(quant) if normalized => quant.scale(),
            _ => 1.0 / 4096.0,
        };
        let product = |i: usize, from: usize, bias: &[i32]| {
            let rows = if view.has(i) { cells } else { 0 };
            Product::new(io.input(i), bias, rows, zero(view, from), (scale(view, i) * scale(view, from) / unit).into())
        };
        let peephole = gate.peephole().filter(|&i| !io.input::<i16>(i).is_empty());
        let factor = |i: usize| Factor::new((scale(view, CELL) * scale(view, i) / unit).into());
        let norm = || Norm::new(io.input(gate.norm()), io.input(gate.bias()), scale(view, gate.norm()));
        Self {
            input: product(gate.input_weights(), 0, if normalized { &[] } else { io.input(gate.bias()) }),
            recurrent: product(gate.recurrent_weights(), HIDDEN, &[]),
            peephole: peephole.map(|i| (io.input(i), factor(i))),
            norm: view.has(gate.norm()).then(norm),
        }
    }

    /// The gate before its activation, for an input row, the hidden state and the cell state.
    fn values(&self, x: &[i8], h: &[i8], c: &[i16]) -> Vec<i32> {
        let value = |(i, &c): (usize, &i16)| {
            let sum = saturated(self.input.row(i, x));
            let sum = saturated(self.recurrent.row(i, h).saturating_add(sum));
            match &self.peephole {
                None => sum,
                Some((weights, factor)) => {
                    saturated(factor.apply(i32::from(weights[i]) * i32::from(c)).saturating_add(sum))
                }
            }
        };
        let mut gate: Vec<i32> = c.iter().enumerate().map(value).collect();
        if let Some(norm) = &self.norm {
            norm.apply(&mut gate);
        }
        gate
    }
}

/// A prepared LSTM.
struct Lstm<'a> {
    /// `None` if the input gate is 1 minus the forget gate.
    input: Option<Weights<'a>>,
    forget: Weights<'a>,
    cell: Weights<'a>,
    output: Weights<'a>,
    /// Binary logarithm of the cell state's scale.
    cell_log: i32,
    cell_clip: i32,
    /// Factor from products of gate and cell state to the values before the projection.
    result: Factor,
    /// Their zero point.
    middle: i32,
    projection: Option<Product<'a>>,
    projection_clip: i32,
    hidden_zero: i32,
}

impl<'a> Lstm<'a> {
    fn new(view: &NodeView, io: &Io<'a>, cells: usize, outputs: usize) -> Result<Self> {
        let Params::Recurrent { cell_clip, proj_clip, activation, .. } = view.node.params else { return Err(misfit()) };
        if activation != Activation::Tanh {
            return Err(misfit());
        }
        let projected = inner_quant(view, PROJECTED).ok_or_else(misfit)?;
        let projects = view.has(PROJECTION);
        // Before a projection, the runtime negates the zero point, here and where it subtracts it again.
        let middle = if projects { -projected.zero_point() } else { projected.zero_point() };
        let factor = scale(view, PROJECTION) * projected.scale() / scale(view, HIDDEN);
        let projection =
            || Product::new(io.input(PROJECTION), io.input(PROJECTION_BIAS), outputs, middle, factor.into());
        let weights = |gate: Gate| Weights::new(view, io, gate, cells);
        let cell_scale = scale(view, CELL);
        Ok(Self {
            input: view.has(INPUT_WEIGHTS).then(|| weights(Gate::Input)),
            forget: weights(Gate::Forget),
            cell: weights(Gate::Cell),
            output: weights(Gate::Output),
            cell_log: cell_scale.log2() as i32,
            cell_clip: clip(cell_clip, cell_scale, 32767),
            result: Factor::new((2f32.powi(-30) / projected.scale()).into()),
            middle,
            projection: projects.then(projection),
            projection_clip: clip(proj_clip, scale(view, HIDDEN), 127),
            hidden_zero: zero(view, HIDDEN),
        })
    }

    /// One step of one row: advances the hidden state and the cell state.
    fn step(&self, x: &[i8], h: &mut [i8], c: &mut [i16]) {
        let forget: Vec<i32> = self.forget.values(x, h, c).into_iter().map(sigmoid).collect();
        let input: Vec<i32> = match &self.input {
            Some(input) => input.values(x, h, c).into_iter().map(sigmoid).collect(),
            None => forget.iter().map(|f| 32767 - f).collect(),
        };
        let new = self.cell.values(x, h, c);
        for (i, c) in c.iter_mut().enumerate() {
            let kept = divide_by_power(forget[i] * i32::from(*c), 15);
            let state = saturated(kept + divide_by_power(input[i] * tanh(new[i], 3), 30 + self.cell_log));
            *c = state.clamp(-self.cell_clip, self.cell_clip) as i16;
        }
        let output = self.output.values(x, h, c);
        let value = |(i, &c): (usize, &i16)| {
            let shown = match 15 + self.cell_log {
                bits @ 0..=6 => tanh(c.into(), bits as u32),
                // The runtime has no tanh for other scales and leaves the input gate instead.
                _ => input[i],
            };
            let value = self.result.apply(sigmoid(output[i]) * shown);
            value.saturating_add(self.middle).clamp(-128, 127) as i8
        };
        let values: Vec<i8> = c.iter().enumerate().map(value).collect();
        let Some(projection) = &self.projection else { return h.copy_from_slice(&values) };
        for (i, h) in h.iter_mut().enumerate() {
            let value = projection.row(i, &values).saturating_add(self.hidden_zero);
            *h = value.clamp(-128, 127).clamp(-self.projection_clip, self.projection_clip) as i8;
        }
    }
}

/// The LSTM.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    let [cells, outputs] = dims(view.shape(Gate::Forget.recurrent_weights()))?;
    let lstm = Lstm::new(view, io, cells, outputs)?;
    steps(view, io, [cells, outputs], |x, h, c| lstm.step(x, h, c))
}
