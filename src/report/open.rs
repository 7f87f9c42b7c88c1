//! The entry point: opens dropped files and reports on them.

use super::graphs::Kept;
use super::{schema, tell};
use crate::artifact::{self, Artifact, Document, Dropped, Grouped};
use crate::bytes::Limits;
use crate::compat::{Assessment, Selection};
use crate::json::vocabulary;

vocabulary! {
    /// A step of opening files; its text is `progress-<step>`.
    pub enum Step {
        /// Sorts out which files belong together.
        #[default]
        Group = "group",
        /// Reads the headers and indexes of an artifact.
        Read = "read",
        /// Assesses an artifact.
        Assess = "assess",
    }
}

/// Progress of long work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Current step.
    pub step: Step,
    /// Current file or artifact.
    pub name: String,
    /// Steps done.
    pub done: u64,
    /// Total number of steps.
    pub of: u64,
}

/// Open files: the documents stay here, the report is sent.
pub struct Opened {
    /// Groups of files with their documents, in the order of [`schema::Report::artifacts`].
    pub artifacts: Vec<Artifact>,
    /// Assessments in the same order; `None` for files without a window.
    pub assessments: Vec<Option<Assessment>>,
    /// The report. In the CLI it may end with files that could not be opened and are not in the other lists.
    pub report: schema::Report,
    /// The graph that was asked for last.
    pub(super) graphs: Kept,
}

impl Opened {
    /// Requirements of an artifact in the action of its report's windows; `None` without a window.
    pub fn selection(&self, artifact: usize) -> Option<Selection<'_>> {
        let assessment = self.assessments.get(artifact)?.as_ref()?;
        assessment.within(self.report.artifacts.get(artifact)?.action?)
    }

    /// Adds the artifacts of another list; returns the index of the first of them. This list's files that could not be
    /// opened are removed from the report, because its indices must match the other lists.
    pub fn append(&mut self, other: Self) -> usize {
        let first = self.artifacts.len();
        self.report.artifacts.truncate(first);
        self.report.artifacts.extend(other.report.artifacts);
        self.artifacts.extend(other.artifacts);
        self.assessments.extend(other.assessments);
        first
    }
}

/// Opens files: groups them by content, reads their headers and indexes, and computes their windows.
///
/// Never fails: unreadable files carry their error in [`schema::Artifact::error`].
pub fn open(dropped: Vec<Dropped>, limits: &Limits, on_progress: &mut dyn FnMut(Progress)) -> Opened {
    let files = dropped.len() as u64;
    on_progress(Progress { step: Step::Group, name: String::new(), done: 0, of: files });
    let Grouped { artifacts, unused } = artifact::group_with(dropped, limits, &mut |name, done, of| {
        on_progress(Progress { step: Step::Read, name: name.to_owned(), done, of });
    });
    let of = artifacts.len() as u64;
    let (mut artifact_reports, mut assessments) =
        (Vec::with_capacity(artifacts.len()), Vec::with_capacity(artifacts.len()));
    for (done, artifact) in artifacts.iter().enumerate() {
        on_progress(Progress { step: Step::Assess, name: artifact.name.clone(), done: done as u64, of });
        let (artifact, assessment) = tell::artifact(artifact, limits);
        artifact_reports.push(artifact);
        assessments.push(assessment);
    }
    for (this, artifact_reports) in artifacts.iter().zip(&mut artifact_reports) {
        if matches!(this.document, Some(Document::CheckpointState(_))) {
            artifact_reports.findings.extend(tell::missing_members(this, &artifacts).into_iter().flatten());
        }
    }
    let unused = unused.iter().map(tell::unused).collect();
    let report = schema::Report { schema: schema::SCHEMA, artifacts: artifact_reports, unused };
    Opened { artifacts, assessments, report, graphs: Kept::default() }
}
