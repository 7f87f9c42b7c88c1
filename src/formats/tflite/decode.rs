//! Decodes a [`Model`] from a checked view of the flatbuffer, field by field.
//!
//! Functions for elements of lists are not inlined: a browser optimizes a function with long loops as a whole.

use super::conversion;
use super::generated::tflite as schema;
use super::model::*;
use super::options;
use super::view::{Path, Table};
use std::ops::Range;

/// The model whose root table is `root`, at the start of a file of `file_len` bytes.
pub fn decode(root: Table<'_>, file_len: u64) -> Model {
    use schema::Model as S;
    let path = &Path::ROOT;
    let buffers = root.tables(S::BUFFERS, path, "buffers", buffer);
    let metadata = root.tables(S::METADATA, path, "metadata", metadata);
    let mut model = Model {
        schema_version: root.u32(S::VERSION, 0, &path.field("version")),
        description: root.text(S::DESCRIPTION, &path.field("description")).unwrap_or_default(),
        operator_codes: root.tables(S::OPERATOR_CODES, path, "operator_codes", operator_code),
        subgraphs: root.tables(S::SUBGRAPHS, path, "subgraphs", subgraph),
        buffers,
        metadata,
        signatures: root.tables(S::SIGNATURE_DEFS, path, "signature_defs", signature),
        metadata_buffer: root.i32s(S::METADATA_BUFFER, &path.field("metadata_buffer")).unwrap_or_default(),
        external_buffer_groups: root.tables(S::EXTERNAL_BUFFER_GROUPS, path, "external_buffer_groups", |t, p| {
            t.text(schema::ExternalBufferGroup::NAME, &p.field("name")).unwrap_or_default()
        }),
        external_buffers: root.tables(S::EXTERNAL_BUFFERS, path, "external_buffers", external_buffer),
        file_len,
        at: root.range(),
        ..Model::default()
    };
    let text = |name: &str| {
        let entry = model.metadata.iter().find(|m| m.name == name)?;
        let range = model.buffers.get(entry.buffer as usize)?.range.clone()?;
        root.bytes_at(range)
    };
    model.min_runtime_version = text("min_runtime_version").map(|bytes| conversion::min_runtime_version(&bytes));
    model.conversion = text("CONVERSION_METADATA").and_then(|bytes| conversion::read(&bytes));
    model
}

#[inline(never)]
fn operator_code(table: Table<'_>, path: &Path<'_>) -> OperatorCode {
    use schema::OperatorCode as S;
    let deprecated_code = table.i8(S::DEPRECATED_BUILTIN_CODE, 0, &path.field("deprecated_builtin_code"));
    let builtin_code = table.i32(S::BUILTIN_CODE, 0, &path.field("builtin_code"));
    OperatorCode {
        code: builtin_code.max(deprecated_code.into()),
        deprecated_code,
        builtin_code,
        version: table.i32(S::VERSION, 1, &path.field("version")),
        custom_code: table.text(S::CUSTOM_CODE, &path.field("custom_code")),
        at: table.range(),
    }
}

#[inline(never)]
fn subgraph(table: Table<'_>, path: &Path<'_>) -> Subgraph {
    use schema::SubGraph as S;
    Subgraph {
        name: table.text(S::NAME, &path.field("name")).unwrap_or_default(),
        tensors: table.tables(S::TENSORS, path, "tensors", tensor),
        inputs: table.i32s(S::INPUTS, &path.field("inputs")).unwrap_or_default(),
        outputs: table.i32s(S::OUTPUTS, &path.field("outputs")).unwrap_or_default(),
        operators: table.tables(S::OPERATORS, path, "operators", operator),
        at: table.range(),
    }
}

#[inline(never)]
fn tensor(table: Table<'_>, path: &Path<'_>) -> Tensor {
    use schema::Tensor as S;
    let parameters = table.table(S::QUANTIZATION, &path.field("quantization"));
    let sparsity = table.table(S::SPARSITY, &path.field("sparsity"));
    Tensor {
        name: table.text(S::NAME, &path.field("name")).unwrap_or_default(),
        dtype: table.i8(S::TYPE, 0, &path.field("type")).into(),
        shape: table.i32s(S::SHAPE, &path.field("shape")).unwrap_or_default(),
        shape_signature: table.i32s(S::SHAPE_SIGNATURE, &path.field("shape_signature")),
        has_rank: table.bool(S::HAS_RANK, false, &path.field("has_rank")),
        buffer: table.u32(S::BUFFER, 0, &path.field("buffer")),
        is_variable: table.bool(S::IS_VARIABLE, false, &path.field("is_variable")),
        has_quantization_table: parameters.is_some(),
        quantization: parameters.and_then(|t| quantization(t, &path.field("quantization"))),
        is_sparse: sparsity.is_some(),
        sparsity: sparsity.map(|t| sparsity_parameters(t, &path.field("sparsity"))),
        variant_tensors: table.tables(S::VARIANT_TENSORS, path, "variant_tensors", |t, p| VariantSubType {
            dtype: t.i8(schema::VariantSubType::TYPE, 0, &p.field("type")).into(),
            shape: t.i32s(schema::VariantSubType::SHAPE, &p.field("shape")).unwrap_or_default(),
            has_rank: t.bool(schema::VariantSubType::HAS_RANK, false, &p.field("has_rank")),
        }),
        external_buffer: table.u32(S::EXTERNAL_BUFFER, 0, &path.field("external_buffer")),
        at: table.range(),
    }
}

