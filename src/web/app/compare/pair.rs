//! The compared files.

/// Two artifacts by index: before and after.
pub type Pair = (usize, usize);
