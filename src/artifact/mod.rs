//! Groups dropped files that belong together, by content and not by extension.
//!
//! Owns: [`Dropped`] files, grouping (a prefix with its shards, a SavedModel folder, members of an archive),
//! [`Artifact`] and its [`Document`]. Must not know: releases, graphs, presentation.

mod archives;
mod checkpoints;
mod document;
mod dropped;
mod files;
mod needs;
mod open;
mod saved_models;
mod strangers;

use crate::bytes::{Cause, Error, Failure, Limits};
pub use archives::is_archive;
pub use document::{Artifact, Document, Grouped, Kind, Unused};
pub use dropped::Dropped;
use files::Files;
pub use needs::needs;
#[cfg(feature = "split-explorer")]
pub use open::{load_checkpoint, load_keras, load_tensorflow, load_tflite};
use std::collections::BTreeSet;

/// Progress of grouping: the file or folder being read, the number of finished artifacts, and of all.
pub type OnStep<'a> = &'a mut dyn FnMut(&str, u64, u64);

/// Fetches the chunk that opens archives and identifies foreign content.
#[cfg(feature = "split-explorer")]
pub async fn load_forms() -> Result<(), crate::chunks::NotLoaded> {
    archives::load().await?;
    strangers::load().await
}

/// Groups dropped files by content and reads them; returns the artifacts alone.
pub fn group(dropped: Vec<Dropped>, limits: &Limits) -> Vec<Artifact> {
    group_with(dropped, limits, &mut |_, _, _| {}).artifacts
}

/// Groups dropped files by content, reads them, and reports progress. Every file ends up in one artifact or among the
/// unused ones, except for those that operating systems add; an archive is replaced by its members.
pub fn group_with(dropped: Vec<Dropped>, limits: &Limits, on_step: OnStep<'_>) -> Grouped {
    let mut files = Files::new(archives::expand(dropped, limits));
    let mut claims = saved_models::claim(&mut files);
    claims.extend(checkpoints::claim(&mut files, limits));
    claims.extend(files.claim_rest(limits));
    // An event file is a log of the training of the models beside it: it is read only when there are none.
    if claims.iter().any(|claim| claim.kind != Kind::Unknown && !claim.is_log()) {
        claims.iter_mut().filter(|claim| claim.is_log()).for_each(|log| log.kind = Kind::Unknown);
    }
    // In the order of the files, unknown ones last.
    crate::order::sort_by_key(&mut claims, |claim| (claim.kind == Kind::Unknown, claim.members.first().copied()));
    let of = claims.len() as u64;
    let mut artifacts = Vec::with_capacity(claims.len());
    let mut known = BTreeSet::new();
    for (done, mut claim) in claims.into_iter().enumerate() {
        on_step(&claim.name, done as u64, of);
        // Weight files without a model are unknown bytes; models have already claimed theirs.
        if claim.kind == Kind::Unknown && claim.members.iter().all(|member| known.contains(member)) {
            continue;
        }
        artifacts.push(open::open(&mut claim, &files, limits));
        known.extend(claim.members);
    }
    // A single file is an artifact of any kind. Beside a model, an unknown file is unused, unless its name is that of a
    // model.
    let beside = artifacts.iter().any(|artifact| artifact.kind != Kind::Unknown);
    let mut grouped = Grouped { artifacts: Vec::with_capacity(artifacts.len()), unused: Vec::new() };
    for mut artifact in artifacts {
        match artifact.error.take_if(|error| {
            beside && artifact.kind == Kind::Unknown && is_foreign(error) && !files::promises_model(&artifact.name)
        }) {
            Some(reason) => {
                grouped.unused.extend(artifact.files.pop().map(|file| Unused { file, reason }));
            }
            None => grouped.artifacts.push(artifact),
        }
    }
    grouped
}

/// Whether a file of unknown kind cannot hold a model. A damaged file, or a packed one that cannot be unpacked, may
/// hold one.
fn is_foreign(error: &Error) -> bool {
    match error.failure {
        Failure::Foreign => true,
        Failure::Unsupported => error.cause != Cause::Packed,
        _ => error.cause == Cause::EmptyFile,
    }
}
