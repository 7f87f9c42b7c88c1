//! SVDF with float32 or int8 inputs and results.

use super::matrix::{Input, Matrix, PLAIN, activation, vector};
use crate::engine::data::Number;
use crate::engine::error::Result;
use crate::engine::ops::fixed::Factor;
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::recurrent::svdf::{BIAS, FEATURES, MEMORY, Sizes, TIME, sizes};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, NodeView};

/// One step: stores the newest features in the memory, and weights each filter's features over time.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    match (view.dtype(0), view.dtype(MEMORY)) {
        (Some(Dtype::I8), Some(Dtype::I8)) => int8(view, io, |x| x as i8),
        (Some(Dtype::I8), _) => int8(view, io, |x| x as i16),
        _ => float(view, io),
    }
}

fn float(view: &NodeView, io: &mut Io) -> Result<()> {
    let Sizes { batch, filters, memory, rank } = sizes(view)?;
    let act = activation(view.activation()).ok_or_else(misfit)?;
    let (x, w) = (io.input::<f32>(0), Matrix::new(view, io, FEATURES, PLAIN));
    let (over_time, bias) = (vector(view, io, TIME), vector(view, io, BIAS));
    let (state, out) = (io.state::<f32>(MEMORY), io.output::<f32>(0));
    let (input, units) = (x.len() / batch.max(1), filters / rank);
    for b in 0..batch {
        let mut features = vec![0.0; filters];
        w.add_product(&mut features, &Input::new(&x[b * input..][..input]));
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

/// How sums of integers become features in the memory and results.
pub struct Scales {
    of_features: Factor,
    of_results: Factor,
    /// Zero points of the input, of the memory and of the result.
    pub zero: i32,
    /// Of a memory of int16 it is 0.
    pub zero_of_memory: i32,
    zero_of_results: i32,
    /// Features from -128 or -32768 to 127 or 32767.
    range: (i32, i32),
}

impl Scales {
    /// The scales of a node.
    pub fn new(view: &NodeView) -> Result<Self> {
        // The runtime multiplies them as float32.
        let scale = |i: usize| view.quant(i).map_or(1.0, |q| q.scale());
        let to = view.out_quant(0)?;
        let is_narrow = view.dtype(MEMORY) == Some(Dtype::I8);
        Ok(Self {
            of_features: Factor::new((scale(0) * scale(FEATURES) / scale(MEMORY)).into()),
            of_results: Factor::new((scale(MEMORY) * scale(TIME) / to.scale()).into()),
            zero: view.quant(0)?.zero_point(),
            zero_of_memory: if is_narrow { view.quant(MEMORY)?.zero_point() } else { 0 },
            zero_of_results: to.zero_point(),
            range: if is_narrow { (-128, 127) } else { (-32768, 32767) },
        })
    }

    /// A feature in the memory, from its sum. TensorFlow Lite Micro keeps the lower bits of one that the zero point makes too large.
    pub fn feature(&self, sum: i32) -> i32 {
        let (least, most) = self.range;
        self.of_features.apply(sum).clamp(least, most).wrapping_add(self.zero_of_memory)
    }

    /// A result, from its sum.
    pub fn result(&self, sum: i32) -> i8 {
        self.of_results.apply(sum).saturating_add(self.zero_of_results).clamp(-128, 127) as i8
    }
}

/// With a memory and time weights of `T`; `cut` takes a number's lower bits.
fn int8<T: Number + Into<i32>>(view: &NodeView, io: &mut Io, cut: fn(i32) -> T) -> Result<()> {
    let Sizes { batch, filters, memory, rank } = sizes(view)?;
    let scales = Scales::new(view)?;
    let (x, weights, bias) = (io.input::<i8>(0), io.input::<i8>(FEATURES), io.input::<i32>(BIAS));
    let (over_time, state, out) = (io.input::<T>(TIME), io.state::<T>(MEMORY), io.output::<i8>(0));
    let (depth, units) = (x.len() / batch.max(1), filters / rank);
    let product = |x: i32, zero: i32, weight: i32| x.wrapping_sub(zero).wrapping_mul(weight);
    for b in 0..batch {
        let x = &x[b * depth..][..depth];
        for u in 0..units {
            let mut sum = bias.get(u).copied().unwrap_or(0);
            for f in u * rank..(u + 1) * rank {
                let products =
                    x.iter().zip(&weights[f * depth..]).map(|(&x, &w)| product(x.into(), scales.zero, w.into()));
                let held = &mut state[(b * filters + f) * memory..][..memory];
                held.copy_within(1.., 0);
                held[memory - 1] = cut(scales.feature(products.fold(0, i32::wrapping_add)));
                let weighed = held.iter().zip(&over_time[f * memory..]);
                sum = weighed.fold(sum, |sum, (&held, &w)| {
                    sum.wrapping_add(product(held.into(), scales.zero_of_memory, w.into()))
                });
            }
            out[b * units + u] = scales.result(sum);
        }
    }
    Ok(())
}
