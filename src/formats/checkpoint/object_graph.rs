//! The object graph of an object-based checkpoint, which is stored as one of its values.

use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::formats::dtype;
use crate::formats::proto::decode_part;
use crate::formats::proto::tensorflow::TrackableObjectGraph;
use crate::formats::tensor_value::{Data, TensorValue};

/// Key of the object graph in an object-based checkpoint.
pub const OBJECT_GRAPH_KEY: &str = "_CHECKPOINTABLE_OBJECT_GRAPH";

/// Decodes the object graph from the string under [`OBJECT_GRAPH_KEY`].
pub(super) fn object_graph_of(
    value: &TensorValue,
    source: &SharedSource,
    limits: &Limits,
) -> Result<TrackableObjectGraph> {
    match &value.data {
        Data::Strings(texts) if texts.len() == 1 => {
            decode_part(&texts[0], &**source, 0, "tensorflow.TrackableObjectGraph", limits).map_err(|mut error| {
                // Offsets count from the message, which is inside a string: they are not positions in the file.
                error.at.range = None;
                error.in_field(OBJECT_GRAPH_KEY)
            })
        }
        _ => Err(Error::malformed("object-graph-not-a-string")
            .with("dtype", dtype::label(value.dtype))
            .at(source.span(0..source.len()).field(OBJECT_GRAPH_KEY))),
    }
}
