//! Details of a file, on request and separate from the report.
//!
//! Owns: [`schema`] and its mapping from documents. Must not know: the use of details.

pub mod schema;
pub(crate) mod tensorflow;
pub(crate) mod tflite;

use super::{Opened, tell};
use crate::artifact::{Artifact, Document, Kind};
use crate::bytes::Limits;
use crate::formats::proto::tensorflow::CheckpointState;
use schema::{Details, Listed};

/// Amount of detail.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Entries of a list inside of a list (scales of a tensor, a collection).
    pub most: usize,
    /// Whether the nodes of TensorFlow's graphs are listed.
    pub nodes: bool,
}

impl Extent {
    /// Everything.
    pub const ALL: Self = Self { most: usize::MAX, nodes: true };
    /// Amount on a page.
    pub const SHOWN: Self = Self { most: 16, nodes: false };
}

impl Opened {
    /// Details of one artifact. `None` for an unknown artifact, or when nothing of it could be read.
    pub fn details(&self, artifact: usize, extent: Extent) -> Option<Details> {
        let this = self.artifacts.get(artifact)?;
        let limits = Limits::default();
        let mut told = Details::default();
        match this.document.as_ref()? {
            Document::Tflite(model) => {
                let source = &this.files.first()?.source;
                told.tflite = Some(tflite::model(model, source, &limits, extent.most, &mut told.problems));
            }
            Document::SavedModel(model) => {
                told.meta_graphs = model
                    .meta_graphs
                    .iter()
                    .map(|meta| tensorflow::meta_graph(&meta.def, Some((&model.assets, model.whole)), extent))
                    .collect();
                told.fingerprint =
                    model.fingerprint.as_ref().and_then(|f| f.as_ref().ok()).map(tensorflow::fingerprint);
                told.checkpoint = model.variables.as_ref().and_then(|v| v.as_ref().ok()).map(tensorflow::checkpoint);
            }
            Document::MetaGraph(meta) => told.meta_graphs.push(tensorflow::meta_graph(&meta.def, None, extent)),
            Document::GraphDef(graph) => {
                told.meta_graphs.push(tensorflow::graph(&graph.graph, extent));
                let regions = graph.regions.iter();
                told.regions = regions
                    .map(|region| (region.name.clone(), region.range.start, region.range.end - region.range.start))
                    .collect();
            }
            Document::Checkpoint(checkpoint) => told.checkpoint = Some(tensorflow::checkpoint(checkpoint)),
            Document::CheckpointState(state) => told.state = listed(this, &state.state, &self.artifacts),
            #[allow(unreachable_patterns)] // kinds that have nothing to add here
            _ => {}
        }
        told.beside = self.beside(artifact);
        Some(told)
    }

    /// `model.ckpt-10` and `model.ckpt-10.meta` belong together, as does the state file that lists it.
    fn beside(&self, artifact: usize) -> Vec<String> {
        let this = &self.artifacts[artifact];
        let (own, here) = (prefix(this), folder(this));
        let goes = |(index, other): (usize, &Artifact)| {
            let pair = matches!(
                (this.kind, other.kind),
                (Kind::Checkpoint, Kind::MetaGraph | Kind::CheckpointState)
                    | (Kind::MetaGraph | Kind::CheckpointState, Kind::Checkpoint)
            );
            let state = this.kind == Kind::CheckpointState || other.kind == Kind::CheckpointState;
            (index != artifact && pair && folder(other) == here && (state || prefix(other) == own))
                .then(|| other.name.clone())
        };
        self.artifacts.iter().enumerate().filter_map(goes).collect()
    }
}

/// The checkpoints that a state file lists, and which of them were opened with it.
pub(super) fn listed(this: &Artifact, state: &CheckpointState, all: &[Artifact]) -> Vec<Listed> {
    let mut paths = state.all_model_checkpoint_paths.clone();
    if !state.model_checkpoint_path.is_empty() && !paths.contains(&state.model_checkpoint_path) {
        paths.push(state.model_checkpoint_path.clone());
    }
    let here = folder(this);
    let one = |(index, path): (usize, String)| {
        // An absolute path is of the machine that wrote it: the name decides.
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let present =
            all.iter().any(|other| other.kind == Kind::Checkpoint && other.name == name && folder(other) == here);
        let stamp = state.all_model_checkpoint_timestamps.get(index);
        let newest = path == state.model_checkpoint_path;
        Listed { timestamp: stamp.map(|stamp| serde_json::json!(stamp)), newest, present, path }
    };
    paths.into_iter().enumerate().map(one).collect()
}

fn prefix(artifact: &Artifact) -> &str {
    artifact.name.strip_suffix(".meta").unwrap_or(&artifact.name)
}

fn folder(artifact: &Artifact) -> &str {
    let path = artifact.files.first().map_or("", |file| file.path.as_str());
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}

/// An error in the form of the contract.
fn problem(error: &crate::bytes::Error) -> super::schema::ErrorInfo {
    tell::error(error)
}

/// A float as JSON, with the digits of its own width; as text if JSON has no number for it.
fn float(value: f32) -> serde_json::Value {
    let text = format!("{value:?}");
    let known = if value.is_nan() {
        "nan"
    } else if value > 0.0 {
        "inf"
    } else {
        "-inf"
    };
    if value.is_finite() { serde_json::from_str(&text).unwrap_or_default() } else { known.into() }
}

/// `[1, ?, 3]`; `?` for an unknown rank.
fn shape_text(shape: &crate::formats::proto::tensorflow::TensorShapeProto) -> String {
    if shape.unknown_rank {
        return "?".to_owned();
    }
    let dims = shape.dim.iter().map(|dim| if dim.size < 0 { "?".to_owned() } else { dim.size.to_string() });
    format!("[{}]", dims.collect::<Vec<_>>().join(", "))
}
