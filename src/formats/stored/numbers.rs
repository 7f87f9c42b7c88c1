//! Decodes numbers, a block at a time.

use crate::formats::dtype;
use crate::formats::tensor_value::{Scalar, scalar};

/// Storage of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Number of the dtype, see [`dtype`].
    pub dtype: i32,
    /// Most significant byte first (for each half of a complex number).
    pub big_endian: bool,
    /// Bits of an element if several share a byte, the first in the lowest bits; 0 if each has its own bytes.
    pub packed: u8,
}

/// Class of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Integers and bools.
    Whole,
    /// Real numbers.
    Real,
    /// Complex numbers.
    Complex,
}

/// Offset between a `uint64` and the `i64` that stores it: values are shifted down by half the range to fit.
pub(super) const LIFT: i128 = 1 << 63;

impl Numbers {
    /// Numbers of a dtype, each in its own bytes.
    pub fn plain(dtype: i32, big_endian: bool) -> Self {
        Self { dtype, big_endian, packed: 0 }
    }

    /// Bytes of an element (or of a byte of packed ones); `None` for other types.
    pub fn unit(&self) -> Option<u64> {
        if self.packed > 0 { Some(1) } else { dtype::size(self.dtype) }
    }

    /// Bytes that `count` elements take; `None` on overflow, or if the elements are not numbers.
    pub fn bytes_of(&self, count: u64) -> Option<u64> {
        match self.packed {
            0 => count.checked_mul(dtype::size(self.dtype)?),
            bits => Some(count.div_ceil(8 / u64::from(bits))),
        }
    }

    /// Class of the numbers; `None` for other types.
    pub fn class(&self) -> Option<Class> {
        match scalar(self.dtype, &[0; 16])? {
            Scalar::Int(_) | Scalar::Bool(_) => Some(Class::Whole),
            Scalar::Float(_) => Some(Class::Real),
            Scalar::Complex(..) => Some(Class::Complex),
            Scalar::Text(_) => None,
        }
    }

    /// Offset to add to every integer of [`Numbers::whole`].
    pub(super) fn lift(&self) -> i128 {
        if self.dtype == 23 { LIFT } else { 0 }
    }

    /// The first `count` elements of `bytes`.
    pub fn first(&self, bytes: &[u8], count: usize) -> Vec<Scalar> {
        let Some(unit) = self.unit() else { return Vec::new() };
        if self.packed > 0 {
            let unpacked: Vec<u8> = self.unpacked(bytes).take(count).collect();
            return unpacked.iter().filter_map(|byte| scalar(self.dtype, &[*byte])).collect();
        }
        let one = |element: &[u8]| {
            let mut element = element.to_vec();
            if self.big_endian {
                element.chunks_exact_mut(self.swap_unit()).for_each(<[u8]>::reverse);
            }
            scalar(self.dtype, &element)
        };
        bytes.chunks_exact(unit as usize).take(count).filter_map(one).collect()
    }

    /// Bytes that swap together: an element, or half of a complex one.
    fn swap_unit(&self) -> usize {
        let size = dtype::size(self.dtype).unwrap_or(1) as usize;
        if matches!(self.dtype, 8 | 18) { size / 2 } else { size }
    }

    fn unpacked<'a>(&self, bytes: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        let bits = self.packed;
        let mask = (1u8 << bits) - 1;
        bytes.iter().flat_map(move |byte| (0..8 / bits).map(move |i| byte >> (i * bits) & mask))
    }

    /// Appends integers, less [`Numbers::lift`].
    pub(super) fn whole(&self, bytes: &[u8], out: &mut Vec<i64>) {
        if self.packed > 0 {
            let shift = 64 - u32::from(self.packed);
            let signed = matches!(self.dtype, 29 | 31);
            out.extend(
                self.unpacked(bytes).map(|v| if signed { i64::from(v) << shift >> shift } else { i64::from(v) }),
            );
            return;
        }
        let big = self.big_endian;
        match self.dtype {
            10 => out.extend(bytes.iter().map(|b| i64::from(*b != 0))),
            4 | 12 => out.extend(bytes.iter().map(|b| i64::from(*b))),
            6 | 11 => out.extend(bytes.iter().map(|b| i64::from(*b as i8))),
            5 | 15 => each(bytes, big, out, |b| i16::from_le_bytes(b).into()),
            16 | 17 => each(bytes, big, out, |b| u16::from_le_bytes(b).into()),
            3 | 13 => each(bytes, big, out, |b| i32::from_le_bytes(b).into()),
            22 => each(bytes, big, out, |b| u32::from_le_bytes(b).into()),
            9 => each(bytes, big, out, i64::from_le_bytes),
            // Flipping the highest bit subtracts half the range.
            23 => each(bytes, big, out, |b| (u64::from_le_bytes(b) ^ 1 << 63) as i64),
            other => {
                let table = small(other, |value| match value {
                    Scalar::Int(v) => v as i64,
                    _ => 0,
                });
                out.extend(bytes.iter().map(|b| table[usize::from(*b)]));
            }
        }
    }

    /// Appends real numbers; for complex ones the real and the imaginary part alternate.
    pub(super) fn real(&self, bytes: &[u8], out: &mut Vec<f64>) {
        let big = self.big_endian;
        match self.dtype {
            1 | 8 => each(bytes, big, out, |b| f32::from_le_bytes(b).into()),
            2 | 18 => each(bytes, big, out, f64::from_le_bytes),
            14 => each(bytes, big, out, |b| f32::from_bits(u32::from(u16::from_le_bytes(b)) << 16).into()),
            19 => each(bytes, big, out, |b| half(u16::from_le_bytes(b))),
            other => {
                let table = small(other, |value| match value {
                    Scalar::Float(v) => v,
                    _ => f64::NAN,
                });
                out.extend(bytes.iter().map(|b| table[usize::from(*b)]));
            }
        }
    }
}

