//! CONV_2D, DEPTHWISE_CONV_2D, TRANSPOSE_CONV: checks, geometry, shapes of the results. MediaPipe's custom operator
//! `Convolution2DTransposeBias` is a TRANSPOSE_CONV whose result has no shape operand.

use super::geometry::{Plane, dims, misfit};
use super::operands::{operands, types};
use super::products::{Arithmetic, arithmetic, bias_fits, clamps};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::program::{Dtype, Op, OpKind, Padding, Params, Window};
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
    types(view, view.dtype(0) == Some(Dtype::I32) && arithmetic(view, 2, 1, 3).is_some())?;
    clamps(view)
}

/// Name of MediaPipe's transposed convolution with a bias.
pub const TRANSPOSE_BIAS: &str = "Convolution2DTransposeBias";

/// The builtin operator that computes as `op` does: TRANSPOSE_CONV for [`TRANSPOSE_BIAS`].
pub fn computes_as(op: &OpKind) -> Option<Op> {
    match op {
        OpKind::Custom(name) if name == TRANSPOSE_BIAS => Some(Op::TransposeConv),
        other => other.builtin(),
    }
}

/// Whether the kernels of TRANSPOSE_CONV take the node of [`TRANSPOSE_BIAS`].
pub fn check_transpose_bias(view: &NodeView) -> Check {
    operands(view, 3..=3, 3)?;
    types(view, arithmetic(view, 0, 1, 2) == Some(Arithmetic::Float))?;
    if packed_window(&view.node.custom).is_some() { Ok(()) } else { Err(Refusal::new("engine-custom-options")) }
}

/// The window in the options of [`TRANSPOSE_BIAS`], a C struct of padding, stride along the width and along the height.
pub fn packed_window(options: &[u8]) -> Option<Window> {
    let (fields, _) = options.as_chunks();
    let field = |i: usize| fields.get(i).map(|&bytes| i32::from_le_bytes(bytes));
    let padding = match field(0)? {
        1 => Padding::Same,
        2 => Padding::Valid,
        _ => return None,
    };
    let stride = |i: usize| field(i).filter(|&stride| stride > 0).map(|stride| stride as usize);
    Some(Window::new(padding, (stride(2)?, stride(1)?), (1, 1)))
}

/// The window of a convolution's options.
pub fn window(view: &NodeView) -> Result<Window> {
    match &view.node.params {
        Params::Conv2d { window, .. }
        | Params::DepthwiseConv2d { window, .. }
        | Params::TransposeConv { window, .. } => Ok(*window),
        _ => packed_window(&view.node.custom).ok_or_else(misfit),
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

/// Operands of a transposed convolution beside its filter, which is operand 1: input and bias.
pub fn transpose_operands(view: &NodeView) -> (usize, usize) {
    if view.node.op.builtin().is_some() { (2, 3) } else { (0, 2) }
}

/// Geometry of a transposed convolution with a result of this shape: the window runs over the result.
pub fn transpose_geometry(view: &NodeView, shape: &[usize]) -> Result<Conv> {
    let (x, bias) = transpose_operands(view);
    let [batch, height, width, channels] = dims(shape)?;
    let [in_batch, in_height, in_width, input] = dims(view.shape(x))?;
    let [output, fh, fw, depth] = dims(view.shape(1))?;
    if depth != input || output != channels || in_batch != batch || input == 0 {
        return Err(misfit());
    }
    bias_fits(view, bias, output)?;
    let plane = Plane::new(&window(view)?, height, width, (fh, fw))?;
    if plane.y.output != in_height || plane.x.output != in_width {
        return Err(misfit());
    }
    Ok(Conv { batch, plane, input, depth, output })
}

/// Shape of the result of TRANSPOSE_CONV: operand 0.
pub fn transpose_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let Some(shape) = view.integers(0) else { return Ok(None) };
    let shape: Shape = shape.iter().map(|&size| usize::try_from(size).map_err(|_| misfit())).collect::<Result<_>>()?;
    transpose_geometry(view, &shape)?;
    Ok(Some(vec![shape]))
}

/// Shape of the result of [`TRANSPOSE_BIAS`]: the one in the file where it fits the input, because XNNPACK computes that
/// one; otherwise (the input was resized) the one that MediaPipe's kernel chooses.
pub fn transpose_bias_shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let stored = view.out_tensor(0).map_or(&[][..], |tensor| &tensor.shape);
    if transpose_geometry(view, stored).is_ok() {
        return Ok(Some(vec![stored.to_vec()]));
    }
    let window = window(view)?;
    let [batch, height, width, _] = dims(view.shape(0))?;
    let [channels, fh, fw, _] = dims(view.shape(1))?;
    let size = |input: usize, taps: usize, stride: usize| {
        let last = input.checked_sub(1)?;
        let padding = if window.padding == Padding::Same { taps.saturating_sub(last % stride + 1) } else { 0 };
        last.checked_mul(stride)?.checked_add(taps - padding)
    };
    let height = size(height, fh, window.stride.0).ok_or_else(misfit)?;
    let width = size(width, fw, window.stride.1).ok_or_else(misfit)?;
    let shape = vec![batch, height, width, channels];
    transpose_geometry(view, &shape)?;
    Ok(Some(vec![shape]))
}
