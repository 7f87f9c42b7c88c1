//! Advice for requirements: facts beside the window, from tables that no verdict needs.
//!
//! Owns: packages that register ops, kernels that a release lacks, forms of operators and parts of other files that releases were asked about, promises about SavedModels, layouts of optimizers.
//! Must not know: texts, presentation.

mod asked;
mod custom_ops;
mod forms;
mod kernels;
mod optimizers;
mod promises;
mod tables;

pub use asked::{Loaded, NODE, OBJECT, Part, covered, loaded, parts, rules};
pub use custom_ops::{CustomOp, custom_op};
pub use forms::{Asked, Form, asked_of, asked_of_some, form_of, forms};
pub use kernels::{Missing as MissingKernel, kernels_of, missing as missing_kernels};
pub use optimizers::{Era, Layout, Optimizer, eras, optimizers};
pub use promises::{Promise, promise};

use super::knowledge::source_in;
use tables::table;

/// Source of advice without a row of its own.
pub fn advice_source(fact: &str) -> &'static str {
    source_in(table("advice_sources"), fact)
}
