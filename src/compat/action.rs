//! Actions: ways to load a file. "Loads" has a meaning only within an action, and each action has its own window.

use super::knowledge::{ChannelIndex, Range, flat_len};
use super::vocabulary::Outcome;
use crate::json::readable;
use serde::Serialize;

/// A way to load a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Action {
    /// Graphs: `import_graph_def`, `import_meta_graph`.
    #[default]
    Import,
    /// Checkpoints: `tf.train.Checkpoint.restore` or `tf.train.Saver` fills the variables of a program.
    Restore,
    /// Checkpoints: `tf.train.load_variable` of everything that `tf.train.list_variables` lists.
    Read,
    /// SavedModels: `tf.saved_model.load`; on 1.x its loader.
    Load,
    /// SavedModels: the loader of 1.x, on 2.x `tf.compat.v1.saved_model.load`.
    V1Loader,
    /// SavedModels: `load_model` of Keras.
    Keras,
    /// TFLite: the interpreter with its defaults: built-in ops and default delegates.
    DefaultDelegates,
    /// TFLite: the interpreter with built-in ops and no delegate.
    BuiltinOps,
    /// TFLite: the interpreter with built-in ops and those of MediaPipe.
    MediapipeOps,
    /// Keras files: `load_model`.
    LoadModel,
    /// Keras files: `load_weights` into a model that code has built.
    LoadWeights,
}
readable!(enum Action {
    "import" => Import,
    "restore" => Restore,
    "read" => Read,
    "load" => Load,
    "v1-loader" => V1Loader,
    "keras" => Keras,
    "default-delegates" => DefaultDelegates,
    "builtin-ops" => BuiltinOps,
    "mediapipe-ops" => MediapipeOps,
    "load-model" => LoadModel,
    "load-weights" => LoadWeights,
});

impl Action {
    /// Every action.
    pub const ALL: [Self; 11] = [
        Self::Import,
        Self::Restore,
        Self::Read,
        Self::Load,
        Self::V1Loader,
        Self::Keras,
        Self::DefaultDelegates,
        Self::BuiltinOps,
        Self::MediapipeOps,
        Self::LoadModel,
        Self::LoadWeights,
    ];

    /// Its name in the report, in tables, on the command line and in ids of messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Import => "import",
            Self::Restore => "restore",
            Self::Read => "read",
            Self::Load => "load",
            Self::V1Loader => "v1-loader",
            Self::Keras => "keras",
            Self::DefaultDelegates => "default-delegates",
            Self::BuiltinOps => "builtin-ops",
            Self::MediapipeOps => "mediapipe-ops",
            Self::LoadModel => "load-model",
            Self::LoadWeights => "load-weights",
        }
    }

    /// Whether releases print the same messages as in the default action of the kind, as far as recorded.
    pub(super) fn prints_as_usual(self) -> bool {
        matches!(self, Self::Read | Self::BuiltinOps)
    }

    /// The action of a name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.word() == word)
    }
}

/// An action of a kind of file: its channels, and the outcome of each release for a file of this kind without
/// requirements.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The action.
    pub action: Action,
    /// Channels that have it.
    pub channels: Vec<ChannelIndex>,
    /// `Unknown` without facts.
    pub(super) base: Vec<Outcome>,
}

impl Offer {
    /// An action of these channels; `known` selects the releases with facts.
    pub fn new(action: Action, channels: Vec<ChannelIndex>, known: impl Fn(usize) -> bool) -> Self {
        let base = (0..flat_len()).map(|at| if known(at) { Outcome::Loads } else { Outcome::Unknown }).collect();
        Self { action, channels, base }
    }

    /// The same channels and facts in another action.
    pub fn of_same(&self, action: Action) -> Self {
        Self { action, ..self.clone() }
    }

    /// Marks spans of releases as unknown.
    pub fn unknown(mut self, spans: &[Range]) -> Self {
        spans.iter().flat_map(Range::releases).for_each(|at| self.base[at] = Outcome::Unknown);
        self
    }
}
