//! Identifies formats by content: a few bytes of the beginning and the end.
//!
//! Owns: [`Format`] and [`probe`]. Must not know: file names, grouping of files.

use crate::bytes::Source;
use crate::formats::varint::varint;

/// Format of a single file, by its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// No bytes.
    Empty,
    /// TensorFlow Lite flatbuffer.
    Tflite,
    /// SSTable: the index of a V2 checkpoint, or a V1 checkpoint.
    Table,
    /// HDF5.
    Hdf5,
    /// Zip.
    Zip,
    /// Riegeli records: a SavedModel in chunks.
    Riegeli,
    /// A graph to be mapped into memory (`.pbmm`).
    Mapped,
    /// An event file of TensorBoard, with or without a graph.
    Events,
    /// Tar.
    Tar,
    /// Gzip.
    Gzip,
    /// SavedModel, wire format.
    SavedModel,
    /// SavedModel, text format.
    SavedModelText,
    /// GraphDef, wire format.
    GraphDef,
    /// GraphDef, text format.
    GraphDefText,
    /// MetaGraphDef, wire format.
    MetaGraph,
    /// MetaGraphDef, text format.
    MetaGraphText,
    /// The `checkpoint` state file (text format).
    CheckpointState,
    /// None of these.
    Unknown,
}

impl Format {
    /// Whether it is in the text form of Protocol Buffers.
    pub fn is_text(self) -> bool {
        matches!(self, Self::SavedModelText | Self::GraphDefText | Self::MetaGraphText | Self::CheckpointState)
    }
}

/// Bytes of the beginning that are read.
const HEAD: u64 = 4096;

/// Last eight bytes of an SSTable.
const TABLE_MAGIC: [u8; 8] = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb];

/// First eight bytes of an HDF5 file.
const HDF5_MAGIC: [u8; 8] = *b"\x89HDF\r\n\x1a\n";

/// First bytes of a file, at most `most`; empty when they cannot be read.
pub fn head(source: &dyn Source, most: u64) -> Vec<u8> {
    let mut head = vec![0; source.len().min(most) as usize];
    if source.read_at(0, &mut head).is_err() {
        head.clear();
    }
    head
}

/// Identifies a file. Unreadable bytes count as unknown; opening the file then returns the reason.
pub fn probe(source: &dyn Source) -> Format {
    let len = source.len();
    if len == 0 {
        return Format::Empty;
    }
    let head = head(source, HEAD);
    if head.get(4..8) == Some(b"TFL3") {
        return Format::Tflite;
    }
    let mut tail = [0; 8];
    // A table has a footer of 48 bytes.
    if len >= 48 && source.read_at(len - 8, &mut tail).is_ok() && tail == TABLE_MAGIC {
        return Format::Table;
    }
    if head.starts_with(&HDF5_MAGIC) {
        return Format::Hdf5;
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Format::Zip;
    }
    if head.starts_with(&super::riegeli::MAGIC) {
        return Format::Riegeli;
    }
    if super::graph_def::is_mapped(source) {
        return Format::Mapped;
    }
    if is_events(&head) {
        return Format::Events;
    }
    if head.starts_with(&super::gzip::MAGIC) {
        return Format::Gzip;
    }
    if head.get(257..262) == Some(b"ustar") || head.first_chunk().is_some_and(super::tar::is_header) {
        return Format::Tar;
    }
    text(&head).or_else(|| wire(&head)).unwrap_or(Format::Unknown)
}

/// Whether the first record is an event that states the version: 12 bytes before the event, then its time.
fn is_events(head: &[u8]) -> bool {
    let is_version = |field: Field<'_>| match field.payload {
        Payload::Bytes(text, _) => field.number == 3 && text.starts_with(b"brain.Event:"),
        _ => false,
    };
    fields(head.get(12..).unwrap_or_default()).take(3).any(is_version)
}

/// Text protos, by the name of their first field.
fn text(head: &[u8]) -> Option<Format> {
    let is_text = |b: &u8| matches!(b, b'\t' | b'\n' | b'\r' | b' '..=b'~' | 0x80..);
    if !head.iter().all(is_text) {
        return None;
    }
    let head = String::from_utf8_lossy(head);
    let line = head.lines().map(str::trim_start).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let end = line.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    if !rest.trim_start().starts_with([':', '{', '<']) {
        return None;
    }
    Some(match name {
        "saved_model_schema_version" | "meta_graphs" => Format::SavedModelText,
        "meta_info_def" | "graph_def" | "saver_def" | "collection_def" | "signature_def" | "asset_file_def"
        | "object_graph_def" => Format::MetaGraphText,
        "node" | "library" | "versions" | "version" | "debug_info" => Format::GraphDefText,
        "model_checkpoint_path"
        | "all_model_checkpoint_paths"
        | "all_model_checkpoint_timestamps"
        | "last_preserved_timestamp" => Format::CheckpointState,
        _ => return None,
    })
}

/// A field of a message, cut off at the end of the head.
pub(super) struct Field<'a> {
    pub(super) number: u64,
    pub(super) payload: Payload<'a>,
}

pub(super) enum Payload<'a> {
    Varint,
    Fixed,
    /// The available bytes, and whether they are complete.
    Bytes(&'a [u8], bool),
}

/// The fields of a message of which only the beginning may be available; stops at the first invalid one.
pub(super) fn fields(bytes: &[u8]) -> impl Iterator<Item = Field<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let tag = varint(&mut rest)?;
        let payload = match tag & 7 {
            0 => varint(&mut rest).map(|_| Payload::Varint)?,
            1 => rest.split_off(..8).map(|_| Payload::Fixed)?,
            5 => rest.split_off(..4).map(|_| Payload::Fixed)?,
            2 => {
                let len = usize::try_from(varint(&mut rest)?).ok()?;
                let whole = len <= rest.len();
                Payload::Bytes(rest.split_off(..len.min(rest.len()))?, whole)
            }
            _ => return None,
        };
        (tag >> 3 != 0).then_some(Field { number: tag >> 3, payload })
    })
}

