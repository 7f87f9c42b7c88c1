//! The tensors of one node of a graph: type, shape, position, scales, the nodes at their other ends, and the names by
//! which their values are asked for.
//!
//! Facts about the node's attributes are beside them: one question is enough for a node.
//!
//! Owns: describing them for each kind of document. Must not know: values, which [`super::values`] reads.

mod readers;
pub mod schema;
mod tensorflow;
mod tflite;

use crate::artifact::Document;
use crate::report::Opened;
use schema::{NodeAttribute, NodeTensor, NodeTensors, Part};

impl Opened {
    /// The tensors of a node, by its index in the source document; with `end`, of an input or output of the graph.
    /// `which` is the graph as in [`Self::graph`]. Empty for nodes without tensors.
    pub fn tensors(&self, artifact: usize, which: Option<usize>, node: u32, end: bool) -> NodeTensors {
        NodeTensors {
            tensors: self.described(artifact, which, node, end).unwrap_or_default(),
            attributes: which.filter(|_| !end).and_then(|which| self.known(artifact, which, node)).unwrap_or_default(),
        }
    }

    /// Facts about the attributes of a node.
    fn known(&self, artifact: usize, which: usize, node: u32) -> Option<Vec<NodeAttribute>> {
        let opened = self.artifacts.get(artifact)?;
        match opened.document.as_ref()? {
            Document::Tflite(model) => tflite::attributes(model, which, node),
            _ => tensorflow::attributes(opened, which, node),
        }
    }

    fn described(&self, artifact: usize, which: Option<usize>, node: u32, end: bool) -> Option<Vec<NodeTensor>> {
        let opened = self.artifacts.get(artifact)?;
        let Some(which) = which else { return self.variables(artifact, node) };
        match opened.document.as_ref()? {
            Document::Tflite(model) => tflite::tensors(model, opened.files.first()?, which, node, end),
            _ if end => None,
            _ => tensorflow::tensors(opened, which, node),
        }
    }

    /// The variables of an object of a checkpoint.
    fn variables(&self, artifact: usize, node: u32) -> Option<Vec<NodeTensor>> {
        let report = self.report.artifacts.get(artifact)?;
        let object = report.object_graph.as_ref()?.nodes.get(node as usize)?;
        let found = object.attributes.iter().filter_map(|attribute| {
            let variable = report.variables.iter().find(|variable| variable.name == attribute.key)?;
            Some(NodeTensor {
                part: Part::Output,
                name: attribute.key.clone(),
                dtype: variable.dtype.clone(),
                shape: variable.shape.clone(),
                value: attribute.key.clone(),
                bytes: variable.bytes,
                ..NodeTensor::default()
            })
        });
        Some((0..).zip(found).map(|(slot, tensor)| NodeTensor { slot, ..tensor }).collect())
    }
}
