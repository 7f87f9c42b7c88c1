//! The `checkpoint` state file: which checkpoint is the newest, and which others are kept.

use crate::bytes::{Limits, Result, SharedSource};
use crate::formats::proto::tensorflow::CheckpointState;
use crate::formats::text_proto;
use std::sync::Arc;

/// A state file.
#[derive(Clone, Debug, PartialEq)]
pub struct StateDocument {
    /// Name of the file.
    pub file: Arc<str>,
    /// Its message. Paths are as written: absolute, or relative to the file's folder.
    pub state: CheckpointState,
}

impl StateDocument {
    /// Reads a state file.
    pub fn open(source: &SharedSource, limits: &Limits) -> Result<Self> {
        let state = text_proto::decode(&**source, "tensorflow.CheckpointState", limits)?;
        Ok(Self { file: source.name().clone(), state })
    }
}
