//! Fast kernels for the operators that matter most. Tests compare each with the plain kernel of its operator.
//!
//! Lanes come from arrays, bounds from iterators: no pointers. `unsafe` is used in `vector` only.

pub mod activations;
pub mod batch_matmul;
pub mod convolution;
pub mod depthwise;
mod depthwise_ints;
mod dynamic_range;
pub mod elementwise;
mod epilogue;
pub mod gemm;
pub mod quantize;
mod quantized_add;
pub mod recurrent;
pub mod reduction;
mod requantize;
pub mod transpose;
pub mod vector;

use crate::engine::operator::SimdPrepare;
use crate::engine::ops::convolution::TRANSPOSE_BIAS;
use crate::engine::program::Op;

/// A table of fast kernels.
pub type Kernels = &'static [(Op, SimdPrepare)];

/// Fast kernels of the operators of most models.
pub const COMMON: Kernels = &[
    (Op::Conv2d, convolution::prepare),
    (Op::FullyConnected, convolution::prepare_dense),
    (Op::DepthwiseConv2d, depthwise::prepare),
    (Op::TransposeConv, transpose::prepare),
    (Op::BatchMatmul, batch_matmul::prepare),
    (Op::Logistic, activations::prepare),
    (Op::Tanh, activations::prepare),
    (Op::Exp, activations::prepare),
    (Op::Gelu, activations::prepare),
    (Op::Softmax, activations::prepare_softmax),
    (Op::Add, elementwise::prepare),
    (Op::Sub, elementwise::prepare),
    (Op::Mul, elementwise::prepare),
    (Op::Div, elementwise::prepare),
    (Op::SquaredDifference, elementwise::prepare),
    (Op::Maximum, elementwise::prepare),
    (Op::Minimum, elementwise::prepare),
    (Op::AveragePool2d, elementwise::prepare_pool),
    (Op::MaxPool2d, elementwise::prepare_pool),
    (Op::Mean, reduction::prepare_mean),
    (Op::Sum, reduction::prepare_sum),
    (Op::Quantize, quantize::prepare_quantize),
    (Op::Dequantize, quantize::prepare_dequantize),
];

/// Fast kernels of rare operators.
pub const REST: Kernels = &[
    (Op::Rnn, recurrent::prepare),
    (Op::UnidirectionalSequenceRnn, recurrent::prepare),
    (Op::BidirectionalSequenceRnn, recurrent::prepare),
    (Op::Lstm, recurrent::prepare),
    (Op::UnidirectionalSequenceLstm, recurrent::prepare),
    (Op::BidirectionalSequenceLstm, recurrent::prepare),
];

/// Fast kernels of custom operators, by name.
pub const CUSTOM: &[(&str, SimdPrepare)] = &[(TRANSPOSE_BIAS, transpose::prepare)];
