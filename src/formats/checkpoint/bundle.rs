//! The V2 checkpoint: an index table and data shards.

use super::object_graph::{OBJECT_GRAPH_KEY, object_graph_of};
use super::slice::Slice;
use super::{Variable, join, values};
use crate::bytes::{Cause, Error, Failure, Limits, Result, SharedSource, Span, read_range};
use crate::formats::dtype;
use crate::formats::proto::decode_part;
use crate::formats::proto::tensorflow::{BundleEntryProto, TrackableObjectGraph, VersionDef};
use crate::formats::proto::wire::{self, Wire};
use crate::formats::sstable::{Block, Compression, Entry, KeyOrder, Table};
use crate::formats::tensor_value::{TensorValue, element_count};
use crate::order;
use prost::bytes::Bytes;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

/// The header: the entry with the empty key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Number of data shards.
    pub num_shards: u32,
    /// True when values were written by a big-endian machine.
    pub big_endian: bool,
    /// VersionDef of the bundle.
    pub version: VersionDef,
}

/// A V2 checkpoint. The index is read when it is opened (it is small compared with the data); values are read on
/// demand.
///
/// Errors of opening: those of the table, `bundle-no-header`, `bundle-bad-header`, `bundle-bad-shard-count`.
/// Found later ([`Bundle::problems`]): `bundle-header-missing`, `bundle-bad-entry`, `bundle-unknown-dtype`, damaged
/// blocks. Errors of reading one variable: `checkpoint-no-such-key`, `tensor-bad-shape`, `bundle-size-mismatch`,
/// `bundle-shard-missing`, `bundle-data-truncated`, `bundle-checksum`, `bundle-lengths-checksum`,
/// `bundle-strings-truncated`, `bundle-strings-trailing`, `bundle-slice-missing`, `checkpoint-dtype-unsupported`.
pub struct Bundle {
    index: SharedSource,
    pub(super) shards: BTreeMap<u32, SharedSource>,
    pub(super) limits: Limits,
    header: Header,
    variables: Vec<Variable>,
    /// Pieces of partitioned variables by key.
    pub(super) slices: BTreeMap<Vec<u8>, BundleEntryProto>,
    problems: Vec<Error>,
    /// Whether a block of the index is compressed.
    compressed: bool,
}

impl std::fmt::Debug for Bundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bundle").field("index", self.index.name()).field("header", &self.header).finish()
    }
}

impl Bundle {
    /// Opens an index and the available shards, by shard number. A missing shard is an error of its variables only.
    pub fn open(index: SharedSource, shards: Vec<(u32, SharedSource)>, limits: &Limits) -> Result<Self> {
        let table = Table::open(index.clone(), limits)?;
        let mut bundle = Self {
            index,
            shards: BTreeMap::new(),
            limits: limits.clone(),
            header: Header { num_shards: 0, big_endian: false, version: VersionDef::default() },
            variables: Vec::new(),
            slices: BTreeMap::new(),
            problems: Vec::new(),
            compressed: (0..table.blocks().len()).any(|i| matches!(table.compression(i), Ok(Compression::Snappy))),
        };
        bundle.read_index(&table)?;
        // TensorFlow would not open a shard of another set (`-of-00004` when the header says 1).
        let fits =
            |source: &SharedSource| shard_total(source.name()).is_none_or(|total| total == bundle.header.num_shards);
        let fitting: Vec<_> = shards.into_iter().filter(|(_, source)| fits(source)).collect();
        bundle.shards.extend(fitting);
        order::sort_by(&mut bundle.variables, |a, b| a.name.cmp(&b.name));
        bundle.measure_partitioned();
        Ok(bundle)
    }

