//! Opening a group moves only what it needs room from, and a drawing is the same on every machine.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use vintage::graph::{
    Body, Drawing, DrawnNode, EdgeKind, Flow, Graph, GraphBuilder, Graphs, NodeSpec, Options, Role, Style, layout,
    with_bodies,
};

fn graph(scopes: &[Vec<u32>], edges: &[[u32; 2]]) -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    for (i, scope) in (0..).zip(scopes) {
        let scope: Vec<String> = scope.iter().map(|number| format!("s{number}")).collect();
        let name = format!("n{i}");
        b.node(NodeSpec { name: &name, op: "Op", scope: &scope.join("/"), source: i, ..NodeSpec::default() });
    }
    for ends in edges {
        let mut ends = *ends;
        ends.sort_unstable();
        b.edge(ends[0], ends[1], 0, "2×3 float32", EdgeKind::Data);
    }
    b.finish()
}

fn draw(graph: &Graph, open: &BTreeSet<String>) -> Drawing {
    let options = Options { expanded: Some(open.clone()), ..Options::grouped() };
    layout(graph, &options, &|| false).expect("not canceled")
}

/// Identifies a node or group in several drawings of a graph.
fn key(node: &DrawnNode) -> (Option<u32>, &str) {
    (node.node, if node.node.is_some() { "" } else { &node.name })
}

/// The edges of a graph that are not lines in its drawing with all groups open: source and reader.
fn named(graph: &Graph) -> BTreeSet<(u32, u32)> {
    let open = graph.scopes().iter().map(|scope| scope.path.to_string()).collect();
    let d = draw(graph, &open);
    let named = d.edges.iter().filter(|edge| edge.stubs.is_some());
    named.map(|e| (d.nodes[e.from as usize].node.unwrap(), d.nodes[e.to as usize].node.unwrap())).collect()
}

/// Nodes by the group around them; the root's under an empty path.
fn levels(d: &Drawing) -> BTreeMap<&str, Vec<&DrawnNode>> {
    let mut levels: BTreeMap<&str, Vec<&DrawnNode>> = BTreeMap::new();
    for node in d.nodes.iter().filter(|node| node.is_content()) {
        let around = node.parent.map_or("", |p| d.nodes[p as usize].name.as_str());
        levels.entry(around).or_default().push(node);
    }
    levels
}

/// Center and top of a node in the group around it.
fn place(d: &Drawing, node: &DrawnNode) -> (f32, f32) {
    let (x, y) = node.parent.map_or((0.0, 0.0), |p| (d.nodes[p as usize].x, d.nodes[p as usize].y));
    (node.x + node.w / 2.0 - x, node.y + node.h / 2.0 - y)
}

/// For every drawn node the first one beside it, in the group around both, with which edges connect it.
fn parts(graph: &Graph, d: &Drawing) -> Vec<u32> {
    let named = named(graph);
    let mut part: Vec<u32> = (0..d.nodes.len() as u32).collect();
    let around = |node: u32| d.nodes[node as usize].parent;
    let depth = |node: u32| std::iter::successors(around(node), |p| around(*p)).count();
    for to in 0..graph.len() as u32 {
        for edge in graph.inputs(to).filter(|edge| !named.contains(&(edge.from, to))) {
            let (mut a, mut b) = (d.shown_by[edge.from as usize], d.shown_by[to as usize]);
            while around(a) != around(b) {
                if depth(a) >= depth(b) { a = around(a).expect("a group") } else { b = around(b).expect("a group") }
            }
            let (a, b) = (part[a as usize], part[b as usize]);
            part.iter_mut().filter(|p| **p == a.max(b)).for_each(|p| *p = a.min(b));
        }
    }
    part
}

