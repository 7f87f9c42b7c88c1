//! Files on disk as sources. Few of them are open at once, because a process may open only some 1,024.

use super::source::{Source, check_range};
use super::{Error, Failure, Result, Span};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::fs::{File, Metadata};
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::{Rc, Weak};
use std::sync::Arc;
use std::time::SystemTime;

/// Maximum number of open files; the one opened first is closed for the next one, and reopened when it is read.
const MOST_OPEN: usize = 32;

type Handle = RefCell<Option<File>>;

thread_local! {
    /// Open files, in the order in which they were opened.
    static OPEN: RefCell<VecDeque<Weak<Handle>>> = const { RefCell::new(VecDeque::new()) };
}

/// A regular file on disk, read by position and never completely.
pub struct FileSource {
    name: Arc<str>,
    path: PathBuf,
    len: u64,
    modified: Option<SystemTime>,
    handle: Rc<Handle>,
}

impl FileSource {
    /// Opens `path`, shown as `name`. Errors: `file-unreadable`, and `file-not-regular` for folders, pipes and devices,
    /// which have no length and may never end.
    pub fn open(path: &Path, name: impl Into<Arc<str>>) -> Result<Self> {
        let name = name.into();
        let fail = |error: std::io::Error| io_error(&name, &error);
        // Checked before opening: opening a pipe without a writer waits forever.
        let metadata = std::fs::metadata(path).map_err(fail)?;
        if !metadata.is_file() {
            return Err(Error::new(Failure::Unreadable, "file-not-regular").at(place(&name)));
        }
        let source = Self {
            path: path.to_owned(),
            len: metadata.len(),
            modified: metadata.modified().ok(),
            handle: Rc::default(),
            name: name.clone(),
        };
        source.with(|_| Ok(()))?;
        Ok(source)
    }

    /// Lends the open file, which is reopened if it was closed for another one.
    fn with<T>(&self, work: impl FnOnce(&mut File) -> std::io::Result<T>) -> Result<T> {
        let fail = |error: std::io::Error| io_error(&self.name, &error);
        let mut handle = self.handle.borrow_mut();
        let file = match &mut *handle {
            Some(file) => file,
            none => {
                close_some(&self.handle);
                let file = File::open(&self.path).map_err(fail)?;
                if !self.is_same(&file.metadata().map_err(fail)?) {
                    return Err(Error::new(Failure::Unreadable, "file-changed").at(place(&self.name)));
                }
                none.insert(file)
            }
        };
        work(file).map_err(fail)
    }

    fn is_same(&self, metadata: &Metadata) -> bool {
        metadata.len() == self.len && metadata.modified().ok() == self.modified
    }
}

/// Closes files so that another one may be opened, and records that one.
fn close_some(next: &Rc<Handle>) {
    OPEN.with_borrow_mut(|open| {
        while open.len() >= MOST_OPEN {
            let oldest = open.pop_front().and_then(|oldest| oldest.upgrade());
            // One that is being read stays open.
            if let Some(mut handle) = oldest.as_ref().and_then(|oldest| oldest.try_borrow_mut().ok()) {
                *handle = None;
            }
        }
        open.push_back(Rc::downgrade(next));
    });
}

fn place(name: &Arc<str>) -> Span {
    Span { file: name.clone(), ..Span::default() }
}

/// The operating system's message about a refused file.
fn io_error(name: &Arc<str>, error: &std::io::Error) -> Error {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or_default();
    Error::new(Failure::Unreadable, "file-unreadable").with("reason", reason).at(place(name))
}

impl Source for FileSource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        check_range(self, offset, buf.len() as u64)?;
        self.with(|file| file.seek(SeekFrom::Start(offset)).and_then(|_| file.read_exact(buf)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_sources_keep_few_files_open() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        let sources: Vec<_> = (0..MOST_OPEN * 3).map(|_| FileSource::open(&path, "x").expect("it opens")).collect();
        let open = |sources: &[FileSource]| sources.iter().filter(|one| one.handle.borrow().is_some()).count();
        assert_eq!(open(&sources), MOST_OPEN);
        // A closed file is opened again for reading.
        let mut head = [0; 11];
        sources[0].read_at(0, &mut head).expect("it is opened again");
        assert_eq!(&head, b"[workspace]");
        assert_eq!(open(&sources), MOST_OPEN);
    }

    #[test]
    fn a_file_that_changed_is_not_read_on() {
        let path = std::env::temp_dir().join(format!("vintage-changed-{}", std::process::id()));
        std::fs::write(&path, b"before").expect("it is written");
        let source = FileSource::open(&path, "x").expect("it opens");
        *source.handle.borrow_mut() = None;
        std::fs::write(&path, b"longer than before").expect("it is written");
        let error = source.read_at(0, &mut [0; 3]).expect_err("it changed");
        std::fs::remove_file(&path).expect("it is removed");
        assert_eq!(error.id(), "file-changed");
    }
}
