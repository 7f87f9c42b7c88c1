//! Shape functions that combine the elements of several tensors, or of one.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, at_least, of_rank, same, same_size};

/// Each pair of elements.
pub fn broadcast(call: &Call<'_>) -> Result<Vec<Shape>> {
    let strict =
        !call.op.attrs.iter().any(|a| a.name == "incompatible_shape_error") || call.flag("incompatible_shape_error");
    match shape::broadcast(call.input(0), call.input(1)) {
        Err(_) if !strict => Ok(vec![None]),
        found => Ok(vec![found?]),
    }
}

/// Each three elements.
pub fn broadcast_three(call: &Call<'_>) -> Result<Vec<Shape>> {
    let values = shape::broadcast(call.input(1), call.input(2))?;
    Ok(vec![shape::broadcast(call.input(0), &values)?])
}

/// Inputs of one shape.
fn merged(call: &Call<'_>) -> Result<Shape> {
    let mut all = None;
    for (at, input) in call.inputs.iter().enumerate().rev() {
        all = same(input, &all).map_err(|text| format!("{text}\n\tFrom merging shape {at} with other shapes."))?;
    }
    Ok(all)
}

/// Sums of tensors of one shape.
pub fn merge(call: &Call<'_>) -> Result<Vec<Shape>> {
    Ok(vec![merged(call)?])
}

/// Tensors of one shape in a new dimension.
pub fn pack(call: &Call<'_>) -> Result<Vec<Shape>> {
    let Some(mut sizes) = merged(call)? else { return Ok(vec![None]) };
    let axis = call.int("axis").unwrap_or_default();
    let rank = sizes.len() + 1;
    let at = shape::axis(axis, rank)
        .ok_or_else(|| format!("Invalid axis value: {axis}; must be in the range [-{rank},{rank})"))?;
    sizes.insert(at, call.inputs.len() as i64);
    Ok(vec![Some(sizes)])
}

/// A product of two matrices.
pub fn matmul(call: &Call<'_>) -> Result<Vec<Shape>> {
    let (a, b) = (of_rank(call.input(0), 2)?, of_rank(call.input(1), 2)?);
    let (left, right) = (usize::from(call.flag("transpose_a")), usize::from(call.flag("transpose_b")));
    same_size(a[1 - left], b[right])?;
    Ok(vec![Some(vec![a[left], b[1 - right]])])
}

/// Products of many matrices.
pub fn batch_matmul(call: &Call<'_>) -> Result<Vec<Shape>> {
    at_least(call.input(0), 2)?;
    at_least(call.input(1), 2)?;
    let (Some(a), Some(b)) = (call.input(0), call.input(1)) else { return Ok(vec![None]) };
    let ((batch, a), (other, b)) = (a.split_at(a.len() - 2), b.split_at(b.len() - 2));
    let (left, right) = (usize::from(call.flag("adj_x")), usize::from(call.flag("adj_y")));
    let (batch, other) = (Some(batch.to_vec()), Some(other.to_vec()));
    let batches = if call.op_name() == "BatchMatMul" { same(&batch, &other) } else { shape::broadcast(&batch, &other) };
    same_size(a[1 - left], b[right])?;
    let mut sizes = batches?.unwrap_or_default();
    sizes.extend([a[left], b[1 - right]]);
    Ok(vec![Some(sizes)])
}

/// Position of the channels.
fn channels(call: &Call<'_>, rank: usize) -> usize {
    if call.text("data_format") == "NCHW" { 1 } else { rank - 1 }
}

/// A vector added to the channels.
pub fn bias(call: &Call<'_>) -> Result<Vec<Shape>> {
    let least = if call.text("data_format") == "NCHW" { 3 } else { 2 };
    at_least(call.input(0), least)?;
    let size = of_rank(call.input(1), 1)?[0];
    let Some(mut sizes) = call.input(0).clone() else { return Ok(vec![None]) };
    let at = channels(call, sizes.len());
    sizes[at] = same_size(sizes[at], size)?;
    Ok(vec![Some(sizes)])
}

/// A sum over everything but the channels.
pub fn bias_grad(call: &Call<'_>) -> Result<Vec<Shape>> {
    at_least(call.input(0), if call.text("data_format") == "NCHW" { 3 } else { 2 })?;
    Ok(vec![Some(vec![call.input(0).as_ref().map_or(UNKNOWN, |sizes| sizes[channels(call, sizes.len())])])])
}

