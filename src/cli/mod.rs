//! The same answers in a terminal and in CI.
//!
//! Must not know: browser types.
