//! The contract with the outside: one versioned JSON schema shared by page, worker and terminal.
//!
//! Owns: [`schema`] (the contract), [`open`] (the front door) and the mapping of documents and assessments to the contract.
//! Must not know: what services do with opened files, browser types, layout of screens.

pub mod details;
mod doc;
mod graphs;
// It reads fixtures from disk.
#[cfg(all(test, not(target_arch = "wasm32")))]
mod needs;
mod open;
mod outcomes;
pub mod schema;
pub mod tell;
pub mod what_if;

pub use doc::doc;

/// Values of messages that words choose by (`{ $next -> [none] …`): they are ids, never names to show in mono.
pub const CHOICES: [&str; 5] = ["none", "no", "random", "same", "unknown"];
pub use open::{Opened, Progress, open};
