//! Exit codes, part of the contract.

/// It loads; it ran; it was read.
pub const OK: u8 = 0;
/// The target refuses it; the run failed.
pub const REFUSED: u8 = 1;
/// It could not be read.
pub const UNREADABLE: u8 = 2;
/// Unknown, or not supported.
pub const UNKNOWN: u8 = 3;
/// Wrong command line: an option, an unknown target, two models where one is expected.
pub const USAGE: u8 = 64;
/// The answer could not be written.
pub const UNWRITTEN: u8 = 74;
/// Ctrl-C ended it, in the numbering of shells.
pub const INTERRUPTED: u8 = 130;
