//! 16-bit fixed-point functions for the gates of an integer LSTM. Values are in the lower half of an i32.

use super::fixed::{EXPONENTIALS, divide_by_power};

/// Saturates to 16 bits.
pub fn saturating(x: i32) -> i32 {
    x.clamp(-32768, 32767)
}

/// The upper half of `2ab`, rounded to nearest, saturating.
pub fn mul(a: i32, b: i32) -> i32 {
    let nudge = if a * b >= 0 { 1 << 14 } else { 1 - (1 << 14) };
    saturating((a * b + nudge) / (1 << 15))
}

/// A constant of 32 bits cut to 16.
const fn short(raw: i32) -> i32 {
    (raw >> 16) + (raw >> 15 & 1)
}

/// e^x for x <= 0 with `integer_bits` integer bits, in units of 2^-15.
fn exp_on_negative(a: i32, integer_bits: u32) -> i32 {
    let fraction = 15 - integer_bits;
    let quarter = 1 << (fraction - 2);
    let part = (a & (quarter - 1)) - quarter;
    // e^-1/8 by its Taylor series.
    let x = saturating((part << integer_bits) + (1 << 12));
    let x2 = mul(x, x);
    let (x3, x4) = (mul(x2, x), mul(x2, x2));
    let series = divide_by_power(saturating(mul(saturating(divide_by_power(x4, 2) + x3), short(715_827_883)) + x2), 1);
    let eighth = short(1_895_147_668);
    let mut result = saturating(eighth + mul(eighth, saturating(x + series)));
    let rest = part - a;
    for (k, step) in EXPONENTIALS {
        if k < integer_bits as i32 && rest & (1 << (fraction as i32 + k)) != 0 {
            result = mul(result, short(step));
        }
    }
    if a == 0 { 32767 } else { result }
}

/// Newton's reciprocal of (1 + a) / 2 for a in 0 … 1: with 2 integer bits.
fn reciprocal_of_half_sum(a: i32) -> i32 {
    let half = (a + 32767 + 1) / 2;
    let mut x = saturating(short(1_515_870_810) + mul(half, short(-1_010_580_540)));
    for _ in 0..3 {
        let error = saturating((1 << 13) - mul(half, x));
        x = saturating(x + saturating(mul(x, error) << 2));
    }
    x
}

/// 1 / (1 + e^-x) for x in units of 2^-12, in units of 2^-15.
pub fn sigmoid(x: i32) -> i32 {
    let positive = saturating(reciprocal_of_half_sum(exp_on_negative(-x.abs(), 3)) << 1);
    match x.signum() {
        0 => 1 << 14,
        1 => positive,
        _ => 32767 - positive,
    }
}

/// tanh(x) for x with `integer_bits` integer bits, in units of 2^-15.
pub fn tanh(x: i32, integer_bits: u32) -> i32 {
    // With one more integer bit, the same bits mean 2x.
    let exp = exp_on_negative(-x.abs(), integer_bits + 1);
    let result = saturating((reciprocal_of_half_sum(exp) - (1 << 13)) << 2);
    result * x.signum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gates_are_the_functions_they_stand_for() {
        for x in (-32767..=32767).step_by(7) {
            let real = f64::from(x) / 4096.0;
            let got = f64::from(sigmoid(x)) / 32768.0;
            assert!((got - 1.0 / (1.0 + (-real).exp())).abs() < 4e-4, "{x} {got}");
            for bits in [0, 3, 4] {
                let real = f64::from(x) / f64::from(1 << (15 - bits));
                let got = f64::from(tanh(x, bits)) / 32768.0;
                assert!((got - real.tanh()).abs() < 1e-3, "{x} {bits} {got}");
            }
        }
    }
}
