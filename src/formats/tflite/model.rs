//! The document of a `.tflite` file. Lists keep the file's order and indices; nothing is resolved or repaired.

use super::{BuiltinOp, WeightFiles};
use crate::bytes::Error;
use std::ops::Range;

/// A complete model. Weights stay in the file; [`Buffer::range`] is their range.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// `Model.version`: the schema version, 3 in every model that released runtimes load.
    pub schema_version: u32,
    /// `Model.description`, often the name of the converter.
    pub description: String,
    /// Operator codes, in file order; operators refer to them by index.
    pub operator_codes: Vec<OperatorCode>,
    /// Subgraphs; 0 is the main one.
    pub subgraphs: Vec<Subgraph>,
    /// Buffers; 0 means "no data".
    pub buffers: Vec<Buffer>,
    /// Named metadata blocks.
    pub metadata: Vec<Metadata>,
    /// Signatures.
    pub signatures: Vec<Signature>,
    /// `metadata_buffer`, a list of buffer indices that old tools wrote.
    pub metadata_buffer: Vec<i32>,
    /// Names of the groups that [`ExternalBuffer::group`] refers to (schema 3d).
    pub external_buffer_groups: Vec<String>,
    /// Weights in other files (schema 3d).
    pub external_buffers: Vec<ExternalBuffer>,
    /// The available files of those groups; see [`Model::find_weights`].
    pub weight_files: WeightFiles,
    /// The oldest runtime by the converter's record (metadata `min_runtime_version`).
    pub min_runtime_version: Option<String>,
    /// The converter and its settings (metadata `CONVERSION_METADATA`).
    pub conversion: Option<Conversion>,
    /// Files in a zip that is appended to the model (labels, vocabularies): names and sizes.
    pub associated_files: Vec<(String, u64)>,
    /// Range of the root table in the file.
    pub at: Range<u64>,
    /// Bytes 4..8 of the file: `TFL3` in every model that runtimes accept.
    pub identifier: [u8; 4],
    /// Length in bytes of the flatbuffer part of the file (data outside it and an appended zip follow).
    pub flatbuffer_len: u64,
    /// Length in bytes of the file.
    pub file_len: u64,
    /// The first error of a runtime that verifies flatbuffers; `None` when the file passes.
    pub verification: Option<Error>,
    /// The parts that could not be read, each with its range; the lists above hold the others.
    pub damage: Vec<Error>,
}

/// File and range of an external buffer (schema 3d).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExternalBuffer {
    /// The number that [`Tensor::external_buffer`] refers to; 0 is unused.
    pub id: u32,
    /// Index into [`Model::external_buffer_groups`].
    pub group: u32,
    /// First byte in the group's file.
    pub offset: u64,
    /// Number of bytes.
    pub len: u64,
    /// How values are packed; empty for plain.
    pub packing: String,
}

/// The converter's record about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// Version of the TensorFlow that converted the model.
    pub tensorflow_version: String,
    /// 1 or 2: which generation of the Python API.
    pub api_version: u32,
    /// `ModelType` number; [`super::model_type_name`] names it.
    pub model_type: i32,
    /// Hash of the source model.
    pub model_hash: u64,
    /// `ModelOptimizationMode` numbers; [`super::optimization_mode_name`] names them.
    pub optimization_modes: Vec<i32>,
    /// Custom ops were allowed.
    pub allow_custom_ops: bool,
    /// TensorFlow ops were allowed (Flex).
    pub enable_select_tf_ops: bool,
    /// Every op was kept as a TensorFlow op.
    pub force_select_tf_ops: bool,
}

/// One entry of `operator_codes`: an op at a version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OperatorCode {
    /// The code that runtimes resolve: the greater of the two stored fields.
    pub code: i32,
    /// `deprecated_builtin_code`, the byte field that runtimes before 2.4 read; 127 marks codes above it.
    pub deprecated_code: i8,
    /// `builtin_code`, the int32 field of schema 3a and later.
    pub builtin_code: i32,
    /// Op version; 1 when the field is absent.
    pub version: i32,
    /// `custom_code` of custom ops (code 32).
    pub custom_code: Option<String>,
    /// Range of the table in the file.
    pub at: Range<u64>,
}

impl OperatorCode {
    /// Name of the builtin op (`CONV_2D`), the custom code of a custom op, or `code N` for a code unknown to this
    /// schema.
    pub fn name(&self) -> String {
        match (&self.custom_code, self.code) {
            (Some(custom), BUILTIN_CUSTOM) => custom.clone(),
            (_, code) => BuiltinOp::from_code(code).map_or_else(|| format!("code {code}"), |op| op.name().to_owned()),
        }
    }
}

/// The builtin code of custom ops, which are named by `custom_code`.
pub const BUILTIN_CUSTOM: i32 = BuiltinOp::Custom.code();

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
    /// Range of the table in the file.
    pub at: Range<u64>,
}

