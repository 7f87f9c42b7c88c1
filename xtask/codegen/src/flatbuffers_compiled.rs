//! The part of [`super`] that has the FlatBuffers compiler at hand.

use std::path::Path;

/// Every generated file: path from the root of the repository, and what should stand in it.
pub fn outputs(_root: &Path) -> crate::Outputs {
    Ok(Vec::new())
}
