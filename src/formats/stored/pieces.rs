//! Plain numbers in files: in one range, or as the pieces of a partitioned variable.

use super::{CHUNK, Check, Chunks};
use crate::bytes::{Cause, Error, Result, SharedSource};
use crate::formats::sstable::{crc32c_extend, unmask};
use crate::message::Values;
use std::ops::Range;

/// A range of a file.
pub struct Piece {
    /// The file.
    pub source: SharedSource,
    /// The range, inside the file.
    pub range: Range<u64>,
    /// CRC32C of the range as TensorFlow stores it (masked), if there is one.
    pub crc32c: Option<u32>,
    /// Values for errors, besides the checksums.
    pub values: Values,
    /// Field path for errors.
    pub field: String,
}

/// Ranges one after another.
pub struct Pieces {
    pieces: Vec<Piece>,
    /// Position of the first elements of the value, when not at the beginning of the first piece.
    head: Option<Vec<(SharedSource, Range<u64>)>>,
    piece: usize,
    /// Bytes of this piece that were read.
    at: u64,
    crc: u32,
    done: u64,
    again: bool,
    wrong: Option<Error>,
}

impl Pieces {
    /// The value in these ranges, each with complete elements of 1, 2, 4, 8 or 16 bytes.
    pub fn new(pieces: Vec<Piece>) -> Self {
        Self { pieces, head: None, piece: 0, at: 0, crc: 0, done: 0, again: false, wrong: None }
    }

    /// Sets the positions of the first elements, one by one.
    #[must_use]
    pub fn with_head(mut self, head: Vec<(SharedSource, Range<u64>)>) -> Self {
        self.head = Some(head);
        self
    }

    fn finish_piece(&mut self) {
        let piece = &self.pieces[self.piece];
        if let (Some(masked), false) = (piece.crc32c, self.again) {
            let stored = unmask(masked);
            if stored != self.crc && self.wrong.is_none() {
                let error = Error::malformed("bundle-checksum")
                    .because(Cause::Checksum)
                    .with("stored", stored)
                    .with("computed", self.crc);
                let error = error.with_all(&piece.values);
                self.wrong = Some(error.at(piece.source.span(piece.range.clone()).field(piece.field.clone())));
            }
        }
        self.piece += 1;
        self.at = 0;
        self.crc = 0;
    }
}

impl Chunks for Pieces {
    fn next(&mut self, chunk: &mut Vec<u8>) -> Result<bool> {
        chunk.clear();
        let Some(piece) = self.pieces.get(self.piece) else { return Ok(false) };
        let left = piece.range.end - piece.range.start - self.at;
        chunk.resize(left.min(CHUNK as u64) as usize, 0);
        piece.source.read_at(piece.range.start + self.at, chunk)?;
        if piece.crc32c.is_some() && !self.again {
            self.crc = crc32c_extend(self.crc, chunk);
        }
        self.at += chunk.len() as u64;
        self.done += chunk.len() as u64;
        if chunk.len() as u64 == left {
            self.finish_piece();
        }
        Ok(true)
    }

    fn rewind(&mut self) {
        (self.piece, self.at, self.done, self.again) = (0, 0, 0, true);
    }

    fn done(&self) -> u64 {
        self.done
    }

    fn check(&self) -> Check {
        match &self.wrong {
            Some(error) => Check::Wrong(error.clone()),
            None if self.pieces.iter().any(|piece| piece.crc32c.is_none()) => Check::None,
            None => Check::Right,
        }
    }

    fn head(&self) -> Option<Result<Vec<u8>>> {
        let places = self.head.as_ref()?;
        let mut bytes = Vec::new();
        for (source, range) in places {
            let from = bytes.len();
            bytes.resize(from + (range.end - range.start) as usize, 0);
            if let Err(error) = source.read_at(range.start, &mut bytes[from..]) {
                return Some(Err(error));
            }
        }
        Some(Ok(bytes))
    }
}
