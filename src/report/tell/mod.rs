//! Maps documents and assessments to the contract, one file per kind of document.

mod checkpoint;
mod compat;
mod facts;
mod graphs;
mod keras;
mod objects;
mod places;
mod tflite;

use super::schema;
use crate::artifact::{Artifact, Document, Unused};
use crate::bytes::Limits;
#[cfg(feature = "split-explorer")]
use crate::chunks::NotLoaded;
use crate::chunks::cut;
use crate::compat::{self as core, Assessment};
use crate::formats::keras::KerasDocument;
use crate::formats::tflite::Model as TfliteModel;
pub use places::{error, evidence, place};

/// Reports everything about one artifact, and returns its assessment; `None` without a window.
pub fn artifact(artifact: &Artifact, limits: &Limits) -> (schema::Artifact, Option<Assessment>) {
    let mut report = schema::Artifact {
        kind: artifact.kind,
        name: artifact.name.clone(),
        files: artifact.files.iter().map(|file| file.path.clone()).collect(),
        bytes: artifact.files.iter().map(|file| file.source.len()).sum(),
        error: artifact.error.as_ref().map(error),
        ..schema::Artifact::default()
    };
    let file = artifact.files.first().map_or("", |file| file.path.as_str());
    let assessment = match &artifact.document {
        Some(Document::Tflite(model)) => tflite_model(model, file, limits, &mut report).map(Some),
        Some(Document::Keras(document)) => keras_document(document, file, &mut report),
        Some(document @ (Document::Checkpoint(_) | Document::CheckpointState(_))) => {
            checkpoint_document(document, file, limits, &mut report)
        }
        Some(document) => tensorflow(document, limits, &mut report),
        None => Ok(None),
    };
    // The first problem may be the artifact's error itself; it is reported once.
    report.problems.retain(|problem| Some(problem) != report.error.as_ref());
    // Without the chunk that assesses there is no assessment; `chunks::complete` fetches it and starts again.
    let assessment = assessment.unwrap_or_default();
    if let Some(assessment) = &assessment {
        compat::tell(assessment, &mut report);
    }
    (report, assessment)
}

/// A file that is not used, and why.
pub fn unused(unused: &Unused) -> schema::Unused {
    schema::Unused { path: unused.file.path.clone(), bytes: unused.file.source.len(), reason: error(&unused.reason) }
}

cut!(
    tflite,
    load_tflite_model,
    /// Reports a TFLite model, and returns its assessment.
    fn tflite_model(model: &TfliteModel, file: &str, limits: &Limits, report: &mut schema::Artifact) -> Assessment {
        tflite::tell(model, file, report);
        core::assess_tflite(model, file, limits)
    }
);

cut!(
    tensorflow,
    load_tensorflow_document,
    /// Reports a graph or a SavedModel, and returns its assessment; `None` for other documents.
    fn tensorflow(document: &Document, limits: &Limits, report: &mut schema::Artifact) -> Option<Assessment> {
        match document {
            Document::SavedModel(model) => {
                graphs::saved_model(model, limits, report);
                Some(core::assess_saved_model(model, limits))
            }
            Document::GraphDef(graph) => {
                graphs::graph_def(&graph.graph, report);
                graph.form.name().clone_into(&mut report.identity.form);
                Some(core::assess_graph(graph, limits))
            }
            Document::MetaGraph(meta) => {
                graphs::meta_graph(&meta.def, report);
                meta.form.name().clone_into(&mut report.identity.form);
                Some(core::assess_meta_graph(meta, limits))
            }
            _ => None,
        }
    }
);

cut!(
    checkpoint,
    load_checkpoint_document,
    /// Reports a checkpoint or a state file, and returns the assessment; `None` for other documents and without facts.
    fn checkpoint_document(
        document: &Document,
        file: &str,
        limits: &Limits,
        report: &mut schema::Artifact,
    ) -> Option<Assessment> {
        match document {
            Document::Checkpoint(document) => {
                checkpoint::tell(document, limits, report);
                return Some(core::assess_checkpoint(document, file));
            }
            Document::CheckpointState(document) => checkpoint::state(document, report),
            _ => {}
        }
        None
    }
);

cut!(
    keras,
    load_keras_document,
    /// Reports a Keras file, and returns its assessment; `None` for HDF5 files not written by Keras.
    fn keras_document(document: &KerasDocument, file: &str, report: &mut schema::Artifact) -> Option<Assessment> {
        keras::tell(document, report);
        core::assess_keras(document, file)
    }
);

cut!(
    checkpoint,
    load_missing_members,
    /// The checkpoints that a state file lists and that were not opened with it.
    pub fn missing_members(this: &Artifact, all: &[Artifact]) -> Option<schema::Finding> {
        checkpoint::missing_members(this, all)
    }
);

/// Fetches the chunk for Keras files.
#[cfg(feature = "split-explorer")]
pub async fn load_keras() -> Result<(), NotLoaded> {
    load_keras_document().await
}

/// Fetches the chunk for TFLite models.
#[cfg(feature = "split-explorer")]
pub async fn load_tflite() -> Result<(), NotLoaded> {
    load_tflite_model().await
}

/// Fetches the chunk for graphs and SavedModels.
#[cfg(feature = "split-explorer")]
pub async fn load_tensorflow() -> Result<(), NotLoaded> {
    load_tensorflow_document().await
}

/// Fetches the chunk for checkpoints.
#[cfg(feature = "split-explorer")]
pub async fn load_checkpoint() -> Result<(), NotLoaded> {
    load_checkpoint_document().await?;
    load_missing_members().await
}
