//! Pythons with packages in separate environments, for released binaries.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project};

/// Pythons that the packages have wheels for, the preferred one first.
const PYTHONS: [&str; 2] = ["python3.11", "python3.10"];

/// The Python of an environment called `name` with these packages, created if missing.
pub fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    let environment = project::target_dir().join("python").join(name);
    let inside = environment.join("bin/python");
    if !environment.join("installed").exists() {
        command::run(Command::new(python()?).args(["-m", "venv"]).arg(&environment))?;
        let mut pip = Command::new(&inside);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
        command::run(pip.args(packages))?;
        fs::write(environment.join("installed"), packages.join(" "))
            .map_err(|e| format!("{}: {e}", environment.display()))?;
    }
    Ok(inside)
}

fn python() -> Result<PathBuf> {
    let works = |path: &PathBuf| command::probe(Command::new(path).arg("--version")).is_some();
    let found = PYTHONS.iter().filter_map(|name| command::find(name)).find(works);
    found.ok_or_else(|| format!("none of {} works; install one of them with its venv module.", PYTHONS.join(", ")))
}
