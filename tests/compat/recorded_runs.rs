//! A model that TensorFlow ran when the expected outputs were recorded loads in that release: no verdict may refuse it.

use super::observed::assess;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use vintage::bytes::Limits;
use vintage::compat::{Action, Outcome, Target};

const FIXTURES: &str = "tests/fixtures";

/// Files with recorded outputs, in all folders.
fn recorded(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            recorded(&path, found);
        } else if path.to_string_lossy().ends_with(".golden.json") {
            found.push(path);
        }
    }
}

/// The TensorFlow release that ran the model, if it did: some run has outputs of some kernels.
fn ran_in(golden: &Value) -> Option<String> {
    let has_outputs = |run: &Value| {
        let kernels = run["outputs"].as_object().into_iter().flat_map(|kernels| kernels.values());
        kernels.into_iter().any(|outputs| outputs.get("error").is_none())
    };
    let runs = golden["runs"].as_array()?;
    let release = golden["made_with"].as_str()?.strip_prefix("tensorflow ")?;
    (golden["load"] == "ok" && runs.iter().any(has_outputs)).then(|| release.to_owned())
}

#[test]
fn models_with_recorded_runs_load_in_the_release_that_ran_them() {
    let mut files = Vec::new();
    recorded(Path::new(FIXTURES), &mut files);
    let (mut refused, mut loaded) = (Vec::new(), 0);
    for golden in files {
        let file = golden.strip_prefix(FIXTURES).unwrap().to_string_lossy().replace(".golden.json", ".tflite");
        let text = fs::read_to_string(&golden).expect("recorded outputs");
        let ran = serde_json::from_str(&text).ok().and_then(|golden: Value| ran_in(&golden));
        let Some(release) = ran.filter(|_| Path::new(FIXTURES).join(&file).exists()) else { continue };
        let target = Target::named("tensorflow", &release).expect("a release");
        let assessment = assess("tflite", &file, &Limits::default()).expect("a kind").expect("a model");
        let outcome = assessment.within(Action::DefaultDelegates).expect("an action").verdict(target).outcome;
        match outcome {
            Outcome::Loads | Outcome::Warns => loaded += 1,
            _ => refused.push(format!("{file} in {release}: {outcome:?}")),
        }
    }
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(loaded > 750, "{loaded} recorded runs compared");
}
