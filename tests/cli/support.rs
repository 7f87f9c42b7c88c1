//! Runs the real terminal program and reads what it prints.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Path of a fixture.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

/// Exit code and standard output.
pub struct Answer {
    pub code: i32,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("not JSON ({e}): {}", self.text))
    }
}

/// Runs `vintage` with these arguments.
pub fn vintage(arguments: &[&str]) -> Answer {
    let output = Command::new(env!("CARGO_BIN_EXE_vintage")).args(arguments).output().expect("the program starts");
    assert!(output.status.code().is_some(), "the program was killed: {}", String::from_utf8_lossy(&output.stderr));
    Answer { code: output.status.code().unwrap_or(-1), text: String::from_utf8_lossy(&output.stdout).into_owned() }
}

/// `vintage inspect --json` of fixtures: the artifacts.
pub fn inspect(fixtures: &[&str]) -> Vec<Value> {
    let paths: Vec<String> = fixtures.iter().map(|path| fixture(path).display().to_string()).collect();
    let mut arguments = vec!["inspect", "--json"];
    arguments.extend(paths.iter().map(String::as_str));
    vintage(&arguments).json()["artifacts"].as_array().expect("a list of artifacts").clone()
}

/// `vintage check --json` of one fixture.
pub fn check(path: &str, target: &str) -> (i32, Value) {
    let path = fixture(path).display().to_string();
    let answer = vintage(&["check", "--json", &path, "--target", target]);
    (answer.code, answer.json())
}
