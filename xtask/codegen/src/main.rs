//! Generates Rust from `schema/` (FlatBuffers) and `proto/` (Protocol Buffers) into `src/formats/*/generated/`.
//!
//! A crate of its own, because it compiles the FlatBuffers compiler: `cargo xtask` stays quick to build.
//! Run through `cargo xtask codegen`; with `--check` nothing is written and stale files fail.

fn main() {}
