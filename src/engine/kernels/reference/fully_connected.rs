//! FULLY_CONNECTED.

use super::convolution::{
    Arithmetic, ChannelScales, FloatFinish, Hybrid, IntFinish, Sum, WideFinish, arithmetic, bias_fits, clamps,
    wide_bias,
};
use super::{Check, operands, types};
use crate::engine::error::Result;
use crate::engine::kernels::Ops;
use crate::engine::kernels::geometry::{dims, misfit};
use crate::engine::program::{Op, Params};
use crate::engine::registry::{Definition, Refusal};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of this file.
pub const OPS: Ops = &[(Op::FullyConnected, Definition::new(13, check, shapes, run))];

fn check(view: &NodeView) -> Check {
    operands(view, 2..=3, 2)?;
    types(view, arithmetic(view, 0, 1, 2).is_some())?;
    if matches!(view.node.params, Params::FullyConnected { shuffled: true, .. }) {
        return Err(Refusal::new("engine-shuffled-weights"));
    }
    clamps(view)
}

/// Rows, depth and output channels.
#[derive(Clone, Copy, Debug)]
pub struct Dense {
    /// Rows of the input.
    pub rows: usize,
    /// Elements of a row, and of a row of weights.
    pub depth: usize,
    /// Rows of the weights: output channels.
    pub output: usize,
}

/// Geometry of a FULLY_CONNECTED node.
pub fn geometry(view: &NodeView) -> Result<Dense> {
    let [output, depth] = dims(view.shape(1))?;
    let count: usize = view.shape(0).iter().product();
    if depth == 0 || !count.is_multiple_of(depth) {
        return Err(misfit()
            .with("left", format!("{:?}", view.shape(0)))
            .with("right", format!("{:?}", view.shape(1))));
    }
    bias_fits(view, 2, output)?;
    Ok(Dense { rows: count / depth, depth, output })
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let g = geometry(view)?;
    let Params::FullyConnected { keep_dims, .. } = view.node.params else { return Err(misfit()) };
    if !keep_dims {
        return Ok(Some(vec![vec![g.rows, g.output]]));
    }
    let mut shape = view.shape(0).to_vec();
    match shape.last_mut() {
        Some(last) if *last == g.depth => *last = g.output,
        _ => return Err(misfit()),
    }
    Ok(Some(vec![shape]))
}

/// Calls `f(output index, channel, sum)` for every output.
fn sums<S: Sum>(g: &Dense, mut product: impl FnMut(usize, usize, usize) -> S, mut f: impl FnMut(usize, usize, S)) {
    for r in 0..g.rows {
        for c in 0..g.output {
            let mut sum = S::default();
            for k in 0..g.depth {
                sum.add(product(r * g.depth + k, c * g.depth + k, r));
            }
            f(r * g.output + c, c, sum);
        }
    }
}

fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let g = geometry(view)?;
    match arithmetic(view, 0, 1, 2).ok_or_else(misfit)? {
        Arithmetic::Float => {
            let (x, w, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
            let finish = FloatFinish::new(view, io.input(2));
            sums(&g, |i, t, _| x[i] * w[t], |o, c, sum: f32| out[o] = finish.apply(c, sum));
        }
        Arithmetic::Hybrid => {
            let (w, out) = (io.input::<i8>(1), io.output::<f32>(0));
            let asymmetric = matches!(view.node.params, Params::FullyConnected { asymmetric_inputs: true, .. });
            let rows = Hybrid::quantize(io.input(0), g.rows, asymmetric);
            let scales = ChannelScales::new(view.quant(1)?, g.output);
            let finish = FloatFinish::new(view, io.input(2));
            sums(
                &g,
                |i, t, r| (i32::from(rows.values[i]) - rows.zero[r]) * i32::from(w[t]),
                |o, c, sum: i32| out[o] = finish.apply(c, sum as f32 * scales.get(c) * rows.scale[o / g.output]),
            );
        }
        Arithmetic::Int8 => {
            let (x, w, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
            let finish = IntFinish::new(view, 0, 1, g.output, io.input(2))?;
            let (zero, weight_zero) = (view.quant(0)?.zero_point(), view.quant(1)?.zero_point());
            sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * (i32::from(w[t]) - weight_zero),
                |o, c, sum| out[o] = finish.apply(c, sum) as i8,
            );
        }
        Arithmetic::Uint8 => {
            let (x, w, out) = (io.input::<u8>(0), io.input::<u8>(1), io.output::<u8>(0));
            let finish = IntFinish::new(view, 0, 1, g.output, io.input(2))?;
            let (zero, weight_zero) = (view.quant(0)?.zero_point(), view.quant(1)?.zero_point());
            sums(
                &g,
                |i, t, _| (i32::from(x[i]) - zero) * (i32::from(w[t]) - weight_zero),
                |o, c, sum| out[o] = finish.apply(c, sum) as u8,
            );
        }
        Arithmetic::Int16 => {
            let (x, w, out) = (io.input::<i16>(0), io.input::<i8>(1), io.output::<i16>(0));
            let finish = WideFinish::new(view, 0, 1, g.output, wide_bias(view, io, 2))?;
            sums(&g, |i, t, _| i64::from(i32::from(x[i]) * i32::from(w[t])), |o, c, sum| out[o] = finish.apply(c, sum));
        }
    }
    Ok(())
}
