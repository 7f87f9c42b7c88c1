//! From a source to a [`Model`]: identify, verify, decode.

use super::decode::decode;
use super::model::Model;
use super::verify::verify;
use super::view::View;
use crate::bytes::{Error, Limits, Result, SharedSource, Span, read_range};
use crate::formats::zip::Archive;

/// The file identifier, in bytes 4 to 8.
pub const IDENTIFIER: [u8; 4] = *b"TFL3";

/// Bytes looked at first. Weights may lie outside the flatbuffer, which has no length of its own: a prefix is enough
/// when it verifies, and is made larger when it does not.
const FIRST_WINDOW: u64 = 64 << 20;

/// Reads a model. Weights stay in the file.
///
/// A damaged file gives back what could be read, with [`Model::verification`] and [`Model::damage`] telling the rest.
/// An error means that not even the root could be read, or that this is no model at all. Ids: `tflite-too-short`,
/// `tflite-no-identifier`, `tflite-offset-outside`, `tflite-table-damaged`, and those of [`read_range`].
pub fn read(source: &SharedSource, limits: &Limits) -> Result<Model> {
    let len = source.len();
    if len < 8 {
        return Err(Error::malformed("tflite-too-short").with("size", len).at(source.span(0..len)));
    }
    let most = len.min(limits.structure_bytes);
    let mut window = most.min(FIRST_WINDOW);
    loop {
        let bytes = read_range(&**source, 0..window, limits)?;
        let verification = verify(&bytes, source.name(), limits);
        if verification.is_some() && window < most {
            window = most.min(window * 4);
            continue;
        }
        return from_bytes(&bytes, len, verification, source, limits);
    }
}

fn from_bytes(
    bytes: &[u8],
    file_len: u64,
    verification: Option<Error>,
    source: &SharedSource,
    limits: &Limits,
) -> Result<Model> {
    let identified = bytes.get(4..8) == Some(&IDENTIFIER);
    let no_identifier = || {
        let found = bytes.get(4..8).unwrap_or_default().escape_ascii();
        Error::malformed("tflite-no-identifier").with("found", found).at(source.span(4..8))
    };
    if !identified && verification.is_some() {
        return Err(no_identifier());
    }
    let view = View::new(bytes, source.name().clone(), 0, limits);
    let model = view.root().map(|root| decode(root, bytes, file_len));
    let high_water = view.high_water();
    let mut damage = view.into_errors();
    let Some(mut model) = model else {
        return Err(damage.into_iter().next().unwrap_or_else(no_identifier));
    };
    // Without the identifier almost any bytes pass as a flatbuffer with nothing in it.
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
    if let Ok(archive) = Archive::open(source, limits) {
        model.associated_files = archive.members().iter().map(|m| (m.name.clone(), m.size)).collect();
    }
    model.flatbuffer_len = high_water;
    model.verification = if identified { verification } else { Some(no_identifier()) };
    model.damage = damage;
    Ok(model)
}
