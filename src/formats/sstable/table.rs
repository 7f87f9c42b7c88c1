//! The table: footer and index at once, data blocks on demand.

use super::block::{Block, Mark, varint64};
use super::checksum::{crc32c, unmask};
use crate::bytes::{Cause, Error, Limits, Result, SharedSource, Span, read_range, sums_agree};
use std::cell::{Cell, RefCell};

/// Length of the footer: two handles, padding, magic number.
const FOOTER: u64 = 48;
/// The last eight bytes, little-endian.
const MAGIC: u64 = 0xdb47_7524_8b80_fb57;
/// Compression byte and checksum behind every block.
const TRAILER: u64 = 5;

/// How a block is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Compression {
    /// Not at all.
    None,
    /// Raw Snappy.
    Snappy,
}

/// Position of a block, without its trailer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handle {
    /// First byte.
    pub offset: u64,
    /// Bytes.
    pub size: u64,
}

/// A table.
///
/// Errors: `sstable-too-short`, `sstable-bad-magic`, `sstable-bad-handle`, `sstable-truncated-block`,
/// `sstable-checksum`, `sstable-bad-compression`, `sstable-bad-snappy`, `sstable-bad-block`, `sstable-bad-entry`
/// (malformed); `structure-too-large`, `list-too-long`, `inflated-too-large` (over a limit).
pub struct Table {
    source: SharedSource,
    limits: Limits,
    /// Last key (or a separator after it) and position of every data block.
    index: Vec<(Vec<u8>, Handle)>,
    /// Bytes that decompression may still produce.
    inflatable: Cell<u64>,
    /// The last used block: keys are often requested in order, and a block has hundreds of them.
    held: RefCell<Option<Held>>,
}

/// A cached block, and the reading position in it.
struct Held {
    index: usize,
    block: Block,
    read: Mark,
}

/// Maximum size of a cached block; longer ones have only a few large values.
const HELD: usize = 1 << 20;

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("source", self.source.name()).field("blocks", &self.index.len()).finish()
    }
}

impl Table {
    /// Reads footer and index block.
    pub fn open(source: SharedSource, limits: &Limits) -> Result<Self> {
        let len = source.len();
        let Some(footer_at) = len.checked_sub(FOOTER) else {
            return Err(Error::malformed("sstable-too-short").with("size", len).at(source.span(0..len)));
        };
        let footer = read_range(&*source, footer_at..len, limits)?;
        let magic = u64::from_le_bytes(std::array::from_fn(|i| footer[40 + i]));
        if magic != MAGIC {
            return Err(Error::malformed("sstable-bad-magic")
                .with("found", format!("{magic:016x}"))
                .at(source.span(len - 8..len)));
        }
        let bad_handle = || Error::malformed("sstable-bad-handle").at(source.span(footer_at..len - 8));
        let (_, next) = handle(&footer[..40], 0).ok_or_else(bad_handle)?; // metaindex: not used
        let (index_handle, _) = handle(&footer[..40], next).ok_or_else(bad_handle)?;
        let mut table = Self {
            source: source.clone(),
            limits: limits.clone(),
            index: Vec::new(),
            inflatable: Cell::new(limits.inflated_bytes),
            held: RefCell::new(None),
        };
        let block = table.read_block(index_handle)?;
        for entry in block.entries() {
            let entry = entry?;
            let (handle, _) = handle(block.value(&entry), 0)
                .ok_or_else(|| Error::malformed("sstable-bad-handle").at(block.place().clone()))?;
            if table.index.len() as u64 >= limits.list_len {
                return Err(Error::over_limit("list-too-long")
                    .with("limit", limits.list_len)
                    .at(block.place().clone()));
            }
            table.index.push((entry.key, handle));
        }
        Ok(table)
    }

    /// The file.
    pub fn source(&self) -> &SharedSource {
        &self.source
    }

