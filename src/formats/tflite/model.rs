//! The document of a `.tflite` file. Lists keep the file's order and indices; nothing is resolved or repaired.

use std::ops::Range;

/// A whole model. Weights stay in the file; [`Buffer::range`] tells where.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// `Model.version`: the schema version, 3 in every model a released runtime loads.
    pub schema_version: u32,
    /// `Model.description`, often the name of the converter.
    pub description: String,
    /// Operator codes, in file order; operators refer to them by index.
    pub operator_codes: Vec<OperatorCode>,
    /// Subgraphs; 0 is the main one.
    pub subgraphs: Vec<Subgraph>,
    /// Buffers; 0 stands for "no data".
    pub buffers: Vec<Buffer>,
    /// Named metadata blocks.
    pub metadata: Vec<Metadata>,
    /// Signatures.
    pub signatures: Vec<Signature>,
    /// Length in bytes of the flatbuffer part of the file (data outside it and an appended zip follow).
    pub flatbuffer_len: u64,
}

/// One entry of `operator_codes`: an op at a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatorCode {
    /// The code a runtime resolves: the greater of the two stored fields.
    pub code: i32,
    /// `deprecated_builtin_code`, the byte field that runtimes before 2.4 read; 127 marks codes above it.
    pub deprecated_code: i8,
    /// `builtin_code`, the int32 field of schema 3a and later.
    pub builtin_code: i32,
    /// Op version; 1 when the field is absent.
    pub version: i32,
    /// `custom_code` of custom ops (code 32).
    pub custom_code: Option<String>,
    /// Where the table stands in the file.
    pub at: Range<u64>,
}

impl OperatorCode {
    /// Name of the builtin op (`CONV_2D`), the custom code for custom ops, or `code N` for a code this schema lacks.
    pub fn name(&self) -> String {
        match (&self.custom_code, self.code) {
            (Some(custom), code) if code == BUILTIN_CUSTOM => custom.clone(),
            (_, code) => super::builtin_name(code).map_or_else(|| format!("code {code}"), str::to_owned),
        }
    }
}

/// The builtin code that says "look at `custom_code`".
pub const BUILTIN_CUSTOM: i32 = 32;

/// A subgraph.
#[derive(Clone, Debug, Default)]
pub struct Subgraph {
    /// Name, often empty or `main`.
    pub name: String,
    /// Tensors, referred to by index.
    pub tensors: Vec<Tensor>,
    /// Tensor indices of the inputs.
    pub inputs: Vec<i32>,
    /// Tensor indices of the outputs.
    pub outputs: Vec<i32>,
    /// Operators in execution order.
    pub operators: Vec<Operator>,
}

/// A tensor's description.
#[derive(Clone, Debug, Default)]
pub struct Tensor {
    /// Name.
    pub name: String,
    /// `TensorType` number of the schema (0 FLOAT32, 9 INT8, …); may be a number this schema lacks.
    pub dtype: i32,
    /// Shape as the interpreter allocates it; empty for scalars and for unknown rank (see `has_rank`).
    pub shape: Vec<i32>,
    /// `shape_signature`: -1 marks dynamic dimensions; `None` when absent.
    pub shape_signature: Option<Vec<i32>>,
    /// Tells a scalar from an unknown rank (schema default: false).
    pub has_rank: bool,
    /// Index into [`Model::buffers`].
    pub buffer: u32,
    /// Kept between invocations.
    pub is_variable: bool,
    /// Quantization; `None` when the table is absent or says nothing (no scale and no details).
    pub quantization: Option<Quantization>,
    /// True when a quantization table is present, even an empty one (rules ask for the table).
    pub has_quantization_table: bool,
    /// True when sparsity parameters are present.
    pub is_sparse: bool,
    /// Where the table stands in the file.
    pub at: Range<u64>,
}

/// `QuantizationParameters`: real = scale * (q - zero_point).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quantization {
    /// One scale, or one per slice along `dimension`.
    pub scale: Vec<f32>,
    /// As many as scales, or empty.
    pub zero_point: Vec<i64>,
    /// `quantized_dimension`.
    pub dimension: i32,
    /// Recorded minimum, if any.
    pub min: Vec<f32>,
    /// Recorded maximum, if any.
    pub max: Vec<f32>,
    /// `QuantizationDetails` union tag: 0 none, 1 custom, 2 blockwise, 3 multi-axis.
    pub details: u8,
}

/// An operator.
#[derive(Clone, Debug, Default)]
pub struct Operator {
    /// Index into [`Model::operator_codes`].
    pub opcode_index: u32,
    /// Tensor indices; -1 is an optional input left out.
    pub inputs: Vec<i32>,
    /// Tensor indices.
    pub outputs: Vec<i32>,
    /// Tensor indices of intermediates.
    pub intermediates: Vec<i32>,
    /// Builtin options, by table and field name.
    pub options: Options,
    /// Options of custom ops, as a byte range of the file.
    pub custom_options: Option<Range<u64>>,
    /// Where the table stands in the file.
    pub at: Range<u64>,
}

/// A builtin options table: every field of the schema's table with its value, defaults filled in.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Table name, such as `Conv2DOptions`; empty when the operator has none.
    pub table: &'static str,
    /// Field names of the schema with their values, in slot order.
    pub fields: Vec<(&'static str, OptionValue)>,
}

/// A value in an options table.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionValue {
    /// Integers and enums (by number).
    Int(i64),
    /// float32.
    Float(f32),
    /// bool.
    Bool(bool),
    /// Text.
    Text(String),
    /// Vectors of integers.
    Ints(Vec<i64>),
    /// Vectors of float32.
    Floats(Vec<f32>),
    /// A nested table or a form not decoded: its byte range.
    Bytes(Range<u64>),
}

impl Options {
    /// The value of a field by its schema name.
    pub fn get(&self, field: &str) -> Option<&OptionValue> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
    }

    /// An integer or enum field; 0 when the table lacks it.
    pub fn int(&self, field: &str) -> i64 {
        match self.get(field) {
            Some(OptionValue::Int(v)) => *v,
            Some(OptionValue::Bool(v)) => i64::from(*v),
            _ => 0,
        }
    }

    /// A bool field; false when the table lacks it.
    pub fn bool(&self, field: &str) -> bool {
        self.int(field) != 0
    }

    /// A float field; 0 when the table lacks it.
    pub fn float(&self, field: &str) -> f32 {
        match self.get(field) {
            Some(OptionValue::Float(v)) => *v,
            _ => 0.0,
        }
    }

    /// A vector of integers; empty when the table lacks it.
    pub fn ints(&self, field: &str) -> &[i64] {
        match self.get(field) {
            Some(OptionValue::Ints(v)) => v,
            _ => &[],
        }
    }
}

/// A buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    /// Its bytes in the file (inside the flatbuffer or, from 2.14 on, outside it); `None` when it holds none.
    pub range: Option<Range<u64>>,
}

/// A metadata entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    /// Name, such as `min_runtime_version`.
    pub name: String,
    /// Index into [`Model::buffers`].
    pub buffer: u32,
}

/// A signature: names for the inputs and outputs of a subgraph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// `signature_key`.
    pub key: String,
    /// Which subgraph it calls.
    pub subgraph: u32,
    /// Name and tensor index of each input.
    pub inputs: Vec<(String, u32)>,
    /// Name and tensor index of each output.
    pub outputs: Vec<(String, u32)>,
}
