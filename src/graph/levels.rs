//! The tree of a graph, level by level: in each drawn scope its nodes and scopes in the order of execution.

use super::Graph;
use super::model::bucket;
use super::tree::{NONE, Tree};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node or a drawn scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    /// A node of the graph.
    Node(u32),
    /// A scope of the graph.
    Scope(u32),
}

/// All levels of a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct Levels {
    /// For every scope its items; a scope comes with its first node. Empty for scopes that are not drawn.
    pub items: Vec<Vec<Item>>,
    /// For every node its index in the level around it, or [`NONE`].
    pub at_node: Vec<u32>,
    /// The same for every scope.
    pub at_scope: Vec<u32>,
}

impl Levels {
    /// The levels of the nodes that are `listed`.
    #[inline(never)]
    pub(super) fn new(graph: &Graph, tree: &Tree, listed: &dyn Fn(u32) -> bool) -> Self {
        let (nodes, scopes) = (graph.len(), graph.scopes().len());
        let mut levels =
            Self { items: vec![Vec::new(); scopes], at_node: vec![NONE; nodes], at_scope: vec![NONE; scopes] };
        for node in execution_order(graph).into_iter().filter(|node| listed(*node)) {
            let (mut item, mut scope) = (Item::Node(node), tree.home[node as usize]);
            loop {
                let level = &mut levels.items[scope as usize];
                let slot = match item {
                    Item::Node(node) => &mut levels.at_node[node as usize],
                    Item::Scope(scope) => &mut levels.at_scope[scope as usize],
                };
                if *slot != NONE {
                    break;
                }
                *slot = level.len() as u32;
                level.push(item);
                if scope == 0 {
                    break;
                }
                (item, scope) = (Item::Scope(scope), tree.parent[scope as usize]);
            }
        }
        levels
    }

    /// Index of an item in the level around it.
    pub(super) fn at(&self, item: Item) -> u32 {
        match item {
            Item::Node(node) => self.at_node[node as usize],
            Item::Scope(scope) => self.at_scope[scope as usize],
        }
    }

    /// The nodes of items at any depth, in the order of execution within each level.
    pub(super) fn nodes_of(&self, items: &[Item]) -> Vec<u32> {
        let mut nodes = Vec::new();
        let mut stack: Vec<Item> = items.iter().rev().copied().collect();
        while let Some(item) = stack.pop() {
            match item {
                Item::Node(node) => nodes.push(node),
                Item::Scope(scope) => stack.extend(self.items[scope as usize].iter().rev()),
            }
        }
        nodes
    }
}

/// The scope around both ends of an edge, and the items of it that hold them. `crossed` gets each scope that the edge
/// leaves or enters (true), and the item directly inside it.
pub(super) fn meeting(tree: &Tree, from: u32, to: u32, mut crossed: impl FnMut(u32, Item, bool)) -> (u32, Item, Item) {
    let (mut upper, mut lower) = (Item::Node(from), Item::Node(to));
    let (mut a, mut b) = (tree.home[from as usize], tree.home[to as usize]);
    while a != b {
        if tree.depth[a as usize] >= tree.depth[b as usize] {
            crossed(a, upper, false);
            (upper, a) = (Item::Scope(a), tree.parent[a as usize]);
        } else {
            crossed(b, lower, true);
            (lower, b) = (Item::Scope(b), tree.parent[b as usize]);
        }
    }
    (a, upper, lower)
}

/// All nodes, sources before their readers where possible; among those that are ready, the first of the file.
#[inline(never)]
pub(super) fn execution_order(graph: &Graph) -> Vec<u32> {
    let nodes = graph.len();
    let ends = (0..nodes as u32).flat_map(|node| graph.inputs(node).map(move |edge| (edge.from, node)));
    let ends: Vec<(u32, u32)> = ends.collect();
    // Files mostly list their nodes in this order already.
    if ends.iter().all(|(from, to)| from < to) {
        return (0..nodes as u32).collect();
    }
    let (start, readers) = bucket(nodes, ends.iter().map(|end| end.0));
    let mut waits = vec![0u32; nodes];
    ends.iter().for_each(|end| waits[end.1 as usize] += 1);
    let mut ready: BinaryHeap<Reverse<u32>> =
        (0..nodes as u32).filter(|node| waits[*node as usize] == 0).map(Reverse).collect();
    let mut order = Vec::with_capacity(nodes);
    while let Some(Reverse(node)) = ready.pop() {
        order.push(node);
        for edge in &readers[start[node as usize] as usize..start[node as usize + 1] as usize] {
            let to = ends[*edge as usize].1;
            waits[to as usize] -= 1;
            if waits[to as usize] == 0 {
                ready.push(Reverse(to));
            }
        }
    }
    // Nodes of cycles, and those after them, in the order of the file.
    order.extend((0..nodes as u32).filter(|node| waits[*node as usize] > 0));
    order
}
