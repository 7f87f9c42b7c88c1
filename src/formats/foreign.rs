//! Identifies files of other programs, so that an answer can be more specific than "unknown".
//!
//! Owns: [`Foreign`] and [`recognize`], which is only used for files that [`super::probe::probe`] does not know. Must
//! not know: texts.

use super::probe::{Payload, fields, head};
use crate::bytes::Source;

/// Content of another program, or of a failed copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foreign {
    /// A Git LFS pointer, with the size of its file.
    GitLfs(u64),
    /// A web page.
    Html,
    /// An image, with the name of its format.
    Image(&'static str),
    /// An ONNX model.
    Onnx,
    /// A model or weights of PyTorch.
    PyTorch,
    /// A Python pickle.
    Pickle,
    /// A GGUF model.
    Gguf,
    /// Weights in safetensors.
    Safetensors,
    /// A NumPy array.
    Numpy,
    /// An archive that is not opened, with the name of its format.
    Packed(&'static str),
    /// The topology of a TensorFlow.js model.
    Tfjs,
    /// The same with an input layer of Keras 3, and the position of its key `batch_shape`.
    TfjsKeras3(u64),
    /// JSON.
    Json,
    /// Markdown.
    Markdown,
    /// Any other text.
    Text,
    /// Only zeros, and their number.
    Zeros(u64),
}

impl Foreign {
    /// The id of the error that names it.
    pub fn id(self) -> &'static str {
        match self {
            Self::GitLfs(_) => "content-git-lfs",
            Self::Html => "content-html",
            Self::Image(_) => "content-image",
            Self::Onnx => "content-onnx",
            Self::PyTorch => "content-pytorch",
            Self::Pickle => "content-pickle",
            Self::Gguf => "content-gguf",
            Self::Safetensors => "content-safetensors",
            Self::Numpy => "content-numpy",
            Self::Packed(_) => "archive-form-unsupported",
            Self::Tfjs => "content-tfjs",
            Self::TfjsKeras3(_) => "content-tfjs-keras3",
            Self::Json => "content-json",
            Self::Markdown => "content-markdown",
            Self::Text => "content-text",
            Self::Zeros(_) => "content-zeros",
        }
    }
}

/// Bytes of the beginning that are read.
const HEAD: u64 = 4096;

/// Files with a fixed beginning.
const MAGIC: [(&[u8], Foreign); 13] = [
    (b"\x89PNG\r\n\x1a\n", Foreign::Image("PNG")),
    (b"\xff\xd8\xff", Foreign::Image("JPEG")),
    (b"GIF87a", Foreign::Image("GIF")),
    (b"GIF89a", Foreign::Image("GIF")),
    (b"GGUF", Foreign::Gguf),
    (b"\x93NUMPY", Foreign::Numpy),
    // The number that torch.save wrote as a separate pickle before it changed to zip files.
    (b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.", Foreign::PyTorch),
    (b"\xfd7zXZ\0", Foreign::Packed("xz")),
    (b"\x28\xb5\x2f\xfd", Foreign::Packed("zstd")),
    (b"BZh", Foreign::Packed("bzip2")),
    (b"7z\xbc\xaf\x27\x1c", Foreign::Packed("7-Zip")),
    (b"Rar!\x1a\x07", Foreign::Packed("RAR")),
    (b"\x04\x22\x4d\x18", Foreign::Packed("LZ4")),
];

/// Identifies the content of a file; its name is only used to distinguish Markdown from other text.
pub fn recognize(source: &dyn Source) -> Option<Foreign> {
    let head = head(source, HEAD);
    if head.is_empty() {
        return None;
    }
    if let Some((_, found)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(*found);
    }
    if let Some(size) = lfs_size(&head) {
        return Some(Foreign::GitLfs(size));
    }
    if head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP") {
        return Some(Foreign::Image("WebP"));
    }
    if matches!(head[..], [0x80, 2..=5, ..]) {
        return Some(Foreign::Pickle);
    }
    if is_safetensors(&head, source.len()) {
        return Some(Foreign::Safetensors);
    }
    if is_onnx(&head) {
        return Some(Foreign::Onnx);
    }
    if head.iter().all(|byte| *byte == 0) && is_zeros(source) {
        return Some(Foreign::Zeros(source.len()));
    }
    match text(&head, source.name()) {
        Some(Foreign::Json) => Some(tfjs(source, &head).unwrap_or(Foreign::Json)),
        other => other,
    }
}

