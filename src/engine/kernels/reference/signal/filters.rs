//! Bands of frequencies: their sums, the noise in them, their gain.

use super::super::options::Options;
use super::fields::{bands, shift};
use crate::engine::error::Result;
use crate::engine::ops::geometry::misfit;
use crate::engine::view::{Io, NodeView};

/// Sums the energy of each band. A frequency counts in two bands: with its weight in one, with its other weight in the next.
pub fn filter_bank(view: &NodeView, io: &mut Io) -> Result<()> {
    let bands = bands(view).ok_or_else(misfit)?;
    let (x, out) = (io.input::<u32>(0), io.output::<u64>(0));
    let (weights, others) = (io.input::<i16>(1), io.input::<i16>(2));
    let [starts, weight_starts, widths] = [3, 4, 5].map(|i| io.input::<i16>(i));
    // The first band has no result of its own, only what it leaves to the next.
    let mut left = 0u64;
    for band in 0..=bands {
        let at = |of: &[i16]| of.get(band).and_then(|&start| usize::try_from(start).ok()).ok_or_else(misfit);
        let width = widths.get(band).copied().ok_or_else(misfit)?.max(0) as usize;
        let (from, weight_from) = (at(starts)?, at(weight_starts)?);
        let x = x.get(from..from + width).ok_or_else(misfit)?;
        let sum = |weights: &[i16]| -> Result<u64> {
            let weights = weights.get(weight_from..weight_from + width).ok_or_else(misfit)?;
            let products = weights.iter().zip(x).map(|(&w, &x)| (i64::from(w) as u64).wrapping_mul(x.into()));
            Ok(products.fold(0, u64::wrapping_add))
        };
        let (own, next) = (sum(weights)?, sum(others)?);
        if band > 0 {
            out[band - 1] = left.wrapping_add(own);
        }
        left = next;
    }
    Ok(())
}

/// The root, rounded; the largest one of 16 bits and of 32 bits does not round up.
fn root(x: u64) -> u64 {
    let root = x.isqrt();
    let most = if x >> 32 == 0 { u64::from(u16::MAX) } else { u64::from(u32::MAX) };
    root + u64::from(x - root * root > root && root != most)
}

/// The root of each sum, without the bits that `SignalFftAutoScale` added to the samples.
pub fn square_root(_: &NodeView, io: &mut Io) -> Result<()> {
    let bits = io.input::<i32>(1).first().and_then(|&bits| u32::try_from(bits).ok()).ok_or_else(misfit)?;
    for (out, &x) in io.output::<u32>(0).iter_mut().zip(io.input::<u64>(0)) {
        *out = (root(x) as u32).checked_shr(bits).unwrap_or(0);
    }
    Ok(())
}

/// How an estimate of noise follows the signal. Factors have [`Smoothing::bits`] fractional bits.
pub struct Smoothing {
    /// Of even and odd bands: the part of the new signal, and that of the estimate before.
    factors: [[u32; 2]; 2],
    /// An estimate above the signal becomes the signal.
    clamps: bool,
    /// The part of the signal that always remains.
    least: u32,
    /// Bits that an estimate has more than the signal.
    finer: u32,
    bits: u32,
}

impl Smoothing {
    /// The options of a node.
    pub fn new(view: &NodeView) -> Option<Self> {
        let options = Options::new(view)?;
        let number = |name: &str| u32::try_from(options.index(name)?).ok();
        Some(Self {
            factors: [
                [number("smoothing")?, number("one_minus_smoothing")?],
                [number("alternate_smoothing")?, number("alternate_one_minus_smoothing")?],
            ],
            clamps: number("clamping")? != 0,
            least: number("min_signal_remaining")?,
            finer: shift(view, "smoothing_bits")?,
            bits: shift(view, "spectral_subtraction_bits")?,
        })
    }

    /// `a` times `b`, which has fractional bits.
    fn product(&self, a: u32, b: u32) -> u32 {
        ((u64::from(a) * u64::from(b)) >> self.bits) as u32
    }

