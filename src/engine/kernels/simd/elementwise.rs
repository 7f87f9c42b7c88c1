//! ADD, SUB, MUL and other functions of two operands, of which one may repeat; AVERAGE_POOL and MAX_POOL. Plain loops
//! over slices, which the compiler vectorizes.

use super::quantized_add::QuickSum;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::integer_mean;
use crate::engine::ops::arithmetic::{QuantizedProduct, QuantizedSum, clamp};
use crate::engine::ops::fixed::activation_range;
use crate::engine::ops::geometry::{Plane, broadcast_rows, misfit};
use crate::engine::ops::pooling;
use crate::engine::program::{Dtype, Op};
use crate::engine::view::{Io, Kernel, NodeView};

/// A function of two quantized values or numbers.
enum Function {
    Float(Op, f32, f32),
    Sum(QuantizedSum, Option<QuickSum>),
    Product(QuantizedProduct),
}

struct Binary(Function);

/// Prepares ADD, SUB, MUL, DIV, SQUARED_DIFFERENCE, MAXIMUM, MINIMUM: float32; the first three also int8 where the second
/// operand's shape is a tail of the first's.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let op = view.node.op.builtin();
    let function = match view.dtype(0) {
        Some(Dtype::F32) => {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            Function::Float(op.unwrap_or(Op::Mul), low, high)
        }
        Some(Dtype::I8) if op == Some(Op::Mul) => Function::Product(QuantizedProduct::new(view)?),
        Some(Dtype::I8) if matches!(op, Some(Op::Add | Op::Sub)) => {
            let sum = QuantizedSum::new(view, op == Some(Op::Sub))?;
            Function::Sum(sum, QuickSum::new(&sum))
        }
        _ => return Ok(None),
    };
    let kernel = Binary(function);
    Ok(if kernel.takes(view) { Some(Box::new(kernel)) } else { None })
}

/// Whether the second operand repeats as a whole along the first.
fn fits(view: &NodeView) -> bool {
    let (a, b) = (view.shape(0), view.shape(1));
    a.ends_with(b) && a == view.out_shape(0) && !b.contains(&0)
}

impl Binary {
    fn takes(&self, view: &NodeView) -> bool {
        matches!(self.0, Function::Float(..)) || fits(view)
    }
}

/// Floats along rows of the result; each operand advances or stays.
// A separate function for each operation: browsers recompile hot code by complete functions.
#[inline(never)]
fn floats(view: &NodeView, io: &mut Io, f: impl Fn(f32, f32) -> f32) {
    let (a, b, out) = (io.input::<f32>(0), io.input::<f32>(1), io.output::<f32>(0));
    let row = |out: &mut [f32], a: &[f32], b: &[f32]| match (a, b) {
        (&[a], b) => out.iter_mut().zip(b).for_each(|(o, &b)| *o = f(a, b)),
        (a, &[b]) => out.iter_mut().zip(a).for_each(|(o, &a)| *o = f(a, b)),
        (a, b) => out.iter_mut().zip(a).zip(b).for_each(|((o, &a), &b)| *o = f(a, b)),
    };
    if out.is_empty() {
        return;
    }
    if fits(view) {
        let len = if b.len() == 1 { a.len() } else { b.len() };
        a.chunks(len).zip(out.chunks_mut(len)).for_each(|(a, out)| row(out, a, b));
        return;
    }
    broadcast_rows(view.out_shape(0), &[view.shape(0), view.shape(1)], &mut |to, at, steps, len| {
        let along = |i: usize| at[i]..at[i] + if steps[i] == 0 { 1 } else { len };
        row(&mut out[to..to + len], &a[along(0)], &b[along(1)]);
    });
}

impl Kernel for Binary {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        if self.takes(view) { Ok(()) } else { Err(misfit()) }
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        match &self.0 {
            &Function::Float(Op::Add, low, high) => floats(view, io, |a, b| clamp(a + b, low, high)),
            &Function::Float(Op::Sub, low, high) => floats(view, io, |a, b| clamp(a - b, low, high)),
            &Function::Float(Op::Div, low, high) => floats(view, io, |a, b| clamp(a / b, low, high)),
            Function::Float(Op::SquaredDifference, ..) => floats(view, io, |a, b| (a - b) * (a - b)),
            Function::Float(Op::Maximum, ..) => floats(view, io, |a, b| if a > b { a } else { b }),
            Function::Float(Op::Minimum, ..) => floats(view, io, |a, b| if a < b { a } else { b }),
            &Function::Float(_, low, high) => floats(view, io, |a, b| clamp(a * b, low, high)),
            Function::Sum(sum, None) => quantized(io, |a, b| sum.apply(a, b)),
            Function::Sum(sum, Some(quick)) => quick.run(sum, io.input(0), io.input(1), io.output(0)),
            Function::Product(product) => quantized(io, |a, b| product.apply(a, b)),
        }
        Ok(())
    }
}

