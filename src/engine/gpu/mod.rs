//! The WebGPU path: a program's float32 nodes as WGSL kernels, in a browser and natively on Vulkan.
//!
//! Owns: device, kernels, the plan of GPU buffers, runs. Must not know: pages, workers, files, releases.
//! Order of work: [`Device::request`] -> [`Session::prepare`] (kernels chosen, weights packed and sent, pipelines
//! compiled, buffers planned) -> [`Session::run`] (one submission) -> [`Session::profile`]. [`split()`]
//! reports beforehand
//! which nodes of a program can run here.

mod border;
mod device;
mod error;
pub mod kernels;
mod lower;
mod plan;
mod session;
mod split;
mod wake;

pub use device::{AdapterInfo, Device, DeviceLimits};
pub use error::{GpuError, Unavailable};
#[doc(hidden)]
pub use session::Fault;
pub use session::{Options, Profile, Session, StepTime};
pub use split::{Split, split};
#[cfg(not(target_arch = "wasm32"))]
pub use wake::block_on;
