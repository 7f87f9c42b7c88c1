//! Details of a file, on request and separate from the report.
//!
//! Owns: [`schema`] and its mapping from documents. Must not know: the use of details.

mod extent;
mod listed;
pub mod schema;
pub(crate) mod tensorflow;
pub(crate) mod tflite;

pub use extent::Extent;
pub(super) use listed::listed;

use super::Opened;
use crate::artifact::{Artifact, Document, Kind};
use crate::bytes::Limits;
use listed::folder;
use schema::Details;

impl Opened {
    /// Details of one artifact; `None` for an unknown or unreadable artifact.
    pub fn details(&self, artifact: usize, extent: Extent) -> Option<Details> {
        let this = self.artifacts.get(artifact)?;
        let limits = Limits::default();
        let mut details = Details::default();
        match this.document.as_ref()? {
            Document::Tflite(model) => {
                let source = &this.files.first()?.source;
                details.tflite = Some(tflite::model(model, source, &limits, extent.most, &mut details.problems));
            }
            Document::SavedModel(model) => {
                details.meta_graphs = model
                    .meta_graphs
                    .iter()
                    .map(|meta| tensorflow::meta_graph(&meta.def, Some((&model.assets, model.whole)), extent))
                    .collect();
                details.fingerprint =
                    model.fingerprint.as_ref().and_then(|f| f.as_ref().ok()).map(tensorflow::fingerprint);
                details.checkpoint = model.variables.as_ref().and_then(|v| v.as_ref().ok()).map(tensorflow::checkpoint);
            }
            Document::MetaGraph(meta) => details.meta_graphs.push(tensorflow::meta_graph(&meta.def, None, extent)),
            Document::GraphDef(graph) => {
                details.meta_graphs.push(tensorflow::graph(&graph.graph, extent));
                let regions = graph.regions.iter();
                details.regions = regions
                    .map(|region| (region.name.clone(), region.range.start, region.range.end - region.range.start))
                    .collect();
            }
            Document::Checkpoint(checkpoint) => details.checkpoint = Some(tensorflow::checkpoint(checkpoint)),
            Document::CheckpointState(state) => details.state = listed(this, &state.state, &self.artifacts),
            #[allow(unreachable_patterns)] // kinds that have nothing to add here
            _ => {}
        }
        details.beside = self.beside(artifact);
        Some(details)
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

fn prefix(artifact: &Artifact) -> &str {
    artifact.name.strip_suffix(".meta").unwrap_or(&artifact.name)
}
