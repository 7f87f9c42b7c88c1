//! The front door: dropped files to a report, and to answers about what was opened.

use super::{schema, tell};
use crate::artifact::{self, Artifact, Document, Dropped, Grouped};
use crate::bytes::Limits;

/// Progress of long work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Current step: `group`, `read`, `assess`.
    pub step: &'static str,
    /// Current file or artifact.
    pub name: String,
    /// Steps done.
    pub done: u64,
    /// Steps in all.
    pub of: u64,
}

/// Open files: the documents stay here, the report is sent.
pub struct Opened {
    /// Groups of files with their documents, in the order of [`schema::Report::artifacts`].
    pub artifacts: Vec<Artifact>,
    /// The report.
    pub report: schema::Report,
}

/// Opens files: groups them by content, reads their headers and indexes, and computes their windows.
///
/// Never fails: unreadable files carry their error in [`schema::Artifact::error`].
pub fn open(dropped: Vec<Dropped>, limits: &Limits, on_progress: &mut dyn FnMut(Progress)) -> Opened {
    let files = dropped.len() as u64;
    on_progress(Progress { step: "group", name: String::new(), done: 0, of: files });
    let Grouped { artifacts, unused } = artifact::group_with(dropped, limits, &mut |name, done, of| {
        on_progress(Progress { step: "read", name: name.to_owned(), done, of });
    });
    let of = artifacts.len() as u64;
    let mut told = Vec::with_capacity(artifacts.len());
    for (done, artifact) in artifacts.iter().enumerate() {
        on_progress(Progress { step: "assess", name: artifact.name.clone(), done: done as u64, of });
        told.push(tell::artifact(artifact, limits));
    }
    for (this, told) in artifacts.iter().zip(&mut told) {
        if matches!(this.document, Some(Document::CheckpointState(_))) {
            told.findings.extend(tell::missing_members(this, &artifacts).into_iter().flatten());
        }
    }
    let unused = unused.iter().map(tell::unused).collect();
    let report = schema::Report { schema: schema::SCHEMA, artifacts: told, unused };
    Opened { artifacts, report }
}
