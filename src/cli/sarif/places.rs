//! Files and positions of a report as SARIF locations.

use super::lines::{self, Lines};
use super::schema::{FileLocation, Location, LogicalLocation, PhysicalLocation, Region, ScannedFile, TextRegion};
use crate::report::schema::{Artifact, Evidence, Place, What};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The files of all artifacts, and where a name of the report leads.
pub(super) struct Places {
    /// Name in the report, path on disk, whether an artifact has it.
    known: Vec<(String, PathBuf, bool)>,
    /// URIs of the files in the log.
    uris: Vec<String>,
}

/// The files of one artifact, which another artifact may have too by name.
pub(super) struct Own {
    /// Name in the report, and path on disk.
    files: Vec<(String, PathBuf)>,
    /// The file of a result without a position.
    first: PathBuf,
}

impl Places {
    /// Places of the opened files, by name and path.
    pub(super) fn new(on_disk: &[(String, PathBuf)]) -> Self {
        let known = on_disk.iter().map(|(name, path)| (name.clone(), path.clone(), false)).collect();
        Self { known, uris: Vec::new() }
    }

    /// The files of an artifact; artifacts are asked in the order of the report, which is that of the files: of several
    /// files with one name each artifact has the next.
    pub(super) fn own(&mut self, artifact: &Artifact) -> Own {
        let files: Vec<(String, PathBuf)> =
            artifact.files.iter().map(|name| (name.clone(), self.on_disk(name))).collect();
        let first = files.first().map_or_else(|| PathBuf::from(&artifact.name), |(_, path)| path.clone());
        Own { files, first }
    }

    /// Path on disk of a name; a member of an archive has the archive's, a file that was not opened its own.
    fn on_disk(&mut self, name: &str) -> PathBuf {
        let fits = |known: &str| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let free = self.known.iter().position(|(known, _, taken)| known == name && !taken);
        let Some(at) = free.or_else(|| self.known.iter().position(|(known, ..)| fits(known))) else {
            return PathBuf::from(name);
        };
        self.known[at].2 = true;
        self.known[at].1.clone()
    }

    /// The location of evidence.
    pub(super) fn evidence(&mut self, own: &Own, evidence: &Evidence) -> Location {
        let mut location = self.place(own, evidence.at.as_ref());
        location.logical_locations.extend(logical(evidence));
        location
    }

    /// The location of a position; the artifact's first file without one.
    pub(super) fn place(&mut self, own: &Own, place: Option<&Place>) -> Location {
        let found = place.and_then(|place| own.files.iter().find(|(name, _)| *name == place.file));
        let path = found.map_or(&own.first, |(_, path)| path);
        // Bytes of an archive's member are not those of the archive.
        let is_file = found.is_some_and(|(name, path)| is_same(name, path));
        let range = place.and_then(|place| place.range).filter(|(start, end)| is_file && start < end);
        let region = range.map(|(start, end)| Region {
            byte_offset: start,
            byte_length: end - start,
            text: lines::lines(path, (start, end)).map(|Lines { start, end }| TextRegion {
                start_line: start.0,
                start_column: start.1,
                end_line: end.0,
                end_column: end.1,
            }),
        });
        let artifact_location = self.file(path);
        Location { physical_location: PhysicalLocation { artifact_location, region }, logical_locations: Vec::new() }
    }

    fn file(&mut self, path: &Path) -> FileLocation {
        let uri = uri(path);
        let index = self.uris.iter().position(|known| *known == uri).unwrap_or_else(|| {
            self.uris.push(uri.clone());
            self.uris.len() - 1
        });
        FileLocation { uri, index }
    }

    /// All files that locations refer to.
    pub(super) fn files(&self) -> Vec<ScannedFile> {
        let file = |(index, uri): (usize, &String)| ScannedFile {
            location: FileLocation { uri: uri.clone(), index },
            roles: ["analysisTarget"],
        };
        self.uris.iter().enumerate().map(file).collect()
    }
}

/// Whether a name of the report is the file at a path, and not a member of it.
fn is_same(name: &str, path: &Path) -> bool {
    path.file_name().is_some_and(|leaf| name.rsplit('/').next() == Some(&*leaf.to_string_lossy()))
}

/// The node, tensor or variable of evidence.
fn logical(evidence: &Evidence) -> Option<LogicalLocation> {
    if evidence.what == What::File {
        let field = evidence.at.as_ref().map(|at| at.field.clone()).filter(|field| !field.is_empty())?;
        return Some(LogicalLocation { name: field.clone(), fully_qualified_name: field, kind: "field".to_owned() });
    }
    let name = if evidence.name.is_empty() { evidence.index.to_string() } else { evidence.name.clone() };
    let graph = if evidence.graph.is_empty() { String::new() } else { format!("{}/", evidence.graph) };
    let kind = evidence.what.word().to_owned();
    Some(LogicalLocation { fully_qualified_name: format!("{graph}{name}"), name, kind })
}

/// A path as a URI: relative to the current folder if it is below it.
fn uri(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let relative = path.strip_prefix(&here).unwrap_or(path);
    let relative = relative.strip_prefix(".").unwrap_or(relative);
    let text = relative.to_string_lossy();
    if relative.is_absolute() { format!("file:{}{}", "//", encoded(&text)) } else { encoded(&text) }
}

/// Characters that a URI's path cannot have, as `%XX`.
fn encoded(path: &str) -> String {
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(byte as char),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_become_relative_uris() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(uri(&here.join("a b/c#1.tflite")), "a%20b/c%231.tflite");
        assert_eq!(uri(Path::new("./models/ü.pb")), "models/%C3%BC.pb");
        assert!(uri(Path::new("/elsewhere/m.pb")).starts_with(&format!("file:{}elsewhere", "///")));
    }

    #[test]
    fn files_of_one_name_keep_their_paths() {
        let named = |name: &str| Artifact { files: vec![name.to_owned()], ..Artifact::default() };
        let on_disk = [
            ("m.pb".to_owned(), "a/m.pb".into()),
            ("m.pb".to_owned(), "b/m.pb".into()),
            ("z.zip".to_owned(), "c/z.zip".into()),
        ];
        let mut places = Places::new(&on_disk);
        let firsts = ["m.pb", "m.pb", "z.zip/in/m.pb"].map(|name| places.own(&named(name)).first);
        assert_eq!(firsts, ["a/m.pb", "b/m.pb", "c/z.zip"].map(PathBuf::from));
    }

    #[test]
    fn a_range_in_an_archive_is_not_one_of_the_archive() {
        let on_disk = [("z.zip".to_owned(), "c/z.zip".into()), ("m.pb".to_owned(), "m.pb".into())];
        let mut places = Places::new(&on_disk);
        for (file, has_region) in [("z.zip/m.pb", false), ("m.pb", true)] {
            let own = places.own(&Artifact { files: vec![file.to_owned()], ..Artifact::default() });
            let place = Place { file: file.to_owned(), range: Some((4, 8)), ..Place::default() };
            let location = places.place(&own, Some(&place)).physical_location;
            assert_eq!(
                location.region.map(|region| (region.byte_offset, region.byte_length)),
                has_region.then_some((4, 4))
            );
        }
    }
}
