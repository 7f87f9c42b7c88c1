//! Fixed-point arithmetic of quantized operators.
//!
//! A real factor is stored as a 32-bit multiplier in 0.5..1 (31 fraction bits) and a power of two. Products are rounded
//! twice, as the runtime's reference kernels do: to 32 bits (ties towards plus infinity), then by the shift (ties away
//! from zero). Only these ties reproduce the recorded outputs bit for bit.

use crate::engine::error::{EngineError, Result};
use crate::engine::program::{Activation, Dtype, Quant};

/// e^-(2^k) for k = -2..=4, as fractions of 2^31.
pub(super) const EXPONENTIALS: [(i32, i32); 7] = [
    (-2, 1_672_461_947),
    (-1, 1_302_514_674),
    (0, 790_015_084),
    (1, 290_630_308),
    (2, 39_332_535),
    (3, 720_401),
    (4, 242),
];

/// A real factor: `multiplier * 2^(shift - 31)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Factor {
    /// In 2^30..2^31, or 0.
    pub multiplier: i32,
    /// Power of two; positive is to the left.
    pub shift: i32,
}

impl Factor {
    /// The factor nearest to `real`, which must be finite and not negative.
    #[inline(never)]
    pub fn new(real: f64) -> Self {
        if real <= 0.0 || !real.is_finite() {
            return Self::default();
        }
        let (fraction, mut shift) = frexp(real);
        let mut multiplier = (fraction * (1i64 << 31) as f64).round() as i64;
        if multiplier == 1 << 31 {
            multiplier /= 2;
            shift += 1;
        }
        if shift < -31 {
            return Self::default();
        }
        if shift > 30 {
            return Self { multiplier: i32::MAX, shift: 30 };
        }
        Self { multiplier: multiplier as i32, shift }
    }

    /// `x` times the factor.
    pub fn apply(self, x: i32) -> i32 {
        let left = self.shift.max(0);
        let right = (-self.shift).max(0);
        divide_by_power(high_mul(x.wrapping_shl(left as u32), self.multiplier), right)
    }

    /// The same with the ties of the second rounding towards plus infinity too, as in the runtime's matrix products
    /// with 16-bit results.
    pub fn apply_upwards(self, x: i32) -> i32 {
        let right = (-self.shift).clamp(0, 31);
        let product = high_mul(x.wrapping_shl(self.shift.max(0) as u32), self.multiplier);
        ((i64::from(product) + (1i64 << right >> 1)) >> right) as i32
    }

    /// `x` times the factor, rounded once (ties towards plus infinity).
    pub fn apply_once(self, x: i32) -> i32 {
        let shift = 31 - self.shift;
        ((i64::from(x) * i64::from(self.multiplier) + (1i64 << (shift - 1).max(0))) >> shift.clamp(0, 63)) as i32
    }

    /// The multiplier cut to 16 bits, and by how many bits the products with it are shifted to the right.
    pub fn reduced(self) -> (i64, i32) {
        let reduced = if self.multiplier < 0x7fff_0000 { i64::from(self.multiplier + (1 << 15)) >> 16 } else { 0x7fff };
        (reduced, 15 - self.shift)
    }

    /// `x` times the factor for the wide sums of 16-bit operators: the multiplier is cut to 16 bits, one rounding.
    pub fn apply_wide(self, x: i64) -> i32 {
        let (reduced, shift) = self.reduced();
        let round = if shift > 0 { 1i64 << (shift - 1) } else { 0 };
        let product = x.wrapping_mul(reduced).wrapping_add(round);
        (if shift >= 0 { product >> shift.min(63) } else { product << -shift }) as i32
    }

