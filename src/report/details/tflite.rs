//! A `.tflite` model in full.

use super::schema::*;
use crate::bytes::{Limits, SharedSource, Source, read_range};
use crate::formats::flexbuffers;
use crate::formats::proto::{self, tensorflow as tf};
use crate::formats::tflite::{self, FileNote, Model, OptionValue, ProcessUnit};
use crate::formats::zip::Archive;
use crate::report::schema::ErrorInfo;
use crate::report::tell;
use serde_json::{Value, json};

/// Options of custom ops longer than this are not decoded.
const CUSTOM: u64 = 1 << 20;
/// Maximum bytes read and shown of an associated file.
const ASSOCIATED: u64 = 4 << 20;
const SHOWN: usize = 16 << 10;
/// Metadata shorter than this is shown as text.
const TEXT: u64 = 256;

/// Reports a model; lists of scales are cut to `most`.
pub fn model(
    model: &Model,
    source: &SharedSource,
    limits: &Limits,
    most: usize,
    problems: &mut Vec<ErrorInfo>,
) -> Tflite {
    let range = |buffer: u32| model.buffers.get(buffer as usize).and_then(|b| b.range.clone());
    let mut counts = vec![0; model.operator_codes.len()];
    for operator in model.subgraphs.iter().flat_map(|s| &s.operators) {
        if let Some(count) = counts.get_mut(operator.opcode_index as usize) {
            *count += 1;
        }
    }
    let codes = model.operator_codes.iter().zip(counts).map(|(code, count)| OperatorCode {
        name: code.name(),
        code: code.code,
        deprecated_code: code.deprecated_code.into(),
        custom_code: code.custom_code.clone(),
        version: code.version,
        count,
    });
    let metadata = model.metadata.iter().map(|entry| {
        let range = range(entry.buffer);
        Metadata {
            name: entry.name.clone(),
            bytes: range.as_ref().map_or(0, |r| r.end.saturating_sub(r.start)),
            text: range.clone().and_then(|range| short_text(&**source, range, limits)),
            range: range.map(|r| (r.start, r.end)),
        }
    });
    let groups = &model.external_buffer_groups;
    let external = model.external_buffers.iter().map(|buffer| ExternalBuffer {
        id: buffer.id,
        group: groups.get(buffer.group as usize).cloned().unwrap_or_default(),
        offset: buffer.offset,
        bytes: buffer.len,
        packing: buffer.packing.clone(),
        file_bytes: model.weight_files.of_group(buffer.group).map(|file| file.len()),
    });
    let signatures = model.signatures.iter().map(|signature| SignatureTensors {
        key: signature.key.clone(),
        subgraph: signature.subgraph,
        inputs: signature.inputs.clone(),
        outputs: signature.outputs.clone(),
    });
    let model_metadata = match tflite::model_metadata(model, source, limits) {
        Some(Ok((metadata, damage))) => {
            problems.extend(damage.iter().map(tell::error));
            Some(author_metadata(metadata))
        }
        Some(Err(error)) => {
            problems.push(tell::error(&error));
            None
        }
        None => None,
    };
    Tflite {
        identifier: model.identifier.escape_ascii().to_string(),
        description: model.description.clone(),
        flatbuffer_bytes: model.flatbuffer_len,
        buffers: model.buffers.len() as u64,
        buffers_outside: model.buffers.iter().filter(|b| is_outside(model, b.range.as_ref())).count() as u64,
        operator_codes: codes.collect(),
        subgraphs: model.subgraphs.iter().map(|graph| subgraph(model, graph, source, limits, most)).collect(),
        metadata: metadata.collect(),
        conversion: model.conversion.as_ref().map(conversion),
        model_metadata,
        associated_files: associated(model, source, limits),
        external_buffers: external.collect(),
        signatures: signatures.collect(),
    }
}

fn is_outside(model: &Model, range: Option<&std::ops::Range<u64>>) -> bool {
    range.is_some_and(|range| range.end > model.flatbuffer_len)
}

