//! Riegeli/records: records in chunks, chunks in blocks of 64 KiB. The container of split protos (`.cpb`).
//!
//! Owns: [`read`], which returns every record with its position. Must not know: the content of records.
//! Source of the layout: google/riegeli `doc/riegeli_records_file_format.md`.

mod highway;

use crate::bytes::{Error, Limits, Result, SharedSource, Source, sums_agree};
use crate::formats::varint::varint;
use prost::bytes::Bytes;
use std::ops::Range;

const BLOCK: u64 = 1 << 16;
const BLOCK_HEADER: u64 = 24;
const CHUNK_HEADER: u64 = 40;

/// First bytes of every file: the hash of the first block's header.
pub const MAGIC: [u8; 8] = [0x83, 0xaf, 0x70, 0xd1, 0x0d, 0x88, 0x4a, 0x3f];

/// A record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The reference in other formats: the position of its chunk plus its index in it.
    pub position: u64,
    /// Its bytes.
    pub bytes: Bytes,
}

/// Reads every record. Errors: `riegeli-damaged` (structure, hashes), `riegeli-unsupported` with the form (transposed
/// chunks, Zstandard), `structure-too-large`, and those of reading.
pub fn read(source: &SharedSource, limits: &Limits) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    let mut left = limits.structure_bytes;
    let mut at = 0;
    while at < source.len() {
        let chunk = Chunk::read(&**source, at)?;
        let here = || source.span(at..chunk.end.min(source.len()));
        match chunk.kind {
            // The signature, padding, and metadata about the records.
            b's' | b'p' | b'm' => {}
            b'r' => {
                let wanted = chunk.decoded.saturating_add(chunk.data_size);
                left = left.checked_sub(wanted).ok_or_else(|| {
                    Error::over_limit("structure-too-large")
                        .with("size", wanted)
                        .with("limit", limits.structure_bytes)
                        .at(here())
                })?;
                let data = chunk.data(&**source)?;
                simple(&chunk, &data, limits, &mut records).map_err(|error| error.at(here()))?;
            }
            b't' => return Err(Error::unsupported("riegeli-unsupported").with("form", "transposed").at(here())),
            kind => return Err(damaged().with("kind", kind).at(here())),
        }
        at = chunk.end;
    }
    Ok(records)
}

fn damaged() -> Error {
    Error::malformed("riegeli-damaged")
}

/// A chunk's header, and the end of the chunk.
struct Chunk {
    /// First byte, including the block header that may precede its own.
    begin: u64,
    data_size: u64,
    data_hash: u64,
    kind: u8,
    records: u64,
    decoded: u64,
    end: u64,
}

impl Chunk {
    fn read(source: &dyn Source, begin: u64) -> Result<Self> {
        let bad = || damaged().at(source.span(begin..begin.saturating_add(CHUNK_HEADER).min(source.len())));
        let mut header = [0; CHUNK_HEADER as usize];
        let end = read_across(source, begin, &mut header).ok_or_else(bad)?;
        let word = |at: usize| header[at..at + 8].iter().rev().fold(0u64, |word, byte| word << 8 | u64::from(*byte));
        if !hashes_agree(word(0), &header[8..]) {
            return Err(bad());
        }
        let (data_size, records) = (word(8), word(24) >> 8);
        if data_size > source.len() || records > source.len() {
            return Err(bad());
        }
        let end = add_with_overhead(end, data_size)
            .ok_or_else(bad)?
            .max(round_up(begin.checked_add(records).ok_or_else(bad)?));
        Ok(Self { begin, data_size, data_hash: word(16), kind: header[24], records, decoded: word(32), end })
    }

    fn data(&self, source: &dyn Source) -> Result<Vec<u8>> {
        let bad = || damaged().at(source.span(self.begin..self.end.min(source.len())));
        // The size was checked against the size of the file.
        let mut data = vec![0; self.data_size as usize];
        let start = add_with_overhead(self.begin, CHUNK_HEADER).ok_or_else(bad)?;
        read_across(source, start, &mut data).ok_or_else(bad)?;
        if !hashes_agree(self.data_hash, &data) {
            return Err(bad());
        }
        Ok(data)
    }
}

fn hashes_agree(stored: u64, bytes: &[u8]) -> bool {
    let computed = highway::hash(bytes);
    sums_agree(stored as u32, computed as u32) && sums_agree((stored >> 32) as u32, (computed >> 32) as u32)
}

