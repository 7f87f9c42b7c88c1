//! Artifacts: files that belong together, with the document read from them.

use super::Dropped;
use crate::bytes::{Error, SharedSource};
use crate::formats;
use crate::json::vocabulary;
use std::rc::Rc;

vocabulary! {
    /// Kind of a group of files.
    pub enum Kind {
        /// TensorFlow Lite flatbuffer.
        Tflite = "tflite",
        /// SavedModel folder.
        SavedModel = "saved_model",
        /// GraphDef, binary or text.
        GraphDef = "graph_def",
        /// MetaGraphDef (`.meta`), binary or text.
        MetaGraph = "meta_graph",
        /// Checkpoint, V1 or V2.
        Checkpoint = "checkpoint",
        /// The `checkpoint` state file.
        CheckpointState = "checkpoint_state",
        /// Keras file (`.keras`, `.h5`).
        Keras = "keras",
        /// None of these.
        #[default]
        Unknown = "unknown",
    }
}

/// Files that belong together, with the document read from them.
#[derive(Clone)]
pub struct Artifact {
    /// Kind of the artifact.
    pub kind: Kind,
    /// Name to show: the file's, the folder's, or the checkpoint prefix.
    pub name: String,
    /// Its files.
    pub files: Vec<Dropped>,
    /// The document; also present beside an error when a part could be read.
    pub document: Option<Document>,
    /// The error of a file that cannot be read, or only in part.
    pub error: Option<Error>,
}

/// A file beside the artifacts that is not an artifact, such as a README: no answer depends on it.
#[derive(Clone)]
pub struct Unused {
    /// The file.
    pub file: Dropped,
    /// Why it is not an artifact.
    pub reason: Error,
}

/// Dropped files as artifacts and unused files.
#[derive(Clone, Default)]
pub struct Grouped {
    /// Files that belong together.
    pub artifacts: Vec<Artifact>,
    /// Files that are not models and belong to no artifact.
    pub unused: Vec<Unused>,
}

/// A document of any kind, shared and immutable.
#[derive(Clone)]
#[non_exhaustive]
pub enum Document {
    /// A `.tflite` file.
    Tflite(Rc<formats::tflite::Model>),
    /// A SavedModel folder.
    SavedModel(Rc<formats::saved_model::SavedModelDocument>),
    /// A GraphDef.
    GraphDef(Rc<formats::graph_def::GraphDocument>),
    /// A MetaGraphDef.
    MetaGraph(Rc<formats::graph_def::MetaGraph>),
    /// A checkpoint.
    Checkpoint(Rc<formats::checkpoint::Checkpoint>),
    /// The `checkpoint` state file.
    CheckpointState(Rc<formats::checkpoint::StateDocument>),
    /// A Keras file, or HDF5 not written by Keras.
    Keras(Rc<formats::keras::KerasDocument>),
}

impl Artifact {
    /// A file of the artifact, or a member of one, by name.
    pub fn source(&self, file: &str) -> Option<SharedSource> {
        let own = self.files.iter().find(|own| own.goes_by(file)).map(|own| own.source.clone());
        own.or_else(|| match &self.document {
            Some(Document::Keras(document)) => document.member(file),
            _ => None,
        })
    }
}
