//! Why a query cannot be answered.

use crate::json::{readable, vocabulary};
use serde::Serialize;

vocabulary! {
    /// Reason a query cannot be answered.
    pub enum Problem {
        /// It has no such field.
        #[default]
        Field = "field",
        /// A field has no value.
        Value = "value",
        /// The value is not a number.
        Number = "number",
        /// The field does not compare this way.
        Comparison = "comparison",
        /// The value is not a valid regular expression.
        Pattern = "pattern",
        /// The value is not a valid shape.
        Shape = "shape",
        /// A quote or parenthesis is not closed.
        Unclosed = "unclosed",
        /// Something is missing before or after this.
        Incomplete = "incomplete",
        /// The query is too long or too deep.
        Long = "long",
        /// No node has this name, op or number.
        Node = "node",
    }
}

/// A query that cannot be answered: the reason, and where its text is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct QueryError {
    /// The reason.
    pub problem: Problem,
    /// First character of the wrong part.
    pub at: u32,
    /// Number of characters of the wrong part.
    pub len: u32,
    /// The wrong part.
    pub text: String,
}
readable!(QueryError { problem, at, len, text });
