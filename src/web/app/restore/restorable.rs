//! Artifacts that the view is for.

use crate::report::schema::{Artifact, Kind};

/// Whether an artifact has variables that can be restored, or be restored into.
pub fn restorable(artifact: &Artifact) -> bool {
    matches!(artifact.kind, Kind::Checkpoint | Kind::SavedModel) && !artifact.variables.is_empty()
}
