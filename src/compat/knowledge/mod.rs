//! Version facts: `knowledge/*.csv`, packed at build time, read on first use.
//!
//! Owns: the packed tables and their typed views. Must not know: documents, requirements.

pub mod delegates;
pub mod keras;
mod releases;
mod sources;
mod table;
pub mod tensorflow;
pub mod tflite;

pub use releases::{Channel, Flat, Range, Release, channels, flat_len, flat_release, numbers, range};
pub use sources::source_in;
pub use table::{Pack, Table};

/// Tables that every kind of file needs.
static SHARED: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/shared.bin")));

/// A table that every kind of file needs, by the name of its file.
pub fn table(name: &str) -> &'static Table {
    SHARED.table(name)
}
