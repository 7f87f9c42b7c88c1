//! Phases of the view.

/// Phase of the view.
#[derive(Clone, Debug, PartialEq)]
pub enum Phase {
    /// Not started.
    Idle,
    /// The engine is fetched, the model prepared.
    Loading,
    /// Ready to run.
    Ready,
    /// A run.
    Running(Steps),
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Steps {
    /// Nodes done in all invocations.
    pub done: u32,
    /// Total number of nodes; 0 before it is known.
    pub total: u32,
    /// Rounds of the current loop; 0 without one.
    pub rounds: u32,
}
