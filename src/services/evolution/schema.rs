//! A plan for changing an op, and its effects: the JSON of `vintage evolve --json` and of the explorer worker.

pub use crate::compat::evolution::{Recipe, Step};
use crate::json::{readable, vocabulary};
use crate::report::schema::{ErrorInfo, Message, Severity};
use serde::Serialize;

/// A plan for changing an op. Without steps, those that keep every rule are used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Plan {
    /// One of [`EvolutionReport::recipes`].
    pub recipe: String,
    /// Planned releases in addition to the default ones, or replacing them.
    pub releases: Vec<PlannedRelease>,
    /// Versions of default planned releases that are left out.
    pub without: Vec<String>,
    /// When steps are done; a step that is not named is not done.
    pub steps: Vec<PlannedStep>,
    /// `add-attr`: `same`, `other`, `none`; meaning of a missing attr.
    pub default: String,
    /// `add-attr`: graphs keep attrs with default values.
    pub keeps_defaults: bool,
    /// `add-op-and-switch`: `min_consumer` is raised with the switch.
    pub raises_min_consumer: bool,
    /// `ban`: versions of the bad releases; without any, the last one that has appeared.
    pub bad: Vec<String>,
}
readable!(Plan { recipe, releases, without, steps, default, keeps_defaults, raises_min_consumer, bad });

/// A release that has not appeared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlannedRelease {
    /// Such as `2.23.0`.
    pub version: String,
    /// Such as `2027-03-01`.
    pub date: String,
}
readable!(PlannedRelease { version, date });

/// When a step is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PlannedStep {
    /// Such as `register`.
    pub step: String,
    /// Version of the release.
    pub release: String,
}
readable!(PlannedStep { step, release });

/// Effects of a plan.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct EvolutionReport {
    /// Number of the contract: [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// Why the plan could not be read; the lists are empty then.
    pub error: Option<ErrorInfo>,
    /// All recipes.
    pub recipes: Vec<Recipe>,
    /// The plan as it was read: every step that is done, and the bad releases.
    pub plan: Plan,
    /// Steps of the recipe, in order.
    pub steps: Vec<StepInfo>,
    /// Releases, oldest first.
    pub releases: Vec<ReleaseInfo>,
    /// Graphs, by the release that writes them: those with the change first.
    pub graphs: Vec<GraphInfo>,
    /// Rules that the plan breaks, the worst first.
    pub broken: Vec<BrokenRule>,
}
readable!(EvolutionReport { schema, error, recipes, plan, steps, releases, graphs, broken });

/// A step of a recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct StepInfo {
    /// The step.
    pub step: Step,
    /// Whether the GraphDef number goes up with it.
    pub bumps: bool,
    /// Version of the release in which it is done; null while it is not.
    pub release: Option<String>,
}
readable!(StepInfo { step, bumps, release });

/// Message ids of the columns about a [`ReleaseInfo`], in the order in which page and CLI show them.
pub const RELEASE_COLUMNS: [&str; 6] = [
    "evolution-release",
    "evolution-date",
    "evolution-number",
    "evolution-min-producer",
    "evolution-min-consumer",
    "evolution-bad-consumers",
];

/// A release and its version numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReleaseInfo {
    /// Such as `2.22.0`.
    pub version: String,
    /// When it appears.
    pub date: String,
    /// False for one that has appeared.
    pub planned: bool,
    /// Whether the train has it by default; it is then left out by name.
    pub usual: bool,
    /// Its GraphDef number: the producer of its graphs, and its number as a consumer.
    pub number: i32,
    /// Smallest producer that it accepts.
    pub min_producer: i32,
    /// `min_consumer` of its graphs.
    pub min_consumer: i32,
    /// Consumers that its graphs refuse.
    pub bad_consumers: Vec<i32>,
}
readable!(ReleaseInfo { version, date, planned, usual, number, min_producer, min_consumer, bad_consumers });

/// Graphs of one release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct GraphInfo {
    /// Version of the release that writes them.
    pub producer: String,
    /// Whether they contain the change of the plan.
    pub concerned: bool,
    /// Outcomes in each release, oldest first.
    pub loads: Vec<LoadInfo>,
}
readable!(GraphInfo { producer, concerned, loads });

/// A graph in a release.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LoadInfo {
    /// Version of the release that loads it.
    pub consumer: String,
    /// Result of loading it.
    pub outcome: LoadOutcome,
    /// The rule that refuses it; empty if none does.
    pub rule: String,
    /// Message of the release; null if it loads.
    pub prints: Option<String>,
}
readable!(LoadInfo { consumer, outcome, rule, prints });

vocabulary! {
    /// Result of loading a graph in a release.
    pub enum LoadOutcome {
        /// It loads.
        #[default]
        Loads = "loads",
        /// It loads and ignores an attr that it does not know.
        Ignores = "ignores",
        /// It does something else without a message.
        Differs = "differs",
        /// It loads, and the release is the bad one.
        Unsafe = "unsafe",
        /// It is refused.
        Refused = "refused",
    }
}

/// A rule that the plan breaks.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BrokenRule {
    /// Id and values: `evolution-rule-<id>`, `evolution-rule-<id>-advice`.
    pub message: Message,
    /// How much it matters.
    pub severity: Severity,
    /// The step that breaks it; null if it is not about a step.
    pub step: Option<Step>,
}
readable!(BrokenRule { message, severity, step });
