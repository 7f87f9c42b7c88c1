//! The visible part of a graph: constants folded into their readers, scopes as groups that are open or closed, edges as
//! lines or as two named ends.

use super::columns::columns;
use super::cuts::cuts;
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
    /// The named end of edges from a node of the graph.
    Stub(Stub),
}

/// The named beginning or end of edges from one node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Stub {
    /// Whether it only keeps room beside an open group, in which the visible one is.
    pub hidden: bool,
    /// The item beside it.
    pub at: u32,
    /// Whether it is the beginning, below the source.
    pub begins: bool,
    /// Source of the edges, by its index in the graph.
    pub source: u32,
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
    /// The items of its beginning and end, if it is not a line.
    pub stubs: Option<(u32, u32)>,
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
    /// For every edge of the graph, in the order of nodes and their inputs, whether it is not a line.
    pub cut: Vec<bool>,
    /// The first item that is a stub; stubs come last, the hidden ones after the others.
    pub stubs_from: usize,
    /// The first hidden stub.
    pub hidden_from: usize,
    /// For every stub the number of readers of its edges, and one of them.
    pub stub_readers: Vec<(u32, u32)>,
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
    /// Draw every edge as a line.
    pub all_edges: bool,
    /// Put long chains into columns.
    pub wrap: bool,
    /// Nodes whose edges are lines in any case.
    pub unfolded: &'a [u32],
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
    view.cut = if choice.all_edges { vec![false; graph.edges()] } else { cuts(graph, &into, choice.unfolded) };
    if choice.wrap {
        columns(graph, &into, &tree.outermost(), choice.unfolded, &mut view.cut);
    }
    add_stubs(graph, &mut view);
    view.links = links(graph, &view, &into);
    view.scope_counts = tree.counts;
    view
}

/// All edges of a graph with their numbers: source, reader, and whether the edge is cut.
pub(super) fn wires(graph: &Graph, cut: &[bool]) -> impl Iterator<Item = (u32, u32, bool)> {
    let ends = (0..graph.len() as u32).flat_map(|to| graph.wires(to).map(move |wire| (wire.0, to)));
    ends.zip(cut).map(|((from, to), cut)| (from, to, *cut))
}

/// Adds the ends of cut edges as items: beside the items that show source and reader, and hidden ones beside the open
/// groups between them.
#[inline(never)]
fn add_stubs(graph: &Graph, view: &mut View) {
    let parent = |item: u32| view.items[item as usize].parent;
    // Each with one of its readers.
    let mut stubs: Vec<(Stub, u32)> = Vec::new();
    for (source, reader, _) in wires(graph, &view.cut).filter(|(.., cut)| *cut) {
        let (mut a, mut b) = (view.shown_by[source as usize], view.shown_by[reader as usize]);
        if a == b {
            continue;
        }
        let (mut hidden_a, mut hidden_b) = (false, false);
        loop {
            let (around_a, around_b) = (parent(a), parent(b));
            // The deeper one climbs; an item's index is greater than that of the groups around it.
            let climbs_a = around_a != NONE && (around_b == NONE || around_a > around_b);
            if around_a == around_b || climbs_a {
                stubs.push((Stub { hidden: hidden_a, at: a, begins: true, source }, reader));
            }
            if around_a == around_b || !climbs_a {
                stubs.push((Stub { hidden: hidden_b, at: b, begins: false, source }, reader));
            }
            if around_a == around_b {
                break;
            }
            if climbs_a {
                (a, hidden_a) = (around_a, true);
            } else {
                (b, hidden_b) = (around_b, true);
            }
        }
    }
    stubs.sort_unstable();
    stubs.dedup();
    view.stubs_from = view.items.len();
    for same in stubs.chunk_by(|a, b| a.0 == b.0) {
        let (stub, reader) = same[0];
        let parent = view.items[stub.at as usize].parent;
        view.items.push(Item { what: What::Stub(stub), parent });
        view.stub_readers.push((same.len() as u32, reader));
    }
    let is_visible = |item: &Item| !matches!(item.what, What::Stub(Stub { hidden: true, .. }));
    view.hidden_from = view.stubs_from + view.items[view.stubs_from..].partition_point(is_visible);
}

/// The item of a visible stub.
fn stub_at(view: &View, at: u32, begins: bool, source: u32) -> u32 {
    let wanted = Stub { hidden: false, at, begins, source };
    let found = view.items[view.stubs_from..view.hidden_from].partition_point(|item| match item.what {
        What::Stub(stub) => stub < wanted,
        What::Node(_) | What::Scope(..) => true,
    });
    (view.stubs_from + found) as u32
}

/// Edges between items: parallel ones are merged with a count, those inside a closed group are dropped.
#[inline(never)]
fn links(graph: &Graph, view: &View, into: &[u32]) -> Vec<Link> {
    let View { shown_by, items, cut, .. } = view;
    let mut links: Vec<Link> = Vec::new();
    let mut cut = cut.iter();
    for node in 0..graph.len() as u32 {
        let to = shown_by[node as usize];
        for ((position, (source, label, kind)), cut) in (0u32..).zip(graph.wires(node)).zip(cut.by_ref()) {
            if into[source as usize] != NONE || into[node as usize] != NONE {
                continue;
            }
            let from = shown_by[source as usize];
            // A node may be its own source; a closed group with such a node needs no loop.
            if from == to && (source != node || !matches!(items[from as usize].what, What::Node(_))) {
                continue;
            }
            let label = (!graph.texts()[label as usize].is_empty()).then_some((node, position));
            let stubs = cut.then(|| (stub_at(view, from, true, source), stub_at(view, to, false, source)));
            links.push(Link { from, to, kind, first: (source, node), label, count: 1, stubs });
        }
    }
    // Parallel ones are in the same bucket; the first of each source (or stub) and kind counts the others.
    let source = |link: &Link| link.stubs.map_or(link.from, |stubs| stubs.1) as usize;
    let (start, members) = bucket(items.len(), links.iter().map(|link| link.to));
    let mut first: Vec<[u32; KINDS]> = vec![[NONE; KINDS]; items.len()];
    let mut merged = false;
    for range in start.windows(2).filter(|range| range[1] - range[0] > 1) {
        let group = &members[range[0] as usize..range[1] as usize];
        for link in group {
            let known = &mut first[source(&links[*link as usize])][links[*link as usize].kind as usize];
            if *known == NONE {
                *known = *link;
            } else {
                links[*known as usize].count += 1;
                links[*link as usize].count = 0;
                merged = true;
            }
        }
        for link in group {
            first[source(&links[*link as usize])] = [NONE; KINDS];
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
