//! Repeated blocks as scopes: neighbors of equal content and wiring are gathered, named by their content, and fold like
//! any other scope.
//!
//! Every level of the tree is a sequence of nodes and scopes in the order of execution. [`runs`] finds the repetitions
//! among their contents; their wiring is compared item by item; the one that hides most is taken first, then those
//! beside it and inside its blocks. All steps take time n log n.

mod cover;
mod naming;
mod runs;
mod wiring;

use super::levels::{Item, Levels};
use super::tree::{NONE, fold};
use super::{Graph, Scope};
use cover::Piece;
use std::collections::HashSet;
use std::rc::Rc;

/// The graph with its repeated blocks as scopes: one for all blocks of a repetition, such as `norm + attention × 24`,
/// and one inside it for each block.
pub fn gather_blocks(graph: Graph) -> Graph {
    let (levels, wired) = wiring::levels(&graph);
    let pieces: Vec<Vec<Piece>> = wired.iter().map(cover::cover).collect();
    if pieces.iter().all(Vec::is_empty) {
        return graph;
    }
    let mut tree = Rebuilt::new(&graph);
    // A parent comes before its children, so the scopes around a new one are known.
    for (scope, pieces) in (0..).zip(&pieces).filter(|(_, pieces)| !pieces.is_empty()) {
        tree.add(&graph, &levels, scope, pieces);
    }
    tree.take_constants_along(&graph);
    let (scopes, node_scopes) = tree.finish();
    graph.with_scopes(scopes, node_scopes)
}

/// The tree of scopes with the new ones among them.
struct Rebuilt {
    scopes: Vec<Scope>,
    /// For every scope of the file and every new one, the scope around it.
    parent: Vec<u32>,
    node_scopes: Vec<u32>,
    paths: HashSet<Rc<str>>,
}

impl Rebuilt {
    fn new(graph: &Graph) -> Self {
        let scopes = graph.scopes().to_vec();
        Self {
            parent: scopes.iter().map(|scope| scope.parent).collect(),
            paths: scopes.iter().map(|scope| scope.path.clone()).collect(),
            node_scopes: (0..graph.len() as u32).map(|node| graph.scope(node)).collect(),
            scopes,
        }
    }

    /// Adds the repetitions of one level.
    #[inline(never)]
    fn add(&mut self, graph: &Graph, levels: &Levels, scope: u32, pieces: &[Piece]) {
        let items = &levels.items[scope as usize];
        // The new scope that stands for each piece's blocks, by piece.
        let mut blocks: Vec<Vec<u32>> = Vec::with_capacity(pieces.len());
        // The innermost new scope of each item.
        let mut inner: Vec<u32> = vec![scope; items.len()];
        for piece in pieces {
            let first = piece.start as usize..(piece.start + piece.period) as usize;
            let ops: Vec<&str> = levels.nodes_of(&items[first]).into_iter().map(|node| graph.op(node)).collect();
            let name = naming::name(&ops);
            let around = piece.within.map_or(scope, |(outer, block)| blocks[outer as usize][block as usize]);
            let group = self.new_scope(around, &format!("{name} × {}", piece.count), piece.count);
            let own = (0..piece.count).map(|block| self.new_scope(group, &(block + 1).to_string(), 1));
            let own: Vec<u32> = own.collect();
            for (offset, at) in (piece.start as usize..).take((piece.count * piece.period) as usize).enumerate() {
                inner[at] = own[offset / piece.period as usize];
            }
            blocks.push(own);
        }
        for (item, inner) in items.iter().zip(inner).filter(|(_, inner)| *inner != scope) {
            match *item {
                Item::Node(node) => self.node_scopes[node as usize] = inner,
                Item::Scope(child) => {
                    // The drawn scope moves with those around it that are not drawn.
                    let mut top = child;
                    while self.parent[top as usize] != scope && self.parent[top as usize] != 0 {
                        top = self.parent[top as usize];
                    }
                    self.parent[top as usize] = inner;
                }
            }
        }
    }

    /// A constant that is drawn as part of its reader is in the same block.
    fn take_constants_along(&mut self, graph: &Graph) {
        for (node, reader) in (0usize..).zip(fold(graph)) {
            if reader != NONE && self.node_scopes[reader as usize] != graph.scope(reader) {
                self.node_scopes[node] = self.node_scopes[reader as usize];
            }
        }
    }

    fn new_scope(&mut self, parent: u32, name: &str, repeats: u32) -> u32 {
        let around = self.scopes[parent as usize].path.clone();
        let slash = if around.is_empty() { "" } else { "/" };
        let mut path: Rc<str> = format!("{around}{slash}{name}").into();
        let mut number = 2;
        while !self.paths.insert(path.clone()) {
            path = format!("{around}{slash}{name} ({number})").into();
            number += 1;
        }
        self.scopes.push(Scope { path, parent, depth: 0, repeats, is_body: false });
        self.parent.push(parent);
        self.scopes.len() as u32 - 1
    }

