//! Meta graphs, functions, fingerprints and checkpoints in full.

use super::Extent;
use super::schema::*;
use crate::formats::checkpoint::{self, OBJECT_GRAPH_KEY};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::{
    self as tf, GraphDef, MetaGraphDef, SavedObjectGraph, StructuredValue, VariableDef, collection_def, op_def::ArgDef,
    saved_object, structured_value::Kind as S,
};
use crate::formats::shown::bytes_text;
use prost::Message;
use std::collections::BTreeMap;

/// Maximum nesting of structured values.
const DEPTH: u32 = 24;
/// Maximum characters of a signature as text.
const TEXT: usize = 2000;

/// A meta graph; `assets` are the files of the folder, and whether the complete folder was seen.
pub fn meta_graph(meta: &MetaGraphDef, assets: Option<(&Vec<String>, bool)>, extent: Extent) -> MetaGraph {
    let mut details = meta.graph_def.as_ref().map(|def| graph(def, extent)).unwrap_or_default();
    if let Some(info) = &meta.meta_info_def {
        details.tags.clone_from(&info.tags);
        details.tensorflow_version.clone_from(&info.tensorflow_version);
        details.tensorflow_git_version.clone_from(&info.tensorflow_git_version);
        details.stripped_default_attrs = info.stripped_default_attrs;
        details.stripped_ops = info.stripped_op_list.iter().flat_map(|l| &l.op).map(|op| op.name.clone()).collect();
        details.function_aliases.clone_from(&info.function_aliases);
    }
    details.collections = meta.collection_def.iter().map(|(name, def)| collection(name, def, extent.most)).collect();
    let asset = |asset: &tf::AssetFileDef| Asset {
        filename: asset.filename.clone(),
        tensor: asset.tensor_info.as_ref().map(tensor_name).unwrap_or_default(),
        present: assets.and_then(|(files, whole)| {
            let here = files.contains(&asset.filename);
            (here || whole).then_some(here)
        }),
    };
    details.assets = meta.asset_file_def.iter().map(asset).collect();
    details.saver = meta.saver_def.as_ref().map(|saver| Saver {
        filename_tensor: saver.filename_tensor_name.clone(),
        save_tensor: saver.save_tensor_name.clone(),
        restore_op: saver.restore_op_name.clone(),
        max_to_keep: saver.max_to_keep,
        sharded: saver.sharded,
        version: match saver.version {
            0 => "LEGACY".to_owned(),
            1 => "V1".to_owned(),
            2 => "V2".to_owned(),
            other => other.to_string(),
        },
    });
    if let Some(objects) = &meta.object_graph_def {
        self::objects(objects, &mut details);
    }
    details
}

fn tensor_name(info: &tf::TensorInfo) -> String {
    match &info.encoding {
        Some(tf::tensor_info::Encoding::Name(name)) => name.clone(),
        _ => String::new(),
    }
}

/// A bare graph: its nodes and functions.
pub fn graph(graph: &GraphDef, extent: Extent) -> MetaGraph {
    let nodes = |nodes: &[tf::NodeDef]| match extent.nodes {
        true => nodes.iter().map(node).collect(),
        false => Vec::new(),
    };
    let mut details = MetaGraph { nodes: nodes(&graph.node), ..MetaGraph::default() };
    let Some(library) = &graph.library else { return details };
    let function = |function: &tf::FunctionDef| {
        let signature = function.signature.clone().unwrap_or_default();
        Function {
            inputs: signature.input_arg.iter().map(argument).collect(),
            outputs: signature.output_arg.iter().map(argument).collect(),
            count: function.node_def.len() as u64,
            nodes: nodes(&function.node_def),
            attrs: function.attr.keys().cloned().collect(),
            name: signature.name,
        }
    };
    details.functions = library.function.iter().map(function).collect();
    details.gradients = library.gradient.iter().map(|g| (g.function_name.clone(), g.gradient_func.clone())).collect();
    details.registered_gradients = library.registered_gradients.len() as u64;
    details
}

/// A node, with its attrs as text.
pub fn node(node: &tf::NodeDef) -> NodeDef {
    NodeDef {
        name: node.name.clone(),
        op: node.op.clone(),
        inputs: node.input.clone(),
        device: node.device.clone(),
        attrs: node.attr.iter().map(|(name, attr)| (name.clone(), attr_text(attr))).collect(),
    }
}

