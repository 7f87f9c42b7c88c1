//! Layout of one flat graph in layers: components are separate and packed side by side; ends are pinned to the border
//! if requested.

use super::chains::{self, LANE_GAP, Layered, Way};
use super::flat::{Edge, Flat, Line, Node, Pin};
use super::{order, place, rank};
use crate::graph::Stats;
use crate::graph::model::bucket;
use crate::graph::tree::NONE;

/// Smallest distance between layers.
const LAYER_GAP: f32 = 34.0;
/// Distance between components.
const COMPONENT_GAP: f32 = 32.0;
/// Width of a loop and of the same room on the other side.
const LOOP: f32 = 40.0;
/// A layer wider than this is wrapped if possible.
const WIDE: f32 = 3_600.0;

/// Points as alternating x and y.
pub(super) type Points = Vec<f32>;

/// A flat graph after layout; the upper left corner is (0, 0).
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// Center x and top y of every node.
    pub at: Vec<(f32, f32)>,
    /// Path of every line, from source to target.
    pub points: Vec<Points>,
    /// Whether each edge runs against the flow.
    pub reversed: Vec<bool>,
    pub width: f32,
    pub height: f32,
    /// Width and height with all groups closed.
    closed: (f32, f32),
}

/// Lays out a flat graph; `None` when canceled.
pub(super) fn run(flat: &Flat, stats: &mut Stats, cancelled: &dyn Fn() -> bool) -> Option<Placed> {
    let parts = Parts::new(flat);
    if parts.len() == 1 {
        return component(flat, stats, cancelled);
    }
    let mut out = Placed {
        at: vec![(0.0, 0.0); flat.nodes.len()],
        points: vec![Vec::new(); flat.lines.len()],
        reversed: vec![false; flat.edges.len()],
        ..Placed::default()
    };
    let mut boxes = Vec::with_capacity(parts.len());
    // Index of each node and edge within its part.
    let (mut local, mut local_edge) = (vec![0u32; flat.nodes.len()], vec![0u32; flat.edges.len()]);
    for part in 0..parts.len() {
        let (nodes, edges, lines) = (parts.nodes(part), parts.edges(part), parts.lines(part));
        if let ([node], []) = (nodes, edges) {
            let Node { w, h, closed, .. } = flat.nodes[*node as usize];
            out.at[*node as usize] = (w / 2.0, 0.0);
            boxes.push(Packed { size: (w, h), closed });
            continue;
        }
        if cancelled() {
            return None;
        }
        for (i, node) in nodes.iter().enumerate() {
            local[*node as usize] = i as u32;
        }
        for (i, edge) in edges.iter().enumerate() {
            local_edge[*edge as usize] = i as u32;
        }
        let edge = |i: &u32| {
            let Edge { from, to } = flat.edges[*i as usize];
            Edge { from: local[from as usize], to: local[to as usize] }
        };
        let line = |i: &u32| {
            let line = flat.lines[*i as usize];
            Line { edge: local_edge[line.edge as usize], ..line }
        };
        let own = Flat {
            nodes: nodes.iter().map(|i| flat.nodes[*i as usize]).collect(),
            edges: edges.iter().map(edge).collect(),
            lines: lines.iter().map(line).collect(),
            label_gap: flat.label_gap,
        };
        let placed = component(&own, stats, cancelled)?;
        for (node, at) in nodes.iter().zip(placed.at) {
            out.at[*node as usize] = at;
        }
        boxes.push(Packed { size: (placed.width, placed.height), closed: placed.closed });
        for (edge, reversed) in edges.iter().zip(placed.reversed) {
            out.reversed[*edge as usize] = reversed;
        }
        for (line, points) in lines.iter().zip(placed.points) {
            out.points[*line as usize] = points;
        }
    }
    let pinned = parts.len() > 0 && parts.nodes(0).iter().any(|v| flat.nodes[*v as usize].pin != Pin::Free);
    let corners = pack(&boxes, pinned);
    for (part, (corner, Packed { size, .. })) in corners.iter().zip(&boxes).enumerate() {
        for node in parts.nodes(part) {
            let at = &mut out.at[*node as usize];
            *at = (at.0 + corner.0, at.1 + corner.1);
        }
        for line in parts.lines(part) {
            out.points[*line as usize].chunks_exact_mut(2).for_each(|p| {
                p[0] += corner.0;
                p[1] += corner.1;
            });
        }
        out.width = out.width.max(corner.0 + size.0);
        out.height = out.height.max(corner.1 + size.1);
    }
    Some(out)
}

