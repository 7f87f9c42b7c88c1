//! The basic kernel of LSTM: one matrix for all gates, in float32, or in uint8 with a cell state of 16 bits.

use super::recurrent::is_state;
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::fixed::{Factor, divide_by_power};
use crate::engine::ops::fixed16::{mul, saturating, sigmoid, tanh};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::types;
use crate::engine::program::{Dtype, elements};
use crate::engine::view::{Io, NodeView, Shape};

/// Operands: input, result of the step before, weights, biases, cell state of the step before.
const BEFORE: usize = 1;
const CELL: usize = 4;

/// Types by operand and by result of the two forms.
const FLOATS: [Dtype; 9] = [Dtype::F32; 9];
const CODES: [Dtype; 9] = {
    use Dtype::{I16, I32, U8};
    [U8, U8, U8, I32, I16, U8, I16, U8, I16]
};

/// Operand counts and types. A cell state of codes has four integer bits.
pub fn check(view: &NodeView) -> Check {
    if view.inputs() != 5 || view.outputs() != 4 || !(0..5).all(|i| view.has(i)) {
        return Err(Refusal::new("engine-operands"));
    }
    let given = |i: usize| if i < 5 { view.dtype(i) } else { view.out_dtype(i - 5) };
    let is = |form: [Dtype; 9]| form.into_iter().enumerate().all(|(i, dtype)| given(i) == Some(dtype));
    let scaled = || {
        let state = view.out_quant(1).is_ok_and(|q| q.scale() == 1.0 / 2048.0);
        state && crate::engine::ops::operands::per_tensor(view, 2) && crate::engine::ops::operands::per_tensor(view, 3)
    };
    types(view, is(FLOATS) || (is(CODES) && scaled()))
}

/// Rows, elements of an input row, units.
fn sizes(view: &NodeView) -> Result<[usize; 3]> {
    let [batch, input] = dims(view.shape(0))?;
    let [_, units] = dims(view.shape(BEFORE))?;
    let gates = elements(&[4, units])?;
    let depth = input.checked_add(units).ok_or_else(misfit)?;
    let fits = view.shape(BEFORE) == [batch, units]
        && view.shape(2) == [gates, depth]
        && view.shape(3) == [gates]
        && view.shape(CELL) == [batch, units];
    if fits { Ok([batch, input, units]) } else { Err(misfit()) }
}

/// Result, cell state, and the two tables that the runtime works in: joined inputs and gates.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [batch, input, units] = sizes(view)?;
    Ok(Some(vec![vec![batch, units], vec![batch, units], vec![batch, input + units], vec![batch, 4 * units]]))
}

/// A variable among the operands, with its value before the step; a plain operand as it is.
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

    /// The variable becomes what the step has given.
    fn keep(self, after: &[T]) {
        if self.variable.len() == after.len() {
            self.variable.copy_from_slice(after);
        }
    }
}

/// Rows of inputs, each followed by the row of the step before.
fn join<T: Copy>(joined: &mut [T], x: &[T], before: &[T], input: usize, units: usize) {
    for (b, row) in joined.chunks_exact_mut((input + units).max(1)).enumerate() {
        row[..input].copy_from_slice(&x[b * input..][..input]);
        row[input..].copy_from_slice(&before[b * units..][..units]);
    }
}

/// One step.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let [_, input, units] = sizes(view)?;
    match view.dtype(0) {
        Some(Dtype::F32) => floats(view, io, input, units),
        _ => codes(view, io, input, units)?,
    }
    Ok(())
}

fn floats(view: &NodeView, io: &mut Io, input: usize, units: usize) {
    let (before, cell) = (Held::<f32>::new(view, io, BEFORE), Held::<f32>::new(view, io, CELL));
    let (x, weights, bias) = (io.input::<f32>(0), io.input::<f32>(2), io.input::<f32>(3));
    let (out, state) = (io.output::<f32>(0), io.output::<f32>(1));
    let (joined, gates) = (io.output::<f32>(2), io.output::<f32>(3));
    join(joined, x, &before.before, input, units);
    let depth = (input + units).max(1);
    for (gates, row) in gates.chunks_exact_mut((4 * units).max(1)).zip(joined.chunks_exact(depth)) {
        for ((gate, weights), bias) in gates.iter_mut().zip(weights.chunks_exact(depth)).zip(bias) {
            *gate = weights.iter().zip(row).map(|(w, x)| w * x).sum::<f32>() + bias;
        }
    }
    let sigmoid = super::recurrent::sigmoid;
    for (i, (out, state)) in out.iter_mut().zip(state.iter_mut()).enumerate() {
        let gate = |k: usize| gates[i / units * 4 * units + k * units + i % units];
        *state = sigmoid(gate(0)) * gate(1).tanh() + sigmoid(gate(2)) * cell.before[i];
        *out = sigmoid(gate(3)) * state.tanh();
    }
    before.keep(out);
    cell.keep(state);
}

/// Inputs and results count from -1 in steps of 2^-7, gates in steps of 2^-12, the cell state in steps of 2^-11.
fn codes(view: &NodeView, io: &mut Io, input: usize, units: usize) -> Result<()> {
    let (before, cell) = (Held::<u8>::new(view, io, BEFORE), Held::<i16>::new(view, io, CELL));
    let (x, weights, bias) = (io.input::<u8>(0), io.input::<u8>(2), io.input::<i32>(3));
    let (out, state) = (io.output::<u8>(0), io.output::<i16>(1));
    let (joined, gates) = (io.output::<u8>(2), io.output::<i16>(3));
    let zero = view.quant(2)?.zero_point();
    let factor = Factor::new((4096.0 * view.quant(3)?.scale()).into());
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
        let new = divide_by_power(mul(sigmoid(gate(0)), tanh(gate(1), 3)), 4);
        let kept = mul(sigmoid(gate(2)), cell.before[i].into());
        let sum = saturating(new + kept);
        *state = sum as i16;
        let result = mul(sigmoid(gate(3)), tanh(saturating(2 * sum), 3));
        *out = (128 + divide_by_power(result, 8).clamp(-128, 127)) as u8;
    }
    before.keep(out);
    cell.keep(state);
    Ok(())
}
