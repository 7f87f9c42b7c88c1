//! Checkpoints in the words of the contract.

use super::graphs::{fact, versions};
use super::places::error;
use crate::bytes::Limits;
use crate::formats::checkpoint::{Checkpoint, OBJECT_GRAPH_KEY, StateDocument};
use crate::report::schema::{self, Variable};
use crate::restore::ObjectGraph;

/// Fills versions, variables, object graph.
pub fn tell(checkpoint: &Checkpoint, limits: &Limits, told: &mut schema::Artifact) {
    told.versions = Some(versions(&checkpoint.versions()));
    checkpoint.form().clone_into(&mut told.identity.form);
    fact(&mut told.identity, "shards", &checkpoint.shard_count().to_string());
    if let Checkpoint::V2(bundle) = checkpoint {
        fact(&mut told.identity, "endianness", if bundle.header().big_endian { "big" } else { "little" });
    }
    variables(checkpoint, told);
    match checkpoint.object_graph() {
        Ok(Some(graph)) => super::objects::tell(ObjectGraph::from_checkpoint(&graph, limits), told),
        Ok(None) => {}
        Err(problem) => told.problems.push(error(&problem)),
    }
    let based = if told.object_graph.is_some() { "object-based" } else { "name-based" };
    fact(&mut told.identity, "keys", based);
    told.problems.extend(checkpoint.problems().iter().map(error));
}

/// Lists the variables without their values; the object graph itself is no variable.
pub fn variables(checkpoint: &Checkpoint, told: &mut schema::Artifact) {
    let listed = checkpoint.variables().iter().filter(|variable| variable.name != OBJECT_GRAPH_KEY);
    told.variables.extend(listed.map(|variable| Variable {
        name: variable.name.clone(),
        dtype: variable.dtype_name(),
        shape: variable.shape.clone(),
        bytes: variable.bytes,
        ..Variable::default()
    }));
}

/// A state file: the checkpoint it names, and those it keeps.
pub fn state(document: &StateDocument, told: &mut schema::Artifact) {
    let state = &document.state;
    fact(&mut told.identity, "model_checkpoint_path", &state.model_checkpoint_path);
    for path in &state.all_model_checkpoint_paths {
        fact(&mut told.identity, "all_model_checkpoint_paths", path);
    }
    for stamp in &state.all_model_checkpoint_timestamps {
        fact(&mut told.identity, "all_model_checkpoint_timestamps", &stamp.to_string());
    }
}
