//! Keras metadata of a SavedModel from the Keras 2 exporter: class and configuration of each Keras object of the graph.

use super::{Model, Value};
use crate::formats::proto::keras::SavedMetadata;

/// A Keras object of a SavedModel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedObject {
    /// Index in the object graph.
    pub node: i32,
    /// Path from the root, such as `root.layer-0`.
    pub path: String,
    /// Kind: `_tf_keras_layer`, `_tf_keras_model`, `_tf_keras_sequential`, …
    pub identifier: String,
    /// Class, such as `Dense`; empty when not recorded.
    pub class: String,
    /// Name; empty when not recorded.
    pub name: String,
    /// Release of Keras, if recorded.
    pub keras_version: Option<String>,
    /// The model, when it is one that can be parsed.
    pub model: Option<Model>,
    /// Byte where the metadata stops being JSON.
    pub damaged_at: Option<usize>,
}

/// The objects, in the order of the file.
pub fn saved_objects(metadata: &SavedMetadata) -> Vec<SavedObject> {
    let object = |node: &crate::formats::proto::keras::SavedObject| {
        let (value, damaged_at) = match Value::parse(&node.metadata) {
            Ok(value) => (value, None),
            // Some objects have no metadata.
            Err(_) if node.metadata.is_empty() => (Value::Null, None),
            Err(at) => (Value::Null, Some(at)),
        };
        let text = |key: &str| value.get(key).text().unwrap_or_default().to_owned();
        let is_model =
            matches!(node.identifier.as_str(), "_tf_keras_model" | "_tf_keras_sequential" | "_tf_keras_network");
        SavedObject {
            node: node.node_id,
            path: node.node_path.clone(),
            identifier: node.identifier.clone(),
            class: text("class_name"),
            name: text("name"),
            keras_version: value.get("keras_version").text().map(str::to_owned),
            model: if is_model { Model::of(&value) } else { None },
            damaged_at,
        }
    };
    metadata.nodes.iter().map(object).collect()
}
