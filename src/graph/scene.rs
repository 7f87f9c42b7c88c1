//! Queries on a drawing: neighbors, nodes at a position, targets of arrow keys.

use super::model::bucket;
use super::{Drawing, DrawnNode, Flow};

/// A direction to walk in from a node. In a drawing from top to bottom, up leads to its inputs, down to its readers,
/// left and right to its neighbors; in one from left to right, left leads to the inputs and right to the readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Up.
    Up,
    /// Down.
    Down,
    /// To the left.
    Left,
    /// To the right.
    Right,
}

impl Step {
    /// The step of a drawing from top to bottom that leads to the same nodes.
    fn turned(self, flow: Flow) -> Self {
        match (flow, self) {
            (Flow::Down, step) => step,
            (Flow::Right, Self::Left) => Self::Up,
            (Flow::Right, Self::Right) => Self::Down,
            (Flow::Right, Self::Up) => Self::Left,
            (Flow::Right, Self::Down) => Self::Right,
        }
    }
}

/// A drawing with the indices that walking and picking need.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    drawing: Drawing,
    out: (Vec<u32>, Vec<u32>),
    ins: (Vec<u32>, Vec<u32>),
    /// Left, top, right, bottom of each edge.
    boxes: Vec<[f32; 4]>,
}

impl Scene {
    /// Prepares a drawing. Edges with missing ends are dropped.
    pub fn new(mut drawing: Drawing) -> Self {
        let nodes = drawing.nodes.len();
        let is_node = |node: u32| (node as usize) < nodes;
        drawing.edges.retain(|e| {
            let stubs = e.stubs.is_none_or(|stubs| is_node(stubs.0) && is_node(stubs.1));
            is_node(e.from) && is_node(e.to) && stubs && e.points.len() >= 4
        });
        let boxes = drawing
            .edges
            .iter()
            .map(|e| {
                e.points.chunks_exact(2).fold([f32::MAX, f32::MAX, f32::MIN, f32::MIN], |b, p| {
                    [b[0].min(p[0]), b[1].min(p[1]), b[2].max(p[0]), b[3].max(p[1])]
                })
            })
            .collect();
        Self {
            out: bucket(nodes, drawing.edges.iter().map(|e| e.from)),
            ins: bucket(nodes, drawing.edges.iter().map(|e| e.to)),
            boxes,
            drawing,
        }
    }

    /// The drawing.
    pub fn drawing(&self) -> &Drawing {
        &self.drawing
    }

    /// A node by its index in the drawing.
    pub fn node(&self, node: u32) -> Option<&DrawnNode> {
        self.drawing.nodes.get(node as usize)
    }

    /// The group with a path.
    pub fn group(&self, path: &str) -> Option<u32> {
        let found = self.drawing.nodes.iter().position(|node| node.group.is_some() && node.name == path);
        found.map(|node| node as u32)
    }

    /// Indices of the edges that leave a node.
    pub fn outgoing(&self, node: u32) -> &[u32] {
        &self.out.1[self.out.0[node as usize] as usize..self.out.0[node as usize + 1] as usize]
    }

    /// Indices of the edges that enter a node.
    pub fn incoming(&self, node: u32) -> &[u32] {
        &self.ins.1[self.ins.0[node as usize] as usize..self.ins.0[node as usize + 1] as usize]
    }

    /// Left, top, right, bottom of an edge.
    pub fn edge_box(&self, edge: usize) -> [f32; 4] {
        self.boxes[edge]
    }

    /// The innermost node or group at a point.
    pub fn hit(&self, x: f32, y: f32) -> Option<u32> {
        // The content of a group comes after the group.
        self.drawing
            .nodes
            .iter()
            .rposition(|n| x >= n.x && x <= n.x + n.w && y >= n.y && y <= n.y + n.h)
            .map(|n| n as u32)
    }

