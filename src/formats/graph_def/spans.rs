//! Positions of a graph's nodes in their file.

use crate::formats::proto::wire::occurrences;
use crate::formats::text_proto::Mark;
use std::ops::Range;

/// Fields whose positions in a text are recorded; [`GraphSpans::from_marks`] uses their indices.
pub(crate) const WATCH: [(&str, &str); 4] = [
    ("tensorflow.GraphDef", "node"),
    ("tensorflow.FunctionDefLibrary", "function"),
    ("tensorflow.FunctionDef", "node_def"),
    ("tensorflow.SavedModel", "meta_graphs"),
];

/// Byte ranges of nodes, in the order of their lists. Empty lists if positions are unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphSpans {
    /// `node[i]`.
    pub nodes: Vec<Range<u64>>,
    /// `library.function[f].node_def[i]`.
    pub functions: Vec<Vec<Range<u64>>>,
}

impl GraphSpans {
    /// Place of node `index` of the main graph.
    pub fn node(&self, index: usize) -> Option<Range<u64>> {
        self.nodes.get(index).cloned()
    }

    /// Place of node `index` in the body of function `function` (by position in the library).
    pub fn function_node(&self, function: usize, index: usize) -> Option<Range<u64>> {
        self.functions.get(function)?.get(index).cloned()
    }

    /// Takes the positions of one graph from those recorded in a text.
    pub(crate) fn from_marks(marks: &[Mark]) -> Self {
        let mut spans = Self::default();
        for mark in marks {
            let range = mark.range.clone();
            match mark.watch {
                0 => spans.nodes.push(range),
                1 => spans.functions.push(Vec::new()),
                2 => spans.functions.last_mut().into_iter().for_each(|f| f.push(range.clone())),
                _ => {}
            }
        }
        spans
    }

    /// Finds the nodes of a binary GraphDef at `parts` of `bytes` (more than one when the field with the graph was
    /// written in pieces).
    pub(crate) fn find(bytes: &[u8], parts: &[Range<usize>]) -> Self {
        let mut spans = Self::default();
        for part in parts {
            spans.nodes.extend(occurrences(bytes, part.clone(), 1).map(|f| to_u64(&f.range)));
            for library in occurrences(bytes, part.clone(), 2) {
                for function in occurrences(bytes, library.body, 1) {
                    spans.functions.push(occurrences(bytes, function.body, 3).map(|f| to_u64(&f.range)).collect());
                }
            }
        }
        spans
    }
}

fn to_u64(range: &Range<usize>) -> Range<u64> {
    range.start as u64..range.end as u64
}
