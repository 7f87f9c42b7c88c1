//! Running a model, as the terminal and the engine worker both do it: prepare, fill inputs, run, tell the results.
//!
//! Owns: [`Runner`] over the backends, [`Input`] values and the files they come from, [`schema`]. Must not know: files on disk, browser types.

#![allow(clippy::result_large_err, reason = "a failure ends the run, and it lists every node without a kernel")]

// The WebGPU module of the page leaves the processor's kernels to the engine module, which takes over when it must.
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod cpu;
mod files;
#[cfg(feature = "gpu")]
mod gpu;
mod runner;
pub mod schema;
mod values;

pub use files::{position, unreadable};
pub use runner::{Backend, Input, Output, Runner, Watch, failed};
