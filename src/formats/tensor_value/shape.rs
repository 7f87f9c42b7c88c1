//! Shapes: those of messages, and numbers of elements.

use crate::formats::proto::tensorflow::TensorShapeProto;

/// Dimensions of a shape message; `None` for an unknown rank. Unknown dimensions are -1.
pub fn dims(shape: &TensorShapeProto) -> Option<Vec<i64>> {
    (!shape.unknown_rank).then(|| shape.dim.iter().map(|d| d.size).collect())
}

/// Number of elements of a shape; `None` when a dimension is negative or the product overflows `u64`.
pub fn element_count(shape: &[i64]) -> Option<u64> {
    // A dimension of zero makes the product zero even if the others would overflow.
    let dims: Option<Vec<u64>> = shape.iter().map(|&d| u64::try_from(d).ok()).collect();
    let dims = dims?;
    if dims.contains(&0) {
        return Some(0);
    }
    dims.iter().try_fold(1u64, |n, &d| n.checked_mul(d))
}
