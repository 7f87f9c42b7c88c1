//! The reason a value of an argument is refused, as a message id: its text is in the language of the output.

use super::Words;
use std::fmt;

/// A message id and its values.
#[derive(Debug)]
pub struct WrongValue {
    id: &'static str,
    params: Vec<(&'static str, String)>,
}

impl WrongValue {
    /// The reason `id` with its values.
    pub fn new(id: &'static str, params: &[(&'static str, &str)]) -> Self {
        Self { id, params: params.iter().map(|(name, value)| (*name, (*value).to_owned())).collect() }
    }

    /// The reason in the language of `words`.
    pub fn text(&self, words: &Words) -> String {
        words.find(self.id, self.params.iter().map(|(name, value)| (*name, value.as_str()))).unwrap_or_default()
    }
}

impl fmt::Display for WrongValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(&Words::english()))
    }
}

impl std::error::Error for WrongValue {}
