//! `cargo xtask oracle`: tests released runtimes with every (op, version) and compares with the tables.
//!
//! Wheels are installed by pip into environments under the target folder, tested by `xtask/oracle/registry.py`, and
//! compared with `knowledge/tflite_registry.csv`. A pair that disagrees fails the command; a run without any is
//! recorded in docs/accuracy.md. A nightly wheel is not a release: it is compared with the newest release of its
//! channel, its differences are what the next release brings, and nothing is recorded.

pub mod random;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Result, command, project, python, ui};

/// Small wheels of three generations that one Python can install.
const WHEELS: [&str; 3] = ["ai-edge-litert==1.0.1", "ai-edge-litert==2.1.2", "tflite-runtime==2.14.0"];

/// Tested codes: those of `schema/tflite.fbs` end before.
const CODES: u32 = 256;
const VERSIONS: u32 = 16;

/// Resolved by name and therefore not tested.
pub const CUSTOM: u32 = 32;

/// Heading of the recorded runs in docs/accuracy.md.
const SECTION: &str = "## Registries tested again";

/// Codes with a version.
pub type Pairs = BTreeSet<(u32, u32)>;

/// Asks the wheels named, or [`WHEELS`].
pub fn run(arguments: &[String]) -> Result {
    if arguments.iter().any(|argument| argument == "--random" || argument == "--graphs") {
        return random::run(arguments);
    }
    let wheels: Vec<&str> =
        if arguments.is_empty() { WHEELS.to_vec() } else { arguments.iter().map(String::as_str).collect() };
    let (mut rows, mut wrong) = (Vec::new(), 0);
    for wheel in wheels {
        let (package, release) = wheel.split_once("==").ok_or("name wheels as PACKAGE==RELEASE.")?;
        let (channel, is_nightly) = channel(package);
        let release = if is_nightly { newest(channel)? } else { release.to_owned() };
        let expected = expected(channel, &release)?;
        let answered = ui::timed(&format!("Asking {wheel}"), || ask(channel, wheel))?;
        let missing = answered.difference(&expected).map(|pair| (pair, "takes", "refuses"));
        let surplus = expected.difference(&answered).map(|pair| (pair, "refuses", "takes"));
        let mut different = 0;
        for ((code, version), does, expected) in missing.chain(surplus) {
            println!("{wheel} {does} code {code} version {version}; by the table {release} {expected} it.");
            different += 1;
        }
        if is_nightly {
            ui::note(&format!("{wheel} takes {} pairs; {different} differ from {channel} {release}", answered.len()));
            continue;
        }
        wrong += different;
        rows.push((wheel, row(answered.len(), different)));
    }
    if wrong > 0 {
        return Err(format!("{wrong} pairs disagree with knowledge/tflite_registry.csv."));
    }
    if rows.is_empty() { Ok(()) } else { record(&rows) }
}

/// Cells of a recorded run: pairs that were tested, pairs that are taken, differences.
fn row(taken: usize, different: usize) -> String {
    format!("| {} | {taken} | {different} |", (CODES - 1) * VERSIONS)
}

/// Compares pairs with the table, and records them if they agree.
pub fn record_pairs(channel: &str, release: &str, pairs: &Pairs) -> Result {
    let different = expected(channel, release)?.symmetric_difference(pairs).count();
    if different > 0 {
        return Err(format!("{different} pairs of {channel} {release} disagree with knowledge/tflite_registry.csv."));
    }
    record(&[(&format!("{channel}=={release}"), row(pairs.len(), different))])
}

/// The channel that a package is a release of, and whether it is one of its nightlies.
fn channel(package: &str) -> (&str, bool) {
    match package.strip_suffix("-nightly") {
        Some("tf") => ("tensorflow", true),
        Some(channel) => (channel, true),
        None => (package, false),
    }
}

/// The newest release of a channel.
fn newest(channel: &str) -> Result<String> {
    let newest = table("channels.csv")?.into_iter().rfind(|row| row[0] == channel);
    newest.map(|row| row[1].clone()).ok_or_else(|| format!("knowledge/channels.csv has no channel {channel}."))
}

/// Installs a wheel into its own environment and queries its interpreter.
fn ask(channel: &str, wheel: &str) -> Result<Pairs> {
    // Wheels of that time were built against NumPy 1.
    let inside = python::environment(&wheel.replace("==", "-"), &[wheel, "numpy<2"])?;
    pairs(&inside, channel)
}

