//! `tests/attacks`: one folder per attack, with the required answer in `attacks.csv`.

use crate::everything::everything;
use crate::measure::{cost, within_bounds};
use serde_json::Value;
use std::path::Path;
use vintage::bytes::{MemorySource, SharedSource};

/// An attack: its folder, the answer (failure and id of the error, or `ok`), and what it attacks.
struct Attack {
    folder: String,
    answer: String,
    attacks: String,
}

fn attacks() -> Vec<Attack> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks/attacks.csv");
    let text = std::fs::read_to_string(path).expect("the list of attacks");
    text.lines()
        .skip(1)
        .map(|line| {
            let mut parts = line.splitn(3, ',').map(|part| part.trim_matches('"').to_owned());
            let mut part = || parts.next().expect("three columns");
            Attack { folder: part(), answer: part(), attacks: part() }
        })
        .collect()
}

fn files(folder: &str) -> Vec<(String, SharedSource)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks").join(folder);
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a file").path())
        .map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let bytes = std::fs::read(&path).expect("its bytes");
            (name.clone(), MemorySource::shared(name, bytes))
        })
        .collect();
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// A restore is tried with everything, also with files that are not checkpoints.
const NO_RESTORE: [&str; 2] = ["unsupported restore-no-checkpoint", "unsupported restore-no-objects"];

/// Every error in a report, its values and its drawings: `failure id`.
fn errors(told: &str) -> Vec<String> {
    fn walk(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                if let (Some(failure), Some(id)) =
                    (map.get("failure").and_then(Value::as_str), map.get("detail").and_then(|d| d["id"].as_str()))
                {
                    found.push(format!("{failure} {id}"));
                }
                map.values().for_each(|value| walk(value, found));
            }
            Value::Array(list) => list.iter().for_each(|value| walk(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for value in serde_json::Deserializer::from_str(told).into_iter::<Value>() {
        walk(&value.expect("JSON"), &mut found);
    }
    found
}

#[test]
fn every_attack_gets_its_answer() {
    let attacks = attacks();
    assert!(attacks.len() >= 45, "{} attacks", attacks.len());
    let mut wrong = Vec::new();
    for attack in &attacks {
        let files = files(&attack.folder);
        let bytes = files.iter().map(|(_, source)| source.len()).sum();
        let (told, cost) = cost(|| everything(files));
        within_bounds(&attack.folder, bytes, cost);
        let errors = errors(&told);
        let refused = || errors.iter().filter(|error| !NO_RESTORE.contains(&error.as_str())).count();
        let right = if attack.answer == "ok" { refused() == 0 } else { errors.contains(&attack.answer) };
        if !right {
            wrong.push(format!(
                "{} ({}): {} was expected, {errors:?} came",
                attack.folder, attack.attacks, attack.answer
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_folder_is_in_the_list() {
    let listed: Vec<_> = attacks().into_iter().map(|attack| attack.folder).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/attacks");
    for entry in std::fs::read_dir(folder).expect("the folder") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        assert!(
            !entry.path().is_dir() || name == "__pycache__" || listed.contains(&name),
            "{name} is not in attacks.csv"
        );
    }
}
