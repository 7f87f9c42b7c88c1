//! Contract of a comparison: the JSON of `vintage compare --json` and of the explorer worker.

use crate::json::{readable, vocabulary};
use crate::report::schema::{ErrorInfo, Kind, Message, Outcome, Requirement};
use serde::Serialize;
use serde_json::Value;

/// A comparison of two artifacts by meaning, not by position in their files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Comparison {
    /// Number of the contract: [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// The first artifact.
    pub a: Side,
    /// The second one.
    pub b: Side,
    /// How they are compared; empty when they cannot be.
    pub compared_as: ComparedAs,
    /// The reason they cannot be compared, or only in part: `compare-<id>` with values.
    pub refusal: Option<Message>,
    /// Kind of that reason; missing without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal_kind: Option<RefusalKind>,
    /// Parts of either that could not be read: the comparison covers the rest.
    pub problems: Vec<ErrorInfo>,
    /// Whether there are no differences below. Stored values are compared separately: [`Values`].
    pub same: bool,
    /// Channels in which a verdict differs.
    pub windows: Vec<WindowMove>,
    /// Requirements that only one of them has.
    pub requirements: Vec<OneSided>,
    /// Counts by part.
    pub parts: Vec<Part>,
    /// Differences, part by part, in the order of the first file.
    pub changes: Vec<Change>,
    /// Stored values that both have: their number, and the total bytes of both sides.
    pub values: ToCompare,
}
readable!(Comparison {
    schema,
    a,
    b,
    compared_as,
    refusal,
    refusal_kind,
    problems,
    same,
    windows,
    requirements,
    parts,
    changes,
    values
});

/// One of the two.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Side {
    /// Kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// Bytes of all its files.
    pub bytes: u64,
}
readable!(Side { kind, name, bytes });

/// Changes of the window in one channel.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct WindowMove {
    /// Channel id.
    pub channel: String,
    /// Runs of releases that load the first: from, to.
    pub a: Vec<(String, String)>,
    /// The same of the second.
    pub b: Vec<(String, String)>,
    /// Releases that load the second but not the first.
    pub gained: Releases,
    /// Releases that load the first but not the second.
    pub lost: Releases,
    /// Every release whose verdict differs.
    pub verdicts: Vec<VerdictMove>,
    /// Requirements that moved it.
    pub because: Vec<Mover>,
}
readable!(WindowMove { channel, a, b, gained, lost, verdicts, because });

/// Some releases of a channel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Releases {
    /// Each of them, in channel order.
    pub names: Vec<String>,
    /// The same as runs: from, to.
    pub runs: Vec<(String, String)>,
}
readable!(Releases { names, runs });

/// A verdict that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct VerdictMove {
    /// Release.
    pub release: String,
    /// Outcome of the first.
    pub a: Outcome,
    /// Outcome of the second.
    pub b: Outcome,
}
readable!(VerdictMove { release, a, b });

/// A requirement that moved a window.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Mover {
    /// Index into [`Comparison::requirements`].
    pub requirement: u32,
    /// Releases whose verdict it decided.
    pub releases: Releases,
}
readable!(Mover { requirement, releases });

/// A requirement that only one side has.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct OneSided {
    /// The side that has it.
    pub side: OneOf,
    /// The requirement.
    pub requirement: Requirement,
}
readable!(OneSided { side, requirement });

vocabulary! {
    /// Why two artifacts cannot be compared.
    pub enum RefusalKind {
        /// One of them is not open.
        #[default]
        NotOpen = "not_open",
        /// One of them could not be read.
        Unreadable = "unreadable",
        /// Their kinds have nothing in common.
        Kinds = "kinds",
    }
}

vocabulary! {
    /// How two artifacts are compared.
    pub enum ComparedAs {
        /// They are not.
        #[default]
        Nothing = "",
        /// TFLite models.
        Tflite = "tflite",
        /// Graphs of TensorFlow.
        Graph = "graph",
        /// Stored variables.
        Variables = "variables",
        /// Keras files.
        Keras = "keras",
        /// Facts about the files.
        Facts = "facts",
    }
}

vocabulary! {
    /// One of two artifacts.
    pub enum OneOf {
        /// The first.
        #[default]
        A = "a",
        /// The second.
        B = "b",
    }
}

vocabulary! {
    /// How something differs.
    pub enum ChangeKind {
        /// Only the second has it.
        Added = "added",
        /// Only the first has it.
        Removed = "removed",
        /// Both have it, with differences.
        #[default]
        Changed = "changed",
    }
}

