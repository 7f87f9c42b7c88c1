//! A graph laid out for a canvas, as plain data that is sent from the worker to the page.

use super::{EdgeKind, Role, Style};
use crate::json::readable;
use serde::{Serialize, Serializer};

/// Where the edges of a drawing lead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Flow {
    /// From top to bottom.
    #[default]
    Down,
    /// From left to right.
    Right,
}
readable!(enum Flow {
    "down" => Down,
    "right" => Right,
});

/// A graph laid out. Coordinates are CSS pixels at zoom 1, y grows downwards, the top left corner is (0, 0).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct Drawing {
    /// Name of the subgraph or function; empty for the main graph.
    pub title: String,
    /// How nodes are drawn.
    pub style: Style,
    /// Where the edges lead.
    pub flow: Flow,
    /// Width of everything.
    pub width: f32,
    /// Height of everything.
    pub height: f32,
    /// Nodes and groups. An open group is before the nodes inside it.
    pub nodes: Vec<DrawnNode>,
    /// Edges between nodes or closed groups.
    pub edges: Vec<DrawnEdge>,
    /// For every node of the graph: the index in `nodes` of what shows it (itself, a closed group, or the consumer
    /// into which a constant was folded).
    pub shown_by: Vec<u32>,
    /// Nodes of the complete graph, visible or not.
    pub total: u32,
    /// Nodes that the file lists: `total` without the nodes added for inputs and outputs.
    pub listed: u32,
    /// Paths of the open groups.
    pub expanded: Vec<String>,
    /// Statistics of the layout.
    pub stats: Stats,
}
readable!(Drawing { title, style, flow, width, height, nodes, edges, shown_by, total, listed, expanded, stats });

impl Drawing {
    /// The drawing in pieces of at most so many nodes, the first one with everything else: a page that reads a large one at once
    /// does nothing else meanwhile. [`Self::append`] puts them together.
    pub fn pieces(mut self, most: usize) -> Vec<Self> {
        let mut nodes = std::mem::take(&mut self.nodes).into_iter();
        let mut edges = std::mem::take(&mut self.edges).into_iter();
        let mut shown = std::mem::take(&mut self.shown_by).into_iter();
        let mut pieces = vec![self];
        while nodes.len() + edges.len() + shown.len() > 0 {
            pieces.push(Self {
                nodes: nodes.by_ref().take(most).collect(),
                edges: edges.by_ref().take(most).collect(),
                shown_by: shown.by_ref().take(4 * most).collect(),
                ..Self::default()
            });
        }
        pieces
    }

    /// Adds the next piece.
    pub fn append(&mut self, piece: Self) {
        self.nodes.extend(piece.nodes);
        self.edges.extend(piece.edges);
        self.shown_by.extend(piece.shown_by);
    }
}

/// A node or group.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct DrawnNode {
    /// Index of the node in the graph; null for groups.
    pub node: Option<u32>,
    /// Index in the source document.
    pub source: u32,
    /// Index among the graphs of the file, for a node in the body of a call; null for nodes of the graph itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub graph: Option<u32>,
    /// Left edge.
    pub x: f32,
    /// Top edge.
    pub y: f32,
    /// Width.
    pub w: f32,
    /// Height.
    pub h: f32,
    /// Role of the node.
    pub role: Role,
    /// Full name; for groups the full scope path.
    pub name: String,
    /// Op name; empty for other nodes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub op: String,
    /// Op version; 0 where versions do not apply.
    #[serde(skip_serializing_if = "is_zero")]
    pub version: i32,
    /// Text lines as drawn; the first one is the title.
    pub lines: Vec<String>,
    /// Attributes, folded constants among them: name and value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attributes: Vec<(String, String)>,
    /// Inputs, functions and subgraphs that it refers to and the file does not have.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// Set for groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Index in `nodes` of the open group around it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// Set for the named ends of edges that are not drawn as lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stub: Option<Box<Stub>>,
}
readable!(DrawnNode {
    node,
    source,
    graph,
    x,
    y,
    w,
    h,
    role,
    name,
    op,
    version,
    lines,
    attributes,
    missing,
    group,
    parent,
    stub
});

impl DrawnNode {
    /// Whether it is an operator of the graph itself: no group, and not in the body of a call.
    pub fn is_own_op(&self) -> bool {
        self.group.is_none() && self.graph.is_none() && !self.op.is_empty()
    }

