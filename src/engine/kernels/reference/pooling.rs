//! AVERAGE_POOL_2D, MAX_POOL_2D, L2_POOL_2D.

use crate::engine::error::Result;
use crate::engine::operator::{Definition, Ops, Plain};
use crate::engine::ops::arithmetic::{clamp, integer_mean};
use crate::engine::ops::fixed::activation_range;
use crate::engine::ops::geometry::{Plane, misfit};
use crate::engine::ops::pooling::{check, check_float, geometry, shapes};
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops =
    &[(Op::AveragePool2d, Definition::fast(3, check, shapes)), (Op::MaxPool2d, Definition::fast(3, check, shapes))];

/// The other operator of this file.
pub const OPS: Ops = &[(Op::L2Pool2d, Definition::new(1, check_float, shapes, l2))];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::AveragePool2d, average), (Op::MaxPool2d, max)];

/// Calls `f(output index, values in the window)`.
fn windows<T: Copy>(view: &NodeView, x: &[T], mut f: impl FnMut(usize, &[T])) -> Result<()> {
    let (batch, Plane { y, x: w }, channels) = geometry(view)?;
    let mut values = Vec::new();
    for b in 0..batch {
        for oy in 0..y.output {
            for ox in 0..w.output {
                for c in 0..channels {
                    values.clear();
                    for ty in y.inside(oy) {
                        let iy = oy * y.stride + ty - y.before;
                        for tx in w.inside(ox) {
                            let ix = ox * w.stride + tx - w.before;
                            values.push(x[((b * y.input + iy) * w.input + ix) * channels + c]);
                        }
                    }
                    f(((b * y.output + oy) * w.output + ox) * channels + c, &values);
                }
            }
        }
    }
    Ok(())
}

fn average(view: &NodeView, io: &mut Io) -> Result<()> {
    macro_rules! integers {
        ($t:ty, $dtype:expr) => {{
            let (low, high) = activation_range(view.activation(), view.out_quant(0)?, $dtype)?;
            let out = io.output::<$t>(0);
            windows(view, io.input::<$t>(0), |o, values| {
                let sum = values.iter().map(|&v| i32::from(v)).sum();
                out[o] = integer_mean(sum, (values.len() as i32).max(1)).clamp(low, high) as $t;
            })
        }};
    }
    match view.dtype(0) {
        Some(Dtype::F32) => {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            let out = io.output::<f32>(0);
            windows(view, io.input::<f32>(0), |o, values| {
                out[o] = clamp(values.iter().sum::<f32>() / values.len() as f32, low, high);
            })
        }
        Some(Dtype::I8) => integers!(i8, Dtype::I8),
        Some(Dtype::U8) => integers!(u8, Dtype::U8),
        _ => integers!(i16, Dtype::I16),
    }
}

fn max(view: &NodeView, io: &mut Io) -> Result<()> {
    macro_rules! integers {
        ($t:ty, $dtype:expr) => {{
            let (low, high) = activation_range(view.activation(), view.out_quant(0)?, $dtype)?;
            let out = io.output::<$t>(0);
            windows(view, io.input::<$t>(0), |o, values| {
                let max = values.iter().copied().max().unwrap_or(<$t>::MIN);
                out[o] = i32::from(max).clamp(low, high) as $t;
            })
        }};
    }
    match view.dtype(0) {
        Some(Dtype::F32) => {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            let out = io.output::<f32>(0);
            windows(view, io.input::<f32>(0), |o, values| {
                out[o] = clamp(values.iter().fold(f32::MIN, |a, &b| a.max(b)), low, high);
            })
        }
        Some(Dtype::I8) => integers!(i8, Dtype::I8),
        Some(Dtype::U8) => integers!(u8, Dtype::U8),
        _ => integers!(i16, Dtype::I16),
    }
}

fn l2(view: &NodeView, io: &mut Io) -> Result<()> {
    let (low, high) = view.activation().range().ok_or_else(misfit)?;
    let out = io.output::<f32>(0);
    windows(view, io.input::<f32>(0), |o, values| {
        let mean = values.iter().map(|v| v * v).sum::<f32>() / values.len() as f32;
        out[o] = clamp(mean.sqrt(), low, high);
    })
}
