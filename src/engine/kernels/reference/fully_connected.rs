//! FULLY_CONNECTED.

use super::products::{Layout, arithmetic, bias_fits, clamps, products};
use super::{Check, operands, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::geometry::{dims, misfit};
use crate::engine::program::{Op, Params};
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[(Op::FullyConnected, Definition::new(14, check, shapes, run))];

fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some())?;
    if matches!(view.node.params, Params::FullyConnected { shuffled: true, .. }) {
        return Err(Refusal::new("engine-shuffled-weights"));
    }
    clamps(view)
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

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
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

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = geometry(view)?;
    let asymmetric = matches!(view.node.params, Params::FullyConnected { asymmetric_inputs: true, .. });
    let mut sums = products(view, io, &Layout { rows: g.rows, asymmetric, ..Layout::new(g.output) })?;
    for r in 0..g.rows {
        for c in 0..g.output {
            sums.add(r * g.depth, c * g.depth, g.depth);
            sums.put(r * g.output + c, c);
        }
    }
    Ok(())
}
