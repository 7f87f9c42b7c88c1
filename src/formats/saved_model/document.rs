//! Document of a SavedModel folder.

use super::chunked;
use crate::bytes::{Error, Limits, Result, SharedSource};
#[cfg(feature = "split-explorer")]
use crate::chunks::NotLoaded;
use crate::chunks::cut;
use crate::formats::checkpoint::{self, Checkpoint, TableForm};
use crate::formats::graph_def::{Form, GraphSpans, MetaGraph, WATCH};
use crate::formats::proto::wire::occurrences;
use crate::formats::proto::{self, Decoded, keras, tensorflow};
use crate::formats::text_proto::{self, Read, Use};
use std::sync::Arc;

/// Files of a SavedModel folder, as the caller found them.
#[derive(Clone, Default)]
pub struct SavedModelFiles {
    /// `saved_model.pb`.
    pub binary: Option<SharedSource>,
    /// `saved_model.pbtxt`; read without a binary one.
    pub text: Option<SharedSource>,
    /// `saved_model.cpb`; read without either.
    pub chunked: Option<SharedSource>,
    /// `fingerprint.pb`.
    pub fingerprint: Option<SharedSource>,
    /// `keras_metadata.pb`.
    pub keras_metadata: Option<SharedSource>,
    /// `variables/variables.index` of a V2 checkpoint.
    pub variables_index: Option<SharedSource>,
    /// `variables/variables.data-*` by shard number.
    pub variables_shards: Vec<(u32, SharedSource)>,
    /// `variables/variables` or `variables/variables-*-of-*` of a V1 checkpoint; used without an index.
    pub variables_v1: Vec<SharedSource>,
    /// Paths of files in `assets/`, relative to it.
    pub assets: Vec<String>,
    /// Whether the caller saw the complete folder; if so, a missing file does not exist.
    pub whole: bool,
}

/// A SavedModel.
#[derive(Debug)]
pub struct SavedModelDocument {
    /// Name of the file with the meta graphs.
    pub file: Arc<str>,
    /// How it was written.
    pub form: Form,
    /// `saved_model_schema_version`.
    pub schema_version: i64,
    /// Names that a text proto uses; empty in the other forms.
    pub uses: Vec<Use>,
    /// Meta graphs, in order.
    pub meta_graphs: Vec<MetaGraph>,
    /// The fingerprint; `None` without one, an error when it is damaged (which TensorFlow tolerates).
    pub fingerprint: Option<Result<tensorflow::FingerprintDef>>,
    /// Keras metadata of the Keras 2 exporter.
    pub keras_metadata: Option<Result<keras::SavedMetadata>>,
    /// The variables; `None` without files for them.
    pub variables: Option<Result<Checkpoint>>,
    /// Paths of files in `assets/`.
    pub assets: Vec<String>,
    /// Whether the complete folder was seen.
    pub whole: bool,
    /// Whether the complete folder was seen and `variables/variables`, where loaders look, is neither a V2 index nor a
    /// V1 file. Shards of a V1 checkpoint do not count: loaders do not find them by that name.
    pub variables_missing: bool,
}

impl SavedModelDocument {
    /// Reads a folder. Damage to files beside the meta graphs is an error of that part only.
    ///
    /// Errors: `saved-model-missing` when there is neither a binary nor a text file; those of [`proto::decode`] and
    /// [`text_proto::decode`].
    pub fn open(mut files: SavedModelFiles, limits: &Limits) -> Result<Self> {
        let mut document = match (&files.binary, &files.text, &files.chunked) {
            (Some(binary), _, _) => Self::read_binary(binary, limits)?,
            (None, Some(text), _) => Self::read_text(text, limits)?,
            (None, None, Some(chunked)) => Self::read_chunked(chunked, limits)?,
            (None, None, None) => return Err(Error::malformed("saved-model-missing")),
        };
        document.fingerprint = files
            .fingerprint
            .as_ref()
            .map(|source| Ok(proto::decode(&**source, "tensorflow.FingerprintDef", limits)?.value));
        document.keras_metadata = files
            .keras_metadata
            .as_ref()
            .map(|source| Ok(proto::decode(&**source, "keras.SavedMetadata", limits)?.value));
        let at_prefix = |file: &SharedSource| file.name().rsplit('/').next() == Some("variables");
        document.whole = files.whole;
        document.variables_missing =
            files.whole && files.variables_index.is_none() && !files.variables_v1.iter().any(at_prefix);
        document.assets = std::mem::take(&mut files.assets);
        if files.variables_index.is_some() || !files.variables_v1.is_empty() {
            document.variables = variables(files, limits)?;
        }
        Ok(document)
    }

