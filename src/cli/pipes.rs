//! Pipes and devices: they have no length, so they are read to their end, into memory, up to a limit.

use crate::bytes::{Error, Failure, Limits, MemorySource, Result, SharedSource, Span};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

/// Name of standard input.
pub const STDIN: &str = "stdin";

/// How long a named pipe may be without a writer. With a writer there is no limit.
const NO_WRITER: Duration = Duration::from_secs(5);

/// Reads a pipe, a device, or standard input for `-`. Errors: `pipe-without-writer`, `pipe-too-long`, `file-unreadable`.
pub fn read(path: &Path, name: &str, limits: &Limits) -> Result<SharedSource> {
    let at = || Span { file: name.into(), ..Span::default() };
    let fail = |error: std::io::Error| {
        let text = error.to_string();
        let reason = text.split(" (os error").next().unwrap_or_default();
        Error::new(Failure::Unreadable, "file-unreadable").with("reason", reason).at(at())
    };
    let from: Box<dyn Read> = if path == Path::new("-") {
        Box::new(std::io::stdin().lock())
    } else {
        let opened = open(path.to_owned()).ok_or_else(|| {
            Error::new(Failure::Unreadable, "pipe-without-writer").with("seconds", NO_WRITER.as_secs()).at(at())
        })?;
        Box::new(opened.map_err(fail)?)
    };
    let limit = limits.structure_bytes;
    let mut bytes = Vec::new();
    from.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > limit {
        return Err(Error::over_limit("pipe-too-long").with("limit", limit).at(at()));
    }
    Ok(MemorySource::shared(name, bytes))
}

/// Opens a path that may be a pipe. `None` without a writer in time: the waiting thread ends with the program.
fn open(path: PathBuf) -> Option<std::io::Result<File>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        // After the time-out, there is no receiver.
        let _ = sender.send(File::open(path));
    });
    receiver.recv_timeout(NO_WRITER).ok()
}
