//! Contracts of operators by family: checks, geometry, shapes of results, and the arithmetic that all kernels share.
//! Plain, SIMD and GPU kernels build on it; it knows none of them.

pub mod arithmetic;
pub mod batch_matmul;
pub mod conv3d;
pub mod convolution;
pub mod dynamic_range;
pub mod fixed;
pub mod fixed16;
pub mod fully_connected;
pub mod geometry;
pub mod operands;
pub mod padding;
pub mod pieces;
pub mod pooling;
pub mod products;
pub mod recurrent;
