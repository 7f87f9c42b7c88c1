//! Puts `dist/` together: the page, `static/` as it is, and the modules in `wasm/`. All addresses are relative, so the
//! folder works under any path.

use std::path::{Path, PathBuf};

use crate::{Result, project};

/// Fills a fresh `dist/` from the repository and the modules' folders.
pub fn assemble(modules: &[PathBuf]) -> Result {
    let (root, dist) = (project::root(), project::dist_dir());
    let index = root.join("index.html");
    if !index.is_file() {
        return Err("index.html is missing from the repository; `git checkout index.html` brings it back.".into());
    }
    let io = |e: std::io::Error| format!("cannot write {}: {e}", dist.display());
    if dist.exists() {
        std::fs::remove_dir_all(&dist).map_err(io)?;
    }
    std::fs::create_dir_all(dist.join("wasm")).map_err(io)?;
    std::fs::copy(&index, dist.join("index.html")).map_err(io)?;
    copy_tree(&root.join("static"), &dist.join("static"))?;
    for folder in modules {
        copy_tree(folder, &dist.join("wasm"))?;
    }
    Ok(())
}

/// Copies a folder's files and subfolders into `to`, creating it.
pub fn copy_tree(from: &Path, to: &Path) -> Result {
    let io = |e: std::io::Error| format!("cannot copy {} to {}: {e}", from.display(), to.display());
    std::fs::create_dir_all(to).map_err(io)?;
    for entry in from.read_dir().map_err(io)? {
        let entry = entry.map_err(io)?;
        let target = to.join(entry.file_name());
        if entry.file_type().map_err(io)?.is_dir() {
            copy_tree(&entry.path(), &target)?;
        } else {
            std::fs::copy(entry.path(), &target).map_err(io)?;
        }
    }
    Ok(())
}