/// Connected components in order of their first node; all pinned nodes count as one component, which comes first.
struct Parts {
    nodes: (Vec<u32>, Vec<u32>),
    edges: (Vec<u32>, Vec<u32>),
    lines: (Vec<u32>, Vec<u32>),
}

impl Parts {
    #[inline(never)]
    fn new(flat: &Flat) -> Self {
        let n = flat.nodes.len();
        let mut leader: Vec<u32> = (0..n as u32).collect();
        fn find(leader: &mut [u32], mut v: u32) -> u32 {
            while leader[v as usize] != v {
                leader[v as usize] = leader[leader[v as usize] as usize];
                v = leader[v as usize];
            }
            v
        }
        let mut join = |a: u32, b: u32| {
            let (a, b) = (find(&mut leader, a), find(&mut leader, b));
            leader[a.max(b) as usize] = a.min(b);
        };
        for edge in &flat.edges {
            join(edge.from, edge.to);
        }
        let pinned: Vec<u32> = (0..n as u32).filter(|v| flat.nodes[*v as usize].pin != Pin::Free).collect();
        pinned.windows(2).for_each(|p| join(p[0], p[1]));
        let mut number = vec![u32::MAX; n];
        let mut count = 0;
        let mut part_of = vec![0u32; n];
        for v in pinned.first().copied().into_iter().chain(0..n as u32) {
            let l = find(&mut leader, v) as usize;
            if number[l] == u32::MAX {
                number[l] = count;
                count += 1;
            }
            part_of[v as usize] = number[l];
        }
        let of_edge = |edge: &Edge| part_of[edge.from as usize];
        Self {
            nodes: bucket(count as usize, part_of.iter().copied()),
            edges: bucket(count as usize, flat.edges.iter().map(of_edge)),
            lines: bucket(count as usize, flat.lines.iter().map(|line| of_edge(&flat.edges[line.edge as usize]))),
        }
    }

    fn len(&self) -> usize {
        self.nodes.0.len() - 1
    }

    fn nodes(&self, part: usize) -> &[u32] {
        &self.nodes.1[self.nodes.0[part] as usize..self.nodes.0[part + 1] as usize]
    }

    fn lines(&self, part: usize) -> &[u32] {
        &self.lines.1[self.lines.0[part] as usize..self.lines.0[part + 1] as usize]
    }

    fn edges(&self, part: usize) -> &[u32] {
        &self.edges.1[self.edges.0[part] as usize..self.edges.0[part + 1] as usize]
    }
}

/// A component: its size, and its size with all groups closed.
struct Packed {
    size: (f32, f32),
    closed: (f32, f32),
}

/// Corners for boxes in rows, large ones first; a pinned first box has the left side to itself. The sizes of closed
/// groups decide which boxes share a row.
#[inline(never)]
fn pack(boxes: &[Packed], pinned: bool) -> Vec<(f32, f32)> {
    let mut corners = vec![(0.0, 0.0); boxes.len()];
    let skip = usize::from(pinned);
    let left = if pinned { boxes[0].size.0 + if boxes.len() > 1 { COMPONENT_GAP } else { 0.0 } } else { 0.0 };
    let packed = &boxes[skip..];
    let area: f32 = packed.iter().map(|b| (b.closed.0 + COMPONENT_GAP) * (b.closed.1 + COMPONENT_GAP)).sum();
    let widest = packed.iter().map(|b| b.closed.0).fold(0.0, f32::max);
    let row = (area * 1.8).sqrt().max(widest);
    let mut order: Vec<usize> = (skip..boxes.len()).collect();
    // Stable, so equal ones keep the document's order.
    order.sort_by(|a, b| boxes[*b].closed.1.total_cmp(&boxes[*a].closed.1));
    let (mut x, mut y, mut height, mut closed_x) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
    for i in order {
        let Packed { size: (w, h), closed } = boxes[i];
        if closed_x > 0.0 && closed_x + closed.0 > row {
            (x, y, height, closed_x) = (0.0, y + height + COMPONENT_GAP, 0.0, 0.0);
        }
        corners[i] = (left + x, y);
        x += w + COMPONENT_GAP;
        closed_x += closed.0 + COMPONENT_GAP;
        height = height.max(h);
    }
    corners
}

