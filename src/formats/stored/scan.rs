//! Scanning a value step by step: the caller may stop after any step.

use super::numbers::Numbers;
use super::statistics::{First, Second, Statistics};
use super::{Check, FIRST, Form, Stored};
use crate::bytes::{Error, Result};
use crate::formats::tensor_value::Scalar;

/// Requested results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Checksums only: one pass.
    Check,
    /// Checksums, first elements and statistics.
    Statistics,
}

/// Result of a scan.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scanned {
    /// First elements; strings are cut at [`super::TEXT_HEAD`] bytes.
    pub first: Vec<Scalar>,
    /// Statistics, for strings those of their lengths; `None` when not requested or the elements are not numbers.
    pub statistics: Option<Statistics>,
    /// Result of the checksums; `None` when the value could not be read to its end.
    pub check: Option<Check>,
    /// The reason the reading ended early; the other results then cover the part before.
    pub error: Option<Error>,
}

/// A scan in progress.
pub struct Scan {
    value: Stored,
    numbers: Numbers,
    stage: Stage,
    chunk: Vec<u8>,
    /// Buffer of the next chunk. The previous one is kept, because it may be the complete value.
    spare: Vec<u8>,
    /// Whether `chunk` is the complete value, so that the second pass need not read it again.
    whole: bool,
    chunks: u64,
    left: u64,
    found: Scanned,
}

enum Stage {
    First(Option<Box<First>>),
    Second(Box<Second>),
    Over,
}

impl Scan {
    /// Begins a scan. Nothing is read yet.
    pub fn new(value: Stored, wanted: Wanted) -> Self {
        let numbers = match value.form {
            Form::Numbers(numbers) => numbers,
            // Lengths are counted as unsigned 64-bit numbers.
            Form::Lengths => Numbers::plain(23, false),
        };
        let first = (wanted == Wanted::Statistics).then(|| First::new(numbers)).flatten().map(Box::new);
        let left = value.count;
        Self {
            value,
            numbers,
            stage: Stage::First(first),
            chunk: Vec::new(),
            spare: Vec::new(),
            whole: false,
            chunks: 0,
            left,
            found: Scanned::default(),
        }
    }

    /// One step: at most one chunk. False when done.
    pub fn step(&mut self) -> bool {
        match self.try_step() {
            Ok(more) => more,
            Err(error) => {
                if let Stage::First(Some(first)) = &self.stage {
                    self.found.statistics = Some(first.statistics());
                }
                self.found.error = Some(error);
                self.stage = Stage::Over;
                false
            }
        }
    }

    fn try_step(&mut self) -> Result<bool> {
        if matches!(self.stage, Stage::Over) {
            return Ok(false);
        }
        if self.whole {
            if let Stage::Second(second) = &mut self.stage {
                second.add(&self.chunk, self.value.count);
            }
            self.finish_second();
            return Ok(false);
        }
        if self.value.chunks.next(&mut self.spare)? {
            std::mem::swap(&mut self.chunk, &mut self.spare);
            if self.chunks == 0 && matches!(self.value.form, Form::Numbers(_)) {
                self.found.first = self.numbers.first(&self.chunk, FIRST.min(self.value.count as usize));
            }
            self.chunks += 1;
            let count = self.elements();
            match &mut self.stage {
                Stage::First(Some(first)) => first.add(&self.chunk, count),
                Stage::Second(second) => second.add(&self.chunk, count),
                _ => {}
            }
            self.left -= count;
            return Ok(true);
        }
        match std::mem::replace(&mut self.stage, Stage::Over) {
            Stage::First(first) => self.finish_first(first),
            stage => {
                self.stage = stage;
                self.finish_second();
                Ok(false)
            }
        }
    }

    /// Elements of this chunk.
    fn elements(&self) -> u64 {
        let per_byte = if self.numbers.packed > 0 { 8 / u64::from(self.numbers.packed) } else { 1 };
        let unit = self.numbers.unit().unwrap_or(1);
        (self.chunk.len() as u64 / unit * per_byte).min(self.left)
    }

    fn finish_first(&mut self, first: Option<Box<First>>) -> Result<bool> {
        self.found.check = Some(self.value.chunks.check());
        self.found.first.extend(self.value.chunks.texts().iter().map(|text| Scalar::Text(text.clone().into())));
        if let Some(head) = self.value.chunks.head() {
            self.found.first = self.numbers.first(&head?, FIRST);
        }
        let Some(first) = first else { return Ok(false) };
        self.found.statistics = Some(first.statistics());
        let Some(second) = first.second() else { return Ok(false) };
        self.stage = Stage::Second(Box::new(second));
        // Strings also have empty chunks for their bytes: those are read again.
        self.whole = self.chunks == 1;
        if !self.whole {
            self.left = self.value.count;
            self.value.chunks.rewind();
        }
        Ok(true)
    }

    fn finish_second(&mut self) {
        if let Stage::Second(second) = std::mem::replace(&mut self.stage, Stage::Over) {
            self.found.statistics = Some(second.statistics());
        }
    }

    /// Bytes read, and the total.
    pub fn progress(&self) -> (u64, u64) {
        let bytes = self.value.bytes;
        let done = self.value.chunks.done().min(bytes);
        match &self.stage {
            Stage::First(None) => (done, bytes),
            Stage::First(Some(_)) => (done, bytes.saturating_mul(2)),
            Stage::Second(_) => (bytes.saturating_add(done), bytes.saturating_mul(2)),
            Stage::Over => (bytes, bytes),
        }
    }

    /// The result so far.
    pub fn found(self) -> Scanned {
        self.found
    }
}