/// Bytes of a topology that are searched for a key.
const TOPOLOGY: u64 = 1 << 20;

/// The key of Keras 3 that TensorFlow.js does not read.
const BATCH_SHAPE: &[u8] = b"\"batch_shape\"";

/// A TensorFlow.js model by the keys of its topology.
fn tfjs(source: &dyn Source, begin: &[u8]) -> Option<Foreign> {
    let has = |bytes: &[u8], key: &[u8]| bytes.windows(key.len()).position(|window| window == key);
    has(begin, b"\"modelTopology\"")?;
    let topology = head(source, TOPOLOGY);
    let key = has(&topology, b"\"InputLayer\"").and_then(|_| has(&topology, BATCH_SHAPE));
    Some(key.map_or(Foreign::Tfjs, |at| Foreign::TfjsKeras3(at as u64)))
}

/// Whether a file is a Git LFS pointer; they are some 130 bytes long.
pub fn is_git_lfs(source: &dyn Source) -> bool {
    source.len() < 1024 && matches!(recognize(source), Some(Foreign::GitLfs(_)))
}

/// The number on the line `size` of a Git LFS pointer.
fn lfs_size(head: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(head).ok()?;
    let rest = text.strip_prefix("version https://git-lfs.github.com/spec/")?;
    rest.lines().find_map(|line| line.strip_prefix("size ")?.trim().parse().ok())
}

/// The length of a JSON header, then that header: an object of names, each with its dtype.
fn is_safetensors(head: &[u8], len: u64) -> bool {
    let Some((size, json)) = head.split_first_chunk::<8>() else { return false };
    let size = u64::from_le_bytes(*size);
    size >= 2 && size <= len - 8 && (json.starts_with(b"{\"") || json.starts_with(b"{}"))
}

/// ModelProto: a small version, strings about the producer, then the graph (7) or the operator sets (8). A SavedModel
/// begins in the same way but does not have these.
fn is_onnx(head: &[u8]) -> bool {
    let mut all = fields(head);
    let Some((1, Payload::Varint)) = all.next().map(|field| (field.number, field.payload)) else { return false };
    for field in all {
        match (field.number, field.payload) {
            (2 | 3 | 4 | 6, Payload::Bytes(text, _)) if std::str::from_utf8(text).is_ok() => {}
            (5, Payload::Varint) => {}
            (7 | 8, Payload::Bytes(..)) => return true,
            _ => return false,
        }
    }
    false
}

/// Whether all bytes are zero. Stops at the first one that is not.
fn is_zeros(source: &dyn Source) -> bool {
    let mut piece = vec![0; source.len().min(1 << 20) as usize];
    let mut at = 0;
    while at < source.len() {
        let piece = &mut piece[..(source.len() - at).min(1 << 20) as usize];
        if source.read_at(at, piece).is_err() || piece.iter().any(|byte| *byte != 0) {
            return false;
        }
        at += piece.len() as u64;
    }
    true
}