/// Lays out one connected component.
#[inline(never)]
fn component(flat: &Flat, stats: &mut Stats, cancelled: &dyn Fn() -> bool) -> Option<Placed> {
    let Flat { nodes, lines, label_gap, .. } = flat;
    if let ([node], []) = (nodes.as_slice(), flat.edges.as_slice()) {
        let Node { w, h, closed, .. } = *node;
        return Some(Placed { at: vec![(w / 2.0, 0.0)], width: w, height: h, closed, ..Placed::default() });
    }
    let (mut edges, reversed) = turn_against_cycles(nodes.len(), &flat.edges);
    // Edges from a node to itself are drawn separately and have no influence on the layers.
    let is_loop = |edge: &Edge| edge.from == edge.to;
    let mut closed: Vec<f32> = nodes.iter().map(|v| v.closed.0).collect();
    let mut widths: Vec<f32> = nodes.iter().map(|v| v.w).collect();
    for edge in edges.iter().filter(|edge| is_loop(edge)) {
        // Room for the loop on the right, and the same on the left because coordinates are centers.
        closed[edge.from as usize] = nodes[edge.from as usize].closed.0 + LOOP;
        widths[edge.from as usize] = nodes[edge.from as usize].w + LOOP;
    }
    // The index of each edge among those that flow.
    let mut flow_of = vec![NONE; edges.len()];
    let flowing = (0..edges.len()).filter(|i| !is_loop(&edges[*i]));
    flowing.enumerate().for_each(|(flow, i)| flow_of[i] = flow as u32);
    edges.retain(|edge| !is_loop(edge));
    let (ranks, layers) = ranks(nodes, &edges, &closed, stats);
    if cancelled() {
        return None;
    }
    let mut g = chains::chain(&ranks, layers, &edges, 20_000 + 3 * nodes.len());
    stats.dummies += (g.vertices() - nodes.len()) as u64;
    stats.crossings += order::order(&mut g, &mut stats.steps, cancelled);
    if cancelled() {
        return None;
    }
    if nodes.iter().any(|node| node.is_aside) {
        g.aside = nodes.iter().map(|node| node.is_aside).collect();
    }
    closed.resize(g.vertices(), 0.0);
    widths.resize(g.vertices(), 0.0);
    let mut xs = place::place(&g, &closed, &mut stats.steps);
    let steep = steepness(&g, &xs);
    let rows = Rows::new(&g, &steep, *label_gap, &|v| nodes[v as usize].h);
    let closed_rows = Rows::new(&g, &steep, *label_gap, &|v| nodes[v as usize].closed.1);
    let closed_width = xs.iter().zip(&closed).map(|(x, w)| *x as f32 + w / 2.0).fold(0.0, f32::max);
    place::spread(&g, &mut xs, &closed, &widths);
    let shift = if g.lanes > 0 { (g.lanes + 1) as f32 * LANE_GAP } else { 0.0 };
    let xs: Vec<f32> = xs.iter().map(|x| x.round() as f32 + shift).collect();
    let mut placed = Placed {
        at: (0..nodes.len() as u32).map(|v| (xs[v as usize], rows.node_top(&g, nodes, v))).collect(),
        points: Vec::with_capacity(lines.len()),
        reversed,
        width: xs.iter().zip(&widths).map(|(x, w)| x + w / 2.0).fold(0.0, f32::max),
        height: rows.bottom.last().copied().unwrap_or(0.0),
        closed: (closed_width, closed_rows.bottom.last().copied().unwrap_or(0.0)),
    };
    let straight = Straight::new(&g, &xs);
    let positions = Positions { g: &g, rows: &rows, straight: &straight, xs: &xs };
    for line in lines {
        let flow = flow_of[line.edge as usize];
        if flow == NONE {
            let v = flat.edges[line.edge as usize].from as usize;
            placed.points.push(loop_path(nodes[v], placed.at[v]));
            continue;
        }
        let edge = &edges[flow as usize];
        let (upper, lower) = (edge.from as usize, edge.to as usize);
        let between = (placed.at[upper].1 + nodes[upper].h, placed.at[lower].1);
        let turned = placed.reversed[line.edge as usize];
        let (upper_dx, lower_dx) = if turned { (line.to_dx, line.from_dx) } else { (line.from_dx, line.to_dx) };
        let ends = (positions.x(edge.from) + upper_dx, positions.x(edge.to) + lower_dx);
        let mut points = path(&positions, edge, &g.ways[flow as usize], ends, between);
        if turned {
            turn(&mut points);
        }
        placed.points.push(points);
    }
    Some(placed)
}

