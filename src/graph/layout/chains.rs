//! Splits long edges into chains of vertices, one per layer; edges that share an end share a chain.

use super::flat::Edge;
use crate::graph::model::bucket;
use crate::graph::tree::NONE;

/// Gap between the lanes of the longest edges beside the drawing.
pub(super) const LANE_GAP: f32 = 10.0;

/// Edges that meet in one node from which they share the chain of that node instead of those of their sources.
const MEETING: u32 = 12;

/// Path of one edge.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    /// From end to end along the first `len` vertices of a trunk (from the source), or those reversed (up from the
    /// target).
    Chain { trunk: u32, len: u32, from_target: bool },
    /// Beside the drawing, in this lane.
    Lane(u32),
}

/// Vertices (nodes first, then added ones) with edges between neighboring layers only.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    /// Number of nodes; vertices from here on are added ones.
    pub nodes: usize,
    /// Layer of each vertex.
    pub rank: Vec<u32>,
    /// Where each layer starts in `order`; one more than layers.
    pub start: Vec<u32>,
    /// Vertices layer by layer, from left to right.
    pub order: Vec<u32>,
    /// Index of each vertex within its layer.
    pub pos: Vec<u32>,
    /// Short edges: upper and lower vertex.
    pub short: Vec<(u32, u32)>,
    /// Short edges by upper vertex.
    pub down: (Vec<u32>, Vec<u32>),
    /// Short edges by lower vertex.
    pub up: (Vec<u32>, Vec<u32>),
    /// Where the added vertices of each trunk start; they go on from the shared end.
    pub trunks: Vec<u32>,
    /// Path of each edge.
    pub ways: Vec<Way>,
    /// Number of lanes.
    pub lanes: u32,
    /// For every node whether its neighbors are placed as if it were not there; empty for none.
    pub aside: Vec<bool>,
}

impl Layered {
    pub(super) fn vertices(&self) -> usize {
        self.rank.len()
    }

    pub(super) fn is_added(&self, vertex: u32) -> bool {
        vertex as usize >= self.nodes
    }

    pub(super) fn is_aside(&self, vertex: u32) -> bool {
        self.aside.get(vertex as usize).copied().unwrap_or(false)
    }

    /// Number of layers.
    pub(super) fn layers(&self) -> usize {
        self.start.len().saturating_sub(1)
    }

    /// Vertices of a layer, from left to right.
    pub(super) fn layer(&self, layer: usize) -> &[u32] {
        &self.order[self.start[layer] as usize..self.start[layer + 1] as usize]
    }

    /// Short edges that leave a vertex downwards.
    pub(super) fn below(&self, vertex: u32) -> &[u32] {
        &self.down.1[self.down.0[vertex as usize] as usize..self.down.0[vertex as usize + 1] as usize]
    }

    /// Short edges that enter a vertex from above.
    pub(super) fn above(&self, vertex: u32) -> &[u32] {
        &self.up.1[self.up.0[vertex as usize] as usize..self.up.0[vertex as usize + 1] as usize]
    }
}

/// The chains that edges share, before any vertex is added.
struct Trunks {
    /// For every edge its trunk.
    of: Vec<u32>,
    /// Vertices of each trunk.
    lengths: Vec<u32>,
    /// Whether each trunk starts at the target of its edges.
    from_target: Vec<bool>,
}

/// Number of layers that an edge crosses, the one of its target included.
fn span(rank: &[i32], edge: &Edge) -> u32 {
    (rank[edge.to as usize] - rank[edge.from as usize]).max(1) as u32
}

/// Edges share the trunk of their source, unless many meet in one target.
#[inline(never)]
fn trunks(rank: &[i32], edges: &[Edge]) -> Trunks {
    let nodes = rank.len();
    let (mut degree_in, mut degree_out) = (vec![0u32; nodes], vec![0u32; nodes]);
    for edge in edges {
        degree_out[edge.from as usize] += 1;
        degree_in[edge.to as usize] += 1;
    }
    let mut trunks = Trunks { of: Vec::with_capacity(edges.len()), lengths: Vec::new(), from_target: Vec::new() };
    // The trunks that start and those that meet in each node.
    let mut known = vec![[NONE; 2]; nodes];
    for edge in edges {
        let ins = degree_in[edge.to as usize];
        let meets = ins > MEETING && ins > degree_out[edge.from as usize];
        let trunk = &mut known[if meets { edge.to } else { edge.from } as usize][usize::from(meets)];
        if *trunk == NONE {
            *trunk = trunks.lengths.len() as u32;
            trunks.lengths.push(0);
            trunks.from_target.push(meets);
        }
        trunks.of.push(*trunk);
        let length = &mut trunks.lengths[*trunk as usize];
        *length = (*length).max(span(rank, edge) - 1);
    }
    trunks
}

