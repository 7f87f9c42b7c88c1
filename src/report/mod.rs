//! The external contract: one versioned JSON schema shared by page, worker and CLI.
//!
//! Owns: [`schema`] (the contract), [`open`] (the entry point) and the mapping of documents and assessments to the
//! contract. Must not know: services on opened files, browser types, screen layout.

pub mod dates;
pub mod details;
mod doc;
pub mod graphs;
// It reads fixtures from disk.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod needs;
mod open;
pub mod outcomes;
pub mod schema;
pub mod tell;
pub mod together;
pub mod what_if;

pub use doc::doc;

/// Values that messages select by (`{ $next -> [none] …`): they are ids, never names to mark as code.
pub const CHOICES: [&str; 5] = ["none", "no", "random", "same", "unknown"];
pub use open::{Opened, Progress, Step, open};
