//! Checkpoint object graphs: objects, slot variables, and the effect of a restore on each value.
//!
//! Must not know: releases, screens.

mod by_names;
mod by_objects;
mod mapping;
mod objects;
mod outcome;
mod part;
mod rename;

pub use by_names::restore_names;
pub use by_objects::{Objects, restore_objects};
pub use mapping::{Mapped, Pair, assign, fitting, latest, map_names};
pub use objects::{Attribute, Child, Node, ObjectGraph, Role, Slot};
pub use outcome::{How, Left, Misfit, Missing, Outcome, Taken, ValueType, Waiting, Why};
pub use part::part_of;
pub use rename::{Rename, alike, renames};
