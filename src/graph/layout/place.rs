//! Horizontal coordinates after Brandes and Köpf: vertices are aligned with a median neighbor in four ways (from above
//! or below, leaning left or right), each way is packed, and a vertex takes the mean of its two middle positions.
//!
//! Packing works on the graph of blocks (in the order of layers), not on classes, so widths may differ and nothing can
//! overlap: each of the four keeps the order and the distances, and so do the middle values.

use super::chains::Layered;

/// Distance kept between neighbors.
const GAP: f64 = 22.0;
/// Distance kept beside the vertices of long edges.
const EDGE_GAP: f64 = 12.0;

/// Center of every vertex; the leftmost outline is at 0. `width` has the width of every vertex.
pub(super) fn place(g: &Layered, width: &[f32], steps: &mut u64) -> Vec<f64> {
    let n = g.vertices();
    if n == 0 {
        return Vec::new();
    }
    let mut pos = vec![0u32; n];
    for layer in &g.layers {
        for (i, v) in layer.iter().enumerate() {
            pos[*v as usize] = i as u32;
        }
    }
    let conflict = conflicts(g, &pos);
    let mut ways: Vec<Vec<f64>> = Vec::with_capacity(4);
    for down in [true, false] {
        for left in [true, false] {
            let root = align(g, &pos, &conflict, down, left);
            *steps += 2 * (n + g.short.len()) as u64;
            ways.push(pack(g, &root, width, left));
        }
    }
    // All four are aligned to the borders of the narrowest before the middle is taken.
    let borders: Vec<(f64, f64)> = ways
        .iter()
        .map(|xs| {
            xs.iter().zip(width).fold((f64::MAX, f64::MIN), |(l, r), (x, w)| {
                (l.min(x - f64::from(*w) / 2.0), r.max(x + f64::from(*w) / 2.0))
            })
        })
        .collect();
    let narrow = (0..4).min_by(|a, b| (borders[*a].1 - borders[*a].0).total_cmp(&(borders[*b].1 - borders[*b].0)));
    let (left_border, right_border) = borders[narrow.unwrap_or(0)];
    for (way, xs) in ways.iter_mut().enumerate() {
        let shift = if way % 2 == 0 { left_border - borders[way].0 } else { right_border - borders[way].1 };
        xs.iter_mut().for_each(|x| *x += shift);
    }
    let mut xs: Vec<f64> = (0..n)
        .map(|v| {
            let mut four = [ways[0][v], ways[1][v], ways[2][v], ways[3][v]];
            four.sort_by(f64::total_cmp);
            (four[1] + four[2]) / 2.0
        })
        .collect();
    let left = xs.iter().zip(width).map(|(x, w)| x - f64::from(*w) / 2.0).fold(f64::MAX, f64::min);
    xs.iter_mut().for_each(|x| *x -= left);
    xs
}

/// Marks short edges that must not be aligned because they cross a piece of a long edge.
fn conflicts(g: &Layered, pos: &[u32]) -> Vec<bool> {
    let mut conflict = vec![false; g.short.len()];
    for pair in g.layers.windows(2) {
        let (upper, lower) = (&pair[0], &pair[1]);
        let (mut from, mut left) = (0, 0u32);
        for (i, v) in lower.iter().enumerate() {
            let inner =
                g.is_added(*v).then(|| g.above(*v).iter().map(|e| g.short[*e as usize].0).find(|u| g.is_added(*u)));
            let inner = inner.flatten().map(|u| pos[u as usize]);
            if i + 1 < lower.len() && inner.is_none() {
                continue;
            }
            let right = inner.unwrap_or(upper.len() as u32);
            for w in &lower[from..=i] {
                for e in g.above(*w) {
                    let u = g.short[*e as usize].0;
                    let p = pos[u as usize];
                    let both_added = g.is_added(*w) && g.is_added(u);
                    conflict[*e as usize] = !both_added && (p < left || p > right);
                }
            }
            from = i + 1;
            left = right;
        }
    }
    conflict
}

