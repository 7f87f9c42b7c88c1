//! SavedModel folders: the meta graphs, the variables, and the files beside them.
//!
//! Owns: [`SavedModelDocument`]. Must not know: releases, how the folder was found (its files are passed in).

mod chunked;
mod document;

pub use document::{SavedModelDocument, SavedModelFiles};
#[cfg(feature = "split-explorer")]
pub use document::{load_chunked, load_variables};
