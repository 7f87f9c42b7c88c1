//! The V1 checkpoint: tables that contain the values themselves, as messages.

use super::slice::Slice;
use super::{Variable, join};
use crate::bytes::{Cause, Error, Limits, Result, SharedSource, Span};
use crate::formats::dtype;
use crate::formats::proto::decode_part;
use crate::formats::proto::tensorflow::{SavedTensorSliceMeta, SavedTensorSlices, VersionDef};
use crate::formats::sstable::Table;
use crate::formats::tensor_value::{TensorValue, element_count};
use prost::bytes::Bytes;
use std::collections::BTreeMap;

/// A V1 checkpoint.
///
/// Errors of opening: those of the table, `v1-no-meta`. Found later: `v1-shards-missing`, `bundle-unknown-dtype`,
/// `v1-shapes-differ`. Errors of reading one variable: `checkpoint-no-such-key`, `bundle-slice-missing`,
/// `v1-no-data`, `tensor-content-size`, `slices-incomplete` and the like.
pub struct TableCheckpoint {
    tables: Vec<Table>,
    /// Number of shards by the file names, which may be more than the available ones.
    shard_count: u32,
    limits: Limits,
    versions: VersionDef,
    variables: Vec<Variable>,
    /// Table of every slice, beside [`Variable::slices`] (which has one full slice for unpartitioned variables).
    places: Vec<Vec<(usize, Slice)>>,
    problems: Vec<Error>,
}

impl std::fmt::Debug for TableCheckpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableCheckpoint").field("tables", &self.tables).finish_non_exhaustive()
    }
}

/// Variables by name, each with the table of every slice.
type Found = BTreeMap<String, (Variable, Vec<(usize, Slice)>)>;

impl TableCheckpoint {
    /// Opens the files of one checkpoint.
    pub fn open(files: Vec<SharedSource>, limits: &Limits) -> Result<Self> {
        let promised = files.iter().filter_map(|f| shard_total(f.name())).max();
        let shard_count = promised.unwrap_or(u32::try_from(files.len()).unwrap_or(u32::MAX));
        let mut checkpoint = Self {
            tables: Vec::new(),
            shard_count,
            limits: limits.clone(),
            versions: VersionDef::default(),
            variables: Vec::new(),
            places: Vec::new(),
            problems: Vec::new(),
        };
        let mut found = Found::new();
        for (number, file) in files.into_iter().enumerate() {
            let table = Table::open(file, limits)?;
            let meta = read_meta(&table, limits)?;
            checkpoint.tables.push(table);
            checkpoint.add_meta(number, meta, &mut found);
        }
        if (checkpoint.tables.len() as u64) < u64::from(shard_count) {
            checkpoint.problems.push(
                Error::malformed("v1-shards-missing")
                    .with("found", checkpoint.tables.len())
                    .with("expected", shard_count),
            );
        }
        for (variable, places) in found.into_values() {
            checkpoint.variables.push(variable);
            checkpoint.places.push(places);
        }
        Ok(checkpoint)
    }

