//! The tree of a graph as rows: nodes, scopes and repeated blocks in the order of execution, for a list that shows a few
//! of them.

use super::Graph;
use super::levels::{Item, Levels, meeting};
use super::model::bucket;
use super::tree::{NONE, Tree, fold};
use std::collections::HashMap;

/// A row: a node, or a scope that is open or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutlineRow {
    /// The node; `None` for a scope.
    pub node: Option<u32>,
    /// The scope, or the one around the node, by its index in [`Graph::scopes`].
    pub scope: u32,
    /// Number of scopes around it.
    pub depth: u32,
    /// Index among the rows of the scope around it.
    pub position: u32,
    /// Number of these rows.
    pub siblings: u32,
    /// Whether its content is listed below it; false for nodes.
    pub open: bool,
    /// Nodes inside; 1 for nodes.
    pub nodes: u32,
    /// Values that it reads: constants of the file, and outputs of nodes outside of it.
    pub inputs: u32,
    /// Nodes in it that others outside of it read.
    pub outputs: u32,
}

/// The tree of a graph, prepared for [`Outline::rows`].
#[derive(Clone, Debug)]
pub struct Outline {
    levels: Levels,
    /// For every scope the drawn one around it.
    parent: Vec<u32>,
    /// The same for every node.
    home: Vec<u32>,
    by_path: HashMap<std::rc::Rc<str>, u32>,
    counts: Vec<u32>,
    /// Inputs and outputs of every scope.
    ends: Vec<Ends>,
    /// The same of every node.
    node_ends: Vec<Ends>,
}

impl Outline {
    /// Prepares a graph. Constants with a single reader are part of it, as in a drawing.
    pub fn new(graph: &Graph) -> Self {
        let into = fold(graph);
        let tree = Tree::new(graph, &into);
        let levels = Levels::new(graph, &tree, &|node| into[node as usize] == NONE);
        let drawn = (0..).zip(graph.scopes()).filter(|(scope, _)| tree.shown(*scope as usize));
        let by_path = drawn.map(|(scope, of)| (of.path.clone(), scope)).collect();
        let (ends, node_ends) = ends(graph, &tree, &into);
        Self { levels, by_path, parent: tree.parent, home: tree.home, counts: tree.counts, ends, node_ends }
    }

