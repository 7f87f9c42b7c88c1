//! Results of another runtime compared with the reference kernels, tensor by tensor.
//!
//! Each compared tensor then takes the other runtime's values, so every later result is computed from those: an operator
//! differs only if it is wrong itself, not because its operands were.
//!
//! Owns: the arrays by name ([`Results`]), the comparison, and how far results may differ ([`span`]). Must not know:
//! how a user chose the files.

// The page's WebGPU module compares nothing.
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod arrays;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod compare;
#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
mod span;
mod summary;

#[cfg(not(all(feature = "gpu", target_arch = "wasm32")))]
pub use arrays::Results;