/// The edges, those that close cycles turned, and whether each is.
#[inline(never)]
fn turn_against_cycles(nodes: usize, edges: &[Edge]) -> (Vec<Edge>, Vec<bool>) {
    let mut ends: Vec<(u32, u32)> = edges.iter().map(|edge| (edge.from, edge.to)).collect();
    let turned = rank::break_cycles(nodes, &mut ends);
    (ends.into_iter().map(|(from, to)| Edge { from, to }).collect(), turned)
}

/// The layer of each node, and the number of layers.
#[inline(never)]
fn ranks(nodes: &[Node], edges: &[Edge], widths: &[f32], stats: &mut Stats) -> (Vec<i32>, u32) {
    let pins: Vec<Pin> = nodes.iter().map(|v| v.pin).collect();
    let ends: Vec<(u32, u32)> = edges.iter().map(|e| (e.from, e.to)).collect();
    stats.steps += (nodes.len() + ends.len()) as u64;
    let mut ranks = rank::rank(&pins, &ends, &mut stats.steps);
    rank::wrap_wide_layers(&mut ranks, &pins, widths, &ends, WIDE);
    let layers = rank::close_gaps(&mut ranks);
    (ranks, layers)
}

/// Runs of added vertices that lie exactly below each other.
struct Straight {
    /// For every added vertex the first vertex of its run.
    starts: Vec<u32>,
    /// For every added vertex the vertex after its run.
    ends: Vec<u32>,
}

impl Straight {
    #[inline(never)]
    fn new(g: &Layered, xs: &[f32]) -> Self {
        let (nodes, vertices) = (g.nodes as u32, g.vertices() as u32);
        // A run may go on into the next trunk: paths end where their trunk does.
        let same = |v: u32| xs[v as usize] == xs[v as usize - 1];
        let mut runs = Self { starts: (nodes..vertices).collect(), ends: (nodes + 1..vertices + 1).collect() };
        for i in 1..runs.starts.len() {
            if same(nodes + i as u32) {
                runs.starts[i] = runs.starts[i - 1];
            }
        }
        for i in (1..runs.ends.len()).rev() {
            if same(nodes + i as u32) {
                runs.ends[i - 1] = runs.ends[i];
            }
        }
        runs
    }
}

/// Where the layers and vertices of a component are.
struct Positions<'a> {
    g: &'a Layered,
    rows: &'a Rows,
    straight: &'a Straight,
    xs: &'a [f32],
}

impl Positions<'_> {
    fn x(&self, vertex: u32) -> f32 {
        self.xs[vertex as usize]
    }
}

