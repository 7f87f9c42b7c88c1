//! Converts sums to quantized values: factor by channel, zero point, clamp; eight channels at a time. Same arithmetic
//! as [`crate::engine::ops::fixed`], bit for bit. Sums begin with the bias, see [`Epilogue::bias`].

pub mod double;
mod exact;
mod single;

use super::epilogue::{End, Epilogue, LANES};
use crate::engine::ops::fixed::Factor;
use exact::Exact;
pub use exact::Results;

/// Converts the sums of channels to quantized values.
pub struct Requantize {
    exact: Exact,
    /// The quick way of each group of channels, if it has one that is exact.
    quick: Vec<Option<Group>>,
}

/// A group of channels whose sums are converted in floats.
#[derive(Clone, Copy)]
pub enum Group {
    /// In one rounding.
    Single(single::Group),
    /// In two.
    Double(double::Group),
}

impl Group {
    /// For the channels `c..` and sums (without bias) of at most `most` in size.
    fn new(all: &Exact, c: usize, most: i64) -> Option<Self> {
        let most = std::array::from_fn(|lane| most + i64::from(all.bias[c + lane]).abs());
        let single = single::group(all, c, &most).map(Self::Single);
        single.or_else(|| double::group(all, c, &most).map(Self::Double))
    }
}

impl Group {
    /// The quantized values for a row of sums.
    #[inline(always)]
    pub fn one(&self, sums: &[i32; LANES]) -> [i8; LANES] {
        match self {
            Self::Single(group) => group.one(sums),
            Self::Double(group) => group.one(sums),
        }
    }
}

impl Requantize {
    /// For channels with this bias (one each) and these factors, and sums (without bias) of at most `most` in size.
    pub fn new(bias: Vec<i32>, factors: &[Factor], results: Results, most: i64) -> Self {
        let exact = Exact::new(bias, factors, results, most);
        let end = exact.vector.as_ref().map_or(0, |_| exact.bias.len());
        let quick = (0..end).step_by(LANES).map(|c| Group::new(&exact, c, most)).collect();
        Self { exact, quick }
    }

    /// Sets another bias for channel `c`. Its size must be within the limit passed to [`Requantize::new`].
    pub fn set_bias(&mut self, c: usize, bias: i32) {
        self.exact.bias[c] = bias;
    }

    /// The quick way for the channels `c..`, if there is one; `c` begins a group of [`LANES`].
    #[inline(always)]
    pub fn quick(&self, c: usize) -> Option<&Group> {
        self.quick.get(c / LANES)?.as_ref()
    }
}

/// The quick way in two roundings of one factor in all lanes, for sums of at most `most` in size; `None` if it is not exact.
pub fn in_two(factor: Factor, results: Results, most: i64) -> Option<double::Group> {
    let exact = Exact::new(vec![0; LANES], &[factor; LANES], results, most);
    exact.vector.as_ref().and_then(|_| double::group(&exact, 0, &[most; LANES]))
}

impl Epilogue for Requantize {
    type Out = i8;

    #[inline(always)]
    fn biases(&self) -> &[i32] {
        &self.exact.bias
    }

    // A separate function, so that the kernels' loops keep their registers and its code exists once.
    #[inline(never)]
    fn finish(&self, c: usize, rows: &[[i32; LANES]], out: &mut [i8], stride: usize) {
        let width = LANES.min(self.exact.channels.saturating_sub(c));
        let quick = self.quick(c);
        let (rows, mut out) = match quick {
            Some(Group::Single(group)) if width == LANES => finish_pairs(group, rows, out, stride),
            Some(Group::Double(group)) if width == LANES => finish_pairs(group, rows, out, stride),
            _ => (rows, out),
        };
        for sums in rows {
            let results = quick.map_or_else(|| self.exact.long(c, sums), |quick| quick.one(sums));
            out.iter_mut().zip(&results[..width]).for_each(|(out, code)| *out = *code);
            out = out.get_mut(stride..).unwrap_or_default();
        }
    }
}

/// Finishes rows of a full group, two at a time, which share a vector of results; returns what is left.
#[inline(always)]
fn finish_pairs<'a>(
    end: &impl End,
    rows: &'a [[i32; LANES]],
    out: &'a mut [i8],
    stride: usize,
) -> (&'a [[i32; LANES]], &'a mut [i8]) {
    let (pairs, rest) = rows.as_chunks();
    // Not chunks, of which a division would find the number.
    let mut at = 0;
    for pair in pairs {
        for results in end.two(pair) {
            if let Some(to) = out.get_mut(at..).and_then(|out| out.first_chunk_mut()) {
                *to = results;
            }
            at += stride;
        }
    }
    (rest, out.get_mut(at..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::simd::vector::Sign;

    #[test]
    fn sums_without_room_go_one_at_a_time() {
        let factor = Factor { multiplier: i32::MAX, shift: -31 };
        let signed = |zero| Results { zero, range: (-128, 127), sign: Sign::Signed };
        assert!(Requantize::new(vec![1 << 30], &[factor], signed(0), 100).exact.vector.is_none());
        let factor = Factor { multiplier: 1 << 30, shift: 8 };
        let wide = Requantize::new(vec![25], &[factor], signed(3), 1 << 23);
        assert!(wide.exact.vector.is_none());
        assert_eq!(wide.exact.long(0, &[1; LANES])[0], wide.exact.apply(0, 1));
    }
}
