//! Values of constant integers, which shape functions read.

use crate::formats::proto::tensorflow::attr_value::Value;
use crate::formats::proto::tensorflow::{DataType, NodeDef, TensorProto};

/// Maximum number of values; shapes, paddings and axes have fewer.
const MOST: usize = 256;

/// Values of a `Const` of int32 or int64.
pub fn of(node: &NodeDef) -> Option<Vec<i64>> {
    match node.attr.get("value")?.value.as_ref()? {
        Value::Tensor(tensor) => values(tensor),
        _ => None,
    }
}

fn values(tensor: &TensorProto) -> Option<Vec<i64>> {
    let shape = tensor.tensor_shape.as_ref()?;
    let count = shape.dim.iter().try_fold(1usize, |n, dim| n.checked_mul(usize::try_from(dim.size).ok()?))?;
    let wide = tensor.dtype == DataType::DtInt64 as i32;
    if count > MOST || shape.unknown_rank || !(wide || tensor.dtype == DataType::DtInt32 as i32) {
        return None;
    }
    let mut values: Vec<i64> = match (tensor.tensor_content.len(), wide) {
        (0, true) => tensor.int64_val.clone(),
        (0, false) => tensor.int_val.iter().map(|&value| i64::from(value)).collect(),
        (_, true) => tensor
            .tensor_content
            .chunks_exact(8)
            .map(|b| i64::from_le_bytes(b.try_into().unwrap_or_default()))
            .collect(),
        (_, false) => {
            let narrow = |b: &[u8]| i64::from(i32::from_le_bytes(b.try_into().unwrap_or_default()));
            tensor.tensor_content.chunks_exact(4).map(narrow).collect()
        }
    };
    // The last value repeats; without any, all are 0.
    let last = values.last().copied().unwrap_or_default();
    values.resize(count, last);
    Some(values)
}