/// Fills `buf` from `at` on, skipping block headers; returns the position after the last byte.
fn read_across(source: &dyn Source, mut at: u64, buf: &mut [u8]) -> Option<u64> {
    let mut done = 0;
    while done < buf.len() {
        if at.is_multiple_of(BLOCK) {
            at = at.checked_add(BLOCK_HEADER)?;
        }
        let n = ((BLOCK - at % BLOCK) as usize).min(buf.len() - done);
        source.read_at(at, &mut buf[done..done + n]).ok()?;
        done += n;
        at += n as u64;
    }
    Some(at)
}

/// The position `size` bytes after `at`, with the block headers between.
fn add_with_overhead(at: u64, size: u64) -> Option<u64> {
    let usable = BLOCK - BLOCK_HEADER;
    let blocks = size.checked_add((at.checked_add(usable - 1)?) % BLOCK)? / usable;
    at.checked_add(size)?.checked_add(blocks.checked_mul(BLOCK_HEADER)?)
}

/// A chunk ends neither inside a block header nor right after one.
fn round_up(at: u64) -> u64 {
    let remaining = BLOCK - 1 - (at.wrapping_add(BLOCK - 1)) % BLOCK;
    at.saturating_add(remaining.saturating_sub(BLOCK - BLOCK_HEADER - 1))
}

/// Sizes and values, each packed separately.
fn simple(chunk: &Chunk, data: &[u8], limits: &Limits, records: &mut Vec<Record>) -> Result<()> {
    let (&packing, mut rest) = data.split_first().ok_or_else(damaged)?;
    let sizes_len = usize::try_from(varint(&mut rest).ok_or_else(damaged)?).map_err(|_| damaged())?;
    let sizes = rest.split_off(..sizes_len).ok_or_else(damaged)?;
    // A size takes one to ten bytes.
    let sizes = unpack(packing, sizes, chunk.records..chunk.records.saturating_mul(10), limits)?;
    let values = Bytes::from(unpack(packing, rest, chunk.decoded..chunk.decoded, limits)?);
    let mut sizes = sizes.as_slice();
    let mut at = 0usize;
    for index in 0..chunk.records {
        let size = usize::try_from(varint(&mut sizes).ok_or_else(damaged)?).map_err(|_| damaged())?;
        let end = at.checked_add(size).filter(|end| *end <= values.len()).ok_or_else(damaged)?;
        records.push(Record { position: chunk.begin + index, bytes: values.slice(at..end) });
        at = end;
    }
    if at == values.len() { Ok(()) } else { Err(damaged()) }
}

/// Unpacks a buffer, whose length must be in `lengths` (its end included).
fn unpack(packing: u8, packed: &[u8], lengths: Range<u64>, limits: &Limits) -> Result<Vec<u8>> {
    if packing == 0 {
        return if (lengths.start..=lengths.end).contains(&(packed.len() as u64)) {
            Ok(packed.to_vec())
        } else {
            Err(damaged())
        };
    }
    let mut rest = packed;
    let len = varint(&mut rest).ok_or_else(damaged)?;
    if !(lengths.start..=lengths.end).contains(&len) {
        return Err(damaged());
    }
    if len > limits.structure_bytes {
        return Err(Error::over_limit("structure-too-large").with("size", len).with("limit", limits.structure_bytes));
    }
    let len = len as usize;
    match packing {
        b'b' => brotli(rest, len).ok_or_else(damaged),
        b's' => {
            let known = snap::raw::decompress_len(rest).ok().filter(|known| *known == len).ok_or_else(damaged)?;
            let mut out = vec![0; known];
            let made = snap::raw::Decoder::new().decompress(rest, &mut out).map_err(|_| damaged())?;
            if made == len { Ok(out) } else { Err(damaged()) }
        }
        b'z' => Err(Error::unsupported("riegeli-unsupported").with("form", "Zstandard")),
        other => Err(damaged().with("packing", other)),
    }
}

/// Unpacks Brotli to exactly `len` bytes; the memory grows with the output, not with the stated length.
fn brotli(packed: &[u8], len: usize) -> Option<Vec<u8>> {
    use std::io::Read;
    let mut out = Vec::new();
    let reader = brotli_decompressor::Decompressor::new(packed, 4096);
    reader.take(len as u64 + 1).read_to_end(&mut out).ok()?;
    (out.len() == len).then_some(out)
}
