//! Stored values, read a chunk at a time: memory stays bounded for a value of any size.
//!
//! Owns: [`Chunks`] (the only interface between a format that stores values and code that scans them), readers for
//! plain pieces of files, decoding of numbers, [`Scan`] with [`Statistics`] and checksums. Must not know: which format
//! stores a value, presentation.

mod chunks;
mod difference;
mod held;
mod numbers;
mod pieces;
mod scan;
mod statistics;
mod texts;

pub use chunks::{CHUNK, Check, Chunks, FIRST, Form, Stored, TEXT_HEAD};
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

/// A value as its file lists it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Unique identifier of the value: a key, or a field path.
    pub name: String,
    /// Name for display, if different: the name of a tensor.
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

    /// Value `index` of [`Stores::listed`], ready for scanning but not read yet.
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

/// A value in the order of its elements.
pub enum Ordered {
    /// Numbers, for scanning.
    Numbers(Stored),
    /// Strings.
    Texts(Vec<Bytes>),
}

impl Ordered {
    /// A value in memory. `check` is the result of reading it.
    pub fn held(value: TensorValue, check: Check) -> Self {
        match value.data {
            Data::Strings(texts) => Self::Texts(texts),
            Data::Fixed(_) => Self::Numbers(Held::stored(value, check)),
        }
    }
}
