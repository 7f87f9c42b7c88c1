//! The closed vocabularies of verdicts: outcome, certainty, severity. Their names are those of the report's JSON.

use crate::json::{readable, vocabulary};
use serde::Serialize;

/// Certainty of a fact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    /// A released binary was run.
    Observed,
    /// Read from the implementation.
    #[default]
    Derived,
    /// A documented guarantee.
    Promised,
}
readable!(enum Certainty { "observed" => Observed, "derived" => Derived, "promised" => Promised });

impl Certainty {
    /// Every certainty, the most certain first.
    pub const ALL: [Self; 3] = [Self::Observed, Self::Derived, Self::Promised];

    /// Its name in the report and in ids of messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Observed => "observed",
            Self::Derived => "derived",
            Self::Promised => "promised",
        }
    }
}

/// Outcome of a file in a release. Ordered: of several requirements the greatest outcome decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It loads.
    Loads,
    /// It loads and warns, or loads but cannot run.
    Warns,
    /// Unknown: no fact covers it.
    #[default]
    Unknown,
    /// It refuses.
    Refused,
}
readable!(enum Outcome { "loads" => Loads, "warns" => Warns, "unknown" => Unknown, "refused" => Refused });

impl Outcome {
    /// Every outcome, the best first.
    pub const ALL: [Self; 4] = [Self::Loads, Self::Warns, Self::Unknown, Self::Refused];

    /// Its name in the report, in ids of messages and in classes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Loads => "loads",
            Self::Warns => "warns",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
        }
    }

    /// The outcome of a word of the tables; `Unknown` for any other word.
    pub fn from_word(word: &str) -> Self {
        Self::ALL.into_iter().find(|outcome| outcome.word() == word).unwrap_or_default()
    }

    /// Whether the file can be used there.
    pub fn is_good(self) -> bool {
        self <= Self::Warns
    }
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Information.
    #[default]
    Note,
    /// May surprise.
    Warning,
    /// Breaks something.
    Error,
}
readable!(enum Severity { "note" => Note, "warning" => Warning, "error" => Error });

impl Severity {
    /// Its name in the report, in ids of messages and in classes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

vocabulary! {
    /// Kind of evidence for a requirement.
    pub enum What {
        /// A node of a graph, an operator.
        #[default]
        Node = "node",
        /// A tensor of a `.tflite` file.
        Tensor = "tensor",
        /// A variable of a checkpoint.
        Variable = "variable",
        /// A field of the file.
        File = "file",
    }
}

vocabulary! {
    /// Kind of the subject of a requirement.
    pub enum SubjectKind {
        /// An op.
        #[default]
        Op = "op",
        /// A custom op of a `.tflite` file.
        CustomOp = "custom_op",
        /// An attr of an op, or its value.
        Attr = "attr",
        /// A type of values.
        Dtype = "dtype",
        /// A tensor or variable.
        Tensor = "tensor",
        /// A node.
        Node = "node",
        /// A device.
        Device = "device",
        /// A number of the file's VersionDef.
        Versions = "versions",
        /// A field of the file's header or top level.
        Header = "header",
        /// The form of a file within its kind.
        Form = "form",
        /// A message or field of a file in text form.
        Text = "text",
        /// A file of a checkpoint.
        File = "file",
        /// A class of Keras.
        Class = "class",
        /// An argument of such a class.
        Argument = "argument",
        /// A module of Keras.
        Module = "module",
        /// A function of Keras, such as a loss.
        Function = "function",
        /// A model's configuration.
        Config = "config",
        /// The groups in which weights are stored.
        Weights = "weights",
    }
}
