//! Paths on disk to dropped files: folders are walked, a checkpoint prefix finds its files.

use crate::artifact::Dropped;
use crate::bytes::{Error, Failure, FileSource, Limits, Span};
use crate::formats::tflite;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Files deeper than this are not looked at: a link that leads back up would never end.
const MAX_DEPTH: usize = 32;

/// Opens every path; what cannot be opened comes back as errors beside what could.
pub fn collect(paths: &[PathBuf]) -> (Vec<Dropped>, Vec<Error>) {
    let mut found = Found::default();
    for path in paths {
        let name = path.file_name().map_or_else(|| ".".to_owned(), |n| n.to_string_lossy().into_owned());
        if path.is_dir() {
            found.folder(path, &name, 0);
        } else if let Some(prefix) = name.strip_suffix(".index").filter(|_| path.exists()) {
            // Its values stand in the files beside it.
            found.prefix(&path.with_file_name(prefix), prefix);
        } else if path.exists() {
            let is_model = name.ends_with(".tflite");
            found.file(path, name);
            if is_model {
                found.weights(path);
            }
        } else {
            found.prefix(path, &name);
        }
    }
    (found.files, found.errors)
}

#[derive(Default)]
struct Found {
    /// A checkpoint's files may be given by name and found beside each other too.
    seen: BTreeSet<PathBuf>,
    files: Vec<Dropped>,
    errors: Vec<Error>,
}

impl Found {
    fn file(&mut self, path: &Path, name: String) {
        if !self.seen.insert(path.to_owned()) {
            return;
        }
        match FileSource::open(path, name.as_str()) {
            Ok(source) => self.files.push(Dropped { path: name, source: Rc::new(source) }),
            Err(error) => self.errors.push(error),
        }
    }

    /// The files in which the model that was found last keeps its weights.
    fn weights(&mut self, model: &Path) {
        let Some(file) = self.files.last() else { return };
        // What is wrong with the model is said when it is read for good.
        let Ok(read) = tflite::read(&file.source, &Limits::default()) else { return };
        for name in read.external_buffer_groups {
            if let Some(path) = beside(model, &name).filter(|path| path.exists()) {
                self.file(&path, name);
            }
        }
    }

    fn folder(&mut self, folder: &Path, name: &str, depth: usize) {
        if depth > MAX_DEPTH {
            self.errors.push(Error::over_limit("folder-too-deep").with("limit", MAX_DEPTH).at(place(folder)));
            return;
        }
        let entries = match std::fs::read_dir(folder) {
            Ok(entries) => entries,
            Err(error) => return self.errors.push(unreadable(folder, &error)),
        };
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort();
        for path in entries {
            let Some(leaf) = path.file_name().map(|leaf| leaf.to_string_lossy().into_owned()) else { continue };
            let inner = format!("{name}/{leaf}");
            if path.is_dir() {
                self.folder(&path, &inner, depth + 1);
            } else {
                self.file(&path, inner);
            }
        }
    }

    /// `model.ckpt` names no file itself: TensorFlow means `model.ckpt.index` and its shards.
    fn prefix(&mut self, path: &Path, name: &str) {
        let siblings = path
            .parent()
            .map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
            .and_then(|parent| std::fs::read_dir(parent).ok());
        let mut members: Vec<PathBuf> = siblings
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .filter(|sibling| {
                let leaf = sibling.file_name().map(|leaf| leaf.to_string_lossy().into_owned()).unwrap_or_default();
                leaf.strip_prefix(name).is_some_and(is_checkpoint_suffix)
            })
            .collect();
        members.sort();
        if members.is_empty() {
            let missing = std::io::Error::from(std::io::ErrorKind::NotFound);
            self.errors.push(unreadable(path, &missing));
        }
        for member in members {
            let leaf = member.file_name().map(|leaf| leaf.to_string_lossy().into_owned()).unwrap_or_default();
            self.file(&member, leaf);
        }
    }
}

/// A path that a model names, from the model's folder down; `None` for one that leads anywhere else.
pub fn beside(model: &Path, name: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    let down = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (down && name.file_name().is_some()).then(|| model.with_file_name("").join(name))
}

/// `.index`, `.meta`, `.data-00000-of-00001` (V2) or `-00000-of-00001` (sharded V1).
fn is_checkpoint_suffix(suffix: &str) -> bool {
    let shard = |text: &str| {
        let parts: Vec<&str> = text.split("-of-").collect();
        parts.len() == 2 && parts.iter().all(|part| part.len() == 5 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    suffix == ".index"
        || suffix == ".meta"
        || suffix.strip_prefix(".data-").is_some_and(shard)
        || suffix.strip_prefix('-').is_some_and(shard)
}

fn place(path: &Path) -> Span {
    Span { file: path.to_string_lossy().into(), ..Span::default() }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::new(Failure::Unreadable, "file-unreadable").with("reason", error).at(place(path))
}

#[cfg(test)]
mod tests {
    use super::is_checkpoint_suffix;

    #[test]
    fn a_prefix_takes_its_own_files_only() {
        assert!(is_checkpoint_suffix(".index"));
        assert!(is_checkpoint_suffix(".data-00000-of-00002"));
        assert!(is_checkpoint_suffix("-00001-of-00002"));
        assert!(!is_checkpoint_suffix("0.index"), "ckpt-1 must not take ckpt-10's files");
        assert!(!is_checkpoint_suffix(".data-0-of-2"));
    }
}
