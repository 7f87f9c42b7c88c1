//! The order of vertices within layers, with few crossings: a depth-first start, barycentre sweeps, transposition.

use super::chains::Layered;

/// Orders all layers; returns the number of crossings. `cancelled` is called between sweeps.
pub(super) fn order(g: &mut Layered, steps: &mut u64, cancelled: &dyn Fn() -> bool) -> u64 {
    start(g);
    let mut pos = vec![0u32; g.vertices()];
    number(g, &mut pos);
    let size = g.short.len() + g.vertices();
    let rounds = match size {
        0..=20_000 => 24,
        20_001..=100_000 => 10,
        _ => 3,
    };
    let mut best = crossings(g, &pos, steps);
    let mut best_layers = g.layers.clone();
    let mut idle = 0;
    for round in 0..rounds {
        if best == 0 || idle > 3 || cancelled() {
            break;
        }
        sweep(g, &mut pos, round % 2 == 0, steps);
        if size <= 40_000 {
            transpose(g, &mut pos, steps);
        }
        let now = crossings(g, &pos, steps);
        if now < best {
            best = now;
            best_layers.clone_from(&g.layers);
            idle = 0;
        } else {
            idle += 1;
        }
    }
    g.layers = best_layers;
    best
}

fn number(g: &Layered, pos: &mut [u32]) {
    for layer in &g.layers {
        for (i, v) in layer.iter().enumerate() {
            pos[*v as usize] = i as u32;
        }
    }
}

/// Depth-first from the top: a tree has no crossings.
fn start(g: &mut Layered) {
    let mut seen = vec![false; g.vertices()];
    let mut tops: Vec<u32> = (0..g.vertices() as u32).collect();
    tops.sort_by_key(|v| (g.rank[*v as usize], *v));
    let mut stack = Vec::new();
    for top in tops {
        stack.push(top);
        while let Some(v) = stack.pop() {
            if std::mem::replace(&mut seen[v as usize], true) {
                continue;
            }
            g.layers[g.rank[v as usize] as usize].push(v);
            // Unvisited parents of a child come right after it, so that related nodes start together.
            let below = &g.down.1[g.down.0[v as usize] as usize..g.down.0[v as usize + 1] as usize];
            stack.extend(below.iter().rev().map(|e| g.short[*e as usize].1).filter(|w| !seen[*w as usize]));
        }
    }
}

/// Sorts every layer by the mean position of its neighbors above (`down`) or below; vertices without neighbors keep
/// their position.
fn sweep(g: &mut Layered, pos: &mut [u32], down: bool, steps: &mut u64) {
    let count = g.layers.len();
    let mut keyed: Vec<(f32, u32)> = Vec::new();
    for i in 0..count {
        let l = if down { i } else { count - 1 - i };
        let layer = std::mem::take(&mut g.layers[l]);
        keyed.clear();
        for v in &layer {
            let edges = if down { g.above(*v) } else { g.below(*v) };
            *steps += edges.len() as u64 + 1;
            if edges.is_empty() {
                continue;
            }
            let sum: f32 = edges
                .iter()
                .map(|e| {
                    let (upper, lower) = g.short[*e as usize];
                    let (upper_dx, lower_dx) = g.offsets[*e as usize];
                    // Ports of one group count from left to right; by less than a position, at any width.
                    let (w, dx) = if down { (upper, upper_dx) } else { (lower, lower_dx) };
                    pos[w as usize] as f32 + dx / (dx.abs() * 2.5 + 400.0)
                })
                .sum();
            keyed.push((sum / edges.len() as f32, *v));
        }
        // Stable: equal keys keep their order.
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sorted = keyed.iter().map(|k| k.1);
        let new: Vec<u32> = layer
            .iter()
            .map(|v| {
                let moves = !(if down { g.above(*v) } else { g.below(*v) }).is_empty();
                if moves { sorted.next().unwrap_or(*v) } else { *v }
            })
            .collect();
        for (i, v) in new.iter().enumerate() {
            pos[*v as usize] = i as u32;
        }
        g.layers[l] = new;
    }
}

/// Swaps neighbors within a layer if that reduces crossings.
fn transpose(g: &mut Layered, pos: &mut [u32], steps: &mut u64) {
    for _ in 0..3 {
        let mut better = false;
        for l in 0..g.layers.len() {
            for i in 1..g.layers[l].len() {
                let (v, w) = (g.layers[l][i - 1], g.layers[l][i]);
                let cost = g.above(v).len() * g.above(w).len() + g.below(v).len() * g.below(w).len();
                if cost == 0 || cost > 4_000 {
                    continue;
                }
                *steps += cost as u64;
                let (kept, swapped) = pair(g, pos, v, w);
                if swapped < kept {
                    g.layers[l].swap(i - 1, i);
                    pos.swap(v as usize, w as usize);
                    better = true;
                }
            }
        }
        if !better {
            break;
        }
    }
}

/// Crossings between the edges of two neighbors: in the current order (`v` left of `w`), and swapped.
fn pair(g: &Layered, pos: &[u32], v: u32, w: u32) -> (u32, u32) {
    let (mut kept, mut swapped) = (0, 0);
    let mut count = |ends_v: &[u32], ends_w: &[u32], upper: bool| {
        let end = |e: u32| {
            let (a, b) = g.short[e as usize];
            pos[if upper { a } else { b } as usize]
        };
        for a in ends_v {
            for b in ends_w {
                kept += u32::from(end(*a) > end(*b));
                swapped += u32::from(end(*a) < end(*b));
            }
        }
    };
    count(g.above(v), g.above(w), true);
    count(g.below(v), g.below(w), false);
    (kept, swapped)
}

/// Counts crossings between all neighboring layers in O(E log V), with a tree of partial sums.
pub(super) fn crossings(g: &Layered, pos: &[u32], steps: &mut u64) -> u64 {
    let mut total = 0u64;
    let mut tree: Vec<u32> = Vec::new();
    let mut ends: Vec<u32> = Vec::new();
    for pair in g.layers.windows(2) {
        let width = pair[1].len();
        tree.clear();
        tree.resize(width + 1, 0);
        let mut seen = 0u64;
        for v in &pair[0] {
            ends.clear();
            ends.extend(g.below(*v).iter().map(|e| pos[g.short[*e as usize].1 as usize]));
            ends.sort_unstable();
            *steps += ends.len() as u64 + 1;
            // Edges seen so far that end to the right of this one cross it.
            for end in &ends {
                let mut at = *end as usize + 1;
                let mut not_right = 0u64;
                while at > 0 {
                    not_right += u64::from(tree[at]);
                    at &= at - 1;
                }
                total += seen - not_right;
            }
            for end in &ends {
                let mut at = *end as usize + 1;
                while at <= width {
                    tree[at] += 1;
                    at += at & at.wrapping_neg();
                }
            }
            seen += ends.len() as u64;
        }
    }
    total
}
