//! SVDF with float32 or int8 inputs and results.

use super::int8::saturated;
use super::int8_16::Product;
use super::matrix::{Matrix, activation, add_product, vector};
use crate::engine::error::Result;
use crate::engine::ops::fixed::Factor;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::recurrent::svdf::{BIAS, FEATURES, MEMORY, Sizes, TIME, sizes};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView};

/// One step: stores the newest features in the memory, and weights each filter's features over time.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    if view.dtype(0) == Some(Dtype::I8) { int8(view, io) } else { float(view, io) }
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

/// With a memory and time weights of int16, or of int8, which are widened for the run.
fn int8(view: &NodeView, io: &mut Io) -> Result<()> {
    let Sizes { batch, filters, memory, rank } = sizes(view)?;
    // The runtime multiplies the scales as float32.
    let scale = |i: usize| view.quant(i).map_or(1.0, |q| q.scale());
    let to = view.out_quant(0)?;
    let factor = scale(0) * scale(FEATURES) / scale(MEMORY);
    let features = Product::new(io.input(FEATURES), &[], filters, view.quant(0)?.zero_point(), factor.into());
    let result = Factor::new((scale(MEMORY) * scale(TIME) / to.scale()).into());
    let (x, bias, out) = (io.input::<i8>(0), io.input::<i32>(BIAS), io.output::<i8>(0));
    let is_narrow = view.dtype(MEMORY) == Some(Dtype::I8);
    let zero = if is_narrow { view.quant(MEMORY)?.zero_point() } else { 0 };
    let widened =
        |bytes: &[i8], zero: i32| bytes.iter().map(|&x| i32::from(x).wrapping_sub(zero) as i16).collect::<Vec<i16>>();
    let (bytes, of_bytes): (&mut [i8], &[i8]) =
        if is_narrow { (io.state(MEMORY), io.input(TIME)) } else { (&mut [], &[]) };
    let (mut wide, of_wide) = (widened(bytes, zero), widened(of_bytes, 0));
    let (state, over_time) =
        if is_narrow { (&mut wide[..], &of_wide[..]) } else { (io.state::<i16>(MEMORY), io.input::<i16>(TIME)) };
    // A feature of int8 has the zero point added, which may be too much for it.
    let kept = |x: i32| {
        if is_narrow { i32::from(x.clamp(-128, 127).wrapping_add(zero) as i8).wrapping_sub(zero) } else { saturated(x) }
    };
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0);
            for f in u * rank..(u + 1) * rank {
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.rotate_left(1);
                held[memory - 1] = kept(features.row(f, &x[b * input..][..input])) as i16;
                let weighed = held.iter().zip(&over_time[f * memory..]).map(|(&h, &w)| i32::from(h) * i32::from(w));
                sum = weighed.fold(sum, i32::wrapping_add);
            }
            out[b * units + u] = result.apply(sum).saturating_add(to.zero_point()).clamp(-128, 127) as i8;
        }
    }
    bytes.iter_mut().zip(wide).for_each(|(byte, held)| *byte = i32::from(held).wrapping_add(zero) as i8);
    Ok(())
}
