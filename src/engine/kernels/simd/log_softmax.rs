//! LOG_SOFTMAX of float32 and int8.

use super::activations::exp_or_zero;
use super::softmax::{largest, rows};
use crate::engine::error::Result;
use crate::engine::kernels::reference::softmax::{Differences, log};
use crate::engine::ops::fixed::{Factor, divide_by_power, exp_on_negative};
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

struct Floats;

/// Prepares LOG_SOFTMAX.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    Ok(match view.dtype(0) {
        Some(Dtype::F32) => Some(Box::new(Floats)),
        Some(Dtype::I8) => Some(Box::new(Bytes::new(view.quant(0)?.scale()))),
        _ => None,
    })
}

impl Kernel for Floats {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (rows, x) = (rows(view), io.input::<f32>(0));
        io.crew().share(rows, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (x, out) in x[first * rows.len..].chunks_exact(rows.len).zip(out.chunks_exact_mut(rows.len)) {
                let max = largest(x);
                // Each lane has a sum.
                let (mut sums, (groups, rest)) = ([0.0; 16], x.as_chunks::<16>());
                for x in groups {
                    sums.iter_mut().zip(x).for_each(|(sum, x)| *sum += exp_or_zero(x - max));
                }
                let rest: f32 = rest.iter().map(|x| exp_or_zero(x - max)).sum();
                let log = (sums.iter().sum::<f32>() + rest).ln();
                out.iter_mut().zip(x).for_each(|(out, &x)| *out = x - max - log);
            }
        });
        Ok(())
    }
}

/// The same of int8 values, as the plain kernel computes it. Tables have an element for each difference to the largest value of a
/// row, by its magnitude: 8-bit values are at most 255 apart.
struct Bytes {
    /// Differences in fixed point, with 5 integer bits.
    scaled: [i32; 256],
    /// Exponentials, with 12 integer bits.
    exps: [i32; 256],
    /// From fixed point to differences.
    back: Factor,
    /// Smallest difference whose exponential is not zero.
    smallest: i32,
}

impl Bytes {
    fn new(scale: f32) -> Self {
        let Differences { factor, smallest } = Differences::new(1.0, scale);
        let back = Factor::new(2f64.powi(31 - factor.shift) / f64::from(factor.multiplier));
        let (mut scaled, mut exps) = ([0; 256], [0; 256]);
        for (difference, (scaled, exp)) in (-255..=0).rev().zip(scaled.iter_mut().zip(&mut exps)) {
            *scaled = factor.apply(difference);
            if difference >= smallest {
                *exp = divide_by_power(exp_on_negative(*scaled), 12);
            }
        }
        Self { scaled, exps, back, smallest }
    }

    fn row(&self, x: &[i8], out: &mut [i8]) {
        let max = x.iter().fold(i8::MIN, |max, &x| max.max(x));
        let magnitude = |x: i8| usize::from(max.wrapping_sub(x) as u8);
        let log = log(x.iter().fold(0, |sum: i32, &x| sum.wrapping_add(self.exps[magnitude(x)])));
        let smallest = self.back.apply(log.wrapping_add(i32::MIN)).max(self.smallest - 1);
        let result = |magnitude: usize| {
            let result = divide_by_power(self.scaled[magnitude].wrapping_sub(log), 22) + 127;
            if -(magnitude as i32) > smallest { result.clamp(-128, 127) as i8 } else { -128 }
        };
        if out.len() < 256 {
            out.iter_mut().zip(x).for_each(|(out, &x)| *out = result(magnitude(x)));
            return;
        }
        let mut results = [0; 256];
        results.iter_mut().enumerate().for_each(|(magnitude, out)| *out = result(magnitude));
        out.iter_mut().zip(x).for_each(|(out, &x)| *out = results[magnitude(x)]);
    }
}

impl Kernel for Bytes {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, view: &NodeView, io: &mut Io) -> Result<()> {
        let (rows, x) = (rows(view), io.input::<i8>(0));
        io.crew().share(rows, &mut [0u8; 0], io.output::<i8>(0), |first, _, out| {
            for (x, out) in x[first * rows.len..].chunks_exact(rows.len).zip(out.chunks_exact_mut(rows.len)) {
                self.row(x, out);
            }
        });
        Ok(())
    }
}
