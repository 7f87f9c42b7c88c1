//! Kernels: what every operator computes.
//!
//! `reference` holds one plain implementation per operator, `simd` fast ones for the operators that matter most;
//! property tests hold the second to the first, recorded outputs of the real runtime hold the first.

pub mod fixed;
pub mod geometry;
pub mod reference;

use super::program::{Op, OpKind};
use super::registry::{Definition, Registry};

/// Adds every operator of this crate.
pub(super) fn register(registry: &mut Registry) {
    for &(op, definition) in reference::OPS.iter().copied().flatten() {
        registry.add(OpKind::Builtin(op), definition);
    }
}

/// A table of operators.
pub type Ops = &'static [(Op, Definition)];