/// An attr as text; for a tensor its type and shape.
pub fn attr_text(attr: &tf::AttrValue) -> String {
    use tf::attr_value::Value as A;
    let types = |types: &[i32]| types.iter().map(|t| dtype::label(*t)).collect::<Vec<_>>().join(", ");
    match &attr.value {
        None => String::new(),
        Some(A::S(v)) => bytes_text(v, TEXT),
        Some(A::I(v)) => v.to_string(),
        Some(A::F(v)) => v.to_string(),
        Some(A::B(v)) => v.to_string(),
        Some(A::Type(v)) => dtype::label(*v),
        Some(A::Shape(v)) => shape_text(v),
        Some(A::Tensor(v)) => {
            let shape = v.tensor_shape.as_ref().map(shape_text).unwrap_or_default();
            format!("{} {shape}", dtype::label(v.dtype))
        }
        Some(A::Placeholder(v)) => format!("${v}"),
        Some(A::Func(v)) => v.name.clone(),
        Some(A::List(v)) => {
            let mut parts: Vec<String> = v.i.iter().map(ToString::to_string).collect();
            parts.extend(v.f.iter().map(ToString::to_string));
            parts.extend(v.b.iter().map(ToString::to_string));
            parts.extend(v.s.iter().map(|s| bytes_text(s, TEXT)));
            parts.extend((!v.r#type.is_empty()).then(|| types(&v.r#type)));
            parts.extend(v.shape.iter().map(shape_text));
            parts.extend(v.func.iter().map(|f| f.name.clone()));
            format!("[{}]", parts.join(", "))
        }
    }
}

/// Name and dtype of an argument: a dtype, the attr that defines it, or a list of either.
pub fn argument(arg: &ArgDef) -> (String, String) {
    let one = if arg.type_attr.is_empty() { dtype::label(arg.r#type) } else { arg.type_attr.clone() };
    let what = match (arg.type_list_attr.as_str(), arg.number_attr.as_str()) {
        ("", "") => one,
        ("", number) => format!("{number} * {one}"),
        (list, _) => list.to_owned(),
    };
    (arg.name.clone(), if arg.is_ref { format!("ref {what}") } else { what })
}

fn collection(name: &str, def: &tf::CollectionDef, most: usize) -> Collection {
    use collection_def::Kind as C;
    let text = |value: &prost::bytes::Bytes| match VariableDef::decode(value.clone()) {
        // Collections of variables contain their VariableDefs.
        Ok(variable) if !variable.variable_name.is_empty() && name.contains("variable") => variable.variable_name,
        _ => value[..value.len().min(80)].escape_ascii().to_string(),
    };
    let (kind, count, first): (_, _, Vec<String>) = match &def.kind {
        None => ("", 0, Vec::new()),
        Some(C::NodeList(list)) => ("nodes", list.value.len(), list.value.iter().take(most).cloned().collect()),
        Some(C::BytesList(list)) => ("bytes", list.value.len(), list.value.iter().take(most).map(text).collect()),
        Some(C::Int64List(list)) => {
            ("ints", list.value.len(), list.value.iter().take(most).map(ToString::to_string).collect())
        }
        Some(C::FloatList(list)) => {
            ("floats", list.value.len(), list.value.iter().take(most).map(ToString::to_string).collect())
        }
        Some(C::AnyList(list)) => {
            ("any", list.value.len(), list.value.iter().take(most).map(|any| any.type_url.clone()).collect())
        }
    };
    Collection { name: name.to_owned(), kind: kind.to_owned(), count: count as u64, first }
}

/// The objects of a TF2 SavedModel: kinds, functions of the root, and objects with their own types.
fn objects(graph: &SavedObjectGraph, details: &mut MetaGraph) {
    use saved_object::Kind as K;
    let mut kinds = BTreeMap::new();
    for node in &graph.nodes {
        let kind = match &node.kind {
            Some(K::UserObject(_)) => "user_object",
            Some(K::Asset(_)) => "asset",
            Some(K::Function(_)) => "function",
            Some(K::Variable(_)) => "variable",
            Some(K::BareConcreteFunction(_)) => "bare_concrete_function",
            Some(K::Constant(_)) => "constant",
            Some(K::Resource(_)) => "resource",
            Some(K::CapturedTensor(_)) => "captured_tensor",
            None => "None",
        };
        *kinds.entry(kind.to_owned()).or_insert(0) += 1;
    }
    details.object_kinds = kinds;
    details.concrete_functions = graph.concrete_functions.len() as u64;
    let children = graph.nodes.first().map_or(&[][..], |root| &root.children);
    for child in children {
        let node = usize::try_from(child.node_id).ok().and_then(|id| graph.nodes.get(id));
        match node.and_then(|node| node.kind.as_ref()) {
            Some(K::Function(function)) => {
                let spec = function.function_spec.as_ref();
                details.saved_functions.push(SavedFunction {
                    name: child.local_name.clone(),
                    concrete: function.concrete_functions.clone(),
                    arguments: spec.and_then(|s| s.fullargspec.as_ref()).map(arguments).unwrap_or_default(),
                    input_signature: spec
                        .and_then(|s| s.input_signature.as_ref())
                        .map(|value| structured(value, DEPTH))
                        .unwrap_or_default(),
                });
            }
            Some(K::UserObject(object)) => {
                let version = object.version.as_ref().map_or(0, |v| v.producer);
                details.object_types.push((child.local_name.clone(), object.identifier.clone(), version));
            }
            _ => {}
        }
    }
}

/// `args` of the named tuple that describes a Python function's arguments.
fn arguments(spec: &StructuredValue) -> Vec<String> {
    let Some(S::NamedTupleValue(tuple)) = &spec.kind else { return Vec::new() };
    let args = tuple.values.iter().find(|pair| pair.key == "args").and_then(|pair| pair.value.as_ref());
    let Some(S::ListValue(list)) = args.and_then(|value| value.kind.as_ref()) else { return Vec::new() };
    let text = |value: &StructuredValue| match &value.kind {
        Some(S::StringValue(text)) => Some(text.clone()),
        _ => None,
    };
    list.values.iter().filter_map(text).collect()
}

/// A structured value as Python would print it, roughly.
fn structured(value: &StructuredValue, depth: u32) -> String {
    let Some(deeper) = depth.checked_sub(1) else { return "…".to_owned() };
    let list = |values: &[StructuredValue]| values.iter().map(|v| structured(v, deeper)).collect::<Vec<_>>().join(", ");
    let mut text = match &value.kind {
        None | Some(S::NoneValue(_)) => "None".to_owned(),
        Some(S::Float64Value(v)) => v.to_string(),
        Some(S::Int64Value(v)) => v.to_string(),
        Some(S::StringValue(v)) => format!("'{v}'"),
        Some(S::BoolValue(v)) => v.to_string(),
        Some(S::TensorShapeValue(v)) => shape_text(v),
        Some(S::TensorDtypeValue(v)) => dtype::label(*v),
        Some(S::TensorSpecValue(v)) => {
            let shape = v.shape.as_ref().map(shape_text).unwrap_or_default();
            format!("{}: {} {shape}", v.name, dtype::label(v.dtype))
        }
        Some(S::TypeSpecValue(v)) => format!(
            "{}({})",
            v.type_spec_class_name,
            v.type_state.as_ref().map(|state| structured(state, deeper)).unwrap_or_default()
        ),
        Some(S::BoundedTensorSpecValue(v)) => {
            let shape = v.shape.as_ref().map(shape_text).unwrap_or_default();
            format!("{}: {} {shape}", v.name, dtype::label(v.dtype))
        }
        Some(S::ListValue(v)) => format!("[{}]", list(&v.values)),
        Some(S::TupleValue(v)) => format!("({})", list(&v.values)),
        Some(S::DictValue(v)) => {
            let fields = v.fields.iter().map(|(key, value)| format!("{key}: {}", structured(value, deeper)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Some(S::NamedTupleValue(v)) => {
            let one = |pair: &tf::PairValue| {
                format!("{}={}", pair.key, pair.value.as_ref().map(|v| structured(v, deeper)).unwrap_or_default())
            };
            format!("{}({})", v.name, v.values.iter().map(one).collect::<Vec<_>>().join(", "))
        }
        #[allow(unreachable_patterns)] // newer kinds
        Some(_) => "?".to_owned(),
    };
    if let Some((cut, _)) = text.char_indices().nth(TEXT) {
        text.truncate(cut);
        text.push('…');
    }
    text
}

/// A fingerprint.
pub fn fingerprint(stored: &tf::FingerprintDef) -> Fingerprint {
    Fingerprint {
        saved_model_checksum: stored.saved_model_checksum.to_string(),
        graph_def_program_hash: stored.graph_def_program_hash.to_string(),
        signature_def_hash: stored.signature_def_hash.to_string(),
        saved_object_graph_hash: stored.saved_object_graph_hash.to_string(),
        checkpoint_hash: stored.checkpoint_hash.to_string(),
        uuid: stored.uuid.clone(),
        version: stored.version.as_ref().map_or(0, |v| v.producer),
    }
}

/// Storage of a checkpoint's variables.
pub fn checkpoint(checkpoint: &checkpoint::Checkpoint) -> Checkpoint {
    let endianness = match checkpoint {
        checkpoint::Checkpoint::V2(bundle) if bundle.header().big_endian => "big",
        _ => "little",
    };
    let entry = |variable: &checkpoint::Variable| Entry {
        name: variable.name.clone(),
        shard: variable.shard,
        offset: variable.offset,
        bytes: variable.bytes,
        crc32c: variable.crc32c,
        slices: variable.slices.iter().map(checkpoint::Slice::spec).collect(),
    };
    let listed = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
    Checkpoint {
        shards: u64::from(checkpoint.shard_count()),
        endianness: endianness.to_owned(),
        entries: listed.map(entry).collect(),
    }
}

/// `[1, ?, 3]`; `?` for an unknown rank.
fn shape_text(shape: &crate::formats::proto::tensorflow::TensorShapeProto) -> String {
    if shape.unknown_rank {
        return "?".to_owned();
    }
    let dims = shape.dim.iter().map(|dim| if dim.size < 0 { "?".to_owned() } else { dim.size.to_string() });
    format!("[{}]", dims.collect::<Vec<_>>().join(", "))
}
