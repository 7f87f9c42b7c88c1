//! Every fixture, opened as the page opens it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use vintage::artifact::{Artifact, Dropped};
use vintage::bytes::{FileSource, Limits, MemorySource};
use vintage::report::{Opened, open, schema};

/// The path of a file or folder in `tests/fixtures`.
pub fn fixture(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(path)
}

/// All files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
    found.sort();
}

/// Every fixture, opened together with its neighbors: what belongs together lies in one folder.
pub fn each_opened(judge: &mut dyn FnMut(&Opened)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let mut all = Vec::new();
    files(&root, &mut all);
    let mut groups: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for path in all {
        let inner: Vec<_> = path.strip_prefix(&root).unwrap().components().collect();
        let depth = inner.len().saturating_sub(1).min(3);
        groups.entry(inner[..depth].iter().collect()).or_default().push(path);
    }
    for group in groups.values() {
        let dropped = group.iter().map(|path| {
            let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
            Dropped { source: MemorySource::shared(name.as_str(), std::fs::read(path).unwrap()), path: name }
        });
        judge(&open(dropped.collect(), &Limits::default(), &mut |_| {}));
    }
}

/// The same, artifact by artifact.
pub fn each_artifact(judge: &mut dyn FnMut(&schema::Artifact, &Artifact)) {
    each_opened(&mut |Opened { artifacts, report, .. }| {
        report.artifacts.iter().zip(artifacts).for_each(|(reported, opened)| judge(reported, opened));
    });
}

/// A file, or all files of a folder, opened as the page opens them.
pub fn opened(path: &str) -> Opened {
    let root = fixture(path);
    let mut paths = vec![root.clone()];
    let mut dropped = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if !path.to_string_lossy().contains(".golden.") {
            let name = path.strip_prefix(root.parent().unwrap()).unwrap().to_string_lossy().into_owned();
            let source = Rc::new(FileSource::open(&path, name.as_str()).unwrap());
            dropped.push(Dropped { path: name, source });
        }
    }
    open(dropped, &Limits::default(), &mut |_| {})
}
