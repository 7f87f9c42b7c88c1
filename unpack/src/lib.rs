//! Unpacks files that the build packed for the wire: the page's wasm modules and their chunks, as `.lzma` files.
//!
//! Static hosts send gzip at best; LZMA makes the same modules a quarter smaller, and a dictionary makes a module that repeats
//! another one smaller still. Owns: one function from packed bytes to bytes, and its interface to JavaScript. Must not
//! know: the content. It is a separate module, because it is needed before every other one, so it has no standard
//! library and no glue.
#![cfg_attr(target_arch = "wasm32", no_std)]

extern crate alloc;

mod lzma;

use alloc::vec::Vec;
use lzma::Decoder;

/// Bytes of the header of a `.lzma` file: properties (1), dictionary size (4), unpacked size (8, little-endian).
const HEADER: usize = 13;

/// The largest result, in bytes: far above any module, far below a browser's limit for a page.
const MOST: usize = 256 << 20;

/// Unpacks a `.lzma` file whose header has the size. `dictionary` is what it was packed with, or empty. `None` when it is
/// damaged or too large.
pub fn unpack(packed: &[u8], dictionary: &[u8]) -> Option<Vec<u8>> {
    let mut steps = Steps::new(packed, dictionary.len())?;
    steps.dictionary().copy_from_slice(dictionary);
    while steps.step(usize::MAX)? {}
    Some(steps.bytes().to_vec())
}

/// Unpacking in steps. A browser runs newly compiled code slowly, optimizes it meanwhile, and switches to the optimized
/// code at the next call.
pub struct Steps<'a> {
    decoder: Decoder<'a>,
    /// The dictionary, from which the file repeats, and its own bytes.
    bytes: Vec<u8>,
    /// Where its own bytes begin.
    start: usize,
    done: usize,
}

impl<'a> Steps<'a> {
    /// Reads the header of a file that was packed with a dictionary of `known` bytes. `None` when the header is damaged, or
    /// the result would be too large.
    pub fn new(packed: &'a [u8], known: usize) -> Option<Self> {
        let size = u64::from_le_bytes(packed.get(5..HEADER)?.try_into().ok()?);
        let size = usize::try_from(size).ok().filter(|size| *size <= MOST && known <= MOST)?;
        let decoder = Decoder::new(*packed.first()?, packed.get(HEADER..)?)?;
        Some(Self { decoder, bytes: alloc::vec![0; known + size], start: known, done: known })
    }

    /// Where the dictionary belongs, before the first step.
    pub fn dictionary(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.start).unwrap_or_default()
    }

    /// Unpacks at least `most` more bytes, if as many remain. True when more remain, `None` when they are damaged.
    pub fn step(&mut self, most: usize) -> Option<bool> {
        let end = self.bytes.len().min(self.done.saturating_add(most));
        self.done = self.decoder.decode(&mut self.bytes, self.done, end)?;
        Some(self.done < self.bytes.len())
    }

    /// The bytes so far, followed by zeros.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }
}

#[cfg(target_arch = "wasm32")]
mod door;
