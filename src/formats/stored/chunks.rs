//! A value as chunks of its elements.

use super::Numbers;
use crate::bytes::{Error, Result};

/// Maximum bytes of a chunk.
pub const CHUNK: usize = 1 << 20;

/// Bytes kept of each of the first strings.
pub const TEXT_HEAD: usize = 1024;

/// Number of first elements to show.
pub const FIRST: usize = 8;

/// A value that can be scanned.
pub struct Stored {
    /// Content of its chunks.
    pub form: Form,
    /// Elements in all.
    pub count: u64,
    /// Bytes as stored.
    pub bytes: u64,
    /// Its chunks.
    pub chunks: Box<dyn Chunks>,
}

/// Content of a value's chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Numbers, as stored.
    Numbers(Numbers),
    /// Strings: each chunk has the lengths of some of them, eight bytes each, little-endian.
    Lengths,
}

/// Result of verifying a value's checksums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The format stores no checksum of its values.
    None,
    /// All checksums match.
    Right,
    /// One does not match: the error has the stored and the computed checksum.
    Wrong(Error),
}

/// The elements of one value, a chunk at a time.
pub trait Chunks {
    /// Replaces the content of `chunk` by the next complete elements, at most about [`CHUNK`] bytes. A chunk may be
    /// empty: work was done, but it returned no elements. False when the pass is over.
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool>;

    /// Returns to the first element. Checksums are computed in the first pass only.
    fn rewind(&mut self);

    /// Bytes read in this pass.
    fn done(&self) -> u64;

    /// Result of the checksums, after the first pass.
    fn check(&self) -> Check;

    /// The bytes of the first elements in the order of the value, if the chunks have another order.
    fn head(&self) -> Option<Result<Vec<u8>>> {
        None
    }

    /// The first strings ([`FIRST`] at most, [`TEXT_HEAD`] bytes of each), after the first pass.
    fn texts(&self) -> &[Vec<u8>] {
        &[]
    }
}
