//! Values of data sets, on demand.

use super::chunks::{self, Chunk};
use super::filters::{self, Wrong};
use super::object::Dataset;
use super::{File, Layout, attribute};
use crate::bytes::{Error, Result, read_range};
use crate::formats::tensor_value::{Data, TensorValue};
use prost::bytes::Bytes;

/// Maximum size of a value that was never written; a larger one is an error, not allocated.
const MOST_UNWRITTEN: u64 = 64 << 20;
/// Deflate's best compression ratio.
const BEST_RATIO: u64 = 1_032;

impl File {
    /// Reads a data set. Errors: `hdf5-value-type` for elements without a TensorFlow type, `hdf5-value-too-large`,
    /// `hdf5-unsupported`, `hdf5-filter`, `hdf5-damaged`.
    pub fn value(&self, dataset: &Dataset) -> Result<TensorValue> {
        self.value_as(dataset, dataset.datatype.tensorflow())
    }

    /// Like [`Self::value`], with a given element type.
    pub fn value_as(&self, dataset: &Dataset, dtype: Option<i32>) -> Result<TensorValue> {
        self.renew();
        let dtype =
            dtype.ok_or_else(|| Error::unsupported("hdf5-value-type").with("dtype", dataset.datatype.name()))?;
        let shape = dataset.space.dims().iter().map(|&dim| i64::try_from(dim).unwrap_or(i64::MAX)).collect();
        let mut bytes = self.elements(dataset)?;
        let data = match attribute::texts(self, &dataset.datatype, &bytes, 0) {
            Some(texts) => Data::Strings(texts?.into_iter().map(Bytes::from).collect()),
            None => {
                let unit = dataset.datatype.swapped();
                if unit > 1 {
                    bytes.chunks_exact_mut(unit).for_each(<[u8]>::reverse);
                }
                Data::Fixed(Bytes::from(bytes))
            }
        };
        Ok(TensorValue { dtype, shape, data })
    }

    /// The bytes of all elements, row-major.
    fn elements(&self, dataset: &Dataset) -> Result<Vec<u8>> {
        let too_large = |size: Option<u64>| {
            let size = size.map_or_else(|| "2^64".to_owned(), |size| size.to_string());
            Error::over_limit("hdf5-value-too-large").with("size", size).with("limit", self.limits.value_bytes)
        };
        let size = dataset.bytes();
        let len = size.filter(|len| *len <= self.limits.value_bytes).ok_or_else(|| too_large(size))?;
        match &dataset.storage.layout {
            Layout::Compact(bytes) => {
                let bytes = bytes.get(..len as usize);
                Ok(bytes.ok_or_else(|| Error::malformed("hdf5-damaged").with("structure", "data layout"))?.to_vec())
            }
            Layout::Contiguous(Some(address)) => {
                let start = self.place(*address);
                read_range(&*self.source, start..start.saturating_add(len), &self.limits)
            }
            Layout::Contiguous(None) if len > MOST_UNWRITTEN => Err(too_large(size)),
            Layout::Contiguous(None) => Ok(self.filled(dataset, len as usize)),
            Layout::Chunked { chunk, .. } => self.chunked(dataset, chunk, len, &|| too_large(size)),
            Layout::Other(what) => Err(Error::unsupported("hdf5-unsupported").with("feature", what)),
        }
    }

    /// Elements that were never written.
    fn filled(&self, dataset: &Dataset, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        let fill = &dataset.storage.fill;
        if fill.len() == dataset.datatype.size as usize {
            bytes.chunks_exact_mut(fill.len()).for_each(|element| element.copy_from_slice(fill));
        }
        bytes
    }

    fn chunked(&self, dataset: &Dataset, chunk: &[u64], len: u64, too_large: &dyn Fn() -> Error) -> Result<Vec<u8>> {
        let size = u64::from(dataset.datatype.size);
        let dims = dataset.space.dims();
        let whole =
            chunk.iter().try_fold(size, |n, &d| n.checked_mul(d)).filter(|whole| *whole <= self.limits.value_bytes);
        let whole = whole.ok_or_else(too_large)?;
        // Checks the stored bytes first: elements that they cannot unpack to were never written.
        let mut stored = 0u64;
        let mut there = Vec::new();
        chunks::walk(self, &dataset.storage, dims, whole, &mut |chunk| {
            stored = stored.saturating_add(chunk.stored);
            there.push(chunk);
            Ok(())
        })?;
        if len.max(whole) > stored.saturating_mul(BEST_RATIO).max(MOST_UNWRITTEN) {
            return Err(too_large());
        }
        let mut bytes = self.filled(dataset, len as usize);
        for one in there {
            let piece = self.chunk(dataset, &one, whole)?;
            place(&mut bytes, &piece, dims, chunk, &one.first, size as usize);
        }
        Ok(bytes)
    }

    /// One chunk, its filters undone.
    fn chunk(&self, dataset: &Dataset, chunk: &Chunk, whole: u64) -> Result<Vec<u8>> {
        let start = self.place(chunk.address);
        let range = start..start.saturating_add(chunk.stored);
        let bytes = read_range(&*self.source, range.clone(), &self.limits)?;
        let size = dataset.datatype.size as usize;
        let undone = filters::undo(&dataset.storage.filters, chunk.left_out, bytes, size, whole as usize);
        let wrong = match undone {
            Ok(bytes) if bytes.len() as u64 == whole => return Ok(bytes),
            Ok(_) => Error::malformed("hdf5-damaged").with("structure", "chunk"),
            Err(Wrong::Unknown(id)) => {
                Error::unsupported("hdf5-unsupported").with("feature", format_args!("filter {id}"))
            }
            Err(Wrong::Damaged(name)) => Error::malformed("hdf5-filter").with("filter", name),
        };
        Err(wrong.at(self.source.span(range)))
    }
}

/// Copies the elements of a chunk to their positions; a chunk at the border has more elements than the data set.
fn place(out: &mut [u8], piece: &[u8], dims: &[u64], chunk: &[u64], first: &[u64], size: usize) {
    let inside = first.iter().zip(dims).all(|(first, dim)| first < dim);
    if !inside {
        return;
    }
    let Some((last, outer)) = dims.len().checked_sub(1).map(|last| (last, &chunk[..last])) else {
        let len = out.len().min(piece.len());
        out[..len].copy_from_slice(&piece[..len]);
        return;
    };
    let run = (dims[last] - first[last]).min(chunk[last]) as usize * size;
    let rows: u64 = outer.iter().product();
    let mut at = vec![0u64; last];
    for row in 0..rows {
        let there = at.iter().zip(first).zip(dims).all(|((at, first), dim)| at + first < *dim);
        if there {
            let to = at.iter().zip(first).zip(dims).fold(0, |to, ((at, first), dim)| to * dim + at + first);
            let to = (to * dims[last] + first[last]) as usize * size;
            let from = (row * chunk[last]) as usize * size;
            out[to..to + run].copy_from_slice(&piece[from..from + run]);
        }
        // The next row of the chunk: the last of the outer dimensions counts first.
        for (at, chunk) in at.iter_mut().zip(outer).rev() {
            *at += 1;
            if *at < *chunk {
                break;
            }
            *at = 0;
        }
    }
}