    /// Whether it is a node or a group: not the named end of an edge.
    pub fn is_content(&self) -> bool {
        self.stub.is_none()
    }

    /// Whether it is a group whose inside is drawn.
    pub fn is_open(&self) -> bool {
        self.group.as_ref().is_some_and(|group| group.open)
    }
}

/// Additional data of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "DrawnGroup"))]
pub struct Group {
    /// Nodes inside, at any depth.
    pub count: u32,
    /// Whether its inside is drawn.
    pub open: bool,
    /// How often the repeated block occurs inside: 1 for a single occurrence, 0 for a scope that the file names.
    #[serde(skip_serializing_if = "is_no_block")]
    pub repeats: u32,
}
readable!(Group { count, open, repeats });

/// The named beginning or end of edges that are not drawn as lines: of a node with many readers, or over many layers.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "DrawnStub"))]
pub struct Stub {
    /// Source of the edges, by its index in the graph.
    pub node: u32,
    /// Index in [`Drawing::nodes`] of what shows the source.
    pub from: u32,
    /// Index in [`Drawing::nodes`] of the node or group beside it: the reader, or the source for a beginning.
    pub at: u32,
    /// Whether it is the beginning, below the source.
    pub begins: bool,
    /// Number of readers that its edges lead to.
    pub readers: u32,
    /// The line that connects it, in the form of [`DrawnEdge::points`].
    #[serde(serialize_with = "whole")]
    #[cfg_attr(feature = "cli", schemars(with = "Vec<i64>"))]
    pub points: Vec<f32>,
}
readable!(Stub { node, from, at, begins, readers, points });

/// An edge.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
pub struct DrawnEdge {
    /// Index in [`Drawing::nodes`].
    pub from: u32,
    /// Index in [`Drawing::nodes`].
    pub to: u32,
    /// Alternating x and y, from source to target. Between points of different x and y the line is an S-curve that
    /// leaves and arrives vertically, in drawings to the right horizontally; otherwise it is straight.
    #[serde(serialize_with = "whole")]
    #[cfg_attr(feature = "cli", schemars(with = "Vec<i64>"))]
    pub points: Vec<f32>,
    /// Tensor with shape and dtype, or local name; may be empty.
    pub label: String,
    /// Center of the label.
    pub label_at: (f32, f32),
    /// Kind of the edge.
    pub kind: EdgeKind,
    /// Whether it is part of a cycle and drawn against the flow.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub reversed: bool,
    /// Number of edges of the graph that it represents.
    pub count: u32,
    /// Set for an edge that is not drawn as a line: its beginning and end in [`Drawing::nodes`]. `points` are those of
    /// the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stubs: Option<(u32, u32)>,
}
readable!(DrawnEdge { from, to, points, label, label_at, kind, reversed, count, stubs });

fn is_no_block(repeats: &u32) -> bool {
    *repeats == 0
}

fn is_zero(version: &i32) -> bool {
    *version == 0
}

/// Writes coordinates as integers, which are a third shorter in JSON.
fn whole<S: Serializer>(points: &[f32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(points.iter().map(|p| p.round() as i64))
}

/// Statistics of a layout. Counts, not times, so that tests can assert bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "cli", schemars(rename = "LayoutStats"))]
pub struct Stats {
    /// Vertices and edges visited by all passes.
    pub steps: u64,
    /// Vertices added for long edges.
    pub dummies: u64,
    /// Crossings between neighboring layers.
    pub crossings: u64,
}
readable!(Stats { steps, dummies, crossings });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_together_are_the_drawing() {
        let node = |source| DrawnNode { source, ..DrawnNode::default() };
        let edge = |from| DrawnEdge { from, to: from + 1, ..DrawnEdge::default() };
        let drawing = Drawing {
            title: "main".into(),
            width: 7.0,
            nodes: (0..5).map(node).collect(),
            edges: (0..3).map(edge).collect(),
            shown_by: (0..9).collect(),
            total: 9,
            ..Drawing::default()
        };
        let pieces = drawing.clone().pieces(2);
        assert!(pieces.iter().all(|piece| piece.nodes.len() <= 2 && piece.edges.len() <= 2));
        assert_eq!(pieces.len(), 4);
        let mut pieces = pieces.into_iter();
        let mut whole = pieces.next().unwrap();
        pieces.for_each(|piece| whole.append(piece));
        assert_eq!(whole, drawing);
        assert_eq!(Drawing::default().pieces(2), [Drawing::default()]);
    }
}