/// Queries the interpreter of an environment.
pub fn pairs(inside: &Path, channel: &str) -> Result<Pairs> {
    let script = project::root().join("xtask/oracle/registry.py");
    let mut asking = Command::new(inside);
    asking.arg(script).args([module(channel), (CODES - 1).to_string(), VERSIONS.to_string()]);
    let output = asking.output().map_err(|e| format!("`{}`: {e}", command::line(&asking)))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{}` failed: {}", command::line(&asking), said.lines().last().unwrap_or_default()));
    }
    let answer = String::from_utf8_lossy(&output.stdout);
    let pair = |line: &str| {
        let (code, version) = line.split_once(' ')?;
        Some((code.parse().ok()?, version.parse().ok()?))
    };
    // The interpreter prints notices to standard output, too.
    Ok(answer.lines().filter_map(pair).collect())
}

/// The Python module with the classes of the schema of a channel's packages.
pub fn schema_module(channel: &str) -> String {
    module(channel).replace(".interpreter", ".schema_py_generated")
}

/// The Python module with the interpreter of a channel's packages.
pub fn module(channel: &str) -> String {
    match channel {
        "tensorflow" => "tensorflow.lite.python.interpreter".to_owned(),
        _ => format!("{}.interpreter", channel.replace('-', "_")),
    }
}

/// The cells of a table, row by row, without its head. Only the last column, the source, may be quoted.
fn table(name: &str) -> Result<Vec<Vec<String>>> {
    let path = project::root().join("knowledge").join(name);
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    Ok(text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect())
}

/// Pairs that a release takes by the tables.
fn expected(package: &str, release: &str) -> Result<Pairs> {
    let releases = table("channels.csv")?;
    let of_it = releases.iter().find(|row| row[0] == package && row[1] == release);
    let row = of_it.ok_or_else(|| format!("knowledge/channels.csv has no {package} {release}."))?;
    let (line, key) = (&row[3], &row[4]);
    let mut order: Vec<&str> = Vec::new();
    for row in releases.iter().filter(|row| row[3] == *line) {
        if !order.contains(&row[4].as_str()) {
            order.push(&row[4]);
        }
    }
    let place = |key: &str| order.iter().position(|k| *k == key);
    let at = place(key);
    let mut pairs = Pairs::new();
    for row in table("tflite_registry.csv")?.iter().filter(|row| row[0] == *line) {
        let number = |cell: &str| cell.parse::<u32>().map_err(|_| format!("`{cell}` is no number."));
        let (code, min, max) = (number(&row[1])?, number(&row[2])?, number(&row[3])?);
        let begun = row[4].is_empty() || place(&row[4]) <= at;
        let over = !row[5].is_empty() && place(&row[5]) < at;
        if begun && !over && code != CUSTOM {
            pairs.extend((min..=max).map(|version| (code, version)));
        }
    }
    Ok(pairs)
}

/// Records the answers of wheels; those of other wheels stay.
fn record(answers: &[(&str, String)]) -> Result {
    let path = project::root().join("docs/accuracy.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let (before, recorded) = text.split_once(SECTION).unwrap_or((&text, ""));
    let (recorded, after) = recorded.split_once("\n## ").unwrap_or((recorded, ""));
    let after = if after.is_empty() { String::new() } else { format!("\n## {after}") };
    let date = command::probe(Command::new("date").arg("+%F")).unwrap_or_default();
    let text = format!(
        "{}\n\n{SECTION}\n\n`cargo xtask oracle`: the default resolver of each package, tested with every operator code \
         below {CODES} except the custom one at versions 1 to {VERSIONS}, each in a model of its own.\n\n\
         | package | tested on | pairs tested | taken | different from the table |\n|---|---|---|---|---|\n{}{after}",
        before.trim_end(),
        rows(recorded, answers, &date)
    );
    fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    ui::note("no pair disagrees; recorded in docs/accuracy.md");
    Ok(())
}

/// The rows of `recorded` without those of the same wheels, and then the answers.
fn rows(recorded: &str, answers: &[(&str, String)], date: &str) -> String {
    let is_again = |row: &str| answers.iter().any(|(wheel, _)| row.starts_with(&format!("| {wheel} |")));
    let kept = recorded.lines().filter(|row| row.contains("==") && !is_again(row)).map(|row| format!("{row}\n"));
    kept.chain(answers.iter().map(|(wheel, answer)| format!("| {wheel} | {date} {answer}\n"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_end_with_their_release() {
        let takes = |package: &str, release: &str, pair| expected(package, release).expect("known").contains(&pair);
        // ADD 4 is taken by 2.4.0, not by 2.5.0, and again from 2.6.0 on.
        assert!(takes("tensorflow", "2.4.4", (0, 4)));
        assert!(!takes("tensorflow", "2.5.3", (0, 4)));
        assert!(takes("tflite-runtime", "2.14.0", (0, 4)));
        // No release before 2.22 takes ADD 6.
        assert!(!takes("ai-edge-litert", "1.0.1", (0, 6)));
        assert!(takes("tensorflow", "2.22.0rc0", (0, 6)));
    }
    #[test]
    fn a_nightly_belongs_to_the_channel_of_its_releases() {
        assert_eq!(channel("ai-edge-litert"), ("ai-edge-litert", false));
        assert_eq!(channel("ai-edge-litert-nightly"), ("ai-edge-litert", true));
        assert_eq!(channel("tf-nightly"), ("tensorflow", true));
        assert!(newest("tf").is_err());
    }

    #[test]
    fn recorded_wheels_stay_until_they_are_tested_again() {
        let recorded = "\n| package | tested on |\n|---|---|\n| a==1.0 | then | 1 |\n| a==1.0.1 | then | 2 |\n";
        let answers = [("a==1.0", "| 3 |".to_owned())];
        assert_eq!(rows(recorded, &answers, "now"), "| a==1.0.1 | then | 2 |\n| a==1.0 | now | 3 |\n");
    }
}
