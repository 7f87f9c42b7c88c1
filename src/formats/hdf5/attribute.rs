//! Attributes: small values with names, kept with their object.

use super::cursor::Cursor;
use super::datatype::Class;
use super::{Datatype, File, Space, global_heap, shared};
use crate::bytes::{Error, Result};
use std::ops::Range;

/// An attribute: its raw bytes, decoded on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name; bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Type of an element.
    pub datatype: Datatype,
    /// Number of elements.
    pub space: Space,
    bytes: Vec<u8>,
    /// Position in the file.
    at: u64,
}

const NAME: &str = "attribute";

impl Attribute {
    /// Reads an attribute message.
    pub(super) fn read(file: &File, mut c: Cursor<'_>) -> Result<Self> {
        let version = c.version(1..=3)?;
        let flags = c.u8()?;
        let (name_len, type_len, space_len) = (c.u16()?, c.u16()?, c.u16()?);
        // Character set of the name: ASCII or UTF-8, both read as UTF-8.
        c.skip(usize::from(version == 3))?;
        let fill = |len: u16| match version {
            1 => usize::from(len).next_multiple_of(8),
            _ => usize::from(len),
        };
        let name = c.part(fill(name_len), NAME)?.take(usize::from(name_len))?;
        let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
        let datatype = c.part(fill(type_len), "datatype")?;
        let space = c.part(fill(space_len), "dataspace")?;
        let is_shared = |bit: u8| version > 1 && flags & bit != 0;
        let datatype = shared::datatype(file, datatype, is_shared(1))?;
        if is_shared(2) {
            return Err(space.unsupported("shared dataspace"));
        }
        let space = Space::read(space)?;
        let len = space.count().and_then(|n| n.checked_mul(u64::from(datatype.size)));
        let len = len.and_then(|len| usize::try_from(len).ok()).ok_or_else(|| c.damaged())?;
        let at = c.place();
        let bytes = c.take(len)?.to_vec();
        Ok(Self { name: String::from_utf8_lossy(name).into_owned(), datatype, space, bytes, at })
    }

    /// Its strings; `None` when it has none.
    pub fn texts(&self, file: &File) -> Option<Result<Vec<Vec<u8>>>> {
        texts(file, &self.datatype, &self.bytes, self.at)
    }

    /// Its only string; `None` when it is not a single string.
    pub fn text(&self, file: &File) -> Option<Result<String>> {
        if self.space.count() != Some(1) {
            return None;
        }
        Some(self.texts(file)?.and_then(|texts| {
            let text = texts.into_iter().next().unwrap_or_default();
            String::from_utf8(text).map_err(|error| self.not_utf8(file, error.utf8_error().valid_up_to()))
        }))
    }

    /// Bytes of its only string in the file; `None` when it has none or cannot be read.
    pub fn place(&self, file: &File) -> Option<Range<u64>> {
        let (at, text) = match self.datatype.class {
            Class::Text { spaces } => (self.at, trimmed(&self.bytes, spaces)),
            Class::LongText => long_text(file, &self.bytes, self.at, 0).ok()?,
            _ => return None,
        };
        Some(at..at + text.len() as u64)
    }

    fn not_utf8(&self, file: &File, at: usize) -> Error {
        let place = file.source().span(self.at..self.at + self.bytes.len() as u64);
        Error::malformed("hdf5-not-utf8").with("name", &self.name).with("at", at).at(place)
    }
}

/// Strings in the bytes of an attribute or a data set; `None` when the type is not a string.
pub(super) fn texts(file: &File, datatype: &Datatype, bytes: &[u8], at: u64) -> Option<Result<Vec<Vec<u8>>>> {
    let elements = bytes.chunks_exact(datatype.size as usize);
    match datatype.class {
        Class::Text { spaces } => Some(Ok(elements.map(|text| trimmed(text, spaces)).collect())),
        Class::LongText => {
            Some(elements.enumerate().map(|(i, element)| Ok(long_text(file, element, at, i)?.1)).collect())
        }
        _ => None,
    }
}

/// A string of fixed size without its padding.
fn trimmed(text: &[u8], spaces: bool) -> Vec<u8> {
    let fill = if spaces { b' ' } else { 0 };
    let end = text.iter().rposition(|byte| *byte != fill).map_or(0, |last| last + 1);
    text[..end].to_vec()
}

/// A reference to a string: its length, the heap's address, the number there. Returns the string and its position.
fn long_text(file: &File, element: &[u8], at: u64, index: usize) -> Result<(u64, Vec<u8>)> {
    let mut c = file.cursor(element, at.saturating_add((index * element.len()) as u64), NAME);
    let len = c.u32()? as usize;
    let address = c.address()?;
    let number = c.u32()?;
    let address = match address {
        Some(address) if len > 0 && address > 0 => address,
        _ => return Ok((at, Vec::new())),
    };
    if len as u64 > file.limits.text_bytes {
        let over = Error::over_limit("hdf5-text-too-long").with("size", len).with("limit", file.limits.text_bytes);
        return Err(c.wrong(over));
    }
    let (place, mut text) = global_heap::object(file, address, number)?;
    if text.len() < len {
        return Err(c.damaged());
    }
    text.truncate(len);
    Ok((place, text))
}