/// Tensors one after the other along an axis, which is the first or the last input.
pub fn concat(call: &Call<'_>) -> Result<Vec<Shape>> {
    let first = call.op_name() == "Concat";
    let last = call.inputs.len().saturating_sub(1);
    let (axis, tensors) = if first { (0, 1..=last) } else { (last, 0..=last.saturating_sub(1)) };
    of_rank(call.input(axis), 0)?;
    let tensors: Vec<&Shape> = call.inputs.get(tensors).unwrap_or_default().iter().collect();
    let known = tensors.iter().find_map(|shape| shape.as_ref().map(Vec::len));
    let Some(axis) = call.scalar(axis) else {
        if let Some(rank) = known.filter(|&rank| rank > 0) {
            tensors.iter().try_for_each(|shape| of_rank(shape, rank).map(drop))?;
        } else if known == Some(0) {
            return Err("Can't concatenate scalars (use tf.stack instead)".to_owned());
        }
        return Ok(vec![known.map(|rank| vec![UNKNOWN; rank])]);
    };
    let least = if axis < 0 { axis.unsigned_abs() } else { axis as u64 + 1 } as usize;
    let mut total: Option<Vec<i64>> = None;
    for shape in &tensors {
        at_least(shape, least)?;
        let Some(sizes) = shape else { continue };
        let Some(sum) = &mut total else {
            total = Some(sizes.clone());
            continue;
        };
        let at = shape::axis(axis, sizes.len()).unwrap_or_default();
        let without = |sizes: &[i64]| {
            let mut kept = sizes.to_vec();
            kept.remove(at.min(kept.len() - 1));
            Some(kept)
        };
        let together = shape::sum(sum[at.min(sum.len() - 1)], sizes[at]);
        let mut kept = same(&without(sum), &without(sizes))?.unwrap_or_default();
        kept.insert(at, together);
        *sum = kept;
    }
    if let (Some(sizes), true) = (&mut total, tensors.iter().any(|shape| shape.is_none())) {
        let at = shape::axis(axis, sizes.len()).unwrap_or_default();
        sizes[at] = UNKNOWN;
    }
    Ok(vec![total])
}

/// Elements of one tensor or of another, by a condition of their shape, a scalar or a vector of rows.
pub fn select(call: &Call<'_>) -> Result<Vec<Shape>> {
    let data = same(call.input(1), call.input(2))?;
    let (Some(condition), Some(sizes)) = (call.input(0), &data) else { return Ok(vec![data]) };
    if condition.is_empty() {
        return Ok(vec![data]);
    }
    if condition.len() == 1 && !sizes.is_empty() && sizes.len() > 1 {
        same_size(condition[0], sizes[0])?;
        return Ok(vec![data]);
    }
    same(&Some(condition.clone()), &data)?;
    Ok(vec![data])
}

/// One value for all elements along axes.
pub fn reduce(call: &Call<'_>) -> Result<Vec<Shape>> {
    shape::at_most(call.input(1), 1)?;
    let Some(sizes) = call.input(0) else { return Ok(vec![None]) };
    let keep = call.flag("keep_dims");
    let Some(axes) = call.value(1) else {
        return Ok(vec![keep.then(|| vec![UNKNOWN; sizes.len()])]);
    };
    let mut reduced = vec![false; sizes.len()];
    for &axis in axes {
        let rank = sizes.len();
        let at = shape::axis(axis, rank)
            .ok_or_else(|| format!("Invalid reduction dimension {axis} for input with {rank} dimensions."))?;
        reduced[at] = true;
    }
    let kept = sizes.iter().zip(&reduced).filter_map(|(&size, &gone)| match (gone, keep) {
        (true, true) => Some(1),
        (true, false) => None,
        _ => Some(size),
    });
    Ok(vec![Some(kept.collect())])
}

/// The position of the greatest or smallest element along an axis.
pub fn arg(call: &Call<'_>) -> Result<Vec<Shape>> {
    of_rank(call.input(1), 0)?;
    let Some(sizes) = call.input(0).as_ref().filter(|sizes| sizes.len() > 1) else {
        return Ok(vec![call.input(0).is_some().then(Vec::new)]);
    };
    let rank = sizes.len();
    let Some(axis) = call.scalar(1) else { return Ok(vec![Some(vec![UNKNOWN; rank - 1])]) };
    let at = shape::axis(axis, rank).ok_or_else(|| {
        format!(
            "Dimension ({axis}) must be in the range [-{rank}, {rank}), where {rank} is the number of dimensions in the input."
        )
    })?;
    let mut kept = sizes.clone();
    kept.remove(at);
    Ok(vec![Some(kept)])
}

/// Rows combined by sorted numbers of segments.
pub fn segment(call: &Call<'_>) -> Result<Vec<Shape>> {
    at_least(call.input(0), 1)?;
    of_rank(call.input(1), 1)?;
    Ok(vec![call.input(0).as_ref().map(|sizes| [&[UNKNOWN][..], &sizes[1..]].concat())])
}

/// Rows combined by numbers of segments in any order.
pub fn unsorted_segment(call: &Call<'_>) -> Result<Vec<Shape>> {
    of_rank(call.input(2), 0)?;
    let Some(ids) = call.input(1) else { return Ok(vec![None]) };
    let Some(sizes) = call.input(0) else { return Ok(vec![None]) };
    at_least(call.input(0), ids.len())?;
    same(&Some(sizes[..ids.len()].to_vec()), &Some(ids.clone()))?;
    let count = call.scalar(2).unwrap_or(UNKNOWN);
    if count < UNKNOWN {
        return Err(format!("Dimension size, given by scalar input 2, must be non-negative but is {count}"));
    }
    Ok(vec![Some([&[count][..], &sizes[ids.len()..]].concat())])
}

/// A loss for each row of logits, and its gradient.
pub fn cross_entropy(call: &Call<'_>) -> Result<Vec<Shape>> {
    let logits = shape::broadcast(call.input(0), call.input(1))?;
    let sizes = of_rank(&logits, 2)?;
    Ok(vec![Some(vec![sizes[0]]), Some(sizes)])
}

/// A variable with a new value, of its shape unless the node accepts any.
pub fn assign(call: &Call<'_>) -> Result<Vec<Shape>> {
    if call.flag("validate_shape") {
        same(call.input(0), call.input(1))?;
        return Ok(vec![call.input(0).clone()]);
    }
    Ok(vec![call.input(1).clone()])
}
