//! Converts sums to quantized values: factor by channel, zero point, clamp; eight channels at a time. Same arithmetic
//! as [`crate::engine::ops::fixed`], bit for bit. Sums begin with the bias, see [`Epilogue::bias`].

mod exact;
mod quick;

use super::epilogue::{Epilogue, LANES};
use crate::engine::ops::fixed::Factor;
use exact::Exact;
pub use exact::Results;
pub use quick::Group;
use quick::Quick;

/// Converts the sums of channels to quantized values.
pub struct Requantize {
    exact: Exact,
    /// The quick way; `None` if it would not be exact.
    quick: Option<Quick>,
}

impl Requantize {
    /// For channels with this bias (one each) and these factors, and sums (without bias) of at most `most` in size.
    pub fn new(bias: Vec<i32>, factors: &[Factor], results: Results, most: i64) -> Self {
        let exact = Exact::new(bias, factors, results, most);
        let quick = exact.vector.as_ref().and_then(|_| Quick::new(&exact, |i| most + i64::from(exact.bias[i]).abs()));
        Self { exact, quick }
    }

    /// Sets another bias for channel `c`. Its size must be within the limit passed to [`Requantize::new`].
    pub fn set_bias(&mut self, c: usize, bias: i32) {
        self.exact.bias[c] = bias;
    }

    /// The quick way for the channels `c..`, if there is one; `c` begins a group of [`LANES`].
    #[inline(always)]
    pub fn quick(&self, c: usize) -> Option<Group> {
        self.quick.as_ref().map(|quick| quick.group(c))
    }
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
        match (&self.quick, rows) {
            (Some(quick), [a, b, d, e]) if width == LANES => {
                let group = quick.group(c);
                let ([a, b], [d, e]) = (group.two(a, b), group.two(d, e));
                for (row, results) in [a, b, d, e].into_iter().enumerate() {
                    if let Some(out) = out.get_mut(row * stride..).and_then(<[i8]>::first_chunk_mut) {
                        *out = results;
                    }
                }
            }
            _ => {
                for (sums, out) in rows.iter().zip(out.chunks_mut(stride)) {
                    let results = match &self.quick {
                        Some(quick) => quick.group(c).one(sums),
                        None => self.exact.long(c, sums),
                    };
                    out.iter_mut().zip(&results[..width]).for_each(|(out, code)| *out = *code);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::kernels::simd::vector::Sign;

    #[test]
    fn sums_without_room_go_one_at_a_time() {
        let factor = Factor { multiplier: i32::MAX, shift: -31 };
        let signed = |zero| Results { zero, range: (-128, 127), sign: Sign::Signed };
        assert!(Requantize::new(vec![0], &[factor], signed(0), 100).exact.vector.is_none());
        let factor = Factor { multiplier: 1 << 30, shift: 8 };
        let wide = Requantize::new(vec![1 << 25], &[factor], signed(3), 100);
        assert!(wide.exact.vector.is_none());
        assert_eq!(wide.exact.long(0, &[1; LANES])[0], wide.exact.apply(0, 1));
    }
}
