//! Artifacts that the view is for.

use crate::report::schema::Kind;
use crate::web::app::state::Shown;

/// Whether an artifact has variables that can be restored, or be restored into.
pub fn restorable(artifact: &Shown) -> bool {
    matches!(artifact.kind, Kind::Checkpoint | Kind::SavedModel) && artifact.lists.variables > 0
}
