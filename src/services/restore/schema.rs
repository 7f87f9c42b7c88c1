//! Contract of a simulated restore: the JSON of `vintage restore --json` and of the explorer worker.

use crate::json::readable;
use crate::report::schema::ErrorInfo;
pub use crate::restore::{How, Mapped, Why};
use serde::Serialize;

/// Outcome of restoring a checkpoint into a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RestoreReport {
    /// Number of the contract: [`crate::report::schema::SCHEMA`].
    pub schema: u32,
    /// The call that is simulated: `tf.train.Checkpoint.restore` or `tf.compat.v1.train.Saver.restore`.
    pub call: String,
    /// The error; the lists are empty then.
    pub error: Option<ErrorInfo>,
    /// Values that are restored.
    pub restored: Vec<Move>,
    /// Values that are restored once the program creates the object they wait for.
    pub delayed: Vec<Delayed>,
    /// Values of the checkpoint that are not restored.
    pub left_over: Vec<LeftOver>,
    /// Variables of the program that the checkpoint lacks: they keep their initial values.
    pub missing: Vec<MissingValue>,
    /// Values whose dtype or shape is not the program's.
    pub misfits: Vec<Misfit>,
    /// The literal error of the call itself; null when it returns.
    pub fails: Option<String>,
    /// `assert_existing_objects_matched()`; null if the call returns no status object, and when it fails.
    pub existing: Option<Assertion>,
    /// `assert_consumed()`; as above.
    pub consumed: Option<Assertion>,
    /// Unused values that were probably meant for missing ones.
    pub renames: Vec<Rename>,
    /// The renames as Python that assigns the values.
    pub python: String,
    /// Result of each pair of the mapping.
    pub mapped: Vec<MappedPair>,
    /// The pairs that are taken, as Python; empty without one.
    pub mapping_python: String,
}
readable!(RestoreReport {
    schema,
    call,
    error,
    restored,
    delayed,
    left_over,
    missing,
    misfits,
    fails,
    existing,
    consumed,
    renames,
    python,
    mapped,
    mapping_python
});

/// dtype and shape of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TypeOfValue {
    /// dtype.
    pub dtype: String,
    /// Shape.
    pub shape: Vec<i64>,
}
readable!(TypeOfValue { dtype, shape });

/// A variable that a mapping gives the value of a key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MappedPair {
    /// Key under which the program would save the variable, or its name.
    pub into: String,
    /// Key in the checkpoint.
    pub key: String,
    /// `taken` or `converted`, or the reason why not: `misfit`, `no-variable`, `no-key`, `has-value` or `key-used`.
    pub result: Mapped,
}
readable!(MappedPair { into, key, result });

/// A value that is restored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Move {
    /// Key in the checkpoint.
    pub key: String,
    /// Key under which the program would save the variable that takes it.
    pub into: String,
    /// How it is taken.
    pub how: How,
    /// Whether it is a slot variable.
    pub slot_variable: bool,
}
readable!(Move { key, into, how, slot_variable });

/// A value that waits for an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Delayed {
    /// Key in the checkpoint.
    pub key: String,
    /// Path of the object that will have the child; empty for the root.
    pub on: String,
    /// Name of the child it waits for.
    pub name: String,
    /// Whether it is a slot variable.
    pub slot_variable: bool,
    /// dtype and shape in the checkpoint.
    pub value: Option<TypeOfValue>,
}
readable!(Delayed { key, on, name, slot_variable, value });

/// A value that is not restored.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct LeftOver {
    /// Key in the checkpoint.
    pub key: String,
    /// `no-name` (nothing in the program has its name), `not-a-value` (the object of its name has no such value) or
    /// `no-slots` (the program's optimizer keeps no slot variables of this kind).
    pub why: Why,
    /// Whether it is a slot variable.
    pub slot_variable: bool,
    /// dtype and shape in the checkpoint.
    pub value: Option<TypeOfValue>,
}
readable!(LeftOver { key, why, slot_variable, value });

/// A value that the checkpoint lacks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct MissingValue {
    /// Key under which the program would save it.
    pub key: String,
    /// Whether it is a slot variable.
    pub slot_variable: bool,
    /// dtype and shape in the program; null when unknown.
    pub value: Option<TypeOfValue>,
}
readable!(MissingValue { key, slot_variable, value });

/// A value that does not match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Misfit {
    /// Key in the checkpoint.
    pub key: String,
    /// Key under which the program would save the variable that should take it.
    pub into: String,
    /// dtype in the checkpoint.
    pub stored_dtype: String,
    /// Shape in the checkpoint.
    pub stored_shape: Vec<i64>,
    /// dtype in the program.
    pub wanted_dtype: String,
    /// Shape in the program.
    pub wanted_shape: Vec<i64>,
}
readable!(Misfit { key, into, stored_dtype, stored_shape, wanted_dtype, wanted_shape });

/// Result of an assertion about the restore.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Assertion {
    /// Whether it holds.
    pub holds: bool,
    /// Message of its `AssertionError`; Python objects, which only the program knows, are `…`.
    pub prints: Option<String>,
}
readable!(Assertion { holds, prints });

/// A proposed rename.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Rename {
    /// Key of the program.
    pub missing: String,
    /// Key of the checkpoint.
    pub found: String,
    /// Similarity of the names, in percent.
    pub alike: u32,
    /// Whether another value of the same dtype and shape is equally similar.
    pub ambiguous: bool,
    /// Whether dtype and shape agree too; otherwise those of the program are unknown, and only the names were compared.
    pub typed: bool,
}
impl Rename {
    /// Id of the text about a doubt of a proposal; `None` if it is the only match.
    pub fn doubt(&self) -> Option<&'static str> {
        match (self.ambiguous, self.typed) {
            (true, _) => Some("restore-ambiguous"),
            (false, false) => Some("restore-by-name"),
            (false, true) => None,
        }
    }
}
readable!(Rename { missing, found, alike, ambiguous, typed });
