//! Requirements of checkpoints: to restore every value into the variables of a program, or to read the values one by
//! one.
//!
//! Owns: requirements of checkpoints. Must not know: graphs, reading of values.

use super::accepts::{self, Accepts};
use super::graph::{Numbers, stage, version_requirements};
use super::knowledge::{flat_release, range, tensorflow};
use super::{
    Action, Assessment, Certainty, EVIDENCE, Evidence, Finding, FindingKind, Offer, Outcome, Requirement,
    RequirementKind, Severity, Subject, SubjectKind, channels,
};
use crate::bytes::{Cause, Error, Failure, Span};
use crate::formats::checkpoint::{Checkpoint, Variable};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::DataType;
use crate::message::{Message, Values};
use std::sync::Arc;

/// Requirements and windows of a checkpoint. `file` names the index (V2) or the table (V1) in evidence.
pub fn assess_checkpoint(checkpoint: &Checkpoint, file: &str) -> Assessment {
    let file: Arc<str> = file.into();
    let at = |field: &str| Span { file: file.clone(), range: None, field: field.to_owned() };
    let mut requirements = Vec::new();
    version_requirements(
        &Numbers::of_checkpoint(Some(&checkpoint.versions())),
        &at("header.version"),
        &mut requirements,
    );
    if matches!(checkpoint, Checkpoint::V2(bundle) if bundle.header().big_endian) {
        let evidence = Evidence::of_file(at("header.endianness"));
        let subject = Subject { kind: SubjectKind::Header, name: "endianness".into(), version: None };
        requirements.push(check("checkpoint-big-endian", subject, vec![evidence], 1, Values::default()));
    }
    if matches!(checkpoint, Checkpoint::V2(bundle) if bundle.index_compressed()) {
        let evidence = Evidence::of_file(at("index"));
        let subject = Subject { kind: SubjectKind::Header, name: "index".into(), version: None };
        requirements.push(check("checkpoint-compressed-index", subject, vec![evidence], 1, Values::default()));
    }
    values(checkpoint, &file, &mut requirements);
    late_types(checkpoint, &file, &mut requirements);
    damage(checkpoint, &mut requirements);
    let reads = |channel: &super::Channel| channel.releases.iter().any(|r| r.checkpoint_version.is_some());
    let channels = channels().iter().enumerate().filter(|(_, c)| reads(c)).map(|(i, _)| i).collect();
    let known = |at| flat_release(at).1.checkpoint_version.is_some();
    let restore = Offer::new(Action::Restore, channels, known);
    let read = restore.of_same(Action::Read);
    Assessment::new(restore, vec![read], requirements, iterator_state(checkpoint, &file).into_iter().collect())
}

/// Whether a type of values is opaque outside the runtime.
fn is_opaque(variable: &Variable) -> bool {
    matches!(DataType::try_from(variable.dtype), Ok(DataType::DtVariant | DataType::DtResource))
}

/// Variants are states of dataset iterators: if the program has an iterator, a release may refuse those of another
/// release.
fn iterator_state(checkpoint: &Checkpoint, file: &Arc<str>) -> Option<Finding> {
    let (index, first) = checkpoint.variables().iter().enumerate().find(|(_, variable)| is_opaque(variable))?;
    let at = Span { file: file.clone(), range: None, field: format!("entries[{index}]") };
    Some(Finding {
        message: Message::new("checkpoint-iterator-state").with("key", &first.name).with("dtype", first.dtype_name()),
        kind: FindingKind::Other,
        severity: Severity::Note,
        certainty: Certainty::Observed,
        evidence: vec![Evidence::of_variable(index, &first.name, at)],
        source: tensorflow::tf_source("checkpoint-iterator-state"),
    })
}

/// Values that the Python reader cannot return: those without a NumPy type, and in V1 those in slices.
fn values(checkpoint: &Checkpoint, file: &Arc<str>, out: &mut Vec<Requirement>) {
    let sliced = |v: &Variable| matches!(checkpoint, Checkpoint::V1(_)) && !v.slices.is_empty();
    let mut push = |rule: &'static str, of_it: &dyn Fn(&Variable) -> bool| {
        let found: Vec<(usize, &Variable)> =
            checkpoint.variables().iter().enumerate().filter(|(_, v)| of_it(v)).collect();
        let Some((_, first)) = found.first() else { return };
        let evidence = found.iter().take(EVIDENCE).map(|(index, v)| {
            let at = Span { file: file.clone(), range: None, field: format!("entries[{index}]") };
            Evidence::of_variable(*index, &v.name, at)
        });
        let subject = Subject { kind: SubjectKind::Dtype, name: first.dtype_name(), version: None };
        let values = Values::from(vec![("dtype", first.dtype.to_string())]);
        let mut accepts = Accepts::all(Outcome::Loads, accepts::checkpoint);
        // A newer type is part of one requirement: releases before it crash on such an index.
        if let Some((_, known)) = tensorflow::late_dtypes().iter().find(|(number, _)| *number == first.dtype) {
            accepts = Accepts::all(Outcome::Refused, accepts::checkpoint);
            accepts.set(range("tensorflow", known.first, ""), Outcome::Loads);
        }
        let step = (stage::NODES, 0);
        out.push(Requirement::of_rule(accepts, rule, subject, evidence.collect(), found.len(), step, values));
    };
    push("checkpoint-no-array", &is_opaque);
    push("checkpoint-slices", &sliced);
}

