//! RNN and LSTM with float results.

use super::matrix::{Input, Matrix, PLAIN, activation, sigmoid, vector};
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::recurrent::Auxiliary;
use crate::engine::ops::recurrent::operands::{
    Direction, Gate, PROJECTION, PROJECTION_BIAS, Sequence, bidirectional, directions,
};
use crate::engine::ops::recurrent::rnn::positions;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{Io, NodeView};
use std::borrow::Cow;

pub use super::matrix::Products;

/// A kernel with the given products.
pub type Run = fn(&NodeView, &mut Io, Products) -> Result<()>;

/// Where the result rows of each direction are stored.
struct Rows<'a> {
    outs: Vec<&'a mut [f32]>,
    width: usize,
}

impl<'a> Rows<'a> {
    fn new(view: &NodeView, io: &mut Io<'a>) -> Self {
        let width = view.out_shape(0).last().copied().unwrap_or(0);
        Self { outs: (0..view.outputs()).map(|i| io.output(i)).collect(), width }
    }

    /// Row `n` of a direction, `size` elements wide.
    fn row(&mut self, direction: usize, n: usize, size: usize) -> &mut [f32] {
        let both = self.outs.len() == 1;
        // In a merged result, the second direction fills the right half.
        let start = match (both, direction) {
            (true, 1) => (n + 1) * self.width - size,
            (true, _) => n * self.width,
            _ => n * size,
        };
        &mut self.outs[if both { 0 } else { direction }][start..start + size]
    }
}

/// An RNN with plain products.
pub fn rnn(view: &NodeView, io: &mut Io) -> Result<()> {
    rnn_with(view, io, PLAIN)
}

/// An LSTM with plain products.
pub fn lstm(view: &NodeView, io: &mut Io) -> Result<()> {
    lstm_with(view, io, PLAIN)
}

/// How often a sequence is walked. In both directions, with quantized weights and time as the first dimension, the
/// runtime walks it once per step.
fn passes(view: &NodeView, s: &Sequence) -> usize {
    let quantized = view.dtype(1) != Some(Dtype::F32);
    if bidirectional(view) && quantized && s.time_major() { s.steps } else { 1 }
}

/// An RNN with these products.
pub fn rnn_with(view: &NodeView, io: &mut Io, products: Products) -> Result<()> {
    let s = Sequence::new(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let mut rows = Rows::new(view, io);
    for (direction, &p) in positions(view).iter().enumerate() {
        let auxiliary = Auxiliary::new(view, direction);
        let (x, added) = (io.input::<f32>(auxiliary.input), auxiliary.rows(view, io));
        let a = auxiliary.weights.map(|i| Matrix::new(view, io, i, products));
        let [w, r] = [p, p + 1].map(|i| Matrix::new(view, io, i, products));
        let bias = io.input::<f32>(p + 2);
        let state = io.state::<f32>(p + 3);
        let units = bias.len();
        for step in 0..s.steps * passes(view, &s) {
            let step = step % s.steps;
            let step = if direction == 1 { s.steps - 1 - step } else { step };
            for b in 0..s.batch {
                let n = s.row(step, b);
                let hidden = &mut state[b * units..][..units];
                let next = rows.row(direction, n, units);
                next.copy_from_slice(bias);
                w.add_product(next, &Input::new(&x[n * s.input..][..s.input]));
                if let Some(a) = &a {
                    a.add_product(next, &Input::new(added.row(n)));
                }
                r.add_product(next, &Input::new(hidden));
                next.iter_mut().for_each(|v| *v = act(*v));
                hidden.copy_from_slice(next);
            }
        }
    }
    Ok(())
}

/// Normalizes a gate to mean 0 and variance 1.
fn normalize(gate: &mut [f32]) {
    let n = gate.len() as f32;
    let mean = gate.iter().sum::<f32>() / n;
    let variance = gate.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / n;
    let scale = 1.0 / (variance + 1e-8).sqrt();
    gate.iter_mut().for_each(|v| *v = (*v - mean) * scale);
}

/// The weights of a gate.
struct Weights<'a> {
    input: Matrix<'a>,
    auxiliary: Option<Matrix<'a>>,
    recurrent: Matrix<'a>,
    peephole: Cow<'a, [f32]>,
    norm: Cow<'a, [f32]>,
    bias: Cow<'a, [f32]>,
}

impl<'a> Weights<'a> {
    /// The weights of a gate in one direction; `auxiliary` is the first operand of the weights for the auxiliary input.
    fn new(
        view: &NodeView,
        io: &Io<'a>,
        (gate, d): (Gate, &Direction),
        auxiliary: Option<usize>,
        products: Products,
    ) -> Self {
        let matrix = |i: usize| Matrix::new(view, io, i, products);
        let operand = |i: Option<usize>| i.map_or(Cow::Borrowed(&[][..]), |i| vector(view, io, i));
        Self {
            input: matrix(gate.input_weights() + d.shift),
            auxiliary: auxiliary.map(|first| matrix(first + gate as usize)),
            recurrent: matrix(gate.recurrent_weights() + d.shift),
            peephole: operand(gate.peephole().map(|i| i + d.shift)),
            norm: operand(d.norms.then(|| gate.norm())),
            bias: vector(view, io, gate.bias() + d.shift),
        }
    }

