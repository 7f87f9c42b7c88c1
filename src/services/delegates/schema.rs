//! Contract of delegates and other engines: the JSON of `vintage delegates --json` and of the explorer worker.

pub use crate::compat::{EngineKind, Takes};
use crate::json::{readable, vocabulary};
use crate::report::schema::{Certainty, ErrorInfo, Evidence, Message, Outcome};
use serde::Serialize;

/// Delegates and other runtimes of a TFLite model, beside its windows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DelegateReport {
    /// Number of the contract: [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// The error; the lists are empty then.
    pub error: Option<ErrorInfo>,
    /// Delegates, engines and compilers.
    pub delegates: Vec<Delegate>,
    /// The ops as an application of TensorFlow Lite Micro registers them.
    pub resolver: Resolver,
    /// Op versions that can be lowered in the file.
    pub versions: Vec<OpVersion>,
    /// Packages that follow a channel.
    pub channels: Vec<Following>,
}
readable!(DelegateReport { schema, error, delegates, resolver, versions, channels });

/// Result of one engine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Delegate {
    /// Stable id, such as `xnnpack`.
    pub id: String,
    /// Kind of the engine.
    pub kind: EngineKind,
    /// Verdict over all nodes.
    pub verdict: DelegateVerdict,
    /// Nodes in all subgraphs.
    pub nodes: u32,
    /// Nodes that it takes, for certain or as far as its conditions are known.
    pub taken: u32,
    /// Nodes among them with unlisted conditions.
    pub may: u32,
    /// Segments that it would run if it took them all; 0 if it does not split.
    pub segments: u32,
    /// Nodes that run on it by default.
    pub by_default: u32,
    /// Number of segments it takes by default; null for all of them.
    pub max_segments: Option<u32>,
    /// Minimum number of nodes of a segment by default.
    pub min_nodes: u32,
    /// First part of its literal message; empty when unknown.
    pub says: String,
    /// Source of the facts.
    pub source: String,
    /// One entry per subgraph.
    pub subgraphs: Vec<Part>,
    /// Nodes by verdict, op and reason; refusals first.
    pub groups: Vec<Group>,
    /// Number of groups beyond those.
    pub groups_left_out: u32,
    /// The result by device, the least capable one first; empty if all ops require the same.
    pub devices: Vec<OnDevice>,
}
readable!(Delegate {
    id,
    kind,
    verdict,
    nodes,
    taken,
    may,
    segments,
    by_default,
    max_segments,
    min_nodes,
    says,
    source,
    subgraphs,
    groups,
    groups_left_out,
    devices
});

vocabulary! {
    /// Verdict of an engine over all nodes of a model.
    pub enum DelegateVerdict {
        /// It takes every node.
        All = "all",
        /// It takes every node, as far as its conditions are known.
        May = "may",
        /// It takes some nodes.
        Part = "part",
        /// It takes no node.
        None = "none",
        /// An engine or compiler lacks something.
        Refused = "refused",
        /// No fact covers some nodes.
        #[default]
        Unknown = "unknown",
    }
}

vocabulary! {
    /// Where a segment runs.
    pub enum RunsOn {
        /// On the delegate.
        Delegate = "delegate",
        /// The delegate takes it, but leaves it on the CPU by default.
        Small = "small",
        /// On the CPU.
        #[default]
        Cpu = "cpu",
    }
}

vocabulary! {
    /// Whether a lower version than the declared one is enough for an op.
    pub enum LoweringVerdict {
        /// It can be lowered to the required version without loss.
        Lower = "lower",
        /// Anything lower loses something.
        Keep = "keep",
        /// The declared version is below what the nodes need: a release may load it and return wrong results.
        TooLow = "too-low",
        /// It is version 1.
        Lowest = "lowest",
        /// The rules for its types are incomplete.
        Unsure = "unsure",
        /// No rule is known.
        #[default]
        Unknown = "unknown",
    }
}

