//! Outcome of a restore for each value, from both simulations.

use crate::json::vocabulary;
use std::rc::Rc;

/// dtype and shape of a value in a program or a checkpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ValueType {
    /// dtype in lower case, such as `float32`.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
}

/// A value that a restore takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// Key in the checkpoint.
    pub key: String,
    /// Key under which the program would save the variable that takes it.
    pub into: String,
    /// How the value is restored.
    pub how: How,
    /// Whether it is a slot variable.
    pub slot: bool,
}

vocabulary! {
/// Ways in which a value is restored.
pub enum How {
    /// An object of the program takes it.
    #[default]
    Restored = "restored",
    /// The optimizer creates the slot variable when it is restored.
    Created = "created",
    /// Its object was bound to another object of the checkpoint before, and keeps that object's value.
    Shadowed = "shadowed",
    /// The program assigns it after the restore, by a mapping.
    Assigned = "assigned",
    /// As before, and `assign` converts it to the variable's dtype.
    Converted = "converted",
}
}

/// A value that waits for an object that the program has not created yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Key in the checkpoint.
    pub key: String,
    /// Path of the object that will have the missing child; empty for the root.
    pub on: Rc<str>,
    /// Name of the missing child.
    pub name: String,
    /// Whether it is a slot variable.
    pub slot: bool,
}

/// A value that is not restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Left {
    /// Key in the checkpoint.
    pub key: String,
    /// Why.
    pub why: Why,
    /// Whether it is a slot variable.
    pub slot: bool,
}

vocabulary! {
/// The reason a value is not restored.
pub enum Why {
    /// No object of the program has its name.
    #[default]
    NoName = "no-name",
    /// The program's object in this position has no value of this kind.
    NotAValue = "not-a-value",
    /// The program's optimizer keeps no slot variables of this kind.
    NoSlots = "no-slots",
}
}

/// A value of the program that the checkpoint does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Key under which the program would save it.
    pub key: String,
    /// Whether it is a slot variable.
    pub slot: bool,
}

/// A value that does not match its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Key in the checkpoint.
    pub key: String,
    /// Key under which the program would save the variable that should take it.
    pub into: String,
    /// Type in the checkpoint.
    pub stored: ValueType,
    /// Type in the program.
    pub wanted: ValueType,
}

/// Outcome of a restore.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Restored values.
    pub taken: Vec<Taken>,
    /// Values that wait.
    pub waiting: Vec<Waiting>,
    /// Values that are not restored.
    pub left: Vec<Left>,
    /// Variables of the program that the checkpoint lacks.
    pub missing: Vec<Missing>,
    /// Errors that stop the restore.
    pub misfits: Vec<Misfit>,
    /// First object of the checkpoint with a value that no object of the program is bound to; by objects only.
    pub unresolved: Option<u32>,
    /// Bound objects with unused values, and the names of these; by objects only.
    pub unused: Vec<(u32, Vec<String>)>,
}

/// Whether a value of one type can be assigned to the other.
pub(super) fn fits(stored: Option<&ValueType>, wanted: Option<&ValueType>) -> bool {
    match (stored, wanted) {
        (Some(stored), Some(wanted)) => stored == wanted,
        // Unknown types count as matching.
        _ => true,
    }
}
