//! POW of float32 with one exponent for all: e to the power of the exponent times the logarithm, without branches and calls, so that
//! the loop vectorizes. An exponent that is a whole number is left to the reference kernel, which knows signs.

use super::activations::{LN_2, exp};
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::program::Dtype;
use crate::engine::view::{Io, Kernel, NodeView};

struct Power {
    exponent: f32,
}

/// Prepares POW: float32, with a constant exponent of one element that is not a whole number.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    let are_floats = [0, 1].iter().all(|&i| view.dtype(i) == Some(Dtype::F32));
    let Some(&[exponent]) = view.value::<f32>(1).filter(|_| are_floats) else { return Ok(None) };
    let takes = exponent.is_finite() && exponent.fract() != 0.0;
    Ok(takes.then(|| Box::new(Power { exponent }) as Box<dyn Kernel>))
}

impl Kernel for Power {
    fn resize(&mut self, _: &NodeView) -> Result<()> {
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, exponent) = (io.input(0), self.exponent);
        let units = Units { len: 1, cost: 48, step: 16 };
        io.crew().share(units, &mut [0u8; 0], io.output(0), |first, _, out| all(&x[first..], exponent, out));
        Ok(())
    }
}

// A separate function: browsers recompile hot code by complete functions.
#[inline(never)]
fn all(x: &[f32], exponent: f32, out: &mut [f32]) {
    out.iter_mut().zip(x).for_each(|(out, &x)| *out = power(x, exponent));
}

/// `x` to the power of a number that is not whole; NaN for a finite `x` below zero.
#[inline(always)]
fn power(x: f32, exponent: f32) -> f32 {
    let raised = exp(exponent * ln(x));
    // The ends, which have no logarithm.
    let end = if (x == 0.0) == (exponent > 0.0) { 0.0 } else { f32::INFINITY };
    let is_infinite = x.abs() == f32::INFINITY;
    let raised = if x == 0.0 || is_infinite { end } else { raised };
    if x >= 0.0 || is_infinite { raised } else { f32::NAN }
}

/// The natural logarithm of a positive number.
#[inline(always)]
fn ln(x: f32) -> f32 {
    /// 2^23, by which numbers below the normal ones are raised.
    const RAISE: f32 = 8_388_608.0;
    let (normal, less) = if x < f32::MIN_POSITIVE { (x * RAISE, 23.0) } else { (x, 0.0) };
    // The exponent of two that leaves a rest between the square roots of 1/2 and 2.
    const ROOT: i32 = 0x3f35_04f3;
    let bits = (normal.to_bits() as i32).wrapping_sub(ROOT);
    let n = (bits >> 23) as f32 - less;
    let rest = f32::from_bits((bits & 0x7f_ffff).wrapping_add(ROOT) as u32);
    let s = (rest - 1.0) / (rest + 1.0);
    let t = s * s;
    let series = [2.0, 2.0 / 3.0, 2.0 / 5.0, 2.0 / 7.0, 2.0 / 9.0];
    let sum = series.iter().rev().fold(0.0, |sum, c| sum * t + c);
    n * LN_2[0] + (n * LN_2[1] + s * sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_near_the_true_ones() {
        let numbers = (0..=u32::MAX >> 9).step_by(7).map(|bits| f32::from_bits(bits << 9));
        let ends =
            [0.0, -0.0, 1.0, -1.0, 1e-45, f32::MIN_POSITIVE, f32::MAX, f32::INFINITY, f32::NEG_INFINITY, f32::NAN];
        for x in numbers.chain(ends) {
            for exponent in [0.25, -0.5, 0.731, -1.7, 2.5, 10.3] {
                let (ours, truth) = (power(x, exponent), f64::from(x).powf(f64::from(exponent)) as f32);
                let is_near = if truth.is_finite() && truth.abs() >= f32::MIN_POSITIVE {
                    // The logarithm's rounding counts as often as e is multiplied.
                    (ours - truth).abs() <= 2e-5 * truth.abs()
                } else {
                    ours.to_bits() == truth.to_bits()
                        || ours.is_nan() && truth.is_nan()
                        || (ours - truth).abs() <= 1e-37
                };
                assert!(is_near, "{x} to the power of {exponent} is {ours}, not {truth}");
            }
        }
    }
}
