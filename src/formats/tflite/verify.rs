//! The FlatBuffers crate's verifier: does the file keep the rules of its format? Newer runtimes ask the same.

use super::generated::tflite::tflite::Model;
use super::view::most_tables;
use crate::bytes::{Error, Limits, Span};
use flatbuffers::{ErrorTraceDetail, InvalidFlatbuffer, VerifierOptions};
use std::ops::Range;
use std::sync::Arc;

/// What is wrong with the flatbuffer in `bytes`, which begin the file called `file`; `None` when nothing is.
pub fn verify(bytes: &[u8], file: &Arc<str>, limits: &Limits) -> Option<Error> {
    // The apparent size counts shared parts as often as they are used; a sane file stays near its own length.
    let apparent = (bytes.len() as u64).saturating_mul(16).saturating_add(1 << 20).min(1 << 31);
    let options = VerifierOptions {
        max_depth: limits.depth as usize,
        max_tables: usize::try_from(most_tables(bytes, limits)).unwrap_or(usize::MAX),
        max_apparent_size: apparent as usize,
        // Runtimes compare lengths; nobody reads on to the zero.
        ignore_missing_null_terminator: true,
    };
    let invalid = flatbuffers::root_with_opts::<Model<'_>>(&options, bytes).err()?;
    let size = bytes.len();
    Some(match invalid {
        InvalidFlatbuffer::MissingRequiredField { error_trace, required } => {
            let error = Error::malformed("tflite-field-missing").with("field", required);
            place(error, file, None, error_trace.as_ref())
        }
        InvalidFlatbuffer::InconsistentUnion { field, error_trace, .. } => {
            let error = Error::malformed("tflite-union-inconsistent").with("field", field);
            place(error, file, None, error_trace.as_ref())
        }
        InvalidFlatbuffer::Utf8Error { range, error_trace, .. } => {
            place(Error::malformed("tflite-text-not-utf8"), file, Some(range), error_trace.as_ref())
        }
        InvalidFlatbuffer::MissingNullTerminator { range, error_trace } => {
            place(Error::malformed("tflite-text-unterminated"), file, Some(range), error_trace.as_ref())
        }
        InvalidFlatbuffer::Unaligned { position, error_trace, .. } => {
            let error = Error::malformed("tflite-unaligned").with("position", position);
            place(error, file, Some(position..position), error_trace.as_ref())
        }
        InvalidFlatbuffer::RangeOutOfBounds { range, error_trace } => {
            let error = Error::malformed("tflite-offset-outside").with("size", size);
            place(error, file, Some(range), error_trace.as_ref())
        }
        InvalidFlatbuffer::SignedOffsetOutOfBounds { position, error_trace, .. } => {
            let error = Error::malformed("tflite-table-damaged").with("size", size);
            place(error, file, Some(position..position + 4), error_trace.as_ref())
        }
        InvalidFlatbuffer::TooManyTables => {
            let error = Error::over_limit("tflite-too-many-tables").with("limit", options.max_tables);
            place(error, file, None, &[])
        }
        InvalidFlatbuffer::ApparentSizeTooLarge => {
            let error = Error::over_limit("tflite-too-much-data").with("limit", apparent);
            place(error, file, None, &[])
        }
        InvalidFlatbuffer::DepthLimitReached => {
            let error = Error::over_limit("tflite-too-deep").with("limit", limits.depth);
            place(error, file, None, &[])
        }
    })
}

/// Adds file, range and the field path, which the verifier traces from the inside out.
fn place(error: Error, file: &Arc<str>, range: Option<Range<usize>>, trace: &[ErrorTraceDetail]) -> Error {
    let mut path = String::new();
    for step in trace.iter().rev() {
        match step {
            ErrorTraceDetail::TableField { field_name, .. } => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(field_name);
            }
            ErrorTraceDetail::VectorElement { index, .. } => path.push_str(&format!("[{index}]")),
            // The union's field is named already.
            ErrorTraceDetail::UnionVariant { .. } => {}
        }
    }
    let range = range.map(|r| r.start as u64..r.end as u64);
    error.at(Span { file: file.clone(), range, field: path })
}
