//! A flat graph to lay out in layers.

/// Required position of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Pin {
    /// Anywhere.
    #[default]
    Free,
    /// On the upper border: an edge enters here.
    First,
    /// On the lower border: an edge leaves here.
    Last,
}

/// A node: its size, and whether it is pinned.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node {
    pub w: f32,
    pub h: f32,
    /// Its size while it is closed. Layers, order and positions are those of closed groups, so that opening a group
    /// moves only what it needs room from.
    pub closed: (f32, f32),
    pub pin: Pin,
    /// Whether its neighbors are placed as if it were not there: it is the name of an edge.
    pub is_aside: bool,
}

/// An edge; no two have the same ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edge {
    pub from: u32,
    pub to: u32,
}

/// A line that is drawn along an edge, with the offsets of its ends from the centers of the nodes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Line {
    pub edge: u32,
    pub from_dx: f32,
    pub to_dx: f32,
}

/// A flat graph to lay out.
#[derive(Clone, Debug, Default)]
pub(super) struct Flat {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub lines: Vec<Line>,
    /// Free height below a node, for the text of its edges.
    pub label_gap: f32,
}
