//! Recurrent operators in float32: RNN, LSTM and their forms over sequences. State lives in variable tensors.

use super::finish::clamp;
use super::{Check, operands, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::geometry::{dims, misfit};
use crate::engine::program::{Activation, Dtype, Op, Params};
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Rnn, Definition::new(1, check_rnn, rnn_shape, rnn).impure()),
    (Op::UnidirectionalSequenceRnn, Definition::new(1, check_rnn, rnn_shape, rnn).impure()),
    (Op::Lstm, Definition::new(1, check_lstm, lstm_shape, lstm).impure()),
    (Op::UnidirectionalSequenceLstm, Definition::new(1, check_lstm, lstm_shape, lstm).impure()),
];

/// Applies an activation to one value; `None` for those that no recurrent operator has.
fn activation(a: Activation) -> Option<fn(f32) -> f32> {
    Some(match a {
        Activation::None => |x| x,
        Activation::Relu => |x| clamp(x, 0.0, f32::INFINITY),
        Activation::ReluN1To1 => |x| clamp(x, -1.0, 1.0),
        Activation::Relu6 => |x| clamp(x, 0.0, 6.0),
        Activation::Tanh => f32::tanh,
        Activation::SignBit => return None,
    })
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// All operands that are given are float32, and the activation is known.
fn floats(view: &NodeView) -> Check {
    let all = (0..view.inputs()).all(|i| !view.has(i) || view.dtype(i) == Some(Dtype::F32));
    types(view, all && view.out_dtype(0) == Some(Dtype::F32))?;
    if activation(view.activation()).is_none() { Err(Refusal::new("engine-activation")) } else { Ok(()) }
}

fn is_state(view: &NodeView, i: usize) -> bool {
    view.tensor(i).is_some_and(|t| t.is_variable)
}

/// Steps and batch of an input of two dimensions (one step) or three, and whether time comes first.
fn sequence(view: &NodeView) -> Result<(usize, usize, usize, bool)> {
    let Params::Recurrent { time_major, .. } = view.node.params else { return Err(misfit()) };
    Ok(match *view.shape(0) {
        [batch, input] => (1, batch, input, true),
        [time, batch, input] if time_major => (time, batch, input, true),
        [batch, time, input] => (time, batch, input, false),
        _ => return Err(misfit()),
    })
}

/// The input's shape with the last dimension replaced.
fn with_last(view: &NodeView, size: usize) -> Result<Option<Vec<Shape>>> {
    let mut shape = view.shape(0).to_vec();
    *shape.last_mut().ok_or_else(misfit)? = size;
    Ok(Some(vec![shape]))
}

/// Adds `matrix * x` to `out`; the matrix has a row for each output.
fn add_product(out: &mut [f32], matrix: &[f32], x: &[f32]) {
    for (o, row) in out.iter_mut().zip(matrix.chunks_exact(x.len().max(1))) {
        *o += row.iter().zip(x).map(|(w, x)| w * x).sum::<f32>();
    }
}

fn check_rnn(view: &NodeView) -> Check {
    operands(view, 5..=5, 5)?;
    floats(view)?;
    if is_state(view, 4) { Ok(()) } else { Err(Refusal::new("engine-operands")) }
}

fn rnn_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (_, batch, input, _) = sequence(view)?;
    let [units, depth] = dims(view.shape(1))?;
    let fits = depth == input
        && view.shape(2) == [units, units]
        && view.shape(3) == [units]
        && view.shape(4) == [batch, units];
    if fits { with_last(view, units) } else { Err(misfit()) }
}

fn rnn(view: &NodeView, io: &mut Io) -> Result<()> {
    let (steps, batch, input, time_major) = sequence(view)?;
    let units = view.shape(3)[0];
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let (x, w, r, bias) = (io.input::<f32>(0), io.input::<f32>(1), io.input::<f32>(2), io.input::<f32>(3));
    let (state, out) = (io.state::<f32>(4), io.output::<f32>(0));
    let mut next = vec![0.0; units];
    for t in 0..steps {
        for b in 0..batch {
            let n = if time_major { t * batch + b } else { b * steps + t };
            let hidden = &mut state[b * units..][..units];
            next.copy_from_slice(bias);
            add_product(&mut next, w, &x[n * input..][..input]);
            add_product(&mut next, r, hidden);
            next.iter_mut().for_each(|v| *v = act(*v));
            hidden.copy_from_slice(&next);
            out[n * units..][..units].copy_from_slice(&next);
        }
    }
    Ok(())
}

/// Places of the operands of an LSTM; each group of four is input, forget, cell, output gate.
const INPUT_WEIGHTS: usize = 1;
const RECURRENT_WEIGHTS: usize = 5;
/// Input, forget, output gate.
const PEEPHOLES: usize = 9;
const BIASES: usize = 12;
const PROJECTION: usize = 16;
const PROJECTION_BIAS: usize = 17;
const HIDDEN: usize = 18;
const CELL: usize = 19;
const NORMS: usize = 20;

