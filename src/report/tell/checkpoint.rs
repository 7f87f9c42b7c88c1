//! Checkpoints in the form of the contract.

use super::facts::{fact, versions};
use super::places::error;
use crate::artifact::{Artifact, Document};
use crate::bytes::Limits;
use crate::formats::checkpoint::{Checkpoint, OBJECT_GRAPH_KEY, StateDocument};
use crate::message::Message;
use crate::report::details::listed;
use crate::report::schema::{self, Variable};
use crate::restore::ObjectGraph;

/// Names of missing checkpoints that a finding spells out.
const NAMES: usize = 5;

/// Fills versions, variables, object graph.
pub fn tell(checkpoint: &Checkpoint, limits: &Limits, report: &mut schema::Artifact) {
    report.versions = Some(versions(&checkpoint.versions()));
    checkpoint.form().clone_into(&mut report.identity.form);
    fact(&mut report.identity, "shards", &checkpoint.shard_count().to_string());
    if let Checkpoint::V2(bundle) = checkpoint {
        fact(&mut report.identity, "endianness", if bundle.header().big_endian { "big" } else { "little" });
    }
    variables(checkpoint, report);
    match checkpoint.object_graph() {
        Ok(Some(graph)) => super::objects::tell(ObjectGraph::from_checkpoint(&graph, limits), report),
        Ok(None) => {}
        Err(problem) => report.problems.push(error(&problem)),
    }
    let based = if report.object_graph.is_some() { "object-based" } else { "name-based" };
    fact(&mut report.identity, "keys", based);
    report.problems.extend(checkpoint.problems().iter().map(error));
}

/// Lists the variables without their values; the object graph itself is not a variable.
pub fn variables(checkpoint: &Checkpoint, report: &mut schema::Artifact) {
    let listed = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
    report.variables.extend(listed.map(|variable| Variable {
        name: variable.name.clone(),
        dtype: variable.dtype_name(),
        shape: variable.shape.clone(),
        bytes: variable.bytes,
        ..Variable::default()
    }));
}

/// A state file: the checkpoint it names, and those it keeps.
pub fn state(document: &StateDocument, report: &mut schema::Artifact) {
    let state = &document.state;
    fact(&mut report.identity, "model_checkpoint_path", &state.model_checkpoint_path);
    for path in &state.all_model_checkpoint_paths {
        fact(&mut report.identity, "all_model_checkpoint_paths", path);
    }
    for stamp in &state.all_model_checkpoint_timestamps {
        fact(&mut report.identity, "all_model_checkpoint_timestamps", &stamp.to_string());
    }
}

/// The checkpoints that a state file lists and that were not opened with it. A state file alone says nothing about
/// other files.
pub fn missing_members(this: &Artifact, all: &[Artifact]) -> Option<schema::Finding> {
    let Some(Document::CheckpointState(document)) = &this.document else { return None };
    let listed = listed(this, &document.state, all);
    let missing: Vec<&str> = listed.iter().filter(|one| !one.present).map(|one| one.path.as_str()).collect();
    let alone = all.len() == 1 && !this.files.first()?.path.contains('/');
    if missing.is_empty() || alone {
        return None;
    }
    let mut names = missing[..missing.len().min(NAMES)].join(", ");
    if missing.len() > NAMES {
        names += ", …";
    }
    Some(schema::Finding {
        message: Message::new("checkpoint-members-missing").with("count", missing.len()).with("names", names),
        severity: schema::Severity::Warning,
        certainty: schema::Certainty::Derived,
        evidence: Vec::new(),
        source: "tensorflow/python/checkpoint/checkpoint_management.py latest_checkpoint".to_owned(),
    })
}
