//! The engine compared with others in one Chromium: benches/web, with peers from npm at the versions of its
//! package-lock.json.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::{Result, command, project, ui};

fn folder() -> PathBuf {
    project::root().join("benches/web")
}

/// Installs the other engines, if they are missing.
pub fn peers() -> Result {
    if folder().join("node_modules").exists() {
        return Ok(());
    }
    let mut install = command::clean(Command::new("npm"));
    install.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder());
    ui::timed("Installing the other engines from npm", || command::run(&mut install))
}

/// The output of a program that compares engines; its notes go to the terminal.
pub fn table(program: &mut Command) -> Result<String> {
    let output = program.stderr(Stdio::inherit()).output().map_err(|e| format!("`{}`: {e}", command::line(program)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed.", command::line(program)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes missing models, runs `main.mjs` with `options`, and records its tables.
pub fn run(options: &[String]) -> Result {
    let models = super::files("web", "models.py", "models.json")?;
    peers()?;
    let chromium = super::page()?;
    let mut page = command::clean(Command::new("node"));
    page.arg(folder().join("main.mjs")).arg(&models).arg(project::dist_dir()).args(options);
    let table = table(page.env("VINTAGE_CHROMIUM", &chromium))?;
    let has = |flag: &str| options.iter().any(|option| option == flag);
    let name = if has("--gpu") {
        "web gpu"
    } else if has("--threads") {
        "web threads"
    } else if has("--without-dot-products") {
        "web without dot products"
    } else {
        "web"
    };
    super::record_whole(name, &table, options, "--models")
}
