//! Code generated from `proto/*.proto` by `cargo xtask codegen`; only this file is written by hand.

/// Messages of TensorFlow (package `tensorflow`).
#[allow(missing_docs, clippy::all)]
#[rustfmt::skip]
pub mod tensorflow;

/// Messages of the Keras 2 exporter (package `keras`).
#[allow(missing_docs, clippy::all)]
#[rustfmt::skip]
pub mod keras;

/// Names, numbers and kinds of every field and enum value.
#[rustfmt::skip]
pub mod fields;
