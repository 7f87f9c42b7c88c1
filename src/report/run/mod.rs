//! Running a model, as the terminal and the engine worker both do it: prepare, fill inputs, run, tell the results.
//!
//! Owns: [`Runner`] over the backends, [`Input`] values, [`schema`]. Must not know: files on disk, browser types.

#[cfg(feature = "gpu")]
mod gpu;
mod runner;
pub mod schema;
mod values;

pub use runner::{Backend, Input, Output, Runner, Watch, failed};
