//! Windows as the page shows them: the reported verdicts, or what they would be without some requirements.

use crate::report::schema::{Artifact, Requirement};
use std::collections::BTreeSet;

/// What a release does with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It loads.
    Loads,
    /// It loads and warns.
    Warns,
    /// Not known.
    Unknown,
    /// It refuses.
    Refused,
}

impl Outcome {
    /// From the word of [`crate::report::schema::Verdict::outcome`].
    pub fn from_word(word: &str) -> Self {
        match word {
            "loads" => Self::Loads,
            "warns" => Self::Warns,
            "refused" => Self::Refused,
            _ => Self::Unknown,
        }
    }

    /// From a character of [`crate::report::schema::Acceptance::outcomes`].
    pub fn from_char(c: u8) -> Self {
        match c {
            b'l' => Self::Loads,
            b'w' => Self::Warns,
            b'r' => Self::Refused,
            _ => Self::Unknown,
        }
    }

    /// Name for classes and message ids.
    pub fn word(self) -> &'static str {
        match self {
            Self::Loads => "loads",
            Self::Warns => "warns",
            Self::Unknown => "unknown",
            Self::Refused => "refused",
        }
    }

    /// The sign that stands beside the colour.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Loads => "✓",
            Self::Warns => "▲",
            Self::Unknown => "?",
            Self::Refused => "✕",
        }
    }

    /// True when the file can be used there.
    pub fn is_good(self) -> bool {
        matches!(self, Self::Loads | Self::Warns)
    }

    fn rank(self) -> u8 {
        match self {
            Self::Loads => 0,
            Self::Warns => 1,
            Self::Unknown => 2,
            Self::Refused => 3,
        }
    }
}

/// A release with its verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Version text.
    pub release: String,
    /// Upload date, ISO 8601.
    pub date: String,
    /// What it does with the file.
    pub outcome: Outcome,
    /// Indices of the requirements that decided it.
    pub because: Vec<u32>,
    /// What it prints when it refuses.
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

    /// Runs of releases that follow each other in channel order and take the file: first and last index.
    pub fn runs(&self) -> Vec<(usize, usize)> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        for (i, cell) in self.cells.iter().enumerate() {
            if !cell.outcome.is_good() {
                continue;
            }
            match runs.last_mut() {
                Some(run) if run.1 + 1 == i => run.1 = i,
                _ => runs.push((i, i)),
            }
        }
        runs
    }

    /// The release that stands outside the window next to its start, with the requirements that keep it out.
    pub fn before_start(&self) -> Option<usize> {
        self.start()?.checked_sub(1)
    }

    /// The release that stands outside the window next to its end.
    pub fn after_end(&self) -> Option<usize> {
        Some(self.end()? + 1).filter(|i| *i < self.cells.len())
    }
}

/// The windows of an artifact without the requirements in `dropped`. With none dropped these are the reported ones;
/// else each release is asked again with what is left: the worst answer of all requirements is its verdict.
pub fn rows(artifact: &Artifact, dropped: &BTreeSet<u32>) -> Vec<Row> {
    artifact
        .windows
        .iter()
        .map(|window| Row {
            channel: window.channel.clone(),
            cells: window
                .verdicts
                .iter()
                .enumerate()
                .map(|(i, verdict)| {
                    let mut cell = Cell {
                        release: verdict.release.clone(),
                        date: verdict.date.clone(),
                        outcome: Outcome::from_word(&verdict.outcome),
                        because: verdict.because.clone(),
                        prints: verdict.prints.clone(),
                    };
                    if !dropped.is_empty() {
                        let (outcome, because) = without(&artifact.requirements, dropped, &window.channel, i);
                        // The text belongs to the requirement that is named first; it stands only while that one does.
                        if because.first() != cell.because.first() || outcome != cell.outcome {
                            cell.prints = None;
                        }
                        (cell.outcome, cell.because) = (outcome, because);
                    }
                    cell
                })
                .collect(),
        })
        .collect()
}

/// Verdict of release `index` of a channel over the requirements that are not dropped, and who decided it.
fn without(all: &[Requirement], dropped: &BTreeSet<u32>, channel: &str, index: usize) -> (Outcome, Vec<u32>) {
    let mut worst = Outcome::Loads;
    let mut because = Vec::new();
    for (i, requirement) in (0u32..).zip(all) {
        if dropped.contains(&i) {
            continue;
        }
        let outcome = outcome(requirement, channel, index).unwrap_or(Outcome::Loads);
        if outcome.rank() > worst.rank() {
            worst = outcome;
            because.clear();
        }
        if outcome == worst && worst != Outcome::Loads {
            because.push(i);
        }
    }
    (worst, because)
}

/// What release `index` of a channel does with one requirement; `None` when the channel is not asked about it.
pub fn outcome(requirement: &Requirement, channel: &str, index: usize) -> Option<Outcome> {
    let accepts = requirement.accepts.iter().find(|a| a.channel == channel)?;
    accepts.outcomes.as_bytes().get(index).map(|c| Outcome::from_char(*c))
}

/// First and last release of a channel that meet one requirement, and whether every one between them does.
pub fn span(requirement: &Requirement, row: &Row) -> Option<(usize, usize, bool)> {
    let accepts = requirement.accepts.iter().find(|a| a.channel == row.channel)?;
    let good = |c: &u8| Outcome::from_char(*c).is_good();
    let bytes = accepts.outcomes.as_bytes();
    let first = bytes.iter().position(good)?;
    let last = bytes.iter().rposition(good)?;
    Some((first, last, bytes[first..=last].iter().all(good)))
}

/// The row to explain: the target's channel, else the first channel that refuses something, else the first.
pub fn main_row<'a>(rows: &'a [Row], channel: Option<&str>) -> Option<&'a Row> {
    rows.iter()
        .find(|r| Some(r.channel.as_str()) == channel)
        .or_else(|| rows.iter().find(|r| r.cells.iter().any(|c| c.outcome == Outcome::Refused)))
        .or(rows.first())
}
