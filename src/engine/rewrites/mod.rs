//! The program that the fast kernels run: what a file says in several operators, or in one that has no fast kernel, as operators that have one.
//!
//! Owns: which operators these are, and what takes their place; results are those of the program that was given. Must not know kernels or plans.

mod borders;
mod functions;
mod groups;
mod slopes;
mod updates;

use super::error::Result;
use super::program::Program;
use std::rc::Rc;

/// The program with operators that have fast kernels.
///
/// Errors: constants cannot be read any more.
pub(super) fn reduced(program: Rc<Program>) -> Result<Rc<Program>> {
    let program = updates::with_updates(borders::without_padding(program));
    groups::without_groups(functions::with_tables(slopes::with_slopes(program)?))
}
