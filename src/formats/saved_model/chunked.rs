//! SavedModels in chunks (`saved_model.cpb`): parts of one message as records, and a last record that describes the
//! position of each. The parts are joined in wire form, where writing one message after another merges them.
//!
//! Source of the layout: tensorflow `tools/proto_splitter`: `chunk.proto`, and its guide.

use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::formats::riegeli::{self, Record};
use crate::formats::varint::varint;
use prost::Message;
use prost::bytes::{BufMut, Bytes, BytesMut};

/// Newest version of the writer that is supported.
const READS: i32 = 0;

#[derive(Clone, PartialEq, Message)]
struct VersionDef {
    #[prost(int32, tag = "1")]
    splitter_version: i32,
    #[prost(int32, tag = "2")]
    join_version: i32,
    #[prost(int32, repeated, tag = "3")]
    bad_consumers: Vec<i32>,
}

#[derive(Clone, PartialEq, Message)]
struct ChunkMetadata {
    #[prost(message, optional, tag = "1")]
    version: Option<VersionDef>,
    #[prost(message, repeated, tag = "2")]
    chunks: Vec<ChunkInfo>,
    #[prost(message, optional, tag = "3")]
    message: Option<ChunkedMessage>,
}

#[derive(Clone, PartialEq, Message)]
struct ChunkInfo {
    /// 1 is a message, 2 is bytes.
    #[prost(int32, tag = "1")]
    kind: i32,
    #[prost(uint64, tag = "2")]
    size: u64,
    #[prost(uint64, tag = "3")]
    offset: u64,
}

#[derive(Clone, PartialEq, Message)]
struct ChunkedMessage {
    #[prost(uint64, optional, tag = "1")]
    chunk_index: Option<u64>,
    #[prost(message, repeated, tag = "2")]
    chunked_fields: Vec<ChunkedField>,
}

#[derive(Clone, PartialEq, Message)]
struct ChunkedField {
    #[prost(message, repeated, tag = "1")]
    field_tag: Vec<FieldIndex>,
    #[prost(message, optional, tag = "3")]
    message: Option<ChunkedMessage>,
}

#[derive(Clone, PartialEq, Message)]
struct FieldIndex {
    #[prost(oneof = "Kind", tags = "1, 2, 3")]
    kind: Option<Kind>,
}

#[derive(Clone, PartialEq, prost::Oneof)]
enum Kind {
    #[prost(uint32, tag = "1")]
    Field(u32),
    #[prost(message, tag = "2")]
    MapKey(MapKey),
    #[prost(uint64, tag = "3")]
    Index(u64),
}

/// A key of a map; supported messages have only string keys.
#[derive(Clone, PartialEq, Message)]
struct MapKey {
    #[prost(string, optional, tag = "1")]
    s: Option<String>,
}

/// Reads the records of `source` and returns the message that was split into them.
///
/// Errors: those of [`riegeli::read`]; `chunked-metadata-damaged`, `chunked-part-missing`, `chunked-place-missing`,
/// `chunked-version`, `chunked-too-deep`, `structure-too-large`.
pub fn merged(source: &SharedSource, limits: &Limits) -> Result<Bytes> {
    let mut records = riegeli::read(source, limits)?;
    let whole = || source.span(0..source.len());
    let bad = || Error::malformed("chunked-metadata-damaged").at(whole());
    let last = records.pop().ok_or_else(bad)?;
    let metadata = ChunkMetadata::decode(last.bytes).map_err(|_| bad())?;
    if metadata.version.as_ref().is_some_and(|version| version.join_version > READS) {
        let version = metadata.version.map_or(0, |version| version.join_version);
        return Err(Error::unsupported("chunked-version").with("version", version).at(whole()));
    }
    let mut parts = Parts { records, chunks: metadata.chunks, left: limits.structure_bytes, limits };
    let mut root = Node::default();
    let message = metadata.message.ok_or_else(bad)?;
    parts.apply(message, &mut root, limits.depth).map_err(|error| error.at(whole()))?;
    let mut out = BytesMut::with_capacity(root.len());
    root.write(&mut out);
    Ok(out.freeze())
}

/// The parts, and the remaining budget for joining them.
struct Parts<'l> {
    records: Vec<Record>,
    chunks: Vec<ChunkInfo>,
    left: u64,
    limits: &'l Limits,
}

