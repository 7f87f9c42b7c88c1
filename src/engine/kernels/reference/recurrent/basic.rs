//! The basic kernel of LSTM: one matrix for all gates, in float32, or in uint8 with a cell state of 16 bits.

use super::matrix::sigmoid;
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::fixed16::{self, mul, saturating, tanh};
use crate::engine::ops::recurrent::basic::{BIASES, CELL, HIDDEN, Sizes, WEIGHTS, sizes};
use crate::engine::ops::recurrent::operands::is_state;
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView};

/// Gates in the order of this kernel's matrix, which is not that of the full kernel's operands.
const INPUT: usize = 0;
const CELL_GATE: usize = 1;
const FORGET: usize = 2;
const OUTPUT: usize = 3;

/// A variable among the operands with its value before the step, or a plain operand.
struct Held<'a, T> {
    before: Vec<T>,
    variable: &'a mut [T],
}

impl<'a, T: Number> Held<'a, T> {
    fn new(view: &NodeView, io: &mut Io<'a>, i: usize) -> Self {
        if is_state(view, i) {
            let variable = io.state(i);
            Self { before: variable.to_vec(), variable }
        } else {
            Self { before: io.input(i).to_vec(), variable: &mut [] }
        }
    }

    /// Sets the variable to the result of the step.
    fn keep(self, after: &[T]) {
        if self.variable.len() == after.len() {
            self.variable.copy_from_slice(after);
        }
    }
}

/// Rows of inputs, each followed by the row of the previous step.
fn join<T: Copy>(joined: &mut [T], x: &[T], before: &[T], input: usize, units: usize) {
    for (b, row) in joined.chunks_exact_mut((input + units).max(1)).enumerate() {
        row[..input].copy_from_slice(&x[b * input..][..input]);
        row[input..].copy_from_slice(&before[b * units..][..units]);
    }
}

/// One step.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let Sizes { input, units, .. } = sizes(view)?;
    match view.dtype(0) {
        Some(Dtype::F32) => floats(view, io, input, units),
        _ => quantized(view, io, input, units)?,
    }
    Ok(())
}

fn floats(view: &NodeView, io: &mut Io, input: usize, units: usize) {
    let (before, cell) = (Held::<f32>::new(view, io, HIDDEN), Held::<f32>::new(view, io, CELL));
    let (x, weights, bias) = (io.input::<f32>(0), io.input::<f32>(WEIGHTS), io.input::<f32>(BIASES));
    let (out, state) = (io.output::<f32>(0), io.output::<f32>(1));
    let (joined, gates) = (io.output::<f32>(2), io.output::<f32>(3));
    join(joined, x, &before.before, input, units);
    let depth = (input + units).max(1);
    for (gates, row) in gates.chunks_exact_mut((4 * units).max(1)).zip(joined.chunks_exact(depth)) {
        for ((gate, weights), bias) in gates.iter_mut().zip(weights.chunks_exact(depth)).zip(bias) {
            *gate = weights.iter().zip(row).map(|(w, x)| w * x).sum::<f32>() + bias;
        }
    }
    for (i, (out, state)) in out.iter_mut().zip(state.iter_mut()).enumerate() {
        let gate = |k: usize| gates[i / units * 4 * units + k * units + i % units];
        *state = sigmoid(gate(INPUT)) * gate(CELL_GATE).tanh() + sigmoid(gate(FORGET)) * cell.before[i];
        *out = sigmoid(gate(OUTPUT)) * state.tanh();
    }
    before.keep(out);
    cell.keep(state);
}

/// Inputs and results count from -1 in steps of 2^-7, gates in steps of 2^-12, the cell state in steps of 2^-11.
fn quantized(view: &NodeView, io: &mut Io, input: usize, units: usize) -> Result<()> {
    let (before, cell) = (Held::<u8>::new(view, io, HIDDEN), Held::<i16>::new(view, io, CELL));
    let (x, weights, bias) = (io.input::<u8>(0), io.input::<u8>(WEIGHTS), io.input::<i32>(BIASES));
    let (out, state) = (io.output::<u8>(0), io.output::<i16>(1));
    let (joined, gates) = (io.output::<u8>(2), io.output::<i16>(3));
    let zero = view.quant(WEIGHTS)?.zero_point();
    let factor = Factor::new((4096.0 * view.quant(BIASES)?.scale()).into());
    join(joined, x, &before.before, input, units);
    let depth = (input + units).max(1);
    for (gates, row) in gates.chunks_exact_mut((4 * units).max(1)).zip(joined.chunks_exact(depth)) {
        for ((gate, weights), &bias) in gates.iter_mut().zip(weights.chunks_exact(depth)).zip(bias) {
            let product = |(&w, &x): (&u8, &u8)| (i32::from(x) - 128) * (i32::from(w) - zero);
            let sum = weights.iter().zip(row).map(product).fold(bias, i32::wrapping_add);
            *gate = saturating(factor.apply_upwards(sum)) as i16;
        }
    }
    for (i, (out, state)) in out.iter_mut().zip(state.iter_mut()).enumerate() {
        let gate = |k: usize| i32::from(gates[i / units * 4 * units + k * units + i % units]);
        let new = divide_by_power(mul(fixed16::sigmoid(gate(INPUT)), tanh(gate(CELL_GATE), 3)), 4);
        let kept = mul(fixed16::sigmoid(gate(FORGET)), cell.before[i].into());
        let sum = saturating(new + kept);
        *state = sum as i16;
        let result = mul(fixed16::sigmoid(gate(OUTPUT)), tanh(saturating(2 * sum), 3));
        *out = (128 + divide_by_power(result, 8).clamp(-128, 127)) as u8;
    }
    before.keep(out);
    cell.keep(state);
    Ok(())
}
