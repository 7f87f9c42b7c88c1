//! TensorFlow Lite flatbuffers (`TFL3`): a verified file becomes a [`Model`] that keeps byte ranges, not weights.
//!
//! Owns: the schema's tables as plain data. Must not know: releases, op-version rules, kernels.

mod model;

pub use model::*;

/// Name of a builtin operator code, such as 3 -> `CONV_2D`; `None` for codes this schema lacks.
pub fn builtin_name(_code: i32) -> Option<&'static str> {
    None // replaced by the generated schema
}
