//! The operator that a node asks for.

pub use crate::formats::tflite::BuiltinOp as Op;

/// The operator that a node asks for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum OpKind {
    /// A builtin operator of the schema.
    Builtin(Op),
    /// A custom op, by its name.
    Custom(String),
    /// A code unknown to this schema.
    Unknown(i32),
}

impl OpKind {
    /// Name to show: `CONV_2D`, the custom name, or `code N`.
    pub fn name(&self) -> String {
        match self {
            Self::Builtin(op) => op.name().to_owned(),
            Self::Custom(name) => name.clone(),
            Self::Unknown(code) => format!("code {code}"),
        }
    }

    /// The builtin, if it is one.
    pub fn builtin(&self) -> Option<Op> {
        match self {
            Self::Builtin(op) => Some(*op),
            _ => None,
        }
    }
}
