//! Checkpoints: V2 bundles, V1 tables, the state file.
//!
//! Owns: [`Checkpoint`] with its variables, values on demand, object graph. Must not know: the grouping of files (they
//! are passed in), the meaning of object graphs (`restore`), releases.

mod bundle;
mod join;
mod slice;
mod state;
mod stored;
mod table;
mod values;

pub use bundle::{Bundle, Header};
pub use slice::Slice;
pub use state::StateDocument;
pub use stored::is_checksum_error;
pub use table::TableCheckpoint;

use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::formats::dtype;
use crate::formats::proto::decode_part;
use crate::formats::proto::tensorflow::{TrackableObjectGraph, VersionDef};
use crate::formats::sstable::Table;
use crate::formats::tensor_value::{Data, TensorValue};
use std::ops::Range;

/// Key of the object graph in an object-based checkpoint.
pub const OBJECT_GRAPH_KEY: &str = "_CHECKPOINTABLE_OBJECT_GRAPH";

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

/// A checkpoint of either form.
#[derive(Debug)]
pub enum Checkpoint {
    /// An index and its shards.
    V2(Bundle),
    /// One table a shard, values inside.
    V1(TableCheckpoint),
}

impl Checkpoint {
    /// Opens a V2 checkpoint from its index and the available shards, by shard number.
    pub fn open_v2(index: SharedSource, shards: Vec<(u32, SharedSource)>, limits: &Limits) -> Result<Self> {
        Bundle::open(index, shards, limits).map(Self::V2)
    }

    /// Opens a V1 checkpoint from its files.
    pub fn open_v1(files: Vec<SharedSource>, limits: &Limits) -> Result<Self> {
        TableCheckpoint::open(files, limits).map(Self::V1)
    }

    /// `v2` or `v1`.
    pub fn form(&self) -> &'static str {
        match self {
            Self::V2(_) => "v2",
            Self::V1(_) => "v1",
        }
    }

    /// VersionDef of the checkpoint (its own numbers, not those of a graph).
    pub fn versions(&self) -> VersionDef {
        match self {
            Self::V2(bundle) => bundle.header().version.clone(),
            Self::V1(table) => table.versions().clone(),
        }
    }

    /// Number of shards.
    pub fn shard_count(&self) -> u32 {
        match self {
            Self::V2(bundle) => bundle.header().num_shards,
            Self::V1(table) => table.shard_count(),
        }
    }

    /// Variables in order of their keys.
    pub fn variables(&self) -> &[Variable] {
        match self {
            Self::V2(bundle) => bundle.variables(),
            Self::V1(table) => table.variables(),
        }
    }

    /// Damage that did not stop the reading: damaged blocks, unreadable entries, unknown dtypes, a missing header,
    /// missing shards.
    pub fn problems(&self) -> &[Error] {
        match self {
            Self::V2(bundle) => bundle.problems(),
            Self::V1(table) => table.problems(),
        }
    }

    /// Reads the value of a variable and checks it.
    pub fn read(&self, name: &str) -> Result<TensorValue> {
        match self {
            Self::V2(bundle) => bundle.read(name),
            Self::V1(table) => table.read(name),
        }
    }

    /// The object graph; `None` in a name-based checkpoint.
    pub fn object_graph(&self) -> Result<Option<TrackableObjectGraph>> {
        match self {
            Self::V2(bundle) => bundle.object_graph(),
            Self::V1(_) => Ok(None),
        }
    }
}

/// Form of a checkpoint's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableForm {
    /// The index of a V2 checkpoint.
    V2Index,
    /// A V1 checkpoint, or a shard of one.
    V1,
}

/// The form of a table, by content; an error when it is not a readable table. Reads one block.
pub fn probe(source: &SharedSource, limits: &Limits) -> Result<TableForm> {
    let table = Table::open(source.clone(), limits)?;
    if table.blocks().len() == 0 {
        return Ok(TableForm::V2Index);
    }
    let block = table.block(0)?;
    let first = block.entries().next().transpose()?;
    // Field 1 of the first value: a message in V1 (its meta), a number in V2 (the number of shards).
    let v1 = first.is_some_and(|e| e.key.is_empty() && block.value(&e).first() == Some(&0x0a));
    Ok(if v1 { TableForm::V1 } else { TableForm::V2Index })
}

/// Decodes the object graph out of the string under [`OBJECT_GRAPH_KEY`].
fn object_graph_of(value: &TensorValue, source: &SharedSource, limits: &Limits) -> Result<TrackableObjectGraph> {
    match &value.data {
        Data::Strings(texts) if texts.len() == 1 => {
            decode_part(&texts[0], &**source, 0, "tensorflow.TrackableObjectGraph", limits).map_err(|mut error| {
                // Offsets count from the message, which is inside a string: they are not positions in the file.
                error.at.range = None;
                error.in_field(OBJECT_GRAPH_KEY)
            })
        }
        _ => Err(Error::malformed("object-graph-not-a-string")
            .with("dtype", dtype::label(value.dtype))
            .at(source.span(0..source.len()).field(OBJECT_GRAPH_KEY))),
    }
}
