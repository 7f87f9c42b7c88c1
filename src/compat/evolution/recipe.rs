//! Ways of changing an op, and their steps.

use crate::json::vocabulary;

vocabulary! {
/// A way of changing ops that the version guide describes.
pub enum Recipe {
    /// A new attr of an op that exists.
    #[default]
    AddAttr = "add-attr",
    /// A new op that nothing uses by default.
    AddOp = "add-op",
    /// A new op, and the Python functions that exist begin to write it.
    AddOpAndSwitch = "add-op-and-switch",
    /// An op, or a part of it, is removed.
    Remove = "remove",
    /// An op gets another meaning, finally under its old name.
    Change = "change",
    /// One release is so broken that no new graph should load there.
    Ban = "ban",
}
}

vocabulary! {
/// A step of a recipe, done in some release.
pub enum Step {
    /// The new op or attr is registered.
    #[default]
    Register = "register",
    /// Python functions begin to write it.
    Switch = "switch",
    /// Code outside TensorFlow no longer writes the removed part.
    StopWriting = "stop-writing",
    /// The removed part is registered as deprecated: graphs of this release and later may not contain it.
    Deprecate = "deprecate",
    /// It is removed, and graphs that could contain it are refused by their producer number.
    Remove = "remove",
    /// The old name comes back with the meaning of the new op.
    Reuse = "reuse",
    /// Python functions write the old name again.
    SwitchBack = "switch-back",
    /// The intermediate op is removed.
    RemoveSecond = "remove-second",
    /// New graphs name the bad release.
    Ban = "ban",
}
}

vocabulary! {
/// Meaning of a missing attr.
pub enum AttrDefault {
    /// The value with which the op does what it did.
    #[default]
    Same = "same",
    /// A value with which the op does something else.
    Other = "other",
    /// There is no default.
    None = "none",
}
}

impl Step {
    /// Whether the recipe can stop existing graphs from loading.
    pub fn takes_away(self) -> bool {
        matches!(self, Self::Remove | Self::RemoveSecond)
    }
}

impl Recipe {
    /// Its steps, in the order in which they must come.
    pub fn steps(self) -> &'static [Step] {
        match self {
            Self::AddAttr | Self::AddOpAndSwitch => &[Step::Register, Step::Switch],
            Self::AddOp => &[Step::Register],
            Self::Remove => &[Step::StopWriting, Step::Deprecate, Step::Remove],
            Self::Change => &[
                Step::Register,
                Step::Switch,
                Step::Deprecate,
                Step::Remove,
                Step::Reuse,
                Step::SwitchBack,
                Step::RemoveSecond,
            ],
            Self::Ban => &[Step::Ban],
        }
    }

    /// Whether the GraphDef number goes up with a step of this recipe, as the guide requires.
    pub fn bumps(self, step: Step) -> bool {
        match step {
            Step::Register => matches!(self, Self::AddOpAndSwitch | Self::Change),
            Step::Deprecate | Step::Reuse | Step::Ban => true,
            Step::Switch | Step::StopWriting | Step::Remove | Step::SwitchBack | Step::RemoveSecond => false,
        }
    }
}
