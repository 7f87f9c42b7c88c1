//! SOFTMAX, LOG_SOFTMAX.

use super::lut::Table;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::fixed::{
    Factor, divide_by_power, exp_on_negative, high_mul, one_over_one_plus, shift_left_saturating,
};
use crate::engine::ops::geometry::misfit;
use crate::engine::ops::operands::{is, operands, out_per_tensor, per_tensor, same_shape, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[(Op::Softmax, Definition::fast(4, check, same_shape))];

/// The other operator of this file.
pub const OPS: Ops = &[(Op::LogSoftmax, Definition::new(2, check_log, same_shape, log_softmax))];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::Softmax, softmax)];

fn check(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let quantized = |dtype| is(view, 0, dtype) && per_tensor(view, 0) && out_per_tensor(view, 0);
    let wide = view.dtype(0) == Some(Dtype::I8) && view.out_dtype(0) == Some(Dtype::I16) && per_tensor(view, 0);
    types(
        view,
        is(view, 0, Dtype::F32) || quantized(Dtype::I8) || quantized(Dtype::U8) || quantized(Dtype::I16) || wide,
    )
}

fn check_log(view: &NodeView) -> Check {
    operands(view, 1..=1, 1)?;
    let quantized = is(view, 0, Dtype::I8) && per_tensor(view, 0) && out_per_tensor(view, 0);
    types(view, is(view, 0, Dtype::F32) || quantized)
}

/// Elements of a row (the last dimension).
fn row(view: &NodeView) -> usize {
    view.shape(0).last().copied().unwrap_or(1).max(1)
}

fn softmax(view: &NodeView, io: &mut Io) -> Result<()> {
    let Params::Softmax { beta } = view.node.params else { return Err(misfit()) };
    let n = row(view);
    match (view.dtype(0), view.out_dtype(0)) {
        (Some(Dtype::F32), _) => {
            let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
            for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
                let max = x.iter().copied().fold(f32::MIN, f32::max);
                out.iter_mut().zip(x).for_each(|(o, &x)| *o = ((x - max) * beta).exp());
                let sum: f32 = out.iter().sum();
                out.iter_mut().for_each(|o| *o /= sum);
            }
        }
        (Some(Dtype::I16), _) => {
            let tables = ShortSoftmax::new(beta, view.quant(0)?.scale());
            let (x, out) = (io.input::<i16>(0), io.output::<i16>(0));
            x.chunks_exact(n).zip(out.chunks_exact_mut(n)).for_each(|(x, out)| tables.row(x, out));
        }
        (Some(Dtype::I8), Some(Dtype::I8)) => {
            let f = FixedSoftmax::new(beta, view.quant(0)?.scale(), 8);
            let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
            for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
                let mut quantized = out.iter_mut();
                f.row(x.iter().map(|&x| i32::from(x)), |v| {
                    if let Some(o) = quantized.next() {
                        *o = (v - 128).clamp(-128, 127) as i8;
                    }
                });
            }
        }
        (Some(Dtype::I8), _) => {
            let f = FixedSoftmax::new(beta, view.quant(0)?.scale(), 16);
            let (x, out) = (io.input::<i8>(0), io.output::<i16>(0));
            x.chunks_exact(n).zip(out.chunks_exact_mut(n)).for_each(|(x, out)| f.shorts(x, out));
        }
        _ => {
            let f = FixedSoftmax::new(beta, view.quant(0)?.scale(), 8);
            let (x, out) = (io.input::<u8>(0), io.output::<u8>(0));
            for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
                let mut quantized = out.iter_mut();
                f.row(x.iter().map(|&x| i32::from(x)), |v| {
                    if let Some(o) = quantized.next() {
                        *o = v.clamp(0, 255) as u8;
                    }
                });
            }
        }
    }
    Ok(())
}

/// Softmax of int16 values by tables, results in units of 1 / 32768.
struct ShortSoftmax {
    /// Factor from differences to -65535 … 0 for -10 … 0.
    factor: Factor,
    exp: Table,
    /// 1 / (1 + x) for x in 0 … 1.
    inverse: Table,
}

