//! Field tables of messages for the text reader, generated from `proto/` by `cargo xtask codegen`.

/// A message.
#[derive(Debug)]
pub struct Message {
    /// Full name, such as `tensorflow.NodeDef`.
    pub name: &'static str,
    /// True for the entry message behind a `map` field: `key` (1) and `value` (2).
    pub map_entry: bool,
    /// Fields in name order.
    pub fields: &'static [Field],
}

impl Message {
    /// Position of the field with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.fields.binary_search_by(|f| f.name.cmp(name)).ok()
    }
}

/// A field.
#[derive(Debug)]
pub struct Field {
    /// Name.
    pub name: &'static str,
    /// Number on the wire.
    pub number: u32,
    /// Whether it is repeated.
    pub repeated: bool,
    /// Index of the oneof within its message, or -1.
    pub oneof: i32,
    /// Type.
    pub kind: Kind,
}

/// Type of a field. Message and enum carry an index into the tables of `formats::proto::fields`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Double,
    Float,
    Int64,
    Uint64,
    Int32,
    Uint32,
    Sint32,
    Sint64,
    Fixed32,
    Fixed64,
    Sfixed32,
    Sfixed64,
    Bool,
    String,
    Bytes,
    Message(usize),
    Enum(usize),
}

/// An enum.
#[derive(Debug)]
pub struct Enum {
    /// Full name.
    pub name: &'static str,
    /// Names and numbers, as declared.
    pub values: &'static [(&'static str, i32)],
}

impl Enum {
    /// Position of the value with this name.
    pub fn place(&self, name: &str) -> Option<usize> {
        self.values.iter().position(|(n, _)| *n == name)
    }
}
