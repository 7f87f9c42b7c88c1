//! Values that can only be read as a whole, because they are compressed or inside other structures.

use super::{CHUNK, Check, Chunks, FIRST, Form, Numbers, Stored, TEXT_HEAD};
use crate::formats::tensor_value::{Data, TensorValue};

/// A value in memory, whose checksums (if any) were verified when it was read.
pub struct Held {
    bytes: Vec<u8>,
    at: usize,
    texts: Vec<Vec<u8>>,
    check: Check,
}

impl Held {
    /// A value for scanning. `check` is the result of reading it.
    pub fn stored(value: TensorValue, check: Check) -> Stored {
        let count = value.len() as u64;
        let (form, bytes, texts) = match value.data {
            Data::Fixed(bytes) => (Form::Numbers(Numbers::plain(value.dtype, false)), bytes.to_vec(), Vec::new()),
            Data::Strings(strings) => {
                let lengths = strings.iter().flat_map(|text| (text.len() as u64).to_le_bytes()).collect();
                let head = |text: &prost::bytes::Bytes| text[..text.len().min(TEXT_HEAD)].to_vec();
                (Form::Lengths, lengths, strings.iter().take(FIRST).map(head).collect())
            }
        };
        let size = bytes.len() as u64;
        Stored { form, count, bytes: size, chunks: Box::new(Self { bytes, at: 0, texts, check }) }
    }
}

impl Chunks for Held {
    fn next(&mut self, chunk: &mut Vec<u8>) -> crate::bytes::Result<bool> {
        chunk.clear();
        let end = self.bytes.len().min(self.at + CHUNK);
        chunk.extend_from_slice(&self.bytes[self.at..end]);
        self.at = end;
        Ok(!chunk.is_empty())
    }

    fn rewind(&mut self) {
        self.at = 0;
    }

    fn done(&self) -> u64 {
        self.at as u64
    }

    fn check(&self) -> Check {
        self.check.clone()
    }

    fn texts(&self) -> &[Vec<u8>] {
        &self.texts
    }
}
