//! Makes the script of a module and the loader of its chunks one file: a request takes longer than what it fetches.
//!
//! For a module of one instance; the others' are one function (see [`super::instances`]).

use std::path::Path;
use std::process::Command;

use crate::{Result, command, npm};

/// Changes with the form of the script, so that finished modules are processed again.
pub const VERSION: &str = "one script 1";

/// Joins `NAME.js` with `NAME-chunks.js` of a folder, if there is one.
pub fn join(folder: &Path, name: &str) -> Result {
    let io = |e: std::io::Error| format!("cannot join the scripts of {name}: {e}");
    let (script, loader) = (folder.join(format!("{name}.js")), folder.join(format!("{name}-chunks.js")));
    if !loader.exists() {
        return Ok(());
    }
    let joined = folder.join("joined.js");
    let mut esbuild = command::clean(Command::new(npm::esbuild()));
    // The lists of files, which are comments, stay.
    esbuild.args(["--bundle", "--format=esm", "--legal-comments=eof", "--log-level=error"]);
    // Both share it with the scripts beside them.
    esbuild.arg("--external:*/static/unpack.js").arg(format!("--outfile={}", joined.display())).arg(&script);
    command::run(&mut esbuild)?;
    std::fs::rename(&joined, &script).and_then(|()| std::fs::remove_file(&loader)).map_err(io)
}
