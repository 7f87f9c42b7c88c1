//! Groups dropped files that belong together, by content and not by extension.
//!
//! Owns: [`Dropped`] files, grouping (a prefix with its shards, a SavedModel folder, members of an archive),
//! [`Artifact`] and its [`Document`]. Must not know: releases, graphs, presentation.

mod archives;
mod checkpoints;
mod files;
mod needs;
mod open;
mod saved_models;
mod strangers;

use crate::bytes::{Error, Failure, Limits, SharedSource};
use crate::formats;
use crate::json::vocabulary;
pub use archives::is_archive;
use files::Files;
pub use needs::needs;
#[cfg(feature = "split-explorer")]
pub use open::{load_keras, load_tensorflow, load_tflite};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A file as it was dropped or given: its path relative to the drop, and its bytes.
#[derive(Clone)]
pub struct Dropped {
    /// Path with `/` between parts, such as `my_model/variables/variables.index`.
    pub path: String,
    /// The bytes.
    pub source: SharedSource,
}

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
    /// Why it is no artifact.
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

/// Progress of grouping: the file or folder being read, the number of finished artifacts, and of all.
pub type OnStep<'a> = &'a mut dyn FnMut(&str, u64, u64);

impl Dropped {
    /// Whether a name refers to this file.
    pub fn goes_by(&self, name: &str) -> bool {
        self.path == name || **self.source.name() == *name
    }
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

/// Fetches the chunk that opens archives and identifies foreign content.
#[cfg(feature = "split-explorer")]
pub async fn load_forms() -> Result<(), crate::chunks::NotLoaded> {
    archives::load().await?;
    strangers::load().await
}

/// Groups dropped files by content and reads them; returns the artifacts alone.
pub fn group(dropped: Vec<Dropped>, limits: &Limits) -> Vec<Artifact> {
    group_with(dropped, limits, &mut |_, _, _| {}).artifacts
}

/// Groups dropped files by content, reads them, and reports progress. Every file ends up in one artifact or among the
/// unused ones, except for those that operating systems add; an archive is replaced by its members.
pub fn group_with(dropped: Vec<Dropped>, limits: &Limits, on_step: OnStep<'_>) -> Grouped {
    let mut files = Files::new(archives::expand(dropped, limits));
    let mut claims = saved_models::claim(&mut files);
    claims.extend(checkpoints::claim(&mut files, limits));
    claims.extend(files.claim_rest(limits));
    // In the order in which the files came, unknown files last.
    crate::order::sort_by_key(&mut claims, |claim| (claim.kind == Kind::Unknown, claim.members.first().copied()));
    let of = claims.len() as u64;
    let mut grouped = Grouped { artifacts: Vec::with_capacity(claims.len()), unused: Vec::new() };
    let mut known = BTreeSet::new();
    for (done, mut claim) in claims.into_iter().enumerate() {
        on_step(&claim.name, done as u64, of);
        // Weight files without a model are unknown bytes; models have claimed theirs by now.
        if claim.kind == Kind::Unknown && claim.members.iter().all(|member| known.contains(member)) {
            continue;
        }
        let mut artifact = open::open(&mut claim, &files, limits);
        known.extend(claim.members);
        // A single file is an artifact of any kind. Beside a model an unknown file is unused, unless its name says that
        // it is a model.
        let beside = grouped.artifacts.first().is_some_and(|first| first.kind != Kind::Unknown);
        match artifact.error.take_if(|error| {
            beside && artifact.kind == Kind::Unknown && is_foreign(error) && !files::promises_model(&artifact.name)
        }) {
            Some(reason) => {
                grouped.unused.extend(artifact.files.pop().map(|file| Unused { file, reason }));
            }
            None => grouped.artifacts.push(artifact),
        }
    }
    grouped
}

/// Whether a file of unknown kind cannot hold a model. A damaged file, or a packed one that cannot be unpacked, may
/// hold one.
fn is_foreign(error: &Error) -> bool {
    let may_hold_one = matches!(error.id(), "zip-encrypted" | "zip-method" | "tar-sparse");
    match error.failure {
        Failure::Foreign => true,
        Failure::Unsupported => !may_hold_one,
        _ => error.id() == "file-empty",
    }
}
