//! The plan that the rules allow.

use super::{AttrDefault, Plan, Recipe, Train, broken};

impl Plan {
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