fn short_text(source: &dyn Source, range: std::ops::Range<u64>, limits: &Limits) -> Option<String> {
    if range.end.checked_sub(range.start)? > TEXT {
        return None;
    }
    let bytes = read_range(source, range, limits).ok()?;
    let text = std::str::from_utf8(&bytes).ok()?.trim_end_matches('\0');
    (!text.contains(|c: char| c.is_control() && !c.is_whitespace())).then(|| text.to_owned())
}

fn dtype_name(number: i32) -> String {
    tflite::TensorType::from_code(number).map_or_else(|| format!("unknown({number})"), |t| t.name().to_owned())
}

fn subgraph(model: &Model, graph: &tflite::Subgraph, source: &SharedSource, limits: &Limits, most: usize) -> Subgraph {
    let tensors = graph.tensors.iter().map(|tensor| {
        let range = model.buffers.get(tensor.buffer as usize).and_then(|b| b.range.clone());
        Tensor {
            name: tensor.name.clone(),
            dtype: dtype_name(tensor.dtype),
            shape: tensor.shape.clone(),
            shape_signature: tensor.shape_signature.clone(),
            has_rank: tensor.has_rank,
            buffer: tensor.buffer,
            outside: is_outside(model, range.as_ref()),
            range: range.map(|r| (r.start, r.end)),
            is_variable: tensor.is_variable,
            quantization: tensor.quantization.as_ref().map(|q| quantization(q, most)),
            sparsity: tensor.sparsity.as_ref().map(sparsity),
            variants: tensor
                .variant_tensors
                .iter()
                .map(|v| Variant { dtype: dtype_name(v.dtype), shape: v.shape.clone(), has_rank: v.has_rank })
                .collect(),
            external_buffer: tensor.external_buffer,
        }
    });
    Subgraph {
        name: graph.name.clone(),
        inputs: graph.inputs.clone(),
        outputs: graph.outputs.clone(),
        tensors: tensors.collect(),
        operators: graph.operators.iter().map(|o| operator(model, o, source, limits)).collect(),
    }
}

fn quantization(q: &tflite::Quantization, most: usize) -> Quantization {
    let floats = |values: &[f32]| values.iter().take(most).map(|v| float(*v)).collect();
    let form = match q.details {
        1 => "custom",
        2 => "blockwise",
        3 => "multi-axis",
        _ if q.scale.len() > 1 => "per-axis",
        _ => "per-tensor",
    };
    let blocks = q.blocks.clone();
    Quantization {
        form: form.to_owned(),
        channels: q.scale.len() as u64,
        scale: floats(&q.scale),
        zero_point: q.zero_point.iter().copied().take(most).collect(),
        axis: q.dimension,
        min: floats(&q.min),
        max: floats(&q.max),
        tensors: blocks.as_ref().map(|b| (b.scales, b.zero_points)),
        block_size: blocks.as_ref().map_or(0, |b| b.block_size),
        axes: blocks.map(|b| b.dimensions).unwrap_or_default(),
    }
}

fn sparsity(sparsity: &tflite::Sparsity) -> Sparsity {
    let dimension = |d: &tflite::SparseDimension| match d.format {
        0 => ("dense".to_owned(), u64::try_from(d.dense_size).unwrap_or(0), 0),
        _ => ("csr".to_owned(), d.array_segments.len() as u64, d.array_indices.len() as u64),
    };
    Sparsity {
        traversal_order: sparsity.traversal_order.clone(),
        block_map: sparsity.block_map.clone(),
        dimensions: sparsity.dimensions.iter().map(dimension).collect(),
    }
}