/// Data types that were added after the oldest releases, which crash on them.
fn late_types(checkpoint: &Checkpoint, file: &Arc<str>, out: &mut Vec<Requirement>) {
    for (number, known) in tensorflow::late_dtypes() {
        let mut of_it = checkpoint.variables().iter().enumerate().filter(|(_, v)| v.dtype == *number && !is_opaque(v));
        let Some((index, first)) = of_it.next() else { continue };
        let mut accepts = Accepts::all(Outcome::Refused, accepts::checkpoint);
        accepts.set(range("tensorflow", known.first, ""), Outcome::Loads);
        let at = Span { file: file.clone(), range: None, field: format!("entries[{index}]") };
        out.push(Requirement {
            id: "checkpoint-dtype",
            kind: RequirementKind::Other,
            subject: Subject { kind: SubjectKind::Dtype, name: first.dtype_name(), version: None },
            reason: None,
            evidence: vec![Evidence::of_variable(index, &first.name, at)],
            count: 1 + of_it.count() as u32,
            certainty: Certainty::Derived,
            source: known.source.to_owned(),
            accepts: accepts.done(),
            step: (stage::NODES, 0),
            early: None,
            prints: Vec::new(),
        });
    }
}

/// Bytes of values that are read and verified, in order; later values are only checked against the index.
const READ_WHOLE: u64 = 8 << 20;

/// Values that cannot be read back, whatever the release.
pub(super) fn damage(checkpoint: &Checkpoint, out: &mut Vec<Requirement>) {
    let mut found: Vec<(usize, String, Error)> = Vec::new();
    let mut left = READ_WHOLE;
    let variables = checkpoint.variables();
    let mut chosen = Vec::new();
    for (at, variable) in variables.iter().enumerate() {
        let whole: i64 = variable.shape.iter().copied().fold(1, i64::saturating_mul);
        let expected =
            u64::try_from(whole).ok().zip(dtype::size(variable.dtype)).map(|(n, size)| n.saturating_mul(size));
        if expected.is_some_and(|e| e != variable.bytes && variable.slices.is_empty() && variable.bytes > left) {
            // Too large to read, and wrong according to the index alone.
            found.push((at, variable.name.clone(), Error::malformed("bundle-size-mismatch").because(Cause::Size)));
        } else if variable.bytes <= left {
            left -= variable.bytes;
            chosen.push(at);
        }
    }
    // In file order: in a browser each jump costs as much as reading a quarter of a megabyte.
    crate::order::sort_by_key(&mut chosen, |&at| (variables[at].shard, variables[at].offset));
    for at in chosen {
        let name = &variables[at].name;
        match checkpoint.read(name) {
            Err(error) if matches!(error.failure, Failure::Malformed | Failure::Unreadable) => {
                found.push((at, name.clone(), error));
            }
            _ => {}
        }
    }
    crate::order::sort_by_key(&mut found, |(at, ..)| *at);
    let mut found: Vec<Unreadable> =
        found.into_iter().map(|(at, name, error)| Unreadable { at: Some(at), name, error }).collect();
    // An entry of an unknown type is not a variable: it has a position in the file but no index.
    let unknown_type = |e: &&Error| e.cause == Cause::UnknownType;
    let entries = checkpoint.problems().iter().filter(unknown_type);
    found.extend(entries.map(|e| Unreadable { at: None, name: String::new(), error: e.clone() }));
    // A missing file is not damage, and comes first: adding the file adds its values.
    let (missing, damaged): (Vec<_>, Vec<_>) = found.into_iter().partition(|one| one.error.cause == Cause::MissingFile);
    unreadable(&missing, out);
    unreadable(&damaged, out);
}

/// A value that cannot be read.
struct Unreadable {
    /// Index of its variable.
    at: Option<usize>,
    name: String,
    error: Error,
}

/// One requirement for all of these values; the first one names the rule.
fn unreadable(found: &[Unreadable], out: &mut Vec<Requirement>) {
    let Some(Unreadable { name, error, .. }) = found.first() else { return };
    let rule = match error.cause {
        Cause::Size => "checkpoint-value-size",
        Cause::CutOff => "checkpoint-value-truncated",
        Cause::MissingFile => "checkpoint-shard-missing",
        Cause::UnknownType => "checkpoint-value-dtype",
        _ => "checkpoint-value-damaged",
    };
    let evidence = found.iter().take(EVIDENCE).map(|one| match one.at {
        Some(index) => Evidence::of_variable(index, &one.name, (*one.error.at).clone()),
        None => Evidence::of_file((*one.error.at).clone()),
    });
    let file = error.value("file").filter(|_| error.cause == Cause::MissingFile);
    let subject = match file {
        Some(file) => Subject { kind: SubjectKind::File, name: file.to_owned(), version: None },
        None => Subject { kind: SubjectKind::Tensor, name: name.clone(), version: None },
    };
    let mut values = error.message.params.clone();
    // Releases print the path of the file, which is the checkpoint's prefix and this.
    if let Some((file, at)) = file.and_then(|file| Some((file, file.rfind(".data-")?))) {
        values.set("suffix", file[at..].to_owned());
    }
    if values.get("key").is_none() {
        values.set("key", name.clone());
    }
    out.push(check(rule, subject, evidence.collect(), found.len(), values));
}

fn check(rule: &'static str, subject: Subject, evidence: Vec<Evidence>, count: usize, values: Values) -> Requirement {
    let accepts = Accepts::all(Outcome::Loads, accepts::checkpoint);
    Requirement::of_rule(accepts, rule, subject, evidence, count, (stage::NODES, 0), values)
}
