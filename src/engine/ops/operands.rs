//! Checks and rules that many operators share: operand counts, types, quantization, results with the input's shape.

use super::geometry::misfit;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal, unknown_types};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView, Shape};

/// Refuses unless `inputs` operands (not counting optional ones at the end) and one output are given.
#[inline(never)]
pub fn operands(view: &NodeView, inputs: std::ops::RangeInclusive<usize>, required: usize) -> Check {
    let given = (0..required).all(|i| view.has(i));
    if given && inputs.contains(&view.inputs()) && view.outputs() == 1 {
        return Ok(());
    }
    Err(Refusal::new("engine-operands"))
}

/// Refuses unless the condition on the types holds.
#[inline(never)]
pub fn types(view: &NodeView, fit: bool) -> Check {
    if fit { Ok(()) } else { Err(unknown_types(view)) }
}

/// True when input `i` and output 0 have this type.
#[inline(never)]
pub fn is(view: &NodeView, i: usize, dtype: Dtype) -> bool {
    view.dtype(i) == Some(dtype) && view.out_dtype(0) == Some(dtype)
}

/// True when a quantized operand has one scale for the whole tensor.
#[inline(never)]
pub fn per_tensor(view: &NodeView, i: usize) -> bool {
    view.tensor(i).and_then(|t| t.quant.as_ref()).is_some_and(|q| q.scale.len() == 1)
}

/// The same for an output.
#[inline(never)]
pub fn out_per_tensor(view: &NodeView, i: usize) -> bool {
    view.out_tensor(i).and_then(|t| t.quant.as_ref()).is_some_and(|q| q.scale.len() == 1)
}

/// Stores integers as output `i`, int64 or int32.
pub fn put_indices(view: &NodeView, io: &mut Io, i: usize, values: impl Iterator<Item = i64>) {
    match view.out_dtype(i) {
        Some(Dtype::I64) => io.output::<i64>(i).iter_mut().zip(values).for_each(|(o, v)| *o = v),
        _ => io.output::<i32>(i).iter_mut().zip(values).for_each(|(o, v)| *o = v as i32),
    }
}

/// Refuses input `i` unless it has this rank.
#[inline(never)]
pub fn ranked(view: &NodeView, i: usize, rank: usize) -> Result<()> {
    if view.shape(i).len() == rank { Ok(()) } else { Err(misfit()) }
}

/// The output has the shape of input 0.
pub fn same_shape(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    Ok(Some(vec![view.shape(0).to_vec()]))
}
