//! Reads options of operators with tables generated from the schema, instead of one function per op.

use super::generated::tflite::{BUILTIN_OPTIONS, BUILTIN_OPTIONS_2};
use super::model::{OptionValue, Options};
use super::tables::{FieldDef, Form, TableDef};
use super::view::{Path, Table};

/// The table of a union tag of `BuiltinOptions`; `None` for 0 and for tags unknown to this schema.
pub fn builtin_options(tag: u8) -> Option<&'static TableDef> {
    BUILTIN_OPTIONS.get(usize::from(tag).checked_sub(1)?)
}

/// The table of a union tag of `BuiltinOptions2`.
pub fn builtin_options_2(tag: u8) -> Option<&'static TableDef> {
    BUILTIN_OPTIONS_2.get(usize::from(tag).checked_sub(1)?)
}

/// The definition of an options table by name.
pub fn options_table(name: &str) -> Option<&'static TableDef> {
    BUILTIN_OPTIONS.iter().chain(&BUILTIN_OPTIONS_2).find(|t| t.name == name)
}

/// Reads a table by its definition; an absent table yields the defaults, as in a runtime.
pub(super) fn read(def: &'static TableDef, table: Option<Table<'_>>, path: &Path<'_>) -> Options {
    let fields =
        def.fields.iter().filter_map(|field| Some((field.name, value(field, table, &path.field(field.name))?)));
    Options { table: def.name, fields: fields.collect() }
}

/// The value of a field; `None` for nested tables, which no operator's options have.
// In two functions, neither of them inlined: it runs for every field of every operator, and a browser counts the size of what it calls until it
// optimizes it.
fn value(field: &FieldDef, table: Option<Table<'_>>, path: &Path<'_>) -> Option<OptionValue> {
    number(field, table, path).or_else(|| list(field, table, path))
}

/// The value of a field that is a number.
#[inline(never)]
fn number(field: &FieldDef, table: Option<Table<'_>>, path: &Path<'_>) -> Option<OptionValue> {
    let slot = field.slot;
    let int = |v: i64| OptionValue::Int(v);
    Some(match (field.form, table) {
        (Form::Bool(d), t) => OptionValue::Bool(t.map_or(d, |t| t.bool(slot, d, path))),
        (Form::I8(d), t) => int(t.map_or(d, |t| t.i8(slot, d, path)).into()),
        (Form::U8(d), t) => int(t.map_or(d, |t| t.u8(slot, d, path)).into()),
        (Form::I32(d), t) => int(t.map_or(d, |t| t.i32(slot, d, path)).into()),
        (Form::U32(d), t) => int(t.map_or(d, |t| t.u32(slot, d, path)).into()),
        (Form::I64(d), t) => int(t.map_or(d, |t| t.i64(slot, d, path))),
        (Form::U64(d), t) => int(t.map_or(d, |t| t.u64(slot, d, path)) as i64),
        (Form::F32(d), t) => OptionValue::Float(t.map_or(d, |t| t.f32(slot, d, path))),
        _ => return None,
    })
}

/// The value of another field.
#[inline(never)]
fn list(field: &FieldDef, table: Option<Table<'_>>, path: &Path<'_>) -> Option<OptionValue> {
    let slot = field.slot;
    Some(match (field.form, table) {
        (Form::Text, t) => OptionValue::Text(t.and_then(|t| t.text(slot, path)).unwrap_or_default()),
        (Form::Bytes, t) => OptionValue::Bytes(t.and_then(|t| t.bytes(slot, path)).unwrap_or_default()),
        (Form::Bools, t) => ints(t.and_then(|t| t.bools(slot, path))),
        (Form::U16s, t) => ints(t.and_then(|t| t.u16s(slot, path))),
        (Form::I32s, t) => ints(t.and_then(|t| t.i32s(slot, path))),
        (Form::U32s, t) => ints(t.and_then(|t| t.u32s(slot, path))),
        (Form::I64s, t) => ints(t.and_then(|t| t.i64s(slot, path))),
        (Form::F32s, t) => OptionValue::Floats(t.and_then(|t| t.f32s(slot, path)).unwrap_or_default()),
        _ => return None,
    })
}

impl FieldDef {
    /// Whether a value is what an operator has without the field.
    pub fn is_default(&self, of: &OptionValue) -> bool {
        value(self, None, &Path::ROOT).is_some_and(|default| default == *of)
    }
}

fn ints<T: Into<i64>>(values: Option<Vec<T>>) -> OptionValue {
    OptionValue::Ints(values.unwrap_or_default().into_iter().map(Into::into).collect())
}
