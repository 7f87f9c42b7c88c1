//! `cargo xtask oracle --random N --seed S [PACKAGE==RELEASE ...]`: asks released runtimes about models drawn at random;
//! `--graphs` in place of `--random` asks releases of TensorFlow about graphs.
//!
//! `xtask/oracle/draw.py` draws N models of one operator from the forms in the fixtures, and `xtask/oracle/load.py` loads
//! them in each wheel; `draw_graphs.py` and `import_graphs.py` do the same with GraphDefs. The test `random::` of the crate compares the verdicts and lists what disagrees by rule. Models,
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

/// Releases of TensorFlow that import graphs; the newest one draws and decides which graphs are plausible.
const IMPORTERS: [&str; 4] = ["tensorflow==1.15.5", "tensorflow==2.4.4", "tensorflow==2.15.1", NEWEST_IMPORTER];

/// The release that draws graphs, with the ops that it registers.
const NEWEST_IMPORTER: &str = "tensorflow==2.21.0";

/// Drawn files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// TFLite models of one operator.
    Models,
    /// GraphDefs of a few nodes.
    Graphs,
}

impl Kind {
    /// The word for its files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Models => "models",
            Self::Graphs => "graphs",
        }
    }

    /// The tables of the rules that its files show.
    pub fn table(self) -> &'static str {
        match self {
            Self::Models => "tflite_prepare.csv",
            Self::Graphs => "tf_shapes.csv and tf_node_rules.csv",
        }
    }

    /// Heading of its recorded runs in docs/accuracy.md.
    fn section(self) -> &'static str {
        match self {
            Self::Models => "## Models drawn at random",
            Self::Graphs => "## Graphs drawn at random",
        }
    }
}

/// Kind and number of files, seed and wheels of a run.
struct Plan<'a> {
    kind: Kind,
    count: &'a str,
    seed: &'a str,
    wheels: Vec<&'a str>,
}

fn plan(arguments: &[String]) -> Result<Plan<'_>> {
    let usage = "use `cargo xtask oracle --random|--graphs N --seed S [PACKAGE==RELEASE ...]`.";
    let (mut kind, mut count, mut seed, mut wheels) = (Kind::Models, None, None, Vec::new());
    let mut rest = arguments.iter().map(String::as_str);
    while let Some(argument) = rest.next() {
        match argument {
            "--random" => count = rest.next(),
            "--graphs" => (kind, count) = (Kind::Graphs, rest.next()),
            "--seed" => seed = rest.next(),
            wheel if wheel.contains("==") => wheels.push(wheel),
            _ => return Err(usage.into()),
        }
    }
    let (Some(count), Some(seed)) = (count, seed) else { return Err(usage.into()) };
    if count.parse::<u32>().is_err() || !seed.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return Err(usage.into());
    }
    if wheels.is_empty() {
        wheels = if kind == Kind::Graphs { IMPORTERS.to_vec() } else { WHEELS.to_vec() };
    }
    Ok(Plan { kind, count, seed, wheels })
}

/// Draws, asks and compares.
pub fn run(arguments: &[String]) -> Result {
    let Plan { kind, count, seed, wheels } = plan(arguments)?;
    let folder = drawn(kind, count, seed)?;
    let answers = folder.join("answers");
    fs::create_dir_all(&answers).map_err(|e| format!("cannot create {}: {e}", answers.display()))?;
    for wheel in &wheels {
        let into = answers.join(format!("{wheel}.tsv"));
        if !into.exists() {
            ui::timed(&format!("Asking {wheel}"), || ask(kind, wheel, &folder, &into))?;
        }
    }
    compare(&folder)?;
    record(kind, count, seed, &wheels, &folder)?;
    ui::note(&format!("disagreements and texts by rule: {}", folder.display()));
    Ok(())
}

/// Adds the answers of the wheel that decides which files of a folder are plausible.
pub fn ask_newest(kind: Kind, folder: &Path) -> Result {
    let wheel = if kind == Kind::Graphs { NEWEST_IMPORTER } else { NEWEST };
    let into = folder.join("answers").join(format!("{wheel}.tsv"));
    if into.exists() { Ok(()) } else { ask(kind, wheel, folder, &into) }
}

/// Compares the answers in a folder with the verdicts, and writes its lists.
pub fn compare(folder: &Path) -> Result {
    let mut test = command::cargo();
    test.args(["test", "--quiet", "--test", "compat", "random::", "--", "--ignored", "--nocapture"]);
    command::run(test.current_dir(project::root()).env("VINTAGE_DRAWN", folder))
}

/// The folder with the files of a run, which are drawn unless they are there.
pub fn drawn(kind: Kind, count: &str, seed: &str) -> Result<PathBuf> {
    let name = if kind == Kind::Graphs { format!("graphs-{count}-{seed}") } else { format!("{count}-{seed}") };
    let folder = project::target_dir().join("drawn").join(name);
    if !folder.join("drawn.tsv").exists() {
        ui::timed(&format!("Drawing {count} {}", kind.word()), || draw(kind, &folder, count, seed))?;
    }
    Ok(folder)
}

