//! The drawing is made while the answer is read, so that its view opens at once.
//!
//! Owns: when that is worth it. Must not know: what the view needs, which its own code requests.

use super::host;
use crate::report::schema::Artifact;
use std::cell::Cell;

/// Nodes of the largest graph that is drawn ahead: drawing a larger one keeps the worker from other answers too long.
const MOST_NODES: u64 = 50_000;

thread_local! {
    /// Whether the code of the views is there, before any file.
    static REHEARSED: Cell<bool> = const { Cell::new(false) };
}

/// Notes that the code of the views is there.
#[cfg(feature = "split-app")]
pub fn rehearsed() {
    REHEARSED.set(true);
}

/// Whether to draw the artifact's first graph before its view is opened.
pub fn draws(artifact: &Artifact) -> bool {
    host::fetches_ahead() && artifact.graphs.first().is_some_and(|graph| graph.nodes <= MOST_NODES)
}

/// Whether the worker builds that graph before the answer is displayed. It has nothing else to do until then, but no code may
/// be fetched for it.
pub fn prepares(artifact: &Artifact) -> bool {
    REHEARSED.get() && draws(artifact)
}
