//! LOGISTIC, TANH, EXP, GELU, RELU and its variants, NEG of float32; all but the last also of 8-bit values, by tables.
//!
//! The functions have no branches and no calls, so loops over them vectorize. Their measured errors, in steps of the
//! result: exp 1, tanh and erf 4. The fractions were fitted for this file by least squares, with weights that even out
//! the relative error.

use super::image::Lines;
use super::table;
use super::vector::{NEAREST, Sign};
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::kernels::reference::unary::bounds;
use crate::engine::ops::arithmetic::clamp;
use crate::engine::ops::geometry::Span;
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, Kernel, NodeView, Rows};
use std::f32::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, LOG2_E};

/// `x * P(x^2) / Q(x^2)`, coefficients from the lowest.
#[inline(always)]
fn fraction<const P: usize, const Q: usize>(x: f32, p: [f32; P], q: [f32; Q]) -> f32 {
    let t = x * x;
    let value = |c: &[f32]| c.iter().rev().fold(0.0, |sum, c| sum * t + c);
    x * value(&p) / value(&q)
}

/// ln 2 in two parts: the first has few bits, so that its multiples are exact.
pub(super) const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// Below this, e^x is no normal float. Such results take an x86 core a hundred times as long, and XNNPACK gives zero for them, too.
const LEAST: f32 = -87.336_54;

/// e^x as a power of two, by its exponent, and a polynomial with `N` coefficients of the rest.
#[inline(always)]
fn parts<const N: usize>(x: f32) -> (i32, f32) {
    const SERIES: [f32; 8] = [1.0, 1.0, 0.5, 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0, 1.0 / 720.0, 1.0 / 5040.0];
    let shifted = x * LOG2_E + NEAREST;
    let n = shifted - NEAREST;
    let r = (x - n * LN_2[0]) - n * LN_2[1];
    let sum = SERIES[..N].iter().rev().fold(0.0, |sum, c| sum * r + c);
    ((shifted.to_bits() as i32).wrapping_sub(NEAREST.to_bits() as i32), sum)
}

/// 2^n.
#[inline(always)]
pub fn power(n: i32) -> f32 {
    f32::from_bits((n.wrapping_add(127) as u32) << 23)
}

/// e^x.
#[inline(always)]
pub fn exp(x: f32) -> f32 {
    // Beyond these, results are zero or infinity.
    exp_within(x, -104.0, 89.0)
}

/// e^x for the nearest number between two of which e^x has parts.
#[inline(always)]
fn exp_within(x: f32, low: f32, high: f32) -> f32 {
    let (n, sum) = parts::<8>(clamp(x, low, high));
    // In two steps, because the full power may be out of range for a float.
    sum * power(n >> 1) * power(n.wrapping_sub(n >> 1))
}

/// The hyperbolic tangent.
#[inline(always)]
pub fn tanh(x: f32) -> f32 {
    let p = [1.0, 0.136_799_37, 0.003_868_354_8, 2.800_8e-5, 3.058_629e-8, -1.220_434_9e-11];
    let q = [1.0, 0.470_132_7, 0.027_245_938, 3.938_678_6e-4, 1.287_404e-6];
    clamp(fraction(clamp(x, -9.02, 9.02), p, q), -1.0, 1.0)
}

/// The Gauss error function.
#[inline(always)]
pub fn erf(x: f32) -> f32 {
    /// From here on, the nearest float is 1.
    const END: f32 = 3.92;
    let p = [FRAC_2_SQRT_PI, 0.190_393_07, 0.052_747_02, 0.003_765_07, 2.848_745e-4, 2.050_232_5e-6];
    let q = [1.0, 0.502_064_2, 0.114_103_64, 0.014_968_108, 0.001_162_411_5, 3.809_282e-5];
    let inside = clamp(fraction(clamp(x, -END, END), p, q), -1.0, 1.0);
    let outside = if x >= END { 1.0 } else { inside };
    if x <= -END { -1.0 } else { outside }
}

/// e^x, or zero where that is no normal float.
#[inline(always)]
pub fn exp_or_zero(x: f32) -> f32 {
    let raised = exp_within(x, LEAST, 89.0);
    if x < LEAST { 0.0 } else { raised }
}

/// 1 / (1 + e^-x), or zero where that is no normal float.
#[inline(always)]
pub fn logistic(x: f32) -> f32 {
    // Within these, every power is a float; above, the result is 1. What the last coefficient of [`exp`] adds is lost in the sum.
    let (n, sum) = parts::<7>(clamp(-x, -87.0, -LEAST));
    let result = 1.0 / (1.0 + sum * power(n));
    if x < LEAST { 0.0 } else { result }
}

/// A function of each element.
#[derive(Clone, Copy)]
enum Curve {
    Logistic,
    Tanh,
    Exp,
    Gelu,
    GeluByTanh,
    /// RELU and its variants: the bounds.
    Clamp(f32, f32),
    /// LEAKY_RELU: the slope.
    Leaky(f32),
    HardSwish,
    Neg,
}

impl Curve {
    fn of(view: &NodeView) -> Option<Self> {
        Some(match (view.node.op.builtin()?, &view.node.params) {
            (Op::Logistic, _) => Self::Logistic,
            (Op::Tanh, _) => Self::Tanh,
            (Op::Exp, _) => Self::Exp,
            (Op::Gelu, Params::Gelu { approximate: true }) => Self::GeluByTanh,
            (Op::Gelu, _) => Self::Gelu,
            (Op::LeakyRelu, &Params::LeakyRelu { alpha }) => Self::Leaky(alpha),
            (Op::HardSwish, _) => Self::HardSwish,
            (Op::Neg, _) => Self::Neg,
            (op @ (Op::Relu | Op::Relu6 | Op::ReluN1To1 | Op::Relu0To1), _) => {
                let (low, high) = bounds(Some(op));
                Self::Clamp(low, high)
            }
            _ => return None,
        })
    }

