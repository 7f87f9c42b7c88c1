//! A checkpoint of either form.

use super::{Bundle, TableCheckpoint, Variable};
use crate::bytes::{Error, Limits, Result, SharedSource};
use crate::formats::proto::tensorflow::{TrackableObjectGraph, VersionDef};
use crate::formats::tensor_value::TensorValue;

/// A checkpoint of either form.
#[derive(Debug)]
pub enum Checkpoint {
    /// An index and its shards.
    V2(Bundle),
    /// One table per shard, with the values inside.
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
