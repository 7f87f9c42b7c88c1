//! Dropped files with the format of each, and the claims on them.

use super::dropped::{Dropped, Found};
use super::{Kind, archives, strangers};
use crate::bytes::{Error, Limits};
use crate::formats::probe::{Format, probe};
use crate::formats::tflite;

/// Files of one artifact, not yet read.
pub struct Claim {
    /// Kind of the artifact.
    pub kind: Kind,
    /// Name to show.
    pub name: String,
    /// Indices into [`Files`], in order.
    pub members: Vec<usize>,
    /// How the files are read.
    pub form: Form,
}

impl Claim {
    /// Whether it is an event file: a log, in which there may be a graph.
    pub fn is_log(&self) -> bool {
        matches!(self.form, Form::Single(Format::Events))
    }
}

/// How the files of a claim are read.
pub enum Form {
    /// One file, by its format.
    Single(Format),
    /// A SavedModel in the folder of the first member: paths are relative to this prefix (empty, or ending in `/`).
    SavedModel(String),
    /// A V2 checkpoint: its index, and its shards by number.
    BundleV2 { index: usize, shards: Vec<(u32, usize)> },
    /// Data files whose index is missing.
    ShardsOnly,
    /// A V1 checkpoint.
    BundleV1,
}

/// One dropped file.
pub struct Entry {
    /// As dropped.
    pub file: Dropped,
    /// The reason it cannot be read; such a file is a separate artifact.
    pub problem: Option<Error>,
    /// Its path with `/` only, without leading `./` or `/`.
    pub path: String,
    /// Format by content.
    pub format: Format,
    taken: bool,
}

impl Entry {
    /// Folder part of the path: empty, or ending in `/`.
    pub fn folder(&self) -> &str {
        &self.path[..self.path.rfind('/').map_or(0, |at| at + 1)]
    }

    /// Last part of the path.
    pub fn base(&self) -> &str {
        &self.path[self.folder().len()..]
    }
}

/// All dropped files.
pub struct Files {
    entries: Vec<Entry>,
}

impl Files {
    /// Probes every file. Files that operating systems add to folders are left out when there are other files.
    pub fn new(mut found: Vec<Found>) -> Self {
        if !found.iter().all(is_clutter) {
            found.retain(|found| !is_clutter(found));
        }
        let entry = |Found { file, problem }: Found| {
            let path = file.path.replace('\\', "/");
            let path = path.trim_start_matches("./").trim_start_matches('/').to_owned();
            let format = if problem.is_some() { Format::Unknown } else { probe(&*file.source) };
            Entry { format, file, problem, path, taken: false }
        };
        Self { entries: found.into_iter().map(entry).collect() }
    }

    /// A file.
    pub fn entry(&self, index: usize) -> &Entry {
        &self.entries[index]
    }

    /// The file that the model `of` calls `name`.
    pub fn beside(&self, of: usize, name: &str) -> Option<usize> {
        tflite::beside(&self.entry(of).path, name, self.entries.iter().map(|entry| entry.path.as_str()))
    }

    /// Files without a claim.
    pub fn free(&self) -> impl Iterator<Item = (usize, &Entry)> {
        self.entries.iter().enumerate().filter(|(_, e)| !e.taken && e.problem.is_none())
    }

    /// Marks files as claimed.
    pub fn take(&mut self, members: &[usize]) {
        for &index in members {
            self.entries[index].taken = true;
        }
    }

    /// One claim for each free file.
    pub fn claim_rest(&mut self, limits: &Limits) -> Vec<Claim> {
        let rest: Vec<usize> = (0..self.entries.len()).filter(|&index| !self.entries[index].taken).collect();
        self.take(&rest);
        rest.into_iter()
            .map(|index| {
                let entry = &mut self.entries[index];
                // Content that Vintage can name is not read as the format that the file's name suggests.
                if entry.format == Format::Unknown && entry.problem.is_none() {
                    entry.problem = strangers::stranger(&entry.file.source);
                }
                let entry = &self.entries[index];
                let format = if entry.problem.is_some() { Format::Unknown } else { named(entry.format, entry.base()) };
                let kind = match format {
                    Format::Tflite => Kind::Tflite,
                    Format::SavedModel | Format::SavedModelText => Kind::SavedModel,
                    Format::GraphDef | Format::GraphDefText | Format::Mapped | Format::Events => Kind::GraphDef,
                    Format::Riegeli => Kind::SavedModel,
                    Format::MetaGraph | Format::MetaGraphText => Kind::MetaGraph,
                    Format::CheckpointState => Kind::CheckpointState,
                    Format::Table => Kind::Checkpoint,
                    Format::Hdf5 => Kind::Keras,
                    Format::Zip if archives::is_keras_file(&entry.file.source, limits) => Kind::Keras,
                    Format::Empty | Format::Zip | Format::Tar | Format::Gzip | Format::Unknown => Kind::Unknown,
                };
                Claim { kind, name: entry.base().to_owned(), members: vec![index], form: Form::Single(format) }
            })
            .collect()
    }
}

/// Extensions of files that hold models or weights.
const MODELS: [&str; 12] =
    ["tflite", "lite", "pb", "pbtxt", "pbmm", "cpb", "meta", "index", "ckpt", "h5", "hdf5", "keras"];

/// Whether a file's name is that of a model: other content is then a failed copy, not an unrelated file.
pub fn promises_model(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    MODELS.iter().any(|known| known.eq_ignore_ascii_case(extension))
}

/// Whether an operating system added the file: macOS in folders and zips, Windows in folders. Name and content must
/// both match, because users may have files of these names.
fn is_clutter(found: &Found) -> bool {
    let base = found.file.path.rsplit(['/', '\\']).next().unwrap_or_default();
    let begins = |with: &[u8]| {
        let mut head = [0; 8];
        let head = &mut head[..with.len()];
        found.file.source.read_at(0, head).is_ok() && *head == *with
    };
    match base {
        ".DS_Store" => begins(b"\0\0\0\x01Bud1"),
        "Thumbs.db" => begins(b"\xd0\xcf\x11\xe0"),
        "desktop.ini" => begins(b"[") || begins(b"\xff\xfe[") || begins(b"\r\n["),
        // AppleDouble: metadata that HFS+ keeps for a file.
        _ => base.starts_with("._") && begins(b"\0\x05\x16\x07"),
    }
}

/// The format of a file. The name decides only when the content does not, so that the reader of a damaged file's format
/// can report the damage.
pub fn named(content: Format, name: &str) -> Format {
    let name = name.to_ascii_lowercase();
    match content {
        Format::Unknown if name.ends_with(".tflite") || name.ends_with(".lite") => Format::Tflite,
        Format::Unknown if name.ends_with(".meta") => Format::MetaGraph,
        // A message without fields has no bytes.
        Format::Empty if name.ends_with(".pb") => Format::GraphDef,
        Format::Empty if name.ends_with(".pbtxt") => Format::GraphDefText,
        // HDF5 may begin after a user block; the reader reports a damaged beginning.
        Format::Unknown if name.ends_with(".h5") || name.ends_with(".hdf5") => Format::Hdf5,
        format => format,
    }
}
