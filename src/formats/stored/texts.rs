//! Strings: their lengths in chunks, their bytes for the checksum only.

use super::{CHUNK, Check, Chunks, FIRST, TEXT_HEAD};
use crate::bytes::{Cause, Error, Result, SharedSource};
use crate::formats::sstable::{crc32c_extend, unmask};
use crate::message::Values;
use prost::bytes::Bytes;
use std::ops::Range;

/// Bytes read at once when numbers of varying width are decoded.
const WINDOW: usize = 64 << 10;

/// A range of a file, read sequentially.
struct Window {
    source: SharedSource,
    /// Position of the next byte that is not in `bytes`.
    next: u64,
    end: u64,
    bytes: Vec<u8>,
    at: usize,
}

impl Window {
    fn new(source: SharedSource, range: Range<u64>) -> Self {
        Self { source, next: range.start, end: range.end, bytes: Vec::new(), at: 0 }
    }

    /// Position of the next byte in the file.
    fn place(&self) -> u64 {
        self.next - (self.bytes.len() - self.at) as u64
    }

    /// Makes `count` bytes available, unless the range ends earlier.
    fn fill(&mut self, count: usize) -> Result<()> {
        if self.bytes.len() - self.at >= count {
            return Ok(());
        }
        self.bytes.drain(..self.at);
        self.at = 0;
        let more = (self.end - self.next).min(WINDOW as u64) as usize;
        let from = self.bytes.len();
        self.bytes.resize(from + more, 0);
        self.source.read_at(self.next, &mut self.bytes[from..])?;
        self.next += more as u64;
        Ok(())
    }

