//! Work on opened files besides the report: runs, comparisons, simulated restores, advice, static answers.
//!
//! Owns: the work of each feature, one folder each, with its JSON result (`schema`). Must not know: browser types,
//! screen layout. A service reads opened files ([`crate::report::Opened`]); the report does not use services, so a
//! verdict needs none of their code.

pub mod advice;
pub mod branches;
pub mod check;
pub mod classes;
pub mod compare;
pub mod delegates;
pub mod evolution;
pub mod objects;
pub mod pairs;
pub mod restore;
pub mod run;
pub mod tensors;
pub mod values;
pub mod window;
