//! Outcomes of a channel's releases, written as one letter each.

use crate::compat::Outcome;
use crate::json::{Read, Reader};
use serde::{Serialize, Serializer};

/// Outcome of each release of a channel, in channel order. In JSON a string of letters: `l` loads, `w` warns, `r`
/// refused, `?` unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(with = "String"))]
pub struct Outcomes(pub Vec<Outcome>);

impl Outcomes {
    /// Reads letters; `None` when one of them is not an outcome.
    pub fn from_letters(letters: &str) -> Option<Self> {
        letters.chars().map(outcome).collect::<Option<_>>().map(Self)
    }

    /// The outcome of a release; `None` past the end of the channel.
    pub fn at(&self, release: usize) -> Option<Outcome> {
        self.0.get(release).copied()
    }

    /// Whether any release does this.
    pub fn has(&self, outcome: Outcome) -> bool {
        self.0.contains(&outcome)
    }

    /// Whether any release can use the file.
    pub fn any_good(&self) -> bool {
        self.0.iter().any(|outcome| outcome.is_good())
    }

    /// Runs of neighboring releases that can use the file: first and last index.
    pub fn runs(&self) -> Vec<(usize, usize)> {
        runs(self.0.iter().map(|outcome| outcome.is_good()))
    }
}

/// Runs of adjacent true positions: first and last index.
pub fn runs(holds: impl Iterator<Item = bool>) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in holds.enumerate().filter(|(_, holds)| *holds) {
        match runs.last_mut() {
            Some(run) if run.1 + 1 == at => run.1 = at,
            _ => runs.push((at, at)),
        }
    }
    runs
}

fn letter(outcome: Outcome) -> char {
    match outcome {
        Outcome::Loads => 'l',
        Outcome::Warns => 'w',
        Outcome::Refused => 'r',
        Outcome::Unknown => '?',
    }
}

fn outcome(letter: char) -> Option<Outcome> {
    Outcome::ALL.into_iter().find(|outcome| self::letter(*outcome) == letter)
}

impl FromIterator<Outcome> for Outcomes {
    fn from_iter<I: IntoIterator<Item = Outcome>>(outcomes: I) -> Self {
        Self(outcomes.into_iter().collect())
    }
}

impl Serialize for Outcomes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0.iter().map(|outcome| letter(*outcome)).collect::<String>())
    }
}

impl Read for Outcomes {
    fn read(&mut self, from: &mut Reader<'_>) -> bool {
        let mut letters = String::new();
        letters.read(from) && Self::from_letters(&letters).map(|read| *self = read).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_back_and_others_are_refused() {
        let letters: Outcomes = Outcome::ALL.into_iter().collect();
        let text = serde_json::to_string(&letters).unwrap();
        assert_eq!(text, "\"lw?r\"");
        assert_eq!(crate::json::read::<Outcomes>(&text), Some(letters));
        assert_eq!(crate::json::read::<Outcomes>("\"lx\""), None);
    }

    #[test]
    fn runs_are_cut_by_refusals_and_by_what_is_not_known() {
        let outcomes = Outcomes::from_letters("rlw?lrl").unwrap();
        assert_eq!(outcomes.runs(), [(1, 2), (4, 4), (6, 6)]);
        assert!(Outcomes::from_letters("r?").unwrap().runs().is_empty());
    }
}
