//! Contract of the tensors of a node: the JSON of the explorer worker.

use crate::json::{readable, vocabulary};
use crate::report::schema::Place;
use serde::Serialize;

vocabulary! {
    /// The part of a tensor in its node.
    pub enum Part {
        /// The node reads it.
        #[default]
        Input = "input",
        /// The node writes it.
        Output = "output",
        /// The node keeps it during its work.
        Intermediate = "intermediate",
    }
}

/// The tensors of a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NodeTensors {
    /// Inputs, then outputs, then intermediates, each in the order of the file. Omitted optional ones are missing.
    pub tensors: Vec<NodeTensor>,
    /// Facts about its attributes.
    pub attributes: Vec<NodeAttribute>,
}
readable!(NodeTensors { tensors, attributes });

/// Facts about an attribute of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct NodeAttribute {
    /// Its name.
    pub name: String,
    /// Whether its value is what the op has without it.
    pub is_default: bool,
    /// Op version from which on a TFLite op has it, such as `v5`, or release from which on a TensorFlow op has it; empty if
    /// as old as the op, or unknown.
    pub since: String,
}
readable!(NodeAttribute { name, is_default, since });

/// A tensor of a node.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct NodeTensor {
    /// Part in the node.
    pub part: Part,
    /// Index among the node's tensors of this part.
    pub slot: u32,
    /// Name.
    pub name: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape; -1 for a dimension that is not known.
    pub shape: Vec<i64>,
    /// The name by which its value is asked for; empty if the file has no value of it.
    pub value: String,
    /// Bytes of the value.
    pub bytes: u64,
    /// Position of the value in its file, or of the node that holds it.
    pub at: Option<Place>,
    /// Scales and zero points.
    pub quantization: Option<Scales>,
    /// The axes of an image, if the value is a list of images, such as the filters of a convolution: rows, columns, and
    /// the axis with an image for each index.
    pub images: Vec<u32>,
    /// Whether it keeps its value between runs.
    pub variable: bool,
    /// The node that writes it, or the input of the graph that it is.
    pub writers: Vec<Link>,
    /// Nodes that read it, and the outputs of the graph that it is.
    pub readers: Vec<Link>,
    /// Readers that are not listed.
    pub more_readers: usize,
}
readable!(NodeTensor {
    part,
    slot,
    name,
    dtype,
    shape,
    value,
    bytes,
    at,
    quantization,
    images,
    variable,
    writers,
    readers,
    more_readers
});

/// Real value of a quantized one: scale * (value - zero point).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scales {
    /// One scale, or one for each index of `axis`.
    pub scales: Vec<f64>,
    /// As many zero points, or one.
    pub zero_points: Vec<i64>,
    /// The axis of the scales.
    pub axis: u32,
}
readable!(Scales { scales, zero_points, axis });

/// A node at the other end of a tensor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Index in the document; of a tensor if `op` is empty: then it is an input or output of the graph.
    pub node: u32,
    /// Op name.
    pub op: String,
    /// Name.
    pub name: String,
}
readable!(Link { node, op, name });
