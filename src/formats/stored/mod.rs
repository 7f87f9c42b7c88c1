//! Values where they are stored, read a chunk at a time: memory stays bounded whatever the size of a value.
//!
//! Owns: [`Chunks`] (the one interface between a format that stores values and whoever goes through them), readers for
//! plain pieces of files, numbers out of bytes, [`Scan`] with [`Statistics`] and checksums.
//! Must not know: which format stores a value, how anything is shown.

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
    /// What tells it apart from every other value of the file: a key, or a field path.
    pub name: String,
    /// What people call it, where that is something else: the name of a tensor.
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

    /// Value `index` of [`Stores::listed`], ready to be gone through. Nothing of it is read yet.
    fn stored(&self, index: usize) -> Result<Stored>;

    /// Value `index` of [`Stores::listed`] with its elements in their order and its strings whole, to be set against
    /// another. What must be put in order, and strings, are read at once.
    fn ordered(&self, index: usize) -> Result<Ordered> {
        self.stored(index).map(Ordered::Numbers)
    }

    /// What is wrong with how the values lie beside each other.
    fn problems(&self) -> Vec<Error> {
        Vec::new()
    }
}

/// A value that can be gone through.
pub struct Stored {
    /// What its chunks hold.
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
    /// Numbers, to be gone through.
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

/// What the chunks of a value hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Numbers, as stored.
    Numbers(Numbers),
    /// Strings: each chunk has the lengths of some of them, eight bytes each, little-endian.
    Lengths,
}

/// What the checksums of a value say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    /// The format stores no checksum of its values.
    None,
    /// All that were met are right.
    Right,
    /// One is not: the error says what is stored and what was computed.
    Wrong(Error),
}

/// The elements of one value, a chunk at a time.
pub trait Chunks {
    /// Puts the next whole elements into `chunk`, about [`CHUNK`] bytes at most, in place of what it held. A chunk may
    /// be empty: work was done, but it gave no elements. False when the pass is over.
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool>;

    /// Back to the first element. Checksums are computed in the first pass only.
    fn rewind(&mut self);

    /// Bytes that were gone through in this pass.
    fn done(&self) -> u64;

    /// What the checksums say, once the first pass is over.
    fn check(&self) -> Check;

    /// The bytes of the first elements in the order of the value, where the chunks come in another one.
    fn head(&self) -> Option<Result<Vec<u8>>> {
        None
    }

    /// The first strings ([`FIRST`] at most, [`TEXT_HEAD`] bytes of each), once the first pass is over.
    fn texts(&self) -> &[Vec<u8>] {
        &[]
    }
}
