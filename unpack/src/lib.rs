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
    let size = u64::from_le_bytes(packed.get(5..HEADER)?.try_into().ok()?);
    let size = usize::try_from(size).ok().filter(|size| *size <= MOST)?;
    let mut reader = LzmaReader::new_mem_limit(packed, MOST_MEMORY, None).ok()?;
    let mut bytes = alloc::vec![0; size];
    reader.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(target_arch = "wasm32")]
mod door;
