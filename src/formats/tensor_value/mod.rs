//! The value of a tensor in memory: little-endian bytes or strings, from any kind of file.
//!
//! Owns: [`TensorValue`], its first values and its sum. Must not know: checkpoints, graphs.

mod from_proto;
mod shape;

pub use shape::{dims, element_count};

use crate::formats::dtype;
use prost::bytes::Bytes;

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorValue {
    /// Number of the dtype, see [`dtype`].
    pub dtype: i32,
    /// Shape; every dimension is known and not negative.
    pub shape: Vec<i64>,
    /// The elements.
    pub data: Data,
}

/// Elements of a tensor, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Data {
    /// Fixed-width elements, little-endian, [`dtype::size`] bytes each.
    Fixed(Bytes),
    /// Strings.
    Strings(Vec<Bytes>),
}

/// One element, or a sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar {
    /// Any integer.
    Int(i128),
    /// Any real number.
    Float(f64),
    /// Real and imaginary part.
    Complex(f64, f64),
    /// Bool.
    Bool(bool),
    /// A string, not always UTF-8.
    Text(Bytes),
}

impl TensorValue {
    /// Number of elements held.
    pub fn len(&self) -> usize {
        match &self.data {
            Data::Strings(texts) => texts.len(),
            Data::Fixed(bytes) => dtype::size(self.dtype).map_or(0, |size| bytes.len() / size as usize),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Element `index`; `None` past the end.
    pub fn get(&self, index: usize) -> Option<Scalar> {
        match &self.data {
            Data::Strings(texts) => texts.get(index).cloned().map(Scalar::Text),
            Data::Fixed(bytes) => {
                let size = dtype::size(self.dtype)? as usize;
                let at = index.checked_mul(size)?;
                scalar(self.dtype, bytes.get(at..at.checked_add(size)?)?)
            }
        }
    }

    /// The first elements, `count` at most.
    pub fn first(&self, count: usize) -> Vec<Scalar> {
        (0..count.min(self.len())).filter_map(|i| self.get(i)).collect()
    }

    /// Sum of all elements: exact for integers and bools, in double precision otherwise; `None` for strings.
    pub fn sum(&self) -> Option<Scalar> {
        if matches!(self.data, Data::Strings(_)) {
            return None;
        }
        let mut total = match scalar(self.dtype, &[0; 16])? {
            Scalar::Bool(_) | Scalar::Int(_) => Scalar::Int(0),
            Scalar::Float(_) => return Some(Scalar::Float(self.float_sum(0..self.len()))),
            other => other,
        };
        for i in 0..self.len() {
            match (&mut total, self.get(i)?) {
                (Scalar::Int(sum), Scalar::Int(v)) => *sum += v,
                (Scalar::Int(sum), Scalar::Bool(v)) => *sum += i128::from(v),
                (Scalar::Complex(re, im), Scalar::Complex(a, b)) => {
                    *re += a;
                    *im += b;
                }
                _ => return None,
            }
        }
        Some(total)
    }

    /// Pairwise, so that the error stays small for millions of elements.
    fn float_sum(&self, range: std::ops::Range<usize>) -> f64 {
        if range.len() <= 128 {
            let float = |i| match self.get(i) {
                Some(Scalar::Float(v)) => v,
                _ => 0.0,
            };
            return range.map(float).fold(0.0, |a, b| a + b);
        }
        let middle = range.start + range.len() / 2;
        self.float_sum(range.start..middle) + self.float_sum(middle..range.end)
    }
}

/// Decodes one element from at least as many bytes as its type takes.
pub(crate) fn scalar(number: i32, b: &[u8]) -> Option<Scalar> {
    fn le<const N: usize>(b: &[u8], at: usize) -> Option<[u8; N]> {
        b.get(at..at + N)?.try_into().ok()
    }
    let f32_at = |at| le::<4>(b, at).map(|v| f64::from(f32::from_le_bytes(v)));
    let f64_at = |at| le::<8>(b, at).map(f64::from_le_bytes);
    let u16_at = || le::<2>(b, 0).map(u16::from_le_bytes);
    Some(match number {
        1 => Scalar::Float(f32_at(0)?),
        2 => Scalar::Float(f64_at(0)?),
        3 | 13 => Scalar::Int(i32::from_le_bytes(le(b, 0)?).into()),
        4 | 12 => Scalar::Int((*b.first()?).into()),
        5 | 15 => Scalar::Int(i16::from_le_bytes(le(b, 0)?).into()),
        6 | 11 => Scalar::Int(i8::from_le_bytes(le(b, 0)?).into()),
        8 => Scalar::Complex(f32_at(0)?, f32_at(4)?),
        9 => Scalar::Int(i64::from_le_bytes(le(b, 0)?).into()),
        10 => Scalar::Bool(*b.first()? != 0),
        14 => Scalar::Float(f32::from_bits(u32::from(u16_at()?) << 16).into()),
        16 | 17 => Scalar::Int(u16_at()?.into()),
        18 => Scalar::Complex(f64_at(0)?, f64_at(8)?),
        19 => Scalar::Float(small_float(u16_at()?, 5, 10, Specials::Ieee)),
        22 => Scalar::Int(u32::from_le_bytes(le(b, 0)?).into()),
        23 => Scalar::Int(u64::from_le_bytes(le(b, 0)?).into()),
        24 => Scalar::Float(small_float((*b.first()?).into(), 5, 2, Specials::Ieee)),
        25 => Scalar::Float(small_float((*b.first()?).into(), 4, 3, Specials::NanAllOnes)),
        26 => Scalar::Float(small_float((*b.first()?).into(), 4, 3, Specials::NanNegativeZero { bias: 8 })),
        27 => Scalar::Float(small_float((*b.first()?).into(), 4, 3, Specials::NanNegativeZero { bias: 11 })),
        28 => Scalar::Float(small_float((*b.first()?).into(), 5, 2, Specials::NanNegativeZero { bias: 16 })),
        // Each sub-byte number is in the low bits of a byte.
        29 => Scalar::Int((((*b.first()? << 4) as i8) >> 4).into()),
        30 => Scalar::Int((*b.first()? & 0x0f).into()),
        31 => Scalar::Int((((*b.first()? << 6) as i8) >> 6).into()),
        32 => Scalar::Int((*b.first()? & 0x03).into()),
        33 => Scalar::Float(small_float((*b.first()? & 0x0f).into(), 2, 1, Specials::None)),
        _ => return None,
    })
}

/// Special bit patterns of a small float.
#[derive(Clone, Copy)]
enum Specials {
    /// The largest exponent means infinity or NaN.
    Ieee,
    /// All ones below the sign mean NaN; no infinity.
    NanAllOnes,
    /// The sign bit alone means NaN; no infinity, no negative zero; a separate bias.
    NanNegativeZero { bias: i32 },
    /// Every pattern is a number.
    None,
}

/// A float of one sign bit, `exponent` and `mantissa` bits.
fn small_float(bits: u16, exponent: u32, mantissa: u32, specials: Specials) -> f64 {
    let sign_bit = 1u16 << (exponent + mantissa);
    let sign = if bits & sign_bit != 0 { -1.0 } else { 1.0 };
    let e = i32::from(bits >> mantissa & ((1 << exponent) - 1));
    let m = bits & ((1 << mantissa) - 1);
    let all_ones_e = (1 << exponent) - 1;
    let mut bias = (1 << (exponent - 1)) - 1;
    match specials {
        Specials::Ieee if e == all_ones_e => return if m == 0 { sign * f64::INFINITY } else { f64::NAN },
        Specials::NanAllOnes if bits & (sign_bit - 1) == sign_bit - 1 => return f64::NAN,
        Specials::NanNegativeZero { .. } if bits == sign_bit => return f64::NAN,
        Specials::NanNegativeZero { bias: own } => bias = own,
        _ => {}
    }
    let fraction = f64::from(m) / f64::from(1u32 << mantissa);
    if e == 0 { sign * fraction * 2f64.powi(1 - bias) } else { sign * (1.0 + fraction) * 2f64.powi(e - bias) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(dtype: i32, bytes: &[u8]) -> Scalar {
        scalar(dtype, bytes).unwrap()
    }

    #[test]
    fn small_floats_have_the_extremes_of_their_formats() {
        // Largest finite, smallest positive.
        for (dtype, max, max_value, min_value) in [
            (19, 0x7bff_u16, 65504.0, 2f64.powi(-24)),
            (24, 0x7b, 57344.0, 2f64.powi(-16)),
            (25, 0x7e, 448.0, 2f64.powi(-9)),
            (26, 0x7f, 240.0, 2f64.powi(-10)),
            (27, 0x7f, 30.0, 2f64.powi(-13)),
            (28, 0x7f, 57344.0, 2f64.powi(-17)),
            (33, 0x07, 6.0, 0.5),
        ] {
            assert_eq!(one(dtype, &max.to_le_bytes()), Scalar::Float(max_value), "dtype {dtype}");
            assert_eq!(one(dtype, &[1, 0]), Scalar::Float(min_value), "dtype {dtype}");
        }
        assert_eq!(one(19, &0xfc00_u16.to_le_bytes()), Scalar::Float(f64::NEG_INFINITY));
        for (dtype, nan) in [(19, 0x7e00_u16), (24, 0x7f), (25, 0xff), (26, 0x80), (27, 0x80), (28, 0x80)] {
            assert!(matches!(one(dtype, &nan.to_le_bytes()), Scalar::Float(v) if v.is_nan()), "dtype {dtype}");
        }
    }

    #[test]
    fn sub_byte_numbers_keep_their_sign() {
        assert_eq!(one(29, &[0x0f]), Scalar::Int(-1));
        assert_eq!(one(30, &[0x0f]), Scalar::Int(15));
        assert_eq!(one(31, &[0x02]), Scalar::Int(-2));
        assert_eq!(one(32, &[0x03]), Scalar::Int(3));
    }

    #[test]
    fn counting_elements_does_not_wrap() {
        assert_eq!(element_count(&[]), Some(1));
        assert_eq!(element_count(&[i64::MAX, i64::MAX, 0]), Some(0));
        assert_eq!(element_count(&[i64::MAX, 3]), None);
        assert_eq!(element_count(&[-1]), None);
    }
}
