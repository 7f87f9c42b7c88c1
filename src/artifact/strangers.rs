//! Files without a reader: the error that names their content.

use crate::bytes::{Cause, Error, SharedSource};
use crate::chunks::cut;
use crate::formats::foreign::{Foreign, recognize};
use crate::formats::probe::head;

/// First bytes that an error points at.
const FIRST: u64 = 16;

/// The error that names the content of a file unknown to [`crate::formats::probe`]; `None` if it is unknown here too.
pub fn stranger(source: &SharedSource) -> Option<Error> {
    named(source).ok().flatten()
}

cut!(
    forms,
    load_named,
    /// [`stranger`], in a chunk that files with known content do not need.
    fn named(source: &SharedSource) -> Option<Error> {
        recognize(&**source).map(|found| error(source, found))
    }
);

/// The error of a file with such content.
pub fn error(source: &SharedSource, found: Foreign) -> Error {
    let error = match found {
        // Vintage opens archives, and may support these later.
        Foreign::Packed(form) => Error::unsupported(found.id()).with("form", form),
        Foreign::Image(form) => Error::foreign(found.id()).with("form", form),
        Foreign::Zeros(bytes) | Foreign::GitLfs(bytes) => Error::foreign(found.id()).with("bytes", bytes),
        Foreign::TfjsKeras3(at) => {
            let error = Error::foreign(found.id()).with("key", "batch_shape").with("to", "batch_input_shape");
            return error.at(source.span(at..at + 13));
        }
        _ => Error::foreign(found.id()),
    };
    error.at(source.span(0..source.len().min(FIRST)))
}

/// The error of an unknown file: its first bytes are the best hint about it.
pub fn unknown(source: &SharedSource) -> Error {
    // A member of a zip reports here that it is encrypted or damaged.
    if let Err(error) = source.read_at(0, &mut [0]) {
        return error;
    }
    let first = head(&**source, FIRST);
    let hex: Vec<String> = first.iter().map(|b| format!("{b:02x}")).collect();
    Error::unsupported("file-unknown")
        .with("bytes", hex.join(" "))
        .with("text", first.escape_ascii())
        .at(source.span(0..first.len() as u64))
}

/// The error for an empty file.
pub fn empty(source: &SharedSource) -> Error {
    Error::malformed("file-empty").because(Cause::EmptyFile).at(source.span(0..0))
}

/// The error of an event file beside a model.
pub fn log(source: &SharedSource) -> Error {
    Error::foreign("content-events").at(source.span(0..source.len().min(FIRST)))
}

/// Fetches the code that names content.
#[cfg(feature = "split-explorer")]
pub async fn load() -> Result<(), crate::chunks::NotLoaded> {
    load_named().await
}
