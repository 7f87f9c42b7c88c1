//! Windows with some requirements ignored: the reported verdicts, or those without these requirements.
//!
//! Owns: the fold of [`crate::compat::Assessment::without`] over a report, which the page calls with each click. Must
//! not know: presentation.

use super::outcomes::runs;
use super::schema::{Artifact, Outcome, Outcomes, Requirement, Window};
use std::collections::BTreeSet;

/// A release with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Version string.
    pub release: String,
    /// Upload date, ISO 8601.
    pub date: String,
    /// Outcome of the file.
    pub outcome: Outcome,
    /// Indices of the requirements that decided it, first checked first.
    pub because: Vec<u32>,
    /// Message when it refuses; `None` also when ignoring requirements made the message unknown.
    pub prints: Option<String>,
}

/// A channel with its releases, in channel order.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Channel id.
    pub channel: String,
    /// Releases.
    pub cells: Vec<Cell>,
}

/// Neighboring releases of a channel, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Every release of the channel.
    Every,
    /// Every release from this one on; no release before it has any facts.
    EveryKnown(String),
    /// This release and all later ones.
    From(String),
    /// All releases up to this one.
    UpTo(String),
    /// From this release to that one.
    Between(String, String),
    /// This release only.
    Only(String),
}

/// The ends of a window that one requirement decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// It rules out the release before the first good one.
    pub start: bool,
    /// It rules out the release after the last good one.
    pub end: bool,
}

impl Row {
    /// Index of the first release that takes the file.
    pub fn start(&self) -> Option<usize> {
        self.cells.iter().position(|c| c.outcome.is_good())
    }

    /// Index of the last release that takes the file.
    pub fn end(&self) -> Option<usize> {
        self.cells.iter().rposition(|c| c.outcome.is_good())
    }

    /// How many releases take the file.
    pub fn good(&self) -> usize {
        self.cells.iter().filter(|c| c.outcome.is_good()).count()
    }

    /// Runs of neighboring releases that take the file: first and last index.
    pub fn runs(&self) -> Vec<(usize, usize)> {
        runs(self.cells.iter().map(|c| c.outcome.is_good()))
    }

    /// The release outside the window next to its start.
    pub fn before_start(&self) -> Option<usize> {
        self.start()?.checked_sub(1)
    }

    /// The release outside the window next to its end.
    pub fn after_end(&self) -> Option<usize> {
        Some(self.end()? + 1).filter(|i| *i < self.cells.len())
    }

    /// The ends of the window that a requirement decides.
    pub fn ends(&self, requirement: u32) -> Ends {
        let decides = |cell: Option<usize>| cell.is_some_and(|cell| self.cells[cell].because.contains(&requirement));
        Ends { start: decides(self.before_start()), end: decides(self.after_end()) }
    }

    /// The adjacent releases that also lack facts: first and last index; `None` when facts cover the release, or a
    /// requirement decides it.
    pub fn without_facts(&self, cell: usize) -> Option<(usize, usize)> {
        let unknown = |cell: &Cell| cell.outcome == Outcome::Unknown && cell.because.is_empty();
        let all = runs(self.cells.iter().map(unknown));
        all.into_iter().find(|(first, last)| (*first..=*last).contains(&cell))
    }

    /// Neighboring releases with one outcome for the same requirements: first and last index, in channel order.
    pub fn alike(&self) -> Vec<(usize, usize)> {
        let same = |a: &Cell, b: &Cell| (a.outcome, &a.because) == (b.outcome, &b.because);
        let spans = self.cells.chunk_by(same).scan(0, |next, cells| {
            let first = *next;
            *next += cells.len();
            Some((first, *next - 1))
        });
        spans.collect()
    }

    /// The releases that meet a requirement of these outcomes, as ranges without the gaps between them.
    pub fn stretches(&self, outcomes: &Outcomes) -> Vec<Stretch> {
        let name = |cell: usize| self.cells.get(cell).map(|cell| cell.release.clone()).unwrap_or_default();
        let newest = self.cells.len().saturating_sub(1);
        let found = outcomes.runs();
        let single = found.len() == 1;
        let stretch = |(first, last): (usize, usize)| {
            let unknown_before = || outcomes.0[..first].iter().all(|outcome| *outcome == Outcome::Unknown);
            match (first == 0, last == newest) {
                (true, true) => Stretch::Every,
                (false, true) if single && unknown_before() => Stretch::EveryKnown(name(first)),
                _ if first == last => Stretch::Only(name(first)),
                (false, true) => Stretch::From(name(first)),
                (true, false) => Stretch::UpTo(name(last)),
                (false, false) => Stretch::Between(name(first), name(last)),
            }
        };
        found.into_iter().map(stretch).collect()
    }
}

impl Requirement {
    /// Outcomes in the releases of a channel; `None` when the requirement does not apply to the channel.
    pub fn outcomes(&self, channel: &str) -> Option<&Outcomes> {
        self.accepts.iter().find(|accepts| accepts.channel == channel).map(|accepts| &accepts.outcomes)
    }
}

/// The windows of an artifact without the requirements in `left_out`. If it is empty, these are the reported ones;
/// otherwise each release is judged again by the other requirements, as in the core.
pub fn rows(artifact: &Artifact, left_out: &BTreeSet<u32>) -> Vec<Row> {
    artifact.windows.iter().map(|window| row(artifact, window, left_out)).collect()
}

fn row(artifact: &Artifact, window: &Window, left_out: &BTreeSet<u32>) -> Row {
    let cells = window.verdicts.iter().map(|verdict| Cell {
        release: verdict.release.clone(),
        date: verdict.date.clone(),
        outcome: verdict.outcome,
        because: verdict.because.clone(),
        prints: verdict.prints.clone(),
    });
    let mut row = Row { channel: window.channel.clone(), cells: cells.collect() };
    if left_out.is_empty() {
        return row;
    }
    let kept: Vec<(u32, &Outcomes)> = (0u32..)
        .zip(&artifact.requirements)
        .filter(|(index, _)| !left_out.contains(index))
        .filter_map(|(index, need)| Some((index, need.outcomes(&window.channel)?)))
        .collect();
    for (release, cell) in row.cells.iter_mut().enumerate() {
        let (outcome, because) = judge(&kept, window, release);
        // The message names the first of the old reasons, or the first few; it stays valid only while these stay first.
        let named = window.verdicts[release].joined.max(1) as usize;
        let same = outcome == cell.outcome && because.get(..named) == cell.because.get(..named);
        cell.prints = cell.prints.take().filter(|_| same);
        (cell.outcome, cell.because) = (outcome, because);
    }
    row
}

/// Outcome of a release for the remaining requirements, and those that decide it, first checked first.
fn judge(kept: &[(u32, &Outcomes)], window: &Window, release: usize) -> (Outcome, Vec<u32>) {
    let of = |outcomes: &Outcomes| outcomes.at(release).unwrap_or_default();
    let base = window.base.at(release).unwrap_or_default();
    let outcome = kept.iter().map(|(_, outcomes)| of(outcomes)).fold(base, Outcome::max);
    if outcome == base {
        return (outcome, Vec::new());
    }
    let deciding = kept.iter().filter(|(_, outcomes)| of(outcomes) == outcome).map(|(index, _)| *index);
    let mut because: Vec<u32> = deciding.collect();
    let at = release as u32;
    if let Some(order) = window.orders.iter().find(|order| (order.releases.0..=order.releases.1).contains(&at)) {
        let deciding: BTreeSet<u32> = because.iter().copied().collect();
        because = order.requirements.iter().copied().filter(|index| deciding.contains(index)).collect();
    }
    (outcome, because)
}