/// Draws the files of a run, and the list of them.
fn draw(kind: Kind, folder: &Path, count: &str, seed: &str) -> Result {
    let scripts = project::root().join("xtask/oracle");
    let mut draw = match kind {
        Kind::Models => {
            let mut draw = Command::new(environment(NEWEST)?);
            draw.arg(scripts.join("draw.py")).arg(project::root().join("tests/fixtures/tflite/ops"));
            draw
        }
        Kind::Graphs => {
            let mut draw = Command::new(environment(NEWEST_IMPORTER)?);
            draw.arg(scripts.join("draw_graphs.py"));
            draw
        }
    };
    command::run(draw.arg(folder).args([count, seed]).envs([("TF_CPP_MIN_LOG_LEVEL", "3"), ("GLOG_minloglevel", "3")]))
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

/// Writes the answers of a wheel, one line per file.
fn ask(kind: Kind, wheel: &str, folder: &Path, into: &Path) -> Result {
    let (package, _) = wheel.split_once("==").unwrap_or((wheel, ""));
    ask_in(kind, &environment(wheel)?, package, folder, into)
}

/// The same with the Python of an environment and the channel of its package.
pub fn ask_in(kind: Kind, python: &Path, channel: &str, folder: &Path, into: &Path) -> Result {
    let scripts = project::root().join("xtask/oracle");
    let mut asking = Command::new(python);
    match kind {
        Kind::Models => asking.arg(scripts.join("load.py")).arg(super::module(channel)),
        Kind::Graphs => asking.arg(scripts.join("import_graphs.py")),
    };
    asking.arg(folder).arg(folder.join("drawn.tsv")).stderr(Stdio::null());
    let output = asking.output().map_err(|e| format!("`{}`: {e}", command::line(&asking)))?;
    if !output.status.success() {
        return Err(format!("`{}` failed.", command::line(&asking)));
    }
    // The interpreter prints notices to standard output, too.
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .filter(|line| line.contains(".tflite\t") || line.contains(".pb\t"))
        .map(|line| format!("{line}\n"));
    fs::write(into, lines.collect::<String>()).map_err(|e| format!("cannot write {}: {e}", into.display()))
}

/// Records the counts of a run; runs of other seeds stay.
fn record(kind: Kind, count: &str, seed: &str, wheels: &[&str], folder: &Path) -> Result {
    let path = project::root().join("docs/accuracy.md");
    let read = |path: &Path| fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()));
    let (text, report) = (read(&path)?, read(&folder.join("report.md"))?);
    let date = command::probe(Command::new("date").arg("+%F")).unwrap_or_default();
    let title = format!("### {count} {}, seed {seed}", kind.word());
    let run = format!("{title}\n\n{date}; {}.\n\n{report}", wheels.join(", "));
    fs::write(&path, with_run(&text, kind.section(), &title, &run))
        .map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// The document with a run in its section, in place of an earlier one with the same title.
fn with_run(text: &str, heading: &str, title: &str, run: &str) -> String {
    let start = text.find(heading).unwrap_or(text.len());
    let (before, section) = text.split_at(start);
    let after = section.get(heading.len()..).and_then(|s| s.find("\n## ")).map(|at| at + heading.len() + 1);
    let (section, after) = section.split_at(after.unwrap_or(section.len()));
    let mut runs: Vec<&str> = section.split("\n### ").collect();
    let intro = if runs[0].is_empty() { heading.to_owned() } else { runs.remove(0).trim_end().to_owned() };
    let kept = runs.iter().filter(|old| !old.is_empty() && !format!("### {old}").starts_with(&format!("{title}\n")));
    let kept: String = kept.map(|old| format!("\n\n### {}", old.trim_end())).collect();
    let after = if after.is_empty() { String::new() } else { format!("\n{after}") };
    format!("{}\n\n{intro}{kept}\n\n{}\n{after}", before.trim_end(), run.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: &str = "## Models drawn at random";

    #[test]
    fn a_run_replaces_the_one_of_its_seed() {
        let first =
            with_run("# A\n\n## Registries\n\nx\n", SECTION, "### 9 models, seed 1", "### 9 models, seed 1\n\nold");
        assert_eq!(first, format!("# A\n\n## Registries\n\nx\n\n{SECTION}\n\n### 9 models, seed 1\n\nold\n"));
        let both = with_run(&first, SECTION, "### 9 models, seed 2", "### 9 models, seed 2\n\nother");
        let again = with_run(&both, SECTION, "### 9 models, seed 1", "### 9 models, seed 1\n\nnew");
        assert!(
            again.contains("seed 2\n\nother") && again.contains("seed 1\n\nnew") && !again.contains("old"),
            "{again}"
        );
        let inside = with_run(
            &format!("# A\n\n{SECTION}\n\n### 9 models, seed 1\n\nold\n\n## Last\n\ny\n"),
            SECTION,
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
        let all = words("--graphs 50 --seed 7");
        let found = plan(&all).expect("complete");
        assert_eq!((found.kind, found.wheels), (Kind::Graphs, IMPORTERS.to_vec()));
        assert!(plan(&words("--random 50")).is_err());
        assert!(plan(&words("--random many --seed 7")).is_err());
    }
}
