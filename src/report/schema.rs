//! The contract: the output of `vintage inspect --json`, which the worker also sends to the page.
//!
//! Additions are allowed within a schema number; renaming, removing or changing a meaning raises [`SCHEMA`].

pub use super::outcomes::Outcomes;
pub use crate::artifact::Kind;
pub use crate::bytes::Failure;
pub use crate::compat::{Action, Certainty, Outcome, Severity, SubjectKind, What};
use crate::json::{readable, vocabulary};
pub use crate::message::Message;
pub use crate::restore::Role;
use serde::Serialize;
use std::collections::BTreeMap;

/// Number of this schema.
pub const SCHEMA: u32 = 1;

/// Everything about the opened files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Report {
    /// [`SCHEMA`].
    pub schema: u32,
    /// One entry for each group of files that belong together.
    pub artifacts: Vec<Artifact>,
    /// Unused files beside them: no verdict depends on them.
    pub unused: Vec<Unused>,
}
readable!(Report { schema, artifacts, unused });

/// A file that belongs to no artifact and is not one itself, such as a README.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Unused {
    /// Its path.
    pub path: String,
    /// Its bytes.
    pub bytes: u64,
    /// The reason it is not used: its content is of unknown kind, it is empty, or (CLI only) it was not named.
    pub reason: ErrorInfo,
}
readable!(Unused { path, bytes, reason });

/// A word of the JSON in the form of message ids.
pub fn in_ids(word: &str) -> String {
    word.replace(['_', ' '], "-")
}

/// Id of the text about the meaning of "loads" for a kind of file and an action.
pub fn loads_means(kind: Kind, action: Action) -> String {
    match action {
        Action::Import => format!("loads-means-{}", in_ids(kind.word())),
        action => format!("loads-means-{}", action.word()),
    }
}

/// A group of files: summary, requirements on releases, windows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Artifact {
    /// Kind.
    pub kind: Kind,
    /// Name to show: file, folder or checkpoint prefix.
    pub name: String,
    /// Paths of its files.
    pub files: Vec<String>,
    /// Bytes of all its files.
    pub bytes: u64,
    /// The error of a file that cannot be read, or only in part; otherwise null.
    pub error: Option<ErrorInfo>,
    /// Errors of parts: damaged blocks, missing shards, fields out of range.
    pub problems: Vec<ErrorInfo>,
    /// Producer and form.
    pub identity: Identity,
    /// VersionDef of the graph or the checkpoint header; null if the format has none.
    pub versions: Option<Versions>,
    /// Graphs: the main one first, then subgraphs or functions.
    pub graphs: Vec<GraphSummary>,
    /// Signatures.
    pub signatures: Vec<Signature>,
    /// Variables of a checkpoint or SavedModel (not the constants of a graph).
    pub variables: Vec<Variable>,
    /// Object graph of a TF2 checkpoint; otherwise null.
    pub object_graph: Option<ObjectGraph>,
    /// Requirements on releases.
    pub requirements: Vec<Requirement>,
    /// Meaning of "loads" in `windows`: the default action of the kind; null without windows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// Windows by channel.
    pub windows: Vec<Window>,
    /// Other actions, each with its own windows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_actions: Vec<OtherAction>,
    /// Findings beside the windows.
    pub findings: Vec<Finding>,
}
#[cfg(not(feature = "split-app"))]
readable!(Artifact {
    kind,
    name,
    files,
    bytes,
    error,
    problems,
    identity,
    versions,
    graphs,
    signatures,
    variables,
    object_graph,
    requirements,
    action,
    windows,
    other_actions,
    findings
});
// The page gets brief reports: code that reads the lists would be in every first verdict.
#[cfg(feature = "split-app")]
readable!(Artifact {
    kind,
    name,
    files,
    bytes,
    error,
    problems,
    identity,
    versions,
    graphs,
    signatures,
    requirements,
    action,
    windows,
    other_actions,
    findings;
    ..
});

