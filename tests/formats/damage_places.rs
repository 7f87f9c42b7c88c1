//! Every damaged fixture reports the error, its position (file, bytes, field if the format has them) and a remedy.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::Dropped;
use vintage::bytes::{FileSource, Limits};
use vintage::cli::Words;
use vintage::report::schema::{Artifact, ErrorInfo};
use vintage::report::{Opened, open};
use vintage::services::values::{AllValues, Work};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// A file, or everything below a folder except the goldens.
fn dropped(path: &Path) -> Vec<Dropped> {
    fn walk(path: &Path, shown: String, into: &mut Vec<Dropped>) {
        if path.is_dir() {
            let mut entries: Vec<_> = std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
            entries.sort();
            for entry in entries {
                let name = entry.file_name().unwrap().to_string_lossy().into_owned();
                walk(&entry, format!("{shown}/{name}"), into);
            }
        } else if !shown.contains("golden") {
            let source = Rc::new(FileSource::open(path, shown.as_str()).unwrap());
            into.push(Dropped { path: shown, source });
        }
    }
    let mut into = Vec::new();
    walk(path, path.file_name().unwrap().to_string_lossy().into_owned(), &mut into);
    into
}

/// Errors of the files themselves: no bytes show them.
const NO_BYTES: [&str; 4] = [
    // A file that is not there.
    "bundle-shard-missing",
    "saved-model-missing",
    "checkpoint-index-missing",
    "v1-shards-missing",
];

/// All errors: of opening, and in the values.
fn errors(opened: &Opened) -> Vec<(&Artifact, ErrorInfo)> {
    let mut found = Vec::new();
    for (artifact, told) in opened.artifacts.iter().zip(&opened.report.artifacts) {
        found.extend(told.error.iter().chain(&told.problems).map(|error| (told, error.clone())));
        if let Some(mut work) = AllValues::new(artifact) {
            while work.step().is_some() {}
            let checked = work.into_report();
            let errors = checked.values.into_iter().filter_map(|value| value.error).chain(checked.problems);
            found.extend(errors.map(|error| (told, error)));
        }
    }
    found
}

#[test]
fn every_damaged_file_says_what_where_and_what_to_do() {
    let words = Words::english();
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in ["checkpoints/corrupt", "savedmodels/corrupt", "tflite/corrupt"] {
        let entries = std::fs::read_dir(fixtures().join(folder)).unwrap().map(|entry| entry.unwrap().path());
        paths.extend(entries.filter(|path| !path.to_string_lossy().contains("golden")));
    }
    let broken = std::fs::read_dir(fixtures().join("graphdefs")).unwrap().map(|entry| entry.unwrap().path());
    paths.extend(broken.filter(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.starts_with("broken_") && !name.contains("golden")
    }));
    paths.sort();
    let (mut with_errors, mut complaints) = (0, Vec::new());
    for path in &paths {
        let dropped = dropped(path);
        let sizes: Vec<(String, u64)> = dropped.iter().map(|file| (file.path.clone(), file.source.len())).collect();
        let opened = open(dropped, &Limits::default(), &mut |_| ());
        let errors = errors(&opened);
        with_errors += usize::from(!errors.is_empty());
        for (artifact, error) in errors {
            let shown = format!("{}: {error:?}", path.strip_prefix(fixtures()).unwrap().display());
            let mut complain = |what: &str| complaints.push(format!("{what}: {shown}"));
            for id in [format!("error-{}", error.detail.id), format!("error-{}-advice", error.detail.id)] {
                match words.find(&id, error.detail.params.iter()) {
                    None => complain("no words"),
                    Some(text) if text.contains("{$") || text.contains("{ $") => complain("words without their values"),
                    Some(_) => {}
                }
            }
            if error.at.file.is_empty() {
                complain("no file");
                continue;
            }
            let Some((start, end)) = error.at.range else {
                if !NO_BYTES.contains(&&*error.detail.id) {
                    complain("no bytes");
                }
                continue;
            };
            // The page opens the hex view there: the file must be one of the artifact's.
            match sizes.iter().find(|(path, _)| *path == error.at.file) {
                Some(_) if !artifact.files.contains(&error.at.file) => complain("a file of another artifact"),
                Some((_, size)) if start > end || start > *size && error.detail.id != "bundle-data-truncated" => {
                    complain("bytes behind the end of the file");
                }
                Some(_) => {}
                None => complain("a file that is not there"),
            }
        }
    }
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
    assert!(with_errors > 60, "{with_errors} of {}", paths.len());
}
