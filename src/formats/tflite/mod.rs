//! TensorFlow Lite flatbuffers (`TFL3`): a verified file becomes a [`Model`] that keeps byte ranges, not weights.
//!
//! Owns: the schema's tables as plain data, names of ops, types and option values, and the checks of a loader. Must not
//! know: releases, op-version rules, kernels.

mod blocks;
mod conversion;
mod decode;
mod external;
mod generated;
mod model;
mod model_metadata;
mod names;
mod options;
mod read;
mod stored;
mod tables;
mod validate;
mod verify;
mod view;
mod weight_files;

pub use conversion::{model_type_name, optimization_mode_name};
pub use external::beside;
pub use generated::tflite::{BuiltinOp, TensorType};
pub use model::*;
pub use model_metadata::{
    FileNote, ModelMetadata, NAME as METADATA_NAME, ProcessUnit, SubgraphMetadata, TensorMetadata, model_metadata,
};
pub use options::{builtin_options, builtin_options_2, options_table};
pub use read::{IDENTIFIER, read, read_unverified};
pub use stored::Weights;
pub use tables::{EnumDef, FieldDef, Form, TableDef};
pub use validate::{SCHEMA_VERSION, validate};
pub use weight_files::WeightFiles;

/// Name of the value of an enumerated option, such as (`Conv2DOptions`, `padding`, 1) -> `VALID`.
pub fn option_value_name(table: &str, field: &str, value: i64) -> Option<&'static str> {
    options_table(table)?.fields.iter().find(|f| f.name == field)?.names?.name_of(value)
}