/// `None` for an empty table, which the converter writes for every tensor.
#[inline(never)]
fn quantization(table: Table<'_>, path: &Path<'_>) -> Option<Quantization> {
    use schema::{BlockwiseQuantization as B, MultiAxisQuantization as M, QuantizationParameters as S};
    let details = table.u8(S::DETAILS_TYPE, 0, &path.field("details_type"));
    let at = path.field("details");
    let union = (details != 0).then(|| table.table(S::DETAILS, &at)).flatten();
    let blocks = |scales, zero_points, block_size, dimensions: Option<u16>| {
        union.map(|t| Blocks {
            scales: t.i32(scales, 0, &at.field("scales")),
            zero_points: t.i32(zero_points, 0, &at.field("zero_points")),
            block_size: t.i32(block_size, 0, &at.field("block_size")),
            dimensions: dimensions.and_then(|d| t.i32s(d, &at.field("quantized_dimensions"))).unwrap_or_default(),
        })
    };
    let out = Quantization {
        scale: table.f32s(S::SCALE, &path.field("scale")).unwrap_or_default(),
        zero_point: table.i64s(S::ZERO_POINT, &path.field("zero_point")).unwrap_or_default(),
        dimension: table.i32(S::QUANTIZED_DIMENSION, 0, &path.field("quantized_dimension")),
        min: table.f32s(S::MIN, &path.field("min")).unwrap_or_default(),
        max: table.f32s(S::MAX, &path.field("max")).unwrap_or_default(),
        details,
        custom: match details {
            1 => union.and_then(|t| t.bytes(schema::CustomQuantization::CUSTOM, &at.field("custom"))),
            _ => None,
        },
        blocks: match details {
            2 => blocks(B::SCALES, B::ZERO_POINTS, B::BLOCK_SIZE, None),
            3 => blocks(M::SCALES, M::ZERO_POINTS, M::BLOCK_SIZE, Some(M::QUANTIZED_DIMENSIONS)),
            _ => None,
        },
    };
    (!out.scale.is_empty() || details != 0).then_some(out)
}

#[inline(never)]
fn sparsity_parameters(table: Table<'_>, path: &Path<'_>) -> Sparsity {
    use schema::{DimensionMetadata as D, SparsityParameters as S};
    Sparsity {
        traversal_order: table.i32s(S::TRAVERSAL_ORDER, &path.field("traversal_order")).unwrap_or_default(),
        block_map: table.i32s(S::BLOCK_MAP, &path.field("block_map")).unwrap_or_default(),
        dimensions: table.tables(S::DIM_METADATA, path, "dim_metadata", |t, p| SparseDimension {
            format: t.i8(D::FORMAT, 0, &p.field("format")).into(),
            dense_size: t.i32(D::DENSE_SIZE, 0, &p.field("dense_size")),
            array_segments: indices(t, D::ARRAY_SEGMENTS_TYPE, D::ARRAY_SEGMENTS, &p.field("array_segments")),
            array_indices: indices(t, D::ARRAY_INDICES_TYPE, D::ARRAY_INDICES, &p.field("array_indices")),
        }),
    }
}

/// A `SparseIndexVector`, whose numbers have one of three widths.
fn indices(table: Table<'_>, tag: u16, slot: u16, path: &Path<'_>) -> Vec<i32> {
    let tag = table.u8(tag, 0, path);
    let Some(union) = (tag != 0).then(|| table.table(slot, path)).flatten() else { return Vec::new() };
    let path = &path.field("values");
    match tag {
        1 => union.i32s(schema::Int32Vector::VALUES, path).unwrap_or_default(),
        2 => widen(union.u16s(schema::Uint16Vector::VALUES, path)),
        3 => widen(union.u8s(schema::Uint8Vector::VALUES, path)),
        _ => Vec::new(),
    }
}

fn widen<T: Into<i32>>(values: Option<Vec<T>>) -> Vec<i32> {
    values.unwrap_or_default().into_iter().map(Into::into).collect()
}

