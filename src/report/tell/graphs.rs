//! GraphDefs, MetaGraphDefs and SavedModels in the form of the contract.

use super::facts::{fact, versions};
use super::{checkpoint, error};
use crate::bytes::{Error, Limits};
use crate::compat::channels;
use crate::formats::dtype;
use crate::formats::keras::saved_objects;
use crate::formats::proto::keras::SavedMetadata;
use crate::formats::proto::tensorflow::{
    self as tf, GraphDef, MetaGraphDef, NodeDef, SignatureDef, TensorShapeProto, tensor_info::Encoding,
};
use crate::formats::saved_model::SavedModelDocument;
use crate::report::schema::{self, GraphSummary, ProducerBasis, Signature, TensorInfo};
use crate::restore::ObjectGraph;
use std::collections::BTreeMap;

/// First and last release whose own GraphDef number is `producer`; `None` when no release has it, such as a nightly's.
fn releases_with(producer: i32) -> Option<(String, String)> {
    let channel = channels().iter().find(|channel| channel.id == "tensorflow")?;
    let mut with = channel.releases.iter().filter(|release| release.graph_def_version == Some(producer));
    let first = with.next()?.name;
    let last = with.next_back().map_or(first, |release| release.name);
    Some((first.to_owned(), last.to_owned()))
}

/// A bare graph: its versions (absent ones count as producer 0), the graph and its functions.
pub fn graph_def(graph: &GraphDef, report: &mut schema::Artifact) {
    let versions = graph.versions.as_ref().map(versions).unwrap_or_default();
    report.identity.producer_releases = releases_with(versions.producer);
    report.versions = Some(versions);
    report.graphs.push(summary("", &graph.node));
    for function in graph.library.iter().flat_map(|library| &library.function) {
        let name = function.signature.as_ref().map_or("", |signature| signature.name.as_str());
        report.graphs.push(summary(name, &function.node_def));
    }
}

/// The most important facts of a meta graph.
pub fn meta_graph(meta: &MetaGraphDef, report: &mut schema::Artifact) {
    if let Some(graph) = &meta.graph_def {
        graph_def(graph, report);
    }
    report.signatures.extend(meta.signature_def.iter().map(|(key, signature)| self::signature(key, signature)));
    let identity = &mut report.identity;
    if let Some(info) = &meta.meta_info_def {
        identity.tags.push(info.tags.clone());
        if !info.tensorflow_version.is_empty() && identity.producer.is_none() {
            identity.producer = Some(format!("tensorflow {}", info.tensorflow_version));
            identity.producer_basis = Some(ProducerBasis::MetaInfo);
        }
        fact(identity, "tensorflow_git_version", &info.tensorflow_git_version);
        fact(identity, "stripped_default_attrs", if info.stripped_default_attrs { "true" } else { "false" });
    }
    let list = |names: Vec<&str>| names.join(", ");
    fact(identity, "collections", &list(meta.collection_def.keys().map(String::as_str).collect()));
    fact(identity, "assets", &list(meta.asset_file_def.iter().map(|asset| asset.filename.as_str()).collect()));
}

/// A SavedModel; the first meta graph fills versions, graphs and signatures, the others add their tags and signatures.
pub fn saved_model(model: &SavedModelDocument, limits: &Limits, report: &mut schema::Artifact) {
    let tf2 = model.object_graph().is_some();
    report.identity.form = format!("{}, {}", if tf2 { "tf2" } else { "tf1" }, model.form.name());
    fact(&mut report.identity, "saved_model_schema_version", &model.schema_version.to_string());
    for (index, meta) in model.meta_graphs.iter().enumerate() {
        if index == 0 {
            meta_graph(&meta.def, report);
            continue;
        }
        let mut other = schema::Artifact::default();
        meta_graph(&meta.def, &mut other);
        let tags = other.identity.tags.concat().join(",");
        report.identity.tags.append(&mut other.identity.tags);
        // Later meta graphs have their tags in their names, to distinguish them.
        for mut graph in other.graphs {
            graph.name = format!("[{tags}] {}", graph.name).trim_end().to_owned();
            report.graphs.push(graph);
        }
        for mut signature in other.signatures {
            signature.key = format!("[{tags}] {}", signature.key);
            report.signatures.push(signature);
        }
    }
    if let Some(graph) = model.object_graph() {
        super::objects::tell(ObjectGraph::from_saved_model(graph, limits), report);
    }
    match &model.fingerprint {
        Some(Ok(fingerprint)) => fact(&mut report.identity, "fingerprint uuid", &fingerprint.uuid),
        Some(Err(problem)) => report.problems.push(error(problem)),
        None => {}
    }
    match &model.keras_metadata {
        Some(Ok(metadata)) => keras(metadata, report),
        Some(Err(problem)) => report.problems.push(error(problem)),
        None => {}
    }
    match &model.variables {
        Some(Ok(checkpoint)) => {
            checkpoint::variables(checkpoint, report);
            report.problems.extend(checkpoint.problems().iter().map(error));
        }
        Some(Err(problem)) => report.problems.push(error(problem)),
        None => {}
    }
}

/// Metadata of the Keras 2 exporter: the model, its layers, the release.
fn keras(metadata: &SavedMetadata, report: &mut schema::Artifact) {
    let objects = saved_objects(metadata);
    let identity = &mut report.identity;
    if let Some(root) = objects.first() {
        fact(identity, "keras class", &root.class);
        fact(identity, "keras model", &root.name);
        fact(identity, "keras version", root.keras_version.as_deref().unwrap_or_default());
    }
    let layers = objects.iter().filter(|object| object.identifier == "_tf_keras_layer").count();
    fact(identity, "keras layers", &layers.to_string());
    for (index, object) in objects.iter().enumerate() {
        if let Some(at) = object.damaged_at {
            let damaged = Error::malformed("keras-json-damaged").with("at", at);
            report.problems.push(error(&damaged.in_field(format!("keras_metadata.pb: nodes[{index}].metadata"))));
        }
    }
}

fn summary(name: &str, nodes: &[NodeDef]) -> GraphSummary {
    let mut ops = BTreeMap::new();
    for node in nodes {
        *ops.entry(node.op.clone()).or_insert(0) += 1;
    }
    GraphSummary { name: name.to_owned(), nodes: nodes.len() as u64, ops }
}

fn signature(key: &str, signature: &SignatureDef) -> Signature {
    let list = |infos: &BTreeMap<String, tf::TensorInfo>| infos.iter().map(|(name, info)| tensor(name, info)).collect();
    Signature {
        key: key.to_owned(),
        method: signature.method_name.clone(),
        inputs: list(&signature.inputs),
        outputs: list(&signature.outputs),
    }
}

fn tensor(name: &str, info: &tf::TensorInfo) -> TensorInfo {
    let tensor = match &info.encoding {
        Some(Encoding::Name(tensor)) => tensor.clone(),
        Some(Encoding::CooSparse(sparse)) => format!("sparse {}", sparse.values_tensor_name),
        Some(Encoding::CompositeTensor(composite)) => format!("composite of {}", composite.components.len()),
        None => String::new(),
    };
    TensorInfo {
        name: name.to_owned(),
        tensor,
        dtype: dtype::label(info.dtype),
        shape: info.tensor_shape.as_ref().and_then(shape),
    }
}

/// Dimensions, -1 for unknown ones; `None` for unknown rank.
pub fn shape(shape: &TensorShapeProto) -> Option<Vec<i64>> {
    (!shape.unknown_rank).then(|| shape.dim.iter().map(|dim| dim.size).collect())
}
