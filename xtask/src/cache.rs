//! The per-user cache: files that take minutes to make and do not depend on the working copy.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use crate::Result;

/// `$XDG_CACHE_HOME/vintage`, or `~/.cache/vintage`.
pub fn dir() -> Result<PathBuf> {
    let base = match std::env::var_os("XDG_CACHE_HOME").filter(|v| !v.is_empty()) {
        Some(cache) => PathBuf::from(cache),
        None => match std::env::var_os("HOME") {
            Some(home) => PathBuf::from(home).join(".cache"),
            None => return Err("neither XDG_CACHE_HOME nor HOME is set; set one of them.".into()),
        },
    };
    let dir = base.join("vintage");
    std::fs::create_dir_all(&dir).map_err(|e| format!("cannot create {}: {e}", dir.display()))?;
    Ok(dir)
}

/// Held while one process fills a cache entry; others wait. Released when dropped, and when the process dies.
pub struct Lock(#[allow(dead_code)] File);

/// Takes the lock of a cache entry; waits for another process that holds it.
pub fn lock(name: &str) -> Result<Lock> {
    let path = dir()?.join(format!("{name}.lock"));
    let file = File::create(&path).map_err(|e| format!("cannot create {}: {e}", path.display()))?;
    if file.try_lock().is_err() {
        crate::ui::note(&format!("waiting for another xtask that prepares {name}"));
        file.lock().map_err(|e| format!("cannot lock {}: {e}", path.display()))?;
    }
    Ok(Lock(file))
}

/// Whether the answer named `name` was remembered less than `max_age` ago.
pub fn remembered(name: &str, max_age: Duration) -> bool {
    let age = dir()
        .ok()
        .and_then(|d| std::fs::metadata(d.join(name)).ok())
        .and_then(|m| m.modified().ok())
        .and_then(|t| SystemTime::now().duration_since(t).ok());
    age.is_some_and(|age| age < max_age)
}

/// Remembers an answer, with a text for developers who look into the cache.
pub fn remember(name: &str, text: &str) -> Result {
    let path = dir()?.join(name);
    std::fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))
}
