//! `cargo xtask oracle --random N --seed S [PACKAGE==RELEASE ...]`: asks released runtimes about models drawn at random.
//!
//! `xtask/oracle/draw.py` draws N models of one operator from the forms in the fixtures; `xtask/oracle/load.py` loads
//! them in each wheel; the test `random::` of the crate compares the verdicts and lists what disagrees by rule. Models,
//! answers and lists stay under the target folder. The counts are recorded in docs/accuracy.md.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::{Result, command, project, python, ui};

/// Wheels of six generations; the newest one decides which models are plausible.
const WHEELS: [&str; 7] = [
    "tflite-runtime==2.7.0",
    "tensorflow==2.10.1",
    "tflite-runtime==2.14.0",
    "tensorflow==2.15.1",
    "ai-edge-litert==1.0.1",
    "tensorflow==2.21.0",
    NEWEST,
];

/// The wheel that draws: its package has the schema's classes.
const NEWEST: &str = "ai-edge-litert==2.3.0";

/// Heading of the recorded runs in docs/accuracy.md.
const SECTION: &str = "## Models drawn at random";

/// Number of models, seed and wheels of a run.
struct Plan<'a> {
    count: &'a str,
    seed: &'a str,
    wheels: Vec<&'a str>,
}

fn plan(arguments: &[String]) -> Result<Plan<'_>> {
    let usage = "use `cargo xtask oracle --random N --seed S [PACKAGE==RELEASE ...]`.";
    let (mut count, mut seed, mut wheels) = (None, None, Vec::new());
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        match argument {
            "--random" => count = rest.next(),
            "--seed" => seed = rest.next(),
            wheel if wheel.contains("==") => wheels.push(wheel),
            _ => return Err(usage.into()),
        }
    }
    let (Some(count), Some(seed)) = (count, seed) else { return Err(usage.into()) };
    if count.parse::<u32>().is_err() || !seed.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(usage.into());
    }
    Ok(Plan { count, seed, wheels: if wheels.is_empty() { WHEELS.to_vec() } else { wheels } })
}

/// Draws, asks and compares.
pub fn run(arguments: &[String]) -> Result {
    let Plan { count, seed, wheels } = plan(arguments)?;
    let folder = project::target_dir().join("drawn").join(format!("{count}-{seed}"));
    if !folder.join("drawn.tsv").exists() {
        ui::timed(&format!("Drawing {count} models"), || {
            let mut draw = Command::new(environment(NEWEST)?);
            draw.arg(project::root().join("xtask/oracle/draw.py"));
            draw.arg(project::root().join("tests/fixtures/tflite/ops")).arg(&folder).args([count, seed]);
            command::run(&mut draw)
        })?;
    }
    let answers = folder.join("answers");
    fs::create_dir_all(&answers).map_err(|e| format!("cannot create {}: {e}", answers.display()))?;
    for wheel in &wheels {
        let into = answers.join(format!("{wheel}.tsv"));
        if !into.exists() {
            ui::timed(&format!("Asking {wheel}"), || ask(wheel, &folder, &into))?;
        }
    }
    let mut test = command::cargo();
    test.args(["test", "--quiet", "--test", "compat", "random::", "--", "--ignored", "--nocapture"]);
    command::run(test.current_dir(project::root()).env("VINTAGE_DRAWN", &folder))?;
    record(count, seed, &wheels, &folder)?;
    ui::note(&format!("disagreements and texts by rule: {}", folder.display()));
    Ok(())
}

/// The Python of a wheel, with the requirements of `xtask/oracle/wheels.csv`.
fn environment(wheel: &str) -> Result<PathBuf> {
    let table = project::root().join("xtask/oracle/wheels.csv");
    let text = fs::read_to_string(&table).map_err(|e| format!("cannot read {}: {e}", table.display()))?;
    let row = text.lines().find(|line| line.split(',').next() == Some(wheel));
    let row = row.ok_or_else(|| format!("{wheel} is not in {}; add a row for it.", table.display()))?;
    let cells: Vec<&str> = row.split(',').collect();
    let packages: Vec<&str> = cells[2].split(' ').collect();
    python::environment_of(cells[1], &wheel.replace("==", "-"), &packages)
}

