//! Layout of a graph as a drawing: layered, groups within groups, deterministic, without recursion.
//!
//! Every open group is laid out separately, innermost first, and is then a box in the group around it. An edge that
//! crosses the border of a group does so at a port: a point on its upper or lower border that is part of the layout on
//! both sides, so lines continue without a jump.
//!
//! Layers are laid out from top to bottom. For a drawing to the right, the boxes are turned before and the coordinates
//! after: what is called x in a flat graph is y in the drawing.

mod chains;
mod flat;
mod layered;
mod measure;
mod order;
mod pieces;
mod place;
mod rank;

use super::tree::NONE;
use super::view::{self, Choice, View, What};
use super::{Drawing, DrawnEdge, DrawnNode, Flow, Graph, Group, Role, Scope, Stub, Style};
use crate::json::readable;
use flat::{Flat, Node, Pin};
use layered::Placed;
use pieces::{Port, Threads};
use serde::Serialize;
use std::collections::BTreeSet;

/// Space between a group's border and its content.
const PAD: f32 = 14.0;
/// Height of a group's head.
const HEAD: f32 = 26.0;
/// Space between layers for the text of edges, which is above them in a drawing to the right.
const LABEL_GAP_RIGHT: f32 = 90.0;
/// Number of nodes from which attributes are only in the details, to keep the drawing small.
const MANY: usize = 4_000;
/// Missing things that a node lists.
const MOST_MISSING: usize = 8;

/// How to draw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Options {
    /// Paths of the open groups; `None` lets the size of the graph decide.
    pub expanded: Option<BTreeSet<String>>,
    /// Gather nodes into groups by scope. The default for GraphDefs; optional for TFLite, whose tensor names keep
    /// scopes.
    pub group: bool,
    /// Draw constants with a single reader as part of it. On by default.
    pub show_constants: bool,
    /// Gather repeated blocks into groups, if the graph has them as scopes ([`super::gather_blocks`]).
    pub blocks: bool,
    /// Draw every edge as a line: also those of nodes with many readers, and those over many layers.
    pub all_edges: bool,
    /// Put long chains into columns, whose ends are names instead of lines.
    pub wrap: bool,
    /// Nodes whose edges are lines in any case, by their index in the graph.
    pub unfolded: Vec<u32>,
    /// Where the edges lead.
    pub flow: Flow,
}
readable!(Options { expanded, group, show_constants, blocks, all_edges, wrap, unfolded, flow });

impl Options {
    /// How a graph is drawn first: in repeated blocks, and in the scopes of its names unless a converter made them.
    pub fn first(is_tflite: bool) -> Self {
        Self { group: !is_tflite, blocks: true, ..Self::default() }
    }

    /// Groups where names have scopes: the default for GraphDefs.
    pub fn grouped() -> Self {
        Self { group: true, ..Self::default() }
    }
}

/// Lays out a graph. `cancelled` is called regularly; a canceled layout returns `None`.
pub fn layout(graph: &Graph, options: &Options, cancelled: &dyn Fn() -> bool) -> Option<Drawing> {
    let view = view::view(
        graph,
        Choice {
            expanded: options.expanded.as_ref(),
            group: (options.group || options.blocks) && graph.style() == Style::Boxes,
            fold: !options.show_constants,
            aim: 300,
            all_edges: options.all_edges,
            wrap: options.wrap,
            unfolded: &options.unfolded,
        },
    );
    let mut drawing = Drawing {
        title: graph.title().to_owned(),
        style: graph.style(),
        flow: options.flow,
        total: graph.len() as u32,
        listed: (0..graph.len() as u32).filter(|n| !is_end(graph, *n) && graph.graph_of(*n).is_none()).count() as u32,
        expanded: view.expanded.iter().map(|s| graph.scopes()[*s as usize].path.to_string()).collect(),
        ..Drawing::default()
    };
    drawing.nodes = nodes(graph, &view);
    if options.flow == Flow::Right {
        drawing.nodes.iter_mut().for_each(|node| node.h = even(node.h));
    }
    let ways = Compound::new(graph, &view, &drawing.nodes, options.flow).run(&mut drawing, cancelled)?;
    drawing.edges = edges(graph, &view, &mut drawing, ways);
    drawing.nodes.truncate(view.hidden_from);
    drawing.shown_by = view.shown_by;
    Some(drawing)
}

