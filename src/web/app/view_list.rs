//! The views that a file has.

use super::restore::restorable;
use super::state::{App, Shown};
use crate::report::schema::Kind;
use crate::web::model::address::View;
use leptos::prelude::*;

/// The views that have something to show for an artifact. `several`: whether other files are open.
fn views(artifact: &Shown, several: bool) -> Vec<View> {
    View::ALL
        .into_iter()
        .filter(|view| match view {
            View::Window => true,
            View::Contents => {
                !artifact.graphs.is_empty() || !artifact.signatures.is_empty() || !artifact.identity.facts.is_empty()
            }
            // Weights of a TFLite model are listed when the view requests them.
            View::Variables => {
                artifact.lists.variables > 0 || artifact.kind == Kind::Tflite && !artifact.graphs.is_empty()
            }
            View::Objects => artifact.lists.objects > 0,
            View::Restore => restorable(artifact),
            // With one file the view explains itself.
            View::Compare => artifact.kind != Kind::Unknown,
            View::Bytes => !artifact.files.is_empty(),
            View::Run | View::Delegates => artifact.kind == Kind::Tflite && !artifact.graphs.is_empty(),
            View::Graph => artifact.graphs.iter().any(|g| g.nodes > 0),
            View::Files => several,
        })
        .collect()
}

/// The views of the artifact in view; none without a file. Follows both.
pub fn of(app: App) -> Vec<View> {
    let several = app.artifacts.with(|all| all.len() > 1);
    app.artifact.with(|artifact| artifact.as_ref().map_or_else(Vec::new, |artifact| views(artifact, several)))
}

/// The open view: the one that was asked for, or the window if this artifact lacks it; the request is kept.
pub fn open(app: App) -> Memo<View> {
    Memo::new(move |_| {
        let wanted = app.view.get();
        if of(app).contains(&wanted) { wanted } else { View::Window }
    })
}
