//! Details of a file, beside the report: tensors, operators with options, collections, functions, shards.
//!
//! Separate (`vintage inspect --json --details`, the page's Contents view), because it may be as long as the file has
//! tensors. The rules of [`crate::report::schema`] apply: additions only within a schema number.

use crate::json::readable;
use crate::report::schema::ErrorInfo;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Details of an artifact. Parts that its kind lacks are null or empty.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Details {
    /// A `.tflite` model.
    pub tflite: Option<Tflite>,
    /// Meta graphs of a SavedModel or a `.meta` file; for a GraphDef one with functions only.
    pub meta_graphs: Vec<MetaGraph>,
    /// Constants beside a memory-mapped graph: name, first byte, bytes.
    pub regions: Vec<(String, u64, u64)>,
    /// The fingerprint of a SavedModel.
    pub fingerprint: Option<Fingerprint>,
    /// Storage of a checkpoint's variables.
    pub checkpoint: Option<Checkpoint>,
    /// Checkpoints that a state file lists.
    pub state: Vec<Listed>,
    /// Other artifacts that belong to this one, such as the `.meta` file of a checkpoint.
    pub beside: Vec<String>,
    /// Errors of reading the details.
    pub problems: Vec<ErrorInfo>,
}
readable!(Details { tflite, meta_graphs, regions, fingerprint, checkpoint, state, beside, problems });

/// A `.tflite` model in full.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Tflite {
    /// Bytes 4 to 7 of the file: `TFL3`.
    pub identifier: String,
    /// `description`.
    pub description: String,
    /// Length of the flatbuffer; buffers outside it and an appended zip follow.
    pub flatbuffer_bytes: u64,
    /// Number of buffers.
    pub buffers: u64,
    /// Buffers with bytes after the flatbuffer.
    pub buffers_outside: u64,
    /// Operator codes, in file order.
    pub operator_codes: Vec<OperatorCode>,
    /// Subgraphs, in file order.
    pub subgraphs: Vec<Subgraph>,
    /// Metadata entries.
    pub metadata: Vec<Metadata>,
    /// Conversion metadata.
    pub conversion: Option<Conversion>,
    /// The author's metadata.
    pub model_metadata: Option<ModelMetadata>,
    /// Files in the zip after the model.
    pub associated_files: Vec<AssociatedFile>,
    /// Weights in other files.
    pub external_buffers: Vec<ExternalBuffer>,
    /// Signatures by tensor index.
    pub signatures: Vec<SignatureTensors>,
}
readable!(Tflite {
    identifier,
    description,
    flatbuffer_bytes,
    buffers,
    buffers_outside,
    operator_codes,
    subgraphs,
    metadata,
    conversion,
    model_metadata,
    associated_files,
    external_buffers,
    signatures
});

/// An operator code.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OperatorCode {
    /// Name of the op, or the custom code.
    pub name: String,
    /// Number that a runtime resolves.
    pub code: i32,
    /// The byte field that runtimes before 2.4 read.
    pub deprecated_code: i32,
    /// Code of a custom op.
    pub custom_code: Option<String>,
    /// Op version.
    pub version: i32,
    /// Operators that use it.
    pub count: u64,
}
readable!(OperatorCode { name, code, deprecated_code, custom_code, version, count });

/// A subgraph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Subgraph {
    /// Name.
    pub name: String,
    /// Tensor indices.
    pub inputs: Vec<i32>,
    /// Tensor indices.
    pub outputs: Vec<i32>,
    /// Tensors, by index.
    pub tensors: Vec<Tensor>,
    /// Operators, in order.
    pub operators: Vec<Operator>,
}
readable!(Subgraph { name, inputs, outputs, tensors, operators });

/// A tensor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Tensor {
    /// Name.
    pub name: String,
    /// dtype in lower case.
    pub dtype: String,
    /// Shape as it is allocated.
    pub shape: Vec<i32>,
    /// Shape with -1 for dynamic dimensions, if the file has one.
    pub shape_signature: Option<Vec<i32>>,
    /// Whether the shape has a rank (otherwise an empty one may be a scalar or unknown).
    pub has_rank: bool,
    /// Index of its buffer.
    pub buffer: u32,
    /// First byte of its constant data in the file and the byte after the last.
    pub range: Option<(u64, u64)>,
    /// Whether those bytes are after the flatbuffer.
    pub outside: bool,
    /// Kept between runs.
    pub is_variable: bool,
    /// Quantization.
    pub quantization: Option<Quantization>,
    /// Storage of a sparse tensor.
    pub sparsity: Option<Sparsity>,
    /// Content of a variant tensor: dtype and shape.
    pub variants: Vec<Variant>,
    /// Id of its weights in another file; 0 for none.
    pub external_buffer: u32,
}
readable!(Tensor {
    name,
    dtype,
    shape,
    shape_signature,
    has_rank,
    buffer,
    range,
    outside,
    is_variable,
    quantization,
    sparsity,
    variants,
    external_buffer
});