/// Compares the drawings before and after a group was opened, level by level.
fn check_moves(graph: &Graph, before: &Drawing, after: &Drawing, opened: &str) {
    let (old, new) = (levels(before), levels(after));
    let part = parts(graph, before);
    let part_of = |node: &DrawnNode| {
        let index = before.nodes.iter().position(|other| std::ptr::eq(other, node)).expect("a node");
        part[index]
    };
    for (around, nodes) in &old {
        let Some(others) = new.get(around) else { panic!("{around} is gone") };
        let pairs: Vec<(&DrawnNode, &DrawnNode)> = nodes
            .iter()
            .map(|node| (*node, *others.iter().find(|other| key(other) == key(node)).expect("still there")))
            .collect();
        let grown: Vec<_> = pairs.iter().filter(|(a, b)| (a.w, a.h) != (b.w, b.h)).collect();
        let moves: Vec<(f32, f32)> = pairs
            .iter()
            .map(|(a, b)| {
                let (from, to) = (place(before, a), place(after, b));
                (to.0 - from.0, to.1 - from.1)
            })
            .collect();
        let Some((a, b)) = grown.first() else {
            // Nothing in this group was opened: its picture is the same.
            assert!(moves.iter().all(|by| *by == (0.0, 0.0)), "{around} does not hold {opened}: {moves:?}");
            continue;
        };
        // The opened group and those around it are the only ones that change, one on each level.
        assert!(grown.len() == 1, "{opened}: {:?}", grown.iter().map(|(a, _)| &a.name).collect::<Vec<_>>());
        let (wider, higher) = ((b.w - a.w).max(0.0), b.h - a.h);
        let middle = place(before, a).1;
        let mut shift = None;
        for ((node, _), (aside, down)) in pairs.iter().zip(&moves) {
            let y = place(before, node).1;
            let in_row = (y - middle).abs() < (node.h + a.h) / 2.0 + 1.0;
            assert!(
                *down >= higher.min(0.0) - 1.0 && *down <= higher.max(0.0) + 1.0,
                "{} moved down by {down}",
                node.name
            );
            // Nothing moves aside by more than the group needs.
            assert!(aside.abs() <= wider + 2.0, "{} moved aside by {aside}, {opened} grew by {wider}", node.name);
            if part_of(node) == part_of(a) && !in_row {
                // The rows of the same part keep their places beside each other; those above stay.
                let shift = *shift.get_or_insert(*aside);
                assert!((aside - shift).abs() <= 1.0, "{} in {around} moved by {aside}, not {shift}", node.name);
                assert!(y > middle || down.abs() <= 1.0, "{} is above {opened} and moved by {down}", node.name);
            }
        }
    }
}

/// The functions of a file: of each the nodes, and the function that each third node calls.
struct Functions(Vec<(u32, usize)>);

impl Graphs for Functions {
    fn bodies(&self, graph: usize, source: u32) -> Vec<Body> {
        let (_, next) = self.0[graph];
        let calls = if source % 3 == 2 { vec![next % self.0.len(), (next + 1) % self.0.len()] } else { Vec::new() };
        let part = |graph: usize| Body { label: format!("f{graph}"), graph, returns: graph.is_multiple_of(2) };
        calls.into_iter().map(part).collect()
    }

