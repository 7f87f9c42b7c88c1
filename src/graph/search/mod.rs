//! Finds nodes by name, op, index, and by the fields of a [`query`].

mod error;
mod evaluate;
mod fields;
mod marked;
mod query;
mod terms;
mod tokens;

pub use error::{Problem, QueryError};
pub use marked::Marked;

use super::{Graph, Role};
use crate::json::readable;
use serde::Serialize;

/// A found node, with the data that a list shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Found {
    /// Index in the graph.
    pub node: u32,
    /// Index in the source document.
    pub source: u32,
    /// Name.
    pub name: String,
    /// Op; empty for other nodes.
    pub op: String,
    /// Kind of the node.
    pub role: Role,
    /// Paths of the scopes around it, outermost first: they must be opened to show it.
    pub scopes: Vec<String>,
}
readable!(Found { node, source, name, op, role, scopes });

/// The data of one node, as in [`find`].
pub fn found_node(graph: &Graph, node: u32) -> Found {
    let mut scopes = Vec::new();
    let mut scope = graph.scope(node) as usize;
    while scope != 0 {
        scopes.push(graph.scopes()[scope].path.to_string());
        scope = graph.scopes()[scope].parent as usize;
    }
    scopes.reverse();
    Found {
        node,
        source: graph.source(node),
        name: graph.name(node).to_owned(),
        op: graph.op(node).to_owned(),
        role: graph.role(node),
        scopes,
    }
}

/// Nodes that match a query: best first if it consists of words alone, otherwise in the order of the graph.
///
/// Words alone: `#12` or a number is the index in the source document; otherwise name or op, whatever the case: equal,
/// then prefix, then substring. Several words must all match.
pub fn search(graph: &Graph, text: &str, marked: &[Marked]) -> Result<Vec<u32>, QueryError> {
    let parsed = query::parse(text)?;
    let found = match &parsed.query {
        None => Vec::new(),
        Some(_) if parsed.is_plain => words(graph, text),
        Some(query) => evaluate::evaluate(graph, query, marked)?,
    };
    match parsed.doubtful {
        // A word such as `a:0` may be a name; if nothing has it, it was meant as a field.
        Some(error) if found.is_empty() => Err(error),
        _ => Ok(found),
    }
}

/// Nodes that match words, best first.
fn words(graph: &Graph, text: &str) -> Vec<u32> {
    let text = text.trim().to_lowercase();
    let index = text.strip_prefix('#').unwrap_or(&text).parse::<u32>().ok();
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut found: Vec<(u8, u32)> = (0..graph.len() as u32)
        .filter_map(|node| {
            let by_index = index == Some(graph.source(node));
            if text.starts_with('#') {
                return by_index.then_some((0, node));
            }
            let (name, op) = (graph.name(node).to_lowercase(), graph.op(node).to_lowercase());
            let last = name.rsplit('/').next().unwrap_or_default();
            let rank = if by_index || name == text || op == text {
                0
            } else if last == text {
                1
            } else if name.starts_with(&text) || op.starts_with(&text) || last.starts_with(&text) {
                2
            } else if words.iter().all(|word| name.contains(word) || op.contains(word)) {
                3
            } else {
                return None;
            };
            Some((rank, node))
        })
        .collect();
    found.sort_unstable();
    found.into_iter().map(|(_, node)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{GraphBuilder, NodeSpec, Style};
    use super::*;

    #[test]
    fn equal_comes_before_beginning_before_containing_and_numbers_are_indices() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for (i, (name, op)) in
            [("a/add_1", "Add"), ("add", "X"), ("b", "AddV2"), ("c/add", "X"), ("z", "MatMul")].iter().enumerate()
        {
            b.node(NodeSpec { name, op, source: i as u32 + 10, ..NodeSpec::default() });
        }
        let g = b.finish();
        let search = |text| search(&g, text, &[]).expect("a query");
        assert_eq!(search("ADD"), [0, 1, 3, 2]);
        assert_eq!(search("#14"), [4]);
        assert_eq!(search("14"), [4]);
        assert_eq!(search("c x"), [3]);
        assert!(search("  ").is_empty() && search("nothing").is_empty());
    }
}
