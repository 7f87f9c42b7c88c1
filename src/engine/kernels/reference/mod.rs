//! One plain kernel per operator, which the fast kernels are compared with. Clear before fast; no `unsafe`.
//!
//! Every file holds a group of operators in a table `OPS`: their checks and shape rules (here, or in
//! [`crate::engine::ops`] if fast kernels share them), and their computations.

pub mod arithmetic;
pub mod audio;
pub mod batch_matmul;
pub mod comparison;
pub mod complex;
pub mod conv3d;
pub mod convolution;
pub mod data_movement;
pub mod detection;
pub mod element;
pub mod finish;
mod fourier;
pub mod fully_connected;
pub mod gather_scatter;
pub mod landmarks;
pub mod lsh_projection;
pub mod lut;
pub mod non_max_suppression;
pub mod normalization;
mod options;
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
pub mod signal;
pub mod slicing;
pub mod softmax;
pub mod sparse;
pub mod strings;
pub mod topk;
pub mod unary;
mod walk;

use crate::engine::operator::{Custom, Ops, Plain};
use crate::engine::ops::convolution::TRANSPOSE_BIAS;

/// Operators of the first module.
pub const FIRST: &[Ops] = &[
    arithmetic::FIRST,
    convolution::FIRST,
    data_movement::FIRST,
    fully_connected::FIRST,
    padding::FIRST,
    pooling::FIRST,
    quantization::FIRST,
    reduction::FIRST,
    resize::FIRST,
    softmax::FIRST,
    unary::FIRST,
];

/// Plain kernels of convolutions, poolings and their like.
pub const PLAIN: &[Plain] = &[
    convolution::PLAIN,
    fully_connected::PLAIN,
    padding::PLAIN,
    pooling::PLAIN,
    quantization::PLAIN,
    reduction::PLAIN,
    resize::PLAIN,
    softmax::PLAIN,
];

/// Arithmetic, and functions of one operand.
pub const ELEMENTWISE: &[Ops] = &[arithmetic::OPS, comparison::OPS, quantization::OPS, unary::OPS];
/// Plain kernels of the first module's arithmetic and functions.
pub const ELEMENTWISE_PLAIN: &[Plain] = &[arithmetic::PLAIN, unary::PLAIN];
/// Operators that move elements.
pub const LAYOUT: &[Ops] = &[data_movement::OPS, padding::OPS, slicing::OPS];
/// Operators that choose elements, and normalizations.
pub const SELECTION: &[Ops] = &[normalization::OPS, pooling::OPS, selection::OPS, softmax::OPS, topk::OPS];
/// Reductions and segments.
pub const REDUCTION: &[Ops] = &[reduction::OPS, segments::OPS];
/// Products of two computed matrices.
pub const MATMUL: &[Ops] = &[batch_matmul::OPS];
/// Transposed convolutions.
pub const TRANSPOSED: &[Ops] = &[convolution::TRANSPOSED];
/// Recurrent layers.
pub const RECURRENT: &[Ops] = &[recurrent::OPS];
/// StableHLO's gather and scatter, and windows of reductions.
pub const SCATTER: &[Ops] = &[gather_scatter::OPS, reduce_window::OPS];
/// Strings, variables, tables, sparse operands and hashes.
pub const TEXT: &[Ops] = &[lsh_projection::OPS, resources::OPS, sparse::OPS, strings::OPS];
/// Boxes of detected objects.
pub const DETECTION: &[Ops] = &[non_max_suppression::OPS];
/// Spectra.
pub const AUDIO: &[Ops] = &[complex::OPS];
/// Random numbers.
pub const RANDOM: &[Ops] = &[random::OPS];
/// Convolutions of volumes.
pub const VOLUMES: &[Ops] = &[conv3d::OPS];

/// Custom operators by name, here and below: those that the runtime has built in, those that its default delegate takes,
/// MediaPipe's, and TensorFlow Lite Micro's.
pub const TRANSPOSED_CUSTOM: &[Custom] = &[&[(TRANSPOSE_BIAS, convolution::TRANSPOSE_BIAS)]];
/// Detection's.
pub const DETECTION_CUSTOM: &[Custom] = &[&[(detection::NAME, detection::DEFINITION)]];
/// Audio's.
pub const AUDIO_CUSTOM: &[Custom] = &[&audio::OPS];
/// Those of other projects.
pub const OTHERS_CUSTOM: &[Custom] = &[&landmarks::OPS, &signal::OPS];
