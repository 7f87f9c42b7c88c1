//! The conditions of a query.

use regex_lite::Regex;
use std::cmp::Ordering;

/// A number, and how values compare with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bound {
    pub than: f64,
    pub less: bool,
    pub equal: bool,
    pub greater: bool,
}

impl Bound {
    pub(super) fn holds(&self, value: f64) -> bool {
        match value.partial_cmp(&self.than) {
            Some(Ordering::Less) => self.less,
            Some(Ordering::Equal) => self.equal,
            Some(Ordering::Greater) => self.greater,
            None => false,
        }
    }
}

/// A text to compare with, in lower case.
#[derive(Clone, Debug)]
pub(super) enum Text {
    /// Part of the text.
    Part(String),
    /// The complete text; `*` is any text.
    Complete(Vec<String>),
    /// A regular expression.
    Pattern(Regex),
}

impl Text {
    /// Whether a text matches, whatever the case.
    pub(super) fn holds(&self, text: &str) -> bool {
        match self {
            Self::Part(part) => text.to_lowercase().contains(part.as_str()),
            Self::Complete(parts) => stars(&text.to_lowercase(), parts),
            Self::Pattern(pattern) => pattern.is_match(text),
        }
    }
}

/// Whether a text consists of these parts in order, with any text between them.
fn stars(text: &str, parts: &[String]) -> bool {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    if parts.len() == 1 {
        return text == first;
    }
    let Some(rest) = text.strip_prefix(first.as_str()).and_then(|rest| rest.strip_suffix(last.as_str())) else {
        return false;
    };
    let mut rest = rest;
    parts[1..parts.len() - 1].iter().all(|part| match rest.find(part.as_str()) {
        Some(at) => {
            rest = &rest[at + part.len()..];
            true
        }
        None => false,
    })
}

/// A size of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dim {
    Any,
    Is(u64),
    /// A dimension that the file leaves open.
    Open,
}

/// A node of the graph, as a query names it.
#[derive(Clone, Debug)]
pub(super) struct Reference {
    pub text: String,
    pub at: u32,
    pub len: u32,
}

/// A direction along edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Up,
    Down,
    Both,
}

/// A condition on a node.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// A word of a name or op.
    Word(Text),
    Index(u32),
    Name(Text),
    Op(Text),
    Role(Text),
    Scope(Text),
    Version(Bound),
    Dtype(Text),
    /// Sizes beside each other somewhere in a shape, or the complete shape.
    Shape(Vec<Dim>, bool),
    /// An attribute of this name, with this value.
    Attribute(Text, Option<Value>),
    Finding(Text),
    Stored(Bound),
    Inputs(Bound),
    Outputs(Bound),
    /// At least one and at most so many steps from a node, or the node itself.
    Near(Way, u32, Reference),
    /// At least one and at most so many steps from a node.
    Beside(Way, u32, Reference),
    /// On a path from one node to the other.
    Between(Reference, Reference),
}

/// The value of an attribute.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(Text),
    Number(Bound),
}

/// A query.
#[derive(Clone, Debug)]
pub(super) enum Query {
    Term(Term),
    Not(Box<Query>),
    All(Vec<Query>),
    Any(Vec<Query>),
}