    /// Target of an arrow key; `None` at the end.
    pub fn step(&self, node: u32, step: Step) -> Option<u32> {
        let here = self.node(node)?;
        let flow = self.drawing.flow;
        let step = step.turned(flow);
        let centre = |node: &DrawnNode| match (flow, centre(node)) {
            (Flow::Down, at) => at,
            (Flow::Right, (x, y)) => (y, x),
        };
        let along = |node: &DrawnNode| if flow == Flow::Down { node.h } else { node.w };
        let (x, y) = centre(here);
        let nearest = |nodes: &mut dyn Iterator<Item = u32>| {
            nodes.filter(|n| *n != node).min_by(|a, b| {
                let far = |n: u32| {
                    let (nx, ny) = centre(&self.drawing.nodes[n as usize]);
                    (nx - x).abs() + (ny - y).abs() / 4.0
                };
                far(*a).total_cmp(&far(*b)).then(a.cmp(b))
            })
        };
        let edges = &self.drawing.edges;
        match step {
            Step::Down => match &here.stub {
                Some(stub) if stub.begins => nearest(&mut self.stub_edges(node).map(|e| edges[e as usize].to)),
                Some(stub) => Some(stub.at),
                // An edge that is not a line leads to the name at its beginning, and on from there.
                None => nearest(&mut self.outgoing(node).iter().map(|e| {
                    let edge = &edges[*e as usize];
                    edge.stubs.map_or(edge.to, |stubs| stubs.0)
                })),
            },
            Step::Up => match &here.stub {
                Some(stub) => Some(stub.from),
                None => nearest(&mut self.incoming(node).iter().map(|e| {
                    let edge = &edges[*e as usize];
                    edge.stubs.map_or(edge.from, |stubs| stubs.1)
                })),
            },
            Step::Left | Step::Right => {
                let beside = |other: &DrawnNode| {
                    let (ox, oy) = centre(other);
                    let ahead = if step == Step::Left { ox < x } else { ox > x };
                    ahead && !other.is_open() && (oy - y).abs() <= (along(other) + along(here)) / 2.0
                };
                let nodes = &self.drawing.nodes;
                nearest(&mut (0..nodes.len() as u32).filter(|n| beside(&nodes[*n as usize])))
            }
        }
    }

    /// The edges that a stub stands for, from its source to all readers.
    pub fn stub_edges(&self, stub: u32) -> impl Iterator<Item = u32> {
        let stub = self.node(stub).and_then(|node| node.stub.as_deref());
        let begins_at = |edge: u32| self.drawing.edges[edge as usize].stubs.and_then(|stubs| self.node(stubs.0));
        let of_source = move |node: &DrawnNode| node.stub.as_ref().map(|of| of.node) == stub.map(|stub| stub.node);
        let edges = stub.map_or(&[][..], |stub| self.outgoing(stub.from)).iter().copied();
        edges.filter(move |edge| begins_at(*edge).is_some_and(of_source))
    }

    /// Everything upstream and downstream of a node: marks for nodes and for edges. Of a stub, those of the node beside
    /// it.
    pub fn path(&self, node: u32) -> (Vec<bool>, Vec<bool>) {
        let node = self.node(node).and_then(|node| node.stub.as_ref()).map_or(node, |stub| stub.at);
        let mut nodes = vec![false; self.drawing.nodes.len()];
        let mut edges = vec![false; self.drawing.edges.len()];
        for down in [true, false] {
            let mut seen = vec![false; nodes.len()];
            let mut stack = vec![node];
            while let Some(n) = stack.pop() {
                if std::mem::replace(&mut seen[n as usize], true) {
                    continue;
                }
                nodes[n as usize] = true;
                for e in if down { self.outgoing(n) } else { self.incoming(n) } {
                    edges[*e as usize] = true;
                    let edge = &self.drawing.edges[*e as usize];
                    for stub in edge.stubs.iter().flat_map(|stubs| [stubs.0, stubs.1]) {
                        nodes[stub as usize] = true;
                    }
                    stack.push(if down { edge.to } else { edge.from });
                }
            }
        }
        (nodes, edges)
    }

    /// The node to start from: the first input that a line leaves, otherwise the first node.
    pub fn first(&self) -> Option<u32> {
        let nodes = &self.drawing.nodes;
        (0..nodes.len() as u32).filter(|n| !nodes[*n as usize].is_open() && nodes[*n as usize].is_content()).min_by(
            |a, b| {
                let place = |n: u32| match (self.drawing.flow, &nodes[n as usize]) {
                    (Flow::Down, n) => (n.y, n.x),
                    (Flow::Right, n) => (n.x, n.y),
                };
                // Inputs without lines are beside the rest.
                let has_line =
                    |n: u32| self.outgoing(n).iter().any(|e| self.drawing.edges[*e as usize].stubs.is_none());
                let rank = |n: u32| match nodes[n as usize].role {
                    super::Role::Input if has_line(n) => 0,
                    super::Role::Input => 2,
                    _ => 1,
                };
                (rank(*a), place(*a)).partial_cmp(&(rank(*b), place(*b))).unwrap_or(std::cmp::Ordering::Equal)
            },
        )
    }
}