/// An action other than the default one.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OtherAction {
    /// The action.
    pub action: Action,
    /// Windows by channel.
    pub windows: Vec<Window>,
    /// Requirements with other outcomes than in the default action; all others have the same.
    pub requirements: Vec<RequirementElsewhere>,
}
readable!(OtherAction { action, windows, requirements });

/// Outcomes of a requirement in another action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct RequirementElsewhere {
    /// Index into [`Artifact::requirements`].
    pub requirement: u32,
    /// Replaces [`Requirement::accepts`].
    pub accepts: Vec<Acceptance>,
}
readable!(RequirementElsewhere { requirement, accepts });

impl Artifact {
    /// The actions that it has, the one of `windows` first.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        self.action.into_iter().chain(self.other_actions.iter().map(|other| other.action))
    }

    /// Makes another action the one of `windows` and `requirements`, and that one the other; `false` when it is not
    /// among `other_actions`.
    pub fn take_action(&mut self, action: Action) -> bool {
        if self.action == Some(action) {
            return true;
        }
        let Some(other) = self.other_actions.iter_mut().find(|other| other.action == action) else { return false };
        std::mem::swap(&mut self.windows, &mut other.windows);
        for elsewhere in &mut other.requirements {
            if let Some(requirement) = self.requirements.get_mut(elsewhere.requirement as usize) {
                std::mem::swap(&mut requirement.accepts, &mut elsewhere.accepts);
            }
        }
        other.action = self.action.replace(action).unwrap_or_default();
        true
    }
}

/// Producer and form of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Identity {
    /// Form within the kind: `v2`, `v1`, `binary`, `text`, `tf2`, `tf1`, `schema 3`, …; empty if there is only one.
    pub form: String,
    /// Producer, as far as the file records it: `tensorflow 2.21.0`, `MLIR Converted.`; otherwise null.
    pub producer: Option<String>,
    /// Source of the producer: a message id (`identity-…`).
    pub producer_basis: Option<ProducerBasis>,
    /// Oldest and newest release whose GraphDef number is the file's producer; null if not applicable.
    pub producer_releases: Option<(String, String)>,
    /// TFLite: the `min_runtime_version` the file claims; null when absent.
    pub min_runtime_version: Option<String>,
    /// Tags of the SavedModel's meta graphs.
    pub tags: Vec<Vec<String>>,
    /// Free facts: name and value, such as `description`, `subgraphs`, `shards`, `stripped_default_attrs`.
    pub facts: Vec<(String, String)>,
}
readable!(Identity { form, producer, producer_basis, producer_releases, min_runtime_version, tags, facts });

vocabulary! {
    /// Part of a file that names its producer.
    pub enum ProducerBasis {
        /// `MetaInfoDef` of a meta graph.
        #[default]
        MetaInfo = "meta-info",
        /// Conversion metadata of a `.tflite` file.
        ConversionMetadata = "conversion-metadata",
        /// Description of a `.tflite` file: free text.
        Description = "description",
        /// `metadata.json` of a Keras archive.
        KerasMetadata = "keras-metadata",
        /// Attribute of a Keras HDF5 file.
        KerasAttribute = "keras-attribute",
    }
}

/// VersionDef.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Versions {
    /// Number of the writer.
    pub producer: i32,
    /// Smallest number a reader must have.
    pub min_consumer: i32,
    /// Consumer numbers that must refuse the file.
    pub bad_consumers: Vec<i32>,
}
readable!(Versions { producer, min_consumer, bad_consumers });

/// A graph in numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct GraphSummary {
    /// Name of the subgraph or function; empty for the main graph.
    pub name: String,
    /// Number of nodes (operators).
    pub nodes: u64,
    /// Op name to number of nodes.
    pub ops: BTreeMap<String, u64>,
}
readable!(GraphSummary { name, nodes, ops });

/// A signature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Signature {
    /// Its key, such as `serving_default`.
    pub key: String,
    /// `method_name` of a SavedModel's SignatureDef; empty elsewhere.
    pub method: String,
    /// Inputs by name.
    pub inputs: Vec<TensorInfo>,
    /// Outputs by name.
    pub outputs: Vec<TensorInfo>,
}
readable!(Signature { key, method, inputs, outputs });