impl Parts<'_> {
    /// The bytes of a part, and whether they are a message.
    fn part(&mut self, index: u64) -> Result<(Bytes, bool)> {
        let missing = || Error::malformed("chunked-part-missing").with("index", index);
        let info = usize::try_from(index).ok().and_then(|index| self.chunks.get(index)).ok_or_else(missing)?;
        let record =
            self.records.binary_search_by_key(&info.offset, |record| record.position).map_err(|_| missing())?;
        let bytes = self.records[record].bytes.clone();
        if bytes.len() as u64 != info.size {
            return Err(missing());
        }
        let is_message = info.kind != 2;
        self.spend(bytes.len() as u64)?;
        Ok((bytes, is_message))
    }

    /// Parts may be used more than once, so the output is limited, not the input.
    fn spend(&mut self, bytes: u64) -> Result<()> {
        self.left = self.left.checked_sub(bytes.saturating_add(16)).ok_or_else(|| {
            Error::over_limit("structure-too-large").with("size", bytes).with("limit", self.limits.structure_bytes)
        })?;
        Ok(())
    }

    /// Puts a message's parts into `node`.
    fn apply(&mut self, message: ChunkedMessage, node: &mut Node, depth: u32) -> Result<()> {
        if let Some(index) = message.chunk_index {
            let (bytes, is_message) = self.part(index)?;
            if is_message {
                node.append(bytes)?;
            } else {
                *node = Node::Raw(vec![bytes]);
            }
        }
        // Elements are in the order of their index, and containers come before their content.
        let mut fields = message.chunked_fields;
        fields.sort_by_key(|field| order(&field.field_tag));
        for field in fields {
            self.spend(0)?;
            let steps = u32::try_from(field.field_tag.len()).unwrap_or(u32::MAX).saturating_add(1);
            let Some(deeper) = depth.checked_sub(steps) else {
                return Err(Error::over_limit("chunked-too-deep").with("limit", self.limits.depth));
            };
            let place = node.descend(&field.field_tag, self)?;
            self.apply(field.message.unwrap_or_default(), place, deeper)?;
        }
        Ok(())
    }
}

/// Sort key of a path: numbers of fields and indices; keys of maps have no order.
fn order(path: &[FieldIndex]) -> Vec<u64> {
    let step = |step: &FieldIndex| match &step.kind {
        Some(Kind::Field(field)) => u64::from(*field),
        Some(Kind::Index(index)) => *index,
        Some(Kind::MapKey(_)) | None => 0,
    };
    path.iter().map(step).collect()
}

/// A message, string or bytes: raw, or parsed because something inside it changes.
enum Node {
    /// Pieces one after another.
    Raw(Vec<Bytes>),
    /// Fields in order: number and value.
    Parsed(Vec<(u32, Field)>),
}

enum Field {
    /// A value without a length, including its tag.
    Plain(Bytes),
    /// A value with a length.
    Node(Node),
}

impl Default for Node {
    fn default() -> Self {
        Self::Raw(Vec::new())
    }
}

impl Node {
    /// Writes a message after this one: the two merge.
    fn append(&mut self, bytes: Bytes) -> Result<()> {
        match self {
            Self::Raw(pieces) => pieces.push(bytes),
            Self::Parsed(fields) => {
                fields.extend(parse(bytes).ok_or_else(|| Error::malformed("chunked-place-missing"))?);
            }
        }
        Ok(())
    }

    /// The fields, parsed on first use.
    fn fields(&mut self) -> Result<&mut Vec<(u32, Field)>> {
        if let Self::Raw(pieces) = self {
            let mut fields = Vec::new();
            for piece in std::mem::take(pieces) {
                fields.extend(parse(piece).ok_or_else(|| Error::malformed("chunked-place-missing"))?);
            }
            *self = Self::Parsed(fields);
        }
        match self {
            Self::Parsed(fields) => Ok(fields),
            Self::Raw(_) => Err(Error::malformed("chunked-place-missing")),
        }
    }

    /// The target of a path; missing parts of the path are created.
    fn descend(&mut self, path: &[FieldIndex], parts: &mut Parts<'_>) -> Result<&mut Self> {
        let lost = || Error::malformed("chunked-place-missing");
        let mut node = self;
        let mut steps = path.iter().map(|step| step.kind.as_ref()).peekable();
        while let Some(step) = steps.next() {
            let Some(Kind::Field(number)) = step else { return Err(lost()) };
            if !is_number(*number) {
                return Err(lost());
            }
            parts.spend(0)?;
            let fields = node.fields()?;
            let at = |fields: &[(u32, Field)], nth: u64| {
                let same = fields.iter().enumerate().filter(|(_, (n, f))| n == number && matches!(f, Field::Node(_)));
                same.map(|(index, _)| index).nth(usize::try_from(nth).unwrap_or(usize::MAX))
            };
            let found = match steps.peek() {
                Some(Some(Kind::Index(index))) => {
                    let index = *index;
                    steps.next();
                    let found = at(fields, index);
                    // Only the element right after the last can be created.
                    if found.is_none() && index > 0 && at(fields, index - 1).is_none() {
                        return Err(lost());
                    }
                    found
                }
                Some(Some(Kind::MapKey(key))) => {
                    let key = key.s.clone().ok_or_else(lost)?;
                    steps.next();
                    node = entry(fields, *number, &key)?;
                    continue;
                }
                _ => {
                    // A message written in pieces is one message.
                    join(fields, *number)?;
                    at(fields, 0)
                }
            };
            let index = found.unwrap_or_else(|| {
                fields.push((*number, Field::Node(Self::default())));
                fields.len() - 1
            });
            let Field::Node(inner) = &mut fields[index].1 else { return Err(lost()) };
            node = inner;
        }
        Ok(node)
    }

