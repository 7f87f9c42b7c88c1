//! The schema's operators and tensor types by number and name: the one list that every layer uses.

use super::generated::tflite::{BUILTIN_OPERATOR, BuiltinOp, TENSOR_TYPE, TENSOR_TYPE_LOWER_CASE, TensorType};

impl BuiltinOp {
    /// The operator with this code; `None` for codes unknown to this schema.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// The operator with this schema name, such as `CONV_2D`.
    pub fn from_name(name: &str) -> Option<Self> {
        BUILTIN_OPERATOR.value_of(name).and_then(Self::from_code)
    }

    /// Its number in the schema.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Schema name, such as `CONV_2D`.
    pub fn name(self) -> &'static str {
        BUILTIN_OPERATOR.values[self as usize].1
    }
}

impl TensorType {
    /// The type with this number; `None` for numbers unknown to this schema.
    pub fn from_code(code: i32) -> Option<Self> {
        Self::ALL.get(usize::try_from(code).ok()?).copied()
    }

    /// The type with this schema name, such as `INT8`.
    pub fn from_schema_name(name: &str) -> Option<Self> {
        TENSOR_TYPE.value_of(name).and_then(Self::from_code)
    }

    /// Its number in the schema.
    pub const fn code(self) -> i32 {
        self as i32
    }

    /// Schema name, such as `FLOAT32`.
    pub fn schema_name(self) -> &'static str {
        TENSOR_TYPE.values[self as usize].1
    }

    /// Lower-case name, as NumPy writes it, such as `float32`.
    pub fn name(self) -> &'static str {
        TENSOR_TYPE_LOWER_CASE[self as usize]
    }

    /// The type with this lower-case name.
    pub fn from_name(name: &str) -> Option<Self> {
        TENSOR_TYPE_LOWER_CASE.iter().position(|n| *n == name).map(|index| Self::ALL[index])
    }
}
