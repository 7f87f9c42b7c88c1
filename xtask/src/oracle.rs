//! `cargo xtask oracle`: tests released runtimes with every (op, version) and compares with the tables.
//!
//! Wheels are installed by pip into environments under the target folder, tested by `xtask/oracle/registry.py`, and
//! compared with `knowledge/tflite_registry.csv`. A pair that disagrees fails the command; a run without any is
//! recorded in docs/accuracy.md.

use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

use crate::{Result, command, project, python, ui};

/// Small wheels of three generations that one Python can install.
const WHEELS: [&str; 3] = ["ai-edge-litert==1.0.1", "ai-edge-litert==2.1.2", "tflite-runtime==2.14.0"];

/// Tested codes: those of `schema/tflite.fbs` end before.
const CODES: u32 = 256;
const VERSIONS: u32 = 16;

/// Resolved by name and therefore not tested.
const CUSTOM: u32 = 32;

/// Heading of the recorded runs in docs/accuracy.md.
const SECTION: &str = "## Registries tested again";

type Pairs = BTreeSet<(u32, u32)>;

/// Asks the wheels named, or [`WHEELS`].
pub fn run(arguments: &[String]) -> Result {
    let wheels: Vec<&str> =
        if arguments.is_empty() { WHEELS.to_vec() } else { arguments.iter().map(String::as_str).collect() };
    let (mut rows, mut wrong) = (Vec::new(), Vec::new());
    for wheel in wheels {
        let (package, release) = wheel.split_once("==").ok_or("name wheels as PACKAGE==RELEASE.")?;
        let expected = expected(package, release)?;
        let answered = ui::timed(&format!("Asking {wheel}"), || ask(package, wheel))?;
        let missing = answered.difference(&expected).map(|pair| (pair, "takes", "refuses"));
        let surplus = expected.difference(&answered).map(|pair| (pair, "refuses", "takes"));
        let before = wrong.len();
        wrong.extend(missing.chain(surplus).map(|((code, version), does, says)| {
            format!("{wheel} {does} code {code} version {version}, the table says it {says} it.")
        }));
        let asked = (CODES - 1) * VERSIONS;
        rows.push(format!("| {wheel} | {asked} | {} | {} |\n", answered.len(), wrong.len() - before));
    }
    wrong.iter().for_each(|line| println!("{line}"));
    if !wrong.is_empty() {
        return Err(format!("{} pairs disagree with knowledge/tflite_registry.csv.", wrong.len()));
    }
    record(&rows)
}

/// Installs a wheel into its own environment and queries its interpreter.
fn ask(package: &str, wheel: &str) -> Result<Pairs> {
    // Wheels of that time were built against NumPy 1.
    let inside = python::environment(&wheel.replace("==", "-"), &[wheel, "numpy<2"])?;
    let module = format!("{}.interpreter", package.replace('-', "_"));
    let script = project::root().join("xtask/oracle/registry.py");
    let mut asking = Command::new(&inside);
    asking.arg(script).args([module, (CODES - 1).to_string(), VERSIONS.to_string()]);
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

/// Replaces the previously recorded run.
fn record(rows: &[String]) -> Result {
    let path = project::root().join("docs/accuracy.md");
    let text = fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let before = text.split(SECTION).next().unwrap_or_default();
    let date = command::probe(Command::new("date").arg("+%F")).unwrap_or_default();
    let text = format!(
        "{}\n\n{SECTION}\n\n`cargo xtask oracle`, last run on {date}: the default resolver of each package, tested with \
         every operator code below {CODES} except the custom one at versions 1 to {VERSIONS}, each in a model of its own.\n\n\
         | package | pairs tested | taken | different from the table |\n|---|---|---|---|\n{}",
        before.trim_end(),
        rows.concat()
    );
    fs::write(&path, text).map_err(|e| format!("cannot write {}: {e}", path.display()))?;
    ui::note("no pair disagrees; recorded in docs/accuracy.md");
    Ok(())
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
}
