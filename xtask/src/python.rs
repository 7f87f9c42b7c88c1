//! Pythons with packages in separate environments, for released binaries.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use crate::{Result, command, project, ui};

/// Pythons that the packages have wheels for, the preferred one first.
const PYTHONS: [&str; 2] = ["python3.11", "python3.10"];

/// Small packages that TensorFlow 1.15 to 2.4 ask for in versions that are published as source only.
const SOURCE_ONLY: &str = "gast,termcolor,wrapt";

/// The Python of an environment called `name` with these packages, created if missing.
pub fn environment(name: &str, packages: &[&str]) -> Result<PathBuf> {
    made(name, packages, interpreter)
}

/// The same with Python `version`, such as `3.9`: on the path, or as pyenv installs it.
pub fn environment_of(version: &str, name: &str, packages: &[&str]) -> Result<PathBuf> {
    made(&format!("{name}-{version}"), packages, || {
        if let Some(found) = command::find(&format!("python{version}")).filter(works) {
            return Ok(found);
        }
        let home = std::env::var_os("PYENV_ROOT").map(PathBuf::from);
        let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".pyenv")));
        let installed = home.and_then(|home| fs::read_dir(home.join("versions")).ok());
        let of_it = |path: &PathBuf| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&format!("{version}.")))
        };
        let found = installed.into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).find(of_it);
        found
            .map(|path| path.join("bin/python"))
            .ok_or_else(|| format!("no Python {version}; install it, for example with pyenv."))
    })
}

fn made(name: &str, packages: &[&str], python: impl FnOnce() -> Result<PathBuf>) -> Result<PathBuf> {
    let environment = project::target_dir().join("python").join(name);
    let inside = environment.join("bin/python");
    if !environment.join("installed").exists() {
        command::run(Command::new(python()?).args(["-m", "venv"]).arg(&environment))?;
        let install = |more: &[&str]| {
            let mut pip = Command::new(&inside);
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
            command::run(pip.args(more).args(packages))
        };
        if install(&[]).is_err() {
            ui::note(&format!("not all packages have wheels; once more, with {SOURCE_ONLY} from source"));
            install(&["--no-binary", SOURCE_ONLY])?;
        }
        fs::write(environment.join("installed"), packages.join(" "))
            .map_err(|e| format!("{}: {e}", environment.display()))?;
    }
    Ok(inside)
}

fn works(path: &PathBuf) -> bool {
    command::probe(Command::new(path).arg("--version")).is_some()
}

/// A Python for environments.
pub fn interpreter() -> Result<PathBuf> {
    let found = PYTHONS.iter().filter_map(|name| command::find(name)).find(works);
    found.ok_or_else(|| format!("none of {} works; install one of them with its venv module.", PYTHONS.join(", ")))
}
