//! Answers that rows follow from, and reports of changes.

use crate::learn::graph::Facts;
use crate::learn::knowledge::Release;
use crate::learn::notes::{Notes, listed};

/// A wheel and the release before it: what both have is older than the wheel.
pub struct Asked<'a> {
    /// The release that is learned.
    pub release: &'a Release,
    /// Its answers.
    pub now: &'a Facts,
    /// The release before.
    pub predecessor: &'a Release,
    /// The answers of the release before.
    pub before: &'a Facts,
}

/// Notes a list of names.
pub fn report(notes: &mut Notes, what: &str, names: &[String]) {
    if !names.is_empty() {
        notes.changed(format!("{what}: {} ({})", names.len(), listed(names)));
    }
}
