//! Vintage: which TensorFlow and TensorFlow Lite releases can load a file, why, and what would widen that window.
//!
//! The crate is built in layers and imports run one way (checked by `cargo xtask check`):
//! `bytes <- formats <- artifact <- {compat, graph, restore, engine} <- report <- services <- {cli, web}`.
//! The four in the middle do not import each other. ARCHITECTURE.md has the layers and the glossary.

pub mod artifact;
pub mod bytes;
pub mod chunks;
pub mod compat;
pub mod decimal;
pub mod engine;
pub mod fold;
pub mod formats;
pub mod graph;
pub mod json;
pub mod message;
pub mod order;
pub mod report;
pub mod restore;
pub mod services;

#[cfg(feature = "cli")]
pub mod cli;
pub mod web;
