//! The only artifact that a command is about. Several candidates are an error that names them: an answer about the
//! wrong model would look like the right one.

use super::{Words, exit, output};
use crate::report::Opened;
use crate::report::schema::Kind;
use std::ops::RangeFrom;
use std::path::PathBuf;

/// Index of the only artifact in `range` whose kind is `wanted`, or the exit code after the error was printed: the
/// message `none` without one. `path` is the user's argument.
pub(super) fn sole(
    opened: &Opened,
    range: RangeFrom<usize>,
    wanted: fn(Kind) -> bool,
    path: &str,
    none: &str,
    words: &Words,
) -> Result<usize, u8> {
    let all = opened.report.artifacts.iter().enumerate().take(opened.artifacts.len()).skip(range.start);
    let found: Vec<_> = all.filter(|(_, artifact)| wanted(artifact.kind)).collect();
    match found.as_slice() {
        [] => Err(output::fail(words, none, &[], exit::UNREADABLE)),
        [(index, _)] => Ok(*index),
        several => {
            let names: Vec<&str> = several.iter().map(|(_, artifact)| artifact.name.as_str()).collect();
            let (count, names) = (several.len().to_string(), names.join(", "));
            let params = [("path", path), ("count", count.as_str()), ("names", names.as_str())];
            Err(output::fail(words, "cli-two-models", &params, exit::USAGE))
        }
    }
}

/// The paths of a command line as one text.
pub(super) fn listed(paths: &[PathBuf]) -> String {
    let shown: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    shown.join(", ")
}
