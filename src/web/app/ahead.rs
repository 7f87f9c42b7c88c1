//! Prepares the drawing while the answer is read, so that its view opens at once.
//!
//! Owns: when that is worth it. Must not know: how a graph is drawn.

use super::state::{App, Shown};
use super::{host, worker};
use crate::web::protocol::Question;
use leptos::prelude::GetUntracked;

/// Nodes of the largest graph that is prepared: building a larger one keeps the worker from other answers too long.
const MOST_NODES: u64 = 50_000;

/// Prepares the first graph of the artifact in view; `fetch` fetches the code that draws it.
pub fn drawing(artifact: &Shown, fetch: fn()) {
    if artifact.graphs.first().is_none_or(|graph| graph.nodes > MOST_NODES) {
        return;
    }
    if host::fetches_ahead() {
        fetch();
    }
    let app = App::get();
    worker::request(app, Question::Prepare { artifact: app.current.get_untracked() }, |_| {});
}