    /// Reads the index. As in TensorFlow, the first entry is the header, whatever its key.
    fn read_index(&mut self, table: &Table) -> Result<()> {
        let mut header_seen = false;
        let mut count = 0u64;
        let mut keys = KeyOrder::default();
        for i in 0..table.blocks().len() {
            let block = match table.block(i) {
                Ok(block) => block,
                Err(error) if header_seen => {
                    self.problems.push(error);
                    continue;
                }
                Err(error) => return Err(error),
            };
            for entry in block.entries() {
                let entry = match entry {
                    Ok(entry) => entry,
                    Err(error) if header_seen => {
                        self.problems.push(error);
                        break;
                    }
                    Err(error) => return Err(error),
                };
                count += 1;
                if count > self.limits.list_len {
                    return Err(Error::over_limit("list-too-long")
                        .with("limit", self.limits.list_len)
                        .at(block.place().clone()));
                }
                let in_order = keys.check(&block, &entry.key);
                if header_seen {
                    match in_order {
                        Ok(()) => self.add_entry(&block, &entry),
                        Err(error) => self.problems.push(error),
                    }
                } else {
                    self.read_header(&block, &entry)?;
                    header_seen = true;
                }
            }
        }
        if header_seen {
            Ok(())
        } else {
            Err(Error::malformed("bundle-no-header").at(self.index.span(0..self.index.len())))
        }
    }

    fn read_header(&mut self, block: &Block, entry: &Entry) -> Result<()> {
        let bytes = Bytes::copy_from_slice(block.value(entry));
        let bad = |reason: &str| Error::malformed("bundle-bad-header").with("reason", reason).at(block.place().clone());
        // Parsed by hand, because a field of the wrong wire type must count as unknown, as in TensorFlow. So an index
        // without a header still opens.
        let (mut num_shards, mut endianness, mut version) = (0, 0, VersionDef::default());
        for field in wire::Fields::new(&bytes, 0..bytes.len()) {
            let field = field.map_err(|fault| bad(fault.id))?;
            match (field.number, field.wire) {
                (1, Wire::Varint) => num_shards = wire::number(&bytes, &field) as i32,
                (2, Wire::Varint) => endianness = wire::number(&bytes, &field) as i32,
                (3, Wire::Bytes) => {
                    let part = bytes.slice(field.body.clone());
                    version = decode_part(&part, &*self.index, 0, "tensorflow.VersionDef", &self.limits)
                        .map_err(|inner| bad(inner.id()))?;
                }
                _ => {}
            }
        }
        if !entry.key.is_empty() {
            self.problems.push(
                Error::malformed("bundle-header-missing")
                    .with("key", String::from_utf8_lossy(&entry.key))
                    .at(block.place().clone()),
            );
        }
        let num_shards = u32::try_from(num_shards).map_err(|_| {
            Error::malformed("bundle-bad-shard-count").with("found", num_shards).at(block.place().clone())
        })?;
        self.header = Header { num_shards, big_endian: endianness == 1, version };
        Ok(())
    }

    fn add_entry(&mut self, block: &Block, entry: &Entry) {
        let name = String::from_utf8_lossy(&entry.key).into_owned();
        let bytes = Bytes::copy_from_slice(block.value(entry));
        let decoded = decode_part(&bytes, &*self.index, 0, "tensorflow.BundleEntryProto", &self.limits);
        let proto: BundleEntryProto = match decoded {
            Ok(proto) => proto,
            Err(inner) => {
                let error = Error::malformed("bundle-bad-entry").with("key", &name).with("reason", inner.id());
                self.problems.push(error.at(block.place().clone()));
                return;
            }
        };
        if entry.key.first() == Some(&0) {
            self.slices.insert(entry.key.clone(), proto);
            return;
        }
        if dtype::name(proto.dtype).is_none() {
            self.problems.push(
                Error::unsupported("bundle-unknown-dtype")
                    .because(Cause::UnknownType)
                    .with("key", &name)
                    .with("dtype", proto.dtype)
                    .at(block.place().clone()),
            );
        }
        self.variables.push(Variable {
            name,
            dtype: proto.dtype,
            shape: proto.shape.iter().flat_map(|s| &s.dim).map(|d| d.size).collect(),
            bytes: u64::try_from(proto.size).unwrap_or(0),
            shard: u32::try_from(proto.shard_id).unwrap_or(u32::MAX),
            offset: u64::try_from(proto.offset).unwrap_or(u64::MAX),
            listed_at: block.place().range.clone().unwrap_or_default(),
            crc32c: proto.crc32c,
            slices: proto.slices.iter().map(Slice::from_proto).collect(),
        });
    }