fn text(head: &[u8], name: &str) -> Option<Foreign> {
    let text = match std::str::from_utf8(head) {
        Ok(text) => text,
        // A character may be cut off at the end of the head.
        Err(error) if error.error_len().is_none() => std::str::from_utf8(&head[..error.valid_up_to()]).ok()?,
        Err(_) => return None,
    };
    if text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0c')) {
        return None;
    }
    let begin = text.trim_start_matches('\u{feff}').trim_start();
    let starts = |with: &str| begin.get(..with.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(with));
    if ["<!doctype html", "<html", "<head", "<body"].into_iter().any(starts) {
        return Some(Foreign::Html);
    }
    let mut after = begin.chars().filter(|c| !c.is_whitespace());
    let json = match (after.next(), after.next()) {
        (Some('{'), Some('"' | '}')) => true,
        // A letter here would be the heading of a settings file.
        (Some('['), Some(next)) => matches!(next, '"' | '{' | '[' | ']' | '-' | '0'..='9'),
        _ => false,
    };
    if json {
        return Some(Foreign::Json);
    }
    let name = name.to_ascii_lowercase();
    let headings = begin.starts_with("# ") && (text.contains("\n## ") || text.contains("\n```") || text.contains("]("));
    let markdown = name.ends_with(".md") || name.ends_with(".markdown") || begin.starts_with("---\n") || headings;
    Some(if markdown { Foreign::Markdown } else { Foreign::Text })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;

    fn of(bytes: &[u8]) -> Option<Foreign> {
        recognize(&MemorySource::new("x", bytes))
    }

    #[test]
    fn content_is_named_by_its_beginning() {
        let pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 17483\n";
        assert_eq!(of(pointer), Some(Foreign::GitLfs(17_483)));
        assert_eq!(of(b"\xef\xbb\xbf\r\n<!DOCTYPE HTML>\n<title>404"), Some(Foreign::Html));
        assert_eq!(of(b"RIFF\x10\0\0\0WEBPVP8 "), Some(Foreign::Image("WebP")));
        assert_eq!(of(b"RIFF\x10\0\0\0WAVEfmt "), None);
        assert_eq!(of(b"\x80\x04\x95\x10\0\0\0\0\0\0\0"), Some(Foreign::Pickle));
        assert_eq!(of(b"\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.\x80\x02M"), Some(Foreign::PyTorch));
        assert_eq!(of(b"\x02\0\0\0\0\0\0\0{}"), Some(Foreign::Safetensors));
        assert_eq!(of(b"\x99\0\0\0\0\0\0\0{\"a\":"), None, "the header would end after the file");
    }

    #[test]
    fn an_onnx_model_is_not_taken_for_a_saved_model() {
        // ir_version 8, producer "pytorch" 2.1, a graph with a node.
        let model = b"\x08\x08\x12\x07pytorch\x1a\x032.1\x3a\x04\x0a\x02\x0a\0";
        assert_eq!(of(model), Some(Foreign::Onnx));
        assert_eq!(
            crate::formats::probe::probe(&MemorySource::new("x", &model[..])),
            crate::formats::probe::Format::Unknown
        );
        // schema version 1, a meta graph.
        assert_eq!(of(b"\x08\x01\x12\x04\x0a\x02\x22\0"), None);
    }

    #[test]
    fn text_is_distinguished_from_json_and_markdown() {
        assert_eq!(of(b"{\n  \"model_type\": \"bert\"}"), Some(Foreign::Json));
        assert_eq!(of(b"[1, 2]"), Some(Foreign::Json));
        assert_eq!(of(b"{\"modelTopology\": {\"node\": []}}"), Some(Foreign::Tfjs));
        let layers = b"{\"modelTopology\": {\"class_name\": \"InputLayer\", \"config\": {\"batch_shape\": [null, 4]}}}";
        assert_eq!(of(layers), Some(Foreign::TfjsKeras3(58)));
        assert_eq!(of(b"[net]\nwidth=416"), Some(Foreign::Text));
        assert_eq!(of(b"---\nlicense: mit\n---\n"), Some(Foreign::Markdown));
        assert_eq!(recognize(&MemorySource::new("README.md", &b"hello"[..])), Some(Foreign::Markdown));
        assert_eq!(of("gr\u{fc}n".as_bytes()), Some(Foreign::Text));
        assert_eq!(of(b"gr\xfcn"), None, "no UTF-8");
        assert_eq!(of(b"a\0b"), None);
    }

    #[test]
    fn zeros_are_zeros_to_the_last_byte() {
        let mut bytes = vec![0; (1 << 20) + 5];
        assert_eq!(of(&bytes), Some(Foreign::Zeros(bytes.len() as u64)));
        *bytes.last_mut().unwrap() = 1;
        assert_eq!(of(&bytes), None);
    }
}
