//! Bytes of one structure, read front to back; every step is checked.

use crate::bytes::{Error, Result, Span};
use std::sync::Arc;

/// A piece of the file that has been read, and the position of decoding.
#[derive(Clone)]
pub struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Offset of its first byte in the file.
    start: u64,
    /// Name of the file, and of the structure for errors.
    file: &'a Arc<str>,
    structure: &'static str,
    pub(super) offset_size: u8,
    pub(super) length_size: u8,
}

impl<'a> Cursor<'a> {
    pub fn new(
        bytes: &'a [u8],
        start: u64,
        file: &'a Arc<str>,
        structure: &'static str,
        (offset_size, length_size): (u8, u8),
    ) -> Self {
        Self { bytes, at: 0, start, file, structure, offset_size, length_size }
    }

    /// The same position under another structure's name.
    pub fn named(mut self, structure: &'static str) -> Self {
        self.structure = structure;
        self
    }

    /// Offset of the next byte in the file.
    pub fn place(&self) -> u64 {
        self.start + self.at as u64
    }

    /// Number of remaining bytes.
    pub fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// Number of consumed bytes.
    pub fn taken(&self) -> usize {
        self.at
    }

    /// The error for damage of this structure, from here to its end.
    pub fn damaged(&self) -> Error {
        self.wrong(Error::malformed("hdf5-damaged").with("structure", self.structure))
    }

    /// An error at this position.
    pub fn wrong(&self, error: Error) -> Error {
        error.at(Span::bytes(self.file.clone(), self.place()..self.start + self.bytes.len() as u64))
    }

    /// A form that is not read.
    pub fn unsupported(&self, feature: impl std::fmt::Display) -> Error {
        self.wrong(Error::unsupported("hdf5-unsupported").with("feature", feature))
    }

    pub fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(count).filter(|end| *end <= self.bytes.len()).ok_or_else(|| self.damaged())?;
        let bytes = &self.bytes[self.at..end];
        self.at = end;
        Ok(bytes)
    }

    /// The next bytes as a separate structure.
    pub fn part(&mut self, count: usize, structure: &'static str) -> Result<Cursor<'a>> {
        let start = self.place();
        let bytes = self.take(count)?;
        Ok(Cursor { bytes, at: 0, start, structure, ..self.clone() })
    }

    pub fn skip(&mut self, count: usize) -> Result<()> {
        self.take(count).map(drop)
    }

    /// Steps to the next multiple of eight from the beginning, or to the end.
    pub fn align(&mut self) {
        self.at = self.at.next_multiple_of(8).min(self.bytes.len());
    }

    pub fn u8(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub fn u16(&mut self) -> Result<u16> {
        Ok(self.number(2)? as u16)
    }

    pub fn u32(&mut self) -> Result<u32> {
        Ok(self.number(4)? as u32)
    }

    pub fn u64(&mut self) -> Result<u64> {
        self.number(8)
    }

    /// A number of up to eight bytes.
    pub fn number(&mut self, size: u8) -> Result<u64> {
        let bytes = self.take(usize::from(size.min(8)))?;
        Ok(bytes.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte)))
    }

    /// A length in the file's width of lengths.
    pub fn length(&mut self) -> Result<u64> {
        self.number(self.length_size)
    }

    /// An address in the file's width of addresses, without the base address; `None` for the undefined address.
    pub fn address(&mut self) -> Result<Option<u64>> {
        let value = self.number(self.offset_size)?;
        let nowhere = u64::MAX >> (64 - 8 * u32::from(self.offset_size));
        Ok((value != nowhere).then_some(value))
    }

    /// The bytes of a mark, and the version after it.
    pub fn signature(&mut self, mark: &[u8; 4], versions: std::ops::RangeInclusive<u8>) -> Result<u8> {
        let here = self.clone();
        if self.take(4)? != mark {
            return Err(here.damaged());
        }
        self.version(versions)
    }

    /// A version that is one of these.
    pub fn version(&mut self, versions: std::ops::RangeInclusive<u8>) -> Result<u8> {
        let here = self.clone();
        let version = self.u8()?;
        if !versions.contains(&version) {
            return Err(here.unsupported(format_args!("{} version {version}", self.structure)));
        }
        Ok(version)
    }
}
