//! The page as people use it: times from an event until its effect is painted, by benches/page.

use std::process::Command;

use crate::{Result, command, npm, project, ui};

/// Writes the models, builds the page, runs `main.mjs` with `options`, and records its table.
pub fn run(options: &[String]) -> Result {
    let (models, scripts) = (project::target_dir().join("bench/page"), project::root().join("benches/page"));
    if !models.join("variables.index").exists() {
        npm::ensure()?;
        let mut write = command::clean(Command::new("node"));
        write.arg(scripts.join("models.mjs")).arg(&models);
        ui::timed("Writing the models", || command::run(&mut write))?;
    }
    let chromium = super::page()?;
    let mut page = command::clean(Command::new("node"));
    page.arg(scripts.join("main.mjs")).arg(&models).arg(project::dist_dir()).args(options);
    let table = super::web::table(page.env("VINTAGE_CHROMIUM", &chromium))?;
    super::record_whole("page", &table, options, "--figures")
}
