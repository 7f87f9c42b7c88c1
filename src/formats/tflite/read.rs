//! Reads a [`Model`] from a source: identify, verify, decode.

use super::blocks::Blocks;
use super::decode::decode;
use super::model::Model;
use super::verify::verify;
use super::view::{Bytes, View};
use crate::bytes::{Cause, Error, Limits, Result, SharedSource, Span, read_range};
use crate::formats::zip::Archive;

/// The file identifier, in bytes 4 to 7.
pub const IDENTIFIER: [u8; 4] = *b"TFL3";

/// Bytes read first. Weights may lie outside the flatbuffer, whose length is not stored: a prefix is enough if it
/// verifies, and grows if something points past its end.
const FIRST_WINDOW: u64 = 2 << 20;

/// Growth factor of the prefix: few steps for a model with weights inside.
const GROWTH: u64 = 8;

/// Reads a model. Weights stay in the file.
///
/// Returns the readable parts of a damaged file, and lists the others in [`Model::verification`] and [`Model::damage`].
/// An error means that not even the root could be read, or that this is not a model. Ids: `tflite-too-short`,
/// `tflite-no-identifier`, `tflite-offset-outside`, `tflite-table-damaged`, and those of [`read_range`].
pub fn read(source: &SharedSource, limits: &Limits) -> Result<Model> {
    let most = most(source, limits)?;
    let len = source.len();
    let mut window = most.min(FIRST_WINDOW);
    loop {
        let bytes = read_range(&**source, 0..window, limits)?;
        let verification = verify(&bytes, source.name(), limits);
        let cut = verification.as_ref().is_some_and(may_be_cut);
        if window == most || !cut {
            // Bytes past the limit are not missing from the file.
            let limited = (cut && most < len).then(|| {
                let error =
                    Error::over_limit("structure-too-large").with("size", len).with("limit", limits.structure_bytes);
                error.at(source.span(0..len))
            });
            let mut model = from_bytes(Bytes::Here(&bytes), verification, limited, source, limits)?;
            if let Ok(archive) = Archive::open(source, limits) {
                model.associated_files = archive.members().iter().map(|m| (m.name.clone(), m.size)).collect();
            }
            return Ok(model);
        }
        window = most.min(window * GROWTH);
    }
}

/// Reads a model without the FlatBuffers crate's verifier, which knows every table of the format, needs the whole file in memory, and is
/// a fifth of the engine's code. [`Model::verification`] covers the identifier only; [`Model::damage`] lists unreadable parts as
/// always. [`Model::associated_files`] is empty. For callers that refuse damaged models anyway.
///
/// Errors: those of [`read`], and what the file cannot be read for.
pub fn read_unverified(source: &SharedSource, limits: &Limits) -> Result<Model> {
    let blocks = Blocks::new(source, most(source, limits)?);
    let model = from_bytes(Bytes::InFile(&blocks), None, None, source, limits);
    blocks.outcome()?;
    model
}

/// The number of bytes that may be read.
fn most(source: &SharedSource, limits: &Limits) -> Result<u64> {
    match source.len() {
        len @ 0..8 => Err(Error::malformed("tflite-too-short").with("size", len).at(source.span(0..len))),
        len => Ok(len.min(limits.structure_bytes)),
    }
}

/// Whether bytes that were not read yet can explain an error.
fn may_be_cut(error: &Error) -> bool {
    error.cause == Cause::CutOff
}

/// Moves the range of an error inside the file: an offset past the end becomes the end of the file; for the root's
/// offset, the bytes where it is stored.
fn inside(error: &mut Error, file_len: u64) {
    let Some(range) = &mut error.at.range else { return };
    if range.start > file_len || range.start == file_len && error.at.field.is_empty() {
        *range = if error.at.field.is_empty() { 0..4 } else { file_len..file_len };
    }
    range.end = range.end.clamp(range.start, file_len.max(range.start));
}

fn from_bytes(
    bytes: Bytes<'_>,
    verification: Option<Error>,
    limited: Option<Error>,
    source: &SharedSource,
    limits: &Limits,
) -> Result<Model> {
    let file_len = source.len();
    let view = View::new(bytes, source.name().clone(), 0, limits);
    let identifier = view.array(4).unwrap_or_default();
    let identified = identifier == IDENTIFIER;
    let no_identifier = || {
        let found = identifier.escape_ascii();
        Error::malformed("tflite-no-identifier").with("found", found).at(source.span(4..8))
    };
    if !identified && verification.is_some() {
        return Err(no_identifier());
    }
    let model = view.root().map(|root| Model { identifier, ..decode(root, file_len) });
    let high_water = view.high_water();
    let mut damage = view.into_errors();
    let mut verification = verification;
    damage.iter_mut().chain(&mut verification).for_each(|error| inside(error, file_len));
    if limited.is_some() {
        damage.retain(|error| !may_be_cut(error));
        verification = limited;
    }
    let Some(mut model) = model else {
        return Err(damage.into_iter().next().or(verification).unwrap_or_else(no_identifier));
    };
    // Without the identifier, almost any bytes pass as an empty flatbuffer.
    if !identified && (model.subgraphs.is_empty() || model.operator_codes.is_empty()) {
        return Err(no_identifier());
    }
    for (index, buffer) in model.buffers.iter().enumerate() {
        if let Some(range) = buffer.range.clone().filter(|r| r.end > file_len) {
            damage.push(
                Error::malformed("tflite-buffer-outside-file").with("size", file_len).at(Span {
                    range: Some(range),
                    ..source.span(0..0)
                }
                .field(format!("buffers[{index}]"))),
            );
        }
    }
    model.flatbuffer_len = high_water;
    model.verification = if identified { verification } else { Some(no_identifier()) };
    model.damage = damage;
    Ok(model)
}
