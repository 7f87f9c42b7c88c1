//! Bytes of a dropped file, read on demand: `FileReaderSync` over `Blob.slice`.
//!
//! A file is never read completely. Small reads are served from cached windows, because each call into the browser
//! costs more than its bytes. Sequential reads get longer windows, random ones short windows.

use crate::bytes::{Error, Failure, Result, Source, check_range};
use js_sys::Uint8Array;
use std::cell::RefCell;
use std::sync::Arc;
use web_sys::{Blob, FileReaderSync};

/// Bytes fetched at once by sequential reads.
const WINDOW: u64 = 256 << 10;

/// Bytes fetched after a jump: reading them takes about as long as a call.
const FIRST: u64 = 16 << 10;

/// Number of cached windows: readers alternate between an index and its targets.
const WINDOWS: usize = 4;

/// A dropped file.
pub struct BlobSource {
    name: Arc<str>,
    blob: Blob,
    len: u64,
    reader: FileReaderSync,
    /// Offset and bytes of each window, most recently used first.
    windows: RefCell<Vec<(u64, Vec<u8>)>>,
}

impl BlobSource {
    /// Wraps a blob, with its path. Fails only if the browser has no synchronous reader in workers.
    pub fn new(name: impl Into<Arc<str>>, blob: Blob) -> Result<Self> {
        let name = name.into();
        let reader = FileReaderSync::new()
            .map_err(|_| Error::new(Failure::Unreadable, "blob-unreadable").with("file", &name))?;
        Ok(Self { len: blob.size() as u64, name, blob, reader, windows: RefCell::default() })
    }

    /// Copies `start..end` of the blob into `buf`, which has that length.
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

impl BlobSource {
    /// A new window for `wanted` bytes at `offset`, twice as long as the previous one.
    fn window(&self, windows: &[(u64, Vec<u8>)], offset: u64, wanted: u64) -> Result<(u64, Vec<u8>)> {
        let goes_on = |(start, bytes): &&(u64, Vec<u8>)| {
            let end = start + bytes.len() as u64;
            offset >= *start && offset <= end + bytes.len() as u64
        };
        let before = windows.iter().find(goes_on).map_or(FIRST / 2, |(_, bytes)| bytes.len() as u64);
        let len = (2 * before).clamp(FIRST.max(wanted), WINDOW);
        // A read near the end needs its surroundings: footers, central directories.
        let start = offset.min(self.len.saturating_sub(len));
        let mut bytes = vec![0; len.min(self.len - start) as usize];
        self.fetch(start, &mut bytes)?;
        Ok((start, bytes))
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
        check_range(self, offset, wanted)?;
        let end = offset + wanted;
        if wanted >= WINDOW / 2 {
            return self.fetch(offset, buf);
        }
        let mut windows = self.windows.borrow_mut();
        let held = windows.iter().position(|(start, bytes)| offset >= *start && end <= start + bytes.len() as u64);
        let at = match held {
            Some(at) => at,
            None => {
                let fresh = self.window(&windows, offset, wanted)?;
                windows.truncate(WINDOWS - 1);
                windows.push(fresh);
                windows.len() - 1
            }
        };
        windows[..=at].rotate_right(1);
        let (start, bytes) = &windows[0];
        buf.copy_from_slice(&bytes[(offset - start) as usize..][..buf.len()]);
        Ok(())
    }
}