fn operator(model: &Model, operator: &tflite::Operator, source: &SharedSource, limits: &Limits) -> Operator {
    let code = model.operator_codes.get(operator.opcode_index as usize);
    let table = operator.options.table;
    let options = operator.options.fields.iter().map(|(name, value)| ((*name).to_owned(), option(table, name, value)));
    let name = code.map(tflite::OperatorCode::name).unwrap_or_default();
    let custom = operator.custom_options.clone().and_then(|range| {
        let sensible = operator.custom_options_format == 0 && range.end.checked_sub(range.start)? <= CUSTOM;
        let bytes = sensible.then(|| read_range(&**source, range, limits).ok()).flatten()?;
        flexbuffers::read(&bytes)
    });
    Operator {
        version: code.map_or(0, |c| c.version),
        inputs: operator.inputs.clone(),
        outputs: operator.outputs.clone(),
        intermediates: operator.intermediates.clone(),
        mutating_inputs: operator.mutating_variable_inputs.clone(),
        options_table: table.to_owned(),
        options: options.collect(),
        custom_options: operator.custom_options.as_ref().map(|r| (r.start, r.end)),
        node_def: custom
            .as_ref()
            .filter(|_| name.starts_with("Flex"))
            .and_then(|value| node_def(value, source, limits)),
        custom: custom.as_ref().map(flex),
        op: name,
    }
}

/// The value of an option, by name if the number has one.
pub fn option(table: &str, name: &str, value: &OptionValue) -> Value {
    match value {
        OptionValue::Int(v) => tflite::option_value_name(table, name, *v).map_or_else(|| json!(v), |name| json!(name)),
        OptionValue::Float(v) => float(*v),
        OptionValue::Bool(v) => json!(v),
        OptionValue::Text(v) => json!(v),
        OptionValue::Ints(v) => json!(v),
        OptionValue::Floats(v) => v.iter().map(|v| float(*v)).collect(),
        OptionValue::Bytes(range) => json!({ "bytes": [range.start, range.end] }),
    }
}

/// A FlexBuffers value as JSON; bytes as their number and first ones.
pub fn flex(value: &flexbuffers::Value) -> Value {
    use flexbuffers::Value as F;
    match value {
        F::Null => Value::Null,
        F::Bool(v) => json!(v),
        F::Int(v) => json!(v),
        F::Uint(v) => json!(v),
        F::Float(v) if v.is_finite() => json!(v),
        F::Float(v) => json!(if v.is_nan() {
            "nan"
        } else if *v > 0.0 {
            "inf"
        } else {
            "-inf"
        }),
        F::Text(v) => json!(v),
        F::Bytes(v) => json!({ "bytes": v.len(), "begin": v[..v.len().min(32)].escape_ascii().to_string() }),
        F::List(v) => v.iter().map(flex).collect(),
        F::Map(v) => Value::Object(v.iter().map(|(key, value)| (key.clone(), flex(value))).collect()),
    }
}

/// Flex ops contain the name of their op and the serialized NodeDef.
fn node_def(value: &flexbuffers::Value, source: &SharedSource, limits: &Limits) -> Option<NodeDef> {
    let flexbuffers::Value::List(parts) = value else { return None };
    let bytes = match parts.get(1)? {
        flexbuffers::Value::Text(text) => text.as_bytes(),
        flexbuffers::Value::Bytes(bytes) => bytes,
        _ => return None,
    };
    let bytes = prost::bytes::Bytes::copy_from_slice(bytes);
    let node: tf::NodeDef = proto::decode_part(&bytes, &**source, 0, "tensorflow.NodeDef", limits).ok()?;
    Some(super::tensorflow::node(&node))
}

fn conversion(stored: &tflite::Conversion) -> Conversion {
    let mode = |mode: &i32| tflite::optimization_mode_name(*mode).map_or_else(|| mode.to_string(), str::to_owned);
    Conversion {
        tensorflow_version: stored.tensorflow_version.clone(),
        api_version: stored.api_version,
        model_type: tflite::model_type_name(stored.model_type).unwrap_or_default().to_owned(),
        model_type_number: stored.model_type,
        model_hash: stored.model_hash.to_string(),
        optimization_modes: stored.optimization_modes.iter().map(mode).collect(),
        optimization_mode_numbers: stored.optimization_modes.clone(),
        allow_custom_ops: stored.allow_custom_ops,
        enable_select_tf_ops: stored.enable_select_tf_ops,
        force_select_tf_ops: stored.force_select_tf_ops,
    }
}

