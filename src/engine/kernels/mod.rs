//! Kernels: what every operator computes.
//!
//! `reference` holds one plain implementation per operator, `simd` fast ones for the operators that matter most;
//! property tests hold the second to the first, recorded outputs of the real runtime hold the first.

pub mod fixed;
pub mod fixed16;
pub mod geometry;
pub mod reference;
pub mod simd;

use super::program::{Op, OpKind, Program};
use super::registry::{Definition, Registry};
use crate::chunks::cut;

/// A table of operators.
pub type Ops = &'static [(Op, Definition)];

/// Adds the operators of this crate: all of them, or of a module that was cut those that are there.
pub(super) fn register(registry: &mut Registry) {
    register_builtin(registry, reference::COMMON, simd::COMMON);
    if rest::is_here()
        && let Ok(Rest { builtin, simd, custom }) = rest()
    {
        register_builtin(registry, builtin, simd);
        for &(name, definition) in custom {
            registry.add(OpKind::Custom(name.to_owned()), definition);
        }
    }
}

fn register_builtin(registry: &mut Registry, tables: &[Ops], simd: simd::Kernels) {
    for &(op, mut definition) in tables.iter().copied().flatten() {
        definition.simd = simd.iter().find(|(simd, _)| *simd == op).map(|(_, prepare)| *prepare);
        registry.add(OpKind::Builtin(op), definition);
    }
}

/// Operators that few models have.
struct Rest {
    builtin: &'static [Ops],
    simd: simd::Kernels,
    custom: &'static [(&'static str, Definition)],
}

cut!(
    "split-engine",
    rest,
    load_rest,
    /// The operators that few models have.
    fn rest() -> Rest {
        Rest { builtin: reference::REST, simd: simd::REST, custom: reference::CUSTOM }
    }
);

/// Whether the operators that few models have are in the module, or were fetched.
#[cfg(not(feature = "split-engine"))]
mod rest {
    pub fn is_here() -> bool {
        true
    }
}
#[cfg(feature = "split-engine")]
mod rest {
    use std::cell::Cell;

    thread_local! {
        static HERE: Cell<bool> = const { Cell::new(false) };
    }

    pub fn is_here() -> bool {
        HERE.get()
    }

    pub fn came() {
        HERE.set(true);
    }
}

/// Fetches what `program` needs of the kernels that the build cut out of the module. To be called before it is prepared;
/// where nothing was cut it does nothing.
pub async fn fetch(program: &Program) -> Result<(), crate::chunks::NotLoaded> {
    #[cfg(feature = "split-engine")]
    if !rest::is_here() {
        let registry = Registry::standard();
        let mut nodes = program.graphs.iter().flat_map(|graph| &graph.nodes);
        let is_known = |op: &OpKind| registry.get(op).is_some() || op.builtin().is_some_and(super::control::is_control);
        if !nodes.all(|node| is_known(&node.op)) {
            load_rest().await?;
            rest::came();
        }
    }
    let _ = program;
    Ok(())
}
