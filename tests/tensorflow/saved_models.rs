//! Every SavedModel with a golden.

use crate::graphs::histogram;
use crate::support::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vintage::bytes::Limits;
use vintage::formats::dtype;
use vintage::formats::graph_def::{GraphDefExt, MetaGraph};
use vintage::formats::proto::tensorflow::{TensorInfo, tensor_info::Encoding};
use vintage::formats::saved_model::SavedModelDocument;
use vintage::formats::tensor_value::{Scalar, dims};
use vintage::restore::{ObjectGraph, Role};

fn goldens() -> Vec<(PathBuf, Value)> {
    let mut paths = files_below(&fixtures().join("savedmodels"), "/golden.json");
    paths.extend(files_below(&fixtures().join("public/savedmodels"), "/golden.json"));
    paths.into_iter().map(|p| (p.parent().unwrap().to_owned(), json(&p))).collect()
}

fn open(folder: &Path) -> vintage::bytes::Result<SavedModelDocument> {
    SavedModelDocument::open(saved_model_files(folder), &Limits::default())
}

#[test]
fn the_same_folders_are_refused() {
    let mut refused = Vec::new();
    for (folder, golden) in goldens() {
        let opened = open(&folder);
        // "Describe" is parsing; other errors of `load` are about ops and variables.
        match (golden.get("describe_error"), opened) {
            (None, Ok(document)) => {
                assert_eq!(Some(document.schema_version), golden["saved_model_schema_version"].as_i64());
            }
            (Some(_), Err(error)) => refused.push(error.id().to_owned()),
            (golden, ours) => panic!("{}: {golden:?} against {:?}", folder.display(), ours.err()),
        }
    }
    refused.sort_unstable();
    assert_eq!(refused.len(), 3, "{refused:?}");
    assert!(refused.iter().any(|id| id == "saved-model-missing"));
}

