//! Options of custom operators, which are FlexBuffers.

use crate::engine::view::NodeView;
use crate::formats::flexbuffers::{self, Value};

/// Fields of the options by name.
pub struct Options(Vec<(String, Value)>);

impl Options {
    /// The options of a node; `None` when they are not a map.
    pub fn new(view: &NodeView) -> Option<Self> {
        match flexbuffers::read(&view.node.custom)? {
            Value::Map(fields) => Some(Self(fields)),
            _ => None,
        }
    }

    /// The value of a field.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// A number; `true` is 1.
    pub fn real(&self, name: &str) -> Option<f64> {
        match *self.value(name)? {
            Value::Bool(value) => Some(u8::from(value).into()),
            Value::Int(value) => Some(value as f64),
            Value::Uint(value) => Some(value as f64),
            Value::Float(value) => Some(value),
            _ => None,
        }
    }

    /// A number that is not negative, and below 2^31; fractions are cut, as the runtime does.
    pub fn count(&self, name: &str) -> Option<usize> {
        self.real(name).filter(|real| (0.0..2f64.powi(31)).contains(real)).map(|real| real as usize)
    }

    /// An integer that is not negative.
    pub fn index(&self, name: &str) -> Option<usize> {
        whole(self.value(name)?)
    }
}

/// The value as an integer that is not negative.
pub fn whole(value: &Value) -> Option<usize> {
    match value {
        Value::Int(value) => usize::try_from(*value).ok(),
        Value::Uint(value) => usize::try_from(*value).ok(),
        Value::Bool(value) => Some(usize::from(*value)),
        _ => None,
    }
}
