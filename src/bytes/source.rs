//! Random access to bytes: one trait for memory, files and (in `web/`) blobs.

use super::{Error, Limits, Result, Span};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Bytes that can be read at any offset, without holding all of them in memory.
///
/// Reading is synchronous: natively from a file, in the browser's worker through `FileReaderSync` over `Blob.slice`.
/// The result of a reader must not depend on the kind of its source.
pub trait Source {
    /// Name to show, such as `model.tflite` or `variables/variables.index`.
    fn name(&self) -> &Arc<str>;

    /// Total length in bytes.
    fn len(&self) -> u64;

    /// Fills `buf` with the bytes that start at `offset`; an error when they are not all there.
    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()>;

    /// Whether there are no bytes.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A position in this source.
    fn span(&self, range: Range<u64>) -> Span {
        Span::bytes(self.name().clone(), range)
    }

    /// Whether a few bytes anywhere are read as soon as from memory, so that a reader need not keep them.
    fn is_at_hand(&self) -> bool {
        false
    }
}

/// A source shared by the documents that were read from it.
pub type SharedSource = Rc<dyn Source>;

/// Error for a read past the end.
fn past_end(source: &(impl Source + ?Sized), offset: u64, len: u64) -> Error {
    Error::malformed("bytes-past-end")
        .with("offset", offset)
        .with("wanted", len)
        .with("size", source.len())
        .at(source.span(offset..offset.saturating_add(len)))
}

/// Checks that `offset..offset + len` lies inside `source`; the error is `bytes-past-end`.
pub fn check_range(source: &(impl Source + ?Sized), offset: u64, len: u64) -> Result<()> {
    match offset.checked_add(len) {
        Some(end) if end <= source.len() => Ok(()),
        _ => Err(past_end(source, offset, len)),
    }
}

/// Reads a range into memory. The length is checked against the source and the limit before anything is allocated.
pub fn read_range(source: &dyn Source, range: Range<u64>, limits: &Limits) -> Result<Vec<u8>> {
    let len = range.end.checked_sub(range.start).ok_or_else(|| past_end(source, range.start, 0))?;
    check_range(source, range.start, len)?;
    if len > limits.structure_bytes {
        return Err(Error::over_limit("structure-too-large")
            .with("size", len)
            .with("limit", limits.structure_bytes)
            .at(source.span(range)));
    }
    let mut buf = vec![0; len as usize];
    source.read_at(range.start, &mut buf)?;
    Ok(buf)
}

/// Bytes in memory.
#[derive(Clone)]
pub struct MemorySource {
    name: Arc<str>,
    bytes: Arc<[u8]>,
}

impl MemorySource {
    /// Wraps bytes under a name.
    pub fn new(name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) -> Self {
        Self { name: name.into(), bytes: bytes.into() }
    }

    /// The same, shared.
    pub fn shared(name: impl Into<Arc<str>>, bytes: impl Into<Arc<[u8]>>) -> SharedSource {
        Rc::new(Self::new(name, bytes))
    }
}

impl Source for MemorySource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        check_range(self, offset, buf.len() as u64)?;
        buf.copy_from_slice(&self.bytes[offset as usize..][..buf.len()]);
        Ok(())
    }

    fn is_at_hand(&self) -> bool {
        true
    }
}

/// A range of another source with its own name, such as a stored member of a zip.
#[derive(Clone)]
pub struct SubSource {
    name: Arc<str>,
    inner: SharedSource,
    range: Range<u64>,
}

impl SubSource {
    /// A view of `range` of `inner`; an error when the range does not lie inside.
    pub fn new(name: impl Into<Arc<str>>, inner: SharedSource, range: Range<u64>) -> Result<Self> {
        let len = range.end.checked_sub(range.start).ok_or_else(|| past_end(&*inner, range.start, 0))?;
        check_range(&*inner, range.start, len)?;
        Ok(Self { name: name.into(), inner, range })
    }
}

impl Source for SubSource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        check_range(self, offset, buf.len() as u64)?;
        self.inner.read_at(self.range.start + offset, buf)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_past_the_end_is_refused_with_its_place() {
        let source = MemorySource::new("a", vec![1u8, 2, 3]);
        let error = source.read_at(2, &mut [0; 2]).unwrap_err();
        assert_eq!(error.id(), "bytes-past-end");
        assert_eq!(error.at.range, Some(2..4));
    }

    #[test]
    fn an_offset_near_the_end_of_u64_does_not_wrap() {
        let source = MemorySource::shared("a", vec![1u8, 2, 3]);
        assert!(source.read_at(u64::MAX, &mut [0; 2]).is_err());
        assert!(SubSource::new("b", source, 2..u64::MAX).is_err());
    }

    #[test]
    fn a_sub_source_reads_its_own_range_only() {
        let source = MemorySource::shared("a", vec![1u8, 2, 3, 4]);
        let sub = SubSource::new("b", source, 1..3).unwrap();
        assert_eq!(read_range(&sub, 0..2, &Limits::default()).unwrap(), [2, 3]);
        assert!(sub.read_at(1, &mut [0; 2]).is_err());
    }
}
