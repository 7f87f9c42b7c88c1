//! The page as people use it: times from an event until its effect is painted, by benches/page; beside other viewers if asked.

use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, npm, project, python, ui};

/// The other viewers.
const PEERS: [&str; 2] = ["netron==9.3.3", "ai-edge-model-explorer==0.1.34"];

/// Writes the models, builds the page, runs `main.mjs` with `options`, and records its table; with `--peers` in front, `peers.mjs`.
pub fn run(options: &[String]) -> Result {
    match options.split_first() {
        Some((first, options)) if first == "--peers" => {
            let python = ui::timed(&format!("Setting up {}", PEERS.join(" and ")), || {
                python::environment("page-peers", &PEERS)
            })?;
            super::record("page peers", &table("peers.mjs", &[python.display().to_string()], options)?)
        }
        _ => super::record_whole("page", &table("main.mjs", &[], options)?, options, "--figures"),
    }
}

/// The output of `script` about the models.
fn table(script: &str, more: &[String], options: &[String]) -> Result<String> {
    let models = models()?;
    let chromium = super::page()?;
    let mut page = command::clean(Command::new("node"));
    page.arg(scripts().join(script)).arg(&models).arg(project::dist_dir()).args(more).args(options);
    super::web::table(page.env("VINTAGE_CHROMIUM", &chromium))
}

fn scripts() -> PathBuf {
    project::root().join("benches/page")
}

/// The folder of the models, which are written if missing.
fn models() -> Result<PathBuf> {
    let models = project::target_dir().join("bench/page");
    if !models.join("variables.index").exists() {
        npm::ensure()?;
        let mut write = command::clean(Command::new("node"));
        write.arg(scripts().join("models.mjs")).arg(&models);
        ui::timed("Writing the models", || command::run(&mut write))?;
    }
    Ok(models)
}
