//! Objects of a checkpoint or SavedModel, listed in parts.

use crate::json::readable;
use crate::report::schema::Role;
use serde::Serialize;

/// A request for some objects.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ObjectListing {
    /// Folded text in the path, or the word of the role; empty for all objects.
    pub filter: String,
    /// Whether only objects with a path that are no slot variables are listed: those that a program can have.
    pub named: bool,
    /// The first object.
    pub from: usize,
    /// Number of objects at most.
    pub count: usize,
    /// Number of names at most in each list of an object: one may have a hundred thousand children.
    pub most: usize,
}
readable!(ObjectListing { filter, named, from, count, most });

/// Some objects.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObjectRows {
    /// Number of objects with this filter.
    pub total: usize,
    /// Index of the first one here.
    pub from: usize,
    /// The objects.
    pub rows: Vec<ObjectRow>,
}
readable!(ObjectRows { total, from, rows });

/// An object.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ObjectRow {
    /// Index of the node.
    pub index: usize,
    /// Path from the root; empty for the root.
    pub path: String,
    /// Role.
    pub role: Role,
    /// Names of its first children.
    pub children: Vec<String>,
    /// The first slot variables it keeps: the name of the slot, and the path of the variable that it is for.
    pub slots: Vec<(String, String)>,
    /// Keys of its first saved values.
    pub saved: Vec<String>,
    /// Number of children and slot variables that are not listed.
    pub more: usize,
    /// Number of saved values that are not listed.
    pub more_saved: usize,
}
readable!(ObjectRow { index, path, role, children, slots, saved, more, more_saved });
