//! Horizontal coordinates after Brandes and Köpf: vertices are aligned with a median neighbor in four ways (from above
//! or below, leaning left or right), each way is packed, and a vertex takes the mean of its two middle positions.
//!
//! Packing works on blocks (in the order of layers), not on classes, so widths may differ and nothing can overlap: each
//! of the four keeps the order and the distances, and so do the middle values.

use super::chains::Layered;
use crate::graph::tree::NONE;

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
    let sides = Sides::new(g);
    let conflict = conflicts(g, &sides);
    let (mut blocks, mut ways) = (Blocks::new(n), Vec::with_capacity(4));
    for down in [true, false] {
        for left in [true, false] {
            blocks.align(g, &sides, &conflict, down, left);
            *steps += 2 * (n + g.short.len()) as u64;
            ways.push(blocks.pack(g, &sides, width, left));
        }
    }
    middle(&mut ways, width)
}

/// Makes room for vertices that are wider than they were placed: only their layers move, and as little as possible (the
/// sum of the squares of all moves in a layer is the least).
#[inline(never)]
pub(super) fn spread(g: &Layered, xs: &mut [f64], placed: &[f32], width: &[f32]) {
    // Centers of neighbors that move together, less their distances from the first: sum and number.
    let mut together: Vec<(f64, u32)> = Vec::new();
    for l in 0..g.layers() {
        let layer = g.layer(l);
        if layer.iter().all(|v| width[*v as usize] <= placed[*v as usize]) {
            continue;
        }
        together.clear();
        let mut before = 0.0;
        for (i, v) in layer.iter().enumerate() {
            if i > 0 {
                before += distance(g, width, layer[i - 1], *v);
            }
            let mut last = (xs[*v as usize] - before, 1);
            while let Some((sum, count)) = together.pop_if(|(sum, n)| *sum / f64::from(*n) > last.0 / f64::from(last.1))
            {
                last = (last.0 + sum, last.1 + count);
            }
            together.push(last);
        }
        let (mut before, mut i) = (0.0, 0);
        for (sum, count) in &together {
            for _ in 0..*count {
                if i > 0 {
                    before += distance(g, width, layer[i - 1], layer[i]);
                }
                xs[layer[i] as usize] = sum / f64::from(*count) + before;
                i += 1;
            }
        }
    }
    let left = xs.iter().zip(width).map(|(x, w)| x - f64::from(*w) / 2.0).fold(f64::MAX, f64::min);
    xs.iter_mut().for_each(|x| *x -= left);
}

/// The mean of the two middle positions of each vertex; the leftmost outline is at 0.
fn middle(ways: &mut [Vec<f64>], width: &[f32]) -> Vec<f64> {
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
    let shifts: [f64; 4] =
        std::array::from_fn(
            |way| {
                if way % 2 == 0 { left_border - borders[way].0 } else { right_border - borders[way].1 }
            },
        );
    let mut xs: Vec<f64> = (0..width.len())
        .map(|v| {
            let [a, b, c, d] = std::array::from_fn(|way| ways[way][v] + shifts[way]);
            let (low, high) = (a.min(b).max(c.min(d)), a.max(b).min(c.max(d)));
            (low + high) / 2.0
        })
        .collect();
    let left = xs.iter().zip(width).map(|(x, w)| x - f64::from(*w) / 2.0).fold(f64::MAX, f64::min);
    xs.iter_mut().for_each(|x| *x -= left);
    xs
}

/// Neighbors of every vertex: beside it, above it and below it, the latter two from left to right.
struct Sides {
    left: Vec<u32>,
    right: Vec<u32>,
    /// Vertex and short edge.
    above: Vec<(u32, u32)>,
    below: Vec<(u32, u32)>,
}

impl Sides {
    fn new(g: &Layered) -> Self {
        let n = g.vertices();
        let (mut left, mut right) = (vec![NONE; n], vec![NONE; n]);
        for l in 0..g.layers() {
            for pair in g.layer(l).windows(2) {
                right[pair[0] as usize] = pair[1];
                left[pair[1] as usize] = pair[0];
            }
        }
        let sorted = |(start, edges): &(Vec<u32>, Vec<u32>), upper: bool| {
            let end = |e: &u32| {
                let (a, b) = g.short[*e as usize];
                (if upper { a } else { b }, *e)
            };
            let mut near: Vec<(u32, u32)> = edges.iter().map(end).collect();
            for range in start.windows(2).filter(|range| range[1] - range[0] > 1) {
                let near = &mut near[range[0] as usize..range[1] as usize];
                near.sort_unstable_by_key(|(w, e)| (g.pos[*w as usize], *e));
            }
            near
        };
        Self { left, right, above: sorted(&g.up, true), below: sorted(&g.down, false) }
    }

    fn near(&self, g: &Layered, v: u32, down: bool) -> &[(u32, u32)] {
        let (start, near) = if down { (&g.up.0, &self.above) } else { (&g.down.0, &self.below) };
        &near[start[v as usize] as usize..start[v as usize + 1] as usize]
    }
}

