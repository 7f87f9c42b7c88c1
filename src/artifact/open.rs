//! Turns a claim into an artifact: reads the files and records errors.

use super::files::{Claim, Entry, Files, Form};
use super::{Artifact, Document, Kind, archives, checkpoints, saved_models, strangers};
use crate::bytes::{Cause, Error, Failure, Limits, Result, SharedSource};
use crate::chunks::{NotLoaded, cut};
use crate::formats::checkpoint::{Checkpoint, StateDocument};
use crate::formats::foreign::is_git_lfs;
use crate::formats::graph_def::{GraphDocument, MetaGraph};
use crate::formats::keras::{KerasDocument, KerasFiles};
use crate::formats::probe::Format;
use crate::formats::saved_model::{SavedModelDocument, SavedModelFiles};
use crate::formats::tflite;
use std::cell::RefCell;
use std::rc::Rc;

/// A document, and the error of an unreadable part.
type Opened = Result<(Document, Option<Error>)>;

/// Reads the files of a claim. Files that a model refers to become members too.
pub fn open(claim: &mut Claim, files: &Files, limits: &Limits) -> Artifact {
    let member = |index: usize| files.entry(index);
    let source = |index: usize| member(index).file.source.clone();
    let named = RefCell::new(Vec::new());
    let head = member(head_of(claim, files));
    let opened = match &claim.form {
        // The file that the others depend on decides: a web page is not given to a reader.
        _ if let Some(error) = unread(head).filter(|_| !is_empty_message(claim, head)) => Err(error),
        Form::Single(Format::Tflite) => {
            let beside = |name: &str| {
                let found = files.beside(claim.members[0], name)?;
                named.borrow_mut().push(found);
                Some(source(found))
            };
            flat(tflite_model(&source(claim.members[0]), &beside, limits))
        }
        // Beside a model its kind is unknown, and it is not read.
        Form::Single(Format::Events) if claim.kind == Kind::Unknown => Err(strangers::log(&head.file.source)),
        Form::Single(format) => single(*format, &source(claim.members[0]), limits),
        Form::SavedModel(folder) => saved_model(folder, claim.members.iter().map(|&i| member(i)), limits),
        Form::BundleV2 { index, shards } => {
            let shards = shards.iter().map(|&(id, shard)| (id, source(shard))).collect();
            flat(checkpoint_v2(source(*index), shards, limits))
        }
        Form::BundleV1 => flat(checkpoint_v1(claim.members.iter().map(|&i| source(i)).collect(), limits)),
        Form::ShardsOnly => {
            let first = member(claim.members[0]);
            Err(Error::malformed("checkpoint-index-missing")
                .with("index", format!("{}.index", claim.name))
                .with("count", claim.members.len())
                .at(first.file.source.span(0..0)))
        }
    };
    let (document, mut error) = match opened {
        Ok((document, error)) => (Some(document), error),
        Err(error) => (None, Some(error)),
    };
    // It is still a message, and TensorFlow reads it as one.
    if head.format == Format::Empty {
        error = Some(strangers::empty(&head.file.source));
    }
    // Data files may hold any bytes, so a Git LFS pointer instead of one is noticed only when values are read.
    if let Some(pointer) = claim.members.iter().find_map(|&index| pointer(member(index))) {
        error = Some(pointer);
    }
    for index in named.into_inner() {
        if !claim.members.contains(&index) {
            claim.members.push(index);
        }
    }
    let files = claim.members.iter().map(|&i| member(i).file.clone()).collect();
    // A log without a graph is no model.
    if claim.is_log() && error.as_ref().is_some_and(|error| error.failure == Failure::Foreign) {
        claim.kind = Kind::Unknown;
    }
    Artifact { kind: claim.kind, name: claim.name.clone(), files, document, error }
}

/// The member of a claim that is read first.
fn head_of(claim: &Claim, files: &Files) -> usize {
    match &claim.form {
        Form::BundleV2 { index, .. } => *index,
        Form::SavedModel(_) => {
            let form = |index: usize| saved_models::form(files.entry(index).base());
            let heads = claim.members.iter().copied().filter(|&index| form(index).is_some());
            heads.min_by_key(|&index| form(index)).unwrap_or(claim.members[0])
        }
        _ => claim.members[0],
    }
}