/// An input or output of a signature.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct TensorInfo {
    /// Name within the signature.
    pub name: String,
    /// Its tensor, such as `serving_default_x:0`; for TFLite its name.
    pub tensor: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape; -1 is a dynamic dimension; null is unknown rank.
    pub shape: Option<Vec<i64>>,
}
readable!(TensorInfo { name, tensor, dtype, shape });

/// A variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Variable {
    /// Key in the checkpoint.
    pub name: String,
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
    /// Bytes of its value.
    pub bytes: u64,
    /// Keras: its layer; absent when unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub layer: Option<String>,
    /// First values (8 at most), as text; only with requested values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<Vec<serde_json::Value>>,
    /// Sum of all values (numbers only); only with requested values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sum: Option<serde_json::Value>,
    /// The reason its value could not be read; only with requested values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorInfo>,
}
readable!(Variable { name, dtype, shape, bytes, layer, first, sum, error });

/// TrackableObjectGraph: node 0 is the root.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ObjectGraph {
    /// Nodes, by index.
    pub nodes: Vec<ObjectNode>,
}
readable!(ObjectGraph { nodes });

/// An object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ObjectNode {
    /// Shortest path of child names from the root; empty for the root.
    pub path: String,
    /// Role of the object.
    pub role: Role,
    /// Children by local name.
    pub children: Vec<ObjectEdge>,
    /// Saved values.
    pub attributes: Vec<ObjectAttribute>,
    /// Slot variables that this object (an optimizer) keeps for others.
    pub slot_variables: Vec<SlotVariable>,
}
readable!(ObjectNode { path, role, children, attributes, slot_variables });

/// An edge to a child.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ObjectEdge {
    /// Local name.
    pub name: String,
    /// Index of the child.
    pub node: u32,
}
readable!(ObjectEdge { name, node });

/// A saved value of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ObjectAttribute {
    /// `VARIABLE_VALUE` and the like.
    pub name: String,
    /// `full_name`, as a name-based checkpoint would call it.
    pub full_name: String,
    /// Key in the checkpoint.
    pub key: String,
}
readable!(ObjectAttribute { name, full_name, key });

/// A slot variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct SlotVariable {
    /// Index of the variable it accompanies.
    pub original: u32,
    /// Slot name, such as `m`.
    pub slot: String,
    /// Index of the slot variable.
    pub node: u32,
}
readable!(SlotVariable { original, slot, node });

/// One requirement of a file on a release.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Requirement {
    /// Stable id.
    pub id: String,
    /// Kind of the subject.
    pub subject_kind: SubjectKind,
    /// Name of the subject, such as `CONV_2D`.
    pub subject: String,
    /// Version of the subject, where it has one.
    pub version: Option<i32>,
    /// Reason for the requirement.
    pub reason: Option<Message>,
    /// Nodes that show it, first ones first.
    pub evidence: Vec<Evidence>,
    /// How many show it.
    pub count: u32,
    /// Certainty.
    pub certainty: Certainty,
    /// Source of the facts.
    pub source: String,
    /// Outcomes in the releases of each channel.
    pub accepts: Vec<Acceptance>,
    /// Actions in which it counts; empty when it counts in all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// Releases that lack the required feature but load the file, because they do not check it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<Exception>,
}
readable!(Requirement {
    id,
    subject_kind,
    subject,
    version,
    reason,
    evidence,
    count,
    certainty,
    source,
    accepts,
    actions,
    exceptions
});

impl Requirement {
    /// Id of the text for a subject that is a term, such as the schema version. Names in the file, such as `opcode_index`,
    /// have no such text.
    pub fn subject_term(&self) -> Option<String> {
        let is_list = self.subject_kind == SubjectKind::Tensor && self.version.is_some();
        (is_list || self.subject_kind == SubjectKind::Header).then(|| format!("subject-of-{}", in_ids(&self.subject)))
    }
}

