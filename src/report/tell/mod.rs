//! Documents and assessments in the words of the contract, one file a kind of document.

mod places;
mod tflite;

use super::schema;
use crate::artifact::{Artifact, Document, Kind};
use crate::bytes::Limits;
pub use places::{error, evidence, place};

/// Tells everything about one artifact.
pub fn artifact(artifact: &Artifact, limits: &Limits) -> schema::Artifact {
    let mut told = schema::Artifact {
        kind: kind(artifact.kind),
        name: artifact.name.clone(),
        files: artifact.files.iter().map(|file| file.path.clone()).collect(),
        bytes: artifact.files.iter().map(|file| file.source.len()).sum(),
        error: artifact.error.as_ref().map(error),
        ..schema::Artifact::default()
    };
    match &artifact.document {
        Some(Document::Tflite(model)) => tflite::tell(model, &mut told),
        None => {}
    }
    let _ = limits;
    told
}

/// The contract's name of a kind.
fn kind(kind: Kind) -> schema::Kind {
    match kind {
        Kind::Tflite => schema::Kind::Tflite,
        Kind::SavedModel => schema::Kind::SavedModel,
        Kind::GraphDef => schema::Kind::GraphDef,
        Kind::MetaGraph => schema::Kind::MetaGraph,
        Kind::Checkpoint => schema::Kind::Checkpoint,
        Kind::CheckpointState => schema::Kind::CheckpointState,
        Kind::Keras => schema::Kind::Keras,
        Kind::Unknown => schema::Kind::Unknown,
    }
}

/// Reads the value of one variable: see [`super::Opened::values`].
pub fn values(artifact: &Artifact, told: &schema::Artifact, name: &str, limits: &Limits) -> Option<schema::Variable> {
    let _ = (artifact, limits);
    told.variables.iter().find(|variable| variable.name == name).cloned()
}
