//! Reports of a run: changes, and decisions that are left for a person.

/// Sentences of a run.
#[derive(Debug, Default)]
pub struct Notes {
    /// Differences of the wheel from the release before.
    pub changed: Vec<String>,
    /// Facts that no table was given: a rule must be written or a text read.
    pub open: Vec<String>,
}

/// The most entries that a list shows.
const SHOWN: usize = 12;

impl Notes {
    /// Adds a change.
    pub fn changed(&mut self, sentence: impl Into<String>) {
        self.changed.push(sentence.into());
    }

    /// Adds something that is left for a person.
    pub fn open(&mut self, sentence: impl Into<String>) {
        self.open.push(sentence.into());
    }
}

/// The first entries of a list, and the number of the others.
pub fn listed(entries: &[String]) -> String {
    let shown = entries.iter().take(SHOWN).cloned().collect::<Vec<_>>().join(", ");
    match entries.len().checked_sub(SHOWN) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}
