//! The order of vertices within layers, with few crossings: a depth-first start, barycenter sweeps, transposition.

use super::chains::Layered;
use crate::graph::model::bucket;

/// Orders all layers; returns the number of crossings. `cancelled` is called between sweeps.
pub(super) fn order(g: &mut Layered, steps: &mut u64, cancelled: &dyn Fn() -> bool) -> u64 {
    start(g);
    let size = g.short.len() + g.vertices();
    let rounds = match size {
        0..=20_000 => 24,
        20_001..=100_000 => 10,
        _ => 3,
    };
    let mut scratch = Scratch::default();
    let mut best = crossings(g, &mut scratch, steps);
    let mut best_order = g.order.clone();
    let mut idle = 0;
    for round in 0..rounds {
        if best == 0 || idle > 3 || cancelled() {
            break;
        }
        sweep(g, round % 2 == 0, &mut scratch, steps);
        if size <= 40_000 {
            transpose(g, steps);
        }
        let now = crossings(g, &mut scratch, steps);
        if now < best {
            best = now;
            best_order.clone_from(&g.order);
            idle = 0;
        } else {
            idle += 1;
        }
    }
    if best > 0 && !cancelled() {
        // The document's own order after one sweep: never worse than that.
        g.order = bucket(g.layers(), g.rank.iter().copied()).1;
        number(g);
        sweep(g, true, &mut scratch, steps);
        let plain = crossings(g, &mut scratch, steps);
        if plain < best {
            best = plain;
            best_order.clone_from(&g.order);
        }
    }
    g.order = best_order;
    number(g);
    best
}

/// Buffers that all layers share.
#[derive(Default)]
struct Scratch {
    keyed: Vec<(f32, u32)>,
    tree: Vec<u32>,
    ends: Vec<u32>,
}

fn number(g: &mut Layered) {
    for layer in g.start.windows(2) {
        for (i, v) in g.order[layer[0] as usize..layer[1] as usize].iter().enumerate() {
            g.pos[*v as usize] = i as u32;
        }
    }
}

/// Depth-first from the top: a tree has no crossings.
fn start(g: &mut Layered) {
    let mut seen = vec![false; g.vertices()];
    // Layer by layer, and by number within a layer.
    let tops = std::mem::replace(&mut g.order, vec![0; seen.len()]);
    let mut next = g.start.clone();
    let mut stack = Vec::new();
    for top in tops {
        stack.push(top);
        while let Some(v) = stack.pop() {
            if std::mem::replace(&mut seen[v as usize], true) {
                continue;
            }
            let layer = g.rank[v as usize] as usize;
            g.order[next[layer] as usize] = v;
            g.pos[v as usize] = next[layer] - g.start[layer];
            next[layer] += 1;
            // Unvisited parents of a child come right after it, so that related nodes start together.
            let below = &g.down.1[g.down.0[v as usize] as usize..g.down.0[v as usize + 1] as usize];
            stack.extend(below.iter().rev().map(|e| g.short[*e as usize].1).filter(|w| !seen[*w as usize]));
        }
    }
}

/// Sorts every layer by the mean position of its neighbors above (`down`) or below; vertices without neighbors keep
/// their position.
fn sweep(g: &mut Layered, down: bool, scratch: &mut Scratch, steps: &mut u64) {
    let count = g.layers();
    let keyed = &mut scratch.keyed;
    for i in 0..count {
        let l = if down { i } else { count - 1 - i };
        let range = g.start[l] as usize..g.start[l + 1] as usize;
        *steps += range.len() as u64;
        if range.len() < 2 {
            continue;
        }
        keyed.clear();
        for v in &g.order[range.clone()] {
            let edges = if down { g.above(*v) } else { g.below(*v) };
            *steps += edges.len() as u64;
            if edges.is_empty() {
                continue;
            }
            let mut sum = 0.0;
            for e in edges {
                let (upper, lower) = g.short[*e as usize];
                sum += g.pos[if down { upper } else { lower } as usize] as f32;
            }
            keyed.push((sum / edges.len() as f32, *v));
        }
        if keyed.is_sorted_by(|a, b| a.0.total_cmp(&b.0).is_le()) {
            continue;
        }
        // Stable: equal keys keep their order.
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut sorted = keyed.iter().map(|k| k.1);
        for at in range.clone() {
            let v = g.order[at];
            let moves = !(if down { g.above(v) } else { g.below(v) }).is_empty();
            if moves && let Some(v) = sorted.next() {
                g.order[at] = v;
                g.pos[v as usize] = (at - range.start) as u32;
            }
        }
    }
}

