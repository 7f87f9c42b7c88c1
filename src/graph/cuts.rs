//! The edges that are drawn as two named ends instead of a line: those of nodes that many others read, and those that
//! span many layers.
//!
//! The choice depends on the graph alone, not on the groups that are open, so that opening a group moves nothing else.

use super::levels::execution_order;
use super::tree::NONE;
use super::{Graph, Role, Style};

/// A node that more nodes read is shared.
const MOST_READERS: u32 = 8;
/// An edge over more layers is long.
const LONGEST: u32 = 24;
/// An edge of a shared node over at most so many layers stays a line if its reader reads nothing else.
const NEAR: u32 = 3;

/// For every edge, in the order of nodes and their inputs, whether it is cut. `into` is what [`super::tree::fold`]
/// returns; the edges of `unfolded` nodes are lines.
#[inline(never)]
pub(super) fn cuts(graph: &Graph, into: &[u32], unfolded: &[u32]) -> Vec<bool> {
    let nodes = graph.len();
    let mut cut = vec![false; graph.edges()];
    if graph.style() == Style::Glyphs {
        return cut;
    }
    let drawn = |node: u32| into[node as usize] == NONE;
    let readers = readers(graph, into);
    let shared = |node: u32| readers[node as usize] > MOST_READERS;
    let layers = Layers::new(graph, into);
    if !(0..nodes as u32).any(shared) && layers.deepest <= LONGEST {
        return cut;
    }
    let mut lines = vec![false; nodes];
    for node in unfolded.iter().filter(|node| (**node as usize) < nodes) {
        lines[*node as usize] = true;
    }
    let is_value =
        |node: u32| matches!(graph.role(node), Role::Constant | Role::Variable) && graph.wires(node).next().is_none();
    let mut edge = 0;
    for node in 0..nodes as u32 {
        let spans = |source: u32| layers.span(source, node);
        // Without another input as a line, a node would be apart from the rest.
        let mut held = None;
        let mut is_held = || {
            *held.get_or_insert_with(|| {
                graph.wires(node).any(|(source, ..)| {
                    let near = || spans(source).is_none_or(|span| span <= LONGEST);
                    source != node && drawn(source) && !shared(source) && near()
                })
            })
        };
        for (source, ..) in graph.wires(node) {
            let is_shared = shared(source);
            // Few edges are either: most work ends here.
            let span = spans(source).filter(|span| is_shared || *span > LONGEST);
            if let Some(span) = span.filter(|_| drawn(node) && drawn(source) && !lines[source as usize]) {
                cut[edge] = is_held() || (is_shared && (is_value(source) || span > NEAR));
            }
            edge += 1;
        }
    }
    cut
}

/// For every node the number of drawn nodes that read it.
#[inline(never)]
fn readers(graph: &Graph, into: &[u32]) -> Vec<u32> {
    let mut readers = vec![0; graph.len()];
    let mut last = vec![NONE; graph.len()];
    for node in (0..graph.len() as u32).filter(|node| into[*node as usize] == NONE) {
        for (source, ..) in graph.wires(node) {
            if std::mem::replace(&mut last[source as usize], node) != node && source != node {
                readers[source as usize] += 1;
            }
        }
    }
    readers
}

/// About the layers in which the nodes of a flat drawing are.
struct Layers {
    of: Vec<u32>,
    /// Position of every node in the order of execution; empty if that is the order of the file.
    order: Vec<u32>,
    deepest: u32,
}