/// Points of an edge, from the lower border of its upper node to the upper border of its lower one.
#[inline(never)]
fn path(at: &Positions<'_>, edge: &Edge, way: &Way, (start, end): (f32, f32), (from, to): (f32, f32)) -> Points {
    let Positions { g, rows, straight, .. } = at;
    let mut points = Points::new();
    let (top, bottom) = (g.rank[edge.from as usize] as usize, g.rank[edge.to as usize] as usize);
    push(&mut points, start, from);
    push(&mut points, start, rows.bottom[top]);
    match way {
        Way::Chain { trunk, len, from_target } => {
            let first = g.trunks[*trunk as usize];
            let mut visit = |upper: u32, lower: u32| {
                push(&mut points, at.x(upper), rows.top[g.rank[upper as usize] as usize]);
                push(&mut points, at.x(upper), rows.bottom[g.rank[lower as usize] as usize]);
            };
            // A run of vertices below each other is one line: edges that share a long trunk do not walk it one by one.
            if *from_target {
                let mut end = first + len;
                while end > first {
                    let start = straight.starts[(end - 1) as usize - g.nodes].max(first);
                    visit(end - 1, start);
                    end = start;
                }
            } else {
                let (mut start, end) = (first, first + len);
                while start < end {
                    let next = straight.ends[start as usize - g.nodes].min(end);
                    visit(start, next - 1);
                    start = next;
                }
            }
        }
        Way::Lane(lane) => {
            let x = *lane as f32 * LANE_GAP;
            push(&mut points, x, rows.top[top + 1]);
            push(&mut points, x, rows.bottom[bottom - 1]);
        }
    }
    push(&mut points, end, rows.top[bottom]);
    push(&mut points, end, to);
    points
}

/// Points of an edge from a node to itself, at the right of the node.
fn loop_path(node: Node, (x, y): (f32, f32)) -> Points {
    let (right, middle) = (x + node.w / 2.0, (y + node.h / 2.0).round());
    vec![right, middle - 6.0, right + 14.0, middle - 6.0, right + 14.0, middle + 6.0, right, middle + 6.0]
}

/// For every layer the greatest horizontal distance of an edge to the next layer.
fn steepness(g: &Layered, xs: &[f64]) -> Vec<f32> {
    let mut steep = vec![0f32; g.layers()];
    for (upper, lower) in &g.short {
        let dx = (xs[*upper as usize] - xs[*lower as usize]).abs() as f32;
        let row = &mut steep[g.rank[*upper as usize] as usize];
        *row = row.max(dx);
    }
    steep
}

/// Vertical positions of layers.
struct Rows {
    top: Vec<f32>,
    bottom: Vec<f32>,
}

impl Rows {
    #[inline(never)]
    fn new(g: &Layered, steep: &[f32], label_gap: f32, height: &dyn Fn(u32) -> f32) -> Self {
        let mut rows = Self { top: Vec::with_capacity(steep.len()), bottom: Vec::with_capacity(steep.len()) };
        let mut y = 0.0;
        for (layer, steep) in steep.iter().enumerate() {
            let height = g.layer(layer).iter().filter(|v| !g.is_added(**v)).map(|v| height(*v)).fold(0.0, f32::max);
            rows.top.push(y);
            rows.bottom.push(y + height);
            // Wide curves get more height, so that they do not lie flat on each other.
            y += height + (LAYER_GAP + label_gap + steep * 0.05).min((LAYER_GAP + label_gap + 20.0).max(110.0)).round();
        }
        rows
    }

    fn node_top(&self, g: &Layered, nodes: &[Node], v: u32) -> f32 {
        let layer = g.rank[v as usize] as usize;
        match nodes[v as usize].pin {
            Pin::First => self.top[layer],
            Pin::Last => self.bottom[layer] - nodes[v as usize].h,
            Pin::Free => ((self.top[layer] + self.bottom[layer] - nodes[v as usize].h) / 2.0).round(),
        }
    }
}

/// Adds a point; a straight run keeps only its ends.
pub(super) fn push(points: &mut Points, x: f32, y: f32) {
    let (x, y) = (x.round(), y.round());
    let n = points.len();
    if n >= 2 && points[n - 2] == x && points[n - 1] == y {
        return;
    }
    if n >= 4 && points[n - 2] == x && points[n - 4] == x {
        points[n - 1] = y;
        return;
    }
    points.extend([x, y]);
}

/// Reverses a line.
pub(super) fn turn(points: &mut Points) {
    points.reverse();
    points.chunks_exact_mut(2).for_each(|p| p.swap(0, 1));
}