    fn add_meta(&mut self, number: usize, meta: SavedTensorSliceMeta, found: &mut Found) {
        if number == 0 {
            self.versions = meta.versions.unwrap_or_default();
        }
        let file = self.tables[number].source().name().clone();
        for tensor in meta.tensor {
            let shape: Vec<i64> = tensor.shape.iter().flat_map(|s| &s.dim).map(|d| d.size).collect();
            let place = || Span { file: file.clone(), range: None, field: tensor.name.clone() };
            if dtype::name(tensor.r#type).is_none() {
                let error =
                    Error::unsupported("bundle-unknown-dtype").because(Cause::UnknownType).with("key", &tensor.name);
                self.problems.push(error.with("dtype", tensor.r#type).at(place()));
            }
            let (variable, places) = found.entry(tensor.name.clone()).or_insert_with(|| {
                let variable = Variable {
                    name: tensor.name.clone(),
                    dtype: tensor.r#type,
                    shape: shape.clone(),
                    bytes: element_count(&shape).unwrap_or(0).saturating_mul(dtype::size(tensor.r#type).unwrap_or(0)),
                    shard: number as u32,
                    offset: 0,
                    listed_at: 0..0,
                    crc32c: 0,
                    slices: Vec::new(),
                };
                (variable, Vec::new())
            });
            if variable.shape != shape || variable.dtype != tensor.r#type {
                self.problems.push(Error::malformed("v1-shapes-differ").with("key", &tensor.name).at(place()));
                continue;
            }
            for slice in tensor.slice.iter().map(Slice::from_proto) {
                if slice.extents.iter().any(|&(_, length)| length != -1) {
                    variable.slices.push(slice.clone());
                }
                places.push((number, slice));
            }
        }
    }

    /// VersionDef of the first shard.
    pub fn versions(&self) -> &VersionDef {
        &self.versions
    }

    /// Number of shards.
    pub fn shard_count(&self) -> u32 {
        self.shard_count
    }

    /// Variables in order of their names.
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Damage that did not stop the reading.
    pub fn problems(&self) -> &[Error] {
        &self.problems
    }

    /// Reads the value of a variable.
    pub fn read(&self, name: &str) -> Result<TensorValue> {
        let at = self
            .variables
            .binary_search_by(|v| v.name.as_str().cmp(name))
            .map_err(|_| Error::malformed("checkpoint-no-such-key").with("key", name))?;
        let variable = &self.variables[at];
        let slices: Vec<Slice> = self.places[at].iter().map(|(_, slice)| slice.clone()).collect();
        let mut next = self.places[at].iter();
        join::join(variable.dtype, &variable.shape, &slices, &self.limits, |slice, shape| {
            let table = &self.tables[next.next().map_or(0, |(number, _)| *number)];
            self.read_slice(table, variable, slice, shape)
        })
        .map_err(|error| {
            let error = if error.value("key").is_some() { error } else { error.with("key", name) };
            if error.at.field.is_empty() { error.in_field(name) } else { error }
        })
    }

    fn read_slice(&self, table: &Table, variable: &Variable, slice: &Slice, shape: Vec<i64>) -> Result<TensorValue> {
        let name = variable.name.as_str();
        let place = || Span { file: table.source().name().clone(), range: None, field: name.to_owned() };
        let (value, block) = table
            .get(&slice.key(name.as_bytes()))?
            .ok_or_else(|| Error::malformed("bundle-slice-missing").with("slice", slice.spec()).at(place()))?;
        // The block is the position in the file, because its content may be compressed.
        let place = || block.clone().field(name);
        let message = decode_slices(&Bytes::from(value), &block, table, &self.limits)?;
        let tensor = message.data.and_then(|d| d.data).ok_or_else(|| Error::malformed("v1-no-data").at(place()))?;
        // Old writers leave the dtype out here; the table's meta has it.
        let dtype = if tensor.dtype == 0 { variable.dtype } else { tensor.dtype };
        TensorValue::from_proto_as(&tensor, dtype, shape, &self.limits).map_err(|error| error.at(place()))
    }
}

fn read_meta(table: &Table, limits: &Limits) -> Result<SavedTensorSliceMeta> {
    let missing = || Error::malformed("v1-no-meta").at(table.source().span(0..table.source().len()));
    let (value, block) = table.get(b"")?.ok_or_else(missing)?;
    decode_slices(&Bytes::from(value), &block, table, limits)?.meta.ok_or_else(missing)
}

fn decode_slices(bytes: &Bytes, block: &Span, table: &Table, limits: &Limits) -> Result<SavedTensorSlices> {
    decode_part(bytes, &**table.source(), 0, "tensorflow.SavedTensorSlices", limits).map_err(|mut error| {
        // Offsets count from the message, and blocks may be compressed; only the block is a position in the file.
        error.at.range.clone_from(&block.range);
        error
    })
}

/// NNNNN of a name that ends in `-SSSSS-of-NNNNN`.
fn shard_total(name: &str) -> Option<u32> {
    let (head, total) = name.rsplit_once("-of-")?;
    let (_, shard) = head.rsplit_once('-')?;
    (shard.len() == 5 && total.len() == 5).then(|| total.parse().ok())?
}
