//! Kernels: the computations of every operator.
//!
//! `reference` holds one plain implementation per operator, `simd` fast ones for the operators that matter most.
//! Property tests compare the second with the first. The oracle of both is TensorFlow itself: tests/engine/goldens.rs
//! compares with outputs that its runtime recorded. The operators' checks and geometry are in [`crate::engine::ops`].

pub mod reference;
pub mod simd;

use super::operator::{Definition, Ops, SimdPrepare};
use crate::chunks::cut;

/// Operators and their fast kernels.
pub struct Tables {
    /// Builtin operators.
    pub builtin: &'static [Ops],
    /// Their fast kernels.
    pub simd: simd::Kernels,
    /// Custom operators that come with the engine, by name.
    pub custom: &'static [(&'static str, Definition)],
    /// Their fast kernels.
    pub custom_simd: &'static [(&'static str, SimdPrepare)],
}

/// Operators of most models.
pub(super) const COMMON: Tables =
    Tables { builtin: reference::COMMON, simd: simd::COMMON, custom: &[], custom_simd: &[] };

cut!(
    "split-engine",
    rest,
    load_rest,
    /// Rare operators.
    fn rest() -> Tables {
        Tables { builtin: reference::REST, simd: simd::REST, custom: reference::CUSTOM, custom_simd: simd::CUSTOM }
    }
);

/// State of the rare operators: in the module, or fetched.
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

/// Whether all operators are in the module or were fetched.
pub(super) fn are_complete() -> bool {
    rest::is_here()
}

/// Fetches the rare operators.
pub(super) async fn fetch_rest() -> Result<(), crate::chunks::NotLoaded> {
    #[cfg(feature = "split-engine")]
    {
        load_rest().await?;
        rest::came();
    }
    Ok(())
}

/// The rare operators, if they are in the module or were fetched.
pub(super) fn rare() -> Option<Tables> {
    rest::is_here().then(|| rest().ok()).flatten()
}