/// Quantization: real = scale * (q - zero_point).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Quantization {
    /// `per-tensor`, `per-axis`, `custom`, `blockwise` or `multi-axis`.
    pub form: String,
    /// Number of scales.
    pub channels: u64,
    /// Scales.
    pub scale: Vec<Value>,
    /// Zero points.
    pub zero_point: Vec<i64>,
    /// The dimension whose slices have their own scales.
    pub axis: i32,
    /// Recorded smallest values.
    pub min: Vec<Value>,
    /// Recorded largest values.
    pub max: Vec<Value>,
    /// Tensors with scales and zero points (blockwise, multi-axis).
    pub tensors: Option<(i32, i32)>,
    /// Values that share a scale (blockwise, multi-axis).
    pub block_size: i32,
    /// Separately quantized dimensions (multi-axis).
    pub axes: Vec<i32>,
}
readable!(Quantization { form, channels, scale, zero_point, axis, min, max, tensors, block_size, axes });

/// Storage of a sparse tensor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Sparsity {
    /// Order of the dimensions.
    pub traversal_order: Vec<i32>,
    /// Dimension of each block dimension.
    pub block_map: Vec<i32>,
    /// Each dimension: `dense` with its size, or `csr` with the numbers of its segments and indices.
    pub dimensions: Vec<(String, u64, u64)>,
}
readable!(Sparsity { traversal_order, block_map, dimensions });

/// Content of a variant tensor.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Variant {
    /// dtype in lower case.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i32>,
    /// Whether the shape has a rank.
    pub has_rank: bool,
}
readable!(Variant { dtype, shape, has_rank });

/// An operator.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Operator {
    /// Name of the op.
    pub op: String,
    /// Op version.
    pub version: i32,
    /// Tensor indices; -1 for an omitted one.
    pub inputs: Vec<i32>,
    /// Tensor indices.
    pub outputs: Vec<i32>,
    /// Tensor indices.
    pub intermediates: Vec<i32>,
    /// Inputs that are variables it changes.
    pub mutating_inputs: Vec<bool>,
    /// Name of its options table; empty when it has none.
    pub options_table: String,
    /// Options by name: the value, by name if it is enumerated.
    pub options: Vec<(String, Value)>,
    /// Options of a custom op: range of its bytes.
    pub custom_options: Option<(u64, u64)>,
    /// The same, decoded; null when they are not a FlexBuffer.
    pub custom: Option<Value>,
    /// The node that a Flex op runs.
    pub node_def: Option<NodeDef>,
}
readable!(Operator {
    op,
    version,
    inputs,
    outputs,
    intermediates,
    mutating_inputs,
    options_table,
    options,
    custom_options,
    custom,
    node_def
});

/// A node of TensorFlow: of a graph, or inside a Flex op.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct NodeDef {
    /// Name.
    pub name: String,
    /// Op.
    pub op: String,
    /// Inputs.
    pub inputs: Vec<String>,
    /// Requested device.
    pub device: String,
    /// Attrs as text.
    pub attrs: Vec<(String, String)>,
}
readable!(NodeDef { name, op, inputs, device, attrs });

/// A metadata entry.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Metadata {
    /// Name.
    pub name: String,
    /// Bytes of its buffer.
    pub bytes: u64,
    /// Range in the file.
    pub range: Option<(u64, u64)>,
    /// Text of short text metadata.
    pub text: Option<String>,
}
readable!(Metadata { name, bytes, range, text });

/// Conversion metadata.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Conversion {
    /// Version of the TensorFlow that converted the model.
    pub tensorflow_version: String,
    /// 1 or 2.
    pub api_version: u32,
    /// `TF_SAVED_MODEL`, `KERAS_MODEL`, …
    pub model_type: String,
    /// Number of that type.
    pub model_type_number: i32,
    /// Hash of the source model, in decimal: it may exceed the precision of JSON readers.
    pub model_hash: String,
    /// Optimizations by name.
    pub optimization_modes: Vec<String>,
    /// Numbers of those.
    pub optimization_mode_numbers: Vec<i32>,
    /// Custom ops were allowed.
    pub allow_custom_ops: bool,
    /// TensorFlow ops were allowed.
    pub enable_select_tf_ops: bool,
    /// Every op remained a TensorFlow op.
    pub force_select_tf_ops: bool,
}
readable!(Conversion {
    tensorflow_version,
    api_version,
    model_type,
    model_type_number,
    model_hash,
    optimization_modes,
    optimization_mode_numbers,
    allow_custom_ops,
    enable_select_tf_ops,
    force_select_tf_ops
});

