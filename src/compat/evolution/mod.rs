//! Effects of a change to an op on graphs: recipes of the version guide, applied to a train of releases.
//!
//! Owns: recipes and their steps, the train (releases with dates and GraphDef numbers), the outcome of each graph in
//! each release, the violated rules of a plan. Must not know: real files, texts for the screen (rules carry ids and
//! values).
//!
//! The rules are those of the version guide (`tensorflow.org/guide/versions`: GraphDef compatibility, "How GraphDef
//! versions evolve") and the behavior of released binaries: 2.5.0 and later ignore attrs they do not know.

use crate::json::vocabulary;

mod date;
mod load;
mod rules;
mod says;
mod train;

pub use date::Date;
pub use load::{Cell, Load, Matrix, State, matrix, state};
pub use rules::{Broken, broken};
pub use says::says;
pub use train::{LONGEST, Train, TrainRelease, version};

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
/// A thing that is done in some release.
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
    /// Whether something that graphs may have stops working.
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

/// A recipe, and when each of its steps is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The recipe.
    pub recipe: Recipe,
    /// The releases, oldest first.
    pub train: Train,
    /// For each of [`Recipe::steps`] the release in which it is done; `None` while it is not.
    pub at: Vec<Option<usize>>,
    /// [`Recipe::AddAttr`]: what a missing attr counts as.
    pub default: AttrDefault,
    /// [`Recipe::AddAttr`]: whether graphs are saved with `strip_default_attrs`.
    pub strips: bool,
    /// [`Recipe::AddOpAndSwitch`]: whether `min_consumer` is raised with the switch, which the guide advises against.
    pub raises_min_consumer: bool,
    /// [`Recipe::Ban`]: the bad releases.
    pub bad: Vec<usize>,
}

impl Plan {
    /// The release of a step; `None` when it is not done or not part of the recipe.
    pub fn of(&self, step: Step) -> Option<usize> {
        let place = self.recipe.steps().iter().position(|s| *s == step)?;
        self.at.get(place).copied().flatten()
    }

    /// Whether a step is done in a release or before it.
    pub fn done(&self, step: Step, release: usize) -> bool {
        self.of(step).is_some_and(|at| at <= release)
    }

    /// A plan that keeps every rule: each step in the first release that may have it; steps after the end of the train
    /// are not done.
    pub fn kept(recipe: Recipe, train: Train) -> Self {
        let mut plan = Self {
            recipe,
            at: vec![None; recipe.steps().len()],
            default: AttrDefault::Same,
            strips: true,
            raises_min_consumer: false,
            bad: Vec::new(),
            train,
        };
        let first = plan.train.first_planned();
        if recipe == Recipe::Ban {
            plan.bad = vec![first.saturating_sub(1)];
        }
        let mut from = first;
        for place in 0..plan.at.len() {
            let fits = (from..plan.train.len()).find(|&release| {
                plan.at[place] = Some(release);
                plan.train.number_all(plan.recipe, &plan.at);
                broken(&plan).iter().all(|rule| rule.step != Some(plan.recipe.steps()[place]))
            });
            plan.at[place] = fits;
            plan.train.number_all(plan.recipe, &plan.at);
            let Some(release) = fits else { break };
            from = release + 1;
        }
        plan
    }
}
