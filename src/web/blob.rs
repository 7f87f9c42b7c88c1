//! Bytes of a dropped file, read where they lie: `FileReaderSync` over `Blob.slice`.
//!
//! A file is never read whole. Small reads are served from one cached window, because each call into the browser
//! costs more than the bytes it brings.

use crate::bytes::{Error, Failure, Result, Source};
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::sync::Arc;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at once for small reads.
const WINDOW: u64 = 256 << 10;

/// A dropped file.
pub struct BlobSource {
    name: Arc<str>,
    blob: Blob,
    len: u64,
    reader: FileReaderSync,
    window: RefCell<(u64, Vec<u8>)>,
}

impl BlobSource {
    /// Wraps a blob under the path to show. Fails only where the browser gives workers no synchronous reader.
    pub fn new(name: impl Into<Arc<str>>, blob: Blob) -> Result<Self> {
        let name = name.into();
        let reader = FileReaderSync::new()
            .map_err(|_| Error::new(Failure::Unreadable, "blob-unreadable").with("file", &name))?;
        Ok(Self { len: blob.size() as u64, name, blob, reader, window: RefCell::new((0, Vec::new())) })
    }

    /// Copies `start..end` of the blob into `buf`, which is that long.
    fn fetch(&self, start: u64, buf: &mut [u8]) -> Result<()> {
        let end = start + buf.len() as u64;
        let bytes = self
            .blob
            .slice_with_f64_and_f64(start as f64, end as f64)
            .and_then(|slice| self.reader.read_as_array_buffer(&slice))
            .map(|buffer| Uint8Array::new(&buffer));
        match bytes {
            Ok(bytes) if bytes.length() as usize == buf.len() => {
                bytes.copy_to(buf);
                Ok(())
            }
            // The file was changed, moved or deleted after the drop: the browser then refuses to read it.
            _ => Err(Error::new(Failure::Unreadable, "blob-unreadable")
                .with("file", &self.name)
                .at(self.span(start..end))),
        }
    }
}

impl Source for BlobSource {
    fn name(&self) -> &Arc<str> {
        &self.name
    }

    fn len(&self) -> u64 {
        self.len
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> Result<()> {
        let wanted = buf.len() as u64;
        let end = offset.checked_add(wanted).filter(|end| *end <= self.len).ok_or_else(|| {
            Error::malformed("bytes-past-end")
                .with("offset", offset)
                .with("wanted", wanted)
                .with("size", self.len)
                .at(self.span(offset..offset.saturating_add(wanted)))
        })?;
        if wanted >= WINDOW / 2 {
            return self.fetch(offset, buf);
        }
        let mut window = self.window.borrow_mut();
        let (start, bytes) = &mut *window;
        if offset < *start || end > *start + bytes.len() as u64 {
            let from = offset.min(self.len.saturating_sub(WINDOW));
            let mut fresh = vec![0; WINDOW.min(self.len - from) as usize];
            self.fetch(from, &mut fresh)?;
            (*start, *bytes) = (from, fresh);
        }
        buf.copy_from_slice(&bytes[(offset - *start) as usize..][..buf.len()]);
        Ok(())
    }
}
