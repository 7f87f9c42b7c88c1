//! The checkpoints of a state file.

use super::schema::Listed;
use crate::artifact::{Artifact, Kind};
use crate::formats::proto::tensorflow::CheckpointState;

/// The checkpoints that a state file lists, and which of them were opened with it.
pub(crate) fn listed(this: &Artifact, state: &CheckpointState, all: &[Artifact]) -> Vec<Listed> {
    let mut paths = state.all_model_checkpoint_paths.clone();
    if !state.model_checkpoint_path.is_empty() && !paths.contains(&state.model_checkpoint_path) {
        paths.push(state.model_checkpoint_path.clone());
    }
    let here = folder(this);
    let one = |(index, path): (usize, String)| {
        // An absolute path belongs to the machine that wrote it, so the name decides.
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let present =
            all.iter().any(|other| other.kind == Kind::Checkpoint && other.name == name && folder(other) == here);
        let stamp = state.all_model_checkpoint_timestamps.get(index);
        let newest = path == state.model_checkpoint_path;
        Listed { timestamp: stamp.map(|stamp| serde_json::json!(stamp)), newest, present, path }
    };
    paths.into_iter().enumerate().map(one).collect()
}

/// The folder of an artifact's first file: empty, or ending in `/`.
pub(super) fn folder(artifact: &Artifact) -> &str {
    let path = artifact.files.first().map_or("", |file| file.path.as_str());
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}
