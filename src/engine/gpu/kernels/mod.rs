//! WGSL kernels, one family per file. A kernel is text generated for the structure of its op (filter size, activation,
//! vector width). Sizes of tensors are uniforms, so layers that differ only in size share one pipeline.
//!
//! Activations are stored as NHWC float32 or float16, dense. Every buffer is rounded up to 16 bytes, so that flat kernels may
//! work on `vec4f` throughout.

pub mod activation;
pub mod copy;
pub mod depthwise;
mod dispatch;
mod elem;
mod end;
pub mod gather;
pub mod gemm;
mod grid;
mod held;
pub mod later;
pub mod matmul;
pub mod normalize;
mod operand;
pub mod pointwise;
pub mod pool;
pub mod recurrent;
pub mod reduce;
pub mod resize;
pub mod weights;
mod wgsl;

pub use activation::Activation;
pub use dispatch::{Dispatch, LINE, Sees, flat_groups};
pub use elem::Elem;
pub use end::End;
pub use grid::Grid;
pub use held::{Held, Width};
pub use operand::Operand;
pub use wgsl::Wgsl;
