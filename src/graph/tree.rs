//! The scopes that are drawn and listed, and the constants that are part of their readers.

use super::{EdgeKind, Graph, Role, Style};

/// Marks "none" in columns of indices.
pub(super) const NONE: u32 = u32::MAX;

/// For every node the reader into which it is folded, or [`NONE`]: constants, and nodes that only forward one, when
/// exactly one node reads them as data and nothing else depends on them.
#[inline(never)]
pub(super) fn fold(graph: &Graph) -> Vec<u32> {
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
pub(super) struct Tree {
    /// For every scope the nearest one around it that is drawn.
    pub parent: Vec<u32>,
    /// For every node the innermost scope around it that is drawn.
    pub home: Vec<u32>,
    /// Nodes at any depth.
    pub counts: Vec<u32>,
    /// Nodes and drawn scopes directly inside.
    direct: Vec<u32>,
    /// Whether a scope is drawn.
    pub drawn: Vec<bool>,
    /// Number of drawn scopes around it.
    pub depth: Vec<u32>,
    /// Whether it is a call with its bodies, or one of these: closed until the user opens it.
    is_body: Vec<bool>,
}

impl Tree {
    pub(super) fn flat(graph: &Graph) -> Self {
        let scopes = graph.scopes().len();
        Self {
            parent: vec![0; scopes],
            home: vec![0; graph.len()],
            counts: vec![0; scopes],
            direct: vec![0; scopes],
            drawn: vec![false; scopes],
            depth: vec![0; scopes],
            is_body: graph.scopes().iter().map(|scope| scope.is_body).collect(),
        }
    }

    #[inline(never)]
    pub(super) fn new(graph: &Graph, into: &[u32]) -> Self {
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
            tree.drawn[s] = tree.is_body[s] || (tree.counts[s] > 1 && !repeats);
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

    /// For every node the outermost scope around it that is drawn; 0 for none.
    pub(super) fn outermost(&self) -> Vec<u32> {
        let mut outermost: Vec<u32> = (0..self.parent.len() as u32).collect();
        for scope in 1..outermost.len() {
            let around = self.parent[scope];
            if around != 0 {
                outermost[scope] = outermost[around as usize];
            }
        }
        self.home.iter().map(|home| outermost[*home as usize]).collect()
    }

    pub(super) fn shown(&self, scope: usize) -> bool {
        scope != 0 && self.drawn[scope]
    }

    /// True when every group around it is open.
    pub(super) fn is_visible(&self, scope: u32, open: &[bool]) -> bool {
        let mut at = self.parent[scope as usize];
        while at != 0 {
            if !open[at as usize] {
                return false;
            }
            at = self.parent[at as usize];
        }
        true
    }

    pub(super) fn outermost_closed(&self, home: u32, open: &[bool]) -> u32 {
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
    pub(super) fn open_by_size(&self, aim: u32) -> Vec<bool> {
        let mut open = vec![false; self.drawn.len()];
        open[0] = true;
        let mut visible = self.direct[0];
        for depth in 1.. {
            let level: Vec<usize> = (1..open.len())
                .filter(|s| self.shown(*s) && !self.is_body[*s])
                .filter(|s| self.depth[*s] == depth && open[self.parent[*s] as usize])
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
