//! Messages between the page and the explorer worker.
//!
//! A request is a JavaScript object `{ job, json, blobs? }`: `json` is one [`Request`], `blobs` the files of
//! [`Request::Open`] in the order of its paths. A reply is `{ json, blobs?, answer? }`: `json` is one [`Reply`],
//! `answer` the JSON that [`Reply::Answer`] announces, `blobs` the file that answers [`Request::Extract`]. Replies
//! repeat the job number of their request, so that the page can drop replies that it no longer needs.
//!
//! Questions and answers are JSON inside the envelope: only the asking view and the answering part of the worker know
//! their types, and both are fetched after the first verdict.
//!
//! Reading all stored values, also to compare them, is long work: it is done in slices, between which the worker
//! answers everything else, reports its progress, and obeys [`Request::Cancel`]. Opening files is not long work: the
//! worker does not listen meanwhile, so the page ends it and starts another.

use crate::graph::Options;
use crate::json::readable;
use crate::message::Message;
use crate::report::graphs::{Listing, Reveal};
use crate::report::schema::{ErrorInfo, Report};
use crate::services::check::schema::CheckReport;
use crate::services::classes::schema::Classing;
use crate::services::evolution::schema::Plan;
use crate::services::objects::schema::ObjectListing;
use crate::services::restore::Program;
use crate::services::restore::mapping::Mapping;
use crate::services::values::schema::{Slice, TableListing};
use crate::web::model::table::TableForm;
use serde::Serialize;

/// A request of the page.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// Read these files (in `blobs`) instead of the previous ones: [`Reply::Report`].
    Open {
        /// Path of each blob, relative to what was dropped.
        paths: Vec<String>,
        /// Whether the report has numbers instead of lists of variables and objects: see [`Reply::Report`].
        brief: bool,
    },
    /// Read these files (in `blobs`) instead of the previous ones, and draw their windows: the SVG as `answer`. For an element
    /// whose page has not come yet, so the texts come with the request.
    Picture {
        /// Path of each blob, relative to what was given.
        paths: Vec<String>,
        /// `channel@release`, as in an address; empty for the one that the page would choose.
        target: String,
        /// BCP 47 tags of the languages that the reader may see.
        languages: Vec<String>,
        /// The texts of pictures in each, in Fluent's syntax.
        texts: Vec<String>,
    },
    /// Give up the long work of the message's job, started or not; it is answered with [`Reply::Cancelled`].
    Cancel,
    /// Raw bytes of one file of an artifact: a [`RawBytes`].
    Bytes {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// One of the artifact's files.
        file: String,
        /// First byte.
        offset: u64,
        /// Maximum number of bytes.
        len: u32,
    },
    /// One file of an artifact, unpacked if it is in an archive: the only blob of the answer.
    Extract {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// One of the artifact's files.
        file: String,
    },
    /// Answer a [`Question`].
    Ask {
        /// The question as JSON.
        question: String,
    },
}
readable!(enum Request {
    "open" => Open { paths, brief },
    "picture" => Picture { paths, target, languages, texts },
    "cancel" => Cancel,
    "bytes" => Bytes { artifact, file, offset, len },
    "extract" => Extract { artifact, file },
    "ask" => Ask { question },
});

/// The start value for reading one.
impl Default for Request {
    fn default() -> Self {
        Self::Cancel
    }
}

impl From<Question> for Request {
    fn from(question: Question) -> Self {
        Self::Ask { question: serde_json::to_string(&question).unwrap_or_default() }
    }
}

