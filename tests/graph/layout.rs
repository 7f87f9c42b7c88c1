//! Laws of the layout on generated graphs: nothing overlaps, edges run down, the same graph gives the same drawing,
//! and the work stays near linear. Work is counted, not timed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use vintage::graph::{Drawing, EdgeKind, Graph, GraphBuilder, NodeSpec, Options, Role, Style, layout};

fn draw(graph: &Graph, options: &Options) -> Drawing {
    layout(graph, options, &|| false).expect("not cancelled")
}

/// A node that is drawn: its name and its scope, by numbers.
type DrawnNode = (Index, Vec<u32>);

/// Up to `most` nodes in some of `scopes` scopes, and edges between them. Without `cycles`, edges lead to later nodes.
fn graphs(most: usize, scopes: u32, cycles: bool) -> impl Strategy<Value = Graph> {
    let scope = vec(0..scopes.max(1), if scopes > 0 { 0..4usize } else { 0..1 });
    let nodes = vec((any::<Index>(), scope), 1..=most);
    let edges = vec((any::<[Index; 2]>(), prop::bool::weighted(0.2)), 0..most * 3);
    (nodes, edges).prop_map(move |(nodes, edges)| graph(&nodes, &edges, cycles))
}

fn graph(nodes: &[DrawnNode], edges: &[([Index; 2], bool)], cycles: bool) -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for (i, (name, scope)) in (0..).zip(nodes) {
        let scope: Vec<String> = scope.iter().map(|number| format!("s{number}")).collect();
        let name = format!("node_{}", name.index(nodes.len()));
        b.node(NodeSpec { name: &name, op: "Op", scope: &scope.join("/"), source: i, ..NodeSpec::default() });
    }
    for (slot, (ends, control)) in (0..).zip(edges) {
        let mut ends = ends.map(|end| end.index(nodes.len()) as u32);
        if !cycles {
            ends.sort();
        }
        let kind = if *control { EdgeKind::Control } else { EdgeKind::Data };
        if cycles || ends[0] != ends[1] {
            b.edge(ends[0], ends[1], slot, "2×3 float32", kind);
        }
    }
    b.finish()
}

