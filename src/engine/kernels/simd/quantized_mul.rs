//! MUL of int8 or uint8 values, sixteen at a time: products of two values are sums of one product, so they become results as
//! the sums of convolutions do, or by shifts where the factor is a power of two, which has no quick way in floats.

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
pub enum QuickProduct {
    /// In floats.
    Floats(double::Group),
    /// Half of the product, rounded up, and that over two to this power.
    Shift(i32),
}

impl QuickProduct {
    /// Values that become results together.
    pub const WIDTH: usize = WIDTH;

    /// `None` if there is no such way.
    // Not inlined: common networks have no MUL.
    #[inline(never)]
    pub fn new(product: &QuantizedProduct) -> Option<Box<Self>> {
        if !product.zeros.iter().all(|&zero| i8::try_from(zero).is_ok()) {
            return None;
        }
        if product.factor.multiplier == 1 << 30 && (-30..0).contains(&product.factor.shift) {
            return Some(Box::new(Self::Shift(-product.factor.shift)));
        }
        let results = Results { zero: product.zero, range: (product.low, product.high), sign: Sign::Signed };
        in_two(product.factor, results, MOST).map(|group| Box::new(Self::Floats(group)))
    }

    /// `out = a * b`, where `b` repeats along `a`. These bits of all bytes are flipped to make them int8, of which `product` is.
    #[inline(never)]
    pub fn run(&self, product: &QuantizedProduct, flip: i8, [a, b]: [&[i8]; 2], out: &mut [i8]) {
        let mut products = [[[0; LANES]; WIDTH / LANES]; TOGETHER / WIDTH];
        for (a, out) in a.chunks(b.len()).zip(out.chunks_mut(b.len())) {
            for ((a, b), out) in a.chunks(TOGETHER).zip(b.chunks(TOGETHER)).zip(out.chunks_mut(TOGETHER)) {
                multiply(product.zeros, flip, [a, b], products.as_flattened_mut().as_flattened_mut());
                let group = match self {
                    Self::Floats(group) => group,
                    Self::Shift(by) => {
                        shift(*by, product, flip, products.as_flattened().as_flattened(), out);
                        continue;
                    }
                };
                for (out, products) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(&products) {
                    let results = group.two(products);
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

/// Results for products whose factor is half of two to the power of `-by`: both roundings of
/// [`Factor`](crate::engine::ops::fixed::Factor).
#[inline(never)]
fn shift(by: i32, product: &QuantizedProduct, flip: i8, products: &[i32], out: &mut [i8]) {
    let (&QuantizedProduct { zero, low, high, .. }, half) = (product, 1 << (by - 1));
    for (out, &product) in out.iter_mut().zip(products) {
        let first = (product + 1) >> 1;
        // Ties away from zero.
        let second = (first + half + (first >> 31)) >> by;
        *out = (second + zero).clamp(low, high) as i8 ^ flip;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::ops::fixed::Factor;

    #[test]
    fn powers_of_two_round_as_the_runtime_does() {
        let all: Vec<i8> = (0..=u8::MAX).map(|byte| byte as i8).collect();
        for shift in -30..0 {
            let factor = Factor { multiplier: 1 << 30, shift };
            let product = QuantizedProduct { zeros: [-128, 3], factor, zero: -5, low: -100, high: 127 };
            let quick = QuickProduct::new(&product).unwrap();
            for &b in &all {
                let (b, mut out) = (vec![b; all.len()], vec![0; all.len()]);
                quick.run(&product, 0, [&all, &b], &mut out);
                let want: Vec<i8> = all.iter().map(|&a| product.apply(a.into(), b[0].into()) as i8).collect();
                assert_eq!(out, want, "{shift}");
            }
        }
    }
}
