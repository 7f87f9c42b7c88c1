//! Changes of the window, and the requirements that caused them.

use super::schema::{Mover, OneOf, OneSided, Releases, VerdictMove, WindowMove};
use crate::compat::{Outcome, Requirement, Selection, Target, Window, channels};
use crate::graph::fingerprint;
use crate::report::schema::Artifact;
use std::collections::{HashMap, HashSet};

/// A side: its report and, with a window, its requirements.
pub type Side<'a> = (&'a Artifact, Option<Selection<'a>>);

/// Windows that moved, and requirements that only one side has.
pub fn compared(a: &Side<'_>, b: &Side<'_>) -> (Vec<WindowMove>, Vec<OneSided>) {
    let mut one_sided = OneSidedList::of(&identities(a), &identities(b));
    let mut moved = Vec::new();
    if let ((_, Some(of_a)), (_, Some(of_b))) = (a, b) {
        let both = of_a.channels().iter().filter(|channel| of_b.channels().contains(channel));
        moved
            .extend(both.filter_map(|&channel| movement(&of_a.window(channel), &of_b.window(channel), &mut one_sided)));
    }
    let releases = [a.0, b.0];
    let one = |(side, index): (usize, usize)| {
        Some(OneSided { side: OneOf::ALL[side], requirement: releases[side].requirements.get(index)?.clone() })
    };
    (moved, one_sided.list.into_iter().filter_map(one).collect())
}

/// Hashes of the requirements of a side, equal for equal requirements with any evidence.
fn identities((_, selection): &Side<'_>) -> Vec<u64> {
    let Some(selection) = selection else { return Vec::new() };
    let one = |need: &Requirement| {
        let outcomes = selection.channels().iter().map(|&channel| (channel, selection.outcomes(need, channel)));
        let outcomes: Vec<_> = outcomes.collect();
        fingerprint((need.id, need.subject.kind, &need.subject.name, need.subject.version, &need.reason, outcomes))
    };
    selection.assessment().requirements.iter().map(one).collect()
}

/// Requirements of one side only, as side and index, and the position of each in the list.
struct OneSidedList {
    list: Vec<(usize, usize)>,
    places: HashMap<(usize, usize), u32>,
}

impl OneSidedList {
    /// The requirements of each side whose hashes the other side lacks.
    fn of(a: &[u64], b: &[u64]) -> Self {
        let mut this = Self { list: Vec::new(), places: HashMap::new() };
        for (side, own, others) in [(0, a, b), (1, b, a)] {
            let others: HashSet<&u64> = others.iter().collect();
            for (index, id) in own.iter().enumerate() {
                if !others.contains(id) {
                    this.place(side, index);
                }
            }
        }
        this
    }

    /// Position of a requirement in the list; adds it if missing.
    fn place(&mut self, side: usize, index: usize) -> u32 {
        let next = self.list.len() as u32;
        let place = *self.places.entry((side, index)).or_insert(next);
        if place == next {
            self.list.push((side, index));
        }
        place
    }
}

/// Releases collected in channel order.
#[derive(Default)]
struct Gathered {
    releases: Releases,
    /// Position of the last one in the channel.
    last: usize,
}

impl Gathered {
    fn add(&mut self, target: Target) {
        let (place, release) = (target.release, target.release().name);
        self.releases.names.push(release.to_owned());
        match self.releases.runs.last_mut() {
            Some(run) if self.last + 1 == place => release.clone_into(&mut run.1),
            _ => self.releases.runs.push((release.to_owned(), release.to_owned())),
        }
        self.last = place;
    }
}

/// Changes in one channel; `None` without any.
fn movement(a: &Window, b: &Window, one_sided: &mut OneSidedList) -> Option<WindowMove> {
    let (mut gained, mut lost) = (Gathered::default(), Gathered::default());
    let mut verdicts = Vec::new();
    // In the order of the releases, with their indices by requirement.
    let mut movers: Vec<(u32, Gathered)> = Vec::new();
    let mut at: HashMap<u32, usize> = HashMap::new();
    for (left, right) in a.verdicts.iter().zip(&b.verdicts) {
        if left.outcome == right.outcome {
            continue;
        }
        let target = left.target;
        verdicts.push(VerdictMove { release: target.release().name.to_owned(), a: left.outcome, b: right.outcome });
        match (left.outcome.is_good(), right.outcome.is_good()) {
            (true, false) => lost.add(target),
            (false, true) => gained.add(target),
            _ => {}
        }
        // Requirements that keep the worse side from the outcome of the better one.
        for (side, verdict, better) in [(0, left, right.outcome), (1, right, left.outcome)] {
            if !better.is_good() || verdict.outcome == Outcome::Loads {
                continue;
            }
            for index in &verdict.because {
                let requirement = one_sided.place(side, *index);
                let mover = *at.entry(requirement).or_insert_with(|| {
                    movers.push((requirement, Gathered::default()));
                    movers.len() - 1
                });
                movers[mover].1.add(target);
            }
        }
    }
    let because = movers.into_iter().map(|(requirement, releases)| Mover { requirement, releases: releases.releases });
    (!verdicts.is_empty()).then(|| WindowMove {
        channel: channels()[a.channel].id.to_owned(),
        a: runs(a),
        b: runs(b),
        gained: gained.releases,
        lost: lost.releases,
        verdicts,
        because: because.collect(),
    })
}

/// Runs of releases that load.
fn runs(window: &Window) -> Vec<(String, String)> {
    let mut all = Gathered::default();
    let good = window.verdicts.iter().filter(|verdict| verdict.outcome.is_good());
    good.for_each(|verdict| all.add(verdict.target));
    all.releases.runs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compat::Verdict;

    /// The first releases of a channel; where the file does not load, its first requirement decides.
    fn window(outcomes: &str) -> Window {
        let verdict = |(release, letter): (usize, char)| Verdict {
            target: Target { channel: 0, release },
            outcome: if letter == 'l' { Outcome::Loads } else { Outcome::Refused },
            because: if letter == 'l' { Vec::new() } else { vec![0] },
            prints: None,
            printed: 0,
        };
        Window { channel: 0, verdicts: outcomes.chars().enumerate().map(verdict).collect() }
    }

    #[test]
    fn gaps_in_a_window_stay_gaps() {
        let mut one_sided = OneSidedList::of(&[1, 9], &[2, 9]);
        assert_eq!(one_sided.list, [(0, 0), (1, 0)]);
        let moved = movement(&window("llrlll"), &window("rrrrll"), &mut one_sided).unwrap();
        let name = |release: usize| channels()[0].releases[release].name.to_owned();
        assert_eq!(moved.lost.runs, [(name(0), name(1)), (name(3), name(3))]);
        assert_eq!(moved.a, [(name(0), name(1)), (name(3), name(5))]);
        assert_eq!(moved.because.len(), 1);
        assert_eq!(moved.because[0].releases.runs, moved.lost.runs);
        assert_eq!(one_sided.list.len(), 2, "both sides' own requirements were listed before");
    }
}