/// Invariants of every drawing.
fn check(graph: &Graph, d: &Drawing) {
    let text = serde_json::to_string(d).unwrap();
    assert!(vintage::json::read::<Drawing>(&text).unwrap() == *d, "a drawing survives its way to the page");
    assert_eq!(d.shown_by.len(), graph.len());
    for shown in &d.shown_by {
        let node = &d.nodes[*shown as usize];
        assert!(!node.group.as_ref().is_some_and(|g| g.open), "an open group shows its nodes one by one");
    }
    let inside = |x: f32, y: f32, w: f32, h: f32, (ox, oy, ow, oh): (f32, f32, f32, f32)| {
        x >= ox && y >= oy && x + w <= ox + ow + 0.01 && y + h <= oy + oh + 0.01
    };
    for node in &d.nodes {
        assert!(node.w > 0.0 && node.h > 0.0);
        let around = node.parent.map_or((0.0, 0.0, d.width, d.height), |p| {
            let p = &d.nodes[p as usize];
            (p.x, p.y, p.w, p.h)
        });
        assert!(inside(node.x, node.y, node.w, node.h, around), "{node:?} outside {around:?}");
    }
    // Nothing overlaps, except for the content of an open group.
    let mut by_place: Vec<usize> = (0..d.nodes.len()).collect();
    by_place.sort_by(|a, b| d.nodes[*a].y.total_cmp(&d.nodes[*b].y));
    for (i, a) in by_place.iter().enumerate() {
        let a = &d.nodes[*a];
        for b in by_place[i + 1..].iter().map(|b| &d.nodes[*b]) {
            if b.y >= a.y + a.h {
                break;
            }
            let apart = b.x >= a.x + a.w || a.x >= b.x + b.w;
            let nested = |inner: &vintage::graph::DrawnNode, outer: &vintage::graph::DrawnNode| {
                inside(inner.x, inner.y, inner.w, inner.h, (outer.x, outer.y, outer.w, outer.h))
                    && outer.group.as_ref().is_some_and(|g| g.open)
            };
            assert!(apart || nested(a, b) || nested(b, a), "{a:?}\noverlaps\n{b:?}");
        }
    }
    for edge in &d.edges {
        assert!(edge.points.len() >= 4, "an edge without a way: {edge:?}");
        let (from, to) = (&d.nodes[edge.from as usize], &d.nodes[edge.to as usize]);
        let n = edge.points.len();
        let touches = |x: f32, y: f32, v: &vintage::graph::DrawnNode| {
            x >= v.x - 0.6 && x <= v.x + v.w + 0.6 && y >= v.y - 0.6 && y <= v.y + v.h + 0.6
        };
        assert!(touches(edge.points[0], edge.points[1], from), "{edge:?} does not leave {from:?}");
        assert!(touches(edge.points[n - 2], edge.points[n - 1], to), "{edge:?} does not reach {to:?}");
        if edge.from != edge.to && !edge.reversed {
            let ys: Vec<f32> = edge.points.chunks(2).map(|p| p[1]).collect();
            assert!(ys.windows(2).all(|y| y[0] <= y[1]), "{edge:?} runs up");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_graphs_keep_the_laws(
        graph in (0..4u32, any::<bool>()).prop_flat_map(|(scopes, cycles)| graphs(90, scopes, cycles)),
        show_constants in any::<bool>(),
    ) {
        for group in [false, true] {
            let open: BTreeSet<String> = graph.scopes().iter().map(|s| s.path.to_string()).collect();
            for expanded in [None, Some(BTreeSet::new()), Some(open)] {
                let options = Options { expanded, group, show_constants, ..Options::default() };
                let drawing = draw(&graph, &options);
                check(&graph, &drawing);
                assert_eq!(drawing, draw(&graph, &options), "the same graph, another drawing");
            }
        }
    }

    #[test]
    fn acyclic_graphs_have_no_edge_against_the_flow(graph in graphs(60, 0, false)) {
        assert!(draw(&graph, &Options::default()).edges.iter().all(|e| !e.reversed));
    }

    #[test]
    fn a_tree_has_no_crossings(parents in vec(any::<Index>(), 1..200)) {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for i in 0..=parents.len() as u32 {
            b.node(NodeSpec { name: "n", op: "Op", source: i, ..NodeSpec::default() });
        }
        for (i, parent) in (1..).zip(&parents) {
            b.edge(parent.index(i) as u32, i as u32, 0, "", EdgeKind::Data);
        }
        let drawing = draw(&b.finish(), &Options::default());
        assert_eq!(drawing.stats.crossings, 0);
    }
}

#[test]
fn a_loop_a_cycle_a_lonely_node_and_nothing_at_all() {
    let empty = GraphBuilder::new("", Style::Boxes).finish();
    check(&empty, &draw(&empty, &Options::grouped()));
    let mut b = GraphBuilder::new("", Style::Boxes);
    for i in 0..4u32 {
        b.node(NodeSpec { name: "same", op: "Op", source: i, ..NodeSpec::default() });
    }
    b.edge(0, 0, 0, "", EdgeKind::Data);
    b.edge(1, 2, 0, "", EdgeKind::Data);
    b.edge(2, 1, 0, "", EdgeKind::Data);
    let graph = b.finish();
    let drawing = draw(&graph, &Options::default());
    check(&graph, &drawing);
    assert_eq!(drawing.edges.iter().filter(|e| e.reversed).count(), 1);
}

#[test]
fn a_chain_of_a_hundred_thousand_is_laid_out_with_linear_work() {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for i in 0..100_000u32 {
        b.node(NodeSpec { name: "a/b/c", op: "Op", source: i, ..NodeSpec::default() });
    }
    for i in 1..100_000 {
        b.edge(i - 1, i, 0, "", EdgeKind::Data);
    }
    let drawing = draw(&b.finish(), &Options::default());
    assert_eq!(drawing.nodes.len(), 100_000);
    assert!(drawing.stats.steps < 5_000_000, "{:?}", drawing.stats);
    assert!(drawing.edges.iter().all(|e| e.points.len() == 4), "a chain is straight");
}

#[test]
fn ten_thousand_nodes_stay_within_the_budget_of_work() {
    // A deep network with skips: blocks of five, every block's end reads the block before, some edges are long.
    let mut b = GraphBuilder::new("", Style::Boxes);
    // Some earlier node, by a multiplier without a pattern.
    let earlier = |i: u32, most: u32| ((u64::from(i) * 2_654_435_761) >> 7) as u32 % most;
    for i in 0..10_000u32 {
        b.node(NodeSpec { name: &format!("layer_{i}"), op: "CONV_2D", source: i, version: 3, ..NodeSpec::default() });
        if i > 0 {
            b.edge(i - 1 - earlier(i, 2.min(i)), i, 0, "1×56×56×64 float32", EdgeKind::Data);
        }
        if i >= 5 && i % 5 == 0 {
            b.edge(i - 5, i, 1, "", EdgeKind::Data);
        }
        if i > 2_000 && i % 50 == 0 {
            b.edge(earlier(i, i), i, 2, "", EdgeKind::Data);
        }
    }
    let graph = b.finish();
    let drawing = draw(&graph, &Options::default());
    check(&graph, &drawing);
    assert!(drawing.stats.steps < 20_000_000, "{:?}", drawing.stats);
    assert!(drawing.stats.dummies <= 50_000, "{:?}", drawing.stats);
}

#[test]
fn a_wide_star_becomes_a_block() {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for i in 0..1_501u32 {
        b.node(NodeSpec { name: "n", op: "Assign", source: i, ..NodeSpec::default() });
    }
    for i in 1..1_501 {
        b.edge(i, 0, i, "", EdgeKind::Control);
    }
    let graph = b.finish();
    let drawing = draw(&graph, &Options::default());
    check(&graph, &drawing);
    assert!(drawing.width < 8_000.0, "{} wide", drawing.width);
}

#[test]
fn a_cancelled_layout_answers_none() {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for i in 0..500u32 {
        b.node(NodeSpec { name: "n", op: "Op", source: i, ..NodeSpec::default() });
        b.edge(i / 2, i, 0, "", EdgeKind::Data);
    }
    let graph = b.finish();
    assert!(layout(&graph, &Options::default(), &|| true).is_none());
}

#[test]
fn closed_groups_hide_their_nodes_and_open_ones_hold_them() {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for (i, scope) in ["", "a", "a", "a/b", "a/b", ""].iter().enumerate() {
        b.node(NodeSpec { name: "n", op: "Op", scope, source: i as u32, ..NodeSpec::default() });
    }
    for i in 1..6 {
        b.edge(i - 1, i, 0, "t", EdgeKind::Data);
    }
    b.edge(0, 4, 1, "t", EdgeKind::Data);
    let graph = b.finish();
    let closed = draw(&graph, &Options { expanded: Some(BTreeSet::new()), ..Options::grouped() });
    assert_eq!(closed.nodes.len(), 3);
    assert_eq!(closed.nodes.iter().find_map(|n| n.group.as_ref()).map(|g| (g.count, g.open)), Some((4, false)));
    assert_eq!(closed.edges.iter().find(|e| e.count == 2).map(|e| e.kind), Some(EdgeKind::Data));
    let half = draw(&graph, &Options { expanded: Some(["a".to_owned()].into()), ..Options::grouped() });
    check(&graph, &half);
    assert_eq!(half.expanded, ["a"]);
    let hidden = &half.nodes[half.shown_by[4] as usize];
    assert_eq!((hidden.name.as_str(), hidden.role), ("a/b", Role::Group));
}