    fn graph(&self, graph: usize) -> Option<Rc<Graph>> {
        let (nodes, _) = self.0[graph];
        let mut b = GraphBuilder::new("", Style::Boxes);
        for source in 0..nodes {
            let role = if source % 3 == 2 { Role::Call } else { Role::Op };
            let name = format!("n{source}");
            b.node(NodeSpec { name: &name, op: "Op", role, source, ..NodeSpec::default() });
        }
        let spec = |name, role| NodeSpec { name, role, ..NodeSpec::default() };
        let (input, output) = (b.node(spec("x", Role::Input)), b.node(spec("y", Role::Output)));
        for to in 0..nodes {
            b.edge(if to == 0 { input } else { to - 1 }, to, 0, "2×3 float32", EdgeKind::Data);
            if to > 2 {
                b.edge(to / 3, to, 1, "", EdgeKind::Data);
            }
        }
        b.edge(nodes - 1, output, 0, "2×3 float32", EdgeKind::Data);
        Some(Rc::new(b.finish()))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// The same where calls open into functions.
    #[test]
    fn opening_a_call_moves_only_what_it_needs_room_from(
        functions in vec((1..12u32, 0..4usize), 2..4),
        open in vec(any::<bool>(), 12),
        which in any::<Index>(),
    ) {
        let functions = Functions(functions);
        let plain = functions.graph(0).expect("a graph");
        let whole = with_bodies(&plain, 0, &functions);
        prop_assert_eq!(whole.is_some(), plain.len() > 4);
        if let Some(whole) = whole {
            check_opening(&whole, &open, which);
        }
    }

    /// The same where many nodes read a few.
    #[test]
    fn opening_a_group_moves_no_name(
        scopes in vec(vec(0..3u32, 0..3usize), 30..60),
        readers in vec(any::<Index>(), 20..60),
        open in vec(any::<bool>(), 12),
        which in any::<Index>(),
    ) {
        let mut edges: Vec<[u32; 2]> = (1..scopes.len() as u32).map(|node| [node - 1, node]).collect();
        edges.extend((0..).zip(&readers).map(|(i, reader)| [i % 2, 2 + reader.index(scopes.len() - 2) as u32]));
        let graph = graph(&scopes, &edges);
        check_opening(&graph, &open, which);
    }

    #[test]
    fn opening_a_group_moves_only_what_it_needs_room_from(
        scopes in vec(vec(0..3u32, 0..3usize), 4..60),
        edges in vec(any::<[Index; 2]>(), 0..90),
        open in vec(any::<bool>(), 12),
        which in any::<Index>(),
    ) {
        let edges: Vec<[u32; 2]> =
            edges.iter().map(|ends| ends.map(|end| end.index(scopes.len()) as u32)).collect();
        check_opening(&graph(&scopes, &edges), &open, which);
    }
}

/// Opens one of the closed groups of a drawing in which some are open.
fn check_opening(graph: &Graph, open: &[bool], which: Index) {
    let paths: Vec<String> = graph.scopes().iter().skip(1).map(|scope| scope.path.to_string()).collect();
    if paths.is_empty() {
        return;
    }
    let mut open: BTreeSet<String> =
        paths.iter().zip(open.iter().cycle()).filter(|(_, open)| **open).map(|(path, _)| path.clone()).collect();
    let opened = &paths[which.index(paths.len())];
    open.remove(opened);
    let before = draw(graph, &open);
    // Scopes within scopes appear only when those around them are open.
    let closed = before.nodes.iter().any(|n| n.name == *opened && n.group.as_ref().is_some_and(|g| !g.open));
    if !closed {
        return;
    }
    open.retain(|path| !path.starts_with(&format!("{opened}/")));
    let before = draw(graph, &open);
    open.insert(opened.clone());
    check_moves(graph, &before, &draw(graph, &open), opened);
}

#[test]
fn a_call_that_is_closed_again_leaves_the_drawing_as_it_was() {
    let functions = Functions(vec![(9, 1), (5, 2), (4, 0)]);
    let whole = with_bodies(&functions.graph(0).expect("a graph"), 0, &functions).expect("bodies");
    let closed = draw(&whole, &BTreeSet::new());
    let call = closed.nodes.iter().find(|node| node.group.is_some()).expect("a call");
    let body = format!("{}/f1", call.name);
    let open = draw(&whole, &BTreeSet::from([call.name.clone(), body.clone()]));
    let node = |d: &Drawing, name: &str| d.nodes.iter().position(|node| node.name == name).expect("a node") as u32;
    // Its operators are in it; the line from the call ends at its input, and its output leads to the next operator.
    let body = node(&open, &body);
    let inside: Vec<_> = open.nodes.iter().filter(|node| node.parent == Some(body) && node.graph == Some(1)).collect();
    assert_eq!(inside.iter().filter(|node| node.role == Role::Op || node.role == Role::Call).count(), 4);
    let input = open.nodes.iter().position(|node| node.parent == Some(body) && node.role == Role::Input).expect("one");
    let from = open.edges.iter().find(|edge| edge.to == input as u32).expect("an edge").from;
    assert_eq!((open.nodes[from as usize].role, open.nodes[from as usize].graph), (Role::Call, None));
    let second = open.nodes.iter().position(|node| node.name.ends_with("/f2")).expect("a body") as u32;
    let next = node(&open, "n3");
    assert!(open.edges.iter().any(|edge| (edge.from, edge.to) == (second, next)), "from the outputs of f2");
    assert_eq!(draw(&whole, &BTreeSet::new()), closed);
}

/// The number of a text: FNV-1a.
fn number(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// A network with skips, scopes and long edges, without a pattern.
fn network() -> Graph {
    let mut b = GraphBuilder::new("", Style::Boxes);
    let earlier = |i: u32, most: u32| ((u64::from(i) * 2_654_435_761) >> 7) as u32 % most;
    for i in 0..3_000u32 {
        let scope = format!("part_{}/layer_{}", i / 500, i / 20);
        let name = format!("{scope}/n{i}");
        b.node(NodeSpec { name: &name, op: "CONV_2D", scope: &scope, source: i, ..NodeSpec::default() });
        for slot in 0..2 {
            if i > 0 {
                let back = 1 + earlier(i * 2 + slot, if i % 50 == 0 { i } else { 5.min(i) });
                b.edge(i.saturating_sub(back), i, slot, "1×8 float32", EdgeKind::Data);
            }
        }
    }
    b.finish()
}

#[test]
fn the_picture_is_the_same_on_every_machine() {
    let graph = network();
    let open = graph.scopes().iter().step_by(3).map(|scope| scope.path.to_string()).collect();
    let drawings = [
        layout(&graph, &Options::default(), &|| false).expect("not canceled"),
        draw(&graph, &BTreeSet::new()),
        draw(&graph, &open),
        layout(&graph, &Options { flow: Flow::Right, ..Options::grouped() }, &|| false).expect("not canceled"),
    ];
    let numbers = drawings.map(|drawing| number(&serde_json::to_string(&drawing).expect("JSON")));
    assert_eq!(
        numbers,
        [0x2F17_7A8D_8234_7FF4, 0x77C0_E171_AA69_9715, 0x4577_45F1_0805_C24D, 0x2A9B_A367_C13E_1FA7],
        "{numbers:#x?}"
    );
}