/// Nodes of the drawing, one per item of the view, measured but not placed.
#[inline(never)]
fn nodes(graph: &Graph, view: &View) -> Vec<DrawnNode> {
    let many = view.items.len() > MANY;
    let mut drawn: Vec<DrawnNode> = Vec::with_capacity(view.items.len());
    for (index, item) in view.items.iter().enumerate() {
        let parent = (item.parent != NONE).then_some(item.parent);
        let mut node = DrawnNode { parent, ..DrawnNode::default() };
        match item.what {
            What::Scope(scope, open) => {
                let around = parent.map_or(0, |p| match view.items[p as usize].what {
                    What::Scope(around, _) => around,
                    What::Node(_) | What::Stub(_) => 0,
                });
                let label = graph.scope_label(scope, around);
                let count = view.scope_counts[scope as usize];
                (node.lines, node.w, node.h) = measure::closed_group(label, count);
                node.role = Role::Group;
                let Scope { path, repeats, .. } = &graph.scopes()[scope as usize];
                node.group = Some(Group { count, open, repeats: *repeats });
                node.name = path.to_string();
            }
            What::Stub(stub) => {
                let counted = index.checked_sub(view.stubs_from).and_then(|stub| view.stub_readers.get(stub));
                let (readers, reader) = counted.copied().unwrap_or_default();
                (node.lines, node.w, node.h) = match (stub.begins, readers) {
                    (false, _) => measure::stub(graph, stub.source),
                    (true, 1) => measure::stub(graph, reader),
                    (true, _) => measure::counting_stub(readers),
                };
                node.source = graph.source(stub.source);
                node.role = graph.role(stub.source);
                node.name = graph.name(stub.source).to_owned();
                let from = view.shown_by[stub.source as usize];
                let (node_index, begins) = (stub.source, stub.begins);
                node.stub =
                    Some(Box::new(Stub { node: node_index, from, at: stub.at, begins, readers, points: Vec::new() }));
            }
            What::Node(n) => {
                let folded = folded(graph, view, n);
                let extra: Vec<String> = constants(graph, n, &folded).into_iter().take(3).collect();
                (node.lines, node.w, node.h) = measure::node(graph, n, &extra);
                node.node = Some(n);
                node.source = graph.source(n);
                node.graph = graph.graph_of(n);
                node.role = graph.role(n);
                node.name = graph.name(n).to_owned();
                node.op = graph.op(n).to_owned();
                node.version = graph.version(n);
                let limit = if many { 0 } else { 40 };
                node.attributes = graph
                    .attributes(n)
                    .map(|(name, value)| (name.to_owned(), measure::shorten(value, 200)))
                    .chain(folded.iter().map(|c| (graph.name(*c).to_owned(), summary(graph, *c))))
                    .take(limit)
                    .collect();
                node.missing = graph.missing(n).take(MOST_MISSING).map(|name| measure::shorten(name, 200)).collect();
            }
        }
        drawn.push(node);
    }
    drawn
}

/// Whether a node is an end of the graph without a node in the file: a tensor or an argument.
fn is_end(graph: &Graph, node: u32) -> bool {
    graph.op(node).is_empty() && matches!(graph.role(node), Role::Input | Role::Output)
}

/// Constants folded into a node, also through an Identity.
fn folded(graph: &Graph, view: &View, node: u32) -> Vec<u32> {
    let of = |node: u32| {
        let start = view.folded.partition_point(|f| f.0 < node);
        view.folded[start..].iter().take_while(move |f| f.0 == node).map(|f| f.1)
    };
    of(node).flat_map(|n| if graph.role(n) == Role::Constant { vec![n] } else { of(n).collect() }).collect()
}

/// Text of a folded constant: its first attribute that is a shape or value.
fn summary(graph: &Graph, constant: u32) -> String {
    graph
        .attributes(constant)
        .find(|(name, _)| *name == "tensor")
        .map_or(String::new(), |(_, v)| measure::shorten(v, 60))
}

/// Lines for the constants a node reads.
fn constants(graph: &Graph, node: u32, folded: &[u32]) -> Vec<String> {
    let own = graph
        .attributes(node)
        .filter(|(name, _)| name.starts_with("constant ") || name.starts_with("variable "))
        .map(|(_, value)| value.to_owned());
    own.chain(folded.iter().map(|c| summary(graph, *c)).filter(|s| !s.is_empty())).collect()
}

/// For every item its first node of the graph: groups take the position of their first node, so the document's order is
/// kept.
#[inline(never)]
fn first_nodes(view: &View) -> Vec<u32> {
    let mut first = vec![u32::MAX; view.items.len()];
    for (n, item) in view.shown_by.iter().enumerate().filter(|(_, i)| **i != NONE) {
        first[*item as usize] = first[*item as usize].min(n as u32);
    }
    for (i, item) in view.items.iter().enumerate().rev() {
        if let What::Node(n) = item.what {
            first[i] = n;
        }
        if item.parent != NONE {
            first[item.parent as usize] = first[item.parent as usize].min(first[i]);
        }
    }
    for (i, item) in view.items.iter().enumerate() {
        if let What::Stub(stub) = item.what {
            first[i] = first[stub.at as usize];
        }
    }
    first
}

