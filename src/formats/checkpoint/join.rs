//! Joins the pieces of a partitioned variable.

use super::slice::{Slice, for_each_run};
use crate::bytes::{Error, Limits, Result};
use crate::formats::dtype;
use crate::formats::tensor_value::{Data, TensorValue, element_count};
use prost::bytes::Bytes;

/// Reads every piece by `read(slice, piece shape)` and joins them.
///
/// Errors: those of `read`; `slice-outside`, `slices-overlap`, `slices-incomplete`, `slice-dtype` (malformed);
/// `value-too-large`.
pub(super) fn join(
    dtype: i32,
    shape: &[i64],
    slices: &[Slice],
    limits: &Limits,
    mut read: impl FnMut(&Slice, Vec<i64>) -> Result<TensorValue>,
) -> Result<TensorValue> {
    let bad_shape = || Error::malformed("tensor-bad-shape").with("shape", format!("{shape:?}"));
    let count = element_count(shape).ok_or_else(bad_shape)?;
    let width = dtype::size(dtype).unwrap_or(size_of::<Bytes>() as u64);
    let size = count.checked_mul(width).filter(|&n| n <= limits.value_bytes).ok_or_else(|| {
        Error::over_limit("value-too-large").with("size", count.saturating_mul(width)).with("limit", limits.value_bytes)
    })?;
    let dims: Vec<u64> = shape.iter().map(|&d| d as u64).collect(); // not negative: element_count has checked
    let width = width as usize;
    let mut fixed = if dtype == 7 { Vec::new() } else { vec![0u8; size as usize] };
    let mut texts = if dtype == 7 { vec![Bytes::new(); count as usize] } else { Vec::new() };
    let mut covered = 0u64;
    let mut taken = Taken::of(count);
    for slice in slices {
        let part = slice.within(shape).ok_or_else(|| {
            Error::malformed("slice-outside").with("slice", slice.spec()).with("shape", format!("{shape:?}"))
        })?;
        let piece_shape: Vec<i64> = part.iter().map(|&(_, length)| length as i64).collect();
        let elements = element_count(&piece_shape).ok_or_else(bad_shape)?;
        let piece = read(slice, piece_shape)?;
        covered = covered.saturating_add(elements);
        let mut free = true;
        for_each_run(&dims, &part, |to, _, n| free &= taken.take(to, n));
        if !free {
            return Err(Error::malformed("slices-overlap").with("slice", slice.spec()));
        }
        match (&piece.data, dtype) {
            _ if piece.dtype != dtype => {
                return Err(Error::malformed("slice-dtype")
                    .with("slice", slice.spec())
                    .with("found", dtype::label(piece.dtype))
                    .with("expected", dtype::label(dtype)));
            }
            (Data::Fixed(bytes), _) => for_each_run(&dims, &part, |to, from, n| {
                fixed[to * width..(to + n) * width].copy_from_slice(&bytes[from * width..(from + n) * width]);
            }),
            (Data::Strings(strings), _) => for_each_run(&dims, &part, |to, from, n| {
                texts[to..to + n].clone_from_slice(&strings[from..from + n]);
            }),
        }
    }
    if covered < count {
        return Err(Error::malformed("slices-incomplete").with("covered", covered).with("expected", count));
    }
    let data = if dtype == 7 { Data::Strings(texts) } else { Data::Fixed(Bytes::from(fixed)) };
    Ok(TensorValue { dtype, shape: shape.to_vec(), data })
}

/// Elements that slices have already filled, one bit each.
struct Taken(Vec<u64>);

impl Taken {
    fn of(count: u64) -> Self {
        Self(vec![0; (count / 64 + 1) as usize])
    }

    /// Marks `n` elements from `start` on; false when one of them was marked before.
    fn take(&mut self, start: usize, n: usize) -> bool {
        let mut free = true;
        for at in start..start + n {
            let bit = 1 << (at % 64);
            free &= self.0[at / 64] & bit == 0;
            self.0[at / 64] |= bit;
        }
        free
    }
}
