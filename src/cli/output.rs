//! Output of the program: text without control characters, JSON unchanged, and detection of write errors.

use super::escape::visible;
use super::{Words, exit};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by `--quiet`: only the exit code.
static QUIET: AtomicBool = AtomicBool::new(false);
/// Set by `--json`: failures are JSON too.
static JSON: AtomicBool = AtomicBool::new(false);
/// Set when standard output did not take everything.
static UNWRITTEN: AtomicBool = AtomicBool::new(false);

/// Selects the kind of output, once, before anything is printed.
pub fn choose(quiet: bool, json: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
    JSON.store(json, Ordering::Relaxed);
}

/// Whether only the exit code is requested.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Prints text and ends the line. Control characters are printed as escapes: names in a file may contain any.
pub fn print_line(text: &str) {
    write_line(&visible(text));
}

/// Prints any value as indented JSON.
pub fn print_json(value: &impl Serialize) {
    write_line(&serde_json::to_string_pretty(value).unwrap_or_default());
}

/// Prints text for another program unchanged.
pub fn print_raw(text: &str) {
    write_line(text.trim_end());
}

fn write_line(text: &str) {
    if is_quiet() {
        return;
    }
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    if let Err(error) = written {
        // A reader that stops early (`vintage inspect … | head`) is not a failure.
        if error.kind() != std::io::ErrorKind::BrokenPipe && !UNWRITTEN.swap(true, Ordering::Relaxed) {
            complain(&error.to_string());
        }
    }
}

/// Prints an error line to standard error.
pub fn complain(text: &str) {
    // Without standard error there is no way to report this.
    let _ = writeln!(std::io::stderr().lock(), "{}", visible(text));
}

/// A failure without an answer, as printed by `--json`.
#[derive(Serialize, schemars::JsonSchema)]
#[schemars(rename = "CommandFailure")]
pub(super) struct Failure {
    /// Number of the schema.
    schema: u32,
    /// The exit code.
    exit: u8,
    /// The error.
    error: Said,
}

/// The error, by id and as text.
#[derive(Serialize, schemars::JsonSchema)]
struct Said {
    /// Stable id.
    id: String,
    /// The same as text.
    message: String,
}

/// Ends a command without an answer: prints the text of `id` to standard error, or as JSON. Returns the exit code.
pub fn fail(words: &Words, id: &str, params: &[(&str, &str)], exit: u8) -> u8 {
    let message = words.find(id, params.iter().copied()).unwrap_or_else(|| id.to_owned());
    fail_with(id, &message, exit)
}

/// [`fail`] with another text.
pub fn fail_with(id: &str, message: &str, exit: u8) -> u8 {
    if JSON.load(Ordering::Relaxed) {
        let error = Said { id: id.strip_prefix("cli-").unwrap_or(id).to_owned(), message: message.to_owned() };
        print_json(&Failure { schema: crate::report::schema::SCHEMA, exit, error });
    } else {
        complain(message);
    }
    exit
}

/// Writes a file atomically, under another name beside it first.
pub fn write_file(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    // A link keeps its target; a file that is not regular (`/dev/stdout`) cannot be replaced.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let before = std::fs::metadata(&path).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return std::fs::write(&path, bytes);
    }
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.partial", std::process::id()));
    let partial = path.with_file_name(name);
    let write = || {
        let mut file = std::fs::File::create_new(&partial)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        if let Some(before) = &before {
            file.set_permissions(before.permissions())?;
        }
        drop(file);
        std::fs::rename(&partial, &path)
    };
    // After an error, removes the incomplete file.
    write().inspect_err(|_| drop(std::fs::remove_file(&partial)))
}

/// The exit code of a command, or another one when its answer could not be written.
pub fn written(code: u8) -> u8 {
    if UNWRITTEN.load(Ordering::Relaxed) { exit::UNWRITTEN } else { code }
}
