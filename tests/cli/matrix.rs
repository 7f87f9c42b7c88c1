//! `vintage check --all-of`: targets and files in one table with one exit code.

use crate::recorded;
use crate::support::{copy, fixture, folder, vintage};
use std::path::PathBuf;

const MODEL: &str = "tflite/ops/nested_if_while.tflite";

/// A folder with a model, a SavedModel and the targets.
fn project(name: &str, targets: &str) -> PathBuf {
    let here = folder(&format!("matrix-{name}"));
    copy(MODEL, &here.join("nested_if_while.tflite"));
    copy("savedmodels/functions", &here.join("functions"));
    std::fs::write(here.join("targets.toml"), targets).expect("can be written");
    here
}

fn check(here: &std::path::Path, options: &[&str]) -> crate::support::Answer {
    let targets = here.join("targets.toml").display().to_string();
    vintage(&[&["check", "--all-of", &targets], options].concat())
}

/// The releases that were asked about the model, those that refused and those that loaded.
fn asked() -> (Vec<String>, Vec<String>) {
    let all = recorded::loads(MODEL, "tflite", "tensorflow");
    let names = |wanted: bool| all.iter().filter(|(_, loads)| *loads == wanted).map(|(name, _)| name.clone()).collect();
    (names(false), names(true))
}

#[test]
fn the_table_has_a_row_for_each_file_and_target_and_the_worst_exit_code() {
    let (refusing, loading) = asked();
    let (old, new) = (refusing.last().expect("one"), loading.last().expect("one"));
    let targets = format!(
        "files = ['nested_if_while.tflite']\n[[target]]\nname = 'new'\nrelease = 'tensorflow@{new}'\n\
         [[target]]\nname = 'old'\nrelease = 'tensorflow@{old}'\n\
         [[target]]\nname = 'both'\nrelease = 'tensorflow@{new}'\nfiles = ['nested_if_while.tflite', 'functions']\n"
    );
    let here = project("table", &targets);
    let said = check(&here, &[]);
    assert_eq!(said.code, 1, "{}{}", said.text, said.complaint);
    let rows: Vec<Vec<&str>> = said
        .text
        .lines()
        .map(|line| line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect())
        .collect();
    let outcomes: Vec<(&str, &str)> = rows.iter().skip(1).map(|row| (row[0], row[3])).collect();
    assert_eq!(outcomes, [("new", "loads"), ("old", "refused"), ("both", "loads"), ("both", "loads")], "{}", said.text);
    assert_eq!(rows[0][0], "target");
    let json = check(&here, &["--json"]).json();
    assert_eq!((&json["exit"], json["rows"].as_array().map(Vec::len)), (&1.into(), Some(4)), "{json}");
    assert_eq!((&json["rows"][1]["outcome"], &json["rows"][1]["release"]), (&"refused".into(), &old.as_str().into()));
    assert!(json["rows"][1]["because"].as_array().is_some_and(|because| !because.is_empty()));
    std::fs::remove_dir_all(&here).expect("can be removed");
}

/// Every release of a range must load the file; the answer is about the first that does not.
#[test]
fn a_range_is_answered_by_its_worst_release() {
    let (refusing, loading) = asked();
    let (old, new) = (refusing.last().expect("one"), loading.last().expect("one"));
    let target =
        |range: String| format!("[[target]]\nreleases = 'tensorflow@{range}'\nfiles = ['nested_if_while.tflite']\n");
    let here = project("range", &target(format!("{old}..{new}")));
    let said = check(&here, &["--json"]);
    let row = &said.json()["rows"][0];
    assert_eq!((said.code, row["outcome"].as_str(), row["release"].as_str()), (1, Some("refused"), Some(old.as_str())));
    assert_eq!((row["first"].as_str(), row["last"].as_str()), (Some(old.as_str()), Some(new.as_str())));
    let text = check(&here, &[]).text;
    assert!(text.contains(&format!("refused in {old}")) && text.contains(&format!("{old} to {new}")), "{text}");
    std::fs::write(here.join("targets.toml"), target(format!("{}..{new}", loading[0]))).expect("can be written");
    assert_eq!(check(&here, &[]).code, 0, "all of these loaded it");
    std::fs::remove_dir_all(&here).expect("can be removed");
}

#[test]
fn files_that_cannot_be_read_decide() {
    let here =
        project("unreadable", "[[target]]\nrelease = '2.15'\nfiles = ['nested_if_while.tflite', 'gone.tflite']\n");
    let said = check(&here, &[]);
    assert_eq!(said.code, 2, "{}", said.text);
    assert!(said.text.contains("unreadable") && said.text.contains("gone.tflite"), "{}", said.text);
    std::fs::remove_dir_all(&here).expect("can be removed");
}

#[test]
fn a_wrong_file_is_a_usage_error_with_line_and_key() {
    let here = project("wrong", "files = ['nested_if_while.tflite']\n\n[[target]]\nrelease = 'tensorflow@2.15.7'\n");
    let said = check(&here, &[]);
    assert_eq!((said.code, said.text.as_str()), (64, ""));
    assert!(said.complaint.contains("targets.toml, line 4, key release: "), "{}", said.complaint);
    std::fs::write(here.join("targets.toml"), "[[target]]\nrelese = '2.15'\n").expect("can be written");
    let said = check(&here, &["--json"]);
    assert_eq!(said.code, 64);
    assert!(
        said.json()["error"]["message"].as_str().is_some_and(|text| text.contains("line 2, key relese")),
        "{}",
        said.text
    );
    let gone = vintage(&["check", "--all-of", "no-such.toml"]);
    assert!(gone.code == 2 && gone.complaint.contains("no-such.toml"), "{}", gone.complaint);
    let model = fixture(MODEL).display().to_string();
    assert_eq!(vintage(&["check", "--all-of", "a.toml", "--target", "2.15"]).code, 64);
    assert_eq!(vintage(&["check", &model]).code, 64, "a target is needed");
    std::fs::remove_dir_all(&here).expect("can be removed");
}