/// Marks short edges that must not be aligned because they cross a piece of a long edge.
#[inline(never)]
fn conflicts(g: &Layered, sides: &Sides) -> Vec<bool> {
    let mut conflict = vec![false; g.short.len()];
    for l in 1..g.layers() {
        let (upper, lower) = (g.layer(l - 1), g.layer(l));
        let (mut from, mut left) = (0, 0u32);
        for (i, v) in lower.iter().enumerate() {
            let inner =
                g.is_added(*v).then(|| g.above(*v).iter().map(|e| g.short[*e as usize].0).find(|u| g.is_added(*u)));
            let inner = inner.flatten().map(|u| g.pos[u as usize]);
            if i + 1 < lower.len() && inner.is_none() {
                continue;
            }
            let right = inner.unwrap_or(upper.len() as u32);
            for w in &lower[from..=i] {
                for (u, e) in sides.near(g, *w, true) {
                    let p = g.pos[*u as usize];
                    let both_added = g.is_added(*w) && g.is_added(*u);
                    conflict[*e as usize] = !both_added && (p < left || p > right);
                }
            }
            from = i + 1;
            left = right;
        }
    }
    conflict
}

/// Vertices that are aligned with each other: rings through the vertices of each block.
struct Blocks {
    root: Vec<u32>,
    next: Vec<u32>,
}

impl Blocks {
    fn new(n: usize) -> Self {
        Self { root: vec![0; n], next: vec![0; n] }
    }

    /// Aligns vertices with a median neighbor above (`down`) or below, from the left or from the right.
    #[inline(never)]
    fn align(&mut self, g: &Layered, sides: &Sides, conflict: &[bool], down: bool, left: bool) {
        let n = g.vertices() as u32;
        (0..n).for_each(|v| {
            self.root[v as usize] = v;
            self.next[v as usize] = v;
        });
        let mut taken = vec![false; n as usize];
        let mut others = Vec::new();
        let count = g.layers();
        for i in 1..count {
            let layer = g.layer(if down { i } else { count - 1 - i });
            let mut border: Option<u32> = None;
            for j in 0..layer.len() {
                let v = if left { layer[j] } else { layer[layer.len() - 1 - j] };
                let mut near = sides.near(g, v, down);
                if !g.aside.is_empty() {
                    // A chain is straight although some of its nodes have a name beside them.
                    others.clear();
                    others.extend(near.iter().copied().filter(|(w, _)| !g.is_aside(*w)));
                    near = if others.is_empty() { near } else { &others };
                }
                if near.is_empty() {
                    continue;
                }
                let (low, high) = ((near.len() - 1) / 2, near.len() / 2);
                for m in if left { [low, high] } else { [high, low] } {
                    let (w, e) = near[m];
                    let p = g.pos[w as usize];
                    let free = border.is_none_or(|b| if left { b < p } else { b > p });
                    if !taken[w as usize] && free && !conflict[e as usize] {
                        taken[w as usize] = true;
                        let root = self.root[w as usize];
                        self.root[v as usize] = root;
                        self.next[w as usize] = v;
                        self.next[v as usize] = root;
                        border = Some(p);
                        break;
                    }
                }
            }
        }
    }

    /// Packs blocks to one side, then slides each back as far as its neighbors allow. Returns centers.
    #[inline(never)]
    fn pack(&self, g: &Layered, sides: &Sides, width: &[f32], left: bool) -> Vec<f64> {
        let n = self.root.len();
        let (before, after) = if left { (&sides.left, &sides.right) } else { (&sides.right, &sides.left) };
        let mut x = vec![0f64; n];
        let mut order: Vec<u32> = Vec::new();
        let mut done = vec![false; n];
        // Blocks whose position waits for those before them, each with the vertex that is looked at.
        let mut stack: Vec<(u32, u32)> = Vec::new();
        for start in (0..n as u32).filter(|v| self.root[*v as usize] == *v) {
            if !done[start as usize] {
                stack.push((start, start));
            }
            while let Some((block, member)) = stack.last_mut() {
                let beside = before[*member as usize];
                if beside != NONE {
                    let other = self.root[beside as usize];
                    if !done[other as usize] {
                        stack.push((other, other));
                        continue;
                    }
                    let least = x[other as usize] + distance(g, width, beside, *member);
                    x[*block as usize] = x[*block as usize].max(least);
                }
                *member = self.next[*member as usize];
                if *member == *block {
                    done[*block as usize] = true;
                    order.push(*block);
                    stack.pop();
                }
            }
        }
        for block in order.iter().rev() {
            let mut nearest = f64::MAX;
            let mut member = *block;
            loop {
                let beside = after[member as usize];
                if beside != NONE {
                    let most = x[self.root[beside as usize] as usize] - distance(g, width, member, beside);
                    nearest = nearest.min(most);
                }
                member = self.next[member as usize];
                if member == *block {
                    break;
                }
            }
            if nearest != f64::MAX {
                x[*block as usize] = x[*block as usize].max(nearest);
            }
        }
        (0..n).map(|v| if left { x[self.root[v] as usize] } else { -x[self.root[v] as usize] }).collect()
    }
}

fn distance(g: &Layered, width: &[f32], a: u32, b: u32) -> f64 {
    let gap = if g.is_added(a) || g.is_added(b) { EDGE_GAP } else { GAP };
    f64::from(width[a as usize] + width[b as usize]) / 2.0 + gap
}
