//! Types of an LSTM with int8 inputs and results: the form with 16-bit gates, and the older one with 8-bit products.

use super::operands::{BIASES, CELL, Gate, HIDDEN, INPUT_WEIGHTS, NORMS, PEEPHOLES, PROJECTION, PROJECTION_BIAS};
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::operands::{out_per_tensor, per_tensor, types};
use crate::engine::program::{Dtype, Op, Quant};
use crate::engine::view::NodeView;

/// Intermediates of the form with 16-bit gates: the four gates before normalization, and the values before the projection.
const INTERMEDIATES: usize = 5;
/// Index of the values before the projection among them.
pub const PROJECTED: usize = 4;

/// Intermediates of the form with 8-bit products: for each gate its sum, the product with the input, and the product with
/// the hidden state.
const INTERMEDIATES_8: usize = 12;

/// Whether it is the older form, which has more intermediates.
pub fn is_int8_8(view: &NodeView) -> bool {
    view.node.intermediates.len() > INTERMEDIATES
}

/// Quantization of an intermediate.
pub fn inner_quant<'a>(view: &NodeView<'a>, k: usize) -> Option<&'a Quant> {
    view.node.intermediates.get(k).and_then(|&t| view.tensors.get(t)).and_then(|t| t.quant.as_ref())
}

/// Types, scales and intermediates of an LSTM with int8 inputs.
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
    let normalized = view.has(Gate::Forget.norm());
    let gates = [Gate::Cell, Gate::Output].iter().all(|gate| view.has(gate.norm()) == normalized)
        && view.has(Gate::Input.norm()) == (normalized && view.has(INPUT_WEIGHTS))
        && (!normalized || (0..4).all(|k| inner_quant(view, k).is_some()));
    if gates && is_int8_8(view) {
        check_int8_8(view)?;
    } else if !gates || inner_quant(view, PROJECTED).is_none() {
        return Err(Refusal::new("engine-operands"));
    }
    let power = |i: usize| view.quant(i).is_ok_and(|q| q.scale().log2().fract() == 0.0 && q.scale() < 1.0);
    types(view, weights && short && norms && biases && states && scales && power(CELL))
}

/// Operators over sequences do not take the older form; without a projection, its bias or normalization, the runtime
/// aborts.
fn check_int8_8(view: &NodeView) -> Check {
    let complete = view.node.op.builtin() == Some(Op::Lstm)
        && view.has(PROJECTION)
        && view.has(PROJECTION_BIAS)
        && view.has(Gate::Forget.norm());
    if !complete || (0..INTERMEDIATES_8).any(|k| inner_quant(view, k).is_none()) {
        return Err(Refusal::new("engine-gates-of-int8"));
    }
    Ok(())
}
