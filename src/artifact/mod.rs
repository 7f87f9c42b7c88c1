//! Which dropped files belong together, told by content and not by extension.
//!
//! Owns: [`Dropped`] files, grouping (a prefix with its shards, a SavedModel folder, members of a zip), [`Artifact`]
//! and its [`Document`]. Must not know: releases, graphs, how anything is shown.

use crate::bytes::{Error, SharedSource};
use crate::formats;
use std::rc::Rc;

/// A file as it was dropped or given: its path relative to what was dropped, and its bytes.
#[derive(Clone)]
pub struct Dropped {
    /// Path with `/` between parts, such as `my_model/variables/variables.index`.
    pub path: String,
    /// The bytes.
    pub source: SharedSource,
}

/// What a group of files is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// TensorFlow Lite flatbuffer.
    Tflite,
    /// SavedModel folder.
    SavedModel,
    /// GraphDef, binary or text.
    GraphDef,
    /// MetaGraphDef (`.meta`), binary or text.
    MetaGraph,
    /// Checkpoint, V1 or V2.
    Checkpoint,
    /// The `checkpoint` state file.
    CheckpointState,
    /// Keras file (`.keras`, `.h5`).
    Keras,
    /// None of these.
    Unknown,
}

/// Files that belong together, and what could be read of them.
#[derive(Clone)]
pub struct Artifact {
    /// What it is.
    pub kind: Kind,
    /// Name to show: the file's, the folder's, or the checkpoint prefix.
    pub name: String,
    /// Its files.
    pub files: Vec<Dropped>,
    /// What was read; present even beside an error when a part could be read.
    pub document: Option<Document>,
    /// Why it could not be read, or not wholly.
    pub error: Option<Error>,
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
}

/// Groups dropped files by content.
pub fn group(_dropped: Vec<Dropped>, _limits: &crate::bytes::Limits) -> Vec<Artifact> {
    Vec::new()
}