#[inline(never)]
fn operator(table: Table<'_>, path: &Path<'_>) -> Operator {
    use schema::Operator as S;
    let options_tag = table.u8(S::BUILTIN_OPTIONS_TYPE, 0, &path.field("builtin_options_type"));
    let options_2_tag = table.u8(S::BUILTIN_OPTIONS_2_TYPE, 0, &path.field("builtin_options_2_type"));
    let first = options::builtin_options(options_tag).map(|def| (def, S::BUILTIN_OPTIONS, "builtin_options"));
    let second = || options::builtin_options_2(options_2_tag).map(|d| (d, S::BUILTIN_OPTIONS_2, "builtin_options_2"));
    let options = first.or_else(second).map(|(def, slot, field)| {
        let path = &path.field(field);
        options::read(def, table.table(slot, path), path)
    });
    Operator {
        opcode_index: table.u32(S::OPCODE_INDEX, 0, &path.field("opcode_index")),
        inputs: table.i32s(S::INPUTS, &path.field("inputs")).unwrap_or_default(),
        outputs: table.i32s(S::OUTPUTS, &path.field("outputs")).unwrap_or_default(),
        intermediates: table.i32s(S::INTERMEDIATES, &path.field("intermediates")).unwrap_or_default(),
        options: options.unwrap_or_default(),
        options_tag,
        options_2_tag,
        custom_options: custom_options(table, path),
        custom_small: table.few_bytes(S::CUSTOM_OPTIONS, Operator::SMALL, &path.field("custom_options")),
        custom_options_format: table.i8(S::CUSTOM_OPTIONS_FORMAT, 0, &path.field("custom_options_format")).into(),
        mutating_variable_inputs: table
            .bools(S::MUTATING_VARIABLE_INPUTS, &path.field("mutating_variable_inputs"))
            .unwrap_or_default(),
        at: table.range(),
    }
}

fn custom_options(table: Table<'_>, path: &Path<'_>) -> Option<Range<u64>> {
    use schema::Operator as S;
    let inside = table.bytes(S::CUSTOM_OPTIONS, &path.field("custom_options"));
    inside.filter(|r| !r.is_empty()).or_else(|| {
        let field = path.field("large_custom_options_offset");
        outside(
            table.u64(S::LARGE_CUSTOM_OPTIONS_OFFSET, 0, &field),
            table.u64(S::LARGE_CUSTOM_OPTIONS_SIZE, 0, &field),
        )
    })
}

#[inline(never)]
fn buffer(table: Table<'_>, path: &Path<'_>) -> Buffer {
    use schema::Buffer as S;
    let inside = table.bytes(S::DATA, &path.field("data")).filter(|r| !r.is_empty());
    let small = match &inside {
        Some(_) => table.few_bytes(S::DATA, Buffer::SMALL, &path.field("data")),
        None => Vec::new(),
    };
    let range = inside.or_else(|| {
        let field = path.field("offset");
        outside(table.u64(S::OFFSET, 0, &field), table.u64(S::SIZE, 0, &field))
    });
    Buffer { range, small }
}

/// Data after the flatbuffer; offsets 0 and 1 mean none.
fn outside(offset: u64, size: u64) -> Option<Range<u64>> {
    (offset > 1).then(|| offset..offset.saturating_add(size))
}

#[inline(never)]
fn metadata(table: Table<'_>, path: &Path<'_>) -> Metadata {
    use schema::Metadata as S;
    Metadata {
        name: table.text(S::NAME, &path.field("name")).unwrap_or_default(),
        buffer: table.u32(S::BUFFER, 0, &path.field("buffer")),
    }
}

#[inline(never)]
fn external_buffer(table: Table<'_>, path: &Path<'_>) -> ExternalBuffer {
    use schema::ExternalBuffer as S;
    ExternalBuffer {
        id: table.u32(S::ID, 0, &path.field("id")),
        group: table.u32(S::GROUP, 0, &path.field("group")),
        offset: table.u64(S::OFFSET, 0, &path.field("offset")),
        len: table.u64(S::LENGTH, 0, &path.field("length")),
        packing: table.text(S::PACKING, &path.field("packing")).unwrap_or_default(),
    }
}

/// Releases 2.4 to 2.6 kept the method name in slot 2 and the key in slot 3; from 2.7 on, slot 2 is the key and slot 3
/// is absent or empty.
#[inline(never)]
fn signature(table: Table<'_>, path: &Path<'_>) -> Signature {
    use schema::{SignatureDef as S, TensorMap};
    let names = |slot, field| {
        table.tables(slot, path, field, |t, p| {
            let name = t.text(TensorMap::NAME, &p.field("name")).unwrap_or_default();
            (name, t.u32(TensorMap::TENSOR_INDEX, 0, &p.field("tensor_index")))
        })
    };
    let second = table.text(S::SIGNATURE_KEY, &path.field("signature_key"));
    let third = table.text(S::DEPRECATED_TAG, &path.field("deprecated_tag")).filter(|t| !t.is_empty());
    let (key, method_name) = match (second, third) {
        (method, Some(key)) => (key, method),
        (key, None) => (key.unwrap_or_default(), None),
    };
    Signature {
        key,
        at: table.range(),
        method_name,
        subgraph: table.u32(S::SUBGRAPH_INDEX, 0, &path.field("subgraph_index")),
        inputs: names(S::INPUTS, "inputs"),
        outputs: names(S::OUTPUTS, "outputs"),
    }
}