/// Whether a file without bytes is a message without fields, which TensorFlow reads.
fn is_empty_message(claim: &Claim, head: &Entry) -> bool {
    let is_message = match &claim.form {
        Form::Single(format) => matches!(format, Format::GraphDef | Format::GraphDefText),
        Form::SavedModel(_) => {
            matches!(
                saved_models::form(head.base()),
                Some(saved_models::HeadForm::Binary | saved_models::HeadForm::Text)
            )
        }
        _ => false,
    };
    head.format == Format::Empty && is_message
}

/// The error for content that no reader takes; `None` if a reader must try.
fn unread(entry: &Entry) -> Option<Error> {
    let named = || match entry.format {
        Format::Empty => Some(strangers::empty(&entry.file.source)),
        Format::Unknown => strangers::stranger(&entry.file.source),
        _ => None,
    };
    entry.problem.clone().or_else(named)
}

/// The error for a member that is a Git LFS pointer.
fn pointer(entry: &Entry) -> Option<Error> {
    (entry.format == Format::Unknown && is_git_lfs(&*entry.file.source))
        .then(|| strangers::stranger(&entry.file.source))
        .flatten()
}

fn single(format: Format, source: &SharedSource, limits: &Limits) -> Opened {
    match format {
        Format::GraphDef
        | Format::GraphDefText
        | Format::MetaGraph
        | Format::MetaGraphText
        | Format::Mapped
        | Format::Events => flat(graph(format, source, limits)),
        Format::CheckpointState => flat(checkpoint_state(source, limits)),
        Format::SavedModel => {
            let files = SavedModelFiles { binary: Some(source.clone()), ..SavedModelFiles::default() };
            flat(saved_model_document(files, limits))
        }
        Format::SavedModelText => {
            let files = SavedModelFiles { text: Some(source.clone()), ..SavedModelFiles::default() };
            flat(saved_model_document(files, limits))
        }
        Format::Riegeli => {
            let files = SavedModelFiles { chunked: Some(source.clone()), ..SavedModelFiles::default() };
            flat(saved_model_document(files, limits))
        }
        Format::Table => flat(checkpoint_v2(source.clone(), Vec::new(), limits)),
        Format::Hdf5 => flat(keras_hdf5(source, limits)),
        Format::Zip if archives::is_keras_file(source, limits) => {
            flat(keras_archive(archives::keras_members(source, limits)??, limits))
        }
        Format::Empty => Err(strangers::empty(source)),
        // A model is opened with the files beside it.
        Format::Tflite | Format::Zip | Format::Tar | Format::Gzip | Format::Unknown => Err(strangers::unknown(source)),
    }
}

/// The reader's result; a missing chunk is an error like any other here.
fn flat(opened: std::result::Result<Opened, NotLoaded>) -> Opened {
    opened?
}

/// Finds a file by its path relative to the model.
type Beside<'a> = &'a dyn Fn(&str) -> Option<SharedSource>;

cut!(
    tflite,
    load_tflite_model,
    /// A TFLite model with its external weight files.
    fn tflite_model(source: &SharedSource, beside: Beside<'_>, limits: &Limits) -> Opened {
        let mut model = tflite::read(source, limits)?;
        model.find_weights(beside);
        // Some loaders read a name that is not UTF-8; the verdict knows which ones refuse it.
        let mut damage = model.damage.iter().chain(&model.verification);
        let error = damage.find(|error| error.cause != Cause::NotUtf8).cloned();
        Ok((Document::Tflite(Rc::new(model)), error))
    }
);

cut!(
    keras,
    load_keras_hdf5,
    /// An HDF5 file, written by Keras or not.
    fn keras_hdf5(source: &SharedSource, limits: &Limits) -> Opened {
        keras(KerasDocument::open_hdf5(source, limits))
    }
);

cut!(
    keras,
    load_keras_archive,
    /// A `.keras` file.
    fn keras_archive(files: KerasFiles, limits: &Limits) -> Opened {
        keras(KerasDocument::open_archive(files, limits))
    }
);

fn keras(opened: Result<KerasDocument>) -> Opened {
    let document = opened?;
    let error = document.problems.first().cloned();
    Ok((Document::Keras(Rc::new(document)), error))
}

cut!(
    tensorflow,
    load_graph,
    /// A graph, or a graph with its signatures.
    fn graph(format: Format, source: &SharedSource, limits: &Limits) -> Opened {
        let document = match format {
            Format::GraphDef => Document::GraphDef(Rc::new(GraphDocument::open(source, limits)?)),
            Format::Mapped => Document::GraphDef(Rc::new(GraphDocument::open_mapped(source, limits)?)),
            Format::Events => Document::GraphDef(Rc::new(GraphDocument::open_events(source, limits)?)),
            Format::GraphDefText => Document::GraphDef(Rc::new(GraphDocument::open_text(source, limits)?)),
            Format::MetaGraphText => Document::MetaGraph(Rc::new(MetaGraph::open_text(source, limits)?)),
            _ => Document::MetaGraph(Rc::new(MetaGraph::open(source, limits)?)),
        };
        Ok((document, None))
    }
);

