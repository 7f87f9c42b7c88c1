//! Documents and assessments in the words of the contract, one file a kind of document.

mod checkpoint;
mod compat;
mod graphs;
mod objects;
mod places;
mod tflite;

use super::schema;
use crate::artifact::{Artifact, Document, Kind};
use crate::bytes::Limits;
use crate::compat::{self as core, Assessment};
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
        Some(Document::SavedModel(model)) => graphs::saved_model(model, limits, &mut told),
        Some(Document::GraphDef(graph)) => {
            graphs::graph_def(&graph.graph, &mut told);
            graph.form.name().clone_into(&mut told.identity.form);
        }
        Some(Document::MetaGraph(meta)) => {
            graphs::meta_graph(&meta.def, &mut told);
            meta.form.name().clone_into(&mut told.identity.form);
        }
        Some(Document::Checkpoint(checkpoint)) => checkpoint::tell(checkpoint, limits, &mut told),
        Some(Document::CheckpointState(state)) => checkpoint::state(state, &mut told),
        _ => {}
    }
    // The first problem may be the artifact's error itself; it is said once.
    told.problems.retain(|problem| Some(problem) != told.error.as_ref());
    if let Some(assessment) = assess(artifact, limits) {
        compat::tell(&assessment, &mut told);
    }
    told
}

/// What the compatibility core says of a document; `None` where it has nothing to go by.
fn assess(artifact: &Artifact, limits: &Limits) -> Option<Assessment> {
    let file = artifact.files.first().map_or("", |file| file.path.as_str());
    match artifact.document.as_ref()? {
        Document::Tflite(model) => Some(core::assess_tflite(model, file, limits)),
        Document::SavedModel(model) => Some(core::assess_saved_model(model, limits)),
        Document::GraphDef(graph) => Some(core::assess_graph(graph, limits)),
        Document::MetaGraph(meta) => Some(core::assess_meta_graph(meta, limits)),
        Document::Checkpoint(checkpoint) => Some(core::assess_checkpoint(checkpoint, file)),
        Document::CheckpointState(_) => None,
    }
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
pub fn values(artifact: &Artifact, told: &schema::Artifact, name: &str) -> Option<schema::Variable> {
    let listed = told.variables.iter().find(|variable| variable.name == name)?;
    let checkpoint = match artifact.document.as_ref()? {
        Document::Checkpoint(checkpoint) => checkpoint,
        Document::SavedModel(model) => model.variables.as_ref()?.as_ref().ok()?,
        _ => return None,
    };
    Some(checkpoint::value(checkpoint, listed))
}
