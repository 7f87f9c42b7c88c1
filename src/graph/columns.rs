//! The edges that are cut so that a long chain is in columns: the parts between them are apart, and the layout packs
//! what is apart side by side.
//!
//! The choice depends on the graph and on its outermost groups, not on which of them are open.

use super::levels::execution_order;
use super::tree::NONE;
use super::{Graph, Style};

/// Nodes that a column has at least.
const SHORTEST: u32 = 24;
/// Lines that a chain has at most where it is cut.
const MOST_LINES: i32 = 3;

/// Cuts further edges of `cut`, which has an entry for every edge in the order of nodes and their inputs. `into`: see
/// [`super::cuts::cuts`]. `outermost`: the outermost group of every node, 0 for none. The edges of `unfolded` nodes stay.
#[inline(never)]
pub(super) fn columns(graph: &Graph, into: &[u32], outermost: &[u32], unfolded: &[u32], cut: &mut [bool]) {
    if graph.style() == Style::Glyphs {
        return;
    }
    let chain = Chain::new(graph, into, outermost);
    let lines = chain.lines(graph, cut, |node| unfolded.contains(&node));
    let ends = chain.ends(&lines);
    if ends.is_empty() {
        return;
    }
    for (edge, above, below) in lines {
        cut[edge] = ends.iter().any(|end| (above + 1..=below).contains(end));
    }
}

/// The rows of nodes and of outermost groups.
struct Chain<'g> {
    into: &'g [u32],
    outermost: &'g [u32],
    groups: usize,
    /// Row of every group, then of every node.
    rows: Vec<u32>,
}

impl<'g> Chain<'g> {
    #[inline(never)]
    fn new(graph: &Graph, into: &'g [u32], outermost: &'g [u32]) -> Self {
        let groups = graph.scopes().len();
        let mut chain = Self { into, outermost, groups, rows: vec![0; groups + graph.len()] };
        let order = execution_order(graph);
        let edges: Vec<_> = order.into_iter().flat_map(|node| chain.edges(graph, node)).collect();
        let mut reads = vec![false; chain.rows.len()];
        for (above, below) in &edges {
            reads[*below] = true;
            chain.rows[*below] = chain.rows[*below].max(chain.rows[*above] + 1);
        }
        // What reads nothing is drawn above its first reader.
        let mut first = vec![NONE; chain.rows.len()];
        for (above, below) in edges {
            first[above] = first[above].min(chain.rows[below]);
        }
        for (at, row) in chain.rows.iter_mut().enumerate().filter(|(at, _)| !reads[*at] && first[*at] != NONE) {
            *row = first[at].saturating_sub(1);
        }
        chain
    }

    /// The place of a node, or of the group around it, in `rows`.
    fn place(&self, node: u32) -> usize {
        match self.outermost[node as usize] {
            0 => self.groups + node as usize,
            group => group as usize,
        }
    }

    /// The edges into a node from outside of its group, as places.
    fn edges<'a>(&'a self, graph: &'a Graph, node: u32) -> impl Iterator<Item = (usize, usize)> + use<'a, 'g> {
        let drawn = self.into[node as usize] == NONE;
        let wires = graph.wires(node).filter(move |(source, ..)| drawn && self.into[*source as usize] == NONE);
        wires.map(move |(source, ..)| (self.place(source), self.place(node))).filter(|(above, below)| above != below)
    }

    /// The edges that are lines from one row to a later one: edge, row above, row below.
    fn lines(&self, graph: &Graph, cut: &[bool], stays: impl Fn(u32) -> bool) -> Vec<(usize, u32, u32)> {
        let (mut lines, mut edge) = (Vec::new(), 0);
        for node in 0..graph.len() as u32 {
            for (source, ..) in graph.wires(node) {
                let is_drawn = self.into[node as usize] == NONE && self.into[source as usize] == NONE;
                let (above, below) = (self.rows[self.place(source)], self.rows[self.place(node)]);
                if is_drawn && !cut[edge] && above < below && !stays(source) {
                    lines.push((edge, above, below));
                }
                edge += 1;
            }
        }
        lines
    }

    /// The rows before which a column ends: few lines pass there, and columns are about as long as makes the drawing as
    /// wide as a screen.
    fn ends(&self, lines: &[(usize, u32, u32)]) -> Vec<u32> {
        let deepest = lines.iter().map(|line| line.2).max().unwrap_or(0);
        let column = SHORTEST.max((3 * deepest).isqrt());
        let mut passing = vec![0i32; deepest as usize + 2];
        for (_, above, below) in lines {
            passing[*above as usize + 1] += 1;
            passing[*below as usize + 1] -= 1;
        }
        let (mut ends, mut now, mut next) = (Vec::new(), 0, column);
        for (row, change) in (0..).zip(passing) {
            now += change;
            if row >= next && row + column / 2 <= deepest && now <= MOST_LINES {
                ends.push(row);
                next = row + column;
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::fold;
    use super::super::{EdgeKind, GraphBuilder, NodeSpec, Role};
    use super::*;

    /// Edges that are cut in a chain; further `lines` go from the first node to the last.
    fn cut(length: u32, lines: u32) -> usize {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..length {
            b.node(NodeSpec { name: "n", op: "Op", role: Role::Op, source: i, ..NodeSpec::default() });
        }
        for i in 1..length {
            b.edge(i - 1, i, 0, "", EdgeKind::Data);
        }
        for port in 1..=lines {
            b.edge(0, length - 1, port, "", EdgeKind::Data);
        }
        let graph = b.finish();
        let mut cut = vec![false; graph.edges()];
        columns(&graph, &fold(&graph), &vec![0; graph.len()], &[], &mut cut);
        cut.into_iter().filter(|cut| *cut).count()
    }

    #[test]
    fn a_long_chain_is_cut_into_columns_and_a_short_one_is_not() {
        assert_eq!(cut(30, 0), 0);
        assert_eq!(cut(100, 0), 3);
        assert_eq!(cut(1000, 0), 18);
    }

    #[test]
    fn a_chain_is_not_cut_where_many_lines_pass() {
        assert_eq!(cut(100, 2), 3 + 2);
        assert_eq!(cut(100, 3), 0);
    }
}
