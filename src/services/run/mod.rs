//! Running a model, for the CLI and the engine worker: prepare, fill inputs, run, report the results.
//!
//! Owns: [`Runner`] over the backends, the partitions of a GPU run and their check, [`Input`] values and their files,
//! [`schema`], a model's metadata about its ports ([`hints`]), [`pictures`] of outputs, [`bench`]. Must not know: files
//! on disk, browser types.

#![allow(clippy::result_large_err, reason = "a failure ends the run, and it lists every node without a kernel")]

pub mod bench;
// The page's WebGPU module leaves the CPU kernels to the engine module, which takes over if necessary.
#[cfg(feature = "gpu")]
mod checking;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod cpu;
mod differ;
mod failed;
mod files;
#[cfg(feature = "gpu")]
mod gpu;
mod hints;
mod host;
mod io;
mod number;
#[cfg(feature = "gpu")]
mod on_device;
mod options;
mod partitions;
pub mod pictures;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod pieces;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod quantization;
mod results;
mod runner;
pub mod schema;
mod strings;
#[cfg(feature = "cli")]
mod threads;
mod values;

pub use differ::{difference, output as output_of};
pub use failed::failed;
pub use files::{position, unreadable};
pub use hints::{hints, label, name_outputs, parse_labels};
pub use host::{Host, Later, Piece, Pieces, Value};
pub use io::{Given, Input, Output, Take, Watch};
pub use number::Number;
#[doc(hidden)]
pub use options::Fault;
pub use options::Options;
pub use partitions::{ranges, reasons};
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
pub use pieces::OwnPieces;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
pub use quantization::quantization_error;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
pub use results::Results;
pub use runner::Runner;
pub use schema::Backend;
pub use strings::strings_file;
#[cfg(feature = "cli")]
pub use threads::threads;
