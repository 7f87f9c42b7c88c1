//! The visible part of a graph: constants folded into their readers, scopes as groups that are open or closed.

use super::model::bucket;
use super::{EdgeKind, Graph, Role, Style};
use std::collections::{BTreeSet, HashMap};

/// Marks "none" in columns of indices.
pub(super) const NONE: u32 = u32::MAX;

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
    view.links = links(graph, &view.shown_by, &into);
    view.scope_counts = tree.counts;
    view
}

/// For every node the reader into which it is folded, or [`NONE`]: constants, and nodes that only forward one, when
/// exactly one node reads them as data and nothing else depends on them.
fn fold(graph: &Graph) -> Vec<u32> {
    let nodes = graph.len();
    let mut into = vec![NONE; nodes];
    if graph.style() == Style::Glyphs {
        return into;
    }
    let mut readers = vec![0u32; nodes];
    let mut reader = vec![NONE; nodes];
    for node in 0..nodes as u32 {
        for edge in graph.inputs(node) {
            readers[edge.from as usize] += if edge.kind == EdgeKind::Data { 1 } else { 2 };
            reader[edge.from as usize] = node;
        }
    }
    let single = |n: usize| readers[n] == 1 && reader[n] != n as u32;
    for n in 0..nodes {
        if graph.role(n as u32) == Role::Constant && single(n) && graph.inputs(n as u32).next().is_none() {
            into[n] = reader[n];
        }
    }
    // Frozen graphs read every weight through an Identity.
    for n in 0..nodes {
        let mut inputs = graph.inputs(n as u32);
        if graph.op(n as u32) == "Identity"
            && single(n)
            && let (Some(edge), None) = (inputs.next(), inputs.next())
            && graph.role(edge.from) == Role::Constant
            && into[edge.from as usize] == n as u32
        {
            into[n] = reader[n];
        }
    }
    into
}

/// The scopes that are drawn: those with two nodes or more that do not merely repeat another.
struct Tree {
    /// For every scope the nearest one around it that is drawn.
    parent: Vec<u32>,
    /// For every node the innermost scope around it that is drawn.
    home: Vec<u32>,
    /// Nodes at any depth.
    counts: Vec<u32>,
    /// Nodes and drawn scopes directly inside.
    direct: Vec<u32>,
    drawn: Vec<bool>,
    depth: Vec<u32>,
}

impl Tree {
    fn flat(graph: &Graph) -> Self {
        let scopes = graph.scopes().len();
        Self {
            parent: vec![0; scopes],
            home: vec![0; graph.len()],
            counts: vec![0; scopes],
            direct: vec![0; scopes],
            drawn: vec![false; scopes],
            depth: vec![0; scopes],
        }
    }

    fn new(graph: &Graph, into: &[u32]) -> Self {
        let mut tree = Self::flat(graph);
        let scopes = graph.scopes();
        let mut own = vec![0u32; scopes.len()];
        for node in 0..graph.len() {
            if into[node] == NONE {
                own[graph.scope(node as u32) as usize] += 1;
            }
        }
        tree.counts.clone_from(&own);
        let mut largest_child = vec![0u32; scopes.len()];
        for s in (1..scopes.len()).rev() {
            let parent = scopes[s].parent as usize;
            tree.counts[parent] += tree.counts[s];
            largest_child[parent] = largest_child[parent].max(tree.counts[s]);
        }
        tree.drawn[0] = true;
        let mut nearest = vec![0u32; scopes.len()];
        for s in 1..scopes.len() {
            let around = nearest[scopes[s].parent as usize];
            // A scope with one scope and nothing else repeats it.
            let repeats = own[s] == 0 && tree.counts[s] == largest_child[s];
            tree.drawn[s] = tree.counts[s] > 1 && !repeats;
            tree.parent[s] = around;
            tree.depth[s] = tree.depth[around as usize] + 1;
            nearest[s] = if tree.drawn[s] { s as u32 } else { around };
            if tree.drawn[s] {
                tree.direct[around as usize] += 1;
            }
        }
        for node in 0..graph.len() {
            tree.home[node] = nearest[graph.scope(node as u32) as usize];
            if into[node] == NONE {
                tree.direct[tree.home[node] as usize] += 1;
            }
        }
        tree
    }

    fn shown(&self, scope: usize) -> bool {
        scope != 0 && self.drawn[scope]
    }

    /// True when every group around it is open.
    fn is_visible(&self, scope: u32, open: &[bool]) -> bool {
        let mut at = self.parent[scope as usize];
        while at != 0 {
            if !open[at as usize] {
                return false;
            }
            at = self.parent[at as usize];
        }
        true
    }

    fn outermost_closed(&self, home: u32, open: &[bool]) -> u32 {
        let (mut at, mut found) = (home, NONE);
        while at != 0 {
            if !open[at as usize] {
                found = at;
            }
            at = self.parent[at as usize];
        }
        found
    }

    /// Opens levels while the number of visible items is within `aim`; a level of few groups always opens.
    fn open_by_size(&self, aim: u32) -> Vec<bool> {
        let mut open = vec![false; self.drawn.len()];
        open[0] = true;
        let mut visible = self.direct[0];
        for depth in 1.. {
            let level: Vec<usize> = (1..open.len())
                .filter(|s| self.shown(*s) && self.depth[*s] == depth && open[self.parent[*s] as usize])
                .collect();
            if level.is_empty() {
                break;
            }
            let more: u32 = level.iter().map(|s| self.direct[*s] - 1).sum();
            if visible + more > aim && !(level.len() == 1 && visible <= 4) {
                break;
            }
            visible += more;
            level.iter().for_each(|s| open[*s] = true);
        }
        open
    }
}

/// Edges between items: parallel ones are merged with a count, those inside a closed group are dropped.
fn links(graph: &Graph, shown_by: &[u32], into: &[u32]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut known: HashMap<(u32, u32, EdgeKind), u32> = HashMap::new();
    for node in 0..graph.len() as u32 {
        if into[node as usize] != NONE {
            continue;
        }
        let to = shown_by[node as usize];
        for (position, edge) in graph.inputs(node).enumerate() {
            if into[edge.from as usize] != NONE {
                continue;
            }
            let from = shown_by[edge.from as usize];
            // A node may be its own source; a closed group with such a node needs no loop.
            if from == to && edge.from != node {
                continue;
            }
            let label = (!edge.label.is_empty()).then_some((node, position as u32));
            match known.entry((from, to, edge.kind)) {
                std::collections::hash_map::Entry::Occupied(entry) => links[*entry.get() as usize].count += 1,
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert(links.len() as u32);
                    links.push(Link { from, to, kind: edge.kind, label, count: 1 });
                }
            }
        }
    }
    links
}

/// Members of each open group, the root's last: `start` and `items` as [`bucket`] returns them.
pub(super) fn levels(view: &View) -> (Vec<u32>, Vec<u32>) {
    let items = view.items.len();
    bucket(items + 1, view.items.iter().map(|item| if item.parent == NONE { items as u32 } else { item.parent }))
}