/// A tensor's description.
#[derive(Clone, Debug, Default)]
pub struct Tensor {
    /// Name.
    pub name: String,
    /// `TensorType` number of the schema (0 FLOAT32, 9 INT8, …); may be unknown to this schema.
    pub dtype: i32,
    /// Shape as the interpreter allocates it; empty for scalars and for unknown rank (see `has_rank`).
    pub shape: Vec<i32>,
    /// `shape_signature`: -1 marks dynamic dimensions; `None` when absent.
    pub shape_signature: Option<Vec<i32>>,
    /// Distinguishes a scalar from an unknown rank (schema default: false).
    pub has_rank: bool,
    /// Index into [`Model::buffers`].
    pub buffer: u32,
    /// Kept between runs.
    pub is_variable: bool,
    /// Quantization; `None` when the table is absent or empty (no scale and no details).
    pub quantization: Option<Quantization>,
    /// True when a quantization table is present, even an empty one (rules ask for the table).
    pub has_quantization_table: bool,
    /// True when sparsity parameters are present.
    pub is_sparse: bool,
    /// How a sparse tensor is stored.
    pub sparsity: Option<Sparsity>,
    /// Element types of a variant tensor.
    pub variant_tensors: Vec<VariantSubType>,
    /// [`ExternalBuffer::id`] of the weights in another file; 0 for none.
    pub external_buffer: u32,
    /// Range of the table in the file.
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
    /// Bytes of a custom quantization in the file.
    pub custom: Option<Range<u64>>,
    /// Blockwise and multi-axis quantization.
    pub blocks: Option<Blocks>,
}

impl Quantization {
    /// Tag of `BlockwiseQuantization` in the union `QuantizationDetails`.
    pub const BLOCKWISE: u8 = 2;
}

/// Quantization whose scales and zero points are tensors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blocks {
    /// Tensor index of the scales.
    pub scales: i32,
    /// Tensor index of the zero points.
    pub zero_points: i32,
    /// Values that share a scale.
    pub block_size: i32,
    /// Dimensions quantized separately (multi-axis only).
    pub dimensions: Vec<i32>,
}

/// `SparsityParameters`: selects the stored values of a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sparsity {
    /// Order in which dimensions are traversed.
    pub traversal_order: Vec<i32>,
    /// The dimension of each block dimension.
    pub block_map: Vec<i32>,
    /// One entry per dimension, in traversal order.
    pub dimensions: Vec<SparseDimension>,
}

/// `DimensionMetadata`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SparseDimension {
    /// `DimensionType` number: 0 dense, 1 sparse (CSR).
    pub format: i32,
    /// Size of a dense dimension.
    pub dense_size: i32,
    /// Start of each segment, for a sparse dimension.
    pub array_segments: Vec<i32>,
    /// Index of each stored element, for a sparse dimension.
    pub array_indices: Vec<i32>,
}

/// The content of a variant tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VariantSubType {
    /// `TensorType` number.
    pub dtype: i32,
    /// Shape.
    pub shape: Vec<i32>,
    /// Distinguishes a scalar from an unknown rank.
    pub has_rank: bool,
}

/// An operator.
#[derive(Clone, Debug, Default)]
pub struct Operator {
    /// Index into [`Model::operator_codes`].
    pub opcode_index: u32,
    /// Tensor indices; -1 is an omitted optional input.
    pub inputs: Vec<i32>,
    /// Tensor indices.
    pub outputs: Vec<i32>,
    /// Tensor indices of intermediates.
    pub intermediates: Vec<i32>,
    /// Builtin options, by table and field name.
    pub options: Options,
    /// Union tag of `builtin_options`; 0 for none. Known even if this schema lacks the table.
    pub options_tag: u8,
    /// Union tag of `builtin_options_2`.
    pub options_2_tag: u8,
    /// Options of custom ops, as a byte range of the file (inside the flatbuffer, or outside it from 2.14 on).
    pub custom_options: Option<Range<u64>>,
    /// The same bytes if they are inside the flatbuffer and at most [`Operator::SMALL`].
    pub custom_small: Vec<u8>,
    /// `CustomOptionsFormat` number: 0 FlexBuffers.
    pub custom_options_format: i32,
    /// Marks inputs that are variables changed by the operator; empty when absent.
    pub mutating_variable_inputs: Vec<bool>,
    /// Range of the table in the file.
    pub at: Range<u64>,
}

impl Operator {
    /// Most bytes of custom options that are kept.
    pub const SMALL: usize = 4096;
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
    #[inline(never)]
    pub fn get(&self, field: &str) -> Option<&OptionValue> {
        self.fields.iter().find(|(name, _)| *name == field).map(|(_, value)| value)
    }

    /// An integer or enum field; 0 when the table lacks it.
    #[inline(never)]
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
    #[inline(never)]
    pub fn float(&self, field: &str) -> f32 {
        match self.get(field) {
            Some(OptionValue::Float(v)) => *v,
            _ => 0.0,
        }
    }

    /// A vector of integers; empty when the table lacks it.
    #[inline(never)]
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
    /// Its bytes in the file (inside the flatbuffer or, from 2.14 on, outside it); `None` when it is empty.
    pub range: Option<Range<u64>>,
    /// Its bytes, if they are few and inside the flatbuffer: shapes, axes and other values that kernels check before a
    /// run.
    pub small: Vec<u8>,
}

impl Buffer {
    /// Bytes that [`Self::small`] holds at most.
    pub const SMALL: usize = 128;
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
    /// The subgraph that it calls.
    pub subgraph: u32,
    /// `method_name` of releases 2.4 to 2.6, which kept the key in another slot.
    pub method_name: Option<String>,
    /// Name and tensor index of each input.
    pub inputs: Vec<(String, u32)>,
    /// Name and tensor index of each output.
    pub outputs: Vec<(String, u32)>,
    /// Range of the table in the file.
    pub at: Range<u64>,
}
