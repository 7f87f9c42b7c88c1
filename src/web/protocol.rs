//! What the page and the explorer worker say to each other.
//!
//! Every message is a JavaScript object `{ json, blobs?, answer? }`: `json` is one [`Request`] or [`Reply`], `blobs` the
//! files of [`Request::Open`] in the order of its paths or the file that answers [`Request::Extract`], `answer` the JSON that [`Reply::Answer`] announces. The answer
//! stands apart so that only the view that asked, whose code may come later than the page, needs to know its type. Each
//! request carries a job number that its replies repeat, so that the page can drop what it no longer waits for.
//!
//! Going through values, to compare them too, is long work: it is done in slices, between which the worker answers everything else, tells how
//! far it is, and obeys [`Request::Cancel`]. Opening files is not: a worker that opens does not listen, so the page ends it
//! and starts another.

use crate::graph::{Found, Options};
use crate::json::readable;
use crate::report::restoring::Program;
use crate::report::schema::{ErrorInfo, Report};
use serde::Serialize;

/// What the page asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Read these files (blobs alongside) in place of those before.
    Open {
        /// Job number.
        job: u32,
        /// Path of each blob, relative to what was dropped.
        paths: Vec<String>,
    },
    /// What an artifact stores whose report does not list it (weights of a TFLite model): [`ListedValues`].
    List {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// Checks the stored checksums of all values: a [`crate::report::values::schema::Checked`]. Long work.
    Check {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// Gives up the long work of that job, begun or not; it is answered with [`Reply::Failed`].
    Cancel {
        /// Job number of the request to give up.
        job: u32,
    },
    /// The value of one variable: a [`crate::report::values::schema::Value`]. Long work.
    Values {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Name of the variable.
        variable: String,
    },
    /// Raw bytes of one file of an artifact: a [`RawBytes`].
    Bytes {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// One of the artifact's files.
        file: String,
        /// First byte.
        offset: u64,
        /// How many at most.
        len: u32,
    },
    /// One file of an artifact, unpacked if it stands in an archive: the one blob of the answer.
    Extract {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// One of the artifact's files.
        file: String,
    },
    /// Everything else about an artifact: a [`crate::report::details::schema::Details`].
    Details {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// What to do about an artifact: a [`crate::report::advising::schema::Advising`].
    Advise {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// A graph laid out: a [`crate::graph::Drawing`].
    Graph {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Index into the artifact's `graphs`; null for the object graph of a checkpoint.
        graph: Option<usize>,
        /// How to draw it.
        options: Options,
        /// A node that must be visible: its index in the source document; the groups around it open.
        reveal: Option<u32>,
    },
    /// What restoring an artifact into a program does: a [`crate::report::restoring::schema::Restoring`].
    Restore {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// What it is restored into.
        program: Program,
    },
    /// What delegates and other engines make of an artifact: a [`crate::report::delegating::schema::Delegating`].
    Delegates {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// What becomes of a plan for changing an op: a [`crate::report::evolving::schema::Evolving`].
    Evolve {
        /// Job number.
        job: u32,
        /// A [`crate::report::evolving::schema::Plan`] as JSON; its type is known to the code that comes with the lab.
        plan: String,
    },
    /// Two artifacts set against each other: a [`crate::report::comparing::schema::Comparison`], or of their stored values
    /// a [`crate::report::comparing::schema::Values`], which is long work.
    Compare {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`]: before.
        artifact: usize,
        /// And after.
        other: usize,
        /// Whether stored values are asked for.
        values: bool,
    },
    /// Nodes of a graph by name, op or index: [`FoundNodes`].
    Find {
        /// Job number.
        job: u32,
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// As in [`Request::Graph`].
        graph: Option<usize>,
        /// What to look for.
        text: String,
    },
}
readable!(enum Request {
    "open" => Open { job, paths },
    "list" => List { job, artifact },
    "check" => Check { job, artifact },
    "cancel" => Cancel { job },
    "values" => Values { job, artifact, variable },
    "bytes" => Bytes { job, artifact, file, offset, len },
    "extract" => Extract { job, artifact, file },
    "details" => Details { job, artifact },
    "advise" => Advise { job, artifact },
    "graph" => Graph { job, artifact, graph, options, reveal },
    "restore" => Restore { job, artifact, program },
    "delegates" => Delegates { job, artifact },
    "evolve" => Evolve { job, plan },
    "compare" => Compare { job, artifact, other, values },
    "find" => Find { job, artifact, graph, text },
});

/// A request for nothing: what reading one begins with.
impl Default for Request {
    fn default() -> Self {
        Self::Open { job: 0, paths: Vec::new() }
    }
}

/// What the worker answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// The worker listens.
    #[default]
    Ready,
    /// How far the reading is, or long work (then in bytes, and the stage is empty).
    Progress {
        /// Job number of the request.
        job: u32,
        /// What is being done: a message id without its `progress-`.
        stage: String,
        /// What is being read, such as a file name.
        subject: String,
        /// Steps done.
        done: u64,
        /// Steps in all; 0 when not known.
        total: u64,
    },
    /// Everything up to the verdict.
    Report {
        /// Job number of the request.
        job: u32,
        /// The report.
        report: Report,
    },
    /// What any other request asked for is in the message's field `answer`.
    Answer {
        /// Job number of the request.
        job: u32,
    },
    /// The request could not be met.
    Failed {
        /// Job number of the request.
        job: u32,
        /// Why.
        error: ErrorInfo,
    },
    /// The worker hit a defect of its own and will not answer again.
    Stopped {
        /// What it said last; for a bug report.
        text: String,
    },
}
readable!(enum Reply {
    "ready" => Ready,
    "progress" => Progress { job, stage, subject, done, total },
    "report" => Report { job, report },
    "answer" => Answer { job },
    "failed" => Failed { job, error },
    "stopped" => Stopped { text },
});

impl Reply {
    /// The job it answers, if it answers one.
    pub fn job(&self) -> Option<u32> {
        match self {
            Self::Ready | Self::Stopped { .. } => None,
            Self::Progress { job, .. } | Self::Report { job, .. } | Self::Answer { job } | Self::Failed { job, .. } => {
                Some(*job)
            }
        }
    }
}

/// Raw bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RawBytes {
    /// First byte.
    pub offset: u64,
    /// Length of the whole file.
    pub size: u64,
    /// The bytes in hexadecimal, two digits each.
    pub hex: String,
}
readable!(RawBytes { offset, size, hex });

/// What an artifact stores.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListedValues {
    /// In order.
    pub values: Vec<ListedValue>,
}
readable!(ListedValues { values });

/// A stored value.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ListedValue {
    /// What tells it apart from every other value of the artifact.
    pub name: String,
    /// What people call it, where that is something else.
    pub label: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes as stored.
    pub bytes: u64,
}
readable!(ListedValue { name, label, dtype, shape, bytes });

/// Nodes that were found, best first.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct FoundNodes {
    /// The first ones.
    pub nodes: Vec<Found>,
    /// How many there are.
    pub total: usize,
}
readable!(FoundNodes { nodes, total });