    /// 1 / sqrt(x) for an integer, by Newton's method in numbers of 3 integer bits; 0 counts as 1.
    pub fn inverse_root(x: i32) -> Self {
        if x <= 1 {
            return Self { multiplier: i32::MAX, shift: 0 };
        }
        let (mut x, mut shift) = (x, 11i32);
        while x >= 1 << 29 {
            x /= 4;
            shift += 1;
        }
        // By an even number of bits, so that the root moves by full bits; one pair stays free.
        let pairs = (x.leading_zeros() as i32 - 1) / 2 - 1;
        shift -= pairs;
        let half = divide_by_power((x << (2 * pairs)) >> 1, 1);
        const THREE_HALVES: i32 = (1 << 28) + (1 << 27);
        let mut root = 1i32 << 28;
        for _ in 0..5 {
            let cube = shift_left_saturating(high_mul(high_mul(root, root), root), 6);
            let next = high_mul(THREE_HALVES, root).wrapping_sub(high_mul(half, cube));
            root = shift_left_saturating(next, 3);
        }
        // sqrt(1/2)
        root = high_mul(root, 1_518_500_250);
        if shift < 0 {
            root = root.wrapping_shl(shift.unsigned_abs());
            shift = 0;
        }
        Self { multiplier: root, shift: -shift }
    }

    /// The negated factor.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { multiplier: -self.multiplier, shift: self.shift }
    }
}

/// Fraction in 0.5..1 and exponent, for positive finite numbers.
fn frexp(x: f64) -> (f64, i32) {
    let exponent = (x.to_bits() >> 52) as i32 & 0x7ff;
    if exponent == 0 {
        let (fraction, e) = frexp(x * 2f64.powi(64));
        return (fraction, e - 64);
    }
    let fraction = f64::from_bits(x.to_bits() & !(0x7ff << 52) | 1022 << 52);
    (fraction, exponent - 1022)
}

/// `2^exponent`, from -1022 to 1023. The general power is a loop, and this is called for every channel.
pub fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// The upper half of `2ab`, rounded to nearest with ties towards plus infinity, saturating.
pub fn high_mul(a: i32, b: i32) -> i32 {
    let product = i64::from(a) * i64::from(b);
    // Too large only for the square of the smallest number.
    ((product + (1 << 30)) >> 31).min(i64::from(i32::MAX)) as i32
}

/// `x / 2^exponent`, rounded to nearest with ties away from zero.
pub fn divide_by_power(x: i32, exponent: i32) -> i32 {
    if exponent <= 0 {
        return x;
    }
    if exponent > 31 {
        return 0;
    }
    let mask = ((1i64 << exponent) - 1) as i32;
    let threshold = (mask >> 1) + i32::from(x < 0);
    (x >> exponent.min(31)) + i32::from((x & mask) > threshold)
}

/// Rounds to nearest, ties away from zero, saturating.
pub fn round_to_i32(x: f32) -> i32 {
    x.round() as i32
}

/// Smallest and largest value of a quantized type.
#[inline(never)]
pub fn type_range(dtype: Dtype) -> Option<(i32, i32)> {
    Some(match dtype {
        Dtype::I8 => (-128, 127),
        Dtype::U8 => (0, 255),
        Dtype::I16 => (-32768, 32767),
        _ => return None,
    })
}

/// Bounds of a quantized result under an activation.
#[inline(never)]
pub fn activation_range(activation: Activation, quant: &Quant, dtype: Dtype) -> Result<(i32, i32)> {
    let (low, high) = type_range(dtype).ok_or_else(|| EngineError::malformed("engine-not-quantized"))?;
    let (from, to) = activation.range().ok_or_else(|| EngineError::malformed("engine-bad-option"))?;
    let quantize = |real: f32| quant.zero_point().saturating_add(round_to_i32(real / quant.scale()));
    let low = if from.is_finite() { low.max(quantize(from)) } else { low };
    let high = if to.is_finite() { high.min(quantize(to)) } else { high };
    Ok((low, high.max(low)))
}

