//! The model of a run: a `.tflite` file, or the one in a folder or an archive.

#![allow(clippy::result_large_err, reason = "a failure ends the program")]

use super::files;
use crate::artifact::{self, Kind, is_archive};
use crate::bytes::{FileSource, Limits, SharedSource};
use crate::formats::{self, tflite};
use crate::report::schema::Message;
use crate::services::run::schema::{Failed, FailedKind};
use crate::services::run::unreadable;
use std::path::Path;
use std::rc::Rc;

/// Maximum number of models in an error.
const LISTED: usize = 20;

/// Opens a file.
pub(super) fn file(path: &Path) -> Result<SharedSource, Failed> {
    let source = FileSource::open(path, path.to_string_lossy().as_ref()).map_err(|error| unreadable(&error))?;
    Ok(Rc::new(source))
}

/// An error of the command line.
pub(super) fn usage(id: &'static str, values: &[(&'static str, &str)]) -> Failed {
    Failed { kind: FailedKind::Usage, message: Message::of(id, values), ..Failed::default() }
}

/// Reads the model at `path`, with its external weight files; `member` names one of several.
pub(super) fn open(
    path: &Path,
    member: Option<&str>,
    limits: &Limits,
) -> Result<(tflite::Model, SharedSource), Failed> {
    // A folder, a pipe or standard input cannot be probed as a file.
    let other = path == Path::new("-") || std::fs::metadata(path).is_ok_and(|path| !path.is_file());
    let source = if other { None } else { Some(file(path)?) };
    let is_packed = source.as_ref().is_some_and(|source| is_archive(formats::probe::probe(&**source)));
    let (mut model, source) = match source {
        Some(source) if !is_packed => {
            let mut model = tflite::read(&source, limits).map_err(|error| unreadable(&error))?;
            model.find_weights(|name| file(&files::beside(path, name)?).ok());
            (model, source)
        }
        _ => inside(path, member, limits)?,
    };
    match model.verification.take() {
        Some(problem) => Err(unreadable(&problem)),
        None => Ok((model, source)),
    }
}

/// The model in a folder or an archive.
fn inside(path: &Path, member: Option<&str>, limits: &Limits) -> Result<(tflite::Model, SharedSource), Failed> {
    let found = files::collect(&[path.to_owned()], limits);
    if let Some(error) = found.errors.first() {
        return Err(unreadable(error));
    }
    let mut models = artifact::group(found.files, limits);
    models.retain(|artifact| artifact.kind == Kind::Tflite);
    let names: Vec<String> = models.iter().map(|model| model.files[0].path.clone()).collect();
    let is_meant = |name: &str| member.is_none_or(|wanted| name == wanted || name.ends_with(&format!("/{wanted}")));
    let found: Vec<usize> = (0..names.len()).filter(|&i| is_meant(&names[i])).collect();
    let shown = path.display().to_string();
    let known = names.iter().take(LISTED).map(String::as_str).collect::<Vec<_>>().join(", ");
    let &[one] = found.as_slice() else {
        return Err(match (names.is_empty(), member) {
            (true, _) => Failed { kind: FailedKind::Unreadable, ..usage("run-no-model-inside", &[("file", &shown)]) },
            (_, Some(member)) if found.is_empty() => {
                usage("run-no-such-member", &[("file", &shown), ("member", member), ("known", &known)])
            }
            _ => usage("run-several-models", &[("file", &shown), ("known", &known)]),
        });
    };
    let artifact = models.swap_remove(one);
    if let Some(error) = &artifact.error {
        return Err(unreadable(error));
    }
    let source = artifact.files[0].source.clone();
    let mut model = tflite::read(&source, limits).map_err(|error| unreadable(&error))?;
    let paths = || artifact.files.iter().map(|file| file.path.as_str());
    model.find_weights(|name| {
        let found = tflite::beside(&artifact.files[0].path, name, paths())?;
        Some(artifact.files[found].source.clone())
    });
    Ok((model, source))
}
