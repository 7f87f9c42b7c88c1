//! LSTM and SVDF with int8 inputs and results, all in integers: gates and cell state have 16 bits.

use super::recurrent::{
    BIASES, CELL, HIDDEN, INPUT_WEIGHTS, NORMS, PEEPHOLES, PROJECTION, PROJECTION_BIAS, RECURRENT_WEIGHTS, Sequence,
    svdf_sizes,
};
use super::{Check, out_per_tensor, per_tensor, types};
use crate::engine::error::Result;
use crate::engine::kernels::fixed::{Factor, divide_by_power};
use crate::engine::kernels::fixed16::{sigmoid, tanh};
use crate::engine::kernels::geometry::{dims, misfit};
use crate::engine::program::{Activation, Dtype, Params, Quant};
use crate::engine::registry::Refusal;
use crate::engine::view::{Io, NodeView};

/// Types of an LSTM of codes. Normalized ones are not implemented.
pub fn check_lstm(view: &NodeView) -> Check {
    let all =
        |range: std::ops::Range<usize>, dtype| range.into_iter().all(|i| !view.has(i) || view.dtype(i) == Some(dtype));
    let weights = all(INPUT_WEIGHTS..PEEPHOLES, Dtype::I8) && all(PROJECTION..PROJECTION + 1, Dtype::I8);
    let short = all(PEEPHOLES..BIASES, Dtype::I16) && all(CELL..CELL + 1, Dtype::I16);
    let biases = all(BIASES..PROJECTION, Dtype::I32) && all(PROJECTION_BIAS..HIDDEN, Dtype::I32);
    let states = view.dtype(HIDDEN) == Some(Dtype::I8) && view.out_dtype(0) == Some(Dtype::I8);
    let scaled = (0..=CELL).filter(|i| !(BIASES..PROJECTION).contains(i) && *i != PROJECTION_BIAS);
    let scales = scaled.into_iter().all(|i| !view.has(i) || per_tensor(view, i)) && out_per_tensor(view, 0);
    if view.inputs() > NORMS || hidden_quant(view).is_none() {
        return Err(Refusal::new("engine-operands"));
    }
    let power = |i: usize| view.quant(i).is_ok_and(|q| q.scale().log2().fract() == 0.0 && q.scale() < 1.0);
    types(view, weights && short && biases && states && scales && power(CELL))
}

/// Quantization of the values before the projection: the fifth intermediate.
fn hidden_quant<'a>(view: &NodeView<'a>) -> Option<&'a Quant> {
    view.node.intermediates.get(4).and_then(|&t| view.tensors.get(t)).and_then(|t| t.quant.as_ref())
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

fn short(x: i32) -> i32 {
    x.clamp(-32768, 32767)
}

/// An LSTM of codes.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Recurrent { cell_clip, proj_clip, activation, .. } = view.node.params else { return Err(misfit()) };
    if activation != Activation::Tanh {
        return Err(misfit());
    }
    let s = Sequence::new(view)?;
    let [cells, outputs] = dims(view.shape(6))?;
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| f64::from(q.scale()));
    let zero = |i: usize| view.quant(i).map_or(0, |q| q.zero_point());
    let held = hidden_quant(view).ok_or_else(misfit)?;
    // Gates have units of 2^-12.
    let unit = 1.0 / 4096.0;
    let inner: Vec<[Product; 2]> = (0..4)
        .map(|k| {
            let (w, r) = (INPUT_WEIGHTS + k, RECURRENT_WEIGHTS + k);
            let product = |i: usize, from: usize, bias: &[i32]| {
                let rows = if view.has(i) { cells } else { 0 };
                Product::new(io.input(i), bias, rows, zero(from), scale(i) * scale(from) / unit)
            };
            [product(w, 0, io.input(BIASES + k)), product(r, HIDDEN, &[])]
        })
        .collect();
    let cell_scale = scale(CELL);
    let cell_log = cell_scale.log2() as i32;
    let peephole = |k: usize| PEEPHOLES + if k == 3 { 2 } else { k };
    let peepholes: Vec<(&[i16], Factor)> = (0..4)
        .map(|k| match k {
            2 => (&[][..], Factor::default()),
            k => (io.input(peephole(k)), Factor::new(cell_scale * scale(peephole(k)) / unit)),
        })
        .collect();
    let result = Factor::new(2f64.powi(-30) / f64::from(held.scale()));
    let projects = view.has(PROJECTION);
    let projection = Product::new(
        io.input(PROJECTION),
        io.input(PROJECTION_BIAS),
        if projects { outputs } else { 0 },
        held.zero_point(),
        scale(PROJECTION) * f64::from(held.scale()) / scale(HIDDEN),
    );
    let clip = |limit: f32, scale: f64, most: i32| {
        if limit > 0.0 { ((f64::from(limit) / scale) as i32).min(most) } else { most + 1 }
    };
    let (cell_clip, proj_clip) = (clip(cell_clip, cell_scale, 32767), clip(proj_clip, scale(HIDDEN), 127));
    let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
    let (hidden, cell) = (io.state::<i8>(HIDDEN), io.state::<i16>(CELL));
    for step in 0..s.steps {
        for b in 0..s.batch {
            let n = s.row(step, b);
            let x = &x[n * s.input..][..s.input];
            let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
            let gate = |k: usize, i: usize, c: i16| {
                let sum = short(inner[k][0].row(i, x));
                let sum = short(inner[k][1].row(i, h) + sum);
                match peepholes[k] {
                    ([], _) => sum,
                    (weights, factor) => short(factor.apply(i32::from(weights[i]) * i32::from(c)) + sum),
                }
            };
            let mut result_codes = Vec::with_capacity(cells);
            for (i, c) in c.iter_mut().enumerate() {
                let forget = sigmoid(gate(1, i, *c));
                let enter = if view.has(INPUT_WEIGHTS) { sigmoid(gate(0, i, *c)) } else { 32767 - forget };
                let new = tanh(gate(2, i, *c), 3);
                let kept = divide_by_power(forget * i32::from(*c), 15);
                let state = short(kept + divide_by_power(enter * new, 30 + cell_log));
                *c = state.clamp(-cell_clip, cell_clip) as i16;
                let leave = sigmoid(gate(3, i, *c));
                let shown = match 15 + cell_log {
                    bits @ 0..=6 => tanh(i32::from(*c), bits as u32),
                    // The runtime has no tanh for other scales: the input gate is left in its place.
                    _ => enter,
                };
                let value = result.apply(leave * shown);
                result_codes.push((value + held.zero_point()).clamp(-128, 127) as i8);
            }
            if projects {
                for (i, h) in h.iter_mut().enumerate() {
                    let value = projection.row(i, &result_codes) + zero(HIDDEN);
                    *h = value.clamp(-128, 127).clamp(-proj_clip, proj_clip) as i8;
                }
            } else {
                h.copy_from_slice(&result_codes);
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