/// The layouts of all open groups, and how edges run through them.
struct Compound {
    /// Members of each level; the root's level is the last one.
    start: Vec<u32>,
    members: Vec<u32>,
    /// For every level its flat graph.
    flats: Vec<Flat>,
    threads: Threads,
    flow: Flow,
}

impl Compound {
    #[inline(never)]
    fn new(graph: &Graph, view: &View, drawn: &[DrawnNode], flow: Flow) -> Self {
        let (start, mut members) = view::levels(view);
        let levels = start.len() - 1;
        let first = first_nodes(view);
        let mut local = vec![0; view.items.len()];
        let mut flats = vec![Flat::default(); levels];
        for level in 0..levels {
            let range = start[level] as usize..start[level + 1] as usize;
            // The same whatever groups are open, although the indices of items differ.
            members[range.clone()].sort_unstable_by_key(|i| match view.items[*i as usize].what {
                What::Stub(stub) => (first[*i as usize], 1 + u32::from(stub.begins), stub.source),
                What::Node(_) | What::Scope(..) => (first[*i as usize], 0, 0),
            });
            for (l, item) in members[range].iter().enumerate() {
                local[*item as usize] = l as u32;
                let (w, h) = turned(flow, (drawn[*item as usize].w, drawn[*item as usize].h));
                let is_aside = matches!(view.items[*item as usize].what, What::Stub(_));
                flats[level].nodes.push(Node { w, h, closed: (w, h), pin: Pin::Free, is_aside });
            }
            flats[level].label_gap = match (graph.style(), flow) {
                (Style::Glyphs, Flow::Down) => 22.0,
                (Style::Boxes, Flow::Down) => 8.0,
                (_, Flow::Right) => LABEL_GAP_RIGHT,
            };
        }
        let threads = pieces::thread(graph, view, &local, &mut flats);
        Self { start, members, flats, threads, flow }
    }

    /// Lays out all levels, writes the positions of nodes, and returns the path of every link, then of every stub.
    #[inline(never)]
    fn run(mut self, drawing: &mut Drawing, cancelled: &dyn Fn() -> bool) -> Option<Vec<(Vec<f32>, bool)>> {
        let (root, flow) = (self.flats.len() - 1, self.flow);
        // The border of a group has its head at the top, in either flow.
        let (across, _) = turned(flow, (PAD, PAD + HEAD));
        let mut placed: Vec<Placed> = vec![Placed::default(); root + 1];
        // Inner groups have greater indices than those around them; the root's level comes last.
        for level in (0..root).rev().chain([root]) {
            let is_open = level == root || drawing.nodes[level].is_open();
            if !is_open {
                continue;
            }
            for (l, item) in self.members[self.start[level] as usize..self.start[level + 1] as usize].iter().enumerate()
            {
                let node = &drawing.nodes[*item as usize];
                let (w, h) = turned(flow, (node.w, node.h));
                (self.flats[level].nodes[l].w, self.flats[level].nodes[l].h) = (w, h);
            }
            for (line, ports) in self.threads.ports[level].iter().enumerate() {
                let dx = |port: Port| {
                    if port.group == NONE {
                        return 0.0;
                    }
                    let group = &drawing.nodes[port.group as usize];
                    across + placed[port.group as usize].at[port.node as usize].0
                        - turned(flow, (group.w, group.h)).0 / 2.0
                };
                let line = &mut self.flats[level].lines[line];
                (line.from_dx, line.to_dx) = (dx(ports.0), dx(ports.1));
            }
            placed[level] = layered::run(&self.flats[level], &mut drawing.stats, cancelled)?;
            if level != root {
                let group = &mut drawing.nodes[level];
                let head = measure::head_width(group.lines.first().map_or("", String::as_str));
                let (w, h) = turned(flow, (placed[level].width, placed[level].height));
                // Never narrower than closed, so that opening it pulls nothing aside.
                group.w = even((w + 2.0 * PAD).max(head).max(group.w));
                group.h = h + 2.0 * PAD + HEAD;
                if flow == Flow::Right {
                    group.h = even(group.h);
                }
            }
        }
        // Outer groups first: a corner is known before its content is placed.
        let mut corner = vec![(PAD, PAD); root + 1];
        for level in std::iter::once(root).chain(0..root) {
            for (l, item) in self.members[self.start[level] as usize..self.start[level + 1] as usize].iter().enumerate()
            {
                let (middle, top) = placed[level].at[l];
                let node = &mut drawing.nodes[*item as usize];
                let (x, y) = match flow {
                    Flow::Down => (middle - node.w / 2.0, top),
                    Flow::Right => (top, middle - node.h / 2.0),
                };
                (node.x, node.y) = (corner[level].0 + x, corner[level].1 + y);
                corner[*item as usize] = (node.x + PAD, node.y + PAD + HEAD);
            }
        }
        let (w, h) = turned(flow, (placed[root].width, placed[root].height));
        (drawing.width, drawing.height) = (w + 2.0 * PAD, h + 2.0 * PAD);
        let ways = (0..self.threads.ways()).map(|link| {
            let mut way = Vec::new();
            let mut reversed = false;
            for (level, line) in self.threads.of(link) {
                let (level, line) = (*level as usize, *line as usize);
                let (x, y) = turned(flow, corner[level]);
                reversed |= placed[level].reversed[self.flats[level].lines[line].edge as usize];
                let points = &placed[level].points[line];
                way.reserve(points.len());
                for p in points.chunks_exact(2) {
                    layered::push(&mut way, p[0] + x, p[1] + y);
                }
            }
            if flow == Flow::Right {
                way.chunks_exact_mut(2).for_each(|p| p.swap(0, 1));
            }
            (way, reversed)
        });
        Some(ways.collect())
    }
}