/// Aligns vertices with a median neighbor; returns the root of each vertex's block.
fn align(g: &Layered, pos: &[u32], conflict: &[bool], down: bool, left: bool) -> Vec<u32> {
    let n = g.vertices();
    let mut root: Vec<u32> = (0..n as u32).collect();
    let mut taken = vec![false; n];
    let count = g.layers.len();
    let mut near: Vec<(u32, u32)> = Vec::new();
    for i in 1..count {
        let l = if down { i } else { count - 1 - i };
        let layer = &g.layers[l];
        let mut border: Option<u32> = None;
        for j in 0..layer.len() {
            let v = if left { layer[j] } else { layer[layer.len() - 1 - j] };
            let edges = if down { g.above(v) } else { g.below(v) };
            if edges.is_empty() {
                continue;
            }
            near.clear();
            near.extend(edges.iter().map(|e| {
                let (a, b) = g.short[*e as usize];
                (if down { a } else { b }, *e)
            }));
            near.sort_unstable_by_key(|(w, e)| (pos[*w as usize], *e));
            let (low, high) = ((near.len() - 1) / 2, near.len() / 2);
            for m in if left { [low, high] } else { [high, low] } {
                let (w, e) = near[m];
                let p = pos[w as usize];
                let free = border.is_none_or(|b| if left { b < p } else { b > p });
                if !taken[w as usize] && free && !conflict[e as usize] {
                    taken[w as usize] = true;
                    root[v as usize] = root[w as usize];
                    border = Some(p);
                    break;
                }
            }
        }
    }
    root
}

fn distance(g: &Layered, width: &[f32], a: u32, b: u32) -> f64 {
    let gap = if g.is_added(a) || g.is_added(b) { EDGE_GAP } else { GAP };
    f64::from(width[a as usize] + width[b as usize]) / 2.0 + gap
}

/// Packs blocks to one side, then slides each back as far as its neighbors allow. Returns centers.
fn pack(g: &Layered, root: &[u32], width: &[f32], left: bool) -> Vec<f64> {
    let n = root.len();
    // Edges between blocks: right neighbors (left neighbors when packing to the right).
    let mut pairs: Vec<(u32, u32, f64)> = Vec::new();
    for layer in &g.layers {
        for pair in layer.windows(2) {
            let d = distance(g, width, pair[0], pair[1]);
            let (a, b) = (root[pair[0] as usize], root[pair[1] as usize]);
            pairs.push(if left { (a, b, d) } else { (b, a, d) });
        }
    }
    let (out_start, out) = crate::graph::model::bucket(n, pairs.iter().map(|p| p.0));
    let mut waiting = vec![0u32; n];
    pairs.iter().for_each(|p| waiting[p.1 as usize] += 1);
    let mut order: Vec<u32> = (0..n as u32).filter(|v| root[*v as usize] == *v && waiting[*v as usize] == 0).collect();
    let mut x = vec![0f64; n];
    let mut head = 0;
    while head < order.len() {
        let b = order[head] as usize;
        head += 1;
        for p in &out[out_start[b] as usize..out_start[b + 1] as usize] {
            let (_, to, d) = pairs[*p as usize];
            x[to as usize] = x[to as usize].max(x[b] + d);
            waiting[to as usize] -= 1;
            if waiting[to as usize] == 0 {
                order.push(to);
            }
        }
    }
    for b in order.iter().rev().map(|b| *b as usize) {
        let nearest = out[out_start[b] as usize..out_start[b + 1] as usize]
            .iter()
            .map(|p| x[pairs[*p as usize].1 as usize] - pairs[*p as usize].2)
            .fold(f64::MAX, f64::min);
        if nearest != f64::MAX {
            x[b] = x[b].max(nearest);
        }
    }
    (0..n).map(|v| if left { x[root[v] as usize] } else { -x[root[v] as usize] }).collect()
}
