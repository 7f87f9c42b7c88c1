//! Earlier fuzzing results stay fixed: every file of `fuzz/regressions` and of the committed corpus.

use crate::everything::everything_of;
use crate::measure::{cost, within_bounds};
use std::path::{Path, PathBuf};

/// The names under which a target's input is dropped: see `fuzz/targets`.
fn names(target: &str) -> &'static [&'static [&'static str]] {
    match target {
        "anything" => &[&["dropped"]],
        "tflite" => &[&["model.tflite"]],
        "checkpoint_v2" => &[&["ckpt.index", "ckpt.data-00000-of-00001"]],
        "checkpoint_v1" => &[&["model.ckpt-10"]],
        "archive" => &[&["dropped.zip"]],
        "events" => &[&["events.out.tfevents.1"]],
        "chunked" => &[&["model/saved_model.cpb"]],
        "hdf5" => &[&["model.h5"]],
        "keras" => &[&["config.json"]],
        "wire" => &[&["model/saved_model.pb"], &["graph.pb"]],
        "text" => &[&["model/saved_model.pbtxt"], &["graph.pbtxt"]],
        other => panic!("fuzz target {other} is not known here"),
    }
}

fn run(folder: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(folder);
    let mut seen = 0;
    for target in std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display())) {
        let target: PathBuf = target.expect("an entry").path();
        if !target.is_dir() {
            continue;
        }
        let names = names(&target.file_name().expect("a name").to_string_lossy());
        for file in std::fs::read_dir(&target).expect("a folder") {
            let path = file.expect("an entry").path();
            let bytes = std::fs::read(&path).expect("its bytes");
            for names in names {
                let files: Vec<_> = names.iter().map(|name| (*name, bytes.as_slice())).collect();
                let ((), cost) = cost(|| drop(everything_of(&files)));
                within_bounds(&path.display().to_string(), bytes.len() as u64, cost);
            }
            seen += 1;
        }
    }
    seen
}

#[test]
fn regressions() {
    run("regressions");
}

#[test]
fn corpus() {
    assert!(run("corpus") > 100);
}
