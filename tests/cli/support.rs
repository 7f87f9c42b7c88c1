//! Runs the real CLI and reads what it prints.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Path of a fixture.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

/// The tags of all languages, from the folders of the texts.
pub fn languages() -> Vec<String> {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("static/locales")).unwrap();
    let folders = folders.map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().unwrap()).collect()
}

/// Exit code, standard output and standard error.
pub struct Answer {
    pub code: i32,
    pub text: String,
    pub complaint: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|e| panic!("not JSON ({e}): {}", self.text))
    }
}

/// The program, in English whatever the language of this machine.
pub fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vintage"));
    command.env("LC_ALL", "C");
    command
}

/// Runs `vintage` with these arguments.
pub fn vintage(arguments: &[&str]) -> Answer {
    answer(program().args(arguments))
}

/// Runs a line of a shell, in which `$VINTAGE` is the program.
pub fn shell(line: &str) -> Answer {
    let program = env!("CARGO_BIN_EXE_vintage");
    answer(Command::new("bash").args(["-c", line]).env("VINTAGE", program).env("LC_ALL", "C"))
}

/// The answer of a program that was given its arguments.
pub fn answer(command: &mut Command) -> Answer {
    let output = command.output().expect("the program starts");
    let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("the program was killed: {complaint}"));
    Answer { code, text: String::from_utf8_lossy(&output.stdout).into_owned(), complaint }
}

/// An empty folder for one test.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// Copies a fixture, a file or a folder, to a path.
pub fn copy(from: &str, to: &Path) {
    fn all(from: &Path, to: &Path) {
        if from.is_dir() {
            std::fs::create_dir_all(to).expect("a folder");
            for entry in std::fs::read_dir(from).expect("it is listed") {
                let entry = entry.expect("an entry");
                all(&entry.path(), &to.join(entry.file_name()));
            }
        } else {
            std::fs::copy(from, to).unwrap_or_else(|error| panic!("{}: {error}", from.display()));
        }
    }
    all(&fixture(from), to);
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
