//! The text form of Protocol Buffers (`.pbtxt`, the `checkpoint` state file).
//!
//! Text is converted to wire form with the field tables, then decoded by the same decoder as binary files. The text is
//! read through a window; only its wire form is held in memory, within the limit for one structure. Must not know: the
//! meaning of messages.

mod encode;
mod fault;
mod lexer;
mod number;
mod parser;
pub mod schema;
mod uses;
mod window;

pub use fault::TextFault;
pub use parser::{Mark, Transcoded};
pub use uses::Use;

use crate::bytes::{Limits, Result, Source};
use crate::chunks::cut;
use crate::formats::proto;
use prost::bytes::Bytes;

cut!(
    forms,
    load_text,
    /// Converts a text to the wire form of the message with this full name. Records positions of the fields in `watch`
    /// (message name, field name).
    pub fn transcode(
        text: &dyn Source,
        name: &'static str,
        limits: &Limits,
        watch: &[(&str, &str)],
    ) -> std::result::Result<Transcoded, TextFault> {
        parser::transcode(text, name, limits, watch)
    }
);

/// Decodes a complete source as the text form of the message with this full name.
///
/// Errors carry `line` and `column` (from 1) and the byte range: `text-proto-unknown-field`, `text-proto-unexpected`,
/// `text-proto-bad-value`, `text-proto-set-twice`, `text-proto-open-string`, `text-proto-bad-escape` (malformed),
/// `text-proto-unknown-type` (unsupported), `proto-too-deep`, `proto-too-many`, `structure-too-large`,
/// `text-proto-word-too-long` (over a limit).
pub fn decode<M: prost::Message + Default>(source: &dyn Source, name: &'static str, limits: &Limits) -> Result<M> {
    Ok(decode_marked(source, name, limits, &[])?.value)
}

/// A message, with additional data from its text.
#[derive(Debug)]
pub struct Read<M> {
    /// The message.
    pub value: M,
    /// Places of watched fields, in order of their start.
    pub marks: Vec<Mark>,
    /// Names that the text uses, each at its first position.
    pub uses: Vec<Use>,
}

/// Like [`decode`], with the positions in the text of the fields in `watch` (message name, field name).
pub fn decode_marked<M: prost::Message + Default>(
    source: &dyn Source,
    name: &'static str,
    limits: &Limits,
    watch: &[(&str, &str)],
) -> Result<Read<M>> {
    let Transcoded { wire, marks, uses } = transcode(source, name, limits, watch)?.map_err(|e| e.into_error(source))?;
    let value = proto::decode_part(&Bytes::from(wire), source, 0, name, limits)?;
    Ok(Read { value, marks, uses })
}

#[cfg(test)]
mod tests;
