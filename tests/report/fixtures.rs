//! Every fixture, opened as the page opens it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use vintage::artifact::{Artifact, Dropped};
use vintage::bytes::{Limits, MemorySource};
use vintage::report::{Opened, open, schema};

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
pub fn each_artifact(judge: &mut dyn FnMut(&schema::Artifact, &Artifact)) {
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
        let Opened { artifacts, report, .. } = open(dropped.collect(), &Limits::default(), &mut |_| {});
        report.artifacts.iter().zip(&artifacts).for_each(|(told, opened)| judge(told, opened));
    }
}
