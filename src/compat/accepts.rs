//! Builds the outcome of every release for one requirement from table rows.

use super::action::Action;
use super::knowledge::{Flat, Range, Release, flat_len, flat_release, range, table};
use super::vocabulary::{Certainty, Outcome};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Outcomes by release. Releases without facts stay [`Outcome::Unknown`], whatever is set.
pub struct Accepts {
    outcomes: Vec<Outcome>,
    /// By release: the rule that lets it load the file anyway; see [`Self::excuse`].
    excused: Vec<Option<&'static str>>,
    /// Actions in which some release has another outcome.
    apart: Vec<(Action, Vec<Outcome>)>,
    known: fn(&Release) -> Option<Certainty>,
}

/// Outcome of one requirement for each release.
#[derive(Clone, Debug, PartialEq)]
pub struct Accepted {
    /// Outcomes, all channels one after another.
    pub outcomes: Vec<Outcome>,
    /// Releases that lack the required feature but load the file: rule, first and last release.
    pub exceptions: Vec<(&'static str, Flat, Flat)>,
    /// Outcomes in actions other than the usual one, where they differ.
    pub apart: Vec<(Action, Vec<Outcome>)>,
}

impl Accepted {
    /// Outcomes in another action, where they differ from the usual one's.
    pub fn apart(&self, action: Action) -> Option<&[Outcome]> {
        self.apart.iter().find(|(of, _)| *of == action).map(|(_, outcomes)| outcomes.as_slice())
    }

    /// Makes the first of a kind's actions the default: its outcomes apply to every action without outcomes of its own.
    pub fn settle(&mut self, actions: &[Action]) {
        let Some((usual, others)) = actions.split_first() else { return };
        let Some(place) = self.apart.iter().position(|(of, _)| of == usual) else { return };
        let common = std::mem::replace(&mut self.outcomes, self.apart.remove(place).1);
        for action in others {
            if self.apart(*action).is_none() {
                self.apart.push((*action, common.clone()));
            }
        }
    }
}

/// Certainty of the TFLite facts of a release; `None` without facts.
pub fn tflite(release: &Release) -> Option<Certainty> {
    release.tflite
}

/// Certainty of the graph facts of a release; `None` without facts.
pub fn graph(release: &Release) -> Option<Certainty> {
    release.graph
}

/// Certainty of the graph facts of a release, or of its Keras facts if it loads no graphs.
pub fn graph_or_keras(release: &Release) -> Option<Certainty> {
    release.graph.or(release.keras)
}

/// Certainty of the Keras facts of a release; `None` without facts.
pub fn keras(release: &Release) -> Option<Certainty> {
    release.keras
}

/// Certainty of the checkpoint facts of a release; `None` without facts.
pub fn checkpoint(release: &Release) -> Option<Certainty> {
    release.checkpoint_version.map(|_| Certainty::Observed)
}

impl Accepts {
    /// The same outcome for every release with facts.
    pub fn all(outcome: Outcome, known: fn(&Release) -> Option<Certainty>) -> Self {
        let outcomes = (0..flat_len())
            .map(|at| if known(flat_release(at).1).is_some() { outcome } else { Outcome::Unknown })
            .collect();
        Self { outcomes, excused: vec![None; flat_len()], apart: Vec::new(), known }
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
            self.apart.iter_mut().for_each(|(_, outcomes)| outcomes[at] = outcome);
        }
    }

    /// Sets a span of releases in one action.
    pub fn set_in(&mut self, action: Action, range: Range, outcome: Outcome) {
        range.releases().for_each(|at| self.set_at_in(action, at, outcome));
    }

    /// Sets one release in one action.
    pub fn set_at_in(&mut self, action: Action, at: usize, outcome: Outcome) {
        if (self.known)(flat_release(at).1).is_some() {
            self.of(action)[at] = outcome;
        }
    }

    /// Outcomes of one action, separate from the default action's from now on.
    fn of(&mut self, action: Action) -> &mut Vec<Outcome> {
        if self.apart.iter().all(|(of, _)| *of != action) {
            self.apart.push((action, self.outcomes.clone()));
        }
        let place = self.apart.iter().position(|(of, _)| *of == action).unwrap_or_default();
        &mut self.apart[place].1
    }

    /// Sets one release as an exception by a rule.
    pub fn except_at(&mut self, at: usize, outcome: Outcome, rule: &'static str) {
        self.set_at(at, outcome);
        self.excused[at] = Some(rule);
    }

    /// Sets the spans of a rule of `checks.csv`; returns the source of the fact, `None` when no row names the rule.
    pub fn check(&mut self, rule: &str) -> Option<&'static str> {
        let checks = checks().get(rule)?;
        for check in checks {
            match &check.actions[..] {
                [] => self.set(check.range, check.outcome),
                some => some.iter().for_each(|action| self.set_in(*action, check.range, check.outcome)),
            }
        }
        checks.first().map(|check| check.source)
    }

    /// The same for a rule about loaders without the check; keeps the releases that load the file because of it as
    /// exceptions.
    pub fn excuse(&mut self, rule: &'static str) {
        for check in checks().get(rule).map_or(&[][..], Vec::as_slice) {
            for at in check.range.releases() {
                // The first action of a rule is the usual one; its exceptions are kept.
                let before = self.outcome_in(check.actions.first(), at);
                match &check.actions[..] {
                    [] => self.set_at(at, check.outcome),
                    some => some.iter().for_each(|action| self.set_at_in(*action, at, check.outcome)),
                }
                let now = self.outcome_in(check.actions.first(), at);
                if now != before && now.is_good() {
                    self.excused[at] = Some(rule);
                }
            }
        }
    }

    fn outcome_in(&self, action: Option<&Action>, at: usize) -> Outcome {
        let apart = action.and_then(|action| self.apart.iter().find(|(of, _)| of == action));
        apart.map_or(&self.outcomes, |(_, outcomes)| outcomes)[at]
    }

    /// Whether every release loads it.
    pub fn only_loads(&self) -> bool {
        let mut all = self.outcomes.iter().chain(self.apart.iter().flat_map(|(_, outcomes)| outcomes));
        all.all(|o| matches!(o, Outcome::Loads | Outcome::Unknown))
    }

    /// The outcome of one release.
    pub fn at(&self, at: usize) -> Outcome {
        self.outcomes[at]
    }

    /// The outcomes and the exceptions.
    pub fn done(self) -> Accepted {
        let mut exceptions: Vec<(&'static str, Flat, Flat)> = Vec::new();
        for (at, rule) in self.excused.iter().enumerate().filter_map(|(at, rule)| Some((at, (*rule)?))) {
            // Channels are stored one after another, so a run ends with its channel.
            match exceptions.last_mut() {
                Some((of, _, last)) if *of == rule && *last + 1 == at && flat_release(at).0.first_flat != at => {
                    *last = at
                }
                _ => exceptions.push((rule, at, at)),
            }
        }
        Accepted { outcomes: self.outcomes, exceptions, apart: self.apart }
    }
}

/// The first span of a rule of `checks.csv`.
pub fn check_range(rule: &str) -> Option<Range> {
    checks().get(rule)?.first().map(|check| check.range)
}

struct Check {
    /// Empty: all.
    actions: Vec<Action>,
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
                actions: cell("action").split('|').filter_map(Action::from_word).collect(),
                range: range(cell("on"), cell("first"), cell("last")),
                outcome: Outcome::from_word(cell("outcome")),
                source: cell("source"),
            });
        }
        all
    })
}
