//! Code generated from `schema/*.fbs` by `cargo xtask codegen`; only this file is written by hand.
//!
//! Definitions of tables drive the verifier and the reader of options; slot numbers serve the decoder.
#![allow(missing_docs, dead_code)]

#[rustfmt::skip]
pub mod conversion_metadata;
#[rustfmt::skip]
pub mod tflite;