impl ShortSoftmax {
    fn new(beta: f32, scale: f32) -> Self {
        Self {
            factor: Factor::new(f64::from(scale * beta) / (10.0 / 65535.0)),
            exp: Table::exact(-10.0, 0.0, f64::exp),
            inverse: Table::exact(0.0, 1.0, |x| 1.0 / (1.0 + x)),
        }
    }

    fn row(&self, x: &[i16], out: &mut [i16]) {
        let max = x.iter().max().map_or(0, |&m| i32::from(m));
        let mut sum = 0i32;
        for (o, &x) in out.iter_mut().zip(x) {
            let code = self.factor.apply(i32::from(x) - max) + 32767;
            let exp = self.exp.get(code.clamp(-32768, 32767));
            sum = sum.wrapping_add(exp);
            *o = exp as i16;
        }
        // The sum in 1 … 2 and its power of two.
        let zeros = sum.leading_zeros().clamp(1, 30);
        let fraction = ((i64::from(sum) << (zeros - 1)) + (1 << 13)) >> 14;
        let inverse = self.inverse.get((fraction as i32 - (1 << 15) - (1 << 16)).clamp(-32768, 32767));
        let shift = 31 - zeros;
        for o in out {
            let product = i64::from(*o) * i64::from(inverse) + (1 << (shift - 1));
            *o = (product >> shift).clamp(0, 32767) as i16;
        }
    }
}

/// Differences of 8-bit values to the largest in fixed point, with 5 integer bits.
pub struct Differences {
    /// From differences to fixed point.
    pub factor: Factor,
    /// Smallest difference whose exponential is not zero.
    pub smallest: i32,
}

impl Differences {
    /// For values of this scale, times `beta`.
    pub fn new(beta: f32, scale: f32) -> Self {
        let real = (f64::from(beta) * f64::from(scale) * f64::from(1 << 26)).min(f64::from(i32::MAX));
        let factor = Factor::new(real);
        let radius = 31.0 * f64::from(1 << 26) / 2f64.powi(factor.shift);
        Self { factor, smallest: -(radius.floor() as i32) }
    }

    fn exp(&self, difference: i32) -> i32 {
        if difference < self.smallest {
            return 0;
        }
        let scaled = shift_left_saturating(difference, self.factor.shift.max(0) as u32);
        exp_on_negative(high_mul(scaled, self.factor.multiplier))
    }
}

/// Softmax of 8-bit values in fixed point; sums have 12 integer bits.
pub struct FixedSoftmax {
    /// The exponential of each difference, by its magnitude: 8-bit values are at most 255 apart.
    exps: [i32; 256],
    /// The same with 12 integer bits.
    addends: [i32; 256],
    bits: i32,
}

impl FixedSoftmax {
    /// For values of this scale, and results in units of `1 / 2^bits`.
    pub fn new(beta: f32, scale: f32, bits: i32) -> Self {
        let differences = Differences::new(beta, scale);
        let exps: [i32; 256] = std::array::from_fn(|size| differences.exp(-(size as i32)));
        Self { exps, addends: std::array::from_fn(|size| divide_by_power(exps[size], 12)), bits }
    }

    /// Computes a row of int16 results.
    pub fn shorts(&self, x: &[i8], out: &mut [i16]) {
        let mut out = out.iter_mut();
        self.row(x.iter().map(|&x| i32::from(x)), |value| {
            if let Some(out) = out.next() {
                *out = (value - 32768).clamp(-32768, 32767) as i16;
            }
        });
    }

    /// Computes the result of each value of a row in order, counted from the smallest quantized value.
    pub fn row(&self, quantized: impl Iterator<Item = i32> + Clone, mut put: impl FnMut(i32)) {
        let max = quantized.clone().fold(i32::MIN, i32::max);
        let at = |code: i32| (max - code) as usize & 255;
        let sum: i32 = quantized.clone().fold(0i32, |sum, code| sum.wrapping_add(self.addends[at(code)]));
        let headroom = sum.leading_zeros() as i32;
        let over_unit = 12 - headroom;
        let shifted = (((sum as u32) << headroom.min(31)).wrapping_sub(1 << 31)) as i32;
        let scale = one_over_one_plus(shifted);
        for code in quantized {
            put(divide_by_power(high_mul(scale, self.exps[at(code)]), over_unit + 31 - self.bits));
        }
    }
}

