//! PAD and PADV2: paddings, shape of the result, and the value around the input.

use super::geometry::{count, misfit};
use super::operands::ranked;
use crate::engine::error::Result;
use crate::engine::program::{Dtype, elements};
use crate::engine::view::{NodeView, Shape};
use smallvec::SmallVec;

/// (before, after) for each dimension.
pub type Paddings = Vec<(usize, usize)>;

/// The paddings of a tensor of this rank from the values of their operand.
pub fn paddings(values: &[i64], rank: usize) -> Result<Paddings> {
    if values.len() != 2 * rank {
        return Err(misfit());
    }
    values.chunks_exact(2).map(|p| Ok((count(p[0])?, count(p[1])?))).collect()
}

/// The shape of a padded tensor.
pub fn padded(shape: &[usize], pads: &[(usize, usize)]) -> Result<Option<Vec<Shape>>> {
    let grow =
        |(&d, &(a, b)): (&usize, &(usize, usize))| d.checked_add(a).and_then(|d| d.checked_add(b)).ok_or_else(misfit);
    let shape: Shape = shape.iter().zip(pads).map(grow).collect::<Result<_>>()?;
    elements(&shape)?;
    Ok(Some(vec![shape]))
}

/// Shape of the result of PAD and PADV2.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    ranked(view, 1, 2)?;
    if view.shape(2).iter().product::<usize>() != 1 {
        return Err(misfit());
    }
    let Some(values) = view.integers(1) else { return Ok(None) };
    padded(view.shape(0), &paddings(&values, view.shape(0).len())?)
}

/// The bytes of the element around the input: `given` (the value of operand 2), or else zero (the zero point of quantized
/// tensors).
pub fn value(view: &NodeView, given: &[u8], size: usize) -> Result<SmallVec<[u8; 16]>> {
    if view.has(2) {
        return Ok(given.get(..size).ok_or_else(misfit)?.into());
    }
    let zero_point = view.out_tensor(0).and_then(|t| t.quant.as_ref()).map_or(0, |q| q.zero_point());
    let quantized = view.out_dtype(0).is_some_and(Dtype::is_quantized);
    let bytes = i128::from(if quantized { zero_point } else { 0 }).to_le_bytes();
    Ok(bytes.get(..size).ok_or_else(misfit)?.into())
}
