//! A recipe, and when its steps are done.

use super::{AttrDefault, Recipe, Step, Train};

/// A recipe, and when each of its steps is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The recipe.
    pub recipe: Recipe,
    /// The releases, oldest first.
    pub train: Train,
    /// For each of [`Recipe::steps`], the release in which it is done; `None` if it is not done.
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
}