/// Builds the chains. At most `budget` vertices are added; the longest edges beyond that get lanes.
#[inline(never)]
pub(super) fn chain(rank: &[i32], layers: u32, edges: &[Edge], budget: usize) -> Layered {
    let nodes = rank.len();
    let mut out = Layered { nodes, rank: rank.iter().map(|r| *r as u32).collect(), ..Layered::default() };
    let mut trunks = trunks(rank, edges);
    let in_lane = beyond(&trunks.lengths, budget);
    let (lane_of, lanes) = lanes(rank, edges, &trunks.of, &in_lane);
    out.lanes = lanes;
    trunks.lengths.iter_mut().zip(&in_lane).filter(|(_, lane)| **lane).for_each(|(length, _)| *length = 0);
    let mut next = nodes as u32;
    for length in &trunks.lengths {
        out.trunks.push(next);
        next += length;
    }
    out.rank.resize(next as usize, 0);
    // Vertices of each trunk that are connected already.
    let mut grown = vec![0u32; trunks.lengths.len()];
    out.ways.reserve(edges.len());
    out.short.reserve(edges.len() + next as usize - nodes);
    for (edge, trunk) in edges.iter().zip(&trunks.of) {
        let t = *trunk as usize;
        let len = span(rank, edge) - 1;
        // A lane is for the long members only; members in the next layer go straight.
        if in_lane[t] && len > 0 {
            out.ways.push(Way::Lane(lane_of[t]));
            continue;
        }
        let from_target = trunks.from_target[t];
        out.ways.push(Way::Chain { trunk: *trunk, len, from_target });
        let (first, from, to) = (out.trunks[t], edge.from, edge.to);
        for step in grown[t]..len {
            let vertex = first + step;
            if from_target {
                out.rank[vertex as usize] = rank[to as usize] as u32 - step - 1;
                out.short.push((vertex, if step == 0 { to } else { vertex - 1 }));
            } else {
                out.rank[vertex as usize] = rank[from as usize] as u32 + step + 1;
                out.short.push((if step == 0 { from } else { vertex - 1 }, vertex));
            }
        }
        grown[t] = grown[t].max(len);
        out.short.push(match (len, from_target) {
            (0, _) => (from, to),
            (_, false) => (first + len - 1, to),
            (_, true) => (from, first + len - 1),
        });
    }
    let vertices = out.rank.len();
    out.down = bucket(vertices, out.short.iter().map(|e| e.0));
    out.up = bucket(vertices, out.short.iter().map(|e| e.1));
    (out.start, out.order) = bucket(layers as usize, out.rank.iter().copied());
    out.pos = vec![0; vertices];
    out
}

/// The longest trunks without which at most `budget` vertices are added.
fn beyond(lengths: &[u32], budget: usize) -> Vec<bool> {
    let mut beyond = vec![false; lengths.len()];
    let mut total: usize = lengths.iter().map(|l| *l as usize).sum();
    if total > budget {
        let mut longest: Vec<u32> = (0..lengths.len() as u32).collect();
        longest.sort_unstable_by_key(|t| (std::cmp::Reverse(lengths[*t as usize]), *t));
        for t in longest {
            if total <= budget {
                break;
            }
            total -= lengths[t as usize] as usize;
            beyond[t as usize] = true;
        }
    }
    beyond
}

/// Assigns every trunk in a lane its own lane over the layers it spans, reusing free lanes.
#[inline(never)]
fn lanes(rank: &[i32], edges: &[Edge], trunk: &[u32], in_lane: &[bool]) -> (Vec<u32>, u32) {
    let mut order: Vec<u32> = (0..in_lane.len() as u32).filter(|t| in_lane[*t as usize]).collect();
    let mut lane_of = vec![0; in_lane.len()];
    if order.is_empty() {
        return (lane_of, 0);
    }
    let mut spans: Vec<(i32, i32)> = vec![(i32::MAX, i32::MIN); in_lane.len()];
    for (edge, t) in edges.iter().zip(trunk) {
        let s = &mut spans[*t as usize];
        *s = (s.0.min(rank[edge.from as usize]), s.1.max(rank[edge.to as usize]));
    }
    order.sort_unstable_by_key(|t| (spans[*t as usize], *t));
    let mut free: std::collections::BinaryHeap<std::cmp::Reverse<(i32, u32)>> = std::collections::BinaryHeap::new();
    let mut count = 0;
    for t in order {
        let (top, bottom) = spans[t as usize];
        let lane = match free.peek() {
            Some(std::cmp::Reverse((end, lane))) if *end <= top => {
                let lane = *lane;
                free.pop();
                lane
            }
            _ => {
                count += 1;
                count - 1
            }
        };
        lane_of[t as usize] = lane;
        free.push(std::cmp::Reverse((bottom, lane)));
    }
    (lane_of, count)
}
