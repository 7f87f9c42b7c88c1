//! The visible part of a graph: constants folded into their readers, scopes as groups that are open or closed.

use super::model::bucket;
use super::tree::{NONE, Tree, fold};
use super::{EdgeKind, Graph};
use std::collections::BTreeSet;

/// Number of kinds of edges.
const KINDS: usize = 4;

/// A visible node or group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// A node of the graph.
    Node(u32),
    /// A scope of the graph; open or closed.
    Scope(u32, bool),
}

/// A visible item and the open group around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub what: What,
    /// Index of the item around it, or [`NONE`]; always smaller than its own.
    pub parent: u32,
}

/// An edge between visible items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub from: u32,
    pub to: u32,
    pub kind: EdgeKind,
    /// Source and reader of the first edge of the graph that it shows.
    pub first: (u32, u32),
    /// The node and the position of the input whose label it has.
    pub label: Option<(u32, u32)>,
    pub count: u32,
}

/// The visible part of a graph.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    pub items: Vec<Item>,
    pub links: Vec<Link>,
    /// For every node the item that shows it.
    pub shown_by: Vec<u32>,
    /// For every node the constants folded into it, as (reader, constant) sorted by reader.
    pub folded: Vec<(u32, u32)>,
    /// Nodes within each scope at any depth, without folded ones.
    pub scope_counts: Vec<u32>,
    /// Scopes that are open, in index order.
    pub expanded: Vec<u32>,
}

/// How to choose what is visible.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<'a> {
    /// Paths of open groups; `None` lets the size decide.
    pub expanded: Option<&'a BTreeSet<String>>,
    /// Gather nodes into groups by scope.
    pub group: bool,
    /// Draw constants as attributes of their readers.
    pub fold: bool,
    /// Target number of visible items when the size decides.
    pub aim: u32,
}

/// Computes the visible part.
pub(super) fn view(graph: &Graph, choice: Choice<'_>) -> View {
    let nodes = graph.len();
    let into = if choice.fold { fold(graph) } else { vec![NONE; nodes] };
    let mut view = View { shown_by: vec![NONE; nodes], ..View::default() };
    view.folded = (0..nodes as u32).filter(|n| into[*n as usize] != NONE).map(|n| (into[n as usize], n)).collect();
    view.folded.sort_unstable();

    let tree = if choice.group { Tree::new(graph, &into) } else { Tree::flat(graph) };
    let open = match choice.expanded {
        Some(paths) => (0..graph.scopes().len())
            .map(|s| s == 0 || (tree.shown(s) && paths.contains(&*graph.scopes()[s].path)))
            .collect(),
        None => tree.open_by_size(choice.aim),
    };
    view.expanded = (1..open.len() as u32).filter(|s| open[*s as usize] && tree.is_visible(*s, &open)).collect();

    // Scopes come after their parents, so one pass creates the groups; then nodes are assigned.
    let mut item_of_scope = vec![NONE; graph.scopes().len()];
    for scope in 1..graph.scopes().len() as u32 {
        if !tree.shown(scope as usize) || !tree.is_visible(scope, &open) {
            continue;
        }
        let parent = tree.parent[scope as usize];
        item_of_scope[scope as usize] = view.items.len() as u32;
        let parent = if parent == 0 { NONE } else { item_of_scope[parent as usize] };
        view.items.push(Item { what: What::Scope(scope, open[scope as usize]), parent });
    }
    for node in 0..nodes as u32 {
        if into[node as usize] != NONE {
            continue;
        }
        let home = tree.home[node as usize];
        let closed = tree.outermost_closed(home, &open);
        view.shown_by[node as usize] = if closed != NONE {
            item_of_scope[closed as usize]
        } else {
            let parent = if home == 0 { NONE } else { item_of_scope[home as usize] };
            view.items.push(Item { what: What::Node(node), parent });
            view.items.len() as u32 - 1
        };
    }
    for node in 0..nodes {
        // A constant may be folded through an Identity that is folded itself.
        let mut reader = into[node];
        while reader != NONE && into[reader as usize] != NONE {
            reader = into[reader as usize];
        }
        if reader != NONE {
            view.shown_by[node] = view.shown_by[reader as usize];
        }
    }
    view.links = links(graph, &view.shown_by, &into, &view.items);
    view.scope_counts = tree.counts;
    view
}

/// Edges between items: parallel ones are merged with a count, those inside a closed group are dropped.
fn links(graph: &Graph, shown_by: &[u32], into: &[u32], items: &[Item]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    for node in (0..graph.len() as u32).filter(|node| into[*node as usize] == NONE) {
        let to = shown_by[node as usize];
        for (position, (source, label, kind)) in (0u32..).zip(graph.wires(node)) {
            if into[source as usize] != NONE {
                continue;
            }
            let from = shown_by[source as usize];
            // A node may be its own source; a closed group with such a node needs no loop.
            if from == to && (source != node || !matches!(items[from as usize].what, What::Node(_))) {
                continue;
            }
            let label = (!graph.texts()[label as usize].is_empty()).then_some((node, position));
            links.push(Link { from, to, kind, first: (source, node), label, count: 1 });
        }
    }
    // Parallel ones are in the same bucket; the first of each source and kind counts the others.
    let (start, members) = bucket(items.len(), links.iter().map(|link| link.to));
    let mut first: Vec<[u32; KINDS]> = vec![[NONE; KINDS]; items.len()];
    let mut merged = false;
    for range in start.windows(2).filter(|range| range[1] - range[0] > 1) {
        let group = &members[range[0] as usize..range[1] as usize];
        for link in group {
            let Link { from, kind, .. } = links[*link as usize];
            let known = &mut first[from as usize][kind as usize];
            if *known == NONE {
                *known = *link;
            } else {
                links[*known as usize].count += 1;
                links[*link as usize].count = 0;
                merged = true;
            }
        }
        for link in group {
            first[links[*link as usize].from as usize] = [NONE; KINDS];
        }
    }
    if merged {
        links.retain(|link| link.count > 0);
    }
    links
}

/// Members of each open group, the root's last: `start` and `items` as [`bucket`] returns them.
pub(super) fn levels(view: &View) -> (Vec<u32>, Vec<u32>) {
    let items = view.items.len();
    bucket(items + 1, view.items.iter().map(|item| if item.parent == NONE { items as u32 } else { item.parent }))
}
