//! Releases in order: published ones from the tables, then planned ones.

use super::{Date, Recipe};
use crate::compat::knowledge::channels;

/// A release of the train.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainRelease {
    /// Major, minor, patch.
    pub version: [u32; 3],
    /// When it appears.
    pub date: Date,
    /// The GraphDef number that it is built with.
    pub number: i32,
    /// False for one that has appeared, whose number is a fact.
    pub planned: bool,
}

impl TrainRelease {
    /// Such as `2.22.0`.
    pub fn name(&self) -> String {
        let [major, minor, patch] = self.version;
        format!("{major}.{minor}.{patch}")
    }

    /// Whether it ignores attrs that it does not know (2.5.0 and later; from 1.8.0 on they were an error).
    pub fn ignores_unknown_attrs(&self) -> bool {
        self.version >= [2, 5, 0]
    }
}

/// Releases, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Train(Vec<TrainRelease>);

/// Maximum number of releases of a train; its matrix grows with the square.
pub const LONGEST: usize = 24;

/// Months between planned minor releases, roughly as between recent ones.
const MONTHS: u32 = 5;

impl Train {
    /// The last published minor releases, then the planned minors and majors that a recipe needs.
    pub fn usual(recipe: Recipe) -> Self {
        let channel = channels().iter().find(|channel| channel.id == "tensorflow");
        let known = || channel.into_iter().flat_map(|channel| &channel.releases);
        let real = known().filter_map(|release| {
            let version = version(release.name).filter(|version| version[2] == 0)?;
            let (date, number) = (Date::read(release.date)?, release.graph_def_version?);
            Some(TrainRelease { version, date, number, planned: false })
        });
        let mut releases: Vec<TrainRelease> = real.collect();
        // Release candidates of the next release have already appeared.
        let newest = known().filter_map(|release| Date::read(release.date)).max();
        releases.drain(..releases.len().saturating_sub(3));
        let mut train = Self(releases);
        let Some(last) = train.0.last().cloned() else { return train };
        let [major, minor, _] = last.version;
        let mut next =
            vec![[major, minor + 1, 0], [major, minor + 2, 0], [major + 1, 0, 0], [major + 1, 1, 0], [major + 2, 0, 0]];
        if recipe == Recipe::Change {
            next.extend([[major + 2, 1, 0], [major + 2, 2, 0], [major + 3, 0, 0], [major + 4, 0, 0]]);
        }
        let soon = newest.map_or(last.date, |date| date.plus_months(1));
        let mut date = last.date.plus_months(MONTHS).max(soon);
        for version in next {
            train.0.push(TrainRelease { version, date, number: last.number, planned: true });
            date = date.plus_months(MONTHS);
        }
        train
    }

    /// Adds a release, or changes the date of a planned one. False for a version that has appeared, for a date before
    /// that of its predecessors, and when the train is full.
    pub fn plan(&mut self, version: [u32; 3], date: Date) -> bool {
        let place = self.0.partition_point(|release| release.version < version);
        let there = self.0.get(place);
        if let Some(release) = there.filter(|release| release.version == version) {
            if !release.planned {
                return false;
            }
            self.0[place].date = date;
            return true;
        }
        // A new release cannot come between published ones.
        if self.0.len() >= LONGEST || there.is_some_and(|next| !next.planned) {
            return false;
        }
        self.0.insert(place, TrainRelease { version, date, number: 0, planned: true });
        true
    }

    /// Removes a planned release; false when there is none of that version.
    pub fn drop_planned(&mut self, version: [u32; 3]) -> bool {
        let before = self.0.len();
        self.0.retain(|release| !release.planned || release.version != version);
        self.0.len() < before
    }

    /// Sets the GraphDef numbers of planned releases: the previous one's, plus one for each step that raises it.
    pub fn number_all(&mut self, recipe: Recipe, at: &[Option<usize>]) {
        for index in 1..self.0.len() {
            let steps = recipe.steps().iter().zip(at);
            let bumps = steps.filter(|(step, done)| **done == Some(index) && recipe.bumps(**step)).count();
            let before = self.0[index - 1].number;
            if let Some(release) = self.0.get_mut(index).filter(|release| release.planned) {
                release.number = before + i32::try_from(bumps).unwrap_or(0);
            }
        }
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no releases.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them.
    pub fn releases(&self) -> &[TrainRelease] {
        &self.0
    }

    /// The release of a version.
    pub fn find(&self, version: [u32; 3]) -> Option<usize> {
        self.0.iter().position(|release| release.version == version)
    }

    /// The first planned one; the length without one.
    pub fn first_planned(&self) -> usize {
        self.0.iter().position(|release| release.planned).unwrap_or(self.0.len())
    }

    /// Whether a release begins its major.
    pub fn begins_major(&self, index: usize) -> bool {
        index > 0 && self.0[index].version[0] > self.0[index - 1].version[0]
    }
}

/// `2.22.0` or `2.22`; `None` for release candidates and other names.
pub fn version(text: &str) -> Option<[u32; 3]> {
    let mut parts = text.trim().split('.').map(|part| part.parse::<u32>().ok().filter(|n| *n < 1000));
    let version = [parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?];
    parts.next().is_none().then_some(version)
}
