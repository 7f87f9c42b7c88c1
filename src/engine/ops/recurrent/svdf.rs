//! SVDF: check, sizes, shape of the result.

use super::operands::{floats, is_state};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::ops::geometry::{dims, misfit};
use crate::engine::ops::operands::{out_per_tensor, per_tensor, types};
use crate::engine::program::{Dtype, Params, Shape};
use crate::engine::view::NodeView;

/// Operand of the feature weights.
pub const FEATURES: usize = 1;
/// Operand of the time weights.
pub const TIME: usize = 2;
/// Operand of the bias.
pub const BIAS: usize = 3;
/// Operand of the memory, which is a state.
pub const MEMORY: usize = 4;

/// Operand counts, states and types.
pub fn check(view: &NodeView) -> Check {
    let given = [0, FEATURES, TIME, MEMORY].iter().all(|&i| view.has(i)) && view.inputs() == 5 && view.outputs() == 1;
    if !given || !is_state(view, MEMORY) {
        return Err(Refusal::new("engine-operands"));
    }
    if view.dtype(0) == Some(Dtype::I8) {
        return check_int8(view);
    }
    floats(view, |i| i == FEATURES || i == TIME)
}

fn check_int8(view: &NodeView) -> Check {
    // Both of int16, or both of int8: the second form is TensorFlow Lite Micro's.
    let known = view.dtype(FEATURES) == Some(Dtype::I8)
        && matches!(view.dtype(TIME), Some(Dtype::I16 | Dtype::I8))
        && (!view.has(BIAS) || view.dtype(BIAS) == Some(Dtype::I32))
        && view.dtype(MEMORY) == view.dtype(TIME)
        && view.out_dtype(0) == Some(Dtype::I8);
    let scaled = [0, FEATURES, TIME, MEMORY].iter().all(|&i| per_tensor(view, i));
    types(view, known && scaled && out_per_tensor(view, 0))
}

/// Sizes of an SVDF.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Rows of the input.
    pub batch: usize,
    /// Filters: as many as units, times the rank.
    pub filters: usize,
    /// Steps that a filter looks back.
    pub memory: usize,
    /// Filters of a unit.
    pub rank: usize,
}

/// The sizes of a node.
pub fn sizes(view: &NodeView) -> Result<Sizes> {
    let Params::Recurrent { rank, .. } = view.node.params else { return Err(misfit()) };
    let [batch, input] = dims(view.shape(0))?;
    let [filters, depth] = dims(view.shape(FEATURES))?;
    let [filters_too, memory] = dims(view.shape(TIME))?;
    let rank = usize::try_from(rank).ok().filter(|&r| r > 0 && filters.is_multiple_of(r)).ok_or_else(misfit)?;
    let fits = depth == input
        && filters == filters_too
        && memory > 0
        && (!view.has(BIAS) || view.shape(BIAS) == [filters / rank])
        && view.shape(MEMORY) == [batch, memory * filters];
    if fits { Ok(Sizes { batch, filters, memory, rank }) } else { Err(misfit()) }
}

/// A value for each unit.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Sizes { batch, filters, rank, .. } = sizes(view)?;
    Ok(Some(vec![vec![batch, filters / rank]]))
}