    /// Total number of rows, and those from `from` on, at most `count`, when the scopes of these paths are open.
    pub fn rows<'a>(
        &self,
        open: impl IntoIterator<Item = &'a str>,
        from: usize,
        count: usize,
    ) -> (usize, Vec<OutlineRow>) {
        let opened = self.opened(open);
        let lengths = self.lengths(&opened);
        let mut rows = Vec::new();
        let mut skip = from;
        // Levels on the way down, each with its next item.
        let mut stack: Vec<(u32, usize)> = vec![(0, 0)];
        while rows.len() < count {
            let depth = stack.len() as u32 - 1;
            let Some((scope, next)) = stack.last_mut() else { break };
            let level = &self.levels.items[*scope as usize];
            let Some(item) = level.get(*next) else {
                stack.pop();
                if stack.is_empty() {
                    break;
                }
                continue;
            };
            let position = *next as u32;
            *next += 1;
            let inside = match *item {
                Item::Scope(inner) if opened[inner as usize] => lengths[inner as usize],
                _ => 0,
            };
            if skip > inside {
                skip -= inside + 1;
                continue;
            }
            let around = *scope;
            if skip > 0 {
                skip -= 1;
            } else {
                rows.push(self.row(*item, around, depth, position, level.len() as u32, inside > 0));
            }
            if let (Item::Scope(inner), true) = (*item, inside > 0) {
                stack.push((inner, 0));
            }
        }
        (lengths[0], rows)
    }

    /// The row of a node, or of the closed scope around it; `None` for a node that is part of its reader.
    pub fn row_of<'a>(&self, node: u32, open: impl IntoIterator<Item = &'a str>) -> Option<usize> {
        self.row_of_item(Item::Node(node), open)
    }

    /// The same for a scope, by its path; `None` for an unknown one.
    pub fn row_of_scope<'a>(&self, path: &str, open: impl IntoIterator<Item = &'a str>) -> Option<usize> {
        self.row_of_item(Item::Scope(*self.by_path.get(path)?), open)
    }

    fn row_of_item<'a>(&self, mut item: Item, open: impl IntoIterator<Item = &'a str>) -> Option<usize> {
        let opened = self.opened(open);
        let lengths = self.lengths(&opened);
        let mut at = self.levels.at(item);
        if at == NONE {
            return None;
        }
        let mut scope = self.scope_of(item);
        // Rows before it in each level on the way up; a level that is not listed starts anew.
        let mut row = 0;
        loop {
            if scope != 0 && !opened[scope as usize] {
                (item, row) = (Item::Scope(scope), 0);
                at = self.levels.at(item);
                scope = self.scope_of(item);
                continue;
            }
            let before = &self.levels.items[scope as usize][..at as usize];
            let inside = before.iter().map(|item| match *item {
                Item::Scope(inner) if opened[inner as usize] => lengths[inner as usize],
                _ => 0,
            });
            row += before.len() + inside.sum::<usize>();
            if scope == 0 {
                return Some(row);
            }
            row += 1;
            item = Item::Scope(scope);
            at = self.levels.at(item);
            scope = self.scope_of(item);
        }
    }

    /// The listed scope around a scope.
    pub fn around(&self, scope: u32) -> u32 {
        self.parent[scope as usize]
    }

    /// The greatest value of the nodes in each scope; `least` for an empty scope.
    pub fn greatest<T: Copy + Ord>(&self, of_node: &[T], least: T) -> Vec<T> {
        let mut greatest = vec![least; self.levels.items.len()];
        for scope in (0..self.levels.items.len()).rev() {
            let inside = self.levels.items[scope].iter().map(|item| match *item {
                Item::Node(node) => of_node[node as usize],
                Item::Scope(inner) => greatest[inner as usize],
            });
            greatest[scope] = inside.max().unwrap_or(least);
        }
        greatest
    }

    /// The drawn scope around an item.
    fn scope_of(&self, item: Item) -> u32 {
        match item {
            Item::Node(node) => self.home[node as usize],
            Item::Scope(scope) => self.parent[scope as usize],
        }
    }

    fn opened<'a>(&self, open: impl IntoIterator<Item = &'a str>) -> Vec<bool> {
        let mut opened = vec![false; self.parent.len()];
        for scope in open.into_iter().filter_map(|path| self.by_path.get(path)) {
            opened[*scope as usize] = true;
        }
        opened
    }

    /// For every scope the number of rows inside it, if it is open.
    fn lengths(&self, opened: &[bool]) -> Vec<usize> {
        let mut lengths: Vec<usize> = self.levels.items.iter().map(Vec::len).collect();
        // A scope comes after the one around it.
        for scope in (1..lengths.len()).rev().filter(|scope| opened[*scope] && self.levels.at_scope[*scope] != NONE) {
            lengths[self.parent[scope] as usize] += lengths[scope];
        }
        lengths
    }

    fn row(&self, item: Item, around: u32, depth: u32, position: u32, siblings: u32, open: bool) -> OutlineRow {
        let (node, scope, nodes, (inputs, outputs)) = match item {
            Item::Node(node) => (Some(node), around, 1, self.node_ends[node as usize]),
            Item::Scope(scope) => (None, scope, self.counts[scope as usize], self.ends[scope as usize]),
        };
        OutlineRow { node, scope, depth, position, siblings, open, nodes, inputs, outputs }
    }
}

/// Number of inputs and of outputs.
type Ends = (u32, u32);

/// Inputs and outputs of scopes and of nodes.
fn ends(graph: &Graph, tree: &Tree, into: &[u32]) -> (Vec<Ends>, Vec<Ends>) {
    let mut of_scope = vec![(0u32, 0u32); graph.scopes().len()];
    let mut of_node = vec![(0u32, 0u32); graph.len()];
    let wires = (0..graph.len() as u32).flat_map(|to| graph.wires(to).map(move |wire| (wire.0, to)));
    let wires: Vec<(u32, u32)> = wires.collect();
    let (start, by_source) = bucket(graph.len(), wires.iter().map(|wire| wire.0));
    // The source that was counted last, for each scope and direction.
    let mut seen = vec![(NONE, NONE); graph.scopes().len()];
    for from in 0..graph.len() as u32 {
        let readers = &by_source[start[from as usize] as usize..start[from as usize + 1] as usize];
        if into[from as usize] == NONE {
            of_node[from as usize].1 = readers.len() as u32;
        }
        for wire in readers {
            let to = wires[*wire as usize].1;
            of_node[to as usize].0 += 1;
            if into[from as usize] != NONE {
                continue;
            }
            meeting(tree, from, to, |scope, _, enters| {
                let (counts, seen) = (&mut of_scope[scope as usize], &mut seen[scope as usize]);
                if enters && std::mem::replace(&mut seen.0, from) != from {
                    counts.0 += 1;
                } else if !enters && std::mem::replace(&mut seen.1, from) != from {
                    counts.1 += 1;
                }
            });
        }
    }
    for node in 0..graph.len() as u32 {
        // Constants that the file keeps without a node of their own.
        let own =
            graph.attributes(node).filter(|(name, _)| name.starts_with("constant ") || name.starts_with("variable "));
        of_node[node as usize].0 += own.count() as u32;
    }
    (of_scope, of_node)
}

