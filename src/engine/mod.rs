//! TFLite subgraphs to a program, a plan, and kernels (reference, SIMD, GPU).
//!
//! Owns: [`Program`] (typed nodes over typed tensors), the registry of operators, memory plans, sessions, kernels.
//! Must not know: releases, screens, browser types. Time comes from the caller (wasm has no clock of its own).

pub mod data;
mod error;
pub mod program;

pub use error::{EngineError, ErrorKind, NodeRef, Result, Unsupported};
pub use program::{Entry, Program};
