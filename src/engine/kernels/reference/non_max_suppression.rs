//! NON_MAX_SUPPRESSION_V4, NON_MAX_SUPPRESSION_V5.

use super::data_movement::sizes;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Refusal};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::types;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[
    (Op::NonMaxSuppressionV4, Definition::new(1, check, shapes, run)),
    (Op::NonMaxSuppressionV5, Definition::new(1, check, shapes, run)),
];

/// Whether scores are an output too, and suppression may be soft.
fn soft(view: &NodeView) -> bool {
    view.node.op.builtin() == Some(Op::NonMaxSuppressionV5)
}

fn check(view: &NodeView) -> Check {
    let inputs = if soft(view) { 6 } else { 5 };
    if view.inputs() != inputs || !(0..inputs).all(|i| view.has(i)) || view.outputs() != inputs - 3 {
        return Err(Refusal::new("engine-operands"));
    }
    let floats = [0, 1, 3, 4, 5].iter().all(|&i| !view.has(i) || view.dtype(i) == Some(Dtype::F32));
    let scores = !soft(view) || view.out_dtype(1) == Some(Dtype::F32);
    let whole = view.out_dtype(0) == Some(Dtype::I32) && view.out_dtype(inputs - 4) == Some(Dtype::I32);
    types(view, floats && scores && whole && view.dtype(2) == Some(Dtype::I32))
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let (&[boxes, 4], &[scores]) = (view.shape(0), view.shape(1)) else { return Err(misfit()) };
    let single = (2..view.inputs()).all(|i| view.shape(i).is_empty());
    if boxes != scores || !single {
        return Err(misfit());
    }
    let Some(most) = view.integers(2) else { return Ok(None) };
    let most = sizes(&most)?;
    let mut shapes = vec![most.clone(), vec![]];
    if soft(view) {
        shapes.insert(1, most);
    }
    Ok(Some(shapes))
}

/// Area of the intersection by area of the union of two boxes given by opposite corners.
fn overlap(a: &[f32], b: &[f32]) -> f32 {
    let sides = |x: &[f32]| [x[0].min(x[2]), x[1].min(x[3]), x[0].max(x[2]), x[1].max(x[3])];
    let (a, b) = (sides(a), sides(b));
    let area = |x: &[f32; 4]| (x[2] - x[0]) * (x[3] - x[1]);
    if area(&a) <= 0.0 || area(&b) <= 0.0 {
        return 0.0;
    }
    let height = (a[2].min(b[2]) - a[0].max(b[0])).max(0.0);
    let width = (a[3].min(b[3]) - a[1].max(b[1])).max(0.0);
    let common = height * width;
    common / (area(&a) + area(&b) - common)
}

/// A box that may still be chosen.
struct Candidate {
    index: usize,
    score: f32,
    /// Number of chosen boxes that it was already compared with.
    heard: usize,
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let number = |i: usize| io.input::<f32>(i).first().copied().unwrap_or(0.0);
    let (most_alike, least_score, sigma) = (number(3), number(4), number(5));
    let softness = if sigma > 0.0 { -0.5 / sigma } else { 0.0 };
    let (boxes, scores) = (io.input::<f32>(0), io.input::<f32>(1));
    let corners = |i: usize| &boxes[4 * i..][..4];
    let mut left: Vec<Candidate> = (0..scores.len())
        .filter(|&index| scores[index] > least_score)
        .map(|index| Candidate { index, score: scores[index], heard: 0 })
        .collect();
    let most = view.out_shape(0).first().copied().unwrap_or(0).min(left.len());
    let mut chosen: Vec<(usize, f32)> = Vec::new();
    while chosen.len() < most {
        // The best score; the first box of equal ones.
        let better = |a: &Candidate, b: &Candidate| a.score > b.score || (a.score == b.score && a.index < b.index);
        let best = (0..left.len()).reduce(|best, i| if better(&left[i], &left[best]) { i } else { best });
        let Some(best) = best else { break };
        let mut next = left.swap_remove(best);
        let before = next.score;
        let mut dropped = false;
        for &(other, _) in chosen[next.heard..].iter().rev() {
            let alike = overlap(corners(next.index), corners(other));
            if alike >= most_alike {
                dropped = true;
                break;
            }
            if softness != 0.0 {
                next.score *= (softness * alike * alike).exp();
            }
            if next.score <= least_score {
                break;
            }
        }
        next.heard = chosen.len();
        if dropped {
            continue;
        }
        if next.score == before {
            chosen.push((next.index, next.score));
        } else if next.score > least_score {
            left.push(next);
        }
    }
    let count = view.outputs() - 1;
    io.output::<i32>(count)[0] = chosen.len() as i32;
    let indices = io.output::<i32>(0);
    indices.fill(0);
    indices.iter_mut().zip(&chosen).for_each(|(o, c)| *o = c.0 as i32);
    if soft(view) {
        let scores = io.output::<f32>(1);
        scores.fill(0.0);
        scores.iter_mut().zip(&chosen).for_each(|(o, c)| *o = c.1);
    }
    Ok(())
}