/// Maps every element of `N` bytes with `value`, which takes them little-endian.
fn each<const N: usize, T>(bytes: &[u8], big_endian: bool, out: &mut Vec<T>, value: impl Fn([u8; N]) -> T) {
    let elements = bytes.chunks_exact(N).map(|element| {
        let mut array = [0; N];
        array.copy_from_slice(element);
        if big_endian {
            array.reverse();
        }
        value(array)
    });
    out.extend(elements);
}

/// The values of all bytes of a one-byte type.
fn small<T>(dtype: i32, value: impl Fn(Scalar) -> T) -> Vec<T> {
    (0..=255u8).map(|byte| value(scalar(dtype, &[byte]).unwrap_or(Scalar::Bool(false)))).collect()
}

/// float16, without branches for subnormal numbers.
fn half(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let (exponent, mantissa) = (bits >> 10 & 0x1f, bits & 0x3ff);
    sign * match (exponent, mantissa) {
        (0, m) => f64::from(m) / 16_777_216.0,
        (0x1f, 0) => f64::INFINITY,
        (0x1f, _) => f64::NAN,
        (e, m) => f64::from(f32::from_bits(u32::from(e + 112) << 23 | u32::from(m) << 13)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_of_every_type_is_the_same_as_its_elements_one_by_one() {
        // Enough patterns to cover every sign, subnormal numbers, infinities and NaNs.
        let bytes: Vec<u8> = (0..65_536u32).step_by(5).take(13_104).flat_map(|i| (i as u16).to_le_bytes()).collect();
        for dtype in 1..=33 {
            for big_endian in [false, true] {
                let numbers = Numbers::plain(dtype, big_endian);
                let Some(class) = numbers.class() else { continue };
                let one_by_one = numbers.first(&bytes, usize::MAX);
                match class {
                    Class::Whole => {
                        let mut found = Vec::new();
                        numbers.whole(&bytes, &mut found);
                        let expected: Vec<i128> = one_by_one
                            .iter()
                            .map(|v| match v {
                                Scalar::Int(v) => *v,
                                Scalar::Bool(v) => i128::from(*v),
                                other => panic!("{other:?}"),
                            })
                            .collect();
                        let found: Vec<i128> = found.iter().map(|v| i128::from(*v) + numbers.lift()).collect();
                        assert!(found == expected, "dtype {dtype}");
                    }
                    _ => {
                        let mut found = Vec::new();
                        numbers.real(&bytes, &mut found);
                        let expected: Vec<f64> = one_by_one
                            .iter()
                            .flat_map(|v| match v {
                                Scalar::Float(v) => vec![*v],
                                Scalar::Complex(re, im) => vec![*re, *im],
                                other => panic!("{other:?}"),
                            })
                            .collect();
                        assert_eq!(found.len(), expected.len());
                        let same = |(a, b): (&f64, &f64)| a == b || a.is_nan() && b.is_nan();
                        assert!(found.iter().zip(&expected).all(same), "dtype {dtype}");
                    }
                }
            }
        }
    }

    #[test]
    fn packed_numbers_come_lowest_bits_first() {
        let mut out = Vec::new();
        Numbers { dtype: 29, big_endian: false, packed: 4 }.whole(&[0x8f, 0x07], &mut out);
        assert_eq!(out, [-1, -8, 7, 0]);
        out.clear();
        let two = Numbers { dtype: 31, big_endian: false, packed: 2 };
        two.whole(&[0b11_10_01_00], &mut out);
        assert_eq!(out, [0, 1, -2, -1]);
        assert_eq!((two.bytes_of(5), two.bytes_of(4), two.bytes_of(0)), (Some(2), Some(1), Some(0)));
        assert_eq!(two.first(&[0b11_10_01_00], 2), [Scalar::Int(0), Scalar::Int(1)]);
    }
}