    fn new(file: Arc<str>, form: Form, schema_version: i64, meta_graphs: Vec<MetaGraph>) -> Self {
        Self {
            file,
            uses: Vec::new(),
            form,
            schema_version,
            meta_graphs,
            fingerprint: None,
            keras_metadata: None,
            variables: None,
            assets: Vec::new(),
            whole: false,
            variables_missing: false,
        }
    }

    fn read_binary(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Decoded { value, bytes } =
            proto::decode::<tensorflow::SavedModel>(&**source, "tensorflow.SavedModel", limits)?;
        let places: Vec<_> = occurrences(&bytes, 0..bytes.len(), 2).map(|f| f.body).collect();
        let file = source.name().clone();
        let meta_graphs = value
            .meta_graphs
            .into_iter()
            .zip(&places)
            .map(|(def, place)| MetaGraph::from_parts(file.clone(), def, &bytes, std::slice::from_ref(place)))
            .collect();
        Ok(Self::new(file, Form::Binary, value.saved_model_schema_version, meta_graphs))
    }

    /// Nodes have no positions in such a file, because it is compressed and split.
    fn read_chunked(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let bytes = merged(source, limits)??;
        let value: tensorflow::SavedModel = proto::decode_part(&bytes, &**source, 0, "tensorflow.SavedModel", limits)
            .map_err(|mut error| {
            error.at.range = None;
            error
        })?;
        let file = source.name().clone();
        let meta = |def| MetaGraph {
            file: file.clone(),
            form: Form::Chunked,
            def,
            spans: GraphSpans::default(),
            uses: Vec::new(),
        };
        let meta_graphs = value.meta_graphs.into_iter().map(meta).collect();
        Ok(Self::new(file, Form::Chunked, value.saved_model_schema_version, meta_graphs))
    }

    fn read_text(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let Read { value, marks, uses } =
            text_proto::decode_marked::<tensorflow::SavedModel>(&**source, "tensorflow.SavedModel", limits, &WATCH)?;
        let file = source.name().clone();
        // Every meta graph begins with a mark.
        let mut groups = marks.split(|m| WATCH[m.watch].1 == "meta_graphs").skip(1);
        let meta_graphs = value
            .meta_graphs
            .into_iter()
            .map(|def| MetaGraph {
                file: file.clone(),
                form: Form::Text,
                def,
                spans: groups.next().map(GraphSpans::from_marks).unwrap_or_default(),
                uses: Vec::new(),
            })
            .collect();
        Ok(Self { uses, ..Self::new(file, Form::Text, value.saved_model_schema_version, meta_graphs) })
    }

    /// The meta graph with exactly these tags.
    pub fn by_tags(&self, tags: &[&str]) -> Option<&MetaGraph> {
        self.meta_graphs.iter().find(|m| {
            let own = m.tags();
            own.iter().all(|tag| tags.contains(&tag.as_str())) && tags.iter().all(|tag| own.iter().any(|t| t == tag))
        })
    }

    /// The object graph of a TF2 SavedModel, which has exactly one meta graph with objects.
    pub fn object_graph(&self) -> Option<&tensorflow::SavedObjectGraph> {
        match self.meta_graphs.as_slice() {
            [only] => only.def.object_graph_def.as_ref(),
            _ => None,
        }
    }
}

cut!(
    chunked,
    load_merged,
    /// See [`chunked::merged`].
    fn merged(source: &SharedSource, limits: &Limits) -> Result<prost::bytes::Bytes> {
        chunked::merged(source, limits)
    }
);

/// Fetches the reader of SavedModels in chunks.
#[cfg(feature = "split-explorer")]
pub async fn load_chunked() -> std::result::Result<(), NotLoaded> {
    load_merged().await
}

cut!(
    checkpoint,
    load_variables_of_model,
    /// The checkpoint with the values of the variables.
    fn variables(files: SavedModelFiles, limits: &Limits) -> Option<Result<Checkpoint>> {
        match files.variables_index {
            Some(index) => Some(Checkpoint::open_v2(index, files.variables_shards, limits)),
            None => open_v1(files.variables_v1, limits),
        }
    }
);

/// Fetches the reader of variables.
#[cfg(feature = "split-explorer")]
pub async fn load_variables() -> std::result::Result<(), NotLoaded> {
    load_variables_of_model().await
}

fn open_v1(files: Vec<SharedSource>, limits: &Limits) -> Option<Result<Checkpoint>> {
    let first = files.first()?;
    Some(match checkpoint::probe(first, limits) {
        Ok(TableForm::V1) => Checkpoint::open_v1(files, limits),
        Ok(TableForm::V2Index) => Checkpoint::open_v2(files[0].clone(), Vec::new(), limits),
        Err(error) => Err(error),
    })
}
