//! Storage of a data set: positions of the elements, and the filters applied to them.

use super::File;
use super::cursor::Cursor;
use super::header::{Message, kind};
use crate::bytes::Result;

/// Layout, filters and fill value of a data set.
#[derive(Clone, Debug)]
pub struct Storage {
    pub layout: Layout,
    pub filters: Vec<Filter>,
    /// Bytes of an element that was never written; empty means zeros.
    pub fill: Vec<u8>,
}

/// Layout of the elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layout {
    /// In the header itself.
    Compact(Vec<u8>),
    /// In one piece; `None` when nothing was written yet.
    Contiguous(Option<u64>),
    /// In chunks of this shape.
    Chunked {
        /// Elements of a chunk, by dimension.
        chunk: Vec<u64>,
        /// Index of the chunks.
        index: ChunkIndex,
    },
    /// A form that is not read, by name.
    Other(String),
}

/// Index of a data set's chunks; `None` as an address means that nothing was written yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkIndex {
    /// A B-tree of version 1.
    Tree1(Option<u64>),
    /// A single chunk; if filtered, with its size and the skipped filters.
    Single(Option<u64>, Option<(u64, u32)>),
    /// All chunks one after another.
    Implicit(Option<u64>),
    /// A list of addresses.
    FixedArray(Option<u64>),
    /// A B-tree of version 2.
    Tree2(Option<u64>),
}

/// A filter: its number, whether it may be skipped, its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// 1 deflate, 2 shuffle, 3 fletcher32, …
    pub id: u16,
    /// Its values.
    pub values: Vec<u32>,
}

impl Storage {
    pub fn read(file: &File, messages: &[Message], layout: &Message) -> Result<Self> {
        let cursor = |message| -> Cursor<'_> {
            let Message { bytes, address, .. }: &Message = message;
            file.cursor(bytes, *address, "data layout")
        };
        let mut storage = Self { layout: self::layout(cursor(layout))?, filters: Vec::new(), fill: Vec::new() };
        for message in messages {
            let c = cursor(message);
            match message.kind {
                kind::FILTERS if message.is_shared() => return Err(c.unsupported("shared filter pipeline")),
                kind::FILTERS => storage.filters = filters(c.named("filter pipeline"))?,
                kind::FILL_VALUE if !message.is_shared() => storage.fill = fill(c.named("fill value"))?,
                kind::OLD_FILL_VALUE if storage.fill.is_empty() => storage.fill = old_fill(c.named("fill value"))?,
                kind::EXTERNAL_FILES => storage.layout = Layout::Other("external file".to_owned()),
                _ => {}
            }
        }
        Ok(storage)
    }
}

fn layout(mut c: Cursor<'_>) -> Result<Layout> {
    let version = c.u8()?;
    match version {
        1 | 2 => old_layout(c),
        3 | 4 => {
            let class = c.u8()?;
            match class {
                0 => {
                    let len = usize::from(c.u16()?);
                    Ok(Layout::Compact(c.take(len)?.to_vec()))
                }
                1 => Ok(Layout::Contiguous(c.address()?)),
                2 if version == 3 => {
                    let rank = usize::from(c.u8()?);
                    let index = ChunkIndex::Tree1(c.address()?);
                    let chunk = dims(&mut c, rank, 4)?;
                    Ok(Layout::Chunked { chunk, index })
                }
                2 => chunked(c),
                3 => Ok(Layout::Other("virtual data set".to_owned())),
                _ => Err(c.damaged()),
            }
        }
        _ => Ok(Layout::Other(format!("data layout version {version}"))),
    }
}

/// Sizes of a chunk; the last number, the bytes of an element, is known from its type.
fn dims(c: &mut Cursor<'_>, rank: usize, width: u8) -> Result<Vec<u64>> {
    let here = c.clone();
    let mut dims = (0..rank).map(|_| c.number(width)).collect::<Result<Vec<u64>>>()?;
    // A chunk without elements would mean infinitely many chunks.
    if dims.pop().is_none() || dims.contains(&0) {
        return Err(here.damaged());
    }
    Ok(dims)
}

fn old_layout(mut c: Cursor<'_>) -> Result<Layout> {
    let rank = usize::from(c.u8()?);
    let class = c.u8()?;
    c.skip(5)?;
    match class {
        0 => {
            c.skip(4 * rank)?;
            let len = c.u32()? as usize;
            Ok(Layout::Compact(c.take(len)?.to_vec()))
        }
        1 => Ok(Layout::Contiguous(c.address()?)),
        2 => {
            let index = ChunkIndex::Tree1(c.address()?);
            Ok(Layout::Chunked { chunk: dims(&mut c, rank, 4)?, index })
        }
        _ => Err(c.damaged()),
    }
}

/// Chunks of version 4, with one of five kinds of index.
fn chunked(mut c: Cursor<'_>) -> Result<Layout> {
    let flags = c.u8()?;
    let rank = usize::from(c.u8()?);
    let width = c.u8()?;
    if !(1..=8).contains(&width) {
        return Err(c.damaged());
    }
    let chunk = dims(&mut c, rank, width)?;
    if flags & 1 != 0 {
        return Ok(Layout::Other("partial chunks without filters".to_owned()));
    }
    let index = match c.u8()? {
        1 => {
            let filtered = if flags & 2 != 0 { Some((c.length()?, c.u32()?)) } else { None };
            ChunkIndex::Single(c.address()?, filtered)
        }
        2 => ChunkIndex::Implicit(c.address()?),
        3 => {
            c.skip(1)?;
            ChunkIndex::FixedArray(c.address()?)
        }
        4 => return Ok(Layout::Other("extensible array".to_owned())),
        5 => {
            c.skip(6)?;
            ChunkIndex::Tree2(c.address()?)
        }
        _ => return Err(c.damaged()),
    };
    Ok(Layout::Chunked { chunk, index })
}

fn filters(mut c: Cursor<'_>) -> Result<Vec<Filter>> {
    let version = c.version(1..=2)?;
    let count = c.u8()?;
    c.skip(if version == 1 { 6 } else { 0 })?;
    let mut filters = Vec::new();
    for _ in 0..count {
        let id = c.u16()?;
        // Well-known filters have no name in version 2.
        let name = if version == 1 || id >= 256 { usize::from(c.u16()?) } else { 0 };
        c.skip(2)?;
        let values = c.u16()?;
        c.skip(if version == 1 { name.next_multiple_of(8) } else { name })?;
        let list = (0..values).map(|_| c.u32()).collect::<Result<_>>()?;
        c.skip(if version == 1 && values % 2 == 1 { 4 } else { 0 })?;
        filters.push(Filter { id, values: list });
    }
    Ok(filters)
}

fn fill(mut c: Cursor<'_>) -> Result<Vec<u8>> {
    let version = c.version(1..=3)?;
    let defined = if version == 3 {
        c.u8()? & 0x20 != 0
    } else {
        c.skip(2)?;
        // In version 1 the size always follows.
        c.u8()? != 0 || version == 1
    };
    if !defined {
        return Ok(Vec::new());
    }
    old_fill(c)
}

fn old_fill(mut c: Cursor<'_>) -> Result<Vec<u8>> {
    let len = c.u32()? as usize;
    // All ones means "not set".
    if len == u32::MAX as usize {
        return Ok(Vec::new());
    }
    Ok(c.take(len)?.to_vec())
}
