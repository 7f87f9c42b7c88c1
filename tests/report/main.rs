//! The JSON report: its facts, its schema, and the documents generated from it.
#![cfg(feature = "cli")]

mod advice;
mod bodies;
mod classes;
#[path = "../../build/csv.rs"]
mod csv;
mod findings_doc;
mod fixtures;
mod goldens;
mod json_reading;
mod json_schema;
mod messages;
mod restores;
mod tensors;
mod what_if;
mod wording;
