//! Paths on disk as dropped files: folders are read recursively, a checkpoint prefix finds its files, pipes are read to
//! their end.

use super::pipes;
use crate::artifact::Dropped;
use crate::bytes::{Error, Failure, FileSource, Limits, Span};
use crate::formats::tflite;
use std::collections::BTreeSet;
use std::fs::DirEntry;
use std::path::{Component, Path, PathBuf};
use std::rc::Rc;

/// Deeper files are ignored.
const MAX_DEPTH: usize = 32;

/// Files found at the paths of a command line.
#[derive(Default)]
pub struct Collected {
    /// Files to open.
    pub files: Vec<Dropped>,
    /// Names of the files on the command line, which must be readable; files in a folder need not be.
    pub named: BTreeSet<String>,
    /// Files beside them that were not opened, with the reason.
    pub left_out: Vec<Error>,
    /// Files that could not be opened.
    pub errors: Vec<Error>,
    /// Names of the opened files with their paths on disk, in order; pipes have none.
    pub on_disk: Vec<(String, PathBuf)>,
}

/// Opens every path; files that cannot be opened are returned as errors beside the others.
pub fn collect(paths: &[PathBuf], limits: &Limits) -> Collected {
    let mut walk = Walk { limits, seen: BTreeSet::new(), found: Collected::default() };
    for path in paths {
        walk.named(path);
    }
    walk.found
}

struct Walk<'a> {
    limits: &'a Limits,
    /// A checkpoint's files may be given by name and also found beside each other. Folders are identified by their real
    /// path: a link may form a cycle.
    seen: BTreeSet<PathBuf>,
    found: Collected,
}

impl Walk<'_> {
    fn named(&mut self, path: &Path) {
        let name = path.file_name().map_or_else(|| ".".to_owned(), |n| n.to_string_lossy().into_owned());
        if path == Path::new("-") {
            return self.pipe(path, pipes::STDIN);
        }
        match std::fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, &name, 0),
            Ok(metadata) if !metadata.is_file() => self.pipe(path, &name),
            // Its values are in the files beside it.
            Ok(_) if name.ends_with(".index") => {
                self.found.named.insert(name.clone());
                let prefix = name.strip_suffix(".index").unwrap_or(&name);
                self.prefix(&path.with_file_name(prefix), prefix);
            }
            Ok(_) => {
                let is_model = name.ends_with(".tflite");
                self.found.named.insert(name.clone());
                self.file(path, name);
                if is_model {
                    self.weights(path);
                }
            }
            Err(error) => {
                if !self.prefix(path, &name) {
                    self.found.errors.push(unreadable(path, &error));
                }
            }
        }
    }

    fn pipe(&mut self, path: &Path, name: &str) {
        if self.seen.insert(path.to_owned()) {
            self.found.named.insert(name.to_owned());
            match pipes::read(path, name, self.limits) {
                Ok(source) => self.found.files.push(Dropped { path: name.to_owned(), source }),
                Err(error) => self.found.errors.push(error),
            }
        }
    }

    fn file(&mut self, path: &Path, name: String) {
        if !self.seen.insert(path.to_owned()) {
            return;
        }
        match FileSource::open(path, name.as_str()) {
            Ok(source) => {
                self.found.on_disk.push((name.clone(), path.to_owned()));
                self.found.files.push(Dropped { path: name, source: Rc::new(source) });
            }
            Err(error) => self.found.errors.push(error),
        }
    }

    /// The external weight files of the last found model.
    fn weights(&mut self, model: &Path) {
        let Some(file) = self.found.files.last() else { return };
        // Errors of the model are reported when it is opened.
        let Ok(read) = tflite::read(&file.source, &Limits::default()) else { return };
        for name in read.external_buffer_groups {
            if let Some(path) = beside(model, &name).filter(|path| path.exists()) {
                self.file(&path, name);
            }
        }
    }

    fn folder(&mut self, folder: &Path, name: &str, depth: usize) {
        if depth > MAX_DEPTH {
            let error = Error::over_limit("folder-too-deep").with("limit", MAX_DEPTH);
            return self.found.errors.push(error.at(place(folder)));
        }
        // Without a real path the folder cannot be read either.
        if folder.canonicalize().is_ok_and(|real| !self.seen.insert(real)) {
            return self.leave_out("folder-read-already", name);
        }
        let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<std::io::Result<Vec<DirEntry>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.found.errors.push(unreadable(folder, &error)),
        };
        // A folder that links refer to as well keeps its own name.
        entries.sort_by_cached_key(|entry| (entry.file_type().is_ok_and(|of| of.is_symlink()), entry.file_name()));
        for entry in entries {
            let inner = format!("{name}/{}", entry.file_name().to_string_lossy());
            let path = entry.path();
            if self.found.files.len() as u64 >= self.limits.files {
                let error = Error::over_limit("folder-too-many-files").with("limit", self.limits.files);
                return self.found.errors.push(error.at(place(folder)));
            }
            match std::fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => self.folder(&path, &inner, depth + 1),
                Ok(metadata) if metadata.is_file() => self.file(&path, inner),
                // Opening a pipe waits for a writer.
                Ok(_) => self.leave_out("file-not-regular", &inner),
                Err(error) => self.found.errors.push(unreadable(&path, &error)),
            }
        }
    }

    fn leave_out(&mut self, id: &'static str, name: &str) {
        let at = Span { file: name.into(), ..Span::default() };
        self.found.left_out.push(Error::unsupported(id).at(at));
    }

    /// `model.ckpt` is not a file: it stands for `model.ckpt.index` and its shards. False when there are none.
    fn prefix(&mut self, path: &Path, name: &str) -> bool {
        let siblings = path
            .parent()
            .map(|parent| if parent.as_os_str().is_empty() { Path::new(".") } else { parent })
            .and_then(|parent| std::fs::read_dir(parent).ok());
        let mut members: Vec<(String, PathBuf)> = siblings
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path()))
            .filter(|(leaf, _)| leaf.strip_prefix(name).is_some_and(is_checkpoint_suffix))
            .collect();
        members.sort();
        let any = !members.is_empty();
        for (leaf, member) in members {
            self.file(&member, leaf);
        }
        // A restore does not read the graph that a Saver writes beside the values.
        let meta = format!("{name}.meta");
        if any && path.with_file_name(&meta).exists() && !self.found.named.contains(&meta) {
            self.leave_out("file-not-named", &meta);
        }
        any
    }
}

/// A path in a model, relative to the model's folder; `None` for one that leads outside.
pub fn beside(model: &Path, name: &str) -> Option<PathBuf> {
    let name = Path::new(name);
    let down = name.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    (down && name.file_name().is_some()).then(|| model.with_file_name("").join(name))
}

/// `.index`, `.data-00000-of-00001` (V2) or `-00000-of-00001` (sharded V1).
fn is_checkpoint_suffix(suffix: &str) -> bool {
    let shard = |text: &str| {
        let parts: Vec<&str> = text.split("-of-").collect();
        parts.len() == 2 && parts.iter().all(|part| part.len() == 5 && part.bytes().all(|b| b.is_ascii_digit()))
    };
    suffix == ".index"
        || suffix.strip_prefix(".data-").is_some_and(shard)
        || suffix.strip_prefix('-').is_some_and(shard)
}

fn place(path: &Path) -> Span {
    Span { file: path.to_string_lossy().into(), ..Span::default() }
}

fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or_default();
    Error::new(Failure::Unreadable, "file-unreadable").with("reason", reason).at(place(path))
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
