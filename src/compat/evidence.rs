//! Subject and evidence of requirements and findings.

use super::vocabulary::{SubjectKind, What};
use crate::bytes::Span;

/// Subject of a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Kind of the subject.
    pub kind: SubjectKind,
    /// Its name, such as `CONV_2D` or `MatMul.transpose_a`.
    pub name: String,
    /// Its version, where it has one.
    pub version: Option<i32>,
}

/// Something that shows a requirement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evidence {
    /// Kind.
    pub what: What,
    /// Subgraph or function name; empty for the main graph.
    pub graph: String,
    /// Index within that graph (of the operator, node, tensor or variable); 0 for a field of the file.
    pub index: u32,
    /// Name of the node or tensor, if it has one.
    pub name: String,
    /// Position in the file.
    pub at: Span,
}

impl Evidence {
    /// A field of the file.
    pub fn of_file(at: Span) -> Self {
        Self { what: What::File, graph: String::new(), index: 0, name: String::new(), at }
    }

    /// A variable of a checkpoint.
    pub fn of_variable(index: usize, name: &str, at: Span) -> Self {
        Self { what: What::Variable, graph: String::new(), index: index as u32, name: name.to_owned(), at }
    }
}

/// Maximum number of nodes that a requirement keeps as evidence; its `count` is complete.
pub const EVIDENCE: usize = 8;
