//! The engine worker: prepares and runs models, apart from page and explorer so that neither ever waits for it.

/// Starts the worker. Called once by the module's `main`.
pub fn start() {}
