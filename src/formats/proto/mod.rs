//! Protocol Buffers: the messages of `proto/`, and shared code of the readers of binary messages.
//!
//! Owns: generated message types, field tables for the text reader. Must not know: the meaning of messages.

mod decode;
mod generated;
pub mod wire;

pub use decode::{Decoded, decode, decode_part};
pub use generated::{fields, keras, tensorflow};
