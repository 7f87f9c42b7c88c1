//! Types of the generated tables of the schema: enumerations, and tables with their fields.
//!
//! The verifier walks all of them; the options reader walks those of operators.

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

/// A table of the schema.
#[derive(Debug)]
pub struct TableDef {
    /// Its name, such as `Conv2DOptions`.
    pub name: &'static str,
    /// Its fields, by slot.
    pub fields: &'static [FieldDef],
}

/// A field of a table.
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
    U64(u64),
    F32(f32),
    Text,
    Bytes,
    Bools,
    U16s,
    I32s,
    U32s,
    I64s,
    F32s,
    Table(&'static TableDef),
    Tables(&'static TableDef),
    /// A table whose definition depends on the tag in the previous slot: tag n is member n - 1; 0 means no table.
    Union {
        /// Name of the tag.
        tag: &'static str,
        members: &'static [TableDef],
    },
}
