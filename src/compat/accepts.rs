//! Builds the outcome of every release for one requirement out of table rows.

use super::knowledge::{Flat, Range, flat_len, flat_release, range, table};
use super::prints::Print;
use super::{Certainty, Evidence, Outcome, Release, Requirement, Subject};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Outcomes by release; releases without facts stay [`Outcome::Unknown`] whatever is set.
pub struct Accepts {
    outcomes: Vec<Outcome>,
    /// By release: the rule that lets it take the file all the same; see [`Self::excuse`].
    excused: Vec<Option<&'static str>>,
    known: fn(&Release) -> Option<Certainty>,
}

/// What each release does with one requirement.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// Outcomes, all channels one after the other.
    pub outcomes: Vec<Outcome>,
    /// Releases that lack what is asked for and take the file all the same: rule, first and last release.
    pub exceptions: Vec<(&'static str, Flat, Flat)>,
}

/// Whether and how the TFLite facts of a release are known.
pub fn tflite(release: &Release) -> Option<Certainty> {
    release.tflite
}

/// Whether and how the graph facts of a release are known.
pub fn graph(release: &Release) -> Option<Certainty> {
    release.graph
}

/// Whether and how the Keras of a release is known.
pub fn keras(release: &Release) -> Option<Certainty> {
    release.keras
}

/// Whether a release reads checkpoints, and how its numbers are known.
pub fn checkpoint(release: &Release) -> Option<Certainty> {
    release.checkpoint_version.map(|_| Certainty::Observed)
}

impl Accepts {
    /// The same outcome everywhere that facts reach.
    pub fn all(outcome: Outcome, known: fn(&Release) -> Option<Certainty>) -> Self {
        let outcomes = (0..flat_len())
            .map(|at| if known(flat_release(at).1).is_some() { outcome } else { Outcome::Unknown })
            .collect();
        Self { outcomes, excused: vec![None; flat_len()], known }
    }

    /// Sets a span of releases.
    pub fn set(&mut self, range: Range, outcome: Outcome) {
        for at in range.releases() {
            self.set_at(at, outcome);
        }
    }

    /// Sets one release.
    pub fn set_at(&mut self, at: usize, outcome: Outcome) {
        if (self.known)(flat_release(at).1).is_some() {
            self.outcomes[at] = outcome;
            self.excused[at] = None;
        }
    }

    /// Sets the spans of a rule of `checks.csv`; gives back the source of the fact, `None` when no row names the rule.
    pub fn check(&mut self, rule: &str) -> Option<&'static str> {
        let checks = checks().get(rule)?;
        checks.iter().for_each(|check| self.set(check.range, check.outcome));
        checks.first().map(|check| check.source)
    }

    /// The same for a rule about loaders that do not look: those that it makes take the file are kept as exceptions.
    pub fn excuse(&mut self, rule: &'static str) {
        for check in checks().get(rule).map_or(&[][..], Vec::as_slice) {
            for at in check.range.releases() {
                let before = self.outcomes[at];
                self.set_at(at, check.outcome);
                if self.outcomes[at] != before && self.outcomes[at].is_good() {
                    self.excused[at] = Some(rule);
                }
            }
        }
    }

    /// Whether no release does anything but load.
    pub fn only_loads(&self) -> bool {
        self.outcomes.iter().all(|o| matches!(o, Outcome::Loads | Outcome::Unknown))
    }

    /// The outcome of one release.
    pub fn at(&self, at: usize) -> Outcome {
        self.outcomes[at]
    }

    /// The outcomes and the exceptions.
    pub fn done(self) -> Accepted {
        let mut exceptions: Vec<(&'static str, Flat, Flat)> = Vec::new();
        for (at, rule) in self.excused.iter().enumerate().filter_map(|(at, rule)| Some((at, (*rule)?))) {
            // Channels lie one after the other: a run ends with its channel.
            match exceptions.last_mut() {
                Some((of, _, last)) if *of == rule && *last + 1 == at && flat_release(at).0.first_flat != at => {
                    *last = at
                }
                _ => exceptions.push((rule, at, at)),
            }
        }
        Accepted { outcomes: self.outcomes, exceptions }
    }
}

impl Requirement {
    /// What a file that a rule of `checks.csv` speaks of asks, over what `accepts` says without the rule. What a release
    /// prints stands under the rule's name, filled with `values`.
    pub fn of_rule(
        mut accepts: Accepts,
        rule: &'static str,
        subject: Subject,
        evidence: Vec<Evidence>,
        count: usize,
        step: (u32, u32),
        values: Vec<(&'static str, String)>,
    ) -> Self {
        let source = accepts.check(rule).unwrap_or_default().to_owned();
        Self {
            id: rule,
            subject,
            reason: None,
            evidence,
            count: count as u32,
            certainty: Certainty::Observed,
            source,
            accepts: accepts.done(),
            step,
            early: None,
            prints: vec![Print { rule, values, on: None }],
        }
    }
}

/// The first span of a rule of `checks.csv`.
pub fn check_range(rule: &str) -> Option<Range> {
    checks().get(rule)?.first().map(|check| check.range)
}

struct Check {
    range: Range,
    outcome: Outcome,
    source: &'static str,
}

fn checks() -> &'static HashMap<&'static str, Vec<Check>> {
    static ALL: OnceLock<HashMap<&'static str, Vec<Check>>> = OnceLock::new();
    ALL.get_or_init(|| {
        let t = table("checks");
        let mut all: HashMap<&'static str, Vec<Check>> = HashMap::new();
        for r in 0..t.rows {
            let cell = |column: &str| t.column(column).at(r);
            all.entry(cell("rule")).or_default().push(Check {
                range: range(cell("on"), cell("first"), cell("last")),
                outcome: match cell("outcome") {
                    "loads" => Outcome::Loads,
                    "warns" => Outcome::Warns,
                    "refused" => Outcome::Refused,
                    _ => Outcome::Unknown,
                },
                source: cell("source"),
            });
        }
        all
    })
}