/// Wire format has no magic number: the first fields and their values decide.
fn wire(head: &[u8]) -> Option<Format> {
    let mut top = fields(head);
    let first = top.next()?;
    match (first.number, &first.payload) {
        // saved_model_schema_version, then a MetaGraphDef.
        (1, Payload::Varint) => {
            let second = top.next()?;
            // An ONNX model begins in the same way, and then names its producer.
            let is_text = |bytes: &[u8]| !bytes.is_empty() && bytes.iter().all(|b| matches!(b, b' '..=b'~'));
            match (second.number, second.payload) {
                (2, Payload::Bytes(text, true)) if is_text(text) => None,
                (2, Payload::Bytes(..)) => Some(Format::SavedModel),
                _ => None,
            }
        }
        (1, Payload::Bytes(bytes, whole)) if is_node(bytes, *whole) => Some(Format::GraphDef),
        // meta_info_def, then a graph_def or another field of a MetaGraphDef.
        (1, Payload::Bytes(bytes, _)) if is_meta_info(bytes) => Some(Format::MetaGraph),
        // Without a first field: a MetaGraphDef without meta info, a graph of functions only, or a SavedModel.
        (2, Payload::Bytes(bytes, _)) => {
            let inner = fields(bytes).next()?;
            match (inner.number, inner.payload) {
                (1, Payload::Bytes(inner, whole)) if is_node(inner, whole) => Some(Format::MetaGraph),
                (1, Payload::Bytes(inner, _)) if is_meta_info(inner) => Some(Format::SavedModel),
                (1, Payload::Bytes(inner, _)) if fields(inner).next().is_some_and(|f| f.number == 1) => {
                    Some(Format::GraphDef)
                }
                _ => None,
            }
        }
        // A graph without nodes still has its versions: two or three small numbers.
        (4, Payload::Bytes(bytes, true)) => {
            let mut all = 0;
            let small = fields(bytes).all(|f| {
                all += 1;
                (1..=3).contains(&f.number) && !matches!(f.payload, Payload::Fixed)
            });
            (small && all > 0).then_some(Format::GraphDef)
        }
        _ => None,
    }
}

/// NodeDef: a name, then an op whose name is an identifier.
fn is_node(bytes: &[u8], whole: bool) -> bool {
    let mut inner = fields(bytes);
    let text = |field: Option<Field<'_>>, number: u64, allowed: fn(&u8) -> bool| match field {
        Some(Field { number: n, payload: Payload::Bytes(text, _) }) if n == number => {
            !text.is_empty() && text.iter().all(allowed)
        }
        // A long first field may be all that is available.
        None => !whole,
        _ => false,
    };
    // Names may break TensorFlow's rules; ops are identifiers, some with a namespace.
    !bytes.is_empty()
        && text(inner.next(), 1, |b| matches!(b, b' '..=b'~' | 0x80..))
        && text(inner.next(), 2, |b| b.is_ascii_alphanumeric() || b"_>.-".contains(b))
}

/// MetaInfoDef: its fields are 1 to 8, and an op list (2) begins with an OpDef, tags (4) are short strings.
fn is_meta_info(bytes: &[u8]) -> bool {
    let mut seen = 0;
    for field in fields(bytes) {
        let fits = match (field.number, field.payload) {
            (1 | 4 | 5 | 6, Payload::Bytes(text, whole)) => !whole || std::str::from_utf8(text).is_ok(),
            (2, Payload::Bytes(ops, _)) => ops.first() == Some(&0x0a),
            (3 | 8, Payload::Bytes(..)) | (7, Payload::Varint) => true,
            _ => return false,
        };
        if !fits {
            return false;
        }
        seen += 1;
    }
    seen > 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;

    fn of(bytes: &[u8]) -> Format {
        probe(&MemorySource::new("x", bytes))
    }

    #[test]
    fn magic_numbers_decide_first() {
        assert_eq!(of(b""), Format::Empty);
        assert_eq!(of(b"\x1c\0\0\0TFL3"), Format::Tflite);
        assert_eq!(of(b"\x89HDF\r\n\x1a\n"), Format::Hdf5);
        assert_eq!(of(b"PK\x03\x04"), Format::Zip);
        let events = b"\x18\0\0\0\0\0\0\0\xa3\x7f\x4b\x22\x09\0\0\x80\x7b\x9b\x62\xd7\x41\x1a\x0dbrain.Event:2";
        assert_eq!(of(events), Format::Events);
        assert_eq!(of(&events[..events.len() - 1]), Format::Events, "cut off");
        assert_eq!(of(&events[..23]), Format::Unknown, "records of something else");
        let mut table = vec![0; 40];
        table.extend(TABLE_MAGIC);
        assert_eq!(of(&table), Format::Table);
    }

    #[test]
    fn text_is_recognized_by_its_first_field() {
        assert_eq!(of(b"# a comment\n\nnode {\n  name: \"a\"\n}\n"), Format::GraphDefText);
        assert_eq!(of(b"saved_model_schema_version: 1"), Format::SavedModelText);
        assert_eq!(of(b"model_checkpoint_path: \"ckpt-1\"\n"), Format::CheckpointState);
        assert_eq!(of(b"node what is a node?"), Format::Unknown);
    }

    #[test]
    fn bytes_without_meaning_are_unknown() {
        assert_eq!(of(&[0xff; 300]), Format::Unknown);
        assert_eq!(of(&[0x0a]), Format::Unknown);
        assert_eq!(of(b"hello world"), Format::Unknown);
    }
}
