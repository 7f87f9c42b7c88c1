//! Reads a tensor from its message: raw content, or one of the typed lists whose last value repeats.

use super::shape::{dims, element_count};
use super::{Data, TensorValue};
use crate::bytes::{Error, Limits, Result};
use crate::formats::dtype;
use crate::formats::proto::tensorflow::TensorProto;
use prost::bytes::Bytes;

impl TensorValue {
    /// The value of a `TensorProto`, by its own shape.
    ///
    /// Errors: `tensor-bad-shape`, `tensor-content-size` (malformed), `tensor-dtype-without-values` (unsupported),
    /// `value-too-large` (over a limit).
    pub fn from_proto(tensor: &TensorProto, limits: &Limits) -> Result<Self> {
        let shape = tensor.tensor_shape.as_ref().map_or(Some(Vec::new()), dims);
        let shape = shape.ok_or_else(|| Error::malformed("tensor-bad-shape").with("shape", "?"))?;
        Self::from_proto_as(tensor, tensor.dtype, shape, limits)
    }

    /// The values of a `TensorProto` with a dtype and shape from elsewhere, as in a V1 checkpoint.
    pub fn from_proto_as(tensor: &TensorProto, number: i32, shape: Vec<i64>, limits: &Limits) -> Result<Self> {
        let count = element_count(&shape)
            .ok_or_else(|| Error::malformed("tensor-bad-shape").with("shape", format!("{shape:?}")))?;
        let width = if number == 7 { Some(size_of::<Bytes>() as u64) } else { dtype::size(number) };
        let width = width
            .ok_or_else(|| Error::unsupported("tensor-dtype-without-values").with("dtype", dtype::label(number)))?;
        let size = count.checked_mul(width).filter(|&n| n <= limits.value_bytes).ok_or_else(|| {
            Error::over_limit("value-too-large")
                .with("size", count.saturating_mul(width))
                .with("limit", limits.value_bytes)
        })?;
        if number == 7 {
            return Ok(Self { dtype: number, shape, data: Data::Strings(repeat_last(&tensor.string_val, count)) });
        }
        let data = if tensor.tensor_content.is_empty() {
            fill(typed(tensor, number), width as usize, size as usize)
        } else if tensor.tensor_content.len() as u64 == size {
            tensor.tensor_content.clone()
        } else {
            return Err(Error::malformed("tensor-content-size")
                .with("stored", tensor.tensor_content.len())
                .with("expected", size));
        };
        Ok(Self { dtype: number, shape, data: Data::Fixed(data) })
    }
}

fn repeat_last(values: &[Bytes], count: u64) -> Vec<Bytes> {
    let last = values.last().cloned().unwrap_or_default();
    (0..count as usize).map(|i| values.get(i).unwrap_or(&last).clone()).collect()
}

/// Extends or cuts a list of elements to `size` bytes: the last one is repeated; zeros when there is none.
fn fill(mut bytes: Vec<u8>, width: usize, size: usize) -> Bytes {
    let whole = bytes.len() - bytes.len() % width;
    bytes.truncate(whole.min(size));
    let last = match bytes.len() {
        0 => vec![0; width],
        len => bytes[len - width..].to_vec(),
    };
    while bytes.len() < size {
        bytes.extend_from_slice(&last);
    }
    Bytes::from(bytes)
}

/// The typed list of the dtype, as little-endian bytes.
fn typed(t: &TensorProto, number: i32) -> Vec<u8> {
    /// Elements of `N` bytes: the low bytes of the list's items.
    fn low<const N: usize, T: Copy>(list: &[T], to: impl Fn(T) -> [u8; N]) -> Vec<u8> {
        list.iter().flat_map(|&v| to(v)).collect()
    }
    match number {
        1 => low(&t.float_val, f32::to_le_bytes),
        2 => low(&t.double_val, f64::to_le_bytes),
        8 => low(&t.scomplex_val, f32::to_le_bytes),
        9 => low(&t.int64_val, i64::to_le_bytes),
        10 => low(&t.bool_val, |v| [u8::from(v)]),
        18 => low(&t.dcomplex_val, f64::to_le_bytes),
        14 | 19 => low(&t.half_val, |v| (v as u16).to_le_bytes()),
        22 => low(&t.uint32_val, u32::to_le_bytes),
        23 => low(&t.uint64_val, u64::to_le_bytes),
        24..=28 | 33 => t.float8_val.to_vec(),
        _ => match dtype::size(number) {
            Some(1) => low(&t.int_val, |v| [v as u8]),
            Some(2) => low(&t.int_val, |v| (v as u16).to_le_bytes()),
            _ => low(&t.int_val, i32::to_le_bytes),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tensor_value::Scalar;

    #[test]
    fn the_last_value_fills_the_shape() {
        let tensor = TensorProto { dtype: 3, int_val: vec![1, 2], ..TensorProto::default() };
        let value = TensorValue::from_proto_as(&tensor, 3, vec![2, 2], &Limits::default()).unwrap();
        assert_eq!(value.first(9), [1, 2, 2, 2].map(Scalar::Int));
        let none = TensorProto { dtype: 8, ..TensorProto::default() };
        let value = TensorValue::from_proto_as(&none, 8, vec![1], &Limits::default()).unwrap();
        assert_eq!(value.first(9), [Scalar::Complex(0.0, 0.0)]);
    }

    #[test]
    fn a_huge_shape_is_refused_before_anything_is_allocated() {
        let tensor = TensorProto { dtype: 1, float_val: vec![1.0], ..TensorProto::default() };
        let error = TensorValue::from_proto_as(&tensor, 1, vec![1 << 40], &Limits::default()).unwrap_err();
        assert_eq!(error.id(), "value-too-large");
    }
}
