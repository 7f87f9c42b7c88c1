//! The JSON report: its facts, its schema, and the documents generated from it.
#![cfg(feature = "cli")]

mod findings_doc;
mod goldens;
mod json_reading;
mod json_schema;
mod restores;
