//! A part of a file that not every release was asked about.

use super::schema::Advice;

/// A part of a file that not every release was asked about.
pub struct Ground {
    /// By channel and release: whether the release was asked.
    pub asked: Vec<Vec<bool>>,
    /// Advice for releases that were not asked; `None` if a rule decides.
    pub note: Option<Advice>,
    /// Source for releases that were not asked; empty without one.
    pub source: String,
}