    /// Multiply-adds that take as long as an element.
    fn cost(self) -> usize {
        match self {
            Self::Logistic | Self::Tanh | Self::Exp | Self::Gelu | Self::GeluByTanh => 32,
            Self::HardSwish => 4,
            Self::Clamp(..) | Self::Leaky(_) | Self::Neg => 1,
        }
    }

    // A separate function: browsers recompile hot code by complete functions.
    #[inline(never)]
    fn run(self, x: &[f32], out: &mut [f32]) {
        match self {
            Self::Logistic => each_together(x, out, logistic),
            Self::Tanh => each(x, out, tanh),
            Self::Exp => each(x, out, exp),
            Self::Gelu => each(x, out, |x| 0.5 * x * (1.0 + erf(x * FRAC_1_SQRT_2))),
            Self::GeluByTanh => {
                each(x, out, |x| 0.5 * x * (1.0 + tanh(FRAC_2_PI.sqrt() * (x + 0.044_715 * x * x * x))));
            }
            Self::Clamp(low, high) => each(x, out, |x| clamp(x, low, high)),
            Self::Leaky(slope) => each(x, out, |x| if x > 0.0 { x } else { x * slope }),
            Self::HardSwish => each(x, out, |x| x * clamp(x + 3.0, 0.0, 6.0) / 6.0),
            Self::Neg => each(x, out, |x| -x),
        }
    }
}

#[inline(always)]
fn each(x: &[f32], out: &mut [f32], f: impl Fn(f32) -> f32) {
    out.iter_mut().zip(x).for_each(|(out, &x)| *out = f(x));
}

/// The same, several vectors at a time, which share the function's constants: a browser makes each of them with three instructions.
#[inline(always)]
fn each_together(x: &[f32], out: &mut [f32], f: impl Fn(f32) -> f32) {
    const TOGETHER: usize = 16;
    let ((out, rest), (x, x_rest)) = (out.as_chunks_mut::<TOGETHER>(), x.as_chunks::<TOGETHER>());
    for (out, x) in out.iter_mut().zip(x) {
        // Indices, not iterators: the compiler makes vectors of this loop, and then writes out its turns.
        for i in 0..TOGETHER {
            out[i] = f(x[i]);
        }
    }
    each(x_rest, rest, f);
}

struct Elementwise {
    curve: Curve,
    lines: Option<Lines>,
}

/// Prepares LOGISTIC, TANH, EXP, GELU, RELU and its variants, LEAKY_RELU, HARD_SWISH, NEG: float32; but for NEG also int8
/// and uint8.
pub fn prepare(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if Sign::of(view.dtype(0)).is_some() {
        return table::prepare(view);
    }
    let curve = Curve::of(view).filter(|_| view.dtype(0) == Some(Dtype::F32));
    Ok(curve.map(|curve| -> Box<dyn Kernel> { Box::new(Elementwise { curve, lines: None }) }))
}

impl Kernel for Elementwise {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        self.lines = Lines::new(view.shape(0));
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, units) = (io.input(0), Units { len: 1, cost: self.curve.cost(), step: 16 });
        io.crew().share(units, &mut [0u8; 0], io.output(0), |first, _, out| self.curve.run(&x[first..], out));
        Ok(())
    }

    fn span(&self) -> Option<Span> {
        self.lines.map(Lines::span)
    }

    fn run_rows(&mut self, io: &mut Io, rows: &Rows) -> Result<()> {
        if let Some(lines) = self.lines {
            lines.each(rows, io.input(0), io.output(0), |_, x, out| self.curve.run(x, out));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::reference::unary;

    /// A sample of floats over the full range, with the ends.
    fn floats() -> impl Iterator<Item = f32> {
        let spread = (0..=u32::MAX >> 9).step_by(7).map(|bits| f32::from_bits(bits << 9));
        let ends = [0.0, -0.0, 88.72, 88.73, -87.3, LEAST, -LEAST, -103.9, 1e-30, f32::INFINITY, f32::NEG_INFINITY];
        spread.filter(|x| !x.is_nan()).chain(ends)
    }

    /// Steps between floats; infinities are equal to themselves.
    fn hold(name: &str, ours: fn(f32) -> f32, truth: fn(f64) -> f64, steps: f32) {
        for x in floats() {
            let (ours, truth) = (ours(x), truth(f64::from(x)) as f32);
            let step = truth.abs() * f32::EPSILON;
            let fits = ours == truth || (ours - truth).abs() <= (steps * step).max(2.0 * f32::MIN_POSITIVE);
            assert!(fits, "{name}({x}) is {ours}, not {truth}");
        }
    }

    #[test]
    fn what_is_zero_below_normal_floats_gives_no_other_of_them() {
        for f in [exp_or_zero, logistic] {
            assert!(floats().map(f).all(|y| y == 0.0 || y >= f32::MIN_POSITIVE));
        }
    }

    #[test]
    fn curves_are_near_the_true_ones() {
        hold("exp", exp, f64::exp, 2.0);
        hold("exp_or_zero", exp_or_zero, f64::exp, 2.0);
        hold("tanh", tanh, f64::tanh, 5.0);
        hold("erf", erf, unary::erf, 5.0);
        hold("logistic", logistic, |x| 1.0 / (1.0 + (-x).exp()), 4.0);
        assert!([exp, exp_or_zero, tanh, erf, logistic].iter().all(|f| f(f32::NAN).is_nan()));
    }
}
