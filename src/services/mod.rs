//! What the page and the terminal do with opened files beside reporting on them: runs, comparisons, simulated restores, advice.
//!
//! Owns: the work of each feature, one folder each, with the JSON it answers (`schema`). Must not know: browser types, layout of
//! screens. A service reads what was opened ([`crate::report::Opened`]); the report knows no service, so a verdict needs none of
//! their code.

pub mod advice;
pub mod compare;
pub mod delegates;
pub mod evolution;
pub mod restore;
pub mod run;
pub mod values;