/// The author's metadata of a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ModelMetadata {
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Version.
    pub version: String,
    /// Author.
    pub author: String,
    /// License.
    pub license: String,
    /// Minimum version of a metadata parser.
    pub min_parser_version: String,
    /// Inputs and outputs of the main subgraph.
    pub tensors: Vec<TensorMetadata>,
    /// Files it names: name, what for, description.
    pub files: Vec<(String, String, String)>,
}
readable!(ModelMetadata { name, description, version, author, license, min_parser_version, tensors, files });

/// The author's metadata of an input or output.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TensorMetadata {
    /// Subgraph.
    pub subgraph: u64,
    /// `input` or `output`.
    pub direction: String,
    /// Name.
    pub name: String,
    /// Description.
    pub description: String,
    /// Names of its dimensions.
    pub dimension_names: Vec<String>,
    /// `features`, `image`, `bounding boxes`; with color space and size if stated.
    pub content: String,
    /// Steps before or after the graph, such as `normalization: mean 127.5, std 127.5`.
    pub steps: Vec<String>,
    /// Smallest values.
    pub min: Vec<Value>,
    /// Largest values.
    pub max: Vec<Value>,
    /// Files: name, what for, description.
    pub files: Vec<(String, String, String)>,
}
readable!(TensorMetadata { subgraph, direction, name, description, dimension_names, content, steps, min, max, files });

/// A file in the zip after a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct AssociatedFile {
    /// Name.
    pub name: String,
    /// Bytes unpacked.
    pub bytes: u64,
    /// Number of lines of a text file.
    pub lines: Option<u64>,
    /// Its text; long ones are cut.
    pub text: Option<String>,
    /// Why it could not be read.
    pub error: Option<ErrorInfo>,
}
readable!(AssociatedFile { name, bytes, lines, text, error });

/// Weights in another file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ExternalBuffer {
    /// Reference used by tensors.
    pub id: u32,
    /// Name of the group, which names a file.
    pub group: String,
    /// First byte in that file.
    pub offset: u64,
    /// Bytes.
    pub bytes: u64,
    /// How values are packed.
    pub packing: String,
    /// Bytes of that file; null when it is missing.
    pub file_bytes: Option<u64>,
}
readable!(ExternalBuffer { id, group, offset, bytes, packing, file_bytes });

/// A signature by tensor index.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SignatureTensors {
    /// Key.
    pub key: String,
    /// Subgraph it calls.
    pub subgraph: u32,
    /// Name and tensor index.
    pub inputs: Vec<(String, u32)>,
    /// Name and tensor index.
    pub outputs: Vec<(String, u32)>,
}
readable!(SignatureTensors { key, subgraph, inputs, outputs });

/// A meta graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct MetaGraph {
    /// Tags.
    pub tags: Vec<String>,
    /// TensorFlow that wrote it.
    pub tensorflow_version: String,
    /// Its commit.
    pub tensorflow_git_version: String,
    /// Attrs with default values were left out.
    pub stripped_default_attrs: bool,
    /// Ops whose definitions it carries.
    pub stripped_ops: Vec<String>,
    /// Function name to its alias.
    pub function_aliases: BTreeMap<String, String>,
    /// Collections.
    pub collections: Vec<Collection>,
    /// Assets.
    pub assets: Vec<Asset>,
    /// Saving and restoring of variables.
    pub saver: Option<Saver>,
    /// Nodes, if requested: the page draws them instead.
    pub nodes: Vec<NodeDef>,
    /// Functions of the library.
    pub functions: Vec<Function>,
    /// Gradients of functions: function and gradient function.
    pub gradients: Vec<(String, String)>,
    /// Gradients registered by op type.
    pub registered_gradients: u64,
    /// Objects of a TF2 SavedModel by kind.
    pub object_kinds: BTreeMap<String, u64>,
    /// Number of concrete functions of those objects.
    pub concrete_functions: u64,
    /// Functions that the root object offers.
    pub saved_functions: Vec<SavedFunction>,
    /// Objects with their own types: path, identifier, version.
    pub object_types: Vec<(String, String, i32)>,
}
readable!(MetaGraph {
    tags,
    tensorflow_version,
    tensorflow_git_version,
    stripped_default_attrs,
    stripped_ops,
    function_aliases,
    collections,
    assets,
    saver,
    nodes,
    functions,
    gradients,
    registered_gradients,
    object_kinds,
    concrete_functions,
    saved_functions,
    object_types
});