    /// Partitioned variables have no size in the index: it is the sum of their pieces.
    fn measure_partitioned(&mut self) {
        for variable in self.variables.iter_mut().filter(|v| !v.slices.is_empty()) {
            let pieces = variable.slices.iter().filter_map(|s| self.slices.get(&s.key(variable.name.as_bytes())));
            let mut pieces = pieces.peekable();
            if let Some(first) = pieces.peek() {
                variable.shard = u32::try_from(first.shard_id).unwrap_or(u32::MAX);
            }
            variable.bytes = pieces.filter_map(|p| u64::try_from(p.size).ok()).fold(0, u64::saturating_add);
        }
    }

    /// Whether a block of the index is compressed.
    pub fn index_compressed(&self) -> bool {
        self.compressed
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The index file.
    pub fn index(&self) -> &SharedSource {
        &self.index
    }

    /// Variables in order of their keys.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Damage that did not stop the reading.
    pub fn problems(&self) -> &[Error] {
        &self.problems
    }

    /// Names of missing shards that some entry needs.
    pub fn missing_shards(&self) -> Vec<String> {
        let whole = self.variables.iter().filter(|v| v.slices.is_empty()).map(|v| v.shard);
        let pieces = self.slices.values().map(|p| u32::try_from(p.shard_id).unwrap_or(u32::MAX));
        let mut needed: Vec<u32> = whole.chain(pieces).collect();
        order::sort(&mut needed);
        needed.dedup();
        needed.into_iter().filter(|id| !self.shards.contains_key(id)).map(|id| self.shard_name(id)).collect()
    }

    /// Name of the file that holds shard `id`.
    pub fn shard_name(&self, id: u32) -> String {
        let index = self.index.name();
        let prefix = index.strip_suffix(".index").unwrap_or(index);
        format!("{prefix}.data-{id:05}-of-{:05}", self.header.num_shards)
    }

    /// Reads the value of a variable: checks size, shard and checksum, and converts it to little-endian.
    pub fn read(&self, name: &str) -> Result<TensorValue> {
        let at = self.variables.binary_search_by(|v| v.name.as_str().cmp(name)).map_err(|_| {
            Error::malformed("checkpoint-no-such-key")
                .with("key", name)
                .at(Span { file: self.index.name().clone(), ..Span::default() })
        })?;
        let variable = &self.variables[at];
        let named = |error: Error| self.named(error, name);
        if variable.slices.is_empty() {
            return self.read_piece(variable.dtype, variable.shape.clone(), Place::of(variable)).map_err(named);
        }
        join::join(variable.dtype, &variable.shape, &variable.slices, &self.limits, |slice, shape| {
            let (dtype, place) = self.slice_place(name, slice)?;
            self.read_piece(dtype, shape, place)
        })
        .map_err(named)
    }

    /// Adds the name of the variable to an error.
    pub(super) fn named(&self, error: Error, name: &str) -> Error {
        let mut error = if error.value("key").is_some() { error } else { error.with("key", name) };
        if error.at.file.is_empty() {
            // The index entry itself is wrong.
            let listed = self.variables.binary_search_by(|variable| variable.name.as_str().cmp(name));
            error.at.file = self.index.name().clone();
            error.at.range = listed.ok().map(|at| self.variables[at].listed_at.clone());
        }
        if error.at.field.is_empty() { error.in_field(name) } else { error }
    }

    /// dtype and position of a piece of a partitioned variable.
    pub(super) fn slice_place(&self, name: &str, slice: &Slice) -> Result<(i32, Place)> {
        let entry = self
            .slices
            .get(&slice.key(name.as_bytes()))
            .ok_or_else(|| Error::malformed("bundle-slice-missing").with("slice", slice.spec()))?;
        let place = Place {
            shard: u32::try_from(entry.shard_id).unwrap_or(u32::MAX),
            offset: u64::try_from(entry.offset).unwrap_or(u64::MAX),
            size: u64::try_from(entry.size).unwrap_or(0),
            crc32c: entry.crc32c,
        };
        Ok((entry.dtype, place))
    }

    fn read_piece(&self, dtype: i32, shape: Vec<i64>, piece: Place) -> Result<TensorValue> {
        let count = checked_count(dtype, &shape, &piece)?;
        let fixed = dtype::size(dtype);
        if piece.size > self.limits.value_bytes {
            return Err(Error::over_limit("value-too-large")
                .with("size", piece.size)
                .with("limit", self.limits.value_bytes));
        }
        let bytes = self.read_data(&piece)?;
        let data = match fixed {
            Some(_) => values::fixed(bytes, dtype, piece.crc32c, self.header.big_endian),
            None => values::strings(bytes, count, piece.crc32c, self.header.big_endian),
        };
        let data = data.map_err(|error| {
            let end = piece.offset.saturating_add(piece.size);
            // The file's current name: it may have been renamed.
            let at = match self.shards.get(&piece.shard) {
                Some(shard) => shard.span(piece.offset..end),
                None => Span::bytes(self.shard_name(piece.shard), piece.offset..end),
            };
            error.with("shard", piece.shard).at(at)
        })?;
        Ok(TensorValue { dtype, shape, data })
    }

    fn read_data(&self, piece: &Place) -> Result<Vec<u8>> {
        let (shard, range) = self.locate(piece)?;
        let limits = Limits { structure_bytes: self.limits.value_bytes, ..self.limits.clone() };
        read_range(&**shard, range, &limits)
    }

    /// The shard of a piece and its checked range there.
    pub(super) fn locate(&self, piece: &Place) -> Result<(&SharedSource, Range<u64>)> {
        let name = self.shard_name(piece.shard);
        let Some(shard) = self.shards.get(&piece.shard) else {
            let place = Span { file: name.as_str().into(), ..Span::default() };
            return Err(Error::new(Failure::Unreadable, "bundle-shard-missing")
                .because(Cause::MissingFile)
                .with("file", name)
                .at(place));
        };
        let range = piece.offset..piece.offset.saturating_add(piece.size);
        if range.end > shard.len() {
            return Err(Error::malformed("bundle-data-truncated")
                .because(Cause::CutOff)
                .with("wanted", range.end)
                .with("size", shard.len())
                .at(shard.span(range)));
        }
        Ok((shard, range))
    }

    /// The object graph; `None` in a name-based checkpoint.
    pub fn object_graph(&self) -> Result<Option<TrackableObjectGraph>> {
        if self.variables.binary_search_by(|v| v.name.as_str().cmp(OBJECT_GRAPH_KEY)).is_err() {
            return Ok(None);
        }
        let value = self.read(OBJECT_GRAPH_KEY)?;
        object_graph_of(&value, &self.index, &self.limits).map(Some)
    }

    /// Available shards, by number.
    pub fn shards(&self) -> impl Iterator<Item = (u32, &Rc<dyn crate::bytes::Source>)> {
        self.shards.iter().map(|(id, source)| (*id, source))
    }
}

/// Position of a value, or of a piece of one.
pub(super) struct Place {
    pub shard: u32,
    pub offset: u64,
    pub size: u64,
    pub crc32c: u32,
}

impl Place {
    /// Position of an unpartitioned variable.
    pub fn of(variable: &Variable) -> Self {
        let size = variable.bytes;
        Self { shard: variable.shard, offset: variable.offset, size, crc32c: variable.crc32c }
    }
}

/// Number of elements of a piece, whose size must match its dtype and shape.
pub(super) fn checked_count(dtype: i32, shape: &[i64], piece: &Place) -> Result<u64> {
    let count =
        element_count(shape).ok_or_else(|| Error::malformed("tensor-bad-shape").with("shape", format!("{shape:?}")))?;
    let fixed = dtype::size(dtype);
    if fixed.is_none() && dtype != 7 {
        return Err(Error::unsupported("checkpoint-dtype-unsupported")
            .because(Cause::NoPlainValues)
            .with("dtype", dtype::label(dtype)));
    }
    let expected = fixed.map_or(piece.size, |width| count.saturating_mul(width));
    if expected != piece.size {
        return Err(Error::malformed("bundle-size-mismatch")
            .because(Cause::Size)
            .with("stored", piece.size)
            .with("expected", expected));
    }
    Ok(count)
}

/// NNNNN of a name that ends in `.data-SSSSS-of-NNNNN`.
fn shard_total(name: &str) -> Option<u32> {
    let (_, tail) = name.rsplit_once(".data-")?;
    tail.split_once("-of-")?.1.parse().ok()
}
