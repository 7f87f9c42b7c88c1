//! LSTM and SVDF with int8 inputs and results, all in integers: gates and cell state have 16 bits.

use super::recurrent::{
    BIASES, CELL, HIDDEN, INPUT_WEIGHTS, NORMS, PEEPHOLES, PROJECTION, PROJECTION_BIAS, RECURRENT_WEIGHTS, Sequence,
    svdf_sizes,
};
use super::recurrent_bytes;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::fixed16::{sigmoid, tanh};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{out_per_tensor, per_tensor, types};
use crate::engine::program::{Activation, Dtype, Params, Quant};
use crate::engine::view::{Io, NodeView};

/// Types of an LSTM of codes.
pub fn check_lstm(view: &NodeView) -> Check {
    let all =
        |range: std::ops::Range<usize>, dtype| range.into_iter().all(|i| !view.has(i) || view.dtype(i) == Some(dtype));
    let weights = all(INPUT_WEIGHTS..PEEPHOLES, Dtype::I8) && all(PROJECTION..PROJECTION + 1, Dtype::I8);
    let short = all(PEEPHOLES..BIASES, Dtype::I16) && all(CELL..CELL + 1, Dtype::I16);
    let biases = all(BIASES..PROJECTION, Dtype::I32) && all(PROJECTION_BIAS..HIDDEN, Dtype::I32);
    let states = view.dtype(HIDDEN) == Some(Dtype::I8) && view.out_dtype(0) == Some(Dtype::I8);
    let norms = all(NORMS..NORMS + 4, Dtype::I16);
    let scaled = (0..NORMS + 4).filter(|i| !(BIASES..PROJECTION).contains(i) && *i != PROJECTION_BIAS);
    let scales = scaled.into_iter().all(|i| !view.has(i) || per_tensor(view, i)) && out_per_tensor(view, 0);
    // All gates are normalized, or none.
    let normalized = view.has(NORMS + 1);
    let gates = (2..4).all(|k| view.has(NORMS + k) == normalized)
        && view.has(NORMS) == (normalized && view.has(INPUT_WEIGHTS))
        && (!normalized || (0..4).all(|k| inner_quant(view, k).is_some()));
    if gates && is_older(view) {
        recurrent_bytes::check(view)?;
    } else if !gates || inner_quant(view, HELD).is_none() {
        return Err(Refusal::new("engine-operands"));
    }
    let power = |i: usize| view.quant(i).is_ok_and(|q| q.scale().log2().fract() == 0.0 && q.scale() < 1.0);
    types(view, weights && short && norms && biases && states && scales && power(CELL))
}

/// Intermediates: the four gates before normalization, and the values before the projection.
const INNER: usize = 5;
/// Which of them stands before the projection.
const HELD: usize = 4;

/// True for the form with more intermediates, which is another computation.
fn is_older(view: &NodeView) -> bool {
    view.node.intermediates.len() > INNER
}

/// Quantization of an intermediate.
pub fn inner_quant<'a>(view: &NodeView<'a>, k: usize) -> Option<&'a Quant> {
    view.node.intermediates.get(k).and_then(|&t| view.tensors.get(t)).and_then(|t| t.quant.as_ref())
}

/// Coefficients that a gate is multiplied by once it has mean 0 and variance 1, and its bias.
struct Norm<'a> {
    weights: &'a [i16],
    bias: &'a [i32],
    /// To units of 2^-12.
    factor: Factor,
    /// In place of a variance of nothing.
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
            *v = short(self.factor.apply(((i64::from(sum) + half) / 1024) as i32));
        }
    }
}

/// A matrix of codes with what its product is multiplied by.
struct Product<'a> {
    weights: &'a [i8],
    /// Added to each sum: the bias, and what the zero point of the input takes off.
    offsets: Vec<i32>,
    factor: Factor,
}

impl<'a> Product<'a> {
    fn new(weights: &'a [i8], bias: &[i32], rows: usize, zero: i32, factor: f64) -> Self {
        let columns = weights.len() / rows.max(1);
        let sum = |r: usize| weights[r * columns..][..columns].iter().map(|&w| i32::from(w)).sum::<i32>();
        let offsets = (0..rows).map(|r| bias.get(r).copied().unwrap_or(0).wrapping_sub(zero * sum(r))).collect();
        Self { weights, offsets, factor: Factor::new(factor) }
    }

