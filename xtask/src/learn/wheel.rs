//! Wheels in environments of their own, and the answers of scripts in them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, command, project, python, ui};

/// Pythons to try, the preferred one first: a wheel is published for some of them.
const PYTHONS: [&str; 8] = ["3.12", "3.11", "3.13", "3.10", "3.9", "3.8", "3.7", "3.6"];

/// A wheel as the command line names it.
#[derive(Clone, Debug, PartialEq)]
pub struct Wheel {
    /// Package and release.
    pub package: String,
    /// The release.
    pub release: String,
    /// Channel of the package.
    pub channel: String,
    /// Whether it is a nightly.
    pub is_nightly: bool,
}

impl Wheel {
    /// `PACKAGE==RELEASE`.
    pub fn named(text: &str) -> Result<Self> {
        let (package, release) = text.split_once("==").ok_or("name the wheel as PACKAGE==RELEASE.")?;
        let is_nightly = package.ends_with("-nightly") || package == "tf-nightly-cpu";
        let channel = match package {
            "tensorflow-cpu" | "tf-nightly" | "tf-nightly-cpu" => "tensorflow",
            package => package.strip_suffix("-nightly").unwrap_or(package),
        };
        let [package, release, channel] = [package, release, channel].map(str::to_owned);
        Ok(Self { package, release, channel, is_nightly })
    }

    /// A release of a channel.
    pub fn of(channel: &str, release: &str) -> Self {
        let [package, channel] = [channel, channel].map(str::to_owned);
        Self { package, release: release.to_owned(), channel, is_nightly: false }
    }

    /// `PACKAGE==RELEASE`.
    pub fn name(&self) -> String {
        format!("{}=={}", self.package, self.release)
    }

    /// Sets of requirements to try. The package without GPUs is the same release in a tenth of the size.
    fn requirements(&self) -> Vec<Vec<String>> {
        let with = |package: &str, others: &[&str]| {
            let wheel = format!("{package}=={}", self.release);
            std::iter::once(wheel).chain(others.iter().map(|other| (*other).to_owned())).collect()
        };
        match self.package.as_str() {
            "tensorflow" => vec![with("tensorflow-cpu", &[]), with("tensorflow", &[])],
            // Built against NumPy 1.
            "tflite-runtime" => vec![with("tflite-runtime", &["numpy<2"])],
            // A backend, and what some of the fixtures' layers need.
            "keras" | "keras-nightly" => vec![with(&self.package, &["jax", "scipy"])],
            package => vec![with(package, &[])],
        }
    }

    /// The Python of an environment with the wheel: as `xtask/oracle/wheels.csv` has it, or else the first Python and the
    /// first requirements that pip can install.
    pub fn install(&self) -> Result<PathBuf> {
        let name = format!("{}-{}", self.package, self.release);
        let listed = project::root().join("xtask/oracle/wheels.csv");
        let text = fs::read_to_string(&listed).map_err(|e| format!("cannot read {}: {e}", listed.display()))?;
        if let Some(row) = text.lines().find(|line| line.split(',').next() == Some(&self.name())) {
            let cells: Vec<&str> = row.split(',').collect();
            return python::environment_of(cells[1], &name, &cells[2].split(' ').collect::<Vec<_>>());
        }
        let mut failures = Vec::new();
        for version in PYTHONS {
            for requirements in self.requirements() {
                let requirements: Vec<&str> = requirements.iter().map(String::as_str).collect();
                match python::environment_of(version, &name, &requirements) {
                    Ok(inside) => return Ok(inside),
                    Err(why) => failures.push(why),
                }
            }
        }
        Err(format!("no Python installs {}: {}", self.name(), failures.last().cloned().unwrap_or_default()))
    }

    /// Day of the upload to the package index.
    pub fn published(&self, python: &Path) -> Option<String> {
        let script = project::root().join("xtask/oracle/published.py");
        command::probe(Command::new(python).arg(script).args([&self.package, &self.release]))
            .filter(|day| !day.is_empty())
    }
}

/// Lines of a script of `xtask/oracle`, as cells. Lines without a tab are notices of the package.
pub fn answers(python: &Path, script: &str, arguments: &[String]) -> Result<Vec<Vec<String>>> {
    let mut asking = Command::new(python);
    asking.arg(project::root().join("xtask/oracle").join(script)).args(arguments).current_dir(project::root());
    let output = asking.output().map_err(|e| format!("`{}`: {e}", command::line(&asking)))?;
    if !output.status.success() {
        let printed = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` failed: {}", command::line(&asking), printed.lines().last().unwrap_or_default()));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.lines().filter(|line| line.contains('\t')).map(|line| line.split('\t').map(plain).collect()).collect())
}

/// A cell without the escapes of backslashes, tabs and line ends.
fn plain(cell: &str) -> String {
    let mut text = String::new();
    let mut chars = cell.chars();
    while let Some(c) = chars.next() {
        match (c, c == '\\') {
            (_, true) => match chars.next() {
                Some('t') => text.push('\t'),
                Some('n') => text.push('\n'),
                Some('\\') | None => text.push('\\'),
                Some(other) => text.extend(['\\', other]),
            },
            (c, false) => text.push(c),
        }
    }
    text
}

/// Runs a script of the generators from the root of the repository. What it prints is shown if it fails.
pub fn generator(python: &Path, script: &str, arguments: &[&str]) -> Result {
    let mut asking = Command::new(python);
    asking.arg(project::root().join("tests/fixtures/generators").join(script)).args(arguments);
    let output = asking.current_dir(project::root()).stdin(Stdio::null()).output();
    let output = output.map_err(|e| format!("`{}`: {e}", command::line(&asking)))?;
    if output.status.success() {
        return Ok(());
    }
    ui::note(&String::from_utf8_lossy(&output.stderr));
    Err(format!("`{}` failed.", command::line(&asking)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_belong_to_channels() {
        let channel = |text: &str| Wheel::named(text).map(|wheel| (wheel.channel, wheel.is_nightly));
        assert_eq!(channel("tensorflow-cpu==2.22.0rc0"), Ok(("tensorflow".into(), false)));
        assert_eq!(channel("tf-nightly==2.23.0.dev20261026"), Ok(("tensorflow".into(), true)));
        assert_eq!(channel("ai-edge-litert-nightly==2.4.0.dev20261026"), Ok(("ai-edge-litert".into(), true)));
        assert_eq!(channel("keras==3.15.1"), Ok(("keras".into(), false)));
        assert!(channel("keras").is_err());
    }

    #[test]
    fn cells_are_read_as_they_were_reported() {
        assert_eq!(plain("a\\tb\\\\n\\n"), "a\tb\\n\n");
    }
}
