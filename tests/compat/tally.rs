//! Counts of the answers of released packages, and of the verdicts here that agree with them.

use vintage::compat::Outcome;

/// Counts; each row is the answer of one release about one file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    pub rows: u32,
    pub agree: u32,
    pub false_loads: u32,
    pub false_refusals: u32,
    pub unknown: u32,
    /// Rows of files that our readers refuse; counted as refusals.
    pub unreadable: u32,
    pub messages: u32,
    pub messages_agree: u32,
}

impl Tally {
    /// Counts a row: whether the release loads the file, and the outcome here. Returns how they disagree.
    pub fn row(&mut self, loads: bool, outcome: Outcome) -> Option<&'static str> {
        self.rows += 1;
        let (count, disagreement) = match (loads, outcome) {
            (_, Outcome::Unknown) => (&mut self.unknown, Some("unknown")),
            (true, Outcome::Refused) => (&mut self.false_refusals, Some("refused here, loads there")),
            (false, Outcome::Loads | Outcome::Warns) => (&mut self.false_loads, Some("loads here, refused there")),
            (true, Outcome::Loads | Outcome::Warns) | (false, Outcome::Refused) => (&mut self.agree, None),
        };
        *count += 1;
        disagreement
    }

    /// Counts a message, and whether the one here agrees with it.
    pub fn message(&mut self, agrees: bool) {
        self.messages += 1;
        self.messages_agree += u32::from(agrees);
    }

    /// The part of the rows that agree.
    pub fn agreement(&self) -> f64 {
        f64::from(self.agree) / f64::from(self.rows.max(1))
    }

    /// The sum of several.
    pub fn total<'a>(all: impl IntoIterator<Item = &'a Self>) -> Self {
        all.into_iter().fold(Self::default(), |mut sum, one| {
            sum.rows += one.rows;
            sum.agree += one.agree;
            sum.false_loads += one.false_loads;
            sum.false_refusals += one.false_refusals;
            sum.unknown += one.unknown;
            sum.unreadable += one.unreadable;
            sum.messages += one.messages;
            sum.messages_agree += one.messages_agree;
            sum
        })
    }
}
