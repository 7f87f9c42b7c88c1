//! Laws of the layout on generated graphs: nothing overlaps, edges run down (or to the right), the same graph gives the
//! same drawing, and the work stays near linear. Work is counted, not timed.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeSet;
use vintage::graph::{Drawing, EdgeKind, Flow, Graph, GraphBuilder, NodeSpec, Options, Role, Style, layout};

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

/// A chain in blocks, in which many nodes read the first and some read the second.
fn shared_inputs() -> impl Strategy<Value = Graph> {
    vec((prop::bool::weighted(0.6), prop::bool::weighted(0.3)), 40..120).prop_map(|reads| {
        let mut b = GraphBuilder::new("", Style::Boxes);
        b.node(NodeSpec { name: "mask", role: Role::Input, ..NodeSpec::default() });
        b.node(NodeSpec { name: "ids", role: Role::Input, source: 1, ..NodeSpec::default() });
        for (i, (mask, ids)) in (2..).zip(&reads) {
            let scope = format!("block_{}/part_{}", i / 20, i / 6);
            let node = b.node(NodeSpec { name: "add", op: "Add", scope: &scope, source: i, ..NodeSpec::default() });
            if i > 2 {
                b.edge(node - 1, node, 0, "4×8 float32", EdgeKind::Data);
                // The last ones read in any case, so that there are more than enough in several groups.
                if *mask || i > reads.len() as u32 - 12 {
                    b.edge(0, node, 1, "1×1×8 float32", EdgeKind::Data);
                }
                if *ids {
                    b.edge(1, node, 2, "", EdgeKind::Control);
                }
            }
        }
        b.finish()
    })
}

/// A chain in which some nodes are skipped by a second line.
fn chains() -> impl Strategy<Value = Graph> {
    vec(prop::bool::weighted(0.3), 150..400).prop_map(|skips| {
        let mut b = GraphBuilder::new("", Style::Boxes);
        for (i, skip) in (0..).zip(&skips) {
            let node = b.node(NodeSpec { name: "add", op: "Add", source: i, ..NodeSpec::default() });
            if node > 0 {
                b.edge(node - 1, node, 0, "4×8 float32", EdgeKind::Data);
            }
            if node > 1 && *skip {
                b.edge(node - 2, node, 1, "4×8 float32", EdgeKind::Data);
            }
        }
        b.finish()
    })
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
        // An edge that is no line begins at its name beside the target.
        let start = edge.stubs.map_or(edge.from, |stubs| stubs.1);
        let (from, to) = (&d.nodes[start as usize], &d.nodes[edge.to as usize]);
        let n = edge.points.len();
        let touches = |x: f32, y: f32, v: &vintage::graph::DrawnNode| {
            x >= v.x - 0.6 && x <= v.x + v.w + 0.6 && y >= v.y - 0.6 && y <= v.y + v.h + 0.6
        };
        assert!(touches(edge.points[0], edge.points[1], from), "{edge:?} does not leave {from:?}");
        assert!(touches(edge.points[n - 2], edge.points[n - 1], to), "{edge:?} does not reach {to:?}");
        if edge.from != edge.to && !edge.reversed {
            let along = usize::from(d.flow == Flow::Down);
            let way: Vec<f32> = edge.points.chunks(2).map(|p| p[along]).collect();
            assert!(way.windows(2).all(|at| at[0] <= at[1]), "{edge:?} runs back");
        }
    }
    check_stubs(graph, d);
}

