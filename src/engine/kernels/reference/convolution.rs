//! CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV.

use super::products::{Arithmetic, Layout, Products, arithmetic, bias_fits, clamps, products};
use super::{Check, operands, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::geometry::{Plane, dims, misfit};
use crate::engine::program::{Dtype, Op, Params, Window};
use crate::engine::registry::Definition;
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::Conv2d, Definition::new(8, check, conv_shapes, conv)),
    (Op::DepthwiseConv2d, Definition::new(7, check, depthwise_shapes, depthwise)),
    (Op::TransposeConv, Definition::new(5, check_transpose, transpose_shapes, transpose)),
];

fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some())?;
    clamps(view)
}

fn check_transpose(view: &NodeView) -> Check {
    operands(view, 3..=4, 3)?;
    types(
        view,
        view.dtype(0) == Some(Dtype::I32) && arithmetic(view, 2, 1, 3).is_some_and(|a| a != Arithmetic::DynamicRange),
    )?;
    clamps(view)
}

/// The window of a convolution's options.
pub fn window(view: &NodeView) -> Result<Window> {
    match &view.node.params {
        Params::Conv2d { window, .. }
        | Params::DepthwiseConv2d { window, .. }
        | Params::TransposeConv { window, .. } => Ok(*window),
        _ => Err(misfit()),
    }
}

/// Geometry of CONV_2D: windows and channels.
#[derive(Clone, Copy, Debug)]
pub struct Conv {
    /// Number of images.
    pub batch: usize,
    /// Window.
    pub plane: Plane,
    /// Channels of the input.
    pub input: usize,
    /// Channels of the filter: `input` divided by the number of groups.
    pub depth: usize,
    /// Channels of the output.
    pub output: usize,
}

/// Geometry of a CONV_2D node.
pub fn conv_geometry(view: &NodeView) -> Result<Conv> {
    let [batch, height, width, input] = dims(view.shape(0))?;
    let [output, fh, fw, depth] = dims(view.shape(1))?;
    if depth == 0 || input % depth != 0 || output % (input / depth).max(1) != 0 || input == 0 {
        return Err(misfit().with("channels", input).with("filter", depth));
    }
    bias_fits(view, 2, output)?;
    Ok(Conv { batch, plane: Plane::new(&window(view)?, height, width, (fh, fw))?, input, depth, output })
}

fn conv_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = conv_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.output]]))
}

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
    // Dynamic-range inputs have a zero point where weights have a scale for each channel.
    let layout =
        Layout { rows: g.batch, asymmetric: view.quant(1).is_ok_and(|q| q.scale.len() > 1), ..Layout::new(g.output) };
    conv_sums(&g, &mut *products(view, io, &layout)?);
    Ok(())
}

/// Geometry of DEPTHWISE_CONV_2D.
#[derive(Clone, Copy, Debug)]
pub struct Depthwise {
    /// Number of images.
    pub batch: usize,
    /// Window.
    pub plane: Plane,
    /// Channels of the input.
    pub input: usize,
    /// Output channels for each input channel.
    pub multiplier: usize,
}

/// Geometry of a DEPTHWISE_CONV_2D node.
pub fn depthwise_geometry(view: &NodeView) -> Result<Depthwise> {
    let [batch, height, width, input] = dims(view.shape(0))?;
    let [one, fh, fw, output] = dims(view.shape(1))?;
    if one != 1 || input == 0 || output % input != 0 {
        return Err(misfit().with("channels", input).with("filter", output));
    }
    bias_fits(view, 2, output)?;
    let plane = Plane::new(&window(view)?, height, width, (fh, fw))?;
    Ok(Depthwise { batch, plane, input, multiplier: output / input })
}

fn depthwise_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = depthwise_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.input * g.multiplier]]))
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

/// Geometry of TRANSPOSE_CONV: the window runs over the output, whose shape is operand 0.
pub fn transpose_geometry(view: &NodeView, shape: &[i64]) -> Result<(Conv, [usize; 4])> {
    let size = |&d: &i64| usize::try_from(d).map_err(|_| misfit());
    let out: Vec<usize> = shape.iter().map(size).collect::<Result<_>>()?;
    let [batch, height, width, channels] = dims(&out)?;
    let [in_batch, in_height, in_width, input] = dims(view.shape(2))?;
    let [output, fh, fw, depth] = dims(view.shape(1))?;
    if depth != input || output != channels || in_batch != batch || input == 0 {
        return Err(misfit());
    }
    bias_fits(view, 3, output)?;
    let plane = Plane::new(&window(view)?, height, width, (fh, fw))?;
    if plane.y.output != in_height || plane.x.output != in_width {
        return Err(misfit());
    }
    Ok((Conv { batch, plane, input, depth, output }, [batch, height, width, channels]))
}

fn transpose_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(0) else { return Ok(None) };
    Ok(Some(vec![transpose_geometry(view, &shape)?.1.to_vec()]))
}

fn transpose(view: &NodeView, io: &mut Io) -> Result<()> {
    let shape: Vec<i64> = io.input::<i32>(0).iter().map(|&v| i64::from(v)).collect();
    let (g, _) = transpose_geometry(view, &shape)?;
    let Plane { y, x } = g.plane;
    let mut sums = products(view, io, &Layout { x: 2, w: 1, b: 3, ..Layout::new(g.output) })?;
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