/// Writes the answers of a wheel, one line per model.
fn ask(wheel: &str, folder: &Path, into: &Path) -> Result {
    let (package, _) = wheel.split_once("==").unwrap_or((wheel, ""));
    let mut asking = Command::new(environment(wheel)?);
    asking.arg(project::root().join("xtask/oracle/load.py")).arg(super::module(package));
    asking.arg(folder).arg(folder.join("drawn.tsv")).stderr(Stdio::null());
    let output = asking.output().map_err(|e| format!("`{}`: {e}", command::line(&asking)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed.", command::line(&asking)));
    }
    // The interpreter prints notices to standard output, too.
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text.lines().filter(|line| line.contains(".tflite\t")).map(|line| format!("{line}\n"));
    fs::write(into, lines.collect::<String>()).map_err(|e| format!("cannot write {}: {e}", into.display()))
}

/// Records the counts of a run; runs of other seeds stay.
fn record(count: &str, seed: &str, wheels: &[&str], folder: &Path) -> Result {
    let path = project::root().join("docs/accuracy.md");
    let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()));
    let (text, report) = (read(&path)?, read(&folder.join("report.md"))?);
    let date = command::probe(Command::new("date").arg("+%F")).unwrap_or_default();
    let title = format!("### {count} models, seed {seed}");
    let run = format!("{title}\n\n{date}; {}.\n\n{report}", wheels.join(", "));
    fs::write(&path, with_run(&text, &title, &run)).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// The document with a run in its section, in place of an earlier one with the same title.
fn with_run(text: &str, title: &str, run: &str) -> String {
    let start = text.find(SECTION).unwrap_or(text.len());
    let (before, section) = text.split_at(start);
    let after = section.get(SECTION.len()..).and_then(|s| s.find("\n## ")).map(|at| at + SECTION.len() + 1);
    let (section, after) = section.split_at(after.unwrap_or(section.len()));
    let mut runs: Vec<&str> = section.split("\n### ").collect();
    let intro = if runs[0].is_empty() { SECTION.to_owned() } else { runs.remove(0).trim_end().to_owned() };
    let kept = runs.iter().filter(|old| !old.is_empty() && !format!("### {old}").starts_with(&format!("{title}\n")));
    let kept: String = kept.map(|old| format!("\n\n### {}", old.trim_end())).collect();
    let after = if after.is_empty() { String::new() } else { format!("\n{after}") };
    format!("{}\n\n{intro}{kept}\n\n{}\n{after}", before.trim_end(), run.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_replaces_the_one_of_its_seed() {
        let first = with_run("# A\n\n## Registries\n\nx\n", "### 9 models, seed 1", "### 9 models, seed 1\n\nold");
        assert_eq!(first, format!("# A\n\n## Registries\n\nx\n\n{SECTION}\n\n### 9 models, seed 1\n\nold\n"));
        let both = with_run(&first, "### 9 models, seed 2", "### 9 models, seed 2\n\nother");
        let again = with_run(&both, "### 9 models, seed 1", "### 9 models, seed 1\n\nnew");
        assert!(
            again.contains("seed 2\n\nother") && again.contains("seed 1\n\nnew") && !again.contains("old"),
            "{again}"
        );
        let inside = with_run(
            &format!("# A\n\n{SECTION}\n\n### 9 models, seed 1\n\nold\n\n## Last\n\ny\n"),
            "### 9 models, seed 1",
            "### 9 models, seed 1\n\nnew",
        );
        assert!(inside.ends_with("seed 1\n\nnew\n\n## Last\n\ny\n"), "{inside}");
    }

    #[test]
    fn a_plan_needs_a_count_and_a_seed() {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let all = words("--random 50 --seed 7 ai-edge-litert==1.0.1");
        let found = plan(&all).expect("complete");
        assert_eq!((found.count, found.seed, found.wheels), ("50", "7", vec!["ai-edge-litert==1.0.1"]));
        assert!(plan(&words("--random 50")).is_err());
        assert!(plan(&words("--random many --seed 7")).is_err());
    }
}
