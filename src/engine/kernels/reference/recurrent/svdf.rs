//! SVDF with float32 or int8 inputs and results.

use super::int8::saturated;
use super::int8_16::Product;
use super::matrix::{Matrix, activation, add_product, vector};
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::fixed::Factor;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::recurrent::svdf::{BIAS, FEATURES, MEMORY, Sizes, TIME, sizes};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView};

/// One step: stores the newest features in the memory, and weights each filter's features over time.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.dtype(0) != Some(Dtype::I8) {
        return float(view, io);
    }
    match view.dtype(MEMORY) {
        Some(Dtype::I8) => {
            int8(view, io, view.quant(MEMORY)?.zero_point(), |x, zero| x.clamp(-128, 127).wrapping_add(zero) as i8)
        }
        _ => int8(view, io, 0, |x, _| saturated(x) as i16),
    }
}

fn float(view: &NodeView, io: &mut Io) -> Result<()> {
    let Sizes { batch, filters, memory, rank } = sizes(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let (x, w) = (io.input::<f32>(0), Matrix::new(view, io, FEATURES, add_product));
    let (over_time, bias) = (vector(view, io, TIME), vector(view, io, BIAS));
    let (state, out) = (io.state::<f32>(MEMORY), io.output::<f32>(0));
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        let mut features = vec![0.0; filters];
        w.add_product(&mut features, &x[b * input..][..input]);
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0.0);
            for f in u * rank..(u + 1) * rank {
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.rotate_left(1);
                held[memory - 1] = features[f];
                sum += held.iter().zip(&over_time[f * memory..]).map(|(h, w)| h * w).sum::<f32>();
            }
            out[b * units + u] = act(sum);
        }
    }
    Ok(())
}

/// With a memory and time weights of `T`; `kept` is a feature in the memory, whose zero point is `zero`.
fn int8<T: Number + Into<i32>>(view: &NodeView, io: &mut Io, zero: i32, kept: fn(i32, i32) -> T) -> Result<()> {
    let Sizes { batch, filters, memory, rank } = sizes(view)?;
    // The runtime multiplies the scales as float32.
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| q.scale());
    let to = view.out_quant(0)?;
    let factor = scale(0) * scale(FEATURES) / scale(MEMORY);
    let features = Product::new(io.input(FEATURES), &[], filters, view.quant(0)?.zero_point(), factor.into());
    let result = Factor::new((scale(MEMORY) * scale(TIME) / to.scale()).into());
    let (x, over_time, bias) = (io.input::<i8>(0), io.input::<T>(TIME), io.input::<i32>(BIAS));
    let (state, out) = (io.state::<T>(MEMORY), io.output::<i8>(0));
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0);
            for f in u * rank..(u + 1) * rank {
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.rotate_left(1);
                held[memory - 1] = kept(features.row(f, &x[b * input..][..input]), zero);
                let over_time = over_time[f * memory..].iter();
                let weighed = held.iter().zip(over_time).map(|(&h, &w)| (h.into() - zero) * w.into());
                sum = weighed.fold(sum, i32::wrapping_add);
            }
            out[b * units + u] = result.apply(sum).saturating_add(to.zero_point()).clamp(-128, 127) as i8;
        }
    }
    Ok(())
}
