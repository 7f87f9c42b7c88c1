//! The TOML file of `check --all-of`: targets, each with the files that must load in it.

use super::target::{self, Target};
use super::{Words, exit, output};
use crate::report::schema::Action;
use serde::Deserialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// A target of the file, in full.
pub(super) struct Wanted {
    /// Its name; the release without one.
    pub(super) name: String,
    /// The releases that must load the files, oldest first; at least one.
    pub(super) releases: Vec<Target>,
    /// The action; the usual one of each kind when `None`.
    pub(super) action: Option<Action>,
    /// The files as written, and their paths.
    pub(super) files: Vec<(String, PathBuf)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    #[serde(default)]
    files: Vec<String>,
    #[serde(default)]
    target: Vec<Spanned<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Option<String>,
    release: Option<Spanned<String>>,
    releases: Option<Spanned<String>>,
    action: Option<Spanned<String>>,
    files: Option<Vec<String>>,
}

/// An error: bytes of the file, and the reason.
type Wrong = (Range<usize>, String);

/// The targets of a file. A wrong one ends the command like a wrong option; the error names line and key.
pub(super) fn read(path: &Path, words: &Words) -> Result<Vec<Wanted>, u8> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).map_err(|error| {
        let params = [("file", file.as_str()), ("reason", &error.to_string())];
        output::fail(words, "targets-unreadable", &params, exit::UNREADABLE)
    })?;
    parsed(&text, path, words).map_err(|(at, reason)| {
        let (line, key) = place(&text, at.start);
        let line = line.to_string();
        let params = [("file", file.as_str()), ("line", &line), ("key", key), ("reason", &reason)];
        let id = if key.is_empty() { "targets-wrong" } else { "targets-wrong-key" };
        output::fail(words, id, &params, exit::USAGE)
    })
}

fn parsed(text: &str, path: &Path, words: &Words) -> Result<Vec<Wanted>, Wrong> {
    let contents: Contents =
        toml::from_str(text).map_err(|error| (error.span().unwrap_or_default(), error.message().to_owned()))?;
    if contents.target.is_empty() {
        return Err((0..0, words.word("targets-none")));
    }
    contents.target.iter().map(|entry| wanted(entry, &contents.files, path, words)).collect()
}

fn wanted(entry: &Spanned<Entry>, all_files: &[String], path: &Path, words: &Words) -> Result<Wanted, Wrong> {
    let (at, entry) = (entry.span(), entry.get_ref());
    let explained = |of: &Spanned<String>| {
        let span = of.span();
        move |reason: String| (span, reason)
    };
    let releases = match (&entry.release, &entry.releases) {
        (Some(one), None) => vec![target::known(one.get_ref(), words).map_err(explained(one))?],
        (None, Some(range)) => target::range(range.get_ref(), words).map_err(explained(range))?,
        (None, None) => return Err((at, words.word("targets-no-release"))),
        (Some(_), Some(range)) => return Err((range.span(), words.word("targets-two-releases"))),
    };
    let action = entry.action.as_ref().map(|action| known_action(action, words)).transpose()?;
    let files = entry.files.as_deref().unwrap_or(all_files);
    if files.is_empty() {
        return Err((at, words.word("targets-no-files")));
    }
    // Files are named from the folder of the TOML file.
    let located = |file: &String| (file.clone(), path.with_file_name("").join(file));
    let asked = entry.release.as_ref().or(entry.releases.as_ref()).map(|text| text.get_ref().clone());
    Ok(Wanted {
        name: entry.name.clone().or(asked).unwrap_or_default(),
        releases,
        action,
        files: files.iter().map(located).collect(),
    })
}

fn known_action(action: &Spanned<String>, words: &Words) -> Result<Action, Wrong> {
    let name = action.get_ref().as_str();
    Action::from_word(name).ok_or_else(|| {
        let known = Action::ALL.map(Action::word).join(", ");
        let reason = words.find("targets-action", [("action", name), ("known", known.as_str())]);
        (action.span(), reason.unwrap_or_default())
    })
}

/// Line of a byte, counted from 1, and the key that is set in the line; empty without one.
fn place(text: &str, at: usize) -> (usize, &str) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count();
    let key = text.lines().nth(line).and_then(|line| line.split_once('=')).map_or("", |(key, _)| key.trim());
    (line + 1, key)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrong(text: &str) -> (usize, String, String) {
        let (at, reason) = parsed(text, Path::new("targets.toml"), &Words::english()).err().expect("an error");
        let (line, key) = place(text, at.start);
        (line, key.to_owned(), reason)
    }

    #[test]
    fn files_are_those_of_the_target_or_of_all_and_relative_to_the_toml() {
        let text = "files = ['m.tflite']\n[[target]]\nrelease = '2.15'\n[[target]]\nname = 'old'\n\
                    releases = 'tf@2.9..2.9.1'\nfiles = ['a/b.pb']\naction = 'restore'\n";
        let all = parsed(text, Path::new("ci/targets.toml"), &Words::english()).map_err(|(_, reason)| reason).unwrap();
        let files: Vec<&Path> = all.iter().map(|one| one.files[0].1.as_path()).collect();
        assert_eq!(files, [Path::new("ci/m.tflite"), Path::new("ci/a/b.pb")]);
        assert_eq!((all[0].name.as_str(), all[1].name.as_str()), ("2.15", "old"));
        assert_eq!(all[0].releases[0].release, "2.15.1");
        assert_eq!(all[1].releases.len(), 2);
        assert_eq!(all[1].action, Action::from_word("restore"));
    }

    #[test]
    fn errors_name_line_and_key() {
        let (line, key, reason) = wrong("files = ['m']\n\n[[target]]\nrelease = 'tensorflow@2.15.7'\n");
        assert_eq!((line, key.as_str()), (4, "release"));
        assert!(reason.contains("Did you mean 2.15.1"), "{reason}");
        let (line, key, reason) = wrong("files = ['m']\n[[target]]\nrelease = '2.15'\nacton = 'read'\n");
        assert_eq!((line, key.as_str()), (4, "acton"));
        assert!(reason.contains("acton"), "{reason}");
        assert_eq!(wrong("[[target]]\nrelease = 3\n").0, 2);
        assert_eq!(wrong("[[target]]\nrelease = '2.15\n").0, 2);
        assert_eq!(wrong("files = ['m']\n[[target]]\nrelease = '2.15'\naction = 'eat'\n").1, "action");
        assert!(wrong("files = ['m']\n").2.contains("[[target]]"));
        assert!(wrong("files = ['m']\n[[target]]\nname = 'a'\n").2.contains("release ="));
        assert!(wrong("[[target]]\nrelease = '2.15'\n").2.contains("files ="));
        assert_eq!(wrong("files = ['m']\n[[target]]\nrelease = '2.15'\nreleases = '2.9..2.15'\n").0, 4);
    }
}
