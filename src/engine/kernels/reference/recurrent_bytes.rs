//! The older LSTM of codes, told by its twelve intermediates: products are cut to 8 bits before they are added, gates are
//! normalized in float32. It is computed as the runtime does, slips included, or its outputs would not agree.

use super::recurrent::{
    self, BIASES, CELL, HIDDEN, INPUT_WEIGHTS, NORMS, PROJECTION, PROJECTION_BIAS, RECURRENT_WEIGHTS, Sequence,
};
use super::recurrent_codes::{clip, inner_quant, short};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::program::{Op, Params};
use crate::engine::view::{Io, NodeView};

/// Intermediates: for each gate (input, forget, cell, output) the sum, the product with the input, and that with the state.
const INNER: usize = 12;

/// Operators over sequences do not take it, and without a projection, its bias or normalization the runtime ends the whole
/// process.
pub fn check(view: &NodeView) -> Check {
    let whole = view.node.op.builtin() == Some(Op::Lstm)
        && view.has(PROJECTION)
        && view.has(PROJECTION_BIAS)
        && view.has(NORMS + 1);
    if !whole || (0..INNER).any(|k| inner_quant(view, k).is_none()) {
        return Err(Refusal::new("engine-gates-of-int8"));
    }
    Ok(())
}

/// A matrix of codes whose product is a code again, and what that is multiplied by in the sum.
struct Product<'a> {
    weights: &'a [i8],
    /// Zero point of what the matrix is multiplied with.
    zero: i32,
    to_code: Factor,
    /// Zero point of the product.
    code_zero: i32,
    to_sum: Factor,
}

impl Product<'_> {
    /// Row `r` times `x`, in units of the sum.
    fn row(&self, r: usize, x: &[i8]) -> i32 {
        let row = &self.weights[r * x.len()..][..x.len()];
        let sum: i32 = row.iter().zip(x).map(|(&w, &x)| i32::from(w) * (i32::from(x) - self.zero)).sum();
        let code = self.to_code.apply(sum).saturating_add(self.code_zero).clamp(-128, 127);
        self.to_sum.apply(code - self.code_zero)
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
            *v = short((f64::from(value) * 4096.0).round() as i32);
        }
    }
}

/// 16-bit codes of units 2^-15 from a function of codes with units of `unit`.
fn curve(x: i32, unit: f32, f: impl Fn(f32) -> f32) -> i32 {
    short((f(x as f32 * unit) * 32768.0) as i32)
}

fn sigmoid(x: i32) -> i32 {
    curve(x, 1.0 / 4096.0, recurrent::sigmoid)
}

/// The LSTM.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Recurrent { cell_clip, proj_clip, .. } = view.node.params else { return Err(misfit()) };
    let s = Sequence::new(view)?;
    let [cells, outputs] = dims(view.shape(6))?;
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| q.scale());
    let zero = |i: usize| view.quant(i).map_or(0, |q| q.zero_point());
    let inner = (0..INNER).map(|k| inner_quant(view, k).ok_or_else(misfit)).collect::<Result<Vec<_>>>()?;
    // From the product (`from` of three) to the sum of gate `k`.
    let to_sum = |k: usize, from: usize| Factor::new((inner[3 * k + from].scale() / inner[3 * k].scale()).into());
    let gate = |k: usize| {
        let product = |weights: usize, source: usize, from: usize| Product {
            weights: io.input(weights + k),
            zero: zero(source),
            to_code: Factor::new((scale(weights + k) * scale(source) / inner[3 * k + from].scale()).into()),
            code_zero: inner[3 * k + from].zero_point(),
            to_sum: to_sum(k, from),
        };
        let (x, mut h) = (product(INPUT_WEIGHTS, 0, 1), product(RECURRENT_WEIGHTS, HIDDEN, 2));
        if k == 3 {
            // The runtime takes this one's multiplier from beyond its list, where the shift of the forget gate stands,
            // and its zero point from the cell gate.
            h.to_sum.multiplier = to_sum(1, 2).shift;
            h.code_zero = inner[7].zero_point();
        }
        let norm = Norm { weights: io.input(NORMS + k), bias: io.input(BIASES + k), scale: scale(NORMS + k) };
        (x, h, norm)
    };
    let (forget, new, leave) = (gate(1), gate(2), gate(3));
    let (projection, bias) = (io.input::<i8>(PROJECTION), io.input::<i32>(PROJECTION_BIAS));
    let to_hidden = Factor::new((scale(PROJECTION) / 32768.0 / scale(HIDDEN)).into());
    let cell_clip = clip(if cell_clip < 1.0 { cell_clip } else { 0.0 }, scale(CELL), 32767);
    let proj_clip = clip(proj_clip, scale(HIDDEN), 127);
    let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
    let (hidden, cell) = (io.state::<i8>(HIDDEN), io.state::<i16>(CELL));
    for step in 0..s.steps {
        for b in 0..s.batch {
            let n = s.row(step, b);
            let x = &x[n * s.input..][..s.input];
            let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
            let values = |(of_x, of_h, norm): &(Product, Product, Norm), h: &[i8]| {
                let sum = |i| short(of_x.row(i, x).saturating_add(of_h.row(i, h)));
                let mut gate: Vec<i32> = (0..cells).map(sum).collect();
                norm.apply(&mut gate);
                gate
            };
            let (forget, new, leave) = (values(&forget, h), values(&new, h), values(&leave, h));
            let mut shown = vec![0; cells];
            for (i, c) in c.iter_mut().enumerate() {
                // The input gate is what the forget gate leaves, weights of its own or not.
                let kept = sigmoid(forget[i]);
                let new = curve(new[i], 1.0 / 4096.0, f32::tanh);
                let state = divide_by_power(kept * i32::from(*c), 15) + divide_by_power((32767 - kept) * new, 15);
                *c = short(state).clamp(-cell_clip, cell_clip) as i16;
                // Units of 2^-15, whatever the tensor says.
                let value = curve((*c).into(), 1.0 / 32768.0, f32::tanh);
                shown[i] = divide_by_power(sigmoid(leave[i]) * value, 15);
            }
            for (r, h) in h.iter_mut().enumerate() {
                let row = projection[r * cells..][..cells].iter().zip(&shown);
                let sum: i64 = row.fold(bias[r].into(), |sum, (&w, &v)| sum + i64::from(w) * i64::from(v));
                let value = to_hidden.apply(sum as i32).saturating_add(zero(HIDDEN));
                *h = value.clamp(-128, 127).clamp(-proj_clip, proj_clip) as i8;
            }
            out[n * outputs..][..outputs].copy_from_slice(h);
        }
    }
    Ok(())
}