/// A question about the open files or, for [`Question::Evolution`], about a plan.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// The values that an artifact stores, if its report does not list them (weights of a TFLite model):
    /// [`ListedValues`].
    List {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// Some rows of the table of an artifact's values: a [`crate::services::values::schema::TableRows`].
    Table {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The rows.
        listing: TableListing,
    },
    /// All rows of that table as text.
    TableText {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The rows; those that are left out of the listing as well.
        listing: TableListing,
        /// The form of the text.
        form: TableForm,
    },
    /// The scopes in a scope: a [`crate::services::values::schema::ScopeSizes`].
    Scopes {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The open scope.
        scope: u32,
        /// Number of scopes at most.
        most: usize,
    },
    /// The checksums, and perhaps the statistics, of all values, for the rows of the table: a
    /// [`crate::services::values::schema::ReadAll`]. Long work.
    ReadAll {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Whether to compute statistics.
        statistics: bool,
    },
    /// Some objects of an artifact: a [`crate::services::objects::schema::ObjectRows`].
    Objects {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The objects.
        listing: ObjectListing,
    },
    /// All of them as text.
    ObjectsText {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The objects; those that are left out of the listing as well.
        listing: ObjectListing,
        /// The form of the text.
        form: TableForm,
    },
    /// The stored checksums of all values: a [`crate::services::values::schema::Checked`]. Long work.
    Check {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// Statistics and checksums of all values: a [`crate::services::values::schema::Rows`]. Long work.
    Statistics {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// The value of one variable: a [`crate::services::values::schema::Value`]. Long work.
    Values {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Name of the variable.
        variable: String,
    },
    /// Some elements of a value: a [`crate::services::values::schema::SliceValues`]. Long work.
    Slice {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Name of the value.
        value: String,
        /// The elements.
        slice: Slice,
    },
    /// The tensors of a node: a [`crate::services::tensors::schema::NodeTensors`].
    Tensors {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// As in [`Question::Graph`].
        graph: Option<usize>,
        /// Index of the node in the source document.
        node: u32,
        /// Whether it is an input or output of the graph: those are numbered by tensor.
        end: bool,
    },
    /// Further details of an artifact: a [`crate::report::details::schema::Details`].
    Details {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// Advice for an artifact: an [`crate::services::advice::schema::AdviceReport`].
    Advice {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// The branches of a channel: a [`crate::services::branches::schema::Branches`].
    Branches {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Id of the channel.
        channel: String,
    },
    /// Builds the graph that most questions about an artifact's graphs begin with. The answer is empty.
    Prepare {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// A graph laid out: a [`crate::graph::Drawing`].
    Graph {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// Index into the artifact's `graphs`; null for the object graph of a checkpoint.
        graph: Option<usize>,
        /// How to draw it.
        options: Options,
        /// A node that must be visible: the groups around it open.
        reveal: Option<Reveal>,
        /// Whether a large drawing is sent in pieces, each a [`Reply::Piece`] before the answer.
        pieces: bool,
    },
    /// Nodes of a graph that match a query: a [`crate::report::graphs::FoundNodes`].
    Find {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// As in [`Question::Graph`].
        graph: Option<usize>,
        /// The query: see [`crate::graph::search`].
        text: String,
        /// First result to describe.
        from: usize,
        /// Whether to number all results.
        all: bool,
    },
    /// Rows of a graph's outline: a [`crate::report::graphs::OutlineRows`].
    Outline {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// As in [`Question::Graph`].
        graph: Option<usize>,
        /// The rows.
        listing: Listing,
    },
    /// The nodes of a graph by class: a [`crate::services::classes::schema::NodeClasses`].
    Classes {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// As in [`Question::Graph`].
        graph: Option<usize>,
        /// The classes.
        classing: Classing,
    },
    /// The nodes of a graph with their partners in another artifact: a
    /// [`crate::services::pairs::schema::PairedGraphs`].
    Pairs {
        /// Index into [`Report::artifacts`]: before.
        artifact: usize,
        /// As in [`Question::Graph`].
        graph: Option<usize>,
        /// The other artifact: after.
        other: usize,
    },
    /// The result of restoring an artifact into a program: a [`crate::services::restore::schema::RestoreReport`].
    Restore {
        /// Index into [`Report::artifacts`].
        artifact: usize,
        /// The program.
        program: Program,
        /// Variables of the program that take the values of other keys.
        mapping: Vec<Mapping>,
    },
    /// The verdicts of delegates and other engines on an artifact: a [`crate::services::delegates::schema::DelegateReport`].
    Delegates {
        /// Index into [`Report::artifacts`].
        artifact: usize,
    },
    /// The consequences of a plan for changing an op: a [`crate::services::evolution::schema::EvolutionReport`].
    Evolution {
        /// The plan.
        plan: Plan,
    },
    /// The outcome of all artifacts in a release: a [`Verdicts`].
    Verdict {
        /// The release, as [`crate::services::check::target::read`] takes it.
        target: String,
        /// The action; null for the usual one of each kind.
        action: Option<String>,
    },
    /// The complete report of the open files, as JSON.
    Report,
    /// Set the open files aside; nothing is open afterwards. The answer is empty.
    Keep,
    /// Open the files that were set aside again, before the open ones: a [`Joined`].
    Join,
    /// A comparison of two artifacts: a [`crate::services::compare::schema::Comparison`], or of their stored values a
    /// [`crate::services::compare::schema::Values`], which is long work.
    Compare {
        /// Index into [`Report::artifacts`]: before.
        artifact: usize,
        /// And after.
        other: usize,
        /// Whether to compare the stored values.
        values: bool,
    },
}
readable!(enum Question {
    "list" => List { artifact },
    "table" => Table { artifact, listing },
    "table_text" => TableText { artifact, listing, form },
    "scopes" => Scopes { artifact, scope, most },
    "read_all" => ReadAll { artifact, statistics },
    "objects" => Objects { artifact, listing },
    "objects_text" => ObjectsText { artifact, listing, form },
    "check" => Check { artifact },
    "statistics" => Statistics { artifact },
    "values" => Values { artifact, variable },
    "slice" => Slice { artifact, value, slice },
    "tensors" => Tensors { artifact, graph, node, end },
    "details" => Details { artifact },
    "advice" => Advice { artifact },
    "branches" => Branches { artifact, channel },
    "prepare" => Prepare { artifact },
    "graph" => Graph { artifact, graph, options, reveal, pieces },
    "find" => Find { artifact, graph, text, from, all },
    "outline" => Outline { artifact, graph, listing },
    "classes" => Classes { artifact, graph, classing },
    "pairs" => Pairs { artifact, graph, other },
    "restore" => Restore { artifact, program, mapping },
    "delegates" => Delegates { artifact },
    "evolution" => Evolution { plan },
    "verdict" => Verdict { target, action },
    "report" => Report,
    "keep" => Keep,
    "join" => Join,
    "compare" => Compare { artifact, other, values },
});

/// [`Question::Prepare`] of the first artifact, which is asked before an answer is displayed: as text, because the code that
/// writes questions is fetched later.
pub const PREPARE: &str = r#"{"prepare":{"artifact":0}}"#;

/// The start value for reading one.
impl Default for Question {
    fn default() -> Self {
        Self::List { artifact: 0 }
    }
}

/// A reply of the worker.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Progress of reading, or of long work (then in bytes, and the stage is empty).
    Progress {
        /// Job number of the request.
        job: u32,
        /// Current stage: a message id without its `progress-`.
        stage: String,
        /// Subject of the stage, such as a file name.
        subject: String,
        /// Steps done.
        done: u64,
        /// Total number of steps; 0 if unknown.
        total: u64,
    },
    /// Everything up to the verdict.
    Report {
        /// Job number of the request.
        job: u32,
        /// The report. A brief one has neither variables nor object graphs, which may be most of it.
        report: Report,
        /// Numbers of what a brief report leaves out, for each artifact.
        lists: Vec<Lists>,
    },
    /// A piece of the answer that follows, in the message's field `answer`.
    Piece {
        /// Job number of the request.
        job: u32,
    },
    /// The answer to any other request is in the message's field `answer`.
    Answer {
        /// Job number of the request.
        job: u32,
    },
    /// The request failed.
    Failed {
        /// Job number of the request.
        job: u32,
        /// Why.
        error: ErrorInfo,
    },
    /// The long work was given up.
    Cancelled {
        /// Job number of the request.
        job: u32,
    },
    /// The worker has crashed and will not answer again.
    Stopped {
        /// Its last message, for a bug report.
        text: String,
    },
}

/// The start value for reading one.
impl Default for Reply {
    fn default() -> Self {
        Self::Answer { job: 0 }
    }
}
readable!(enum Reply {
    "progress" => Progress { job, stage, subject, done, total },
    "report" => Report { job, report, lists },
    "piece" => Piece { job },
    "answer" => Answer { job },
    "failed" => Failed { job, error },
    "cancelled" => Cancelled { job },
    "stopped" => Stopped { text },
});

impl Reply {
    /// The job it answers, if it answers one.
    pub fn job(&self) -> Option<u32> {
        match self {
            Self::Stopped { .. } => None,
            Self::Progress { job, .. }
            | Self::Report { job, .. }
            | Self::Piece { job }
            | Self::Answer { job }
            | Self::Failed { job, .. }
            | Self::Cancelled { job } => Some(*job),
        }
    }
}

/// Numbers of what an artifact in a brief report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Lists {
    /// Variables.
    pub variables: usize,
    /// Objects.
    pub objects: usize,
}
readable!(Lists { variables, objects });

/// The outcome in a release, or the reason that there is no such release or action.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Verdicts {
    /// The outcome.
    pub report: Option<CheckReport>,
    /// The reason: the id of a text, with values.
    pub wrong: Option<Message>,
}

/// Files that were opened one after another.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Joined {
    /// Index of the first artifact that was open before; those that were set aside precede it.
    pub first: usize,
}

/// Raw bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RawBytes {
    /// First byte.
    pub offset: u64,
    /// Length of the complete file.
    pub size: u64,
    /// The bytes in hexadecimal, two digits each.
    pub hex: String,
}
readable!(RawBytes { offset, size, hex });