vocabulary! {
    /// Kinds of things that are compared.
    pub enum PartKind {
        /// Facts about the file.
        #[default]
        File = "file",
        /// A signature.
        Signature = "signature",
        /// A meta graph of a SavedModel.
        MetaGraph = "meta graph",
        /// The metadata of a TFLite model.
        Metadata = "metadata",
        /// A subgraph.
        Graph = "graph",
        /// A node, an operator.
        Node = "node",
        /// A tensor.
        Tensor = "tensor",
        /// A function.
        Function = "function",
        /// A layer of Keras.
        Layer = "layer",
        /// The model of a Keras file.
        Model = "model",
        /// The training configuration of a Keras file.
        Compile = "compile",
        /// A variable.
        Variable = "variable",
        /// An object of a checkpoint.
        Object = "object",
    }
}

/// Counts of one kind of compared item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Part {
    /// The kind of thing.
    pub part: PartKind,
    /// Number of items that both have without differences.
    pub same: u64,
    /// Number of items that only the second has.
    pub added: u64,
    /// Number of items that only the first has.
    pub removed: u64,
    /// Number of items that both have with differences.
    pub changed: u64,
}
readable!(Part { part, same, added, removed, changed });

/// Something that differs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Change {
    /// As in [`Part::part`].
    pub part: PartKind,
    /// How it differs.
    pub how: ChangeKind,
    /// Its subgraph or function; empty for the main graph and for items outside graphs.
    pub scope: String,
    /// Its name in the first file, or in the only one that has it.
    pub name: String,
    /// Its name in the second file, if different; otherwise empty.
    pub renamed: String,
    /// Short description: an op, a type and shape, a class.
    pub what: String,
    /// Differences; empty for items that only one side has.
    pub fields: Vec<Field>,
}
readable!(Change { part, how, scope, name, renamed, what, fields });

/// A field that differs. Long lists are shortened to the difference.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Field {
    /// Its name.
    pub field: String,
    /// Before; null if the first has none.
    pub a: Option<String>,
    /// After; null if the second has none.
    pub b: Option<String>,
}
readable!(Field { field, a, b });

/// Stored values to compare.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ToCompare {
    /// Pairs.
    pub pairs: u64,
    /// Bytes of both sides.
    pub bytes: u64,
}
readable!(ToCompare { pairs, bytes });

/// Comparison of stored values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "ComparedValues"))]
pub struct Values {
    /// Relative difference within which two numbers are close.
    pub relative: f64,
    /// Absolute difference within which two numbers are close: |a - b| <= absolute + relative * |b|.
    pub absolute: f64,
    /// One entry per pair.
    pub values: Vec<ValuePair>,
}
readable!(Values { relative, absolute, values });

/// Two values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct ValuePair {
    /// Name in the first file: a key, a tensor's name, a node with its attr.
    pub name: String,
    /// Name in the second, if different; otherwise empty.
    pub renamed: String,
    /// dtypes of both.
    pub dtypes: (String, String),
    /// Shapes of both.
    pub shapes: (Vec<i64>, Vec<i64>),
    /// Bytes of both.
    pub bytes: u64,
    /// Result.
    pub verdict: ValueVerdict,
    /// Whether quantized values were compared by their real values, and not as stored.
    pub dequantized: bool,
    /// Elements compared.
    pub count: u64,
    /// Elements that are not equal; two NaNs are equal.
    pub differing: u64,
    /// Elements that are not even close.
    pub far: u64,
    /// Elements of which only one is NaN.
    pub unordered: u64,
    /// L2 norm of the difference: a number, or `inf`; null for strings and values that cannot be compared. Elements of
    /// which only one is NaN are not in it.
    pub norm: Option<Value>,
    /// The norm of the difference relative to that of the finite elements of the first value; null if that is zero.
    pub change: Option<Value>,
    /// Position of the largest difference.
    pub largest: Option<Largest>,
    /// The reason it could not be read, or the wrong checksum.
    pub error: Option<ErrorInfo>,
}
readable!(ValuePair {
    name,
    renamed,
    dtypes,
    shapes,
    bytes,
    verdict,
    dequantized,
    count,
    differing,
    far,
    unordered,
    norm,
    change,
    largest,
    error
});

/// How two values compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueVerdict {
    /// Every element is equal.
    Exact,
    /// Every element is equal or close.
    Close,
    /// Some are not close.
    Different,
    /// They have other numbers of elements, or types that cannot be compared.
    Incomparable,
    /// One could not be read.
    #[default]
    Unreadable,
}
readable!(enum ValueVerdict {
    "exact" => Exact,
    "close" => Close,
    "different" => Different,
    "incomparable" => Incomparable,
    "unreadable" => Unreadable,
});

/// The largest difference of two values.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Largest {
    /// Index of the element in the first value's shape.
    pub at: Vec<u64>,
    /// Difference: a number, or `inf`; null for strings.
    pub difference: Option<Value>,
    /// The first value's element.
    pub a: Value,
    /// The second value's element.
    pub b: Value,
}
readable!(Largest { at, difference, a, b });
