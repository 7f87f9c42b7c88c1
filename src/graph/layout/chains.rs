//! Splits long edges into chains of vertices, one per layer; edges that share an end share a chain.

use super::flat::Edge;
use crate::graph::model::bucket;
use std::collections::HashMap;

/// Gap between the lanes of the longest edges beside the drawing.
pub(super) const LANE_GAP: f32 = 10.0;

/// Path of one edge.
#[derive(Clone, Debug)]
pub(super) enum Way {
    /// From end to end along `trunk[..len]` (from the source) or `trunk[..len]` reversed (up from the target).
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
    /// Vertices of each layer, in drawing order.
    pub layers: Vec<Vec<u32>>,
    /// Short edges: upper and lower vertex.
    pub short: Vec<(u32, u32)>,
    /// Offset of each short edge's ends from the centers of its vertices.
    pub offsets: Vec<(f32, f32)>,
    /// Short edges by upper vertex.
    pub down: (Vec<u32>, Vec<u32>),
    /// Short edges by lower vertex.
    pub up: (Vec<u32>, Vec<u32>),
    /// Added vertices of each trunk, from the shared end on.
    pub trunks: Vec<Vec<u32>>,
    /// Path of each edge.
    pub ways: Vec<Way>,
    /// Number of lanes.
    pub lanes: u32,
}

impl Layered {
    pub(super) fn vertices(&self) -> usize {
        self.rank.len()
    }

    pub(super) fn is_added(&self, vertex: u32) -> bool {
        vertex as usize >= self.nodes
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

/// Key of a shared chain: an end vertex and the bits of the offset at that end.
type Key = (u32, u32, bool);

/// Builds the chains. At most `budget` vertices are added; the longest edges beyond that get lanes.
pub(super) fn chain(rank: &[i32], layers: u32, edges: &[Edge], budget: usize) -> Layered {
    let nodes = rank.len();
    let mut out = Layered { nodes, rank: rank.iter().map(|r| *r as u32).collect(), ..Layered::default() };
    let (mut degree_in, mut degree_out) = (vec![0u32; nodes], vec![0u32; nodes]);
    for edge in edges {
        degree_out[edge.from as usize] += 1;
        degree_in[edge.to as usize] += 1;
    }
    // Edges share the chain of their source, unless many meet in one target.
    let key = |edge: &Edge| -> Key {
        if degree_in[edge.to as usize] > 12 && degree_in[edge.to as usize] > degree_out[edge.from as usize] {
            (edge.to, edge.to_dx.to_bits(), true)
        } else {
            (edge.from, edge.from_dx.to_bits(), false)
        }
    };
    let span = |edge: &Edge| (rank[edge.to as usize] - rank[edge.from as usize]).max(1) as u32;
    let mut trunk_of: HashMap<Key, u32> = HashMap::new();
    let mut lengths: Vec<u32> = Vec::new();
    let trunk: Vec<u32> = edges
        .iter()
        .map(|edge| {
            let id = *trunk_of.entry(key(edge)).or_insert_with(|| {
                lengths.push(0);
                lengths.len() as u32 - 1
            });
            lengths[id as usize] = lengths[id as usize].max(span(edge) - 1);
            id
        })
        .collect();

    let mut total: usize = lengths.iter().map(|l| *l as usize).sum();
    let mut in_lane = vec![false; lengths.len()];
    if total > budget {
        let mut longest: Vec<u32> = (0..lengths.len() as u32).collect();
        longest.sort_by_key(|t| (std::cmp::Reverse(lengths[*t as usize]), *t));
        for t in longest {
            if total <= budget {
                break;
            }
            total -= lengths[t as usize] as usize;
            in_lane[t as usize] = true;
        }
    }
    let (lane_of, lanes) = lanes(rank, edges, &trunk, &in_lane);
    out.lanes = lanes;

    out.trunks = vec![Vec::new(); lengths.len()];
    for (edge, trunk) in edges.iter().zip(&trunk) {
        let t = *trunk as usize;
        let len = span(edge) - 1;
        // A lane is for the long members only; members in the next layer go straight.
        if in_lane[t] && len > 0 {
            out.ways.push(Way::Lane(lane_of[t]));
            continue;
        }
        let from_target = key(edge).2;
        out.ways.push(Way::Chain { trunk: *trunk, len, from_target });
        let (top, bottom) = (rank[edge.from as usize] as u32, rank[edge.to as usize] as u32);
        while (out.trunks[t].len() as u32) < len {
            let step = out.trunks[t].len() as u32 + 1;
            let vertex = out.rank.len() as u32;
            out.rank.push(if from_target { bottom - step } else { top + step });
            let before = out.trunks[t].last().copied();
            match (before, from_target) {
                (None, false) => out.push_short(edge.from, vertex, edge.from_dx, 0.0),
                (None, true) => out.push_short(vertex, edge.to, 0.0, edge.to_dx),
                (Some(v), false) => out.push_short(v, vertex, 0.0, 0.0),
                (Some(v), true) => out.push_short(vertex, v, 0.0, 0.0),
            }
            out.trunks[t].push(vertex);
        }
        match (len.checked_sub(1).map(|l| out.trunks[t][l as usize]), from_target) {
            (None, _) => out.push_short(edge.from, edge.to, edge.from_dx, edge.to_dx),
            (Some(v), false) => out.push_short(v, edge.to, 0.0, edge.to_dx),
            (Some(v), true) => out.push_short(edge.from, v, edge.from_dx, 0.0),
        }
    }
    out.down = bucket(out.rank.len(), out.short.iter().map(|e| e.0));
    out.up = bucket(out.rank.len(), out.short.iter().map(|e| e.1));
    out.layers = vec![Vec::new(); layers as usize];
    out
}

impl Layered {
    fn push_short(&mut self, upper: u32, lower: u32, upper_dx: f32, lower_dx: f32) {
        self.short.push((upper, lower));
        self.offsets.push((upper_dx, lower_dx));
    }
}

/// Assigns every trunk in a lane its own lane over the layers it spans, reusing free lanes.
fn lanes(rank: &[i32], edges: &[Edge], trunk: &[u32], in_lane: &[bool]) -> (Vec<u32>, u32) {
    let mut spans: Vec<(i32, i32)> = vec![(i32::MAX, i32::MIN); in_lane.len()];
    for (edge, t) in edges.iter().zip(trunk) {
        let s = &mut spans[*t as usize];
        *s = (s.0.min(rank[edge.from as usize]), s.1.max(rank[edge.to as usize]));
    }
    let mut order: Vec<u32> = (0..in_lane.len() as u32).filter(|t| in_lane[*t as usize]).collect();
    order.sort_by_key(|t| (spans[*t as usize], *t));
    let mut lane_of = vec![0; in_lane.len()];
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