/// Every edge that is no line has its two names, and each name the edges that it counts.
fn check_stubs(graph: &Graph, d: &Drawing) {
    let stub = |node: u32| d.nodes[node as usize].stub.as_deref().expect("a name");
    let mut used = vec![0; d.nodes.len()];
    for edge in d.edges.iter().filter(|edge| edge.stubs.is_some()) {
        let (begin, end) = edge.stubs.unwrap();
        assert_eq!(
            (stub(begin).at, stub(begin).begins, stub(end).at, stub(end).begins),
            (edge.from, true, edge.to, false)
        );
        assert_eq!(stub(begin).node, stub(end).node);
        assert_eq!(d.nodes[edge.from as usize].parent, d.nodes[begin as usize].parent, "beside the source");
        assert_eq!(d.nodes[edge.to as usize].parent, d.nodes[end as usize].parent, "beside the reader");
        used[begin as usize] += 1;
        used[end as usize] += 1;
    }
    for (node, used) in d.nodes.iter().zip(used) {
        let Some(stub) = &node.stub else { continue };
        assert!(used > 0 && stub.readers > 0 && stub.points.len() >= 4, "{node:?}");
        assert_eq!(d.shown_by[stub.node as usize], stub.from);
        let counted: BTreeSet<u32> = (0..graph.len() as u32)
            .filter(|to| d.shown_by[*to as usize] != stub.from)
            .filter(|to| stub.begins || d.shown_by[*to as usize] == stub.at)
            .filter(|to| graph.inputs(*to).any(|edge| edge.from == stub.node))
            .collect();
        assert!(stub.readers as usize <= counted.len(), "{stub:?} {counted:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn random_graphs_keep_the_laws(
        graph in (0..4u32, any::<bool>()).prop_flat_map(|(scopes, cycles)| graphs(90, scopes, cycles)),
        show_constants in any::<bool>(),
        (all_edges, right, wrap) in any::<(bool, bool, bool)>(),
    ) {
        let flow = if right { Flow::Right } else { Flow::Down };
        for group in [false, true] {
            let open: BTreeSet<String> = graph.scopes().iter().map(|s| s.path.to_string()).collect();
            for expanded in [None, Some(BTreeSet::new()), Some(open)] {
                let options = Options { expanded, group, show_constants, all_edges, wrap, flow, ..Options::default() };
                let drawing = draw(&graph, &options);
                check(&graph, &drawing);
                assert_eq!(drawing, draw(&graph, &options), "the same graph, another drawing");
            }
        }
    }

    #[test]
    fn long_chains_stand_in_columns(graph in chains(), (all_edges, right, group) in any::<(bool, bool, bool)>()) {
        let flow = if right { Flow::Right } else { Flow::Down };
        let options = Options { group, all_edges, flow, wrap: true, ..Options::default() };
        let wrapped = draw(&graph, &options);
        check(&graph, &wrapped);
        let plain = draw(&graph, &Options { wrap: false, ..options });
        let length = |d: &Drawing| if right { d.width } else { d.height };
        let across = |d: &Drawing| if right { d.height } else { d.width };
        assert!(length(&wrapped) < length(&plain) / 2.0, "{} {}", length(&wrapped), length(&plain));
        assert!(across(&wrapped) > across(&plain));
        let named = |d: &Drawing| d.edges.iter().filter(|edge| edge.stubs.is_some()).count();
        assert!(named(&wrapped) > named(&plain));
    }

    #[test]
    fn nodes_with_many_readers_have_names_instead_of_lines(
        graph in shared_inputs(),
        (open, right) in any::<(bool, bool)>(),
    ) {
        let flow = if right { Flow::Right } else { Flow::Down };
        let paths = graph.scopes().iter().skip(1).map(|s| s.path.to_string());
        let expanded = Some(if open { paths.collect() } else { paths.step_by(2).collect() });
        let named = Options { expanded, flow, ..Options::grouped() };
        let drawing = draw(&graph, &named);
        check(&graph, &drawing);
        let from_shared = |d: &Drawing| {
            let source = d.shown_by[0];
            d.edges.iter().filter(|e| e.from == source && e.stubs.is_some()).count()
        };
        assert!(from_shared(&drawing) > 0);
        assert!(drawing.stats.dummies <= draw(&graph, &Options { all_edges: true, ..named.clone() }).stats.dummies);
        // Its edges as lines: the others stay names.
        let unfolded = draw(&graph, &Options { unfolded: vec![0], ..named });
        check(&graph, &unfolded);
        assert_eq!(from_shared(&unfolded), 0);
        assert_eq!(unfolded.edges.len(), drawing.edges.len());
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

/// A chain of `ops` in which every third reads one mask.
fn masked(ops: u32) -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    b.node(NodeSpec { name: "mask", role: Role::Input, ..NodeSpec::default() });
    for i in 1..=ops {
        b.node(NodeSpec { name: "n", op: "ADD", source: i, ..NodeSpec::default() });
        if i > 1 {
            b.edge(i - 1, i, 0, "1×64×256 float32", EdgeKind::Data);
        }
        // A second line beside the chain, which the mask's line crosses.
        if i > 4 && i % 4 == 0 {
            b.edge(i - 4, i, 1, "", EdgeKind::Data);
        }
        if i > 1 && i % 3 == 0 {
            b.edge(0, i, 2, "1×1×64×64 bool", EdgeKind::Data);
        }
    }
    b.finish()
}

#[test]
fn a_mask_that_hundreds_read_costs_no_long_line_and_no_crossings() {
    let graph = masked(1_500);
    let named = draw(&graph, &Options::default());
    check(&graph, &named);
    let lines = draw(&graph, &Options { all_edges: true, ..Options::default() });
    assert_eq!(named.nodes.iter().filter(|n| n.stub.as_ref().is_some_and(|s| !s.begins)).count(), 500);
    assert!(named.stats.dummies + 1_000 < lines.stats.dummies, "{:?} {:?}", named.stats, lines.stats);
    assert!(named.stats.crossings <= lines.stats.crossings, "{:?} {:?}", named.stats, lines.stats);
}

#[test]
fn a_very_long_edge_has_a_beginning_and_an_end_with_the_other_name() {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for i in 0..80u32 {
        b.node(NodeSpec { name: &format!("n{i}"), op: "ADD", source: i, ..NodeSpec::default() });
        if i > 0 {
            b.edge(i - 1, i, 0, "", EdgeKind::Data);
        }
    }
    b.edge(3, 70, 1, "", EdgeKind::Data);
    b.edge(5, 20, 1, "", EdgeKind::Data);
    let graph = b.finish();
    let drawing = draw(&graph, &Options::default());
    check(&graph, &drawing);
    let named: Vec<_> = drawing.edges.iter().filter_map(|e| Some((e.from, e.to, e.stubs?))).collect();
    assert_eq!(named.len(), 1, "the shorter one is a line");
    let (from, to, (begin, end)) = named[0];
    assert_eq!((from, to), (drawing.shown_by[3], drawing.shown_by[70]));
    let line = |node: u32| drawing.nodes[node as usize].lines.join("");
    assert_eq!((line(begin), line(end)), ("n70".to_owned(), "n3".to_owned()));
    assert!(drawing.stats.dummies < 20, "{:?}", drawing.stats);
}

#[test]
fn a_drawing_to_the_right_is_wider_than_high() {
    let graph = masked(200);
    let right = draw(&graph, &Options { flow: Flow::Right, ..Options::default() });
    check(&graph, &right);
    assert!(right.width > 10.0 * right.height, "{} × {}", right.width, right.height);
    let after = |d: &Drawing, a: u32, b: u32| {
        let [a, b] = [a, b].map(|n| &d.nodes[d.shown_by[n as usize] as usize]);
        b.x >= a.x + a.w
    };
    assert!((2..200).all(|n| after(&right, n - 1, n)), "every reader is to the right of what it reads");
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
