//! Runs TFLite subgraphs: program, plan, and kernels (reference, SIMD, GPU).
//!
//! Owns: [`Program`] (typed nodes over typed tensors), the registry of operators, memory plans, sessions, kernels.
//! [`operator`] and [`ops`] hold the contract of each operator: what it accepts, its geometry, the shapes of its
//! results. The kernels build on them, the registry on the kernels. The oracle is TensorFlow: its recorded outputs are
//! in tests/fixtures, and every kernel, the reference ones included, is checked against them. Must not know: releases,
//! screens, browser types. The caller supplies the clock, because wasm has none.

mod backend;
mod chain;
pub mod check;
mod control;
pub mod copy;
mod crew;
pub mod data;
mod error;
pub mod fill;
#[cfg(feature = "gpu")]
pub mod gpu;
pub mod kernels;
mod layout;
mod memory;
pub mod operator;
pub mod ops;
mod order;
pub mod parts;
mod plan;
mod planes;
pub mod program;
pub mod registry;
mod rewrites;
mod session;
mod shared;
mod state;
pub mod text;
mod view;

pub use backend::Backend;
pub use crew::{Crew, Team, take_parts};
pub use error::{EngineError, ErrorKind, NodeRef, Result, Unsupported};
pub use memory::{Budget, DEFAULT_LIMIT, Lease};
pub use program::{Entry, Program};
pub use registry::Registry;
#[cfg(not(target_arch = "wasm32"))]
pub use session::Clock;
pub use session::{Hooks, NodeTime, PortInfo, Session};
pub use shared::{Resource, Shared};
pub use view::{Io, Kernel, NodeView, Shape};