    /// Places of the data blocks.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = Handle> + '_ {
        self.index.iter().map(|(_, handle)| *handle)
    }

    /// Compression of block `index` by its trailer; an error when the trailer is missing.
    pub fn compression(&self, index: usize) -> Result<Compression> {
        let handle = self.index[index].1;
        let mut byte = [0];
        self.source.read_at(handle.offset.saturating_add(handle.size), &mut byte)?;
        self.compression_of(byte[0], handle)
    }

    /// Reads data block `index`.
    pub fn block(&self, index: usize) -> Result<Block> {
        self.read_block(self.index[index].1)
    }

    /// The value of a key and the position of its block; `None` when it is missing.
    pub fn get(&self, key: &[u8]) -> Result<Option<(Vec<u8>, Span)>> {
        let index = self.index.partition_point(|(last, _)| last.as_slice() < key);
        if index == self.index.len() {
            return Ok(None);
        }
        let held = self.held.take().filter(|held| held.index == index);
        let mut held = match held {
            Some(held) => held,
            None => Held { index, block: self.block(index)?, read: Mark::default() },
        };
        // The entries before the mark are smaller than the previous key.
        let from = if held.read.key.as_slice() < key { std::mem::take(&mut held.read) } else { Mark::default() };
        let mut entries = held.block.entries_from(from);
        let found = loop {
            match entries.next() {
                None => break None,
                Some(Err(error)) => return Err(error),
                Some(Ok(entry)) if entry.key == key => {
                    break Some((held.block.value(&entry).to_vec(), held.block.place().clone()));
                }
                Some(Ok(_)) => {}
            }
        };
        held.read = entries.mark();
        if held.block.bytes().len() <= HELD {
            self.held.replace(Some(held));
        }
        Ok(found)
    }

    fn span(&self, handle: Handle) -> Span {
        let end = handle.offset.saturating_add(handle.size).saturating_add(TRAILER);
        self.source.span(handle.offset..end)
    }

    fn compression_of(&self, byte: u8, handle: Handle) -> Result<Compression> {
        match byte {
            0 => Ok(Compression::None),
            1 => Ok(Compression::Snappy),
            other => Err(Error::malformed("sstable-bad-compression").with("found", other).at(self.span(handle))),
        }
    }

    fn read_block(&self, handle: Handle) -> Result<Block> {
        let span = self.span(handle);
        let range = span.range.clone().unwrap_or_default();
        if range.end > self.source.len() {
            return Err(Error::malformed("sstable-truncated-block")
                .with("wanted", range.end)
                .with("size", self.source.len())
                .at(span));
        }
        let mut data = read_range(&*self.source, range, &self.limits)?;
        let body = data.len() - TRAILER as usize;
        let stored = unmask(u32::from_le_bytes(std::array::from_fn(|i| data[body + 1 + i])));
        let computed = crc32c(&data[..=body]);
        if !sums_agree(stored, computed) {
            return Err(Error::malformed("sstable-checksum")
                .because(Cause::Checksum)
                .with("stored", format!("{stored:08x}"))
                .with("computed", format!("{computed:08x}"))
                .at(span));
        }
        match self.compression_of(data[body], handle)? {
            Compression::None => data.truncate(body),
            Compression::Snappy => data = self.inflate(&data[..body], &span)?,
        }
        Block::new(data, span)
    }

    fn inflate(&self, packed: &[u8], span: &Span) -> Result<Vec<u8>> {
        let bad = |_| Error::malformed("sstable-bad-snappy").at(span.clone());
        let size = snap::raw::decompress_len(packed).map_err(bad)? as u64;
        let left = self.inflatable.get();
        if size > left.min(self.limits.structure_bytes) {
            return Err(Error::over_limit("inflated-too-large")
                .with("size", size)
                .with("limit", left.min(self.limits.structure_bytes))
                .at(span.clone()));
        }
        self.inflatable.set(left - size);
        snap::raw::Decoder::new().decompress_vec(packed).map_err(bad)
    }
}

fn handle(bytes: &[u8], at: usize) -> Option<(Handle, usize)> {
    let (offset, at) = varint64(bytes, at)?;
    let (size, at) = varint64(bytes, at)?;
    Some((Handle { offset, size }, at))
}
