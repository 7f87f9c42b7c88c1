//! FULLY_CONNECTED.

use super::products::{Layout, products};
use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops, Plain};
use crate::engine::ops::fully_connected::{check, geometry, shapes};
use crate::engine::program::{Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[(Op::FullyConnected, Definition::fast(14, check, shapes))];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::FullyConnected, run)];

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
