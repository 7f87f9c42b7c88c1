//! The beginning of a file, of which blocks are read once something in them is needed: between the tables of a model are its weights.
//!
//! Must not know: what the bytes mean.

use crate::bytes::{Error, Result, SharedSource};
use std::cell::RefCell;
use std::rc::Rc;

/// Bytes of a block where each is read as soon as from memory.
const SMALL: u64 = 4 << 10;
/// The same where each takes a call of the browser or the system.
const LARGE: u64 = 1 << 20;

/// The bytes `..len` of a file.
pub struct Blocks {
    source: SharedSource,
    len: u64,
    size: u64,
    read: RefCell<Vec<Option<Rc<[u8]>>>>,
    error: RefCell<Option<Error>>,
}

impl Blocks {
    /// The first bytes of `source`, at most as many as it has.
    pub fn new(source: &SharedSource, len: u64) -> Self {
        let size = if source.is_at_hand() { SMALL } else { LARGE };
        let read = vec![None; len.div_ceil(size) as usize].into();
        Self { source: source.clone(), len, size, read, error: RefCell::default() }
    }

    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// Fills `to` with the bytes that begin at `at`, all of which must be there; `None` if they cannot be read.
    pub fn copy(&self, at: usize, to: &mut [u8]) -> Option<()> {
        let (mut at, mut to) = (at, to);
        while !to.is_empty() {
            let block = self.block(at / self.size as usize)?;
            // Nothing is behind the end of the last one.
            let from = block.get(at % self.size as usize..).filter(|from| !from.is_empty())?;
            let (some, rest) = to.split_at_mut(from.len().min(to.len()));
            some.copy_from_slice(&from[..some.len()]);
            (at, to) = (at + some.len(), rest);
        }
        Some(())
    }

    fn block(&self, index: usize) -> Option<Rc<[u8]>> {
        let mut read = self.read.borrow_mut();
        let block = read.get_mut(index)?;
        if block.is_none() {
            let at = index as u64 * self.size;
            let mut bytes = vec![0; (self.len - at).min(self.size) as usize];
            match self.source.read_at(at, &mut bytes) {
                Ok(()) => *block = Some(bytes.into()),
                Err(error) => *self.error.borrow_mut() = Some(error),
            }
        }
        block.clone()
    }

    /// The error of a block that could not be read, if there was one.
    pub fn outcome(self) -> Result<()> {
        self.error.into_inner().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::MemorySource;

    #[test]
    fn bytes_of_several_blocks_are_copied_and_those_past_the_end_are_not_there() {
        let bytes: Vec<u8> = (0..3 * SMALL + 7).map(|i| (i % 251) as u8).collect();
        let blocks = Blocks::new(&MemorySource::shared("built", bytes.as_slice()), bytes.len() as u64);
        let copied = |at: usize, len: usize| {
            let mut to = vec![0; len];
            blocks.copy(at, &mut to).map(|()| to)
        };
        for (at, len) in [(0, 1), (4095, 2), (100, 9000), (3 * 4096, 7), (0, bytes.len()), (bytes.len(), 0)] {
            assert_eq!(copied(at, len).as_deref(), Some(&bytes[at..at + len]), "{len} bytes at {at}");
        }
        assert_eq!(copied(3 * 4096, 8), None);
        assert_eq!(copied(bytes.len(), 1), None);
        assert!(blocks.outcome().is_ok());
    }
}
