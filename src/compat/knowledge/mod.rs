//! Version facts: `knowledge/*.csv`, packed at build time, read when first asked for.
//!
//! Owns: the packed tables and their typed views. Must not know: documents, requirements.

mod releases;
mod table;
pub mod tensorflow;
pub mod tflite;

pub use releases::{Channel, Flat, Range, Release, channels, flat_len, flat_release, range};
pub use table::{Table, table};
