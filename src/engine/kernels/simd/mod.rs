//! Fast kernels for the operators that matter most. Tests compare each with the plain kernel of its operator.
//!
//! Lanes come from arrays, bounds from iterators: no pointers. `unsafe` is used in `vector` only.

pub mod activations;
pub mod batch_matmul;
mod conv3d;
pub mod convolution;
pub mod depthwise;
mod dynamic_range;
pub mod elementwise;
pub mod epilogue;
pub mod gemm;
pub mod gemm_ints;
mod groups;
mod image;
mod local_response;
mod log_softmax;
mod lookup;
mod padding;
mod panels;
mod phases;
mod pooling;
mod power;
pub mod quantize;
mod quantized_add;
mod quantized_mul;
pub mod recurrent;
pub mod reduction;
pub mod requantize;
mod resize;
mod rows;
mod scale;
mod softmax;
mod sparse;
mod svdf;
mod table;
pub mod transpose;
pub mod vector;
mod weights;
mod wide;
mod windows;

use crate::engine::error::Result;
use crate::engine::operator::SimdPrepare;
use crate::engine::ops::convolution::TRANSPOSE_BIAS;
use crate::engine::program::Op;
use crate::engine::view::{Kernel, NodeView};

/// Prepares CONV_2D.
fn prepare_convolution(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if depthwise::is_grouped(view) { depthwise::prepare(view) } else { convolution::prepare(view) }
}

/// A table of fast kernels.
pub type Kernels = &'static [(Op, SimdPrepare)];

/// Fast kernels of types that those of the first module leave; they are fetched with the plain ones.
pub const FURTHER: Kernels =
    &[(Op::Conv2d, wide::prepare), (Op::DepthwiseConv2d, wide::prepare), (Op::FullyConnected, wide::prepare)];

/// Fast kernels of the first module.
pub const FIRST: Kernels = &[
    (Op::Conv2d, prepare_convolution),
    (Op::FullyConnected, convolution::prepare_dense),
    (Op::DepthwiseConv2d, depthwise::prepare),
    (Op::Logistic, activations::prepare),
    (Op::Tanh, activations::prepare),
    (Op::Exp, activations::prepare),
    (Op::Gelu, activations::prepare),
    (Op::Relu, activations::prepare),
    (Op::Relu6, activations::prepare),
    (Op::ReluN1To1, activations::prepare),
    (Op::Relu0To1, activations::prepare),
    (Op::LeakyRelu, activations::prepare),
    (Op::HardSwish, activations::prepare),
    (Op::Neg, activations::prepare),
    (Op::Elu, table::prepare),
    (Op::Log, table::prepare),
    (Op::Sqrt, table::prepare),
    (Op::Rsqrt, table::prepare),
    (Op::Abs, table::prepare),
    (Op::Softmax, softmax::prepare),
    (Op::Add, elementwise::prepare),
    (Op::Sub, elementwise::prepare),
    (Op::Mul, elementwise::prepare),
    (Op::Div, elementwise::prepare),
    (Op::SquaredDifference, elementwise::prepare),
    (Op::Maximum, elementwise::prepare),
    (Op::Minimum, elementwise::prepare),
    (Op::Prelu, elementwise::prepare),
    (Op::AveragePool2d, pooling::prepare),
    (Op::MaxPool2d, pooling::prepare),
    (Op::Pad, padding::prepare),
    (Op::Padv2, padding::prepare),
    (Op::ResizeBilinear, resize::prepare_bilinear),
    (Op::ResizeNearestNeighbor, resize::prepare_nearest),
    (Op::Mean, reduction::prepare_mean),
    (Op::Sum, reduction::prepare_sum),
    (Op::Quantize, quantize::prepare_quantize),
    (Op::Dequantize, quantize::prepare_dequantize),
];

/// Fast kernels of functions that few models have.
pub const ELEMENTWISE: Kernels = &[(Op::Pow, power::prepare)];

/// Fast kernels of operators that move elements.
pub const LAYOUT: Kernels = &[(Op::Gather, lookup::prepare)];

/// Fast kernels of normalizations.
pub const SELECTION: Kernels =
    &[(Op::LogSoftmax, log_softmax::prepare), (Op::LocalResponseNormalization, local_response::prepare)];

/// Fast kernels of products of two computed matrices.
pub const MATMUL: Kernels = &[(Op::BatchMatmul, batch_matmul::prepare)];

/// Fast kernels of transposed convolutions.
pub const TRANSPOSED: Kernels = &[(Op::TransposeConv, transpose::prepare)];

/// Those of custom operators, by name.
pub const TRANSPOSED_CUSTOM: &[(&str, SimdPrepare)] = &[(TRANSPOSE_BIAS, transpose::prepare)];

/// Fast kernels of convolutions of volumes.
pub const VOLUMES: Kernels = &[(Op::Conv3d, conv3d::prepare), (Op::Conv3dTranspose, conv3d::prepare_transposed)];

/// Fast kernels of recurrent layers.
pub const RECURRENT: Kernels = &[
    (Op::Rnn, recurrent::prepare),
    (Op::UnidirectionalSequenceRnn, recurrent::prepare),
    (Op::BidirectionalSequenceRnn, recurrent::prepare),
    (Op::Lstm, recurrent::prepare),
    (Op::UnidirectionalSequenceLstm, recurrent::prepare),
    (Op::BidirectionalSequenceLstm, recurrent::prepare),
    (Op::Svdf, svdf::prepare),
];
