//! What checkpoints ask of a release: "loads" means that every tensor can be read.
//!
//! Owns: requirements of checkpoints. Must not know: graphs, how values are read.

use super::accepts::{self, Accepts};
use super::graph::{Numbers, stage, version_requirements};
use super::knowledge::flat_release;
use super::prints::Print;
use super::{Assessment, Certainty, EVIDENCE, Evidence, Outcome, Requirement, Subject, channels};
use crate::bytes::Span;
use crate::formats::checkpoint::{Checkpoint, Variable};
use crate::formats::proto::tensorflow::DataType;
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
        let evidence = Evidence { graph: String::new(), index: 0, name: String::new(), at: at("header.endianness") };
        let subject = Subject { kind: "header", name: "endianness".into(), version: None };
        requirements.push(check("checkpoint-big-endian", subject, vec![evidence], 1, vec![]));
    }
    values(checkpoint, &file, &mut requirements);
    let reads = |channel: &super::Channel| channel.releases.iter().any(|r| r.checkpoint_version.is_some());
    let channels = channels().iter().enumerate().filter(|(_, c)| reads(c)).map(|(i, _)| i).collect();
    Assessment::new(channels, requirements, Vec::new(), |at| flat_release(at).1.checkpoint_version.is_some())
}

/// Values that the Python reader cannot give back: those without a NumPy type, and in V1 those in slices.
fn values(checkpoint: &Checkpoint, file: &Arc<str>, out: &mut Vec<Requirement>) {
    let no_array = |v: &Variable| matches!(DataType::try_from(v.dtype), Ok(DataType::DtVariant | DataType::DtResource));
    let sliced = |v: &Variable| matches!(checkpoint, Checkpoint::V1(_)) && !v.slices.is_empty();
    let mut push = |rule: &'static str, of_it: &dyn Fn(&Variable) -> bool| {
        let found: Vec<(usize, &Variable)> =
            checkpoint.variables().iter().enumerate().filter(|(_, v)| of_it(v)).collect();
        let Some((_, first)) = found.first() else { return };
        let evidence = found.iter().take(EVIDENCE).map(|(index, v)| Evidence {
            graph: String::new(),
            index: *index as u32,
            name: v.name.clone(),
            at: Span { file: file.clone(), range: None, field: format!("entries[{index}]") },
        });
        let subject = Subject { kind: "dtype", name: first.dtype_name(), version: None };
        let values = vec![("dtype", first.dtype.to_string())];
        out.push(check(rule, subject, evidence.collect(), found.len(), values));
    };
    push("checkpoint-no-array", &no_array);
    push("checkpoint-slices", &sliced);
}

fn check(
    rule: &'static str,
    subject: Subject,
    evidence: Vec<Evidence>,
    count: usize,
    values: Vec<(&'static str, String)>,
) -> Requirement {
    let mut accepts = Accepts::all(Outcome::Loads, accepts::checkpoint);
    let source = accepts.check(rule).unwrap_or_default().to_owned();
    Requirement {
        id: rule,
        subject,
        reason: None,
        evidence,
        count: count as u32,
        certainty: Certainty::Observed,
        source,
        accepts: accepts.into_vec(),
        step: (stage::NODES, 0),
        prints: vec![Print { rule, values, on: None }],
    }
}