#[cfg(test)]
mod tests {
    use super::super::{EdgeKind, GraphBuilder, NodeSpec, Style, gather_blocks};
    use super::*;

    fn graph() -> Graph {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for (i, scope) in ["", "a", "a", "a/b", "a/b", ""].iter().enumerate() {
            b.node(NodeSpec { name: "n", op: "Op", scope, source: i as u32, ..NodeSpec::default() });
        }
        for i in 1..6 {
            b.edge(i - 1, i, 0, "t", EdgeKind::Data);
        }
        b.edge(0, 4, 1, "t", EdgeKind::Data);
        b.finish()
    }

    #[test]
    fn only_open_scopes_list_their_content() {
        let outline = Outline::new(&graph());
        let kinds = |open: &[&str], from, count| {
            let (total, rows) = outline.rows(open.iter().copied(), from, count);
            (total, rows.iter().map(|row| (row.node, row.depth)).collect::<Vec<_>>())
        };
        assert_eq!(kinds(&[], 0, 9), (3, vec![(Some(0), 0), (None, 0), (Some(5), 0)]));
        let all = kinds(&["a", "a/b"], 0, 9);
        let expected = vec![
            (Some(0), 0),
            (None, 0),
            (Some(1), 1),
            (Some(2), 1),
            (None, 1),
            (Some(3), 2),
            (Some(4), 2),
            (Some(5), 0),
        ];
        assert_eq!(all, (8, expected.clone()));
        for from in 0..10 {
            for count in 0..4 {
                let part: Vec<_> = expected.iter().skip(from).take(count).copied().collect();
                assert_eq!(kinds(&["a", "a/b"], from, count), (8, part));
            }
        }
        // Inside a closed scope nothing is open.
        assert_eq!(kinds(&["a/b"], 0, 9).0, 3);
        assert_eq!(outline.row_of(4, ["a", "a/b"]), Some(6));
        assert_eq!(outline.row_of(4, ["a"]), Some(4));
        assert_eq!(outline.row_of(4, ["a/b"]), Some(1));
        assert_eq!(outline.row_of(5, ["a"]), Some(5));
        assert_eq!(outline.row_of_scope("a/b", ["a"]), Some(4));
        assert_eq!(outline.row_of_scope("a/b", ["a/b"]), Some(1));
        assert_eq!(outline.row_of_scope("b", ["a"]), None);
    }

    #[test]
    fn scopes_count_distinct_values_that_cross_their_border() {
        let outline = Outline::new(&graph());
        let (_, rows) = outline.rows(["a"], 0, 9);
        // Scope `a` reads node 0 twice, and node 5 reads its node 4.
        assert_eq!((rows[1].inputs, rows[1].outputs, rows[1].nodes), (1, 1, 4));
        assert_eq!((rows[4].inputs, rows[4].outputs, rows[4].nodes), (2, 1, 2));
        assert_eq!((rows[0].inputs, rows[0].outputs), (0, 2));
        assert_eq!(outline.greatest(&[1, 2, 9, 3, 4, 5], 0)[rows[1].scope as usize], 9);
    }

    #[test]
    fn a_window_of_a_hundred_thousand_rows_is_that_of_the_complete_list() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..100_000u32 {
            let op = ["CONV_2D", "DEPTHWISE_CONV_2D", "CONV_2D", "ADD"][i as usize % 4];
            b.node(NodeSpec { name: "", op, source: i, ..NodeSpec::default() });
            if i > 0 {
                b.edge(i - 1, i, 0, "", EdgeKind::Data);
            }
        }
        let graph = gather_blocks(b.finish());
        let outline = Outline::new(&graph);
        let paths: Vec<&str> = graph.scopes().iter().map(|scope| &*scope.path).collect();
        let all = outline.rows(paths.iter().copied(), 0, usize::MAX).1;
        assert!(all.len() > 120_000, "{}", all.len());
        let (total, part) = outline.rows(paths.iter().copied(), 77_777, 200);
        assert_eq!((total, &part[..]), (all.len(), &all[77_777..77_977]));
        let row = outline.row_of(50_000, paths.iter().copied()).expect("a row");
        assert_eq!(all[row].node, Some(50_000));
    }
}
