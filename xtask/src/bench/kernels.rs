//! Kernels natively and in Chromium, relative to the peak of the lanes.

use std::path::Path;
use std::process::Command;

use super::Figures;
use crate::{Result, command, project, ui};

/// Rounds; each runs both once.
const ROUNDS: usize = 3;

/// Environments of the kernels, as columns of the table.
const PLACES: [&str; 3] = ["native", "SIMD128", "relaxed SIMD"];

/// Writes missing models, times them, and records the table.
pub fn run() -> Result {
    let scripts = project::root().join("benches/kernels");
    let folder = super::files("kernels", "models.py", "models.tsv")?;
    let chromium = super::page()?;
    let mut figures = Figures::new(f64::max);
    for round in 1..=ROUNDS {
        ui::note(&format!("round {round} of {ROUNDS}"));
        let mut native = command::cargo();
        native.args(["bench", "--quiet", "--package", "vintage", "--bench", "kernels", "--"]).arg(&folder);
        figures.read(&mut native, &PLACES[..1])?;
        let mut page = command::clean(Command::new("node"));
        page.arg(scripts.join("main.mjs")).arg(&folder).arg(project::dist_dir()).env("VINTAGE_CHROMIUM", &chromium);
        figures.read(&mut page, &PLACES[1..])?;
    }
    super::record("kernels", &told(&figures, &folder)?)
}

/// The table of docs/benchmarks.md.
fn told(figures: &Figures, folder: &Path) -> Result<String> {
    let path = folder.join("models.tsv");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    let mut out = format!(
        "| kernel | type |{}\n|---|---|{}\n",
        PLACES.map(|place| format!(" {place} | of peak |")).concat(),
        "---|---|".repeat(PLACES.len())
    );
    for line in text.lines() {
        let &[file, name, dtype, _] = line.split('\t').collect::<Vec<_>>().as_slice() else {
            return Err(format!("{}: `{line}` is no line of models.", path.display()));
        };
        out += &format!("| {name} | {dtype} |");
        for place in PLACES {
            let (rate, peak) = (figures.get(file, place), figures.get(&format!("peak-{dtype}"), place));
            out += &format!(" {rate:.1} | {:.2} |", rate / peak);
        }
        out += "\n";
    }
    for dtype in ["float32", "int8"] {
        let peak = |place| format!(" {:.1} | |", figures.get(&format!("peak-{dtype}"), place));
        out += &format!("| *peak* | {dtype} |{}\n", PLACES.map(peak).concat());
    }
    Ok(out)
}