    /// The product of row `r` with `x`, in units of the result.
    fn row(&self, r: usize, x: &[i8]) -> i32 {
        let row = &self.weights[r * x.len()..][..x.len()];
        let sum = row.iter().zip(x).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum::<i32>();
        self.factor.apply(sum.wrapping_add(self.offsets[r]))
    }
}

/// Within 16 bits.
pub fn short(x: i32) -> i32 {
    x.clamp(-32768, 32767)
}

/// The largest code within `limit`, at most `most`; no limit is one that no code reaches.
pub fn clip(limit: f32, scale: f32, most: i32) -> i32 {
    if limit > 0.0 { ((limit / scale) as i32).min(most) } else { most + 1 }
}

/// An LSTM of codes.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    if is_older(view) {
        return recurrent_bytes::lstm(view, io);
    }
    let Params::Recurrent { cell_clip, proj_clip, activation, .. } = view.node.params else { return Err(misfit()) };
    if activation != Activation::Tanh {
        return Err(misfit());
    }
    let s = Sequence::new(view)?;
    let [cells, outputs] = dims(view.shape(6))?;
    // The runtime works out what products are multiplied by in 32 bits.
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| q.scale());
    let zero = |i: usize| view.quant(i).map_or(0, |q| q.zero_point());
    let held = inner_quant(view, HELD).ok_or_else(misfit)?;
    let normalized = view.has(NORMS + 1);
    // Gates have units of 2^-12, or of their own before they are normalized.
    let unit = |k: usize| match inner_quant(view, k) {
        Some(quant) if normalized => quant.scale(),
        _ => 1.0 / 4096.0,
    };
    let inner: Vec<[Product; 2]> = (0..4)
        .map(|k| {
            let (w, r) = (INPUT_WEIGHTS + k, RECURRENT_WEIGHTS + k);
            let product = |i: usize, from: usize, bias: &[i32]| {
                let rows = if view.has(i) { cells } else { 0 };
                Product::new(io.input(i), bias, rows, zero(from), (scale(i) * scale(from) / unit(k)).into())
            };
            let bias = if normalized { &[] } else { io.input(BIASES + k) };
            [product(w, 0, bias), product(r, HIDDEN, &[])]
        })
        .collect();
    let norms: Vec<Option<Norm>> = (0..4)
        .map(|k| {
            let norm = || Norm::new(io.input(NORMS + k), io.input(BIASES + k), scale(NORMS + k));
            view.has(NORMS + k).then(norm)
        })
        .collect();
    let cell_scale = scale(CELL);
    let cell_log = cell_scale.log2() as i32;
    let peephole = |k: usize| PEEPHOLES + if k == 3 { 2 } else { k };
    let peepholes: Vec<(&[i16], Factor)> = (0..4)
        .map(|k| match k {
            2 => (&[][..], Factor::default()),
            k => (io.input(peephole(k)), Factor::new((cell_scale * scale(peephole(k)) / unit(k)).into())),
        })
        .collect();
    let result = Factor::new((2f32.powi(-30) / held.scale()).into());
    let projects = view.has(PROJECTION);
    // Before a projection the runtime turns the sign of the zero point, here and where it takes it off again.
    let middle = if projects { -held.zero_point() } else { held.zero_point() };
    let projection = Product::new(
        io.input(PROJECTION),
        io.input(PROJECTION_BIAS),
        if projects { outputs } else { 0 },
        middle,
        (scale(PROJECTION) * held.scale() / scale(HIDDEN)).into(),
    );
    let (cell_clip, proj_clip) = (clip(cell_clip, cell_scale, 32767), clip(proj_clip, scale(HIDDEN), 127));
    let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
    let (hidden, cell) = (io.state::<i8>(HIDDEN), io.state::<i16>(CELL));
    for step in 0..s.steps {
        for b in 0..s.batch {
            let n = s.row(step, b);
            let x = &x[n * s.input..][..s.input];
            let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
            let gate = |k: usize, h: &[i8], c: &[i16]| {
                let sum = |(i, &c): (usize, &i16)| {
                    let sum = short(inner[k][0].row(i, x));
                    let sum = short(inner[k][1].row(i, h).saturating_add(sum));
                    match peepholes[k] {
                        ([], _) => sum,
                        (weights, factor) => {
                            short(factor.apply(i32::from(weights[i]) * i32::from(c)).saturating_add(sum))
                        }
                    }
                };
                let mut gate: Vec<i32> = c.iter().enumerate().map(sum).collect();
                if let Some(norm) = &norms[k] {
                    norm.apply(&mut gate);
                }
                gate
            };
            let mut forget = gate(1, h, c);
            forget.iter_mut().for_each(|f| *f = sigmoid(*f));
            let enter: Vec<i32> = if view.has(INPUT_WEIGHTS) {
                gate(0, h, c).into_iter().map(sigmoid).collect()
            } else {
                forget.iter().map(|f| 32767 - f).collect()
            };
            let new = gate(2, h, c);
            for (i, c) in c.iter_mut().enumerate() {
                let kept = divide_by_power(forget[i] * i32::from(*c), 15);
                let state = short(kept + divide_by_power(enter[i] * tanh(new[i], 3), 30 + cell_log));
                *c = state.clamp(-cell_clip, cell_clip) as i16;
            }
            let leave = gate(3, h, c);
            let code = |(i, &c): (usize, &i16)| {
                let shown = match 15 + cell_log {
                    bits @ 0..=6 => tanh(c.into(), bits as u32),
                    // The runtime has no tanh for other scales: the input gate is left in its place.
                    _ => enter[i],
                };
                let value = result.apply(sigmoid(leave[i]) * shown);
                value.saturating_add(middle).clamp(-128, 127) as i8
            };
            let codes: Vec<i8> = c.iter().enumerate().map(code).collect();
            if projects {
                for (i, h) in h.iter_mut().enumerate() {
                    let value = projection.row(i, &codes).saturating_add(zero(HIDDEN));
                    *h = value.clamp(-128, 127).clamp(-proj_clip, proj_clip) as i8;
                }
            } else {
                h.copy_from_slice(&codes);
            }
            out[n * outputs..][..outputs].copy_from_slice(h);
        }
    }
    Ok(())
}

