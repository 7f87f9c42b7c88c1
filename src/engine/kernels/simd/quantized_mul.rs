//! MUL of int8 or uint8 values, thirty-two at a time: products of two values are sums of one product, so they become results as
//! the sums of convolutions do.

use super::epilogue::{End, LANES};
use super::requantize::{Results, double, in_two};
use super::vector::Sign;
use crate::engine::ops::arithmetic::QuantizedProduct;

/// Values that are multiplied together.
const WIDTH: usize = 4 * LANES;

/// Largest product, in size.
const MOST: i64 = 255 * 255;

/// A product of int8 values whose factor has a quick way that is exact.
pub struct QuickProduct(double::Group);

impl QuickProduct {
    /// Fewest values of an operand that repeats.
    pub const LEAST: usize = WIDTH;

    /// `None` if there is no such way.
    // Not inlined: common networks have no MUL.
    #[inline(never)]
    pub fn new(product: &QuantizedProduct) -> Option<Box<Self>> {
        let results = Results { zero: product.zero, range: (product.low, product.high), sign: Sign::Signed };
        in_two(product.factor, results, MOST).map(|group| Box::new(Self(group)))
    }

    /// `out = a * b`, where `b` repeats along `a`. These bits of all bytes are flipped to make them int8, of which `product` is.
    #[inline(never)]
    pub fn run(&self, product: &QuantizedProduct, flip: i8, [a, b]: [&[i8]; 2], out: &mut [i8]) {
        let [of_a, of_b] = product.zeros;
        let value = |byte: i8| i32::from(byte ^ flip);
        for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
            let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<WIDTH>(), b[..a.len()].as_chunks::<WIDTH>());
            let (out, out_rest) = out.as_chunks_mut::<WIDTH>();
            for ((a, b), out) in a.iter().zip(b).zip(out) {
                let lane = |i: usize| (value(a[i]) - of_a) * (value(b[i]) - of_b);
                let products = std::array::from_fn(|row| std::array::from_fn(|i| lane(row * LANES + i)));
                let results = self.0.four(&products);
                out.iter_mut().zip(results.as_flattened()).for_each(|(out, code)| *out = code ^ flip);
            }
            for ((out, &a), &b) in out_rest.iter_mut().zip(a_rest).zip(b_rest) {
                *out = product.apply(value(a), value(b)) as i8 ^ flip;
            }
        }
    }
}
