//! SVDF with int8 inputs and results: products of eight values at a time, and what depends on constants only computed once.

use super::vector::{Short, products};
use crate::engine::error::Result;
use crate::engine::kernels::reference::recurrent::svdf::Scales;
use crate::engine::ops::recurrent::svdf::{BIAS, FEATURES, MEMORY, Sizes, TIME, sizes};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

/// An SVDF, with what zero points contribute to its sums.
struct Svdf {
    scales: Scales,
    /// Of each filter: what is added to its sum for a feature.
    features: Vec<i32>,
    /// Of each unit: what is added to its sum over time, with the bias.
    units: Vec<i32>,
}

/// Prepares an SVDF with int8 inputs and constant weights.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let bias = view.value::<i32>(BIAS);
    let (Some(weights), Some(Dtype::I8)) = (view.value::<i8>(FEATURES), view.dtype(0)) else { return Ok(None) };
    if view.has(BIAS) && bias.is_none() {
        return Ok(None);
    }
    let Some(over_time) = time_weights(view) else { return Ok(None) };
    let Sizes { filters, memory, rank, .. } = sizes(view)?;
    let scales = Scales::new(view)?;
    let sum = |weights: &[i8], zero: i32| {
        weights.iter().fold(0i32, |sum, &weight| sum.wrapping_sub(zero.wrapping_mul(weight.into())))
    };
    let depth = weights.len() / filters.max(1);
    let features = weights.chunks_exact(depth.max(1)).map(|row| sum(row, scales.zero)).collect();
    let of_unit = |unit: usize| {
        let start = bias.and_then(|bias| bias.get(unit)).copied().unwrap_or(0);
        let rows = over_time.get(unit * rank * memory..(unit + 1) * rank * memory).unwrap_or(&[]);
        start.wrapping_add(sum(rows, scales.zero_of_memory))
    };
    let units = (0..filters / rank).map(of_unit).collect();
    Ok(Some(Box::new(Svdf { scales, features, units })))
}

/// Constant time weights of int8; none where they are int16, as the memory has no zero point then.
fn time_weights<'a>(view: &NodeView<'a>) -> Option<&'a [i8]> {
    match view.dtype(TIME)? {
        Dtype::I8 => view.value::<i8>(TIME),
        _ => Some(&[]),
    }
}

impl Kernel for Svdf {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        match view.dtype(MEMORY) {
            Some(Dtype::I8) => self.step(view, io, |x| x as i8),
            _ => self.step(view, io, |x| x as i16),
        }
    }
}

impl Svdf {
    /// One step of a node with a memory of `T`; `cut` takes a number's lower bits.
    fn step<T: Short>(&self, view: &NodeView, io: &mut Io, cut: fn(i32) -> T) -> Result<()> {
        let Sizes { batch, filters, memory, rank } = sizes(view)?;
        let (x, weights, out) = (io.input::<i8>(0), io.input::<i8>(FEATURES), io.output::<i8>(0));
        let (state, over_time) = (io.state::<T>(MEMORY), io.input::<T>(TIME));
        let (depth, units) = (x.len() / batch.max(1), filters / rank);
        // All at once: the newest feature of a filter moves to the place before, the oldest one to another filter's newest.
        state.copy_within(state.len().min(1).., 0);
        for b in 0..batch {
            let x = &x[b * depth..][..depth];
            let state = &mut state[b * filters * memory..][..filters * memory];
            let rows = weights.chunks_exact(depth.max(1)).zip(&self.features);
            for (held, (row, start)) in state.chunks_exact_mut(memory).zip(rows) {
                held[memory - 1] = cut(self.scales.feature(product(row, x).wrapping_add(*start)));
            }
            let rows = state.chunks_exact(rank * memory).zip(over_time.chunks_exact(rank * memory));
            for ((out, start), (held, weights)) in out[b * units..].iter_mut().zip(&self.units).zip(rows) {
                *out = self.scales.result(product(held, weights).wrapping_add(*start));
            }
        }
        Ok(())
    }
}

/// The sum of the products of as many numbers.
// A function of its own, which is compiled once.
#[inline(never)]
fn product<T: Short>(a: &[T], b: &[T]) -> i32 {
    let [sum] = products([a], b);
    sum
}