/// Swaps neighbors within a layer if that reduces crossings.
fn transpose(g: &mut Layered, steps: &mut u64) {
    for _ in 0..3 {
        let mut better = false;
        for l in 0..g.layers() {
            for i in g.start[l] as usize + 1..g.start[l + 1] as usize {
                let (v, w) = (g.order[i - 1], g.order[i]);
                let cost = g.above(v).len() * g.above(w).len() + g.below(v).len() * g.below(w).len();
                if cost == 0 || cost > 4_000 {
                    continue;
                }
                *steps += cost as u64;
                let (kept, swapped) = pair(g, v, w);
                if swapped < kept {
                    g.order.swap(i - 1, i);
                    g.pos.swap(v as usize, w as usize);
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
fn pair(g: &Layered, v: u32, w: u32) -> (u32, u32) {
    let (mut kept, mut swapped) = (0, 0);
    let mut count = |ends_v: &[u32], ends_w: &[u32], upper: bool| {
        let end = |e: u32| {
            let (a, b) = g.short[e as usize];
            g.pos[if upper { a } else { b } as usize]
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
fn crossings(g: &Layered, scratch: &mut Scratch, steps: &mut u64) -> u64 {
    let mut total = 0u64;
    let Scratch { tree, ends, .. } = scratch;
    for l in 1..g.layers() {
        let (upper, width) = (g.layer(l - 1), g.layer(l).len());
        *steps += upper.len() as u64;
        if upper.len() < 2 || width < 2 {
            continue;
        }
        tree.clear();
        tree.resize(width + 1, 0);
        let mut seen = 0u64;
        for v in upper {
            ends.clear();
            ends.extend(g.below(*v).iter().map(|e| g.pos[g.short[*e as usize].1 as usize]));
            *steps += ends.len() as u64;
            // Edges seen so far that end to the right of this one cross it.
            for end in ends.iter() {
                let mut at = *end as usize + 1;
                let mut not_right = 0u64;
                while at > 0 {
                    not_right += u64::from(tree[at]);
                    at &= at - 1;
                }
                total += seen - not_right;
            }
            for end in ends.iter() {
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

#[cfg(test)]
mod tests {
    use super::super::chains::chain;
    use super::super::flat::Edge;
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::Index;

    /// Crossings, edge by edge.
    fn plainly(g: &Layered, pos: &[usize]) -> u64 {
        let mut count = 0;
        for (i, a) in g.short.iter().enumerate() {
            for b in g.short[..i].iter().filter(|b| g.rank[b.0 as usize] == g.rank[a.0 as usize]) {
                let (top, bottom) =
                    (pos[a.0 as usize].cmp(&pos[b.0 as usize]), pos[a.1 as usize].cmp(&pos[b.1 as usize]));
                count += u64::from(top.is_ne() && bottom == top.reverse());
            }
        }
        count
    }

    /// Positions in the document's order, each layer sorted by the mean position of its neighbors above.
    fn one_sweep(g: &Layered) -> Vec<usize> {
        let mut pos = vec![0; g.vertices()];
        for layer in 0..g.layers() as u32 {
            let members: Vec<u32> = (0..g.vertices() as u32).filter(|v| g.rank[*v as usize] == layer).collect();
            let mean = |v: u32| {
                let above: Vec<usize> = g.short.iter().filter(|e| e.1 == v).map(|e| pos[e.0 as usize]).collect();
                (!above.is_empty()).then(|| above.iter().sum::<usize>() as f64 / above.len() as f64)
            };
            let mut sorted: Vec<(f64, u32)> = members.iter().filter_map(|v| Some((mean(*v)?, *v))).collect();
            sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
            let mut sorted = sorted.into_iter();
            let order: Vec<u32> = members
                .iter()
                .filter_map(|v| if mean(*v).is_some() { sorted.next().map(|s| s.1) } else { Some(*v) })
                .collect();
            order.iter().enumerate().for_each(|(i, v)| pos[*v as usize] = i);
        }
        pos
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn crossings_are_counted_and_not_above_those_of_one_sweep(
            ranks in vec(0..6i32, 2..40),
            edges in vec(any::<[Index; 2]>(), 1..80),
        ) {
            let mut edges: Vec<(u32, u32)> = edges
                .iter()
                .map(|ends| ends.map(|end| end.index(ranks.len()) as u32))
                .filter(|[a, b]| ranks[*a as usize] < ranks[*b as usize])
                .map(|[a, b]| (a, b))
                .collect();
            edges.sort_unstable();
            edges.dedup();
            let edges: Vec<Edge> = edges.into_iter().map(|(from, to)| Edge { from, to }).collect();
            let mut g = chain(&ranks, 6, &edges, 1_000);
            let baseline = plainly(&g, &one_sweep(&g));
            let count = order(&mut g, &mut 0, &|| false);
            let pos: Vec<usize> = g.pos.iter().map(|p| *p as usize).collect();
            assert_eq!(count, plainly(&g, &pos));
            assert!(count <= baseline, "{count} crossings, {baseline} after one sweep");
        }
    }
}
