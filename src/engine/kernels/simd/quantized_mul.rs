//! MUL of int8 or uint8 values, sixteen at a time: products of two values are sums of one product, so they become results as
//! the sums of convolutions do.

use super::epilogue::{End, LANES};
use super::requantize::{Results, double, in_two};
use super::vector::Sign;
use crate::engine::ops::arithmetic::QuantizedProduct;

/// Values that become results together.
const WIDTH: usize = 2 * LANES;

/// Values that are multiplied before.
const TOGETHER: usize = 8 * WIDTH;

/// Largest product, in size.
const MOST: i64 = 255 * 255;

/// A product of int8 values whose factor has a quick way that is exact.
pub struct QuickProduct(double::Group);

impl QuickProduct {
    /// Values that become results together.
    pub const WIDTH: usize = WIDTH;

    /// `None` if there is no such way.
    // Not inlined: common networks have no MUL.
    #[inline(never)]
    pub fn new(product: &QuantizedProduct) -> Option<Box<Self>> {
        let results = Results { zero: product.zero, range: (product.low, product.high), sign: Sign::Signed };
        let fits = product.zeros.iter().all(|&zero| i8::try_from(zero).is_ok());
        in_two(product.factor, results, MOST).filter(|_| fits).map(|group| Box::new(Self(group)))
    }

    /// `out = a * b`, where `b` repeats along `a`. These bits of all bytes are flipped to make them int8, of which `product` is.
    #[inline(never)]
    pub fn run(&self, product: &QuantizedProduct, flip: i8, [a, b]: [&[i8]; 2], out: &mut [i8]) {
        let mut products = [[[0; LANES]; WIDTH / LANES]; TOGETHER / WIDTH];
        for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
            for ((a, b), out) in a.chunks(TOGETHER).zip(b.chunks(TOGETHER)).zip(out.chunks_mut(TOGETHER)) {
                multiply(product.zeros, flip, [a, b], products.as_flattened_mut().as_flattened_mut());
                for (out, products) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(&products) {
                    let results = self.0.two(products);
                    out.iter_mut().zip(results.as_flattened()).for_each(|(out, code)| *out = code ^ flip);
                }
                let value = |byte: i8| i32::from(byte ^ flip);
                let done = out.len() / WIDTH * WIDTH;
                for ((out, &a), &b) in out[done..].iter_mut().zip(&a[done..]).zip(&b[done..]) {
                    *out = product.apply(value(a), value(b)) as i8 ^ flip;
                }
            }
        }
    }
}

/// Products of values minus their zero points.
// A loop of its own, whose length the compiler does not know: it is vectors then, where products side by side would be one at a time.
#[inline(never)]
fn multiply(zeros: [i32; 2], flip: i8, [a, b]: [&[i8]; 2], out: &mut [i32]) {
    let [of_a, of_b] = zeros.map(|zero| zero as i16);
    let value = |byte: i8, zero: i16| i32::from(i16::from(byte ^ flip) - zero);
    out.iter_mut().zip(a).zip(b).for_each(|((out, &a), &b)| *out = value(a, of_a) * value(b, of_b));
}
