//! Variables as a checkpoint lists them.

use super::Slice;
use crate::formats::dtype;
use std::ops::Range;

/// A variable as the checkpoint lists it; its value is read on demand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Key. Bytes that are not UTF-8 are replaced.
    pub name: String,
    /// Number of the dtype, see [`dtype`].
    pub dtype: i32,
    /// Shape of the complete variable.
    pub shape: Vec<i64>,
    /// Bytes of its value as stored.
    pub bytes: u64,
    /// Number of the shard that holds it (of its first piece when it is partitioned).
    pub shard: u32,
    /// Offset in that shard; 0 in a V1 checkpoint.
    pub offset: u64,
    /// Position of its entry in the index: the entry's block. Empty in a V1 checkpoint.
    pub listed_at: Range<u64>,
    /// Stored (masked) checksum; 0 without one: V1, partitioned variables.
    pub crc32c: u32,
    /// Pieces of a partitioned variable; empty for others.
    pub slices: Vec<Slice>,
}

impl Variable {
    /// Name of the dtype, such as `float32`; `unknown(77)` for an unknown number.
    pub fn dtype_name(&self) -> String {
        dtype::label(self.dtype)
    }
}
