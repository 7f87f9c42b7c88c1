//! Kernels: what every operator computes.
//!
//! `reference` holds one plain implementation per operator, `simd` fast ones for the operators that matter most;
//! property tests hold the second to the first, recorded outputs of the real runtime hold the first.

pub mod fixed;
pub mod fixed16;
pub mod geometry;
pub mod reference;
pub mod simd;

use super::program::{Op, OpKind};
use super::registry::{Definition, Registry};

/// Adds every operator of this crate.
pub(super) fn register(registry: &mut Registry) {
    for &(op, mut definition) in reference::OPS.iter().copied().flatten() {
        definition.simd = simd::KERNELS.iter().find(|(simd, _)| *simd == op).map(|(_, prepare)| *prepare);
        registry.add(OpKind::Builtin(op), definition);
    }
    for &(name, definition) in reference::CUSTOM {
        registry.add(OpKind::Custom(name.to_owned()), definition);
    }
}

/// A table of operators.
pub type Ops = &'static [(Op, Definition)];