    /// The gate before its activation, for an input row, an auxiliary row, the hidden state and the cell state.
    fn values(&self, x: &Input, added: &Input, h: &Input, c: &[f32]) -> Vec<f32> {
        let mut gate = if self.norm.is_empty() { self.bias.to_vec() } else { vec![0.0; c.len()] };
        self.input.add_product(&mut gate, x);
        if let Some(auxiliary) = &self.auxiliary {
            auxiliary.add_product(&mut gate, added);
        }
        self.recurrent.add_product(&mut gate, h);
        gate.iter_mut().zip(self.peephole.iter()).zip(c).for_each(|((g, p), c)| *g += p * c);
        if !self.norm.is_empty() {
            normalize(&mut gate);
            gate.iter_mut().zip(self.norm.iter()).zip(self.bias.iter()).for_each(|((g, n), b)| *g = *g * n + b);
        }
        gate
    }
}

/// One direction of an LSTM.
struct Lstm<'a> {
    input: Weights<'a>,
    forget: Weights<'a>,
    cell: Weights<'a>,
    output: Weights<'a>,
    projection: Matrix<'a>,
    projection_bias: &'a [f32],
    activation: fn(f32) -> f32,
    cell_clip: f32,
    projection_clip: f32,
}

impl<'a> Lstm<'a> {
    fn new(view: &NodeView, io: &Io<'a>, d: &Direction, auxiliary: Option<usize>, products: Products) -> Result<Self> {
        let Params::Recurrent { cell_clip, proj_clip, .. } = view.node.params else { return Err(misfit()) };
        let weights = |gate: Gate| Weights::new(view, io, (gate, d), auxiliary, products);
        Ok(Self {
            input: weights(Gate::Input),
            forget: weights(Gate::Forget),
            cell: weights(Gate::Cell),
            output: weights(Gate::Output),
            projection: Matrix::new(view, io, PROJECTION + d.shift, products),
            projection_bias: io.input(PROJECTION_BIAS + d.shift),
            activation: activation(view.activation()).ok_or_else(misfit)?,
            cell_clip,
            projection_clip: proj_clip,
        })
    }

    /// One step of one row: advances the hidden state and the cell state.
    fn step(&self, x: &[f32], added: &[f32], h: &mut [f32], c: &mut [f32]) {
        let act = self.activation;
        let (x, added, held) = (Input::new(x), Input::new(added), Input::new(h));
        let gate = |weights: &Weights, c: &[f32], f: fn(f32) -> f32| -> Vec<f32> {
            weights.values(&x, &added, &held, c).into_iter().map(f).collect()
        };
        let forget = gate(&self.forget, c, sigmoid);
        let input = if self.input.input.is_empty() {
            forget.iter().map(|f| 1.0 - f).collect()
        } else {
            gate(&self.input, c, sigmoid)
        };
        let new = gate(&self.cell, c, act);
        for (k, c) in c.iter_mut().enumerate() {
            *c = forget[k] * *c + input[k] * new[k];
            if self.cell_clip > 0.0 {
                *c = clamp(*c, -self.cell_clip, self.cell_clip);
            }
        }
        let output = gate(&self.output, c, sigmoid);
        let result: Vec<f32> = output.iter().zip(&*c).map(|(o, &c)| o * act(c)).collect();
        self.project(&result, h);
    }

    /// The hidden state from the result before the projection.
    fn project(&self, result: &[f32], h: &mut [f32]) {
        if self.projection.is_empty() {
            return h.copy_from_slice(result);
        }
        match self.projection_bias {
            [] => h.fill(0.0),
            bias => h.copy_from_slice(bias),
        }
        self.projection.add_product(h, &Input::new(result));
        if self.projection_clip > 0.0 {
            h.iter_mut().for_each(|v| *v = clamp(*v, -self.projection_clip, self.projection_clip));
        }
    }
}

/// An LSTM with these products.
pub fn lstm_with(view: &NodeView, io: &mut Io, products: Products) -> Result<()> {
    let s = Sequence::new(view)?;
    let mut rows = Rows::new(view, io);
    for (direction, d) in directions(view).iter().enumerate() {
        let [cells, outputs] = dims(view.shape(Gate::Forget.recurrent_weights() + d.shift))?;
        let auxiliary = Auxiliary::new(view, direction);
        let (x, added) = (io.input::<f32>(auxiliary.input), auxiliary.rows(view, io));
        let lstm = Lstm::new(view, io, d, auxiliary.weights, products)?;
        let (hidden, cell) = (io.state::<f32>(d.hidden), io.state::<f32>(d.cell));
        for step in 0..s.steps {
            let step = if direction == 1 { s.steps - 1 - step } else { step };
            for b in 0..s.batch {
                let n = s.row(step, b);
                let (h, c) = (&mut hidden[b * outputs..][..outputs], &mut cell[b * cells..][..cells]);
                lstm.step(&x[n * s.input..][..s.input], added.row(n), h, c);
                rows.row(direction, n, outputs).copy_from_slice(h);
            }
        }
    }
    Ok(())
}
