//! Code generated from `schema/*.fbs` by `cargo xtask codegen`; only this file is written by hand.
//!
//! [`tflite`](tflite) and [`conversion_metadata`](conversion_metadata) come from the FlatBuffers compiler, which writes
//! `unsafe` accessors that are sound on verified bytes. Vintage uses their verifiers and slot numbers; values are read
//! by the checked reader in `view`, which stays safe on damaged files.
#![allow(unsafe_code, missing_docs, deprecated, dead_code, unused_imports, non_camel_case_types, clippy::all)]
#![allow(unsafe_op_in_unsafe_fn, mismatched_lifetime_syntaxes)]

#[rustfmt::skip]
pub mod conversion_metadata;
#[rustfmt::skip]
pub mod options;
#[rustfmt::skip]
pub mod tflite;
