//! Advice for requirements: facts beside the window, from tables that no verdict needs.
//!
//! Owns: packages that register ops, kernels that a release lacks, promises about SavedModels, layouts of optimizers.
//! Must not know: texts, presentation.

mod custom_ops;
mod kernels;
mod optimizers;
mod promises;

pub use custom_ops::{CustomOp, custom_op};
pub use kernels::{ASKED as KERNELS_OF, Missing as MissingKernel, missing as missing_kernels};
pub use optimizers::{Layout, Optimizer, optimizers};
pub use promises::{Promise, SOURCE as PROMISE, promise};

use super::knowledge::{Pack, Table};

/// Tables that only advice needs.
static PACK: Pack = Pack::new(include_bytes!(concat!(env!("OUT_DIR"), "/advice.bin")));

fn table(name: &str) -> &'static Table {
    PACK.table(name)
}