impl Requirement {
    /// Whether it counts in an action.
    pub fn counts_in(&self, action: Option<Action>) -> bool {
        self.actions.is_empty() || action.is_some_and(|action| self.actions.contains(&action))
    }
}

/// Neighboring releases that do not check a requirement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Exception {
    /// Reason: the id of a rule (its text is `exception-<id>`).
    pub id: String,
    /// Channel id.
    pub channel: String,
    /// First of these releases.
    pub first: String,
    /// Last of these releases.
    pub last: String,
}
readable!(Exception { id, channel, first, last });

/// Outcomes of one requirement in the releases of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Acceptance {
    /// Channel id.
    pub channel: String,
    /// One character per release, in channel order: `l` loads, `w` warns, `r` refused, `?` unknown.
    pub outcomes: Outcomes,
}
readable!(Acceptance { channel, outcomes });

/// Something that shows a requirement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Evidence {
    /// Kind of evidence; for `file`, `at` is the field.
    pub what: What,
    /// Subgraph or function; empty for the main graph.
    pub graph: String,
    /// Index within that graph.
    pub index: u32,
    /// Name, if any.
    pub name: String,
    /// Position in the file.
    pub at: Option<Place>,
}
readable!(Evidence { what, graph, index, name, at });

/// A position in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Place {
    /// File.
    pub file: String,
    /// First byte and the byte after the last.
    pub range: Option<(u64, u64)>,
    /// Field path.
    pub field: String,
}
readable!(Place { file, range, field });

/// Releases of one channel that load a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Window {
    /// Channel id, such as `tensorflow`.
    pub channel: String,
    /// Releases that load the file (with or without warnings), in channel order.
    pub releases: Vec<String>,
    /// Every release of the channel with its verdict.
    pub verdicts: Vec<Verdict>,
    /// Outcome of each release for a file of this kind without requirements: `?` without facts. One character per
    /// release, as in [`Acceptance::outcomes`].
    pub base: Outcomes,
    /// Releases that check the requirements in another order than [`Artifact::requirements`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<CheckOrder>,
}
readable!(Window { channel, releases, verdicts, base, orders });

/// The order in which some releases of a channel check the requirements.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct CheckOrder {
    /// First and last of these releases, as indices into [`Window::verdicts`].
    pub releases: (u32, u32),
    /// Indices of all requirements, first checked first.
    pub requirements: Vec<u32>,
}
readable!(CheckOrder { releases, requirements });

/// Verdict of one release.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// Release.
    pub release: String,
    /// Upload date of the release, ISO 8601.
    pub date: String,
    /// Outcome.
    pub outcome: Outcome,
    /// Indices into [`Artifact::requirements`] of those that decided it.
    pub because: Vec<u32>,
    /// The literal message of the release, if it refuses and the message is known.
    pub prints: Option<String>,
    /// Number of entries of `because` that the message names, if more than the first.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub joined: u32,
}
readable!(Verdict { release, date, outcome, because, prints, joined });

fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Why something could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ErrorInfo {
    /// The kind of failure.
    pub failure: Failure,
    /// The error in the locale's text if it is known, otherwise the id.
    pub message: String,
    /// Stable id and values: `error-<id>` describes the error, `error-<id>-advice` the remedy.
    pub detail: Message,
    /// Position.
    pub at: Place,
    /// Name of the file that is missing; not there if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing_file: Option<String>,
}
readable!(ErrorInfo { failure, message, detail, at, missing_file });

/// A finding beside the window.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Finding {
    /// Stable id and values: `finding-<id>`, `finding-<id>-advice`.
    pub message: Message,
    /// How much it matters.
    pub severity: Severity,
    /// Certainty.
    pub certainty: Certainty,
    /// Evidence.
    pub evidence: Vec<Evidence>,
    /// Source of the fact.
    pub source: String,
}
readable!(Finding { message, severity, certainty, evidence, source });
