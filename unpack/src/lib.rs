//! Unpacks what the build packed for the wire: the page's wasm modules and their chunks, as `.lzma` files.
//!
//! Static hosts send at best gzip; LZMA makes the same modules a quarter smaller than that. Owns: one function from packed
//! bytes to bytes, and its door to JavaScript. Must not know: what it unpacks. It is a module of its own, because it
//! must be there before every other one, so it has no standard library and no glue.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

use alloc::vec::Vec;
use lzma_rust2::LzmaReader;
#[cfg(target_arch = "wasm32")]
use lzma_rust2::Read as _;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Read as _;

/// Bytes of the header of a `.lzma` file: properties (1), dictionary size (4), unpacked size (8, little endian).
const HEADER: usize = 13;

/// The largest result, in bytes: far above any module, far below what a browser gives a page.
const MOST: usize = 256 << 20;

/// Most memory of the decoder itself, in KiB; the dictionary is most of it.
const MOST_MEMORY: u32 = 64 << 10;

/// Unpacks a `.lzma` file whose header tells the size. `None` when it is damaged or too large.
pub fn unpack(packed: &[u8]) -> Option<Vec<u8>> {
    let mut steps = Steps::new(packed)?;
    while steps.step(usize::MAX)? {}
    Some(steps.bytes)
}

/// Unpacking in steps. A browser runs what it has just compiled slowly, compiles it better meanwhile, and changes over at the
/// next call: in one call it never would.
pub struct Steps<'a> {
    reader: LzmaReader<&'a [u8]>,
    bytes: Vec<u8>,
    done: usize,
}

impl<'a> Steps<'a> {
    /// Reads the header. `None` when it is damaged, or the result would be too large.
    pub fn new(packed: &'a [u8]) -> Option<Self> {
        let size = u64::from_le_bytes(packed.get(5..HEADER)?.try_into().ok()?);
        let size = usize::try_from(size).ok().filter(|size| *size <= MOST)?;
        let reader = LzmaReader::new_mem_limit(packed, MOST_MEMORY, None).ok()?;
        Some(Self { reader, bytes: alloc::vec![0; size], done: 0 })
    }

    /// Unpacks `most` bytes more. True when there are further ones, `None` when they are damaged.
    pub fn step(&mut self, most: usize) -> Option<bool> {
        let end = self.bytes.len().min(self.done.saturating_add(most));
        self.reader.read_exact(&mut self.bytes[self.done..end]).ok()?;
        self.done = end;
        Some(end < self.bytes.len())
    }

    /// What there is so far; zeros behind it.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}

#[cfg(target_arch = "wasm32")]
mod door;
