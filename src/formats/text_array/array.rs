//! An array as it is written, and the errors of texts.

/// Items with the shape in which they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextArray {
    /// Shape; empty for a single item.
    pub shape: Vec<usize>,
    /// Items, row-major.
    pub items: Vec<Item>,
}

/// One item: a number, a word, a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Byte where it begins.
    pub at: usize,
    /// As written, without quotes.
    pub text: Box<str>,
}

/// Position and cause of an error in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// `array-ragged`, `array-not-json`, `array-open-quote` or `array-empty`.
    pub id: &'static str,
    /// The byte.
    pub at: usize,
}