fn files(notes: &[FileNote]) -> Vec<(String, String, String)> {
    notes.iter().map(|f| (f.name.clone(), f.kind.to_owned(), f.description.clone())).collect()
}

fn author_metadata(metadata: tflite::ModelMetadata) -> ModelMetadata {
    let mut tensors = Vec::new();
    let mut notes = files(&metadata.files);
    for (index, graph) in metadata.subgraphs.into_iter().enumerate() {
        notes.extend(files(&graph.files));
        for (direction, side) in [("input", graph.inputs), ("output", graph.outputs)] {
            for tensor in side {
                let size = tensor.default_size.map(|(width, height)| format!("{width}×{height}"));
                let parts = [Some(tensor.content), Some(tensor.color_space), size.as_deref()];
                let parts: Vec<&str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
                tensors.push(TensorMetadata {
                    subgraph: index as u64,
                    direction: direction.to_owned(),
                    content: parts.join(", "),
                    steps: tensor.units.iter().map(step).collect(),
                    min: tensor.min.iter().map(|v| float(*v)).collect(),
                    max: tensor.max.iter().map(|v| float(*v)).collect(),
                    files: files(&tensor.files),
                    name: tensor.name,
                    description: tensor.description,
                    dimension_names: tensor.dimension_names,
                });
            }
        }
    }
    ModelMetadata {
        name: metadata.name,
        description: metadata.description,
        version: metadata.version,
        author: metadata.author,
        license: metadata.license,
        min_parser_version: metadata.min_parser_version,
        tensors,
        files: notes,
    }
}

/// The names of the schema, not translated text.
fn step(unit: &ProcessUnit) -> String {
    let list = |values: &[f32]| values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let names = |files: &[FileNote]| files.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join(" ");
    match unit {
        ProcessUnit::Normalization { mean, std } => format!("normalization: mean {}, std {}", list(mean), list(std)),
        ProcessUnit::ScoreCalibration { transformation, default_score } => {
            let transformation = match transformation {
                1 => "log",
                2 => "inverse logistic",
                _ => "identity",
            };
            format!("score calibration: {transformation}, default_score {default_score}")
        }
        ProcessUnit::ScoreThresholding { threshold } => {
            format!("score thresholding: global_score_threshold {threshold}")
        }
        ProcessUnit::BertTokenizer { vocabulary } => format!("bert tokenizer: {}", names(vocabulary)),
        ProcessUnit::SentencePiece { model, vocabulary } => {
            format!("sentencepiece tokenizer: {} {}", names(model), names(vocabulary)).trim_end().to_owned()
        }
        ProcessUnit::Unknown(kind) => format!("unknown({kind})"),
    }
}

/// The files in the zip after the model, with the text of text files.
fn associated(model: &Model, source: &SharedSource, limits: &Limits) -> Vec<AssociatedFile> {
    if model.associated_files.is_empty() {
        return Vec::new();
    }
    let Ok(archive) = Archive::open(source, limits) else { return Vec::new() };
    let one = |(index, member): (usize, &crate::formats::zip::Member)| {
        let mut out = AssociatedFile { name: member.name.clone(), bytes: member.size, ..AssociatedFile::default() };
        if member.size > ASSOCIATED {
            return out;
        }
        let file = archive.source(index, format!("{}/{}", source.name(), member.name));
        match read_range(&*file, 0..member.size, limits) {
            Ok(bytes) => {
                if let Ok(text) = std::str::from_utf8(&bytes)
                    && !text.contains('\0')
                {
                    out.lines = Some(text.lines().count() as u64);
                    let cut = (0..=SHOWN.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
                    out.text = Some(text[..cut].to_owned());
                }
            }
            Err(error) => out.error = Some(tell::error(&error)),
        }
        out
    };
    archive.members().iter().enumerate().map(one).collect()
}

/// A float as JSON, with the digits of its own width; as text if JSON has no number for it.
fn float(value: f32) -> serde_json::Value {
    let text = format!("{value:?}");
    let known = if value.is_nan() {
        "nan"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    if value.is_finite() { serde_json::from_str(&text).unwrap_or_default() } else { known.into() }
}