/// Nodes that an engine takes on a device that meets a condition but not the next higher one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OnDevice {
    /// The condition, such as `android sdk >= 29`; empty for any device.
    pub platform: String,
    /// As [`Delegate::verdict`].
    pub verdict: DelegateVerdict,
    /// Nodes that it takes, for certain or as far as its conditions are known.
    pub taken: u32,
    /// Nodes among them with unlisted conditions.
    pub may: u32,
    /// Nodes that it does not take.
    pub refused: u32,
    /// Segments that it would run if it took them all.
    pub segments: u32,
    /// Nodes that run on it by default.
    pub by_default: u32,
}
readable!(OnDevice { platform, verdict, taken, may, refused, segments, by_default });

/// A subgraph as an engine sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Name; empty for the main graph.
    pub graph: String,
    /// One character per node, in file order: `y` taken, `m` taken as far as known, `n` not taken, `?` unknown.
    pub takes: String,
    /// Segments in the order in which they run.
    pub segments: Vec<Segment>,
    /// Nodes on the CPU between two delegated segments: without them there would be fewer.
    pub breaks: Vec<u32>,
}
readable!(Part { graph, takes, segments, breaks });

/// Nodes that run together.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Segment {
    /// `delegate`; `small` (taken, but left on the CPU by default); or `cpu`.
    pub on: RunsOn,
    /// Spans of operator indices, first and last.
    pub nodes: Vec<(u32, u32)>,
}
readable!(Segment { on, nodes });

/// Nodes of one op with the same verdict for the same reason.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Group {
    /// Whether the engine takes them.
    pub takes: Takes,
    /// Name of the op.
    pub op: String,
    /// Version of the op.
    pub version: i32,
    /// Reason: text `delegate-why-<id>`.
    pub why: Message,
    /// The deciding rule: text `delegate-rule-<rule>`; may be empty.
    pub rule: String,
    /// That rule as the table writes it.
    pub condition: String,
    /// Required device; empty for any.
    pub platform: String,
    /// How many nodes.
    pub count: u32,
    /// The first ones.
    pub evidence: Vec<Evidence>,
    /// Source of the fact.
    pub source: String,
}
readable!(Group { takes, op, version, why, rule, condition, platform, count, evidence, source });

/// Ops that an application of TensorFlow Lite Micro registers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Resolver {
    /// Functions of `MicroMutableOpResolver`.
    pub adders: Vec<String>,
    /// Ops that Micro has, but whose function is unknown.
    pub unnamed: Vec<String>,
    /// Ops that Micro does not have.
    pub missing: Vec<String>,
    /// The list as C++ to paste; empty when there is nothing to register.
    pub code: String,
}
readable!(Resolver { adders, unnamed, missing, code });

/// An op, the version it declares, and the one it needs.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OpVersion {
    /// Name of the op.
    pub op: String,
    /// Version in the file.
    pub declared: i32,
    /// Version that the rules require; null without a rule.
    pub required: Option<i32>,
    /// Whether a lower version is enough.
    pub verdict: LoweringVerdict,
    /// Reason for `required`: text `reason-<id>`; null for the baseline version.
    pub reason: Option<Message>,
    /// First TensorFlow release that takes the declared version; null without one.
    pub since: Option<String>,
    /// First TensorFlow release that takes the required version.
    pub since_required: Option<String>,
    /// How many nodes use the op at this version.
    pub count: u32,
    /// A node that needs it.
    pub evidence: Vec<Evidence>,
    /// Source of the rule.
    pub source: String,
}
readable!(OpVersion { op, declared, required, verdict, reason, since, since_required, count, evidence, source });

/// A package that follows a channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Following {
    /// Stable id, such as `maven-tensorflow-lite`.
    pub id: String,
    /// Name under which it is published.
    pub package: String,
    /// The channel whose releases it follows.
    pub follows: String,
    /// Last release; empty when it continues.
    pub last: String,
    /// Whether there will be no release after `last`.
    pub ended: bool,
    /// Releases of the channel in that span that load the model.
    pub releases: Vec<String>,
    /// Outcome of the newest release in that span.
    pub newest: Outcome,
    /// The literal message of the newest one, if it refuses and the message is known.
    pub prints: Option<String>,
    /// Certainty.
    pub certainty: Certainty,
    /// Note: text `delegate-channel-<note>`.
    pub note: String,
    /// Source of the fact.
    pub source: String,
}
readable!(Following { id, package, follows, last, ended, releases, newest, prints, certainty, note, source });
