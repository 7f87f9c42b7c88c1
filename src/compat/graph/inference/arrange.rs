//! Shape functions that rearrange the elements of a tensor, or make a tensor of a shape.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, at_least, elements, of_rank, of_size, same, text};

/// Parts of a tensor along an axis that goes.
pub fn unpack(call: &Call<'_>) -> Result<Vec<Shape>> {
    let count = usize::try_from(call.int("num").unwrap_or_default()).unwrap_or_default().min(1 << 12);
    let Some(mut sizes) = call.input(0).clone() else { return Ok(vec![None; count]) };
    let (axis, rank) = (call.int("axis").unwrap_or_default(), sizes.len());
    let at = shape::axis(axis, rank)
        .ok_or_else(|| format!("Invalid axis: {axis}; must be in the range [-{rank},{rank})"))?;
    of_size(sizes.remove(at), count as i64)?;
    Ok(vec![Some(sizes); count])
}

/// Equal parts of a tensor along an axis.
pub fn split(call: &Call<'_>) -> Result<Vec<Shape>> {
    let count = call.int("num_split").unwrap_or_default();
    let outputs = usize::try_from(count).unwrap_or_default().min(1 << 12);
    let Some(axis) = call.axis(0, call.input(1))? else {
        return Ok(vec![call.input(1).as_ref().map(|sizes| vec![UNKNOWN; sizes.len()]); outputs]);
    };
    let Some(mut sizes) = call.input(1).clone() else { return Ok(vec![None; outputs]) };
    let at = shape::axis(axis, sizes.len()).unwrap_or_default();
    sizes[at] = shape::divided(sizes[at], count)
        .map_err(|text| format!("{text}\n\tNumber of ways to split should evenly divide the split dimension"))?;
    Ok(vec![Some(sizes); outputs])
}

/// Parts of a tensor along an axis, of given sizes.
pub fn split_v(call: &Call<'_>) -> Result<Vec<Shape>> {
    let count = call.int("num_split").unwrap_or_default();
    let outputs = usize::try_from(count).unwrap_or_default().min(1 << 12);
    let axis = call.axis(2, call.input(0))?;
    let Some(sizes) = call.input(0) else { return Ok(vec![None; outputs]) };
    if sizes.is_empty() {
        return Err("Can't split scalars".to_owned());
    }
    let Some(axis) = axis else { return Ok(vec![Some(vec![UNKNOWN; sizes.len()]); outputs]) };
    let at = shape::axis(axis, sizes.len()).unwrap_or_default();
    let part = |size: i64| {
        let mut own = sizes.clone();
        own[at] = size;
        Some(own)
    };
    // Of a matrix of sizes the shape function reads the first ones.
    let given = call.input(1).as_ref().and_then(|sizes| sizes.first()).map_or(0, |&rows| rows as usize);
    let Some(parts) = call.value(1).and_then(|parts| parts.get(..given)) else {
        return Ok(vec![part(UNKNOWN); outputs]);
    };
    if parts.len() != outputs {
        return Err("Length of size_splits should be equal to num_outputs".to_owned());
    }
    let known: i64 = parts.iter().filter(|&&size| size >= 0).sum();
    let open = parts.iter().filter(|&&size| size < 0).count();
    let whole = sizes[at];
    if open > 1 {
        return Err("size_splits can only have one -1".to_owned());
    }
    if whole >= 0 && (open == 0 && known != whole || known > whole) {
        return Err(format!("can't split axis of size {whole} into pieces of size {}", text(parts)));
    }
    Ok(parts.iter().map(|&size| part(if size >= 0 || whole < 0 { size } else { whole - known })).collect())
}

/// The same elements in another shape.
pub fn reshape(call: &Call<'_>) -> Result<Vec<Shape>> {
    let wanted = call.shape_in(1)?;
    let (Some(mut sizes), Some(count)) = (wanted.clone(), elements(call.input(0))) else { return Ok(vec![wanted]) };
    if call.value(1).is_none() {
        return Ok(vec![Some(sizes)]);
    }
    let known: i64 = sizes.iter().filter(|&&size| size >= 0).product();
    let open: Vec<usize> = (0..sizes.len()).filter(|&at| sizes[at] < 0).collect();
    let cannot = || {
        let found = text(call.input(0).as_deref().unwrap_or_default());
        let known = format!("{known} elements");
        format!("Cannot reshape a tensor with {count} elements to shape {} ({known}) for shape {found}", text(&sizes))
    };
    match open[..] {
        [] if known != count => return Err(cannot().split(" for shape").next().unwrap_or_default().to_owned()),
        [at] if known > 0 => {
            let wrong = |_| format!("Dimension size must be evenly divisible by {known} but is {count}");
            sizes[at] = shape::divided(count, known).map_err(wrong)?;
        }
        _ => {}
    }
    Ok(vec![Some(sizes)])
}

