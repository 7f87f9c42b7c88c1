//! TFLite subgraphs to a program, a plan, and kernels (reference, SIMD, GPU).
//!
//! Owns: [`Program`] (typed nodes over typed tensors), the registry of operators, memory plans, sessions, kernels.
//! Must not know: releases, screens, browser types. Time comes from the caller (wasm has no clock of its own).

mod chain;
pub mod check;
mod control;
pub mod data;
mod error;
pub mod fill;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod kernels;
mod memory;
pub mod parts;
mod plan;
pub mod program;
pub mod registry;
mod session;
mod shared;
mod state;
pub mod text;
mod view;

pub use error::{EngineError, ErrorKind, NodeRef, Result, Unsupported};
pub use memory::{Budget, DEFAULT_LIMIT, Lease};
pub use program::{Entry, Program};
pub use registry::Registry;
#[cfg(not(target_arch = "wasm32"))]
pub use session::Clock;
pub use session::{Backend, Hooks, NodeTime, PortInfo, Session};
pub use shared::{Resource, Shared};
pub use view::{Io, Kernel, NodeView, Shape};
