//! Paths in the project.

use std::path::PathBuf;

/// The repository's root folder.
pub fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let xtask = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    xtask.parent().map(PathBuf::from).unwrap_or(xtask)
}

/// The native target folder (`CARGO_TARGET_DIR` is respected).
pub fn target_dir() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(dir) => root().join(dir),
        None => root().join("target"),
    }
}

/// The folder of the finished page.
pub fn dist_dir() -> PathBuf {
    root().join("dist")
}
