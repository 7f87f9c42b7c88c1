//! Kernels: the computations of every operator.
//!
//! `reference` holds one plain implementation per operator, `simd` fast ones for the operators that matter most.
//! Property tests compare the second with the first. The oracle of both is TensorFlow itself: tests/engine/goldens.rs
//! compares with outputs that its runtime recorded. The operators' checks and geometry are in [`crate::engine::ops`].
//! `parts` says which of them the page fetches when a model needs them.

pub mod parts;
pub mod reference;
pub mod simd;
