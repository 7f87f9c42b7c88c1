//! Finds nodes by name, op or index.

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

/// The first `limit` results of [`search`] with their data, and the total number.
pub fn find(graph: &Graph, text: &str, limit: usize) -> (Vec<Found>, usize) {
    let nodes = search(graph, text);
    (nodes.iter().take(limit).map(|node| found_node(graph, *node)).collect(), nodes.len())
}

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

/// Nodes that match `text`, best first: `#12` or a number is the index in the source document; otherwise name or op,
/// case-insensitive: equal, then prefix, then substring. Several words must all match.
pub fn search(graph: &Graph, text: &str) -> Vec<u32> {
    let text = text.trim().to_lowercase();
    if text.is_empty() {
        return Vec::new();
    }
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
        assert_eq!(search(&g, "ADD"), [0, 1, 3, 2]);
        assert_eq!(search(&g, "#14"), [4]);
        assert_eq!(search(&g, "14"), [4]);
        assert_eq!(search(&g, "c x"), [3]);
        assert!(search(&g, "  ").is_empty() && search(&g, "nothing").is_empty());
    }
}
