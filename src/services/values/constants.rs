//! Constants of TensorFlow graphs as stored values. A graph has thousands of them, so none is listed: each is found by
//! its name, which is made of its graph and node.

use crate::artifact::{Artifact, Document};
use crate::bytes::{Limits, Result, Span};
use crate::formats::dtype;
use crate::formats::graph_def::{GraphDefExt, GraphSpans};
use crate::formats::proto::tensorflow::{GraphDef, NodeDef, TensorProto, attr_value::Value};
use crate::formats::stored::{Check, Held, Listed, Ordered, Stored, Stores};
use crate::formats::tensor_value::{TensorValue, dims};
use std::sync::Arc;

/// The nodes of one graph of an artifact.
pub struct Nodes<'a> {
    /// The nodes, in the order of the file.
    pub nodes: &'a [NodeDef],
    file: &'a Arc<str>,
    spans: &'a GraphSpans,
    function: Option<usize>,
}

impl Nodes<'_> {
    /// Position of a node in the file, as far as it is known.
    pub fn at(&self, node: usize) -> Span {
        let (range, field) = match self.function {
            None => (self.spans.node(node), format!("node[{node}]")),
            Some(function) => {
                let field = format!("library.function[{function}].node_def[{node}]");
                (self.spans.function_node(function, node), field)
            }
        };
        Span { file: self.file.clone(), range, field }
    }
}

/// The nodes of graph `which` of an artifact: graphs are numbered as in its report. `None` for other documents.
pub fn node_def(artifact: &Artifact, which: usize) -> Option<Nodes<'_>> {
    match artifact.document.as_ref()? {
        Document::GraphDef(document) => of_graph(&document.graph, which, &document.file, &document.spans),
        Document::MetaGraph(meta) => of_graph(meta.graph(), which, &meta.file, &meta.spans),
        Document::SavedModel(model) => {
            let mut left = which;
            model.meta_graphs.iter().find_map(|meta| {
                let found = of_graph(meta.graph(), left, &meta.file, &meta.spans);
                left = left.wrapping_sub(1 + meta.graph().functions().len());
                found
            })
        }
        _ => None,
    }
}

fn of_graph<'a>(graph: &'a GraphDef, which: usize, file: &'a Arc<str>, spans: &'a GraphSpans) -> Option<Nodes<'a>> {
    let function = which.checked_sub(1);
    let nodes = match function {
        None => &graph.node,
        Some(function) => &graph.functions().get(function)?.node_def,
    };
    Some(Nodes { nodes, file, spans, function })
}

/// The name of a node's constant among the values of its artifact; `None` for a node without one.
pub fn constant_name(which: usize, index: usize, node: &NodeDef) -> Option<String> {
    tensor(node).map(|_| format!("graphs[{which}].nodes[{index}]"))
}

fn tensor(node: &NodeDef) -> Option<&TensorProto> {
    match node.attr.get("value").and_then(|value| value.value.as_ref()) {
        Some(Value::Tensor(tensor)) if node.op == "Const" => Some(tensor),
        _ => None,
    }
}

/// One constant.
pub(super) struct Constant {
    listed: Listed,
    tensor: TensorProto,
}

/// The constant with a name of [`constant_name`].
pub(super) fn find(artifact: &Artifact, name: &str) -> Option<Constant> {
    let (which, index) = name.strip_prefix("graphs[")?.strip_suffix(']')?.split_once("].nodes[")?;
    let nodes = node_def(artifact, which.parse().ok()?)?.nodes;
    let node = nodes.get(index.parse::<usize>().ok()?)?;
    let tensor = tensor(node)?;
    let shape = tensor.tensor_shape.as_ref().map_or(Some(Vec::new()), dims).unwrap_or_default();
    let count = shape.iter().try_fold(1u64, |count, dim| count.checked_mul(u64::try_from(*dim).ok()?)).unwrap_or(0);
    let listed = Listed {
        name: name.to_owned(),
        label: node.name.clone(),
        dtype: dtype::label(tensor.dtype),
        shape,
        bytes: count.saturating_mul(dtype::size(tensor.dtype).unwrap_or(1)),
    };
    Some(Constant { listed, tensor: tensor.clone() })
}

/// The constant with a name of [`constant_name`], as its file lists it.
pub fn listed_constant(artifact: &Artifact, name: &str) -> Option<Listed> {
    find(artifact, name).map(|constant| constant.listed)
}

impl Constant {
    fn value(&self) -> Result<TensorValue> {
        TensorValue::from_proto(&self.tensor, &Limits::default())
    }
}

impl Stores for Constant {
    fn listed(&self) -> Vec<Listed> {
        vec![self.listed.clone()]
    }

    fn stored(&self, _: usize) -> Result<Stored> {
        Ok(Held::stored(self.value()?, Check::None))
    }

    fn ordered(&self, _: usize) -> Result<Ordered> {
        Ok(Ordered::held(self.value()?, Check::None))
    }
}
