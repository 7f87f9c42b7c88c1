//! FULLY_CONNECTED: check, geometry, shape of the result.

use super::geometry::{dims, misfit};
use super::operands::{operands, types};
use super::products::{arithmetic, bias_fits, clamps};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{NodeView, Shape};

/// Whether the kernels of FULLY_CONNECTED take the node.
pub fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some() || is_blockwise(view))?;
    if matches!(view.node.params, Params::FullyConnected { shuffled: true, .. }) {
        return Err(Refusal::new("engine-shuffled-weights"));
    }
    clamps(view)
}

/// Whether the weights have four bits and are quantized in blocks, for a float input.
pub fn is_blockwise(view: &NodeView) -> bool {
    let floats = [view.dtype(0), view.out_dtype(0), view.dtype(2).or(Some(Dtype::F32))];
    view.dtype(1) == Some(Dtype::I4)
        && view.blocks(1).is_some()
        && floats.iter().all(|dtype| *dtype == Some(Dtype::F32))
}

/// Rows, depth and output channels.
#[derive(Clone, Copy, Debug)]
pub struct Dense {
    /// Rows of the input.
    pub rows: usize,
    /// Elements of a row, and of a row of weights.
    pub depth: usize,
    /// Rows of the weights: output channels.
    pub output: usize,
}

/// Geometry of a FULLY_CONNECTED node.
pub fn geometry(view: &NodeView) -> Result<Dense> {
    let [output, depth] = dims(view.shape(1))?;
    let count: usize = view.shape(0).iter().product();
    if depth == 0 || !count.is_multiple_of(depth) {
        return Err(misfit()
            .with("left", format!("{:?}", view.shape(0)))
            .with("right", format!("{:?}", view.shape(1))));
    }
    bias_fits(view, 2, output)?;
    Ok(Dense { rows: count / depth, depth, output })
}

/// Shape of the result of FULLY_CONNECTED.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = geometry(view)?;
    let Params::FullyConnected { keep_dims, .. } = view.node.params else { return Err(misfit()) };
    if !keep_dims {
        return Ok(Some(vec![vec![g.rows, g.output]]));
    }
    let mut shape = view.shape(0).to_vec();
    match shape.last_mut() {
        Some(last) if *last == g.depth => *last = g.output,
        _ => return Err(misfit()),
    }
    Ok(Some(vec![shape]))
}