    fn len(&self) -> usize {
        match self {
            Self::Raw(pieces) => pieces.iter().map(Bytes::len).sum(),
            Self::Parsed(fields) => fields
                .iter()
                .map(|(number, field)| match field {
                    Field::Plain(bytes) => bytes.len(),
                    Field::Node(node) => {
                        let len = node.len();
                        prost::encoding::key_len(*number) + prost::encoding::encoded_len_varint(len as u64) + len
                    }
                })
                .sum(),
        }
    }

    fn write(&self, out: &mut BytesMut) {
        match self {
            Self::Raw(pieces) => pieces.iter().for_each(|piece| out.put_slice(piece)),
            Self::Parsed(fields) => {
                for (number, field) in fields {
                    match field {
                        Field::Plain(bytes) => out.put_slice(bytes),
                        Field::Node(node) => {
                            prost::encoding::encode_key(*number, prost::encoding::WireType::LengthDelimited, out);
                            prost::encoding::encode_varint(node.len() as u64, out);
                            node.write(out);
                        }
                    }
                }
            }
        }
    }
}

/// Merges several occurrences of a message.
fn join(fields: &mut Vec<(u32, Field)>, number: u32) -> Result<()> {
    let same: Vec<usize> = fields
        .iter()
        .enumerate()
        .filter(|(_, (n, field))| *n == number && matches!(field, Field::Node(_)))
        .map(|(index, _)| index)
        .collect();
    let Some((first, others)) = same.split_first().filter(|(_, others)| !others.is_empty()) else { return Ok(()) };
    for index in others.iter().rev() {
        let (_, Field::Node(other)) = fields.remove(*index) else { continue };
        let Field::Node(node) = &mut fields[*first].1 else { continue };
        let mut bytes = BytesMut::with_capacity(other.len());
        other.write(&mut bytes);
        node.append(bytes.freeze())?;
    }
    Ok(())
}

/// The value of a map's entry, created if missing.
fn entry<'n>(fields: &'n mut Vec<(u32, Field)>, number: u32, key: &str) -> Result<&'n mut Node> {
    let lost = || Error::malformed("chunked-place-missing");
    let mut found = None;
    for (index, (n, field)) in fields.iter_mut().enumerate() {
        let Field::Node(node) = field else { continue };
        if *n != number {
            continue;
        }
        let named = node.fields()?.iter().any(|(n, field)| match field {
            Field::Node(Node::Raw(text)) => *n == 1 && text.concat() == key.as_bytes(),
            _ => false,
        });
        if named {
            found = Some(index);
        }
    }
    let index = match found {
        Some(index) => index,
        None => {
            let name = Field::Node(Node::Raw(vec![Bytes::copy_from_slice(key.as_bytes())]));
            fields.push((number, Field::Node(Node::Parsed(vec![(1, name)]))));
            fields.len() - 1
        }
    };
    let Field::Node(node) = &mut fields[index].1 else { return Err(lost()) };
    let inner = node.fields()?;
    let value = match inner.iter().position(|(n, field)| *n == 2 && matches!(field, Field::Node(_))) {
        Some(value) => value,
        None => {
            inner.push((2, Field::Node(Node::default())));
            inner.len() - 1
        }
    };
    match &mut inner[value].1 {
        Field::Node(node) => Ok(node),
        Field::Plain(_) => Err(lost()),
    }
}

/// Whether a message can have a field with this number; others could not be written.
fn is_number(number: u32) -> bool {
    (prost::encoding::MIN_TAG..=prost::encoding::MAX_TAG).contains(&number)
}

/// Parses a message; `None` if it is cut off.
fn parse(bytes: Bytes) -> Option<Vec<(u32, Field)>> {
    let mut fields = Vec::new();
    let mut rest = bytes.as_ref();
    while !rest.is_empty() {
        let start = bytes.len() - rest.len();
        let tag = varint(&mut rest)?;
        let number = u32::try_from(tag >> 3).ok().filter(|number| is_number(*number))?;
        match tag & 7 {
            0 => drop(varint(&mut rest)?),
            1 => drop(rest.split_off(..8)?),
            5 => drop(rest.split_off(..4)?),
            2 => {
                let len = usize::try_from(varint(&mut rest)?).ok()?;
                let body = rest.split_off(..len)?;
                fields.push((number, Field::Node(Node::Raw(vec![bytes.slice_ref(body)]))));
                continue;
            }
            _ => return None,
        }
        fields.push((number, Field::Plain(bytes.slice(start..bytes.len() - rest.len()))));
    }
    Some(fields)
}