    /// The scopes, a parent before its children, and the scope of each node.
    fn finish(self) -> (Vec<Scope>, Vec<u32>) {
        let count = self.scopes.len();
        let (start, children) = super::model::bucket(count, self.parent.iter().skip(1).copied());
        let mut order: Vec<u32> = vec![0];
        let mut number = vec![0u32; count];
        let mut head = 0;
        while head < order.len() {
            let scope = order[head] as usize;
            number[scope] = head as u32;
            head += 1;
            // The root is not among the children, so their numbers are one behind.
            order.extend(children[start[scope] as usize..start[scope + 1] as usize].iter().map(|child| child + 1));
        }
        let mut scopes: Vec<Scope> = Vec::with_capacity(count);
        for old in order {
            let scope = &self.scopes[old as usize];
            let parent = number[self.parent[old as usize] as usize];
            let depth = if old == 0 { 0 } else { scopes[parent as usize].depth + 1 };
            scopes.push(Scope { parent, depth, ..scope.clone() });
        }
        (scopes, self.node_scopes.iter().map(|scope| number[*scope as usize]).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{EdgeKind, GraphBuilder, NodeSpec, Role, Style};
    use super::*;

    /// A residual network: `blocks` of norm, attention and mlp that all read a mask, after an embedding.
    fn transformer(blocks: u32) -> Graph {
        let ops = [
            "MEAN",
            "SQUARED_DIFFERENCE",
            "RSQRT",
            "MUL",
            "FULLY_CONNECTED",
            "FULLY_CONNECTED",
            "BATCH_MATMUL",
            "ADD",
            "SOFTMAX",
            "BATCH_MATMUL",
            "FULLY_CONNECTED",
            "ADD",
            "RSQRT",
            "MUL",
            "FULLY_CONNECTED",
            "GELU",
            "FULLY_CONNECTED",
            "ADD",
        ];
        let mut b = GraphBuilder::new("", Style::Boxes);
        let add = |b: &mut GraphBuilder, op: &str, source: u32| {
            b.node(NodeSpec { name: "", op, source, version: 1, ..NodeSpec::default() })
        };
        let mask = add(&mut b, "CAST", 0);
        let mut last = add(&mut b, "GATHER", 1);
        for _ in 0..blocks {
            let first = last;
            for (i, op) in ops.iter().enumerate() {
                let node = add(&mut b, op, 0);
                b.edge(last, node, 0, "", EdgeKind::Data);
                match i {
                    7 => b.edge(mask, node, 1, "", EdgeKind::Data),
                    11 => b.edge(first, node, 1, "", EdgeKind::Data),
                    17 => b.edge(node - 6, node, 1, "", EdgeKind::Data),
                    _ => {}
                }
                last = node;
            }
        }
        let end = add(&mut b, "FULLY_CONNECTED", 0);
        b.edge(last, end, 0, "", EdgeKind::Data);
        b.finish()
    }

    #[test]
    fn equal_blocks_are_one_scope_named_by_its_content() {
        for blocks in [2, 24, 700] {
            let graph = gather_blocks(transformer(blocks));
            let gathered: Vec<&Scope> = graph.scopes().iter().filter(|scope| scope.repeats > 1).collect();
            assert_eq!(gathered.len(), 1, "{gathered:?}");
            assert_eq!(gathered[0].repeats, blocks);
            assert_eq!(&*gathered[0].path, format!("norm + attention + mlp × {blocks}"));
            // The embedding, the mask and the last op are not part of any block.
            assert_eq!([0, 1, graph.len() as u32 - 1].map(|node| graph.scope(node)), [0; 3]);
            assert!((2..graph.len() as u32 - 1).all(|node| graph.scopes()[graph.scope(node) as usize].repeats == 1));
        }
    }

    #[test]
    fn other_wiring_is_another_block() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..40u32 {
            b.node(NodeSpec { op: "ADD", source: i, ..NodeSpec::default() });
            // Nodes 20 to 39 read the one before the last.
            let back = if i < 20 { 1 } else { 2 };
            if i >= back {
                b.edge(i - back, i, 0, "", EdgeKind::Data);
            }
        }
        let graph = gather_blocks(b.finish());
        let repeats: Vec<u32> = graph.scopes().iter().map(|scope| scope.repeats).filter(|r| *r > 1).collect();
        assert_eq!(repeats.iter().filter(|r| **r >= 18).count(), 2, "{repeats:?}");
    }

    #[test]
    fn scopes_of_the_file_repeat_too() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        let input = b.node(NodeSpec { name: "x", role: Role::Input, ..NodeSpec::default() });
        for layer in 0..6u32 {
            for (i, op) in ["Conv2D", "BiasAdd", "Relu"].iter().enumerate() {
                let scope = format!("net/layer_{layer}");
                let node = b.node(NodeSpec { name: "n", op, scope: &scope, ..NodeSpec::default() });
                let from = if layer == 0 && i == 0 { input } else { node - 1 };
                b.edge(from, node, 0, "", EdgeKind::Data);
            }
        }
        let graph = gather_blocks(b.finish());
        let gathered = graph.scopes().iter().position(|scope| scope.repeats == 6).expect("six layers");
        assert_eq!(&*graph.scopes()[gathered].path, "net/Conv2D × 6");
        let layers: Vec<&str> =
            graph.scopes().iter().filter(|s| s.path.starts_with("net/layer_")).map(|s| &*s.path).collect();
        assert_eq!(layers.len(), 6);
        for scope in graph.scopes().iter().filter(|s| s.path.starts_with("net/layer_")) {
            assert_eq!(graph.scopes()[graph.scopes()[scope.parent as usize].parent as usize].repeats, 6);
        }
    }
}
