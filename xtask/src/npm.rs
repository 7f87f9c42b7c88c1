//! Tools from npm, at the versions of package-lock.json.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project, ui};

/// Installs the packages of package-lock.json if they are missing.
pub fn ensure() -> Result {
    let root = project::root();
    let lock = std::fs::read(root.join("package-lock.json")).map_err(|e| format!("package-lock.json: {e}"))?;
    let stamp = root.join("node_modules/.vintage-lock");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    for program in ["node", "npm"] {
        if command::find(program).is_none() {
            return Err(format!("{program} is missing; `apt-get install nodejs npm` installs it."));
        }
    }
    ui::step(
        "Installing esbuild, binaryen, playwright-core, typescript and the page's message formatter from npm into node_modules (npm ci)",
    );
    command::run(command::clean(Command::new("npm")).args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]))
        .map_err(|e| format!("{e} Run `npm ci` to see why."))?;
    std::fs::write(&stamp, lock).map_err(|e| format!("cannot write {}: {e}", stamp.display()))
}

/// binaryen's description, installed by [`ensure`]: it changes with the release.
pub fn binaryen() -> PathBuf {
    project::root().join("node_modules/binaryen/package.json")
}

/// esbuild, which minifies scripts and styles.
pub fn esbuild() -> PathBuf {
    project::root().join("node_modules/.bin/esbuild")
}
