//! Decodes a message from a source: read, check against the field tables, decode.

use super::wire::{self, Budget, Fault, Passed};
use crate::bytes::{Error, Limits, Result, Source, read_range};
use prost::bytes::Bytes;

/// A decoded message and the bytes it came from; byte fields of the message share their memory.
#[derive(Clone, Debug)]
pub struct Decoded<M> {
    /// The message.
    pub value: M,
    /// The bytes.
    pub bytes: Bytes,
}

/// Maximum number of strings and messages for each element that [`Limits::list_len`] allows in a list.
const ELEMENTS_PER_LIST_ITEM: u64 = 8;

/// Decodes a complete source as the message with this full name (such as `tensorflow.GraphDef`).
///
/// Errors name the field and the bytes: `proto-truncated`, `proto-bad-varint`, `proto-bad-tag`,
/// `proto-wrong-wire-type`, `proto-bad-utf8` (malformed); `proto-too-deep`, `proto-too-many` (over a limit).
pub fn decode<M: prost::Message + Default>(
    source: &dyn Source,
    name: &'static str,
    limits: &Limits,
) -> Result<Decoded<M>> {
    let bytes = Bytes::from(read_range(source, 0..source.len(), limits)?);
    let value =
        decode_bytes(&bytes, name, limits).map_err(|(fault, params)| to_error(fault, params, name, source, limits))?;
    Ok(Decoded { value, bytes })
}

/// Decodes bytes that are part of `source`, starting there at `offset`.
pub fn decode_part<M: prost::Message + Default>(
    bytes: &Bytes,
    source: &dyn Source,
    offset: u64,
    name: &'static str,
    limits: &Limits,
) -> Result<M> {
    decode_bytes(bytes, name, limits).map_err(|(fault, params)| {
        let mut error = to_error(fault, params, name, source, limits);
        if let Some(range) = &mut error.at.range {
            *range = range.start.saturating_add(offset)..range.end.saturating_add(offset);
        }
        error
    })
}

/// Maximum number of elements of a message.
fn elements(limits: &Limits) -> u64 {
    limits.list_len.saturating_mul(ELEMENTS_PER_LIST_ITEM)
}

fn decode_bytes<M: prost::Message + Default>(
    bytes: &Bytes,
    name: &'static str,
    limits: &Limits,
) -> std::result::Result<M, (Fault, Option<String>)> {
    let whole = 0..bytes.len();
    let index = wire::message_index(name).expect("only names of proto/ are asked for");
    let mut budget = Budget { elements: elements(limits), depth: limits.depth.min(99) };
    wire::check(bytes, whole.clone(), index, &mut budget).map_err(|fault| (fault, None))?;
    // The check above is stricter. If the decoder still refuses, its message is the reason.
    M::decode(bytes.clone()).map_err(|e| {
        (Fault { id: "proto-undecodable", range: whole, path: String::new(), passes: None }, Some(e.to_string()))
    })
}

fn to_error(fault: Fault, reason: Option<String>, name: &'static str, source: &dyn Source, limits: &Limits) -> Error {
    let error = match fault.passes {
        Some(Passed::Depth) => Error::over_limit(fault.id).with("limit", limits.depth.min(99)),
        Some(Passed::Elements) => Error::over_limit(fault.id).with("limit", elements(limits)),
        None => Error::malformed(fault.id),
    };
    let error = error.with("message", name).with("offset", fault.range.start);
    let error = match reason {
        Some(reason) => error.with("reason", reason),
        None => error,
    };
    error.at(source.span(fault.range.start as u64..fault.range.end as u64).field(fault.path))
}
