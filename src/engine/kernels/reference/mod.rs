//! One plain kernel per operator: the oracle. Clear before fast; no `unsafe`.
//!
//! Every file holds a group of operators, each with its check (types and operand counts), the rule of its output
//! shapes and its computation, gathered in a table `OPS`.

pub mod arithmetic;
pub mod audio;
pub mod batch_matmul;
pub mod complex;
pub mod conv3d;
pub mod convolution;
pub mod data_movement;
pub mod detection;
pub mod dynamic_range;
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
pub mod recurrent_basic;
pub mod recurrent_bytes;
pub mod recurrent_codes;
pub mod recurrent_second;
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

use super::Ops;
use crate::engine::program::Dtype;
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView};

/// Tables of the operators that most models are made of.
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

/// Tables of the rest.
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

/// Custom operators that the runtime has built in, by name; of the rest.
pub const CUSTOM: &[(&str, Definition)] = &[(detection::NAME, detection::DEFINITION), audio::OPS[0], audio::OPS[1]];

/// The outcome of a check.
pub type Check = Result<(), Refusal>;

/// Refuses unless `inputs` operands (optional ones at the end apart) are given and there is one output.
#[inline(never)]
pub fn operands(view: &NodeView, inputs: std::ops::RangeInclusive<usize>, required: usize) -> Check {
    let given = (0..required).all(|i| view.has(i));
    if given && inputs.contains(&view.inputs()) && view.outputs() == 1 {
        return Ok(());
    }
    Err(Refusal::new("engine-operands"))
}

/// Refuses unless the condition on the types holds.
#[inline(never)]
pub fn types(view: &NodeView, fit: bool) -> Check {
    if fit { Ok(()) } else { Err(Refusal::types(view)) }
}

/// True when input `i` and output 0 have this type.
#[inline(never)]
pub fn is(view: &NodeView, i: usize, dtype: Dtype) -> bool {
    view.dtype(i) == Some(dtype) && view.out_dtype(0) == Some(dtype)
}

/// True when a quantized operand has one scale for the whole tensor.
#[inline(never)]
pub fn per_tensor(view: &NodeView, i: usize) -> bool {
    view.tensor(i).and_then(|t| t.quant.as_ref()).is_some_and(|q| q.scale.len() == 1)
}

/// The same for an output.
#[inline(never)]
pub fn out_per_tensor(view: &NodeView, i: usize) -> bool {
    view.out_tensor(i).and_then(|t| t.quant.as_ref()).is_some_and(|q| q.scale.len() == 1)
}

/// Stores whole numbers as output `i`, int64 or int32.
pub fn put_indices(view: &NodeView, io: &mut Io, i: usize, values: impl Iterator<Item = i64>) {
    match view.out_dtype(i) {
        Some(Dtype::I64) => io.output::<i64>(i).iter_mut().zip(values).for_each(|(o, v)| *o = v),
        _ => io.output::<i32>(i).iter_mut().zip(values).for_each(|(o, v)| *o = v as i32),
    }
}

/// The output has the shape of input 0.
pub fn same_shape(view: &NodeView) -> crate::engine::Result<Option<Vec<crate::engine::Shape>>> {
    Ok(Some(vec![view.shape(0).to_vec()]))
}
