//! BATCH_MATMUL: check, geometry, shape of the result.

use super::fixed::Factor;
use super::geometry::{broadcast, misfit};
use super::operands::{is, operands, out_per_tensor, per_tensor, types};
use crate::engine::error::Result;
use crate::engine::operator::Check;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{NodeView, Shape};

/// Whether the kernels of BATCH_MATMUL take the node.
pub fn check(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let same = |dtype| is(view, 0, dtype) && view.dtype(1) == Some(dtype);
    let scales = || per_tensor(view, 0) && per_tensor(view, 1) && out_per_tensor(view, 0);
    let dynamic_range = is(view, 0, Dtype::F32) && view.dtype(1) == Some(Dtype::I8) && per_tensor(view, 1);
    types(view, same(Dtype::F32) || dynamic_range || ((same(Dtype::I8) || same(Dtype::I16)) && scales()))
}

/// Rows, columns, depth, and the shapes of the stacks of matrices.
#[derive(Clone, Debug)]
pub struct Matmul {
    /// Rows of the left operand and of the output.
    pub rows: usize,
    /// Columns of the right operand and of the output.
    pub columns: usize,
    /// Length of the inner products.
    pub depth: usize,
    /// Stack of the output; the operands' broadcast to it.
    pub stack: Shape,
    /// The left operand is transposed.
    pub adj_x: bool,
    /// The right operand is transposed.
    pub adj_y: bool,
}

/// Geometry of a BATCH_MATMUL node.
pub fn geometry(view: &NodeView) -> Result<Matmul> {
    let Params::BatchMatmul { adj_x, adj_y, .. } = view.node.params else { return Err(misfit()) };
    let split = |shape: &[usize], adjoint: bool| match shape {
        [stack @ .., a, b] => Ok((stack.to_vec(), if adjoint { (*b, *a) } else { (*a, *b) })),
        _ => Err(misfit()),
    };
    let (x_stack, (rows, depth)) = split(view.shape(0), adj_x)?;
    let (y_stack, (depth_y, columns)) = split(view.shape(1), adj_y)?;
    if depth != depth_y {
        return Err(misfit());
    }
    Ok(Matmul { rows, columns, depth, stack: broadcast(&x_stack, &y_stack)?, adj_x, adj_y })
}

/// Shape of the result of BATCH_MATMUL.
pub fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = geometry(view)?;
    Ok(Some(vec![[g.stack.as_slice(), &[g.rows, g.columns]].concat()]))
}

/// Factor from sums of products to quantized values.
pub fn factor(view: &NodeView) -> Result<Factor> {
    let product = view.quant(0)?.scale() * view.quant(1)?.scale();
    Ok(Factor::new(f64::from(product) / f64::from(view.out_quant(0)?.scale())))
}
