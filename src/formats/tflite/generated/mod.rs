//! Code generated from `schema/*.fbs` by `cargo xtask codegen`; only this file is written by hand.
//!
//! The verifier and the reader of options use the table definitions; the decoder uses the slot numbers.
#![allow(missing_docs, dead_code)]

#[rustfmt::skip]
pub mod conversion_metadata;
#[rustfmt::skip]
pub mod tflite;
