//! AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D: checks, geometry, shapes of the results.

use super::geometry::{Plane, dims, misfit};
use super::operands::{operands, out_per_tensor, per_tensor, types};
use super::products::clamps;
use crate::engine::error::Result;
use crate::engine::operator::Check;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{NodeView, Shape};

/// Whether the kernels of AVERAGE_POOL_2D and MAX_POOL_2D take the node.
pub fn check(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let quantized = || per_tensor(view, 0) && out_per_tensor(view, 0);
    types(
        view,
        view.dtype(0) == view.out_dtype(0)
            && match view.dtype(0) {
                Some(Dtype::F32) => true,
                Some(Dtype::I8 | Dtype::U8 | Dtype::I16) => quantized(),
                _ => false,
            },
    )?;
    clamps(view)
}

/// Whether the kernel of L2_POOL_2D takes the node.
pub fn check_float(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    types(view, crate::engine::ops::operands::is(view, 0, Dtype::F32))?;
    clamps(view)
}

/// Geometry of a pool: batch, window, channels.
pub fn geometry(view: &NodeView) -> Result<(usize, Plane, usize)> {
    let Params::Pool2d { window, filter, .. } = &view.node.params else { return Err(misfit()) };
    let [batch, height, width, channels] = dims(view.shape(0))?;
    Ok((batch, Plane::new(window, height, width, *filter)?, channels))
}

/// Shape of the result.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (batch, plane, channels) = geometry(view)?;
    Ok(Some(vec![vec![batch, plane.y.output, plane.x.output, channels]]))
}
