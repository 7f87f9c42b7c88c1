//! Reverses edges until no cycle remains, and assigns a layer to each node.

use super::flat::Pin;
use crate::graph::model::bucket;

/// Adjacency of a graph given as an edge list: edge indices by source and by target.
pub(super) struct Adjacency {
    out_start: Vec<u32>,
    out: Vec<u32>,
    in_start: Vec<u32>,
    ins: Vec<u32>,
}

impl Adjacency {
    pub(super) fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let (out_start, out) = bucket(nodes, edges.iter().map(|e| e.0));
        let (in_start, ins) = bucket(nodes, edges.iter().map(|e| e.1));
        Self { out_start, out, in_start, ins }
    }

    /// Indices of the edges that leave a node.
    pub(super) fn out(&self, node: u32) -> &[u32] {
        &self.out[self.out_start[node as usize] as usize..self.out_start[node as usize + 1] as usize]
    }

    /// Indices of the edges that enter a node.
    pub(super) fn ins(&self, node: u32) -> &[u32] {
        &self.ins[self.in_start[node as usize] as usize..self.in_start[node as usize + 1] as usize]
    }
}

/// Reverses every edge that closes a cycle in a depth-first walk, sources first; returns the reversed edges. Edges from a
/// node to itself stay.
#[inline(never)]
pub(super) fn break_cycles(nodes: usize, edges: &mut [(u32, u32)]) -> Vec<bool> {
    const NEW: u8 = 0;
    const ACTIVE: u8 = 1;
    const DONE: u8 = 2;
    let adjacency = Adjacency::new(nodes, edges);
    let mut state = vec![NEW; nodes];
    let mut turned = vec![false; edges.len()];
    let mut stack: Vec<(u32, usize)> = Vec::new();
    let roots = (0..nodes as u32).filter(|n| adjacency.ins(*n).is_empty()).chain(0..nodes as u32);
    for root in roots {
        if state[root as usize] != NEW {
            continue;
        }
        state[root as usize] = ACTIVE;
        stack.push((root, 0));
        while let Some((node, next)) = stack.last_mut() {
            let Some(edge) = adjacency.out(*node).get(*next).copied() else {
                state[*node as usize] = DONE;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = edges[edge as usize].1;
            match state[to as usize] {
                NEW => {
                    state[to as usize] = ACTIVE;
                    stack.push((to, 0));
                }
                ACTIVE => turned[edge as usize] = to != *node,
                _ => {}
            }
        }
    }
    for (edge, turned) in edges.iter_mut().zip(&turned) {
        if *turned {
            *edge = (edge.1, edge.0);
        }
    }
    turned
}

/// Layers by longest path, then nodes slide to where their edges are shortest; pinned nodes are first or last. `edges`
/// must be free of cycles. Layers start at 0; some may be empty (see [`close_gaps`]).
#[inline(never)]
pub(super) fn rank(pins: &[Pin], edges: &[(u32, u32)], steps: &mut u64) -> Vec<i32> {
    let nodes = pins.len();
    let adjacency = Adjacency::new(nodes, edges);
    let mut waiting: Vec<u32> = (0..nodes as u32).map(|n| adjacency.ins(n).len() as u32).collect();
    let mut order: Vec<u32> = (0..nodes as u32).filter(|n| waiting[*n as usize] == 0).collect();
    let has_first = pins.contains(&Pin::First);
    let mut rank: Vec<i32> = pins.iter().map(|p| i32::from(has_first && *p != Pin::First)).collect();
    let mut head = 0;
    while head < order.len() {
        let node = order[head];
        head += 1;
        for edge in adjacency.out(node) {
            let to = edges[*edge as usize].1 as usize;
            rank[to] = rank[to].max(rank[node as usize] + 1);
            waiting[to] -= 1;
            if waiting[to] == 0 {
                order.push(to as u32);
            }
        }
    }
    let bottom = rank.iter().copied().max().unwrap_or(0);
    let last = if pins.contains(&Pin::Last) {
        // Pinned nodes have a separate layer, so that no other node is beside them.
        let inner = (0..nodes).filter(|n| pins[*n] != Pin::Last).map(|n| rank[n]).max().unwrap_or(0);
        (0..nodes).filter(|n| pins[*n] == Pin::Last).for_each(|n| rank[n] = bottom.max(inner + 1));
        bottom.max(inner + 1)
    } else {
        bottom
    };
    for round in 0..4 {
        let mut moved = false;
        let mut slide = |node: u32| {
            let n = node as usize;
            let (ins, outs) = (adjacency.ins(node), adjacency.out(node));
            *steps += (ins.len() + outs.len()) as u64;
            if pins[n] != Pin::Free {
                return;
            }
            let low = ins.iter().map(|e| rank[edges[*e as usize].0 as usize] + 1).max();
            let high = outs.iter().map(|e| rank[edges[*e as usize].1 as usize] - 1).min();
            let new = match (low, high) {
                (_, Some(high)) if ins.len() < outs.len() => high,
                (Some(low), _) if ins.len() > outs.len() => low,
                _ => rank[n],
            };
            moved |= new != rank[n];
            rank[n] = new.clamp(i32::from(has_first), last);
        };
        if round % 2 == 0 {
            order.iter().rev().for_each(|n| slide(*n));
        } else {
            order.iter().for_each(|n| slide(*n));
        }
        if !moved {
            break;
        }
    }
    rank
}

/// Spreads layers that are far too wide: nodes without successors move to lower layers, nodes without predecessors to
/// upper ones. A wide star thus becomes a block instead of a line of many screens.
#[inline(never)]
pub(super) fn wrap_wide_layers(rank: &mut [i32], pins: &[Pin], widths: &[f32], edges: &[(u32, u32)], limit: f32) {
    let nodes = rank.len();
    if pins.iter().any(|p| *p != Pin::Free) {
        return;
    }
    let mut has_out = vec![false; nodes];
    let mut has_in = vec![false; nodes];
    for (from, to) in edges {
        has_out[*from as usize] = true;
        has_in[*to as usize] = true;
    }
    wrap(rank, widths, limit, |n| has_in[n] && !has_out[n]);
    // The same upside down for sources.
    rank.iter_mut().for_each(|r| *r = -*r);
    wrap(rank, widths, limit, |n| has_out[n] && !has_in[n]);
    rank.iter_mut().for_each(|r| *r = -*r);
    let top = rank.iter().copied().min().unwrap_or(0);
    rank.iter_mut().for_each(|r| *r -= top);
}

fn wrap(rank: &mut [i32], widths: &[f32], limit: f32, movable: impl Fn(usize) -> bool) {
    let (Some(top), Some(bottom)) = (rank.iter().copied().min(), rank.iter().copied().max()) else { return };
    let (start, members) = bucket((bottom - top + 1) as usize, rank.iter().map(|r| (r - top) as u32));
    let mut pushed: Vec<u32> = Vec::new();
    let mut layer = 0;
    while layer + 1 < start.len() || !pushed.is_empty() {
        let here: &[u32] =
            if layer + 1 < start.len() { &members[start[layer] as usize..start[layer + 1] as usize] } else { &[] };
        let mut width: f32 = here.iter().filter(|n| !movable(**n as usize)).map(|n| widths[*n as usize]).sum();
        let mut over = Vec::new();
        let mut placed = 0;
        for n in pushed.drain(..).chain(here.iter().copied().filter(|n| movable(*n as usize))) {
            // At least one finds a layer, so the loop ends.
            if width + widths[n as usize] <= limit || (placed == 0 && here.is_empty()) {
                width += widths[n as usize];
                rank[n as usize] = top + layer as i32;
                placed += 1;
            } else {
                over.push(n);
            }
        }
        pushed = over;
        layer += 1;
    }
}

/// Renumbers layers so that none is empty; returns their number.
pub(super) fn close_gaps(rank: &mut [i32]) -> u32 {
    let mut used: Vec<i32> = rank.to_vec();
    used.sort_unstable();
    used.dedup();
    for r in rank.iter_mut() {
        // Every value is in the list it came from.
        *r = used.binary_search(r).unwrap_or_default() as i32;
    }
    used.len() as u32
}