/// e^x for x <= 0 with 5 integer bits (raw / 2^26), as a fraction of 2^31.
pub fn exp_on_negative(a: i32) -> i32 {
    const FRACTION: i32 = 26;
    const ONE_QUARTER: i32 = 1 << (FRACTION - 2);
    let mask = ONE_QUARTER - 1;
    let mod_quarter = (a & mask) - ONE_QUARTER;
    let mut result = exp_between_quarter_and_zero(mod_quarter << 5);
    let remainder = mod_quarter.wrapping_sub(a);
    for (exponent, multiplier) in EXPONENTIALS {
        if remainder & (1 << (FRACTION + exponent)) != 0 {
            result = high_mul(result, multiplier);
        }
    }
    if a == 0 { i32::MAX } else { result }
}

/// e^x for x in -1/4..0 (raw / 2^31), by its Taylor series around -1/8.
fn exp_between_quarter_and_zero(a: i32) -> i32 {
    const EXP_MINUS_EIGHTH: i32 = 1_895_147_668;
    const ONE_THIRD: i32 = 715_827_883;
    let x = a + (1 << 28);
    let x2 = high_mul(x, x);
    let x3 = high_mul(x2, x);
    let x4 = high_mul(x2, x2);
    let x4_4 = divide_by_power(x4, 2);
    let sum = divide_by_power(high_mul(x4_4 + x3, ONE_THIRD) + x2, 1);
    saturating(EXP_MINUS_EIGHTH, high_mul(EXP_MINUS_EIGHTH, x + sum))
}

fn saturating(a: i32, b: i32) -> i32 {
    a.saturating_add(b)
}

/// 1 / (1 + a) for a in 0..1 (raw / 2^31), as a fraction of 2^31, by Newton's method from 48/17 - 32/17 d.
pub fn one_over_one_plus(a: i32) -> i32 {
    // (a + 1) / 2 with rounding.
    let sum = i64::from(a) + i64::from(i32::MAX);
    let half = ((sum + if sum >= 0 { 1 } else { -1 }) / 2) as i32;
    // Two integer bits: raw / 2^29.
    const C48_17: i32 = 1_515_870_810;
    const C_MINUS_32_17: i32 = -1_010_580_540;
    let mut x = C48_17.saturating_add(high_mul(half, C_MINUS_32_17));
    for _ in 0..3 {
        let half_times_x = high_mul(half, x);
        let error = (1i32 << 29).saturating_sub(half_times_x);
        // Product of two numbers with 2 integer bits has 4; back to 2 by a shift of 2, saturating.
        let step = high_mul(x, error);
        x = x.saturating_add(shift_left_saturating(step, 2));
    }
    // 2 integer bits to 0, and the value is twice as large: shift by 1.
    shift_left_saturating(x, 1)
}

/// `x * 2^bits`, saturating.
pub fn shift_left_saturating(x: i32, bits: u32) -> i32 {
    (i64::from(x) << bits).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_hold_their_real_value() {
        for real in [1e-6, 0.25, 0.4999, 0.5, 0.7, 1.0, 3.75, 100.0] {
            let f = Factor::new(real);
            let back = f64::from(f.multiplier) * 2f64.powi(f.shift - 31);
            assert!((back - real).abs() <= real * 1e-9, "{real} {back}");
        }
        assert_eq!(Factor::new(0.5).apply(3), 2);
        // A negative tie goes up.
        assert_eq!(Factor::new(0.5).apply(-3), -1);
    }

    #[test]
    fn the_fixed_point_exponential_is_the_exponential() {
        for i in 0..4000 {
            let raw = -(i * 500_000i64).min(1 << 31) as i32;
            let real = (f64::from(raw) / f64::from(1 << 26)).exp();
            let got = f64::from(exp_on_negative(raw)) / 2f64.powi(31);
            assert!((got - real).abs() < 1e-6, "{raw} {got} {real}");
        }
        for i in 0..=100 {
            let raw = (i64::from(i32::MAX) * i / 100) as i32;
            let real = 1.0 / (1.0 + f64::from(raw) / 2f64.powi(31));
            let got = f64::from(one_over_one_plus(raw)) / 2f64.powi(31);
            assert!((got - real).abs() < 1e-6, "{raw} {got} {real}");
        }
    }
}
