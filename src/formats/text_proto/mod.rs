//! The text form of Protocol Buffers (`.pbtxt`, the `checkpoint` state file).
//!
//! Must not know: what a message means to a format.

pub mod schema;