/// Center of a node.
fn centre(node: &DrawnNode) -> (f32, f32) {
    (node.x + node.w / 2.0, node.y + node.h / 2.0)
}

#[cfg(test)]
mod tests {
    use super::super::{EdgeKind, GraphBuilder, NodeSpec, Options, Style, layout};
    use super::*;

    fn diamond() -> Scene {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..5 {
            b.node(NodeSpec { name: "n", op: "Op", source: i, ..NodeSpec::default() });
        }
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
            b.edge(from, to, 0, "", EdgeKind::Data);
        }
        Scene::new(layout(&b.finish(), &Options::default(), &|| false).unwrap())
    }

    #[test]
    fn arrows_walk_along_edges_and_beside() {
        let s = diamond();
        let below = s.step(0, Step::Down).unwrap();
        assert!(below == 1 || below == 2);
        assert_eq!(s.step(below, Step::Up), Some(0));
        assert_eq!(s.step(3, Step::Down), None);
        let beside = s.step(1, Step::Left).or(s.step(1, Step::Right));
        assert_eq!(beside, Some(2));
    }

    #[test]
    fn arrows_walk_over_the_names_of_an_edge_that_is_no_line() {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..12 {
            let role = if i == 0 { super::super::Role::Input } else { super::super::Role::Op };
            b.node(NodeSpec {
                name: if i == 0 { "mask" } else { "n" },
                op: "Op",
                role,
                source: i,
                ..NodeSpec::default()
            });
        }
        for i in 2..12 {
            b.edge(i - 1, i, 0, "", EdgeKind::Data);
            b.edge(0, i, 1, "", EdgeKind::Data);
        }
        let s = Scene::new(layout(&b.finish(), &Options::default(), &|| false).unwrap());
        let begin = s.step(0, Step::Down).unwrap();
        let stub = |node: u32| s.node(node).unwrap().stub.clone().unwrap();
        assert!(stub(begin).begins && stub(begin).readers == 10);
        assert_eq!(s.stub_edges(begin).count(), 10);
        assert_eq!(s.step(begin, Step::Up), Some(0));
        let end = s.drawing().edges.iter().find(|e| e.to == 7 && e.from == 0).unwrap().stubs.unwrap().1;
        assert_eq!(s.node(end).unwrap().lines, ["mask"]);
        assert_eq!((s.step(end, Step::Down), s.step(end, Step::Up)), (Some(7), Some(0)));
        assert_eq!(s.stub_edges(end).count(), 10, "all readers");
        let (nodes, _) = s.path(0);
        assert!(nodes[end as usize] && nodes[7]);
        assert_eq!(s.first(), Some(1), "where the lines begin");
    }

    #[test]
    fn arrows_follow_a_drawing_to_the_right() {
        let options = Options { flow: Flow::Right, ..Options::default() };
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..4 {
            b.node(NodeSpec { name: "n", op: "Op", source: i, ..NodeSpec::default() });
        }
        for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
            b.edge(from, to, 0, "", EdgeKind::Data);
        }
        let s = Scene::new(layout(&b.finish(), &options, &|| false).unwrap());
        let next = s.step(0, Step::Right).unwrap();
        assert!(next == 1 || next == 2);
        assert_eq!(s.step(next, Step::Left), Some(0));
        assert_eq!(s.step(1, Step::Up).or(s.step(1, Step::Down)), Some(2));
        assert_eq!(s.first(), Some(0));
    }

    #[test]
    fn a_point_picks_what_is_drawn_there() {
        let s = diamond();
        let n = s.node(3).unwrap();
        assert_eq!(s.hit(n.x + 1.0, n.y + 1.0), Some(3));
        assert_eq!(s.hit(-5.0, -5.0), None);
    }

    #[test]
    fn the_path_of_a_node_leaves_out_what_does_not_touch_it() {
        let s = diamond();
        let (nodes, edges) = s.path(1);
        assert_eq!(nodes, [true, true, false, true, false]);
        assert_eq!(edges.iter().filter(|e| **e).count(), 2);
    }
}