fn check_lstm(view: &NodeView) -> Check {
    let required = [0, 2, 3, 4, 6, 7, 8, 13, 14, 15, HIDDEN, CELL];
    let given = required.iter().all(|&i| view.has(i)) && view.node.inputs.len() >= 20 && view.outputs() == 1;
    // The coupled input-forget gate leaves out the input gate as a whole.
    let gate = [INPUT_WEIGHTS, RECURRENT_WEIGHTS, BIASES].map(|i| view.has(i));
    if !given || gate != [gate[0]; 3] || !is_state(view, HIDDEN) || !is_state(view, CELL) {
        return Err(Refusal::new("engine-operands"));
    }
    if matches!(view.node.params, Params::Recurrent { kernel_type, .. } if kernel_type != 0) {
        return Err(Refusal::new("engine-operands"));
    }
    floats(view)
}

fn lstm_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (_, batch, input, _) = sequence(view)?;
    let [cells, depth] = dims(view.shape(2))?;
    let [recurrent, outputs] = dims(view.shape(6))?;
    let is = |i: usize, shape: &[usize]| !view.has(i) || view.shape(i) == shape;
    let vectors = (PEEPHOLES..PROJECTION).chain(NORMS..NORMS + 4);
    let fits = depth == input
        && recurrent == cells
        && (INPUT_WEIGHTS..RECURRENT_WEIGHTS).all(|i| is(i, &[cells, input]))
        && (RECURRENT_WEIGHTS..PEEPHOLES).all(|i| is(i, &[cells, outputs]))
        && vectors.into_iter().all(|i| is(i, &[cells]))
        && is(PROJECTION, &[outputs, cells])
        && is(PROJECTION_BIAS, &[outputs])
        && (view.has(PROJECTION) || outputs == cells)
        && is(HIDDEN, &[batch, outputs])
        && is(CELL, &[batch, cells]);
    if fits { with_last(view, outputs) } else { Err(misfit()) }
}

/// Brings a gate to mean 0 and variance 1.
fn normalize(gate: &mut [f32]) {
    let n = gate.len() as f32;
    let mean = gate.iter().sum::<f32>() / n;
    let variance = gate.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n;
    let scale = 1.0 / (variance + 1e-8).sqrt();
    gate.iter_mut().for_each(|v| *v = (*v - mean) * scale);
}

fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Recurrent { cell_clip, proj_clip, .. } = view.node.params else { return Err(misfit()) };
    let (steps, batch, input, time_major) = sequence(view)?;
    let [cells, outputs] = dims(view.shape(6))?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let weights: [&[f32]; NORMS + 4] =
        std::array::from_fn(|i| if !(HIDDEN..NORMS).contains(&i) { io.input(i) } else { &[] });
    let x = weights[0];
    let (hidden, cell, out) = (io.state::<f32>(HIDDEN), io.state::<f32>(CELL), io.output::<f32>(0));
    // A gate before its activation: 0 input, 1 forget, 2 cell, 3 output.
    let gate = |k: usize, x: &[f32], h: &[f32], c: &[f32]| {
        let norm = weights[NORMS + k];
        let bias = weights[BIASES + k];
        let mut gate = if norm.is_empty() { bias.to_vec() } else { vec![0.0; cells] };
        add_product(&mut gate, weights[INPUT_WEIGHTS + k], x);
        add_product(&mut gate, weights[RECURRENT_WEIGHTS + k], h);
        let peephole: &[f32] = match k {
            0 => weights[PEEPHOLES],
            1 => weights[PEEPHOLES + 1],
            3 => weights[PEEPHOLES + 2],
            _ => &[],
        };
        gate.iter_mut().zip(peephole).zip(c).for_each(|((g, p), c)| *g += p * c);
        if !norm.is_empty() {
            normalize(&mut gate);
            gate.iter_mut().zip(norm).zip(bias).for_each(|((g, n), b)| *g = *g * n + b);
        }
        gate
    };
    for t in 0..steps {
        for b in 0..batch {
            let n = if time_major { t * batch + b } else { b * steps + t };
            let x = &x[n * input..][..input];
            let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
            let forget: Vec<f32> = gate(1, x, h, c).into_iter().map(sigmoid).collect();
            let enter: Vec<f32> = if weights[INPUT_WEIGHTS].is_empty() {
                forget.iter().map(|f| 1.0 - f).collect()
            } else {
                gate(0, x, h, c).into_iter().map(sigmoid).collect()
            };
            let new: Vec<f32> = gate(2, x, h, c).into_iter().map(act).collect();
            for (k, c) in c.iter_mut().enumerate() {
                *c = forget[k] * *c + enter[k] * new[k];
                if cell_clip > 0.0 {
                    *c = clamp(*c, -cell_clip, cell_clip);
                }
            }
            let leave: Vec<f32> = gate(3, x, h, c).into_iter().map(sigmoid).collect();
            let result: Vec<f32> = leave.iter().zip(&*c).map(|(o, &c)| o * act(c)).collect();
            if weights[PROJECTION].is_empty() {
                h.copy_from_slice(&result);
            } else {
                match weights[PROJECTION_BIAS] {
                    [] => h.fill(0.0),
                    bias => h.copy_from_slice(bias),
                }
                add_product(h, weights[PROJECTION], &result);
                if proj_clip > 0.0 {
                    h.iter_mut().for_each(|v| *v = clamp(*v, -proj_clip, proj_clip));
                }
            }
            out[n * outputs..][..outputs].copy_from_slice(h);
        }
    }
    Ok(())
}
