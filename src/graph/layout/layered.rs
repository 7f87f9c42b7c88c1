//! Layout of one flat graph in layers: components are separate and packed side by side; ends are pinned to the border
//! if requested.

use super::chains::{self, LANE_GAP, Layered, Way};
use super::flat::{Edge, Flat, Node, Pin};
use super::{order, place, rank};
use crate::graph::Stats;
use crate::graph::model::bucket;

/// Smallest distance between layers.
const LAYER_GAP: f32 = 34.0;
/// Distance between components.
const COMPONENT_GAP: f32 = 32.0;
/// A layer wider than this is wrapped if possible.
const WIDE: f32 = 3_600.0;

/// Points as alternating x and y.
pub(super) type Points = Vec<f32>;

/// A flat graph after layout; the upper left corner is (0, 0).
#[derive(Clone, Debug, Default)]
pub(super) struct Placed {
    /// Center x and top y of every node.
    pub at: Vec<(f32, f32)>,
    /// Path of every edge, from source to target.
    pub points: Vec<Points>,
    /// Whether each edge runs against the flow.
    pub reversed: Vec<bool>,
    pub width: f32,
    pub height: f32,
}

/// Lays out a flat graph; `None` when canceled.
pub(super) fn run(flat: &Flat, stats: &mut Stats, cancelled: &dyn Fn() -> bool) -> Option<Placed> {
    let parts = Parts::new(flat);
    if parts.len() == 1 {
        return component(&flat.nodes, flat.edges.clone(), flat.label_gap, stats, cancelled);
    }
    let mut out = Placed {
        at: vec![(0.0, 0.0); flat.nodes.len()],
        points: vec![Vec::new(); flat.edges.len()],
        reversed: vec![false; flat.edges.len()],
        ..Placed::default()
    };
    let mut boxes = Vec::with_capacity(parts.len());
    let mut local = vec![0u32; flat.nodes.len()];
    for part in 0..parts.len() {
        let (members, wires) = (parts.nodes(part), parts.edges(part));
        if let ([node], []) = (members, wires) {
            let Node { w, h, .. } = flat.nodes[*node as usize];
            out.at[*node as usize] = (w / 2.0, 0.0);
            boxes.push((w, h));
            continue;
        }
        if cancelled() {
            return None;
        }
        for (i, node) in members.iter().enumerate() {
            local[*node as usize] = i as u32;
        }
        let nodes: Vec<Node> = members.iter().map(|i| flat.nodes[*i as usize]).collect();
        let of_part = |i: &u32| {
            let e = flat.edges[*i as usize];
            Edge { from: local[e.from as usize], to: local[e.to as usize], ..e }
        };
        let placed = component(&nodes, wires.iter().map(of_part).collect(), flat.label_gap, stats, cancelled)?;
        for (node, at) in members.iter().zip(placed.at) {
            out.at[*node as usize] = at;
        }
        boxes.push((placed.width, placed.height));
        for ((i, points), reversed) in wires.iter().zip(placed.points).zip(placed.reversed) {
            out.points[*i as usize] = points;
            out.reversed[*i as usize] = reversed;
        }
    }
    let pinned = parts.len() > 0 && parts.nodes(0).iter().any(|v| flat.nodes[*v as usize].pin != Pin::Free);
    let corners = pack(&boxes, pinned);
    for (part, (corner, size)) in corners.iter().zip(&boxes).enumerate() {
        for node in parts.nodes(part) {
            let at = &mut out.at[*node as usize];
            *at = (at.0 + corner.0, at.1 + corner.1);
        }
        for edge in parts.edges(part) {
            out.points[*edge as usize].chunks_exact_mut(2).for_each(|p| {
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
}

impl Parts {
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
        Self {
            nodes: bucket(count as usize, part_of.iter().copied()),
            edges: bucket(count as usize, flat.edges.iter().map(|edge| part_of[edge.from as usize])),
        }
    }

    fn len(&self) -> usize {
        self.nodes.0.len() - 1
    }

    fn nodes(&self, part: usize) -> &[u32] {
        &self.nodes.1[self.nodes.0[part] as usize..self.nodes.0[part + 1] as usize]
    }

    fn edges(&self, part: usize) -> &[u32] {
        &self.edges.1[self.edges.0[part] as usize..self.edges.0[part + 1] as usize]
    }
}

/// Corners for boxes in rows, large ones first; a pinned first box has the left side to itself.
fn pack(boxes: &[(f32, f32)], pinned: bool) -> Vec<(f32, f32)> {
    let mut corners = vec![(0.0, 0.0); boxes.len()];
    let skip = usize::from(pinned);
    let left = if pinned { boxes[0].0 + if boxes.len() > 1 { COMPONENT_GAP } else { 0.0 } } else { 0.0 };
    let area: f32 = boxes[skip..].iter().map(|b| (b.0 + COMPONENT_GAP) * (b.1 + COMPONENT_GAP)).sum();
    let widest = boxes[skip..].iter().map(|b| b.0).fold(0.0, f32::max);
    let row = (area * 1.8).sqrt().max(widest);
    let mut order: Vec<usize> = (skip..boxes.len()).collect();
    // Stable, so equal ones keep the document's order.
    order.sort_by(|a, b| boxes[*b].1.total_cmp(&boxes[*a].1));
    let (mut x, mut y, mut height) = (0.0f32, 0.0f32, 0.0f32);
    for i in order {
        let (w, h) = boxes[i];
        if x > 0.0 && x + w > row {
            (x, y, height) = (0.0, y + height + COMPONENT_GAP, 0.0);
        }
        corners[i] = (left + x, y);
        x += w + COMPONENT_GAP;
        height = height.max(h);
    }
    corners
}

/// Lays out one connected component.
fn component(
    nodes: &[Node],
    mut edges: Vec<Edge>,
    label_gap: f32,
    stats: &mut Stats,
    cancelled: &dyn Fn() -> bool,
) -> Option<Placed> {
    if let ([node], true) = (nodes, edges.is_empty()) {
        return Some(Placed { at: vec![(node.w / 2.0, 0.0)], width: node.w, height: node.h, ..Placed::default() });
    }
    // Edges from a node to itself are drawn separately and have no influence on the layers.
    let (loops, flow): (Vec<usize>, Vec<usize>) = (0..edges.len()).partition(|i| edges[*i].from == edges[*i].to);
    let reversed = turn_against_cycles(nodes.len(), &mut edges, &flow);
    let mut widths: Vec<f32> = nodes.iter().map(|v| v.w).collect();
    for i in &loops {
        // Room for the loop on the right, and the same on the left because coordinates are centers.
        let v = edges[*i].from as usize;
        widths[v] = nodes[v].w + 40.0;
    }
    let flowing: Vec<Edge> = flow.iter().map(|i| edges[*i]).collect();
    let (ranks, layers) = ranks(nodes, &flowing, &widths, stats);
    if cancelled() {
        return None;
    }
    let budget = 20_000 + 3 * nodes.len();
    let mut g = chains::chain(&ranks, layers, &flowing, budget);
    stats.dummies += (g.vertices() - nodes.len()) as u64;
    stats.crossings += order::order(&mut g, &mut stats.steps, cancelled);
    if cancelled() {
        return None;
    }
    widths.resize(g.vertices(), 0.0);
    let xs = place::place(&g, &widths, &mut stats.steps);
    let rows = Rows::new(&g, nodes, &xs, label_gap);
    let shift = if g.lanes > 0 { (g.lanes + 1) as f32 * LANE_GAP } else { 0.0 };
    let x = |v: u32| xs[v as usize].round() as f32 + shift;
    let mut placed = Placed {
        at: (0..nodes.len() as u32).map(|v| (x(v), rows.node_top(&g, nodes, v))).collect(),
        points: vec![Vec::new(); edges.len()],
        reversed,
        width: widths.iter().enumerate().map(|(v, w)| x(v as u32) + w / 2.0).fold(0.0, f32::max),
        height: rows.bottom.last().copied().unwrap_or(0.0),
    };
    let straight = Straight::new(&g, &x);
    let positions = Positions { g: &g, rows: &rows, straight: &straight, x: &x };
    for (i, way) in flow.iter().zip(&g.ways) {
        let (upper, lower) = (edges[*i].from as usize, edges[*i].to as usize);
        let between = (placed.at[upper].1 + nodes[upper].h, placed.at[lower].1);
        placed.points[*i] = path(&positions, &edges[*i], way, between);
        if placed.reversed[*i] {
            turn(&mut placed.points[*i]);
        }
    }
    for i in loops {
        let v = edges[i].from as usize;
        placed.points[i] = loop_path(nodes[v], placed.at[v]);
    }
    Some(placed)
}

/// Turns the edges of `flow` that close cycles. Returns whether each of all edges is turned.
fn turn_against_cycles(nodes: usize, edges: &mut [Edge], flow: &[usize]) -> Vec<bool> {
    let mut ends: Vec<(u32, u32)> = flow.iter().map(|i| (edges[*i].from, edges[*i].to)).collect();
    let turned = rank::break_cycles(nodes, &mut ends);
    let mut reversed = vec![false; edges.len()];
    for (i, turned) in flow.iter().zip(&turned) {
        if *turned {
            reversed[*i] = true;
            let e = edges[*i];
            edges[*i] = Edge { from: e.to, to: e.from, from_dx: e.to_dx, to_dx: e.from_dx };
        }
    }
    reversed
}

/// The layer of each node, and the number of layers.
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
    fn new(g: &Layered, x: &dyn Fn(u32) -> f32) -> Self {
        let (nodes, vertices) = (g.nodes as u32, g.vertices() as u32);
        // A run may go on into the next trunk: paths end where their trunk does.
        let same = |v: u32| v > nodes && v < vertices && x(v) == x(v - 1);
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
    x: &'a dyn Fn(u32) -> f32,
}

/// Points of an edge, from the lower border of its upper node to the upper border of its lower one.
fn path(at: &Positions<'_>, edge: &Edge, way: &Way, (from, to): (f32, f32)) -> Points {
    let Positions { g, rows, straight, x } = at;
    let mut points = Points::new();
    let (top, bottom) = (g.rank[edge.from as usize] as usize, g.rank[edge.to as usize] as usize);
    let (start, end) = (x(edge.from) + edge.from_dx, x(edge.to) + edge.to_dx);
    push(&mut points, start, from);
    push(&mut points, start, rows.bottom[top]);
    match way {
        Way::Chain { trunk, len, from_target } => {
            let first = g.trunks[*trunk as usize];
            let mut visit = |upper: u32, lower: u32| {
                push(&mut points, x(upper), rows.top[g.rank[upper as usize] as usize]);
                push(&mut points, x(upper), rows.bottom[g.rank[lower as usize] as usize]);
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

/// Vertical positions of layers.
struct Rows {
    top: Vec<f32>,
    bottom: Vec<f32>,
}

impl Rows {
    fn new(g: &Layered, nodes: &[Node], xs: &[f64], label_gap: f32) -> Self {
        let count = g.layers();
        let mut steep = vec![0f32; count];
        for (upper, lower) in &g.short {
            let dx = (xs[*upper as usize] - xs[*lower as usize]).abs() as f32;
            let row = &mut steep[g.rank[*upper as usize] as usize];
            *row = row.max(dx);
        }
        let mut rows = Self { top: Vec::with_capacity(count), bottom: Vec::with_capacity(count) };
        let mut y = 0.0;
        for (layer, steep) in steep.into_iter().enumerate() {
            let height = g.layer(layer).iter().filter_map(|v| nodes.get(*v as usize)).map(|v| v.h).fold(0.0, f32::max);
            rows.top.push(y);
            rows.bottom.push(y + height);
            // Wide curves get more height, so that they do not lie flat on each other.
            y += height + (LAYER_GAP + label_gap + steep * 0.05).min(110.0).round();
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
