//! Convolutions and matrix products: the arithmetic of a node's types, and the allowed bias and activation.

use super::geometry::misfit;
use super::operands::{is, out_per_tensor, per_tensor};
use crate::engine::error::Result;
use crate::engine::operator::{Check, Refusal};
use crate::engine::program::Dtype;
use crate::engine::view::NodeView;

/// The arithmetic that a convolution (or fully connected layer) uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// float32 throughout.
    Float,
    /// int8 x int8, one factor per channel.
    Int8,
    /// uint8 x uint8, one factor.
    Uint8,
    /// int16 x int8, 64-bit sums.
    Int16,
    /// float32 input, int8 weights: the input is quantized on the fly.
    DynamicRange,
}

/// The arithmetic for input `x`, weights `w`, bias `b`; `None` when there is none.
pub fn arithmetic(view: &NodeView, x: usize, w: usize, b: usize) -> Option<Arithmetic> {
    let bias = view.dtype(b);
    let quantized = per_tensor(view, x) && out_per_tensor(view, 0) && view.quant(w).is_ok();
    Some(match (view.dtype(x)?, view.dtype(w)?) {
        (Dtype::F32, Dtype::F32) if view.out_dtype(0)? == Dtype::F32 && matches!(bias, None | Some(Dtype::F32)) => {
            Arithmetic::Float
        }
        (Dtype::F32, Dtype::I8 | Dtype::I4)
            if view.out_dtype(0)? == Dtype::F32 && matches!(bias, None | Some(Dtype::F32)) && view.quant(w).is_ok() =>
        {
            Arithmetic::DynamicRange
        }
        (Dtype::I8, Dtype::I8 | Dtype::I4)
            if is(view, x, Dtype::I8) && quantized && matches!(bias, None | Some(Dtype::I32)) =>
        {
            Arithmetic::Int8
        }
        (Dtype::U8, Dtype::U8) if is(view, x, Dtype::U8) && quantized && matches!(bias, None | Some(Dtype::I32)) => {
            Arithmetic::Uint8
        }
        (Dtype::I16, Dtype::I8)
            if is(view, x, Dtype::I16) && quantized && matches!(bias, None | Some(Dtype::I32 | Dtype::I64)) =>
        {
            Arithmetic::Int16
        }
        _ => return None,
    })
}

/// Refuses activations that do more than clamp.
pub fn clamps(view: &NodeView) -> Check {
    match view.activation().range() {
        Some(_) => Ok(()),
        None => Err(Refusal::new("engine-activation")),
    }
}

/// Refuses a bias whose length is not the number of output channels.
pub fn bias_fits(view: &NodeView, b: usize, channels: usize) -> Result<()> {
    if view.has(b) && view.shape(b).iter().product::<usize>() != channels { Err(misfit()) } else { Ok(()) }
}
