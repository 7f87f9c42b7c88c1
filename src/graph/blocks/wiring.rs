//! The levels of a graph with the content of their items as numbers, and the wires between them.

use super::super::levels::{Item, Levels, meeting};
use super::super::model::bucket;
use super::super::tree::{NONE, Tree, fold};
use super::super::{Graph, Role};
use super::runs::mix;

/// Content and wires of the items of a level.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The content of each item: equal for equal ones.
    pub content: Vec<u64>,
    /// Nodes in all items before each, and in all.
    pub before: Vec<u32>,
    /// Wires into item i from items of the same level: `wire_start[i]..wire_start[i + 1]`.
    wire_start: Vec<u32>,
    /// Source item of each wire, in input order; [`NONE`] for a source outside the level.
    wires: Vec<u32>,
}

impl Level {
    /// The sources of an item's wires.
    pub fn wires(&self, item: usize) -> &[u32] {
        &self.wires[self.wire_start[item] as usize..self.wire_start[item + 1] as usize]
    }
}

/// Whether a node is part of blocks: ops, calls, and the objects of a checkpoint. Constants, variables and ends of a model
/// would separate them.
fn is_listed(graph: &Graph, node: u32) -> bool {
    match graph.role(node) {
        Role::Op | Role::Call | Role::Object | Role::SlotVariable => true,
        Role::Variable => graph.role(0) == Role::Root,
        _ => false,
    }
}

/// The level of every scope.
#[inline(never)]
pub(super) fn levels(graph: &Graph) -> (Levels, Vec<Level>) {
    let into = fold(graph);
    let tree = Tree::new(graph, &into);
    let listed = |node: u32| into[node as usize] == NONE && is_listed(graph, node);
    let levels = Levels::new(graph, &tree, &listed);
    let mut found: Vec<Vec<(u32, u32)>> = vec![Vec::new(); levels.items.len()];
    for node in (0..graph.len() as u32).filter(|node| listed(*node)) {
        for (source, ..) in graph.wires(node).filter(|wire| wire.0 != node) {
            let (scope, from, to) = meeting(&tree, source, node, |scope, item, enters| {
                if enters {
                    found[scope as usize].push((levels.at(item), NONE));
                }
            });
            found[scope as usize].push((levels.at(to), levels.at(from)));
        }
    }
    let wired = found.into_iter().zip(&levels.items).map(|(found, items)| {
        let (wire_start, order) = bucket(items.len(), found.iter().map(|wire| wire.0));
        let wires = order.into_iter().map(|wire| found[wire as usize].1).collect();
        Level { content: Vec::new(), before: Vec::new(), wire_start, wires }
    });
    let mut wired: Vec<Level> = wired.collect();
    contents(graph, &levels, &mut wired);
    (levels, wired)
}

/// Fills in contents and numbers of nodes, of inner scopes first.
#[inline(never)]
fn contents(graph: &Graph, levels: &Levels, wired: &mut [Level]) {
    let mut of_scope = vec![0u64; wired.len()];
    let mut nodes = vec![0u32; wired.len()];
    for scope in (0..wired.len()).rev() {
        let level = &wired[scope];
        let content = levels.items[scope].iter().enumerate().map(|(i, item)| match *item {
            Item::Node(node) => {
                let version = graph.version(node) as u32;
                let own = mix(u64::from(graph.op_id(node)) | u64::from(version) << 32);
                own.wrapping_add(level.wires(i).len() as u64)
            }
            // A child comes after its parent.
            Item::Scope(child) => of_scope[child as usize],
        });
        let content: Vec<u64> = content.collect();
        of_scope[scope] = content.iter().enumerate().fold(mix(content.len() as u64), |sum, (i, content)| {
            let wires = level.wires(i).iter().fold(0, |sum, from| {
                let back = if *from == NONE { u64::MAX } else { (i as u64).wrapping_sub(u64::from(*from)) };
                mix(sum ^ back)
            });
            mix(sum ^ content ^ wires)
        });
        wired[scope].content = content;
        let mut before = vec![0];
        for item in &levels.items[scope] {
            nodes[scope] += match *item {
                Item::Node(_) => 1,
                Item::Scope(child) => nodes[child as usize],
            };
            before.push(nodes[scope]);
        }
        wired[scope].before = before;
    }
}
