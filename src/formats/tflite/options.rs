//! Options of operators, read by tables that are generated from the schema instead of by one function per op.

use super::generated::options::{BUILTIN_OPTIONS, BUILTIN_OPTIONS_2};
use super::model::{OptionValue, Options};
use super::view::{Path, Table};

/// An enumeration of the schema.
#[derive(Debug)]
pub struct EnumDef {
    /// Its name, such as `Padding`.
    pub name: &'static str,
    /// Number and name of each value, ascending.
    pub values: &'static [(i32, &'static str)],
}

impl EnumDef {
    /// Name of a value.
    pub fn name_of(&self, value: i64) -> Option<&'static str> {
        let value = i32::try_from(value).ok()?;
        self.values.binary_search_by_key(&value, |(n, _)| *n).ok().map(|i| self.values[i].1)
    }

    /// Number of a name.
    pub fn value_of(&self, name: &str) -> Option<i32> {
        self.values.iter().find(|(_, n)| *n == name).map(|(value, _)| *value)
    }
}

/// An options table of the schema.
#[derive(Debug)]
pub struct TableDef {
    /// Its name, such as `Conv2DOptions`.
    pub name: &'static str,
    /// Its fields, by slot.
    pub fields: &'static [FieldDef],
}

/// A field of an options table.
#[derive(Debug)]
pub struct FieldDef {
    /// Its name in the schema.
    pub name: &'static str,
    /// Its offset in the vtable.
    pub slot: u16,
    /// How its bytes are read.
    pub form: Form,
    /// The enumeration its numbers belong to.
    pub names: Option<&'static EnumDef>,
}

/// How the bytes of a field are read; scalars carry their default.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)] // each is named after its type
pub enum Form {
    Bool(bool),
    I8(i8),
    U8(u8),
    I32(i32),
    U32(u32),
    I64(i64),
    F32(f32),
    Text,
    Bytes,
    Bools,
    I32s,
    U32s,
    I64s,
    F32s,
}

/// The table of a union tag of `BuiltinOptions`; `None` for 0 and for tags this schema lacks.
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

/// Reads a table by its definition; an absent table gives the defaults, as a runtime would see them.
pub(super) fn read(def: &'static TableDef, table: Option<Table<'_>>, path: &Path<'_>) -> Options {
    let fields = def.fields.iter().map(|field| (field.name, value(field, table, &path.field(field.name))));
    Options { table: def.name, fields: fields.collect() }
}

fn value(field: &FieldDef, table: Option<Table<'_>>, path: &Path<'_>) -> OptionValue {
    let slot = field.slot;
    let int = |v: i64| OptionValue::Int(v);
    match (field.form, table) {
        (Form::Bool(d), t) => OptionValue::Bool(t.map_or(d, |t| t.bool(slot, d, path))),
        (Form::I8(d), t) => int(t.map_or(d, |t| t.i8(slot, d, path)).into()),
        (Form::U8(d), t) => int(t.map_or(d, |t| t.u8(slot, d, path)).into()),
        (Form::I32(d), t) => int(t.map_or(d, |t| t.i32(slot, d, path)).into()),
        (Form::U32(d), t) => int(t.map_or(d, |t| t.u32(slot, d, path)).into()),
        (Form::I64(d), t) => int(t.map_or(d, |t| t.i64(slot, d, path))),
        (Form::F32(d), t) => OptionValue::Float(t.map_or(d, |t| t.f32(slot, d, path))),
        (Form::Text, t) => OptionValue::Text(t.and_then(|t| t.text(slot, path)).unwrap_or_default()),
        (Form::Bytes, t) => OptionValue::Bytes(t.and_then(|t| t.bytes(slot, path)).unwrap_or_default()),
        (Form::Bools, t) => ints(t.and_then(|t| t.bools(slot, path))),
        (Form::I32s, t) => ints(t.and_then(|t| t.i32s(slot, path))),
        (Form::U32s, t) => ints(t.and_then(|t| t.u32s(slot, path))),
        (Form::I64s, t) => ints(t.and_then(|t| t.i64s(slot, path))),
        (Form::F32s, t) => OptionValue::Floats(t.and_then(|t| t.f32s(slot, path)).unwrap_or_default()),
    }
}

fn ints<T: Into<i64>>(values: Option<Vec<T>>) -> OptionValue {
    OptionValue::Ints(values.unwrap_or_default().into_iter().map(Into::into).collect())
}
