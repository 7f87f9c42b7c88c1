//! The limit on the readers of a tensor that are listed.

/// Maximum number of readers that are listed.
const MOST_READERS: usize = 60;

/// Cuts a list of readers; returns the number of missing ones.
pub(super) fn cut<T>(readers: &mut Vec<T>) -> usize {
    let more = readers.len().saturating_sub(MOST_READERS);
    readers.truncate(MOST_READERS);
    more
}
