//! The natural logarithm of integers, in fixed point.

use super::super::options::Options;
use super::fields::shift;
use crate::engine::error::Result;
use crate::engine::ops::geometry::misfit;
use crate::engine::view::{Io, NodeView};
use std::f64::consts::LN_2;

/// Fractional bits of a logarithm.
const BITS: u32 = 16;
/// Lines between two powers of two, as a power of two.
const LINES: u32 = 7;

/// Options of the operator.
pub struct Scale {
    /// Bits that inputs are shifted to the left by.
    bits: u32,
    /// Factor of the results.
    factor: u32,
}

impl Scale {
    /// The options of a node.
    pub fn new(view: &NodeView) -> Option<Self> {
        let factor = Options::new(view)?.index("output_scale")?;
        Some(Self { bits: shift(view, "input_correction_bits")?, factor: u32::try_from(factor).ok()? })
    }
}

/// How far the binary logarithm of 1 + i / 128 is above i / 128, in units of 2^-16. The library has these numbers as a table.
fn above(i: u32) -> i32 {
    let part = f64::from(i) / f64::from(1 << LINES);
    ((part.ln_1p() / LN_2 - part) * f64::from(1 << BITS)).round() as i32
}

/// The logarithms of lines' ends.
struct Table(Vec<i32>);

impl Table {
    fn new() -> Self {
        Self((0..=1 << LINES).map(above).collect())
    }

    /// The natural logarithm of `x`, which is not 0, times `factor`.
    fn ln(&self, x: u32, factor: u32) -> u32 {
        let whole = x.ilog2();
        let rest = i64::from(x) - (1 << whole);
        let part = (if whole < BITS { rest << (BITS - whole) } else { rest >> (whole - BITS) }) as i32;
        let line = part >> (BITS - LINES);
        let [from, to] = [line, line + 1].map(|i| self.0[i as usize]);
        let within = ((to - from) * (part - (line << (BITS - LINES)))) >> BITS;
        let binary = (whole << BITS).wrapping_add((part + from + within) as u32);
        let half = 1 << (BITS - 1);
        let of_two = (LN_2 * f64::from(1 << BITS)).round() as u64;
        let natural = ((of_two * u64::from(binary) + half) >> BITS) as u32;
        factor.wrapping_mul(natural).wrapping_add(half as u32) >> BITS
    }
}

/// The logarithm of each band; 0 for what is 1 or less.
pub fn run(view: &NodeView, io: &mut Io) -> Result<()> {
    let scale = Scale::new(view).ok_or_else(misfit)?;
    let table = Table::new();
    for (out, &x) in io.output::<i16>(0).iter_mut().zip(io.input::<u32>(0)) {
        let x = x.wrapping_shl(scale.bits);
        let logarithm = if x > 1 { table.ln(x, scale.factor) } else { 0 };
        *out = logarithm.min(i16::MAX as u32) as i16;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_are_those_of_the_library() {
        // From `signal/src/log.cc`.
        assert_eq!([0, 1, 2, 3, 57, 64, 126, 127, 128].map(above), [0, 224, 442, 654, 5641, 5568, 282, 142, 0]);
    }

    #[test]
    fn logarithms_are_near_the_real_ones() {
        let table = Table::new();
        for x in [2u32, 3, 10, 1000, 65_535, 65_536, 1 << 20, u32::MAX] {
            assert!((f64::from(table.ln(x, 64)) - f64::from(x).ln() * 64.0).abs() < 1.0, "{x}");
        }
    }
}