/// The logarithm of a sum of 1 or more with 12 integer bits, with 5 integer bits: the power of two times log 2, and a
/// quotient of polynomials for the remainder, which lies around the fourth root of 1/2.
pub fn log(sum: i32) -> i32 {
    const SQRT_HALF: i32 = 1_518_500_250;
    const FOURTH_ROOT_OF_HALF: i32 = 1_805_811_301;
    const LOG_2: i32 = 1_488_522_236;
    // 1/4 with 6 integer bits.
    const QUARTER: i32 = 1 << 23;
    let power = |bits: i32| shift_left_saturating(bits, 25);
    let zeros = sum.leading_zeros() as i32;
    // Two guesses of the power, a half apart; the better one has the smaller remainder.
    let rest_a = shift_left_saturating(sum, (zeros - 1).max(0) as u32);
    let rest_a = shift_left_saturating(high_mul(rest_a, SQRT_HALF), 1);
    let room = high_mul(sum, SQRT_HALF).leading_zeros() as i32 - 1;
    let rest_b = shift_left_saturating(sum, room.max(0) as u32);
    let power = power(12 - zeros).saturating_add(QUARTER).max(power(12 - room).saturating_sub(QUARTER));
    let rest = rest_a.min(rest_b);
    let middle = ((i64::from(rest) + i64::from(FOURTH_ROOT_OF_HALF) + 1) / 2) as i32;
    let off = rest.wrapping_sub(FOURTH_ROOT_OF_HALF).wrapping_mul(2);
    let square = high_mul(off, off);
    let above = high_mul(off, rest).wrapping_add(high_mul(high_mul(off, square), 117_049_297));
    let inner = 1_057_819_769i32.wrapping_add(off).wrapping_add(high_mul(127_690_142, square));
    let below = high_mul(middle, inner).wrapping_add(high_mul(638_450_708, off));
    let quotient = high_mul(divide_by_power(above, 6), one_over_one_plus(below));
    shift_left_saturating(high_mul(power, LOG_2).wrapping_add(quotient), 1)
}

/// Results are in units of 1/16, with 127 for 0.
fn log_softmax_codes(view: &NodeView, io: &mut Io, n: usize) -> Result<()> {
    let f = Differences::new(1.0, view.quant(0)?.scale());
    let back = Factor::new(2f64.powi(31 - f.factor.shift) / f64::from(f.factor.multiplier));
    let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
    for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
        let max = x.iter().max().map_or(0, |&m| i32::from(m));
        let differences = x.iter().map(|&x| i32::from(x) - max);
        let exp = |d: i32| divide_by_power(exp_on_negative(f.factor.apply(d)), 12);
        let sum = differences.clone().filter(|&d| d >= f.smallest).fold(0i32, |sum, d| sum.wrapping_add(exp(d)));
        let log = log(sum);
        let smallest = back.apply(log.wrapping_add(i32::MIN)).max(f.smallest - 1);
        for (o, d) in out.iter_mut().zip(differences) {
            let code = divide_by_power(f.factor.apply(d).wrapping_sub(log), 22) + 127;
            *o = if d > smallest { code.clamp(-128, 127) as i8 } else { -128 };
        }
    }
    Ok(())
}

fn log_softmax(view: &NodeView, io: &mut Io) -> Result<()> {
    let n = row(view);
    if view.dtype(0) == Some(Dtype::I8) {
        return log_softmax_codes(view, io, n);
    }
    let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
    for (x, out) in x.chunks_exact(n).zip(out.chunks_exact_mut(n)) {
        let max = x.iter().copied().fold(f32::MIN, f32::max);
        let sum: f32 = x.iter().map(|&x| (x - max).exp()).sum();
        let log = sum.ln();
        out.iter_mut().zip(x).for_each(|(o, &x)| *o = x - max - log);
    }
    Ok(())
}
