//! What is said to the outside: one versioned JSON schema shared by page, worker and terminal.
//!
//! Owns: [`schema`] (the contract) and how documents and assessments are told in it.
//! Must not know: browser types, layout of screens.

pub mod schema;