#[inline(never)]
fn quantized(io: &mut Io, f: impl Fn(i32, i32) -> i32) {
    let (a, b, out) = (io.input::<i8>(0), io.input::<i8>(1), io.output::<i8>(0));
    for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
        for ((o, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *o = f(a.into(), b.into()) as i8;
        }
    }
}

/// AVERAGE_POOL_2D and MAX_POOL_2D, channels side by side.
struct Pool {
    max: bool,
}

/// Prepares AVERAGE_POOL_2D and MAX_POOL_2D: float32 or int8.
pub fn prepare_pool(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I8));
    Ok(if known { Some(Box::new(Pool { max: view.node.op.builtin() == Some(Op::MaxPool2d) })) } else { None })
}

/// Calls `f(output pixel, input pixels in its window)`.
fn windows(view: &NodeView, mut f: impl FnMut(usize, &mut dyn Iterator<Item = usize>)) -> Result<usize> {
    let (batch, Plane { y, x }, channels) = pooling::geometry(view)?;
    for b in 0..batch {
        for oy in 0..y.output {
            for ox in 0..x.output {
                let pixel = |ty: usize, tx: usize| {
                    let (iy, ix) = (oy * y.stride + ty - y.before, ox * x.stride + tx - x.before);
                    (b * y.input + iy) * x.input + ix
                };
                let mut inside = y.inside(oy).flat_map(|ty| x.inside(ox).map(move |tx| (ty, tx)));
                f((b * y.output + oy) * x.output + ox, &mut inside.by_ref().map(|(ty, tx)| pixel(ty, tx)));
            }
        }
    }
    Ok(channels)
}

impl Kernel for Pool {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        pooling::geometry(view).map(|_| ())
    }

    fn scratch(&self) -> usize {
        0
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (_, _, channels) = pooling::geometry(view)?;
        if view.dtype(0) == Some(Dtype::F32) {
            let (low, high) = view.activation().range().ok_or_else(misfit)?;
            let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
            let max = self.max;
            windows(view, |o, pixels| {
                let out = &mut out[o * channels..][..channels];
                out.fill(if max { f32::MIN } else { 0.0 });
                let mut count = 0;
                for pixel in pixels {
                    count += 1;
                    let from = &x[pixel * channels..][..channels];
                    if max {
                        out.iter_mut().zip(from).for_each(|(o, &x)| *o = o.max(x));
                    } else {
                        out.iter_mut().zip(from).for_each(|(o, &x)| *o += x);
                    }
                }
                let scale = if max { 1.0 } else { count as f32 };
                out.iter_mut().for_each(|o| *o = clamp(*o / scale, low, high));
            })?;
            return Ok(());
        }
        let (low, high) = activation_range(view.activation(), view.out_quant(0)?, Dtype::I8)?;
        let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
        let max = self.max;
        windows(view, |o, pixels| {
            let out = &mut out[o * channels..][..channels];
            let pixels: smallvec::SmallVec<[usize; 64]> = pixels.collect();
            for (b, out) in out.chunks_mut(16).enumerate() {
                let mut sums = [if max { -128 } else { 0i32 }; 16];
                for pixel in &pixels {
                    let from = &x[pixel * channels + b * 16..][..out.len()];
                    match (from.first_chunk::<16>(), max) {
                        (Some(from), true) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s = (*s).max(x.into())),
                        (Some(from), false) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s += i32::from(x)),
                        (None, true) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s = (*s).max(x.into())),
                        (None, false) => sums.iter_mut().zip(from).for_each(|(s, &x)| *s += i32::from(x)),
                    }
                }
                for (o, sum) in out.iter_mut().zip(sums) {
                    let value = if max { sum } else { integer_mean(sum, (pixels.len() as i32).max(1)) };
                    *o = value.clamp(low, high) as i8;
                }
            }
        })?;
        Ok(())
    }
}
