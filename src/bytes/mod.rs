//! Sources of bytes, limits on reading them, and positions in files.
//!
//! Owns: [`Source`] (random access to bytes that may be far larger than memory), [`Limits`] (upper bounds for readers),
//! [`Span`] and [`Error`] (kind, cause and position of a failure).
//! Must not know: any file format, any release, any browser type.

mod checksum;
mod error;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod limits;
mod source;

pub use checksum::sums_agree;
pub use error::{Cause, Error, Failure, Result, Span};
#[cfg(not(target_arch = "wasm32"))]
pub use file::FileSource;
pub use limits::Limits;
pub use source::{MemorySource, SharedSource, Source, SubSource, check_range, read_range};
