//! Queries on a drawing: neighbors, nodes at a position, targets of arrow keys.

use super::model::bucket;
use super::{Drawing, DrawnNode};

/// A direction to walk in from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Against the edges, to its inputs.
    Up,
    /// Along the edges, to its readers.
    Down,
    /// To the neighbor on the left.
    Left,
    /// To the neighbor on the right.
    Right,
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
        drawing.edges.retain(|e| (e.from as usize) < nodes && (e.to as usize) < nodes && e.points.len() >= 4);
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
            Step::Down => nearest(&mut self.outgoing(node).iter().map(|e| edges[*e as usize].to)),
            Step::Up => nearest(&mut self.incoming(node).iter().map(|e| edges[*e as usize].from)),
            Step::Left | Step::Right => {
                let beside = |other: &DrawnNode| {
                    let (ox, oy) = centre(other);
                    let ahead = if step == Step::Left { ox < x } else { ox > x };
                    ahead && !other.is_open() && (oy - y).abs() <= (other.h + here.h) / 2.0
                };
                let nodes = &self.drawing.nodes;
                nearest(&mut (0..nodes.len() as u32).filter(|n| beside(&nodes[*n as usize])))
            }
        }
    }

    /// Everything upstream and downstream of a node: marks for nodes and for edges.
    pub fn path(&self, node: u32) -> (Vec<bool>, Vec<bool>) {
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
                    stack.push(if down { edge.to } else { edge.from });
                }
            }
        }
        (nodes, edges)
    }

    /// The node to start from: the first input, otherwise the topmost.
    pub fn first(&self) -> Option<u32> {
        let nodes = &self.drawing.nodes;
        (0..nodes.len() as u32).filter(|n| !nodes[*n as usize].is_open()).min_by(|a, b| {
            let place = |n: u32| (nodes[n as usize].y, nodes[n as usize].x);
            let input = |n: u32| nodes[n as usize].role != super::Role::Input;
            (input(*a), place(*a)).partial_cmp(&(input(*b), place(*b))).unwrap_or(std::cmp::Ordering::Equal)
        })
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