impl Layers {
    #[inline(never)]
    fn new(graph: &Graph, into: &[u32]) -> Self {
        let nodes = graph.len() as u32;
        let mut layers = Self { of: vec![0; graph.len()], order: Vec::new(), deepest: 0 };
        // Nodes that read nothing, and for every node the layer of its first reader.
        let (mut tops, mut first) = (Vec::new(), vec![NONE; graph.len()]);
        let mut add = |layers: &mut Self, node: u32| {
            let (mut layer, mut reads) = (0, false);
            for (source, ..) in graph.wires(node).filter(|wire| into[wire.0 as usize] == NONE) {
                reads = true;
                if layers.is_before(source, node) {
                    layer = layer.max(layers.of[source as usize] + 1);
                }
            }
            for (source, ..) in graph.wires(node) {
                first[source as usize] = first[source as usize].min(layer);
            }
            if !reads {
                tops.push(node);
            }
            layers.of[node as usize] = layer;
            layers.deepest = layers.deepest.max(layer);
        };
        if (0..nodes).all(|node| graph.wires(node).all(|wire| wire.0 < node)) {
            (0..nodes).for_each(|node| add(&mut layers, node));
        } else {
            let by_order = execution_order(graph);
            layers.order = vec![0; graph.len()];
            (0..).zip(&by_order).for_each(|(at, node)| layers.order[*node as usize] = at);
            by_order.iter().for_each(|node| add(&mut layers, *node));
        }
        // They are drawn just above their first reader.
        for node in tops.into_iter().filter(|node| first[*node as usize] != NONE) {
            layers.of[node as usize] = first[node as usize].saturating_sub(1);
        }
        layers
    }

    fn is_before(&self, source: u32, node: u32) -> bool {
        if self.order.is_empty() { source < node } else { self.order[source as usize] < self.order[node as usize] }
    }

    /// The layers from a node to its reader; `None` for edges that close a cycle.
    fn span(&self, source: u32, node: u32) -> Option<u32> {
        self.is_before(source, node).then(|| self.of[node as usize].saturating_sub(self.of[source as usize]))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tree::fold;
    use super::super::{EdgeKind, GraphBuilder, NodeSpec};
    use super::*;

    /// A chain of nodes; `extra` are further edges.
    fn chain(nodes: u32, first: Role, extra: &[(u32, u32)]) -> Graph {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..nodes {
            let role = if i == 0 { first } else { Role::Op };
            b.node(NodeSpec { name: "n", op: "Op", role, source: i, ..NodeSpec::default() });
        }
        for i in 2..nodes {
            b.edge(i - 1, i, 0, "", EdgeKind::Data);
        }
        extra.iter().for_each(|(from, to)| b.edge(*from, *to, 1, "", EdgeKind::Data));
        b.finish()
    }

    fn cut_edges(graph: &Graph, unfolded: &[u32]) -> Vec<(u32, u32)> {
        let ends = (0..graph.len() as u32).flat_map(|node| graph.wires(node).map(move |wire| (wire.0, node)));
        let cut = cuts(graph, &fold(graph), unfolded);
        ends.zip(cut).filter(|(_, cut)| *cut).map(|(ends, _)| ends).collect()
    }

    #[test]
    fn a_node_is_shared_from_the_ninth_reader_on() {
        let readers = |count: u32| (2..2 + count).map(|reader| (0, reader)).collect::<Vec<_>>();
        assert_eq!(cut_edges(&chain(20, Role::Input, &readers(8)), &[]), []);
        // The first of the chain reads nothing else and is next to it.
        assert_eq!(cut_edges(&chain(20, Role::Input, &readers(9)), &[]), readers(9));
        assert_eq!(cut_edges(&chain(20, Role::Input, &readers(9)), &[0]), [], "unfolded");
    }

    #[test]
    fn readers_of_nothing_else_keep_a_near_node_unless_it_is_a_value() {
        let star: Vec<(u32, u32)> = (1..=12).map(|reader| (0, reader)).collect();
        let build = |role| {
            let mut b = GraphBuilder::new("", Style::Boxes);
            for i in 0..13 {
                let role = if i == 0 { role } else { Role::Op };
                b.node(NodeSpec { name: "n", op: "Op", role, source: i, ..NodeSpec::default() });
            }
            star.iter().for_each(|(from, to)| b.edge(*from, *to, 0, "", EdgeKind::Data));
            b.finish()
        };
        assert_eq!(cut_edges(&build(Role::Op), &[]), []);
        assert_eq!(cut_edges(&build(Role::Constant), &[]), star);
    }

    #[test]
    fn an_edge_over_many_layers_is_cut_where_its_reader_has_another_input() {
        assert_eq!(cut_edges(&chain(60, Role::Op, &[(2, 26)]), &[]), []);
        assert_eq!(cut_edges(&chain(60, Role::Op, &[(2, 27)]), &[]), [(2, 27)]);
        assert_eq!(cut_edges(&chain(60, Role::Op, &[(27, 2)]), &[]), [], "a cycle");
    }
}