/// Width and height of a box of the drawing as those of a flat graph, and back.
fn turned(flow: Flow, (w, h): (f32, f32)) -> (f32, f32) {
    match flow {
        Flow::Down => (w, h),
        Flow::Right => (h, w),
    }
}

/// The next even number: with even widths and integer centers all corners are integers, and ports meet exactly.
fn even(v: f32) -> f32 {
    (v / 2.0).ceil() * 2.0
}

/// Center of the text of an edge, near its source or its target.
fn label_at(points: &[f32], at_source: bool, flow: Flow) -> (f32, f32) {
    let ([x, y, ..], [.., end_x, end_y]) = (points, points) else { return (0.0, 0.0) };
    match (at_source, flow) {
        (true, Flow::Down) => (*x, y + 12.0),
        (false, Flow::Down) => (*end_x, end_y - 14.0),
        (true, Flow::Right) => (x + LABEL_GAP_RIGHT / 2.0 + 10.0, y - 8.0),
        (false, Flow::Right) => (end_x - LABEL_GAP_RIGHT / 2.0 - 10.0, end_y - 8.0),
    }
}

/// Edges of the drawing; those that are not lines get the line of their end. Writes the lines of stubs.
#[inline(never)]
fn edges(graph: &Graph, view: &View, drawing: &mut Drawing, mut ways: Vec<(Vec<f32>, bool)>) -> Vec<DrawnEdge> {
    let stubs = ways.split_off(view.links.len());
    for (node, (points, _)) in drawing.nodes[view.stubs_from..].iter_mut().zip(stubs) {
        if let Some(stub) = &mut node.stub {
            stub.points = points;
        }
    }
    let drawing = &*drawing;
    let label_of = |link: &view::Link| {
        link.label.and_then(|(node, position)| graph.inputs(node).nth(position as usize)).map_or("", |e| e.label)
    };
    // If all edges of a node have the same text, it is shown once below the node; otherwise before each target.
    let mut one: Vec<Option<&str>> = vec![None; drawing.nodes.len()];
    let mut several = vec![false; drawing.nodes.len()];
    for link in view.links.iter().filter(|link| link.stubs.is_none()) {
        let label = label_of(link);
        let known = one[link.from as usize].get_or_insert(label);
        several[link.from as usize] |= *known != label;
    }
    let mut labelled = vec![false; drawing.nodes.len()];
    view.links
        .iter()
        .zip(ways)
        .map(|(link, (mut points, reversed))| {
            let mut label = label_of(link).to_owned();
            if let Some((_, end)) = link.stubs {
                // The text would need room that a stub does not have.
                label.clear();
                points.extend(drawing.nodes[end as usize].stub.iter().flat_map(|stub| &stub.points));
            }
            let glyphs = graph.style() == Style::Glyphs;
            let at_source = !several[link.from as usize] && !glyphs && link.stubs.is_none();
            if at_source && std::mem::replace(&mut labelled[link.from as usize], true) {
                label.clear();
            }
            // A child whose text is its local name needs no text on the edge.
            if glyphs && drawing.nodes[link.to as usize].lines.first() == Some(&label) {
                label.clear();
            }
            let label_at = label_at(&points, at_source, drawing.flow);
            DrawnEdge {
                from: link.from,
                to: link.to,
                points,
                label,
                label_at,
                kind: link.kind,
                reversed,
                count: link.count,
                stubs: link.stubs,
            }
        })
        .collect()
}
