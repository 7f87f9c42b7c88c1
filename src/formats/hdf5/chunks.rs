//! The chunks of a data set: their positions in the file and their elements.

use super::btree1::{self, Of};
use super::storage::{ChunkIndex, Storage};
use super::{File, Layout, btree2, fixed_array};
use crate::bytes::{Error, Result};

/// A chunk in the file.
pub struct Chunk {
    /// Its first element, by dimension.
    pub first: Vec<u64>,
    /// Address of its bytes.
    pub address: u64,
    /// Bytes as stored.
    pub stored: u64,
    /// A bit for each skipped filter.
    pub left_out: u32,
}

const NAME: &str = "chunk index";

/// Visits the chunks of a data set of this shape; each takes `whole` bytes unpacked.
pub fn walk(
    file: &File,
    storage: &Storage,
    dims: &[u64],
    whole: u64,
    each: &mut dyn FnMut(Chunk) -> Result<()>,
) -> Result<()> {
    let Layout::Chunked { chunk, index } = &storage.layout else { return Ok(()) };
    if chunk.len() != dims.len() {
        return Err(Error::malformed("hdf5-damaged").with("structure", "data layout"));
    }
    let grid: Vec<u64> = dims.iter().zip(chunk).map(|(dim, chunk)| dim.div_ceil(*chunk)).collect();
    // The first element of the chunk with this index in row-major order.
    let first = |number: u64| -> Vec<u64> {
        let mut left = number;
        let mut first: Vec<u64> = grid
            .iter()
            .zip(chunk)
            .rev()
            .map(|(count, chunk)| {
                let at = left % count.max(&1);
                left /= count.max(&1);
                at * chunk
            })
            .collect();
        first.reverse();
        first
    };
    let whole_chunk = |number, address| Chunk { first: first(number), address, stored: whole, left_out: 0 };
    match *index {
        ChunkIndex::Tree1(Some(root)) => {
            let rank = chunk.len() + 1;
            btree1::walk(file, root, Of::Chunks { rank }, &mut |key, address| {
                let (stored, left_out) = (u64::from(key.u32()?), key.u32()?);
                let first = (0..rank - 1).map(|_| key.u64()).collect::<Result<_>>()?;
                each(Chunk { first, address, stored, left_out })
            })
        }
        ChunkIndex::Single(Some(address), filtered) => {
            let (stored, left_out) = filtered.unwrap_or((whole, 0));
            each(Chunk { first: vec![0; chunk.len()], address, stored, left_out })
        }
        ChunkIndex::Implicit(Some(start)) => {
            let count = grid.iter().try_fold(1u64, |n, &d| n.checked_mul(d));
            let bytes = count.and_then(|count| count.checked_mul(whole));
            let there = file.source().len().saturating_sub(file.place(start));
            let (Some(count), true) = (count, bytes.is_some_and(|bytes| bytes <= there)) else {
                return Err(file.damaged(start, 0, NAME));
            };
            (0..count).try_for_each(|number| each(whole_chunk(number, start + number * whole)))
        }
        ChunkIndex::FixedArray(Some(header)) => {
            fixed_array::walk(file, header, &mut |number, address, filtered| match (address, filtered) {
                (None, _) => Ok(()),
                (Some(address), None) => each(whole_chunk(number, address)),
                (Some(address), Some((stored, left_out))) => {
                    each(Chunk { first: first(number), address, stored, left_out })
                }
            })
        }
        ChunkIndex::Tree2(Some(header)) => tree2(file, header, chunk, whole, each),
        _ => Ok(()),
    }
}

/// Chunks in a tree of version 2: of type 10 as they are, of type 11 filtered.
fn tree2(file: &File, header: u64, chunk: &[u64], whole: u64, each: &mut dyn FnMut(Chunk) -> Result<()>) -> Result<()> {
    let plain = usize::from(file.offset_size()) + 8 * chunk.len();
    btree2::walk(file, header, &[10, 11], &mut |mut record| {
        let here = record.clone();
        let address = record.address()?.ok_or_else(|| here.damaged())?;
        // The bytes beside address, mask and offsets are the size of a filtered chunk.
        let (stored, left_out) = match (record.left() + usize::from(file.offset_size())).checked_sub(plain + 4) {
            Some(width @ 1..=8) => (record.number(width as u8)?, record.u32()?),
            _ => (whole, 0),
        };
        // Places count in chunks.
        let first = chunk.iter().map(|size| {
            let at = record.u64()?;
            at.checked_mul(*size).ok_or_else(|| here.damaged())
        });
        each(Chunk { first: first.collect::<Result<_>>()?, address, stored, left_out })
    })
}