/// A tensor of the shape in the first input.
pub fn from_value(call: &Call<'_>) -> Result<Vec<Shape>> {
    Ok(vec![call.shape_in(0)?])
}

/// Numbers from a start to a limit.
pub fn range(call: &Call<'_>) -> Result<Vec<Shape>> {
    for input in 0..3 {
        of_rank(call.input(input), 0)?;
    }
    let (Some(start), Some(limit), Some(delta)) = (call.scalar(0), call.scalar(1), call.scalar(2)) else {
        return Ok(vec![Some(vec![UNKNOWN])]);
    };
    match delta {
        0 => Err("Requires delta != 0".to_owned()),
        1.. if start > limit => Err(format!("Requires start <= limit when delta > 0: {start}/{limit}")),
        ..0 if start < limit => Err(format!("Requires start >= limit when delta < 0: {start}/{limit}")),
        _ => Ok(vec![Some(vec![((limit - start).abs() + delta.abs() - 1) / delta.abs()])]),
    }
}

/// Numbers at equal distances.
pub fn lin_space(call: &Call<'_>) -> Result<Vec<Shape>> {
    for (input, name) in ["start", "stop", "num"].iter().enumerate() {
        of_rank(call.input(input), 0).map_err(|text| format!("{text}\n\t for '{name}'"))?;
    }
    match call.scalar(2) {
        Some(count) if count <= 0 => Err(format!("Requires num > 0: {count}")),
        count => Ok(vec![Some(vec![count.unwrap_or(UNKNOWN)])]),
    }
}

/// A tensor repeated along each axis.
pub fn tile(call: &Call<'_>) -> Result<Vec<Shape>> {
    let rank = of_rank(call.input(1), 1)?[0];
    let Ok(rank) = usize::try_from(rank) else {
        return Ok(vec![call.input(0).as_ref().map(|s| vec![UNKNOWN; s.len()])]);
    };
    let sizes = of_rank(call.input(0), rank)?;
    let Some(times) = call.value(1) else { return Ok(vec![Some(vec![UNKNOWN; rank])]) };
    if let Some(negative) = times.iter().find(|&&n| n < 0) {
        return if *negative < UNKNOWN {
            Err(format!("Invalid value in tensor used for shape: {negative}"))
        } else {
            Ok(vec![None])
        };
    }
    Ok(vec![Some(sizes.iter().zip(times).map(|(&size, &n)| shape::product(size, n)).collect())])
}

/// A tensor with values around it.
pub fn pad(call: &Call<'_>) -> Result<Vec<Shape>> {
    let paddings = of_rank(call.input(1), 2)?;
    of_size(paddings[1], 2)?;
    let rank = paddings[0];
    let Ok(rank) = usize::try_from(rank) else {
        return Ok(vec![call.input(0).as_ref().map(|s| vec![UNKNOWN; s.len()])]);
    };
    let sizes = of_rank(call.input(0), rank)?;
    let Some(values) = call.value(1) else { return Ok(vec![Some(vec![UNKNOWN; rank])]) };
    if values.iter().any(|&padding| padding < 0) {
        return Err("Paddings must be non-negative".to_owned());
    }
    let padded = sizes.iter().zip(values.chunks_exact(2)).map(|(&size, own)| shape::sum(size, own[0] + own[1]));
    Ok(vec![Some(padded.collect())])
}

