//! Property tests: fast kernels compared with plain ones, on random shapes, strides, paddings, dilations and types.
//!
//! Models are built here, node by node, so that sizes are odd, channels do not fill vectors, windows cross borders.
//! The parts of kernels (lanes, requantization) are compared with arithmetic one number at a time. All of it
//! also runs in the browser, with and without relaxed SIMD.

#[cfg(not(target_arch = "wasm32"))]
#[path = "../engine/allocation.rs"]
mod allocation;
mod builder;
mod chains;
mod convolutions;
mod elementwise;
mod files;
mod lanes;
mod loops;
mod matrices;
mod movement;
mod normalizations;
mod omitted;
#[cfg(not(target_arch = "wasm32"))]
mod parts;
mod plain;
mod planes;
mod reductions;
mod requantizing;
mod rows;
mod volumes;
