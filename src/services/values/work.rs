//! Work in steps, and its progress.

/// Progress of work.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Name of the current value.
    pub name: String,
    /// Bytes read.
    pub done: u64,
    /// Total number of bytes.
    pub of: u64,
}

/// Long work: each call does one step of about a megabyte, and `None` is the end.
pub trait Work {
    /// Does one step. `None` when done.
    fn step(&mut self) -> Option<Progress>;
}
