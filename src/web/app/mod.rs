//! The page.

/// Mounts the page. Called once by the module's `main`.
pub fn start() {}