    /// A varint; `None` when it does not end.
    fn varint(&mut self) -> Result<Option<u64>> {
        self.fill(10)?;
        let mut value = 0u64;
        for i in 0..10 {
            let Some(&byte) = self.bytes.get(self.at + i) else { return Ok(None) };
            value |= u64::from(byte & 0x7f) << (7 * i);
            if byte < 0x80 {
                self.at += i + 1;
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The next `N` bytes; `None` when there are fewer.
    fn array<const N: usize>(&mut self) -> Result<Option<[u8; N]>> {
        self.fill(N)?;
        let found = self.bytes.get(self.at..self.at + N).and_then(|bytes| bytes.try_into().ok());
        if found.is_some() {
            self.at += N;
        }
        Ok(found)
    }
}

/// Strings of a bundle: lengths as varints, a checksum of the lengths, the strings back to back. The entry's checksum
/// covers the lengths (as fixed-width numbers), the stored checksum of the lengths, and the strings.
pub struct BundleTexts {
    source: SharedSource,
    range: Range<u64>,
    count: u64,
    stored: u32,
    big_endian: bool,
    values: Values,
    field: String,
    window: Window,
    lengths_read: u64,
    /// Bytes of all strings, by their lengths.
    text_bytes: u64,
    /// Lengths of the first strings.
    first: Vec<u64>,
    texts: Vec<Vec<u8>>,
    crc: u32,
    /// Start of the strings, once the lengths have been read.
    data_at: Option<u64>,
    /// Bytes of strings that were read.
    data_read: u64,
    again: bool,
    over: bool,
    wrong: Option<Error>,
}

impl BundleTexts {
    /// `count` strings in `range`, which is inside the file. `stored` is the masked checksum of the entry; `values` and
    /// `field` are for errors.
    pub fn new(
        source: SharedSource,
        range: Range<u64>,
        count: u64,
        stored: u32,
        big_endian: bool,
        values: Values,
        field: String,
    ) -> Self {
        let window = Window::new(source.clone(), range.clone());
        Self {
            source,
            range,
            count,
            stored,
            big_endian,
            values,
            field,
            window,
            lengths_read: 0,
            text_bytes: 0,
            first: Vec::new(),
            texts: Vec::new(),
            crc: 0,
            data_at: None,
            data_read: 0,
            again: false,
            over: false,
            wrong: None,
        }
    }

    fn error(&self, id: &'static str) -> Error {
        Error::malformed(id).with_all(&self.values).at(self.source.span(self.range.clone()).field(self.field.clone()))
    }

    fn truncated(&self) -> Error {
        self.error("bundle-strings-truncated").with("size", self.range.end - self.range.start)
    }

    /// Records the first wrong checksum.
    fn compare(&mut self, id: &'static str, masked: u32) {
        let stored = unmask(masked);
        if stored != self.crc && self.wrong.is_none() {
            self.wrong =
                Some(self.error(id).because(Cause::Checksum).with("stored", stored).with("computed", self.crc));
        }
    }

    fn lengths(&mut self, chunk: &mut Vec<u8>) -> Result<()> {
        while self.lengths_read < self.count && chunk.len() < CHUNK {
            let length = self.window.varint()?.ok_or_else(|| self.truncated())?;
            self.lengths_read += 1;
            chunk.extend_from_slice(&length.to_le_bytes());
            if self.again {
                continue;
            }
            self.text_bytes = self.text_bytes.checked_add(length).ok_or_else(|| self.truncated())?;
            self.crc = match u32::try_from(length) {
                Ok(small) => crc32c_extend(self.crc, &ordered(small.to_le_bytes(), self.big_endian)),
                Err(_) => crc32c_extend(self.crc, &ordered(length.to_le_bytes(), self.big_endian)),
            };
            if self.first.len() < FIRST {
                self.first.push(length);
            }
        }
        Ok(())
    }

    /// After the lengths: checks their checksum and their total.
    fn between(&mut self) -> Result<()> {
        let sum: [u8; 4] = self.window.array()?.ok_or_else(|| self.truncated())?;
        self.compare("bundle-lengths-checksum", u32::from_le_bytes(ordered(sum, self.big_endian)));
        // These four bytes count as they were in the writer's memory: as stored.
        self.crc = crc32c_extend(self.crc, &sum);
        let start = self.window.place();
        self.data_at = Some(start);
        let there = self.range.end - start;
        if self.text_bytes > there {
            return Err(self.truncated());
        }
        if self.text_bytes < there {
            let used = start - self.range.start + self.text_bytes;
            let size = self.range.end - self.range.start;
            return Err(self.error("bundle-strings-trailing").with("size", size).with("used", used));
        }
        self.heads(start)
    }

    /// Reads the beginnings of the first strings.
    fn heads(&mut self, start: u64) -> Result<()> {
        let mut at = start;
        for length in &self.first {
            let mut head = vec![0; (*length).min(TEXT_HEAD as u64) as usize];
            self.source.read_at(at, &mut head)?;
            self.texts.push(head);
            at += length;
        }
        Ok(())
    }
}

impl Chunks for BundleTexts {
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool> {
        chunk.clear();
        if self.over {
            return Ok(false);
        }
        // Every length takes at least a byte.
        if self.count > self.range.end - self.range.start {
            return Err(self.truncated());
        }
        if self.lengths_read < self.count {
            self.lengths(chunk)?;
            return Ok(true);
        }
        if self.again {
            self.over = true;
            return Ok(false);
        }
        let Some(start) = self.data_at else {
            self.between()?;
            return Ok(true);
        };
        let left = self.text_bytes - self.data_read;
        if left == 0 {
            self.compare("bundle-checksum", self.stored);
            self.over = true;
            return Ok(false);
        }
        // The chunk is used as the buffer, and is empty when returned.
        chunk.resize(left.min(CHUNK as u64) as usize, 0);
        self.source.read_at(start + self.data_read, chunk)?;
        self.crc = crc32c_extend(self.crc, chunk);
        self.data_read += chunk.len() as u64;
        chunk.clear();
        Ok(true)
    }

    fn rewind(&mut self) {
        self.window = Window::new(self.source.clone(), self.range.clone());
        self.lengths_read = 0;
        self.again = true;
        self.over = false;
    }

    fn done(&self) -> u64 {
        self.window.place() - self.range.start + self.data_read
    }

    fn check(&self) -> Check {
        self.wrong.clone().map_or(Check::Right, Check::Wrong)
    }

    fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }
}

/// Bytes of a number as in the memory of the writer's machine.
fn ordered<const N: usize>(mut bytes: [u8; N], big_endian: bool) -> [u8; N] {
    if big_endian {
        bytes.reverse();
    }
    bytes
}

/// Strings of a TFLite tensor: count, start of each, end of the last (32-bit numbers), then the strings.
pub struct TfliteTexts {
    source: SharedSource,
    range: Range<u64>,
    field: String,
    window: Window,
    count: u64,
    read: u64,
    /// Start of the next string, counted from the buffer's start.
    begin: u64,
    texts: Vec<Vec<u8>>,
}

impl TfliteTexts {
    /// Strings in `range`, which is inside the file, and their number.
    pub fn open(source: &SharedSource, range: Range<u64>, field: String) -> Result<(Self, u64)> {
        let window = Window::new(source.clone(), range.clone());
        let source = source.clone();
        let mut texts = Self { source, range, field, window, count: 0, read: 0, begin: 0, texts: Vec::new() };
        texts.start()?;
        let count = texts.count;
        Ok((texts, count))
    }

    fn damaged(&self) -> Error {
        Error::malformed("tflite-strings-damaged").at(self.source.span(self.range.clone()).field(self.field.clone()))
    }

    fn number(&mut self) -> Result<u64> {
        let number = self.window.array()?.map(i32::from_le_bytes).and_then(|n| u64::try_from(n).ok());
        number.ok_or_else(|| self.damaged())
    }

    /// Position of the next string, counted from the buffer's start.
    fn place(&mut self) -> Result<Range<u64>> {
        let end = self.number()?;
        if end < self.begin || end > self.range.end - self.range.start {
            return Err(self.damaged());
        }
        self.read += 1;
        Ok(std::mem::replace(&mut self.begin, end)..end)
    }

    /// All strings. They do not overlap in the buffer, so together they are no longer than it.
    pub fn all(mut self) -> Result<Vec<Bytes>> {
        let mut all = Vec::new();
        while self.read < self.count {
            let place = self.place()?;
            let mut text = vec![0; (place.end - place.start) as usize];
            self.source.read_at(self.range.start + place.start, &mut text)?;
            all.push(text.into());
        }
        Ok(all)
    }

    fn start(&mut self) -> Result<()> {
        self.count = self.number()?;
        if self.count > 0 {
            self.begin = self.number()?;
        }
        Ok(())
    }
}

impl Chunks for TfliteTexts {
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool> {
        chunk.clear();
        while self.read < self.count && chunk.len() < CHUNK {
            let first = self.texts.len() < FIRST && self.texts.len() as u64 == self.read;
            let place = self.place()?;
            let length = place.end - place.start;
            chunk.extend_from_slice(&length.to_le_bytes());
            if first {
                let mut head = vec![0; length.min(TEXT_HEAD as u64) as usize];
                self.source.read_at(self.range.start + place.start, &mut head)?;
                self.texts.push(head);
            }
        }
        Ok(!chunk.is_empty())
    }

    fn rewind(&mut self) {
        self.window = Window::new(self.source.clone(), self.range.clone());
        self.read = 0;
        // The same bytes as when it was opened.
        let _ = self.start();
    }

    fn done(&self) -> u64 {
        self.window.place() - self.range.start
    }

    fn check(&self) -> Check {
        Check::None
    }

    fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }
}
