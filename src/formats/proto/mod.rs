//! Protocol Buffers: the messages of `proto/`, and shared code of the readers of binary messages.
//!
//! Owns: generated message types, field tables for the text reader. Must not know: the meaning of messages.

mod decode;
pub mod wire;

pub use decode::{Decoded, decode, decode_part};

/// Messages of TensorFlow (package `tensorflow`).
#[allow(missing_docs, clippy::all)]
#[rustfmt::skip]
#[path = "generated/tensorflow.rs"]
pub mod tensorflow;

/// Messages of the Keras 2 exporter (package `keras`).
#[allow(missing_docs, clippy::all)]
#[rustfmt::skip]
#[path = "generated/keras.rs"]
pub mod keras;

/// Names, numbers and kinds of every field and enum value.
#[rustfmt::skip]
#[path = "generated/fields.rs"]
pub mod fields;