cut!(
    checkpoint,
    load_checkpoint_state,
    /// The state file of checkpoints.
    fn checkpoint_state(source: &SharedSource, limits: &Limits) -> Opened {
        Ok((Document::CheckpointState(Rc::new(StateDocument::open(source, limits)?)), None))
    }
);

cut!(
    checkpoint,
    load_checkpoint_v2,
    /// A V2 checkpoint: its index and its shards.
    fn checkpoint_v2(index: SharedSource, shards: Vec<(u32, SharedSource)>, limits: &Limits) -> Opened {
        checkpoint(Checkpoint::open_v2(index, shards, limits))
    }
);

cut!(
    checkpoint,
    load_checkpoint_v1,
    /// A V1 checkpoint: its files.
    fn checkpoint_v1(files: Vec<SharedSource>, limits: &Limits) -> Opened {
        checkpoint(Checkpoint::open_v1(files, limits))
    }
);

fn checkpoint(opened: Result<Checkpoint>) -> Opened {
    let checkpoint = opened?;
    let error = checkpoint.problems().first().cloned();
    Ok((Document::Checkpoint(Rc::new(checkpoint)), error))
}

fn saved_model<'a>(folder: &str, members: impl Iterator<Item = &'a Entry>, limits: &Limits) -> Opened {
    // Files dropped one by one have no folder: missing files may still exist.
    let mut files = SavedModelFiles { whole: !folder.is_empty(), ..SavedModelFiles::default() };
    for entry in members {
        let source = || entry.file.source.clone();
        let inside = entry.path.strip_prefix(folder).unwrap_or(&entry.path);
        match inside {
            "saved_model.pb" => files.binary = Some(source()),
            "saved_model.pbtxt" => files.text = Some(source()),
            "saved_model.cpb" => files.chunked = Some(source()),
            "fingerprint.pb" => files.fingerprint = Some(source()),
            "keras_metadata.pb" => files.keras_metadata = Some(source()),
            _ => {
                let variables = inside.strip_prefix("variables/").or((!inside.contains('/')).then_some(inside));
                if let Some(asset) = inside.strip_prefix("assets/") {
                    files.assets.push(asset.to_owned());
                } else if variables == Some("variables.index") {
                    files.variables_index = Some(source());
                } else if let Some(("variables", id, _)) = variables.and_then(checkpoints::shard_name) {
                    files.variables_shards.push((id, source()));
                } else if entry.format == Format::Table {
                    files.variables_v1.push(source());
                }
            }
        }
    }
    crate::order::sort_by_key(&mut files.variables_shards, |(id, _)| *id);
    flat(saved_model_document(files, limits))
}

cut!(
    tensorflow,
    load_saved_model,
    /// A SavedModel of these files.
    fn saved_model_document(files: SavedModelFiles, limits: &Limits) -> Opened {
        let document = SavedModelDocument::open(files, limits)?;
        let error = match &document.variables {
            Some(Ok(variables)) => variables.problems().first().cloned(),
            Some(Err(error)) => Some(error.clone()),
            None => None,
        };
        Ok((Document::SavedModel(Rc::new(document)), error))
    }
);

/// Fetches the reader of TFLite models.
#[cfg(feature = "split-explorer")]
pub async fn load_tflite() -> std::result::Result<(), NotLoaded> {
    load_tflite_model().await
}

/// Fetches the reader of Keras files.
#[cfg(feature = "split-explorer")]
pub async fn load_keras() -> std::result::Result<(), NotLoaded> {
    load_keras_hdf5().await?;
    load_keras_archive().await
}

/// Fetches the reader of graphs and SavedModels.
#[cfg(feature = "split-explorer")]
pub async fn load_tensorflow() -> std::result::Result<(), NotLoaded> {
    load_graph().await?;
    load_saved_model().await
}

/// Fetches the reader of checkpoints.
#[cfg(feature = "split-explorer")]
pub async fn load_checkpoint() -> std::result::Result<(), NotLoaded> {
    load_checkpoint_state().await?;
    load_checkpoint_v2().await?;
    load_checkpoint_v1().await
}