/// Types of an SVDF of codes.
pub fn check_svdf(view: &NodeView) -> Check {
    let known = view.dtype(1) == Some(Dtype::I8)
        && view.dtype(2) == Some(Dtype::I16)
        && (!view.has(3) || view.dtype(3) == Some(Dtype::I32))
        && view.dtype(4) == Some(Dtype::I16)
        && view.out_dtype(0) == Some(Dtype::I8);
    types(view, known && [0, 1, 2, 4].iter().all(|&i| per_tensor(view, i)) && out_per_tensor(view, 0))
}

/// An SVDF of codes.
pub fn svdf(view: &NodeView, io: &mut Io) -> Result<()> {
    let (batch, filters, memory, rank) = svdf_sizes(view)?;
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| f64::from(q.scale()));
    let to = view.out_quant(0)?;
    let features = Product::new(io.input(1), &[], filters, view.quant(0)?.zero_point(), scale(0) * scale(1) / scale(4));
    let result = Factor::new(scale(4) * scale(2) / f64::from(to.scale()));
    let (x, over_time, bias) = (io.input::<i8>(0), io.input::<i16>(2), io.input::<i32>(3));
    let (state, out) = (io.state::<i16>(4), io.output::<i8>(0));
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0);
            for f in u * rank..(u + 1) * rank {
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.rotate_left(1);
                held[memory - 1] = short(features.row(f, &x[b * input..][..input])) as i16;
                let weighed = held.iter().zip(&over_time[f * memory..]).map(|(&h, &w)| i32::from(h) * i32::from(w));
                sum = weighed.fold(sum, i32::wrapping_add);
            }
            out[b * units + u] = result.apply(sum).saturating_add(to.zero_point()).clamp(-128, 127) as i8;
        }
    }
    Ok(())
}
