//! The commands of docs/ci.md and of the workflow in examples/ci run as written.

use crate::support::{copy, folder};
use std::path::{Path, PathBuf};
use std::process::Command;

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A project with the files that the examples name.
fn project(name: &str) -> PathBuf {
    let here = folder(&format!("ci-{name}"));
    copy("savedmodels/functions", &here.join("models/ranker"));
    copy("tflite/ops/add_0.tflite", &here.join("models/detect.tflite"));
    std::fs::write(here.join("targets.toml"), read("examples/ci/targets.toml")).expect("can be written");
    here
}

/// Runs a line of a shell in which `vintage` is the program.
fn run(line: &str, here: &Path) -> (i32, String) {
    let folder = Path::new(env!("CARGO_BIN_EXE_vintage")).parent().expect("a folder");
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("bash")
        .args(["-euo", "pipefail", "-c", line])
        .current_dir(here)
        .env("PATH", path)
        .env("GITHUB_STEP_SUMMARY", here.join("summary.md"))
        .output()
        .expect("the shell starts");
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code().expect("it ends"), text)
}

#[test]
fn the_commands_of_the_document_run() {
    let here = project("document");
    let mut count = 0;
    for block in read("docs/ci.md").split("```sh\n").skip(1) {
        for line in block.split("```").next().expect("its end").lines() {
            let (code, text) = run(line, &here);
            assert_eq!(code, 0, "{line}: {text}");
            count += 1;
        }
    }
    assert!(count >= 6, "{count}");
    for file in ["windows.svg", "badge.svg", "vintage.sarif"] {
        assert!(std::fs::metadata(here.join(file)).is_ok_and(|file| file.len() > 300), "{file}");
    }
    std::fs::remove_dir_all(&here).expect("can be removed");
}

#[test]
fn the_steps_of_the_workflow_run() {
    let here = project("workflow");
    let workflow = read("examples/ci/vintage.yml");
    let steps: Vec<&str> = workflow.lines().filter_map(|line| line.trim().strip_prefix("run: ")).collect();
    let (install, own): (Vec<&str>, Vec<&str>) = steps.into_iter().partition(|line| line.starts_with("cargo install"));
    assert_eq!((install.len(), own.len()), (1, 3));
    for line in own {
        let (code, text) = run(line, &here);
        assert_eq!(code, 0, "{line}: {text}");
    }
    let summary = std::fs::read_to_string(here.join("summary.md")).expect("it was written");
    assert!(summary.starts_with("| File |") && summary.contains("| detect.tflite |"), "{summary}");
    let log: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(here.join("vintage.sarif")).expect("it was written"))
            .expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let sarif = workflow.lines().find_map(|line| line.trim().strip_prefix("sarif_file: ")).expect("an upload");
    assert!(here.join(sarif).exists());
    std::fs::remove_dir_all(&here).expect("can be removed");
}

/// The hooks' patterns take model files, and no others.
#[test]
fn hooks_run_on_model_files() {
    let hooks = read(".pre-commit-hooks.yaml");
    let patterns: Vec<&str> = hooks.lines().filter_map(|line| line.trim().strip_prefix("files: ")).collect();
    assert_eq!(patterns.len(), 2);
    for pattern in patterns {
        let pattern = regex_lite::Regex::new(pattern).expect("a pattern");
        for model in
            ["a.tflite", "models/saved_model.pb", "b/graph.pbtxt", "c.keras", "d.weights.h5", "model.ckpt.meta"]
        {
            assert!(pattern.is_match(model), "{model}");
            assert!(!pattern.is_match(&format!("{model}.md")), "{model}.md");
        }
    }
    let entries: Vec<&str> = hooks.lines().filter_map(|line| line.trim().strip_prefix("entry: vintage ")).collect();
    assert_eq!(entries, ["check", "check --all-of"]);
}