/// The axes in another order.
pub fn transpose(call: &Call<'_>) -> Result<Vec<Shape>> {
    let order = call.input(1);
    let count = of_rank(order, 1)?[0];
    let rank = call.value(1).map_or(count, |order| order.len() as i64);
    let Ok(rank) = usize::try_from(rank) else {
        return Ok(vec![call.input(0).as_ref().map(|s| vec![UNKNOWN; s.len()])]);
    };
    let sizes = of_rank(call.input(0), rank)?;
    let Some(order) = call.value(1) else { return Ok(vec![Some(vec![UNKNOWN; rank])]) };
    let place = |&axis: &i64| {
        let at = shape::axis(axis, rank);
        at.map(|at| sizes[at]).ok_or_else(|| format!("perm dim {axis} is out of range of input rank {rank}"))
    };
    Ok(vec![Some(order.iter().map(place).collect::<Result<_>>()?)])
}

/// A new dimension of size 1.
pub fn expand(call: &Call<'_>) -> Result<Vec<Shape>> {
    let (Some(sizes), Some(axis)) = (call.input(0), call.value(1)) else { return Ok(vec![None]) };
    let &[axis] = axis else { return Err("'dim' input must be a tensor with a single value".to_owned()) };
    let rank = sizes.len() as i64;
    let at = shape::axis(axis, sizes.len() + 1)
        .ok_or_else(|| format!("dim {axis} not in the interval [{}, {rank}].", -rank - 1))?;
    let mut sizes = sizes.clone();
    sizes.insert(at, 1);
    Ok(vec![Some(sizes)])
}

/// Dimensions of size 1 removed.
pub fn squeeze(call: &Call<'_>) -> Result<Vec<Shape>> {
    let Some(sizes) = call.input(0) else { return Ok(vec![None]) };
    let axes = call.ints("squeeze_dims").unwrap_or_default();
    if axes.is_empty() {
        let open = sizes.iter().any(|&size| size < 0);
        return Ok(vec![(!open).then(|| sizes.iter().copied().filter(|&size| size != 1).collect())]);
    }
    let mut gone = vec![false; sizes.len()];
    for axis in axes {
        let rank = sizes.len();
        let at = shape::axis(axis, rank)
            .ok_or_else(|| format!("Tried to squeeze dim index {axis} for tensor with {rank} dimensions."))?;
        if sizes[at] >= 0 && sizes[at] != 1 {
            return Err(format!("Can not squeeze dim[{at}], expected a dimension of 1, got {}", sizes[at]));
        }
        gone[at] = true;
    }
    Ok(vec![Some(sizes.iter().zip(gone).filter(|(_, gone)| !gone).map(|(&size, _)| size).collect())])
}

/// A part of a tensor, by its begin and size.
pub fn slice(call: &Call<'_>) -> Result<Vec<Shape>> {
    let (begin, size) = (of_rank(call.input(1), 1)?[0], of_rank(call.input(2), 1)?[0]);
    let rank = shape::same_size(begin, size)?;
    let Ok(rank) = usize::try_from(rank) else {
        return Ok(vec![call.input(0).as_ref().map(|s| vec![UNKNOWN; s.len()])]);
    };
    let sizes = of_rank(call.input(0), rank)?;
    let Some(wanted) = call.value(2) else { return Ok(vec![Some(vec![UNKNOWN; rank])]) };
    let begins = call.value(1);
    let mut found = Vec::with_capacity(rank);
    for at in 0..rank {
        let begin = begins.map(|begins| begins[at]);
        let (whole, size) = (sizes[at], wanted[at]);
        if begin.is_some_and(|begin| begin < 0) {
            return Err(format!("Requires begin >= 0, but got {}", begin.unwrap_or_default()));
        }
        let left = begin.map_or(Ok(UNKNOWN), |begin| shape::less(whole, begin))?;
        if size < UNKNOWN {
            return Err(format!("Invalid value in tensor used for shape: {size}"));
        }
        if size >= 0 && left >= 0 {
            shape::less(left, size)?;
        }
        found.push(if size >= 0 { size } else { left });
    }
    Ok(vec![Some(found)])
}

/// Slices of a tensor along an axis, by their numbers.
pub fn gather(call: &Call<'_>) -> Result<Vec<Shape>> {
    let has_axis = call.inputs.len() > 2;
    let axis = if has_axis { call.scalar(2) } else { Some(0) };
    if has_axis {
        of_rank(call.input(2), 0)?;
    }
    at_least(call.input(0), 1)?;
    let Some(axis) = axis else { return Ok(vec![None]) };
    at_least(call.input(0), if axis < 0 { axis.unsigned_abs() } else { axis as u64 + 1 } as usize)?;
    let (Some(sizes), Some(indices)) = (call.input(0), call.input(1)) else { return Ok(vec![None]) };
    if call.int("batch_dims").unwrap_or_default() != 0 {
        return Ok(vec![None]);
    }
    let at = shape::axis(axis, sizes.len()).unwrap_or_default();
    Ok(vec![Some([&sizes[..at], indices, &sizes[at + 1..]].concat())])
}

