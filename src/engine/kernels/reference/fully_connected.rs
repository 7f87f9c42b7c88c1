//! FULLY_CONNECTED.

use super::finish::FloatFinish;
use super::products::{Layout, products};
use crate::engine::data::i4;
use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops, Plain};
use crate::engine::ops::dynamic_range::QuantizedRows;
use crate::engine::ops::fully_connected::{Dense, check, geometry, is_blockwise, shapes};
use crate::engine::program::{Blocks, Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[(Op::FullyConnected, Definition::fast(14, check, shapes))];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::FullyConnected, run)];

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = geometry(view)?;
    if let (Some(blocks), true) = (view.blocks(1), is_blockwise(view)) {
        run_blockwise(view, io, g, blocks);
        return Ok(());
    }
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

/// Weights of four bits, quantized in blocks: each row of the input is quantized on the fly, and the sums of integers of a block are
/// multiplied with its scale. That is how XNNPACK computes it; the runtime has no kernel of its own.
fn run_blockwise(view: &NodeView, io: &mut Io, g: Dense, blocks: &Blocks) {
    let x = QuantizedRows::quantize(io.input(0), g.rows, true);
    let (packed, out) = (io.bytes(1), io.output::<f32>(0));
    let finish = FloatFinish::new(view, io.input(2));
    let mut weights = vec![0; g.depth];
    for (c, scales) in blocks.scales.chunks_exact(g.depth / blocks.size).enumerate() {
        // A row may begin in the middle of a byte.
        for (i, weight) in (c * g.depth..).zip(&mut weights) {
            *weight = i4(packed, i);
        }
        for (r, row) in x.values.chunks_exact(g.depth).enumerate() {
            let zero = x.zero[r];
            let sum_of = |(x, w): (&[i8], &[i8])| -> i32 {
                x.iter().zip(w).map(|(&x, &w)| (i32::from(x) - zero) * i32::from(w)).sum()
            };
            let of_blocks = row.chunks_exact(blocks.size).zip(weights.chunks_exact(blocks.size)).map(sum_of);
            let sum: f32 = of_blocks.zip(scales).map(|(sum, scale)| sum as f32 * scale).sum();
            out[r * g.output + c] = finish.apply(c, sum * x.scale[r]);
        }
    }
}
