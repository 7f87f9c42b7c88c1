//! Where bytes come from, how much of them may be asked for, and where in a file something stands.
//!
//! Owns: [`Source`] (random access to bytes that may be far larger than memory), [`Limits`] (what a reader may
//! spend), [`Span`] and [`Error`] (what went wrong, where, and of which of three kinds).
//! Must not know: any file format, any release, any browser type.

mod checksum;
mod error;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod limits;
mod source;

pub use checksum::sums_agree;
pub use error::{Error, Failure, Result, Span};
#[cfg(not(target_arch = "wasm32"))]
pub use file::FileSource;
pub use limits::Limits;
pub use source::{MemorySource, SharedSource, Source, SubSource, check_range, read_range};
