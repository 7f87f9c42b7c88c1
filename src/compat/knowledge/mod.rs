//! Version facts: `knowledge/*.csv`, packed at build time, read on first use.
//!
//! Owns: the packed tables and their typed views. Must not know: documents, requirements.

pub mod delegates;
#[cfg(test)]
mod documented;
pub mod keras;
mod releases;
mod shared;
mod sources;
mod table;
pub mod tensorflow;
pub mod tflite;

pub use releases::{Channel, ChannelIndex, Flat, Range, Release, channels, flat_len, flat_release, numbers, range};
pub use shared::table;
pub use sources::source_in;
pub use table::{Pack, Table};