#[test]
fn meta_graphs_agree() {
    let mut seen = 0;
    for (folder, golden) in goldens() {
        let Some(metas) = golden["meta_graphs"].as_array() else { continue };
        let document = open(&folder).unwrap();
        assert_eq!(document.meta_graphs.len(), metas.len(), "{}", folder.display());
        for (meta, golden) in document.meta_graphs.iter().zip(metas) {
            same_meta(meta, golden, &folder.display().to_string());
            let tags: Vec<&str> = meta.tags().iter().map(String::as_str).collect();
            assert_eq!(document.by_tags(&tags).unwrap().tags(), meta.tags());
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

fn same_meta(meta: &MetaGraph, golden: &Value, shown: &str) {
    let graph = meta.graph();
    let info = meta.def.meta_info_def.clone().unwrap_or_default();
    let library = graph.library.clone().unwrap_or_default();
    let versions = graph.version_def();
    let mut stripped: Vec<String> =
        info.stripped_op_list.iter().flat_map(|l| &l.op).map(|op| op.name.clone()).collect();
    stripped.sort();
    let names = |f: &vintage::formats::proto::tensorflow::FunctionDef| f.signature.clone().unwrap_or_default().name;
    let functions: BTreeMap<String, usize> = library.function.iter().map(|f| (names(f), f.node_def.len())).collect();
    let gradients: BTreeMap<&str, &str> =
        library.gradient.iter().map(|g| (g.function_name.as_str(), g.gradient_func.as_str())).collect();
    let side = |tensors: &BTreeMap<String, TensorInfo>| -> Value {
        tensors
            .iter()
            .map(|(name, tensor)| (name.clone(), tensor_info(tensor)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    };
    let signatures: BTreeMap<&str, Value> = meta
        .def
        .signature_def
        .iter()
        .map(|(key, s)| {
            let value = json!({"method_name": s.method_name, "inputs": side(&s.inputs), "outputs": side(&s.outputs)});
            (key.as_str(), value)
        })
        .collect();
    let ours = json!({
        "tags": meta.tags(),
        "tensorflow_version": meta.tensorflow_version(),
        "tensorflow_git_version": info.tensorflow_git_version,
        "stripped_default_attrs": meta.stripped_default_attrs().unwrap_or(false),
        "stripped_op_list": stripped,
        "function_aliases": info.function_aliases,
        "versions": {
            "producer": versions.producer,
            "min_consumer": versions.min_consumer,
            "bad_consumers": versions.bad_consumers,
        },
        "signatures": signatures,
        "graph_nodes": graph.node.len(),
        "graph_ops": histogram(graph.node.iter()),
        "functions": functions,
        "gradients": gradients,
        "registered_gradients": library.registered_gradients.len(),
        "all_ops": histogram(graph.all_nodes()),
        "collections": meta.def.collection_def.keys().collect::<Vec<_>>(),
        "asset_files": meta.def.asset_file_def.iter().map(|a| &a.filename).collect::<Vec<_>>(),
    });
    for (key, ours) in ours.as_object().unwrap() {
        assert_eq!(ours, &golden[key], "{shown}: {key}");
    }
    assert_eq!(meta.spans.nodes.len(), graph.node.len(), "{shown}");
    assert_eq!(
        meta.spans.functions.iter().map(Vec::len).collect::<Vec<_>>(),
        library.function.iter().map(|f| f.node_def.len()).collect::<Vec<_>>(),
        "{shown}"
    );
    same_objects(meta, &golden["object_graph"], shown);
}

fn tensor_info(info: &TensorInfo) -> Value {
    let shape = info.tensor_shape.as_ref().map_or(Some(Vec::new()), dims);
    let name = match &info.encoding {
        Some(Encoding::Name(name)) => name.as_str(),
        _ => "",
    };
    let mut value = json!({"dtype": dtype::name(info.dtype), "name": name, "shape": shape});
    let encoding = match &info.encoding {
        Some(Encoding::CooSparse(_)) => Some("coo_sparse"),
        Some(Encoding::CompositeTensor(_)) => Some("composite_tensor"),
        _ => None,
    };
    if let Some(encoding) = encoding {
        value["encoding"] = encoding.into();
    }
    value
}

fn same_objects(meta: &MetaGraph, golden: &Value, shown: &str) {
    use vintage::formats::proto::tensorflow::saved_object::Kind;
    let Some(objects) = &meta.def.object_graph_def else {
        assert!(golden.is_null(), "{shown}");
        return;
    };
    assert_eq!(objects.nodes.len() as u64, golden["nodes"].as_u64().unwrap(), "{shown}");
    assert_eq!(objects.concrete_functions.len() as u64, golden["concrete_functions"].as_u64().unwrap(), "{shown}");
    let mut kinds = BTreeMap::<&str, u64>::new();
    for node in &objects.nodes {
        let kind = match &node.kind {
            Some(Kind::UserObject(_)) => "user_object",
            Some(Kind::Asset(_)) => "asset",
            Some(Kind::Function(_)) => "function",
            Some(Kind::Variable(_)) => "variable",
            Some(Kind::BareConcreteFunction(_)) => "bare_concrete_function",
            Some(Kind::Constant(_)) => "constant",
            Some(Kind::Resource(_)) => "resource",
            Some(Kind::CapturedTensor(_)) => "captured_tensor",
            None => "None",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    assert_eq!(json!(kinds), golden["kinds"], "{shown}");
    if let Some(root) = objects.nodes.first() {
        let mut functions = BTreeMap::new();
        for child in &root.children {
            if let Some(Kind::Function(f)) = &objects.nodes[child.node_id as usize].kind {
                functions.insert(child.local_name.as_str(), json!(f.concrete_functions));
            }
        }
        let expected: BTreeMap<&str, Value> = golden["functions"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, f)| (name.as_str(), f["concrete"].clone()))
            .collect();
        assert_eq!(functions, expected, "{shown}");
    }
    let built = ObjectGraph::from_saved_model(objects, &Limits::default());
    assert_eq!(built.problems, [], "{shown}");
    let variables = built.nodes.iter().filter(|n| matches!(n.role, Role::Variable | Role::SlotVariable)).count();
    assert_eq!(variables as u64, golden["kinds"]["variable"].as_u64().unwrap_or(0), "{shown}");
}

#[test]
fn fingerprints_agree() {
    let mut seen = 0;
    for (folder, golden) in goldens() {
        if golden.get("fingerprint").is_none() {
            continue;
        }
        let document = open(&folder).unwrap();
        let Some(expected) = golden["fingerprint"].as_object() else {
            assert!(document.fingerprint.is_none(), "{}", folder.display());
            continue;
        };
        let ours = document.fingerprint.unwrap().unwrap();
        let hash = |key: &str| expected.get(key).map_or(0, |v| v.as_str().unwrap().parse().unwrap());
        assert_eq!(ours.saved_model_checksum, hash("saved_model_checksum"));
        assert_eq!(ours.graph_def_program_hash, hash("graph_def_program_hash"));
        assert_eq!(ours.signature_def_hash, hash("signature_def_hash"));
        assert_eq!(ours.saved_object_graph_hash, hash("saved_object_graph_hash"));
        assert_eq!(ours.checkpoint_hash, hash("checkpoint_hash"));
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}

#[test]
fn variables_agree() {
    let mut seen = 0;
    for (folder, golden) in goldens() {
        let Some(expected) = golden["variables"].as_array().filter(|v| !v.is_empty()) else { continue };
        let checkpoint = open(&folder).unwrap().variables.unwrap().unwrap();
        assert_eq!(checkpoint.variables().len(), expected.len(), "{}", folder.display());
        for (ours, golden) in checkpoint.variables().iter().zip(expected) {
            let shown = format!("{} {}", folder.display(), ours.name);
            assert_eq!(ours.name, text(golden, "name"), "{shown}");
            assert_eq!(ours.dtype_name(), text(golden, "dtype"), "{shown}");
            assert_eq!(Value::from(ours.shape.clone()), golden["shape"], "{shown}");
            let Some(sum) = golden.get("sum") else { continue };
            let ours = match checkpoint.read(&ours.name).unwrap().sum().unwrap() {
                Scalar::Int(v) => v as f64,
                Scalar::Float(v) => v,
                other => panic!("{shown}: {other:?}"),
            };
            assert!(close(ours, number(sum), 1e-9), "{shown}: {ours} is not {sum}");
            seen += 1;
        }
    }
    assert!(seen > 30, "{seen}");
}

#[test]
fn variables_of_models_with_damaged_folders_say_what_is_missing() {
    let corrupt = fixtures().join("savedmodels/corrupt");
    assert!(open(&corrupt.join("variables_missing")).unwrap().variables.is_none());
    assert!(open(&corrupt.join("variables_index_missing")).unwrap().variables.is_none());
    assert!(open(&corrupt.join("pb_empty")).unwrap().meta_graphs.is_empty());
}

#[test]
fn keras_metadata_is_read() {
    let document = open(&fixtures().join("savedmodels/keras2_compiled")).unwrap();
    let metadata = document.keras_metadata.unwrap().unwrap();
    assert!(metadata.nodes.iter().any(|n| n.identifier == "_tf_keras_sequential"));
    let root = metadata.nodes.iter().find(|n| n.node_path == "root").unwrap();
    serde_json::from_str::<Value>(&root.metadata).unwrap();
}

/// A V1 checkpoint inside a SavedModel folder.
#[test]
fn old_models_keep_v1_variables() {
    let document = open(&fixtures().join("public/savedmodels/tf_0_14/half_plus_two")).unwrap();
    let checkpoint = document.variables.unwrap().unwrap();
    assert_eq!(checkpoint.form(), "v1");
    assert!(!checkpoint.variables().is_empty());
}
