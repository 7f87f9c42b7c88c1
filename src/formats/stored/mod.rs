//! Stored values, read a chunk at a time: memory stays bounded for a value of any size.
//!
//! Owns: [`Chunks`] (the one interface between a format that stores values and code that scans them), readers for plain
//! pieces of files, decoding of numbers, [`Scan`] with [`Statistics`] and checksums. Must not know: which format stores
//! a value, presentation.

mod difference;
mod held;
mod numbers;
mod pieces;
mod scan;
mod statistics;
mod texts;

pub use difference::{Codes, Comparing, Difference, Largest, Tolerance};
pub use held::Held;
pub use numbers::{Class, Numbers};
pub use pieces::{Piece, Pieces};
pub use scan::{Scan, Scanned, Wanted};
pub use statistics::{Histogram, Statistics};
pub use texts::{BundleTexts, TfliteTexts};

use crate::bytes::{Error, Result};
use crate::formats::tensor_value::{Data, TensorValue};
use prost::bytes::Bytes;

/// Bytes of one chunk at most.
pub const CHUNK: usize = 1 << 20;

/// Bytes kept of each of the first strings.
pub const TEXT_HEAD: usize = 1024;

/// Elements shown first.
pub const FIRST: usize = 8;

/// A value as its file lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Unique identifier of the value: a key, or a field path.
    pub name: String,
    /// Name for display, if it is another: the name of a tensor.
    pub label: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes as stored.
    pub bytes: u64,
}

/// A document that stores values.
pub trait Stores {
    /// All values, in order.
    fn listed(&self) -> Vec<Listed>;

    /// Value `index` of [`Stores::listed`], ready for scanning. Nothing of it is read yet.
    fn stored(&self, index: usize) -> Result<Stored>;

    /// Value `index` of [`Stores::listed`] with its elements in order and its complete strings, for a comparison.
    /// Strings, and values that must be reordered, are read at once.
    fn ordered(&self, index: usize) -> Result<Ordered> {
        self.stored(index).map(Ordered::Numbers)
    }

    /// Errors in the layout of the values.
    fn problems(&self) -> Vec<Error> {
        Vec::new()
    }
}

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

/// A value in the order of its elements.
pub enum Ordered {
    /// Numbers, for scanning.
    Numbers(Stored),
    /// Strings.
    Texts(Vec<Bytes>),
}

impl Ordered {
    /// Of a value in memory. `check` is what reading it has shown.
    pub fn held(value: TensorValue, check: Check) -> Self {
        match value.data {
            Data::Strings(texts) => Self::Texts(texts),
            Data::Fixed(_) => Self::Numbers(Held::stored(value, check)),
        }
    }
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
    /// All checksums are right.
    Right,
    /// One is wrong: the error has the stored and the computed one.
    Wrong(Error),
}

/// The elements of one value, a chunk at a time.
pub trait Chunks {
    /// Replaces the content of `chunk` by the next complete elements, at most about [`CHUNK`] bytes. A chunk may be
    /// empty: work was done, but it returned no elements. False when the pass is over.
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool>;

    /// Back to the first element. Checksums are computed in the first pass only.
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
