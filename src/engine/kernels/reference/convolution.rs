//! CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV, and MediaPipe's TRANSPOSE_CONV with a bias.

use super::products::{Layout, Products, products};
use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops, Plain};
use crate::engine::ops::convolution::{
    Conv, check, check_transpose, check_transpose_bias, conv_geometry, conv_shapes, depthwise_geometry,
    depthwise_shapes, transpose_bias_shapes, transpose_geometry, transpose_operands, transpose_shapes,
};
use crate::engine::ops::geometry::Plane;
use crate::engine::program::Op;
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[
    (Op::Conv2d, Definition::fast(8, check, conv_shapes)),
    (Op::DepthwiseConv2d, Definition::fast(7, check, depthwise_shapes)),
];

/// Transposed convolutions.
pub const TRANSPOSED: Ops = &[(Op::TransposeConv, Definition::fast(5, check_transpose, transpose_shapes))];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::Conv2d, conv), (Op::DepthwiseConv2d, depthwise), (Op::TransposeConv, transpose)];

/// `Convolution2DTransposeBias`.
pub const TRANSPOSE_BIAS: Definition = Definition::new(1, check_transpose_bias, transpose_bias_shapes, transpose);

/// Walks the windows of a convolution.
fn conv_sums(g: &Conv, sums: &mut dyn Products) {
    let Plane { y, x } = g.plane;
    let per_group = g.output / (g.input / g.depth);
    for b in 0..g.batch {
        for oy in 0..y.output {
            for ox in 0..x.output {
                for oc in 0..g.output {
                    let first = oc / per_group * g.depth;
                    for ty in y.inside(oy) {
                        let row = (b * y.input + oy * y.stride + ty * y.dilation - y.before) * x.input;
                        for tx in x.inside(ox) {
                            let at = (row + ox * x.stride + tx * x.dilation - x.before) * g.input + first;
                            sums.add(at, ((oc * y.taps + ty) * x.taps + tx) * g.depth, g.depth);
                        }
                    }
                    sums.put(((b * y.output + oy) * x.output + ox) * g.output + oc, oc);
                }
            }
        }
    }
}

fn conv(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = conv_geometry(view)?;
    // Dynamic-range inputs have a zero point if weights have a scale per channel.
    let layout =
        Layout { rows: g.batch, asymmetric: view.quant(1).is_ok_and(|q| q.scale.len() > 1), ..Layout::new(g.output) };
    conv_sums(&g, &mut *products(view, io, &layout)?);
    Ok(())
}

fn depthwise(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = depthwise_geometry(view)?;
    let Plane { y, x } = g.plane;
    let channels = g.input * g.multiplier;
    let layout = Layout { rows: g.batch, asymmetric: true, ..Layout::new(channels) };
    let mut sums = products(view, io, &layout)?;
    for b in 0..g.batch {
        for oy in 0..y.output {
            for ox in 0..x.output {
                for oc in 0..channels {
                    for ty in y.inside(oy) {
                        let row = (b * y.input + oy * y.stride + ty * y.dilation - y.before) * x.input;
                        for tx in x.inside(ox) {
                            let at = (row + ox * x.stride + tx * x.dilation - x.before) * g.input + oc / g.multiplier;
                            sums.add(at, (ty * x.taps + tx) * channels + oc, 1);
                        }
                    }
                    sums.put(((b * y.output + oy) * x.output + ox) * channels + oc, oc);
                }
            }
        }
    }
    Ok(())
}

fn transpose(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = transpose_geometry(view, view.out_shape(0))?;
    let Plane { y, x } = g.plane;
    let (input, b) = transpose_operands(view);
    let layout = Layout { x: input, w: 1, b, rows: g.batch, asymmetric: true, ..Layout::new(g.output) };
    let mut sums = products(view, io, &layout)?;
    for b in 0..g.batch {
        for oy in 0..y.input {
            for ox in 0..x.input {
                for oc in 0..g.output {
                    for ty in 0..y.taps {
                        let Some(iy) = y.back(oy, ty) else { continue };
                        for tx in 0..x.taps {
                            let Some(ix) = x.back(ox, tx) else { continue };
                            let at = ((b * y.output + iy) * x.output + ix) * g.input;
                            sums.add(at, ((oc * y.taps + ty) * x.taps + tx) * g.input, g.input);
                        }
                    }
                    sums.put(((b * y.input + oy) * x.input + ox) * g.output + oc, oc);
                }
            }
        }
    }
    Ok(())
}
