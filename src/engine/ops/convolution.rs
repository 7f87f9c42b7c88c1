//! CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV: what they accept, their geometry, the shapes of their results.

use super::geometry::{Plane, dims, misfit};
use super::operands::{operands, types};
use super::products::{Arithmetic, arithmetic, bias_fits, clamps};
use crate::engine::error::Result;
use crate::engine::operator::Check;
use crate::engine::program::{Dtype, Params, Window};
use crate::engine::view::{NodeView, Shape};

/// Whether the kernels of CONV_2D and DEPTHWISE_CONV_2D take the node.
pub fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some())?;
    clamps(view)
}

/// Whether the kernels of TRANSPOSE_CONV take the node.
pub fn check_transpose(view: &NodeView) -> Check {
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

/// Shape of the result of CONV_2D.
pub fn conv_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = conv_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.output]]))
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

/// Shape of the result of DEPTHWISE_CONV_2D.
pub fn depthwise_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = depthwise_geometry(view)?;
    Ok(Some(vec![vec![g.batch, g.plane.y.output, g.plane.x.output, g.input * g.multiplier]]))
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

/// Shape of the result of TRANSPOSE_CONV.
pub fn transpose_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(0) else { return Ok(None) };
    Ok(Some(vec![transpose_geometry(view, &shape)?.1.to_vec()]))
}
