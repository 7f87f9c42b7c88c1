//! Verifies a flatbuffer, as newer runtimes do.
//!
//! The FlatBuffers crate's verifier checks ranges, alignment, depth and counts; the schema's tables, which are data,
//! drive it. The verifiers that the FlatBuffers compiler generates, one function per table, are many times as large.

use super::generated::tflite::MODEL;
use super::tables::{Form, TableDef};
use super::view::most_tables;
use crate::bytes::{Cause, Error, Limits, Span};
use flatbuffers::{ForwardsUOffset, InvalidFlatbuffer, Vector, Verifiable, Verifier, VerifierOptions};
use std::ops::Range;
use std::sync::Arc;

/// The first error in the flatbuffer `bytes`, the start of the file called `file`; `None` for a valid one.
pub fn verify(bytes: &[u8], file: &Arc<str>, limits: &Limits) -> Option<Error> {
    // The apparent size counts shared parts once per use; that of a normal file is near its length.
    let apparent = (bytes.len() as u64).saturating_mul(16).saturating_add(1 << 20).min(1 << 31);
    let options = VerifierOptions {
        max_depth: limits.depth as usize,
        max_tables: usize::try_from(most_tables(bytes.len(), limits)).unwrap_or(usize::MAX),
        max_apparent_size: apparent as usize,
        ignore_missing_null_terminator: true,
    };
    let Violation { what, trace } = *root(bytes, &options, &MODEL).err()?;
    let size = bytes.len();
    Some(match what {
        InvalidFlatbuffer::MissingRequiredField { required, .. } => {
            let error = Error::malformed("tflite-field-missing").with("field", required);
            place(error, file, None, &trace)
        }
        // Not checked: see `union` and `text`.
        InvalidFlatbuffer::InconsistentUnion { .. } | InvalidFlatbuffer::Utf8Error { .. } => return None,
        InvalidFlatbuffer::MissingNullTerminator { range, .. } => {
            place(Error::malformed("tflite-text-unterminated"), file, Some(range), &trace)
        }
        InvalidFlatbuffer::Unaligned { position, .. } => {
            let error = Error::malformed("tflite-unaligned").with("position", position);
            place(error, file, Some(position..position), &trace)
        }
        InvalidFlatbuffer::RangeOutOfBounds { range, .. } => {
            let error = Error::malformed("tflite-offset-outside").because(Cause::CutOff).with("size", size);
            place(error, file, Some(range), &trace)
        }
        InvalidFlatbuffer::SignedOffsetOutOfBounds { position, .. } => {
            let error = Error::malformed("tflite-table-damaged").because(Cause::CutOff).with("size", size);
            place(error, file, Some(position..position + 4), &trace)
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

/// Whether `bytes` is a valid flatbuffer whose root is this table.
pub fn is_sound(bytes: &[u8], options: &VerifierOptions, def: &TableDef) -> bool {
    root(bytes, options, def).is_ok()
}

/// A violated rule, and the path to its position, from the inside out.
struct Violation {
    what: InvalidFlatbuffer,
    trace: Vec<Step>,
}

enum Step {
    Field(&'static str),
    Element(usize),
}

type Verified = Result<(), Box<Violation>>;

impl From<InvalidFlatbuffer> for Box<Violation> {
    fn from(what: InvalidFlatbuffer) -> Self {
        Box::new(Violation { what, trace: Vec::new() })
    }
}

/// Adds an outer step to the path of a violation.
fn inside(step: Step) -> impl FnOnce(Box<Violation>) -> Box<Violation> {
    move |mut violation| {
        violation.trace.push(step);
        violation
    }
}

fn root(bytes: &[u8], options: &VerifierOptions, def: &TableDef) -> Verified {
    offset(&mut Verifier::new(options, bytes), bytes, 0, def)
}

/// The table that the offset at `at` points to.
fn offset(v: &mut Verifier<'_, '_>, bytes: &[u8], at: usize, def: &TableDef) -> Verified {
    let target = at.saturating_add(v.get_uoffset(at)? as usize);
    table(v, bytes, target, def)
}

fn table(v: &mut Verifier<'_, '_>, bytes: &[u8], at: usize, def: &TableDef) -> Verified {
    let mut table = v.visit_table(at)?;
    for field in def.fields {
        let found = table.deref(field.slot)?;
        if let Form::Union { tag, members } = field.form {
            let tag_at = table.deref(field.slot - 2)?;
            union(table.verifier(), bytes, (tag, tag_at), (field.name, found), members)?;
        } else if let Some(at) = found {
            value(table.verifier(), bytes, at, &field.form).map_err(inside(Step::Field(field.name)))?;
        }
    }
    table.finish();
    Ok(())
}

/// A union: name and position of its tag and of its value.
fn union(
    v: &mut Verifier<'_, '_>,
    bytes: &[u8],
    (tag, tag_at): (&'static str, Option<usize>),
    (name, value_at): (&'static str, Option<usize>),
    members: &'static [TableDef],
) -> Verified {
    // One without the other passes: the C++ verifier takes a missing value for null, and a missing tag for no type.
    let (Some(tag_at), Some(value_at)) = (tag_at, value_at) else { return Ok(()) };
    let number = v.get_u8(tag_at).map_err(|what| inside(Step::Field(tag))(what.into()))?;
    // Members of newer schemas are accepted.
    let member = usize::from(number).checked_sub(1).and_then(|index| members.get(index));
    member.map_or(Ok(()), |def| offset(v, bytes, value_at, def).map_err(inside(Step::Field(name))))
}

fn value(v: &mut Verifier<'_, '_>, bytes: &[u8], at: usize, form: &Form) -> Verified {
    type Of<T> = ForwardsUOffset<T>;
    match form {
        Form::Bool(_) | Form::I8(_) | Form::U8(_) => v.in_buffer::<u8>(at)?,
        Form::I32(_) | Form::U32(_) | Form::F32(_) => v.in_buffer::<u32>(at)?,
        Form::I64(_) | Form::U64(_) => v.in_buffer::<u64>(at)?,
        Form::Text => return text(v, bytes, at),
        Form::Bytes | Form::Bools => <Of<Vector<'_, u8>>>::run_verifier(v, at)?,
        Form::U16s => <Of<Vector<'_, u16>>>::run_verifier(v, at)?,
        Form::I32s | Form::U32s | Form::F32s => <Of<Vector<'_, u32>>>::run_verifier(v, at)?,
        Form::I64s => <Of<Vector<'_, u64>>>::run_verifier(v, at)?,
        Form::Table(def) => return offset(v, bytes, at, def),
        Form::Tables(def) => return tables(v, bytes, at, def),
        // Its tag decides the type: see [`union`].
        Form::Union { .. } => {}
    }
    Ok(())
}

/// Any bytes and a zero: runtimes do not decode text when they verify.
fn text(v: &mut Verifier<'_, '_>, bytes: &[u8], at: usize) -> Verified {
    <ForwardsUOffset<Vector<'_, u8>>>::run_verifier(v, at)?;
    let start = at.saturating_add(u32_at(bytes, at));
    let end = start.saturating_add(4 + u32_at(bytes, start));
    v.in_buffer::<u8>(end)?;
    match bytes.get(end) {
        Some(0) => Ok(()),
        _ => {
            Err(InvalidFlatbuffer::MissingNullTerminator { range: start..end, error_trace: Default::default() }.into())
        }
    }
}

/// A number of the verified bytes: reading it with the verifier would count it twice.
fn u32_at(bytes: &[u8], at: usize) -> usize {
    let four = at.checked_add(4).and_then(|end| bytes.get(at..end)?.try_into().ok());
    four.map_or(0, |four| u32::from_le_bytes(four) as usize)
}

fn tables(v: &mut Verifier<'_, '_>, bytes: &[u8], at: usize, def: &TableDef) -> Verified {
    <ForwardsUOffset<Vector<'_, u32>>>::run_verifier(v, at)?;
    let vector = at.saturating_add(u32_at(bytes, at));
    for index in 0..u32_at(bytes, vector) {
        let element = vector.saturating_add(4 + 4 * index);
        offset(v, bytes, element, def).map_err(inside(Step::Element(index)))?;
    }
    Ok(())
}

/// Adds file, range and the field path, which the verifier traces from the inside out.
fn place(error: Error, file: &Arc<str>, range: Option<Range<usize>>, trace: &[Step]) -> Error {
    let mut path = String::new();
    for step in trace.iter().rev() {
        match step {
            Step::Field(name) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
            }
            Step::Element(index) => path.push_str(&format!("[{index}]")),
        }
    }
    let range = range.map(|r| r.start as u64..r.end as u64);
    error.at(Span { file: file.clone(), range, field: path })
}