/// Slices of a tensor by vectors of indices.
pub fn gather_nd(call: &Call<'_>) -> Result<Vec<Shape>> {
    at_least(call.input(1), 1)?;
    let (Some(sizes), Some(indices)) = (call.input(0), call.input(1)) else { return Ok(vec![None]) };
    let Some((&depth, outer)) = indices.split_last() else { return Ok(vec![None]) };
    let Ok(depth) = usize::try_from(depth) else { return Ok(vec![None]) };
    if depth > sizes.len() {
        let (indices, sizes) = (text(indices), text(sizes));
        return Err(format!(
            "indices.shape[-1] must be <= params.rank, but saw indices shape: {indices} and params shape: {sizes}"
        ));
    }
    Ok(vec![Some([outer, &sizes[depth..]].concat())])
}

/// A vector for each number.
pub fn one_hot(call: &Call<'_>) -> Result<Vec<Shape>> {
    let depth = call.size(1)?.unwrap_or(UNKNOWN);
    let axis = call.int("axis").unwrap_or(-1);
    if axis < -1 {
        return Err("axis must be >= -1".to_owned());
    }
    let Some(mut sizes) = call.input(0).clone() else { return Ok(vec![None]) };
    // An axis behind the last one starts again at the first.
    let rank = sizes.len() as i64 + 1;
    sizes.insert(axis.rem_euclid(rank) as usize, depth);
    Ok(vec![Some(sizes)])
}

/// The same elements in reverse along axes.
pub fn reverse(call: &Call<'_>) -> Result<Vec<Shape>> {
    let count = of_rank(call.input(1), 1)?[0];
    let Some(sizes) = call.input(0) else { return Ok(vec![None]) };
    let rank = sizes.len();
    if rank > 8 {
        return Err("reverse does not work on tensors with more than 8 dimensions".to_owned());
    }
    if call.op_name() == "Reverse" {
        shape::same_size(count, rank as i64)?;
        return Ok(vec![Some(sizes.clone())]);
    }
    let mut seen = vec![false; rank];
    for (place, &axis) in call.value(1).unwrap_or_default().iter().enumerate() {
        let least = -(rank as i64);
        let at = shape::axis(axis, rank)
            .ok_or_else(|| format!("axis[{place}] = {axis} is out of valid range [{least}, {}]", rank as i64 - 1))?;
        if std::mem::replace(&mut seen[at], true) {
            return Err(format!("axis {at} specified more than once."));
        }
    }
    Ok(vec![Some(sizes.clone())])
}

/// The greatest elements of each row.
pub fn top_k(call: &Call<'_>) -> Result<Vec<Shape>> {
    at_least(call.input(0), 1)?;
    let k = if call.inputs.len() > 1 { call.size(1)? } else { call.int("k") };
    let Some(mut sizes) = call.input(0).clone() else { return Ok(vec![None; 2]) };
    let last = sizes.len() - 1;
    if let Some(k) = k.filter(|&k| sizes[last] >= 0 && sizes[last] < k) {
        return Err(format!("input must have last dimension >= k = {k} but is {}", sizes[last]));
    }
    sizes[last] = k.unwrap_or(UNKNOWN);
    Ok(vec![Some(sizes); 2])
}

/// A tensor repeated to a shape.
pub fn broadcast_to(call: &Call<'_>) -> Result<Vec<Shape>> {
    let wanted = call.shape_in(1)?;
    let (Some(sizes), Some(to)) = (call.input(0), &wanted) else { return Ok(vec![wanted]) };
    shape::at_most(call.input(0), to.len())?;
    for (&size, &to) in sizes.iter().rev().zip(to.iter().rev()) {
        if size > 1 || size == 0 {
            shape::same_size(size, to)?;
        }
    }
    Ok(vec![wanted])
}

/// A tensor of the shape in an attr.
pub fn ensure(call: &Call<'_>) -> Result<Vec<Shape>> {
    Ok(vec![same(call.input(0), &call.shape("shape"))?])
}
