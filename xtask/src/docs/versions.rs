//! Tables about the versions of formats, from `knowledge/`: which release was the first with something.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use super::releases::{CUSTOM, operator_names, spans};
use super::tables::{Releases, Row, rows};
use crate::Result;

/// Channels with TensorFlow Lite runtimes: the converter's package, and its successor.
const CHANNELS: [&str; 2] = ["tensorflow", "ai-edge-litert"];

/// The table of a kind; `None` for an unknown kind.
pub fn table(root: &Path, kind: &str) -> Result<Option<String>> {
    Ok(Some(match kind {
        "graph-versions" => numbers(root, ["graph_def_version", "graph_def_min_producer"])?,
        "checkpoint-versions" => numbers(root, ["checkpoint_version", "checkpoint_min_producer"])?,
        "data-types" => data_types(root)?,
        "tensor-types" => tensor_types(root)?,
        "operator-versions" => operator_versions(root)?,
        "keras-forms" => keras_forms(root)?,
        _ => return Ok(None),
    }))
}

/// The numbers compiled into TensorFlow: neighboring releases with the same two share a row.
fn numbers(root: &Path, [version, oldest]: [&str; 2]) -> Result<String> {
    let mut out = String::from("| releases of TensorFlow | version | oldest producer |\n|---|---|---|\n");
    let all = rows(root, "channels")?;
    let all: Vec<&Row> = all.iter().filter(|row| row["channel"] == "tensorflow" && !row[version].is_empty()).collect();
    for same in all.chunk_by(|a, b| a[version] == b[version] && a[oldest] == b[oldest]) {
        let (first, last) = (&same[0], &same[same.len() - 1]);
        let span = span(&first["release"], &last["release"]);
        let _ = writeln!(out, "| {span} | {} | {} |", first[version], first[oldest]);
    }
    Ok(out)
}

fn span(first: &str, last: &str) -> String {
    if first == last { first.to_owned() } else { format!("{first} to {last}") }
}

/// Data types by the first release whose protos have them.
fn data_types(root: &Path) -> Result<String> {
    let mut out = String::from("| since | data types |\n|---|---|\n");
    let all = rows(root, "tf_dtypes")?;
    let mut by_release: Vec<(&str, Vec<String>)> = Vec::new();
    for row in &all {
        let name = format!("`{}`", row["name"]);
        match by_release.iter_mut().find(|(release, _)| *release == row["first"]) {
            Some((_, names)) => names.push(name),
            None => by_release.push((&row["first"], vec![name])),
        }
    }
    let releases = Releases::read(root)?;
    by_release.sort_by_key(|(release, _)| releases.at("tensorflow", release));
    for (release, names) in by_release {
        let _ = writeln!(out, "| {release} | {} |", names.join(", "));
    }
    Ok(out)
}

/// The first release of each channel in which a row holds, by what `of` names.
fn firsts<K: Ord>(releases: &Releases, rows: &[Row], of: impl Fn(&Row) -> Vec<K>) -> BTreeMap<K, [Option<String>; 2]> {
    let mut found: BTreeMap<K, [Option<String>; 2]> = BTreeMap::new();
    for (column, channel) in CHANNELS.iter().enumerate() {
        let own = releases.rows.iter().enumerate();
        let own = own.filter(|(_, release)| release["channel"] == *channel && !release["tflite"].is_empty());
        for (at, release) in own {
            for row in rows.iter().filter(|row| releases.holds(&row["line"], &row["first"], &row["last"], at)) {
                for key in of(row) {
                    let first = &mut found.entry(key).or_default()[column];
                    first.get_or_insert_with(|| release["release"].clone());
                }
            }
        }
    }
    found
}

fn tensor_types(root: &Path) -> Result<String> {
    let releases = Releases::read(root)?;
    let found = firsts(&releases, &rows(root, "tflite_tensor_types")?, |row| {
        vec![(row["code"].parse::<u32>().unwrap_or_default(), row["type"].clone())]
    });
    let mut out = String::from("| tensor type | tensorflow | ai-edge-litert |\n|---|---|---|\n");
    for ((_, name), [tensorflow, litert]) in found {
        let _ = writeln!(out, "| `{name}` | {} | {} |", tensorflow.unwrap_or_default(), litert.unwrap_or_default());
    }
    Ok(out)
}

/// Versions of each operator by their first release.
fn operator_versions(root: &Path) -> Result<String> {
    let (releases, names) = (Releases::read(root)?, operator_names(root)?);
    let found = firsts(&releases, &rows(root, "tflite_registry")?, |row| {
        let number = |column: &str| row[column].parse::<u32>().unwrap_or(1);
        let Some(name) = names.get(&row["code"]).filter(|name| *name != CUSTOM) else { return Vec::new() };
        (number("min_version")..=number("max_version")).map(|version| (name.clone(), version)).collect()
    });
    let mut by_operator: BTreeMap<&str, [BTreeMap<usize, BTreeSet<u32>>; 2]> = BTreeMap::new();
    for ((name, version), channels) in &found {
        let cells = by_operator.entry(name).or_default();
        for (column, release) in channels.iter().enumerate() {
            let at = release.as_ref().and_then(|release| releases.at(CHANNELS[column], release));
            if let Some(at) = at {
                cells[column].entry(at).or_default().insert(*version);
            }
        }
    }
    let mut out = String::from("| operator | versions since, in tensorflow | in ai-edge-litert |\n|---|---|---|\n");
    for (name, cells) in by_operator {
        let [tensorflow, litert] = cells.map(|cell| {
            let parts =
                cell.iter().map(|(at, versions)| format!("{}: {}", releases.rows[*at]["release"], spans(versions)));
            parts.collect::<Vec<_>>().join("; ")
        });
        let _ = writeln!(out, "| `{name}` | {tensorflow} | {litert} |");
    }
    Ok(out)
}

/// Releases that load each form of Keras files by default.
fn keras_forms(root: &Path) -> Result<String> {
    let forms = [
        ("archive", "`.keras` archive"),
        ("model", "complete model in HDF5 (`.h5`)"),
        ("weights", "weights in HDF5 (`.weights.h5`)"),
    ];
    let eras = rows(root, "keras_eras")?;
    let mut out = String::from("| form | channel | releases that were asked |\n|---|---|---|\n");
    for (era, form) in forms {
        for row in eras.iter().filter(|row| row["era"] == era) {
            let releases = match (row["first"].as_str(), row["last"].as_str()) {
                ("", "") => "all".to_owned(),
                (first, "") => format!("{first} and later"),
                (first, last) => span(first, last),
            };
            let _ = writeln!(out, "| {form} | {} | {releases} |", row["on"]);
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_the_first_release_that_has_something() {
        let root = crate::project::root();
        let of = |kind: &str| table(&root, kind).unwrap().unwrap();
        // 1.14.0 was the first with version 2 of CONV_2D (tflite_registry.csv), and with FLOAT16 tensors.
        let operators = of("operator-versions");
        let row = operators.lines().find(|line| line.starts_with("| `CONV_2D` |")).unwrap();
        assert!(row.contains("1.9.0: 1") && row.contains("1.14.0: 2"), "{row}");
        assert!(of("tensor-types").contains("| `FLOAT16` | 1.14.0 |"));
        assert!(of("graph-versions").contains("| 0.12.0 to "));
        assert!(of("data-types").lines().count() > 4);
        assert!(of("keras-forms").contains("| `.keras` archive | tensorflow | 2.12.0 and later |"));
        assert_eq!(table(&root, "nothing").unwrap(), None);
    }
}
