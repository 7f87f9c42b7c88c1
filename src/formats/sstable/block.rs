//! One block: entries whose keys share prefixes, then the restart offsets.

use crate::bytes::{Error, Result, Span};
use std::ops::Range;

/// A block in memory, decompressed, its checksum checked.
#[derive(Clone, Debug)]
pub struct Block {
    data: Vec<u8>,
    /// End of the entries and start of the restart offsets.
    entries_end: usize,
    /// The block's position in the file.
    at: Span,
}

/// A key and the position of its value in the block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The complete key.
    pub key: Vec<u8>,
    /// The value, as a range of [`Block::bytes`].
    pub value: Range<usize>,
}

impl Block {
    /// Checks the restart offsets. `at` is the block's position, for errors: `sstable-bad-block`.
    pub(super) fn new(data: Vec<u8>, at: Span) -> Result<Self> {
        let bad = || Error::malformed("sstable-bad-block").at(at.clone());
        let count_at = data.len().checked_sub(4).ok_or_else(bad)?;
        let restarts = u32::from_le_bytes(data[count_at..].try_into().map_err(|_| bad())?) as usize;
        let entries_end = restarts.checked_mul(4).and_then(|n| count_at.checked_sub(n)).ok_or_else(bad)?;
        Ok(Self { data, entries_end, at })
    }

    /// The decompressed bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.data
    }

    /// The value of an entry.
    pub fn value(&self, entry: &Entry) -> &[u8] {
        &self.data[entry.value.clone()]
    }

    /// The block's position in the file (of its compressed form when it is compressed).
    pub fn place(&self) -> &Span {
        &self.at
    }

    /// Entries in order. An invalid one ends them with `sstable-bad-entry`.
    pub fn entries(&self) -> Entries<'_> {
        self.entries_from(Mark::default())
    }

    /// The entries after a mark from [`Entries::mark`] of this block.
    pub(super) fn entries_from(&self, mark: Mark) -> Entries<'_> {
        Entries { block: self, next: mark.next, key: mark.key }
    }
}

/// Checks that keys ascend, as in a sorted table: otherwise a search may miss listed keys.
#[derive(Default)]
pub struct KeyOrder {
    last: Option<Vec<u8>>,
}

impl KeyOrder {
    /// Takes the next key of the table. Error: `sstable-key-order`.
    pub fn check(&mut self, block: &Block, key: &[u8]) -> Result<()> {
        let grows = self.last.as_deref().is_none_or(|last| last < key);
        self.last = Some(key.to_vec());
        let name = || String::from_utf8_lossy(key).into_owned();
        if grows {
            Ok(())
        } else {
            Err(Error::malformed("sstable-key-order").with("key", name()).at(block.place().clone().field(name())))
        }
    }
}

/// Reading position in the entries of a block.
#[derive(Default)]
pub(super) struct Mark {
    /// Start of the next entry.
    next: usize,
    /// Key of the last entry; the next one may share its beginning.
    pub(super) key: Vec<u8>,
}

/// See [`Block::entries`].
pub struct Entries<'a> {
    block: &'a Block,
    next: usize,
    key: Vec<u8>,
}

impl Entries<'_> {
    /// The reading position, for [`Block::entries_from`].
    pub(super) fn mark(self) -> Mark {
        Mark { next: self.next, key: self.key }
    }

    fn read(&mut self) -> Option<Entry> {
        let data = &self.block.data[..self.block.entries_end];
        let (shared, at) = varint32(data, self.next)?;
        let (unshared, at) = varint32(data, at)?;
        let (value_len, at) = varint32(data, at)?;
        let key_end = at.checked_add(unshared).filter(|&end| end <= data.len())?;
        let value_end = key_end.checked_add(value_len).filter(|&end| end <= data.len())?;
        if shared > self.key.len() {
            return None;
        }
        self.key.truncate(shared);
        self.key.extend_from_slice(&data[at..key_end]);
        self.next = value_end;
        Some(Entry { key: self.key.clone(), value: key_end..value_end })
    }
}

impl Iterator for Entries<'_> {
    type Item = Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.block.entries_end {
            return None;
        }
        let at = self.next;
        Some(self.read().ok_or_else(|| {
            self.next = self.block.entries_end;
            Error::malformed("sstable-bad-entry").with("offset", at).at(self.block.at.clone())
        }))
    }
}

fn varint32(data: &[u8], at: usize) -> Option<(usize, usize)> {
    let (value, next) = varint64(data, at)?;
    Some((usize::try_from(u32::try_from(value).ok()?).ok()?, next))
}

/// A varint and its end.
pub(super) fn varint64(data: &[u8], at: usize) -> Option<(u64, usize)> {
    let mut value = 0u64;
    for i in 0..10 {
        let byte = *data.get(at + i)?;
        value |= u64::from(byte & 0x7f).checked_shl(7 * i as u32)?;
        if byte < 0x80 {
            return Some((value, at + i + 1));
        }
    }
    None
}