/// A collection of a meta graph.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Collection {
    /// Key.
    pub name: String,
    /// `nodes`, `bytes`, `ints`, `floats`, `any`.
    pub kind: String,
    /// Entries.
    pub count: u64,
    /// The first of them; of `bytes` that are VariableDefs, the variable's name.
    pub first: Vec<String>,
}
readable!(Collection { name, kind, count, first });

/// A file of a SavedModel's `assets` folder.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Asset {
    /// Name in the folder.
    pub filename: String,
    /// Tensor that is fed its path.
    pub tensor: String,
    /// Whether the file is present; null when only a part of the folder was opened.
    pub present: Option<bool>,
}
readable!(Asset { filename, tensor, present });

/// Saving and restoring of variables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Saver {
    /// Tensor that is fed the file name.
    pub filename_tensor: String,
    /// Tensor to fetch for saving.
    pub save_tensor: String,
    /// Op to run for restoring.
    pub restore_op: String,
    /// Checkpoints kept.
    pub max_to_keep: i32,
    /// One shard per device.
    pub sharded: bool,
    /// `LEGACY`, `V1` or `V2`.
    pub version: String,
}
readable!(Saver { filename_tensor, save_tensor, restore_op, max_to_keep, sharded, version });

/// A function of the library.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Function {
    /// Name.
    pub name: String,
    /// Name and dtype (or the attr that defines it).
    pub inputs: Vec<(String, String)>,
    /// Name and dtype.
    pub outputs: Vec<(String, String)>,
    /// Number of nodes.
    pub count: u64,
    /// Nodes, if requested.
    pub nodes: Vec<NodeDef>,
    /// Names of its attrs.
    pub attrs: Vec<String>,
}
readable!(Function { name, inputs, outputs, count, nodes, attrs });

/// A function that an object offers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SavedFunction {
    /// Name in the object.
    pub name: String,
    /// Functions of the library, one per combination of arguments.
    pub concrete: Vec<String>,
    /// Arguments by name.
    pub arguments: Vec<String>,
    /// Declared types of the arguments, as text; empty without a declaration.
    pub input_signature: String,
}
readable!(SavedFunction { name, concrete, arguments, input_signature });

/// Fingerprint of a SavedModel; numbers in decimal, because they exceed the precision of JSON readers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Fingerprint {
    /// Checksum of the file.
    pub saved_model_checksum: String,
    /// Hash of the graph.
    pub graph_def_program_hash: String,
    /// Hash of the signatures.
    pub signature_def_hash: String,
    /// Hash of the object graph.
    pub saved_object_graph_hash: String,
    /// Hash of the checkpoint's index.
    pub checkpoint_hash: String,
    /// Unique id of this save.
    pub uuid: String,
    /// Version of the fingerprint.
    pub version: i32,
}
readable!(Fingerprint {
    saved_model_checksum,
    graph_def_program_hash,
    signature_def_hash,
    saved_object_graph_hash,
    checkpoint_hash,
    uuid,
    version
});

/// Storage of a checkpoint's variables.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Checkpoint {
    /// Shards by the header.
    pub shards: u64,
    /// Byte order.
    pub endianness: String,
    /// One entry per variable, in the order of the report.
    pub entries: Vec<Entry>,
}
readable!(Checkpoint { shards, endianness, entries });

/// Storage of a variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Entry {
    /// Key.
    pub name: String,
    /// Shard.
    pub shard: u32,
    /// First byte in the shard.
    pub offset: u64,
    /// Bytes.
    pub bytes: u64,
    /// Stored checksum.
    pub crc32c: u32,
    /// Pieces of a partitioned variable, such as `0,2:-`; empty for others.
    pub slices: Vec<String>,
}
readable!(Entry { name, shard, offset, bytes, crc32c, slices });

/// A checkpoint that a state file lists.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Listed {
    /// Path as written.
    pub path: String,
    /// Time of writing, in seconds since 1970; null when not recorded.
    pub timestamp: Option<Value>,
    /// Whether it is the newest.
    pub newest: bool,
    /// Whether it was opened together with the state file.
    pub present: bool,
}
readable!(Listed { path, timestamp, newest, present });
