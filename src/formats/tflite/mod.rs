//! TensorFlow Lite flatbuffers (`TFL3`): a verified file becomes a [`Model`] that keeps byte ranges, not weights.
//!
//! Owns: the schema's tables as plain data, names of ops, types and option values, and the checks a loader makes.
//! Must not know: releases, op-version rules, kernels.

mod conversion;
mod decode;
mod external;
mod generated;
mod model;
mod model_metadata;
mod options;
mod read;
mod stored;
mod validate;
mod verify;
mod view;

pub use conversion::{model_type_name, optimization_mode_name};
pub use external::{WeightFiles, beside};
pub use model::*;
pub use model_metadata::{
    FileNote, ModelMetadata, NAME as METADATA_NAME, ProcessUnit, SubgraphMetadata, TensorMetadata, model_metadata,
};
pub use options::{EnumDef, FieldDef, Form, TableDef, builtin_options, builtin_options_2, options_table};
pub use read::{IDENTIFIER, read, read_unverified};
pub use stored::Weights;
pub use validate::{SCHEMA_VERSION, validate};

/// Name of a builtin operator code, such as 3 -> `CONV_2D`; `None` for codes this schema lacks.
pub fn builtin_name(code: i32) -> Option<&'static str> {
    generated::options::BUILTIN_OPERATOR.name_of(code.into())
}

/// Builtin operator code of a name, such as `CONV_2D` -> 3.
pub fn builtin_code(name: &str) -> Option<i32> {
    generated::options::BUILTIN_OPERATOR.value_of(name)
}

/// Name of a tensor type, such as 9 -> `INT8`; `None` for numbers this schema lacks.
pub fn tensor_type_name(dtype: i32) -> Option<&'static str> {
    generated::options::TENSOR_TYPE.name_of(dtype.into())
}

/// Number of a tensor type, such as `INT8` -> 9.
pub fn tensor_type_from_name(name: &str) -> Option<i32> {
    generated::options::TENSOR_TYPE.value_of(name)
}

/// Name of the value of an enumerated option, such as (`Conv2DOptions`, `padding`, 1) -> `VALID`.
pub fn option_value_name(table: &str, field: &str, value: i64) -> Option<&'static str> {
    options_table(table)?.fields.iter().find(|f| f.name == field)?.names?.name_of(value)
}
