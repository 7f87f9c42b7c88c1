//! CONV_3D and CONV_3D_TRANSPOSE: operands and geometry.

use super::geometry::{Span, dims, misfit};
use crate::engine::error::Result;
use crate::engine::program::{Op, Params};
use crate::engine::view::NodeView;

/// Whether the node is a transposed convolution.
pub fn backward(view: &NodeView) -> bool {
    view.node.op.builtin() == Some(Op::Conv3dTranspose)
}

/// Index of the input; weights are operand 1, and the shape of a transposed result operand 0.
pub fn input(view: &NodeView) -> usize {
    if backward(view) { 2 } else { 0 }
}

/// Windows over depth, height and width; sizes of both sides.
#[derive(Clone, Copy)]
pub struct Volume {
    /// Along the depth, height and width.
    pub spans: [Span; 3],
    /// Images.
    pub batch: usize,
    /// Channels of the input and of the output.
    pub channels: (usize, usize),
}

/// The windows of a node. `wide` is the shape that windows slide over: the input, or the output of a transposed convolution.
pub fn volume(view: &NodeView, wide: &[usize]) -> Result<Volume> {
    let Params::Conv3d { padding, stride, dilation, .. } = &view.node.params else { return Err(misfit()) };
    let [batch, d, h, w, wide_channels] = dims(wide)?;
    let [fd, fh, fw, a, b] = dims(view.shape(1))?;
    let mut spans = [Span::default(); 3];
    for (i, (size, taps)) in [(d, fd), (h, fh), (w, fw)].into_iter().enumerate() {
        spans[i] = Span::new(*padding, size, taps, stride[i], dilation[i])?;
    }
    let first = input(view);
    let (fits, channels) = if first == 0 {
        (wide_channels == a, (a, b))
    } else {
        let [other, d, h, w, c] = dims(view.shape(first))?;
        let narrow = [spans[0].output, spans[1].output, spans[2].output];
        (wide_channels == a && c == b && other == batch && narrow == [d, h, w], (b, a))
    };
    let bias = first.max(1) + 1;
    let bias = !view.has(bias) || view.shape(bias) == [channels.1];
    if fits && bias { Ok(Volume { spans, batch, channels }) } else { Err(misfit()) }
}
