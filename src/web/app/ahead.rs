//! The drawing is made while the answer is read, so that its view opens at once.
//!
//! Owns: when that is worth it. Must not know: what the view needs, which its own code requests.

use super::host;
use super::state::Shown;

/// Nodes of the largest graph that is drawn ahead: drawing a larger one keeps the worker from other answers too long.
const MOST_NODES: u64 = 50_000;

/// Whether to draw the artifact's first graph before its view is opened.
pub fn draws(artifact: &Shown) -> bool {
    host::fetches_ahead() && artifact.graphs.first().is_some_and(|graph| graph.nodes <= MOST_NODES)
}
