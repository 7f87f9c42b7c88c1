//! One plain kernel per operator, which the fast kernels are compared with. Clear before fast; no `unsafe`.
//!
//! Every file holds a group of operators in a table `OPS`: their checks and shape rules (here, or in
//! [`crate::engine::ops`] if fast kernels share them), and their computations.

pub mod arithmetic;
pub mod audio;
pub mod batch_matmul;
pub mod complex;
pub mod conv3d;
pub mod convolution;
pub mod data_movement;
pub mod detection;
pub mod element;
pub mod finish;
pub mod fully_connected;
pub mod gather_scatter;
pub mod lsh_projection;
pub mod lut;
pub mod non_max_suppression;
pub mod normalization;
pub mod padding;
pub mod pooling;
pub mod products;
pub mod quantization;
pub mod random;
pub mod recurrent;
pub mod reduce_window;
pub mod reduction;
pub mod resize;
pub mod resources;
pub mod segments;
pub mod selection;
pub mod slicing;
pub mod softmax;
pub mod sparse;
pub mod strings;
pub mod unary;

use crate::engine::operator::{Definition, Ops};
use crate::engine::ops::convolution::TRANSPOSE_BIAS;

/// Tables of the operators of most models.
pub const COMMON: &[Ops] = &[
    arithmetic::OPS,
    batch_matmul::OPS,
    convolution::OPS,
    fully_connected::OPS,
    data_movement::OPS,
    padding::OPS,
    pooling::OPS,
    quantization::OPS,
    reduction::OPS,
    resize::OPS,
    slicing::OPS,
    softmax::OPS,
    unary::OPS,
];

/// Tables of the rare operators.
pub const REST: &[Ops] = &[
    non_max_suppression::OPS,
    random::OPS,
    complex::OPS,
    gather_scatter::OPS,
    normalization::OPS,
    lsh_projection::OPS,
    recurrent::OPS,
    resources::OPS,
    segments::OPS,
    selection::OPS,
    sparse::OPS,
    strings::OPS,
    conv3d::OPS,
    reduce_window::OPS,
];

/// Custom operators of the rest, by name: those that the runtime has built in, and those that its default delegate takes.
pub const CUSTOM: &[(&str, Definition)] = &[
    (detection::NAME, detection::DEFINITION),
    audio::OPS[0],
    audio::OPS[1],
    (TRANSPOSE_BIAS, convolution::TRANSPOSE_BIAS),
];
