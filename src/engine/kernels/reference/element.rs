//! Single elements of any plain type, for operators whose computation depends on the model, not on the type.

use crate::engine::data::{f16_to_f32, f32_to_f16};
use crate::engine::program::{Dtype, Fold};
use std::cmp::Ordering;

/// Value of an element. Sums and products of float32 and float16 are the same when rounded from float64.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// float16, float32, float64.
    Real(f64),
    /// Bools and integers; unsigned ones of 64 bits by their bits.
    Whole(i64),
}

/// True for types that [`read`] knows.
pub fn known(dtype: Option<Dtype>) -> bool {
    use Dtype::{Bool, F16, F32, F64, I8, I16, I32, I64, U8, U16, U32, U64};
    matches!(dtype, Some(Bool | F16 | F32 | F64 | I8 | I16 | I32 | I64 | U8 | U16 | U32 | U64))
}

/// The element that `bytes` hold; zero for types that are not [`known`].
pub fn read(dtype: Dtype, bytes: &[u8]) -> Element {
    let mut held = [0; 8];
    let size = bytes.len().min(8);
    held[..size].copy_from_slice(&bytes[..size]);
    let bits = u64::from_le_bytes(held);
    Element::Whole(match dtype {
        Dtype::F64 => return Element::Real(f64::from_bits(bits)),
        Dtype::F32 => return Element::Real(f32::from_bits(bits as u32).into()),
        Dtype::F16 => return Element::Real(f16_to_f32(bits as u16).into()),
        Dtype::I8 => (bits as i8).into(),
        Dtype::I16 => (bits as i16).into(),
        Dtype::I32 => (bits as i32).into(),
        _ => bits as i64,
    })
}

/// Stores an element, rounded or cut to the width of `bytes`.
pub fn write(dtype: Dtype, element: Element, bytes: &mut [u8]) {
    let bits = match (element, dtype) {
        (Element::Real(v), Dtype::F64) => v.to_bits(),
        (Element::Real(v), Dtype::F16) => f32_to_f16(v as f32).into(),
        (Element::Real(v), _) => (v as f32).to_bits().into(),
        (Element::Whole(v), _) => v as u64,
    };
    let size = bytes.len().min(8);
    bytes[..size].copy_from_slice(&bits.to_le_bytes()[..size]);
}

/// Whether the first is less; false if either is NaN.
fn less(dtype: Dtype, a: Element, b: Element) -> bool {
    match (a, b) {
        (Element::Real(a), Element::Real(b)) => a < b,
        (Element::Whole(a), Element::Whole(b)) if dtype == Dtype::U64 => (a as u64).cmp(&(b as u64)) == Ordering::Less,
        (Element::Whole(a), Element::Whole(b)) => a < b,
        _ => false,
    }
}

/// Combines two elements into one of the same type.
pub fn fold(fold: Fold, dtype: Dtype, a: Element, b: Element) -> Element {
    let is = |v: Element| !matches!(v, Element::Whole(0)) && v != Element::Real(0.0);
    let truth = |v: bool| match a {
        Element::Real(_) => Element::Real(v.into()),
        Element::Whole(_) => Element::Whole(v.into()),
    };
    match (fold, a, b) {
        (Fold::Second, ..) => b,
        (Fold::All, ..) => truth(is(a) && is(b)),
        (Fold::Any, ..) => truth(is(a) || is(b)),
        (Fold::Max, ..) => {
            if less(dtype, a, b) {
                b
            } else {
                a
            }
        }
        (Fold::Min, ..) => {
            if less(dtype, b, a) {
                b
            } else {
                a
            }
        }
        (Fold::Add, Element::Real(a), Element::Real(b)) => Element::Real(a + b),
        (Fold::Mul, Element::Real(a), Element::Real(b)) => Element::Real(a * b),
        (Fold::Add, Element::Whole(a), Element::Whole(b)) => Element::Whole(a.wrapping_add(b)),
        (Fold::Mul, Element::Whole(a), Element::Whole(b)) => Element::Whole(a.wrapping_mul(b)),
        _ => a,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_survive_the_way_there_and_back() {
        for (dtype, bytes) in [
            (Dtype::I8, &[0x80][..]),
            (Dtype::U16, &[0xff, 0xff]),
            (Dtype::U64, &[0xff; 8]),
            (Dtype::F16, &[0x01, 0x80]),
            (Dtype::F32, &[1, 2, 3, 4]),
        ] {
            let mut back = vec![0; bytes.len()];
            write(dtype, read(dtype, bytes), &mut back);
            assert_eq!(back, bytes, "{dtype:?}");
        }
    }

    #[test]
    fn unsigned_64_bits_are_compared_as_such() {
        let (big, small) = (Element::Whole(-1), Element::Whole(5));
        assert_eq!(fold(Fold::Max, Dtype::U64, small, big), big);
        assert_eq!(fold(Fold::Max, Dtype::I64, small, big), small);
    }
}
