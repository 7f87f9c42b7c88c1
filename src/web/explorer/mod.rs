//! The explorer worker.

/// Starts the worker. Called once by the module's `main`.
pub fn start() {}
