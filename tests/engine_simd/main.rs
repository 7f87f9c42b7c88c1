//! Property tests: fast kernels compared with plain ones, on random shapes, strides, paddings, dilations and types.
//!
//! Models are built here, node by node, so that sizes are odd, channels do not fill vectors, windows cross borders.
//! They also run in the browser, with and without relaxed SIMD.

mod builder;
mod chains;
mod convolutions;
mod elementwise;
mod matrices;
mod movement;
mod reductions;