    /// Follows a band's signal with its estimate, and returns what is left of the signal.
    fn subtract(&self, band: usize, signal: u32, estimate: &mut u32) -> u32 {
        let [new, before] = self.factors[band % 2].map(u64::from);
        let fine = signal.wrapping_shl(self.finer);
        let sum = (u64::from(fine) * new).wrapping_add(u64::from(*estimate) * before);
        *estimate = (sum >> self.bits) as u32;
        let noise = fine.min(*estimate);
        if self.clamps {
            *estimate = noise;
        }
        ((fine - noise) >> self.finer).max(self.product(signal, self.least))
    }
}

/// Subtracts the noise, whose estimate lives as long as the session, and returns the estimate too.
pub fn subtraction(view: &NodeView, io: &mut Io) -> Result<()> {
    let smoothing = Smoothing::new(view).ok_or_else(misfit)?;
    let (x, out, noise) = (io.input::<u32>(0), io.output::<u32>(0), io.output::<u32>(1));
    let estimates = io.shared.kept((view.node.graph, view.node.index), x.len())?;
    for (band, ((out, &x), estimate)) in out.iter_mut().zip(x).zip(&mut *estimates).enumerate() {
        *out = smoothing.subtract(band, x, estimate);
    }
    noise.copy_from_slice(estimates);
    Ok(())
}

/// Points of a gain for each power of two: its value, its slope, its curve, and one unused.
const POINTS: usize = 4 * 32 - 6 + 3;

/// The gain for a noise: between powers of two a parabola.
fn gain(points: &[i16], noise: u32) -> i16 {
    if noise <= 2 {
        return points[noise as usize];
    }
    let bits = u32::BITS - noise.leading_zeros();
    let [value, slope, curve] = [0, 1, 2].map(|i| i32::from(points[4 * bits as usize - 6 + i]));
    let part = (if bits < 11 { noise << (11 - bits) } else { noise >> (bits - 11) }) as i32 & 0x3ff;
    let rise = (((curve * part) >> 5) + (slope << 5)).wrapping_mul(part);
    ((rise.wrapping_add(1 << 14) >> 15) + value) as i16
}

/// Fractional bits of the ratio of signal to noise.
const RATIO_BITS: u32 = 12;
/// Fractional bits of the result.
const RESULT_BITS: u32 = 6;

/// A quarter of the ratio's square below 2, the ratio minus 1 from there on.
fn shrink(ratio: u32) -> u32 {
    if ratio < 2 << RATIO_BITS {
        (ratio * ratio) >> (2 + 2 * RATIO_BITS - RESULT_BITS)
    } else {
        (ratio >> (RATIO_BITS - RESULT_BITS)) - (1 << RESULT_BITS)
    }
}

/// Divides each band by its noise, and shrinks the ratio.
pub fn pcan(view: &NodeView, io: &mut Io) -> Result<()> {
    let shift = shift(view, "snr_shift").ok_or_else(misfit)?;
    let (x, noise, points) = (io.input::<u32>(0), io.input::<u32>(1), io.input::<i16>(2));
    if noise.len() != x.len() || points.len() < POINTS {
        return Err(misfit());
    }
    for ((out, &x), &noise) in io.output::<u32>(0).iter_mut().zip(x).zip(noise) {
        let gain = i64::from(gain(points, noise)) as u32;
        *out = shrink(((u64::from(x) * u64::from(gain)) >> shift) as u32);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_rounded_within_their_bits() {
        assert_eq!([0, 1, 2, 3, 6, 7].map(root), [0, 1, 1, 2, 2, 3]);
        assert_eq!(root((1 << 32) - 1), 0xffff, "it does not round up to 17 bits");
        assert_eq!(root(u64::MAX), 0xffff_ffff);
        assert_eq!(root(1 << 40), 1 << 20);
    }

    #[test]
    fn a_ratio_shrinks_without_a_step() {
        assert_eq!(shrink((2 << RATIO_BITS) - 1), (1 << RESULT_BITS) - 1);
        assert_eq!(shrink(2 << RATIO_BITS), 1 << RESULT_BITS);
    }
}
