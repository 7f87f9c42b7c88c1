//! Checkpoint object graphs: the tree of objects, slot variables, matching.
//!
//! Must not know: releases, screens.

mod objects;

pub use objects::{Attribute, Child, Node, ObjectGraph, Role, Slot};
