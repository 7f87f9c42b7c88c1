//! Changes of the window, and the requirements that caused them.

use super::schema::{Mover, OneOf, OneSided, Releases, VerdictMove, WindowMove};
use crate::graph::fingerprint;
use crate::report::schema::{Artifact, Outcome, Requirement, Window};
use std::collections::HashMap;

/// A hash that is equal for equal requirements, with any evidence.
fn identity(need: &Requirement) -> u64 {
    let reason = need.reason.as_ref().map(|reason| (&reason.id, &reason.params));
    let accepts: Vec<_> = need.accepts.iter().map(|accepts| (&accepts.channel, &accepts.outcomes)).collect();
    fingerprint((&need.id, &need.subject_kind, &need.subject, need.version, reason, accepts))
}

/// Windows that moved, and requirements that only one side has.
pub fn compared(a: &Artifact, b: &Artifact) -> (Vec<WindowMove>, Vec<OneSided>) {
    let mut one_sided = OneSidedList::of(a, b);
    let mut moved = Vec::new();
    for window in &a.windows {
        let Some(other) = b.windows.iter().find(|other| other.channel == window.channel) else { continue };
        moved.extend(movement(window, other, &mut one_sided));
    }
    (moved, one_sided.list)
}

/// Requirements of one side only, and the index of each in the list.
struct OneSidedList<'a> {
    sides: [&'a Artifact; 2],
    list: Vec<OneSided>,
    /// By side and index in the artifact.
    places: HashMap<(usize, u32), u32>,
}

impl<'a> OneSidedList<'a> {
    fn of(a: &'a Artifact, b: &'a Artifact) -> Self {
        let mut this = Self { sides: [a, b], list: Vec::new(), places: HashMap::new() };
        let ids = |artifact: &Artifact| artifact.requirements.iter().map(identity).collect::<Vec<_>>();
        let (of_a, of_b) = (ids(a), ids(b));
        for (side, own, others) in [(0, &of_a, &of_b), (1, &of_b, &of_a)] {
            let others: std::collections::HashSet<&u64> = others.iter().collect();
            for (index, id) in own.iter().enumerate() {
                if !others.contains(id) {
                    this.place(side, index as u32);
                }
            }
        }
        this
    }

    /// Index of a requirement in the list; it is added if it is missing.
    fn place(&mut self, side: usize, index: u32) -> Option<u32> {
        if let Some(place) = self.places.get(&(side, index)) {
            return Some(*place);
        }
        let requirement = self.sides[side].requirements.get(index as usize)?.clone();
        let place = self.list.len() as u32;
        self.list.push(OneSided { side: OneOf::ALL[side], requirement });
        self.places.insert((side, index), place);
        Some(place)
    }
}

/// Releases that are gathered in channel order.
#[derive(Default)]
struct Gathered {
    told: Releases,
    /// Place of the last one in the channel.
    last: usize,
}

impl Gathered {
    fn add(&mut self, place: usize, release: &str) {
        self.told.names.push(release.to_owned());
        match self.told.runs.last_mut() {
            Some(run) if self.last + 1 == place => release.clone_into(&mut run.1),
            _ => self.told.runs.push((release.to_owned(), release.to_owned())),
        }
        self.last = place;
    }
}

/// Changes in one channel; `None` without any.
fn movement(a: &Window, b: &Window, one_sided: &mut OneSidedList<'_>) -> Option<WindowMove> {
    let of_b: HashMap<&str, usize> =
        b.verdicts.iter().enumerate().map(|(index, verdict)| (verdict.release.as_str(), index)).collect();
    let (mut gained, mut lost) = (Gathered::default(), Gathered::default());
    let mut verdicts = Vec::new();
    // In the order of the releases, with their indices by requirement.
    let mut movers: Vec<(u32, Gathered)> = Vec::new();
    let mut at: HashMap<u32, usize> = HashMap::new();
    for (place, left) in a.verdicts.iter().enumerate() {
        let Some(right) = of_b.get(left.release.as_str()).and_then(|index| b.verdicts.get(*index)) else { continue };
        if left.outcome == right.outcome {
            continue;
        }
        verdicts.push(VerdictMove { release: left.release.clone(), a: left.outcome, b: right.outcome });
        match (left.outcome.is_good(), right.outcome.is_good()) {
            (true, false) => lost.add(place, &left.release),
            (false, true) => gained.add(place, &left.release),
            _ => {}
        }
        // Requirements that keep the worse side from the outcome of the better one.
        for (side, verdict, better) in [(0, left, right.outcome), (1, right, left.outcome)] {
            if !better.is_good() || verdict.outcome == Outcome::Loads {
                continue;
            }
            for index in &verdict.because {
                let Some(requirement) = one_sided.place(side, *index) else { continue };
                let mover = *at.entry(requirement).or_insert_with(|| {
                    movers.push((requirement, Gathered::default()));
                    movers.len() - 1
                });
                movers[mover].1.add(place, &left.release);
            }
        }
    }
    let because = movers.into_iter().map(|(requirement, releases)| Mover { requirement, releases: releases.told });
    (!verdicts.is_empty()).then(|| WindowMove {
        channel: a.channel.clone(),
        a: runs(a),
        b: runs(b),
        gained: gained.told,
        lost: lost.told,
        verdicts,
        because: because.collect(),
    })
}

/// Runs of releases that load.
fn runs(window: &Window) -> Vec<(String, String)> {
    let mut all = Gathered::default();
    for (place, verdict) in window.verdicts.iter().enumerate().filter(|(_, verdict)| verdict.outcome.is_good()) {
        all.add(place, &verdict.release);
    }
    all.told.runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::schema::Verdict;

    fn artifact(outcomes: &str, needs: &[&str]) -> Artifact {
        let requirements = needs.iter().map(|id| Requirement { id: (*id).to_owned(), ..Requirement::default() });
        let verdict = |(index, outcome): (usize, char)| Verdict {
            release: index.to_string(),
            outcome: if outcome == 'l' { Outcome::Loads } else { Outcome::Refused },
            because: if outcome == 'l' { Vec::new() } else { vec![0] },
            ..Verdict::default()
        };
        let verdicts = outcomes.chars().enumerate().map(verdict).collect();
        let window = Window { channel: "c".to_owned(), verdicts, ..Window::default() };
        Artifact { requirements: requirements.collect(), windows: vec![window], ..Artifact::default() }
    }

    #[test]
    fn gaps_in_a_window_stay_gaps() {
        let (moved, needs) = compared(&artifact("llrlll", &["a", "both"]), &artifact("rrrrll", &["b", "both"]));
        let text = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        assert_eq!(moved[0].lost.runs, [text("0", "1"), text("3", "3")]);
        assert_eq!(moved[0].a, [text("0", "1"), text("3", "5")]);
        assert_eq!(moved[0].because.len(), 1);
        assert_eq!(moved[0].because[0].releases.runs, moved[0].lost.runs);
        let sides: Vec<_> = needs.iter().map(|one| (one.side.word(), one.requirement.id.as_str())).collect();
        assert_eq!(sides, [("a", "a"), ("b", "b")]);
    }
}
