//! Shape functions that rearrange the elements of a tensor, or make a tensor of a shape.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, of_size, place, refusal, within};

/// Parts of a tensor along an axis that goes.
pub fn unpack(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.int("num").unwrap_or_default();
    if out.is_known() {
        let axis = call.int("axis").unwrap_or_default();
        let at = within(axis, out.len(), "Invalid axis: {}; must be in [{},{})")?;
        of_size(out[at], count)?;
        out.remove(at);
    }
    call.repeat(count, out);
    Ok(())
}

/// Equal parts of a tensor along an axis.
pub fn split(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.int("num_split").unwrap_or_default();
    *out = *call.input(1);
    match call.axis(0, out)? {
        None => out.forget(),
        Some(at) => {
            let text = "\n\tNumber of ways to split should evenly divide the split dimension";
            out[at] = shape::divided(out[at], count).map_err(|refusal| refusal.and(text, &[]))?;
        }
    }
    call.repeat(count, out);
    Ok(())
}

/// Parts of a tensor along an axis, of given sizes.
pub fn split_v(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.int("num_split").unwrap_or_default();
    let axis = call.axis(2, out)?;
    if out.is_known() && out.is_empty() {
        return Err(refusal("Can't split scalars", &[]));
    }
    let Some(at) = axis else {
        out.forget();
        call.repeat(count, out);
        return Ok(());
    };
    // Of a matrix of sizes the shape function reads the first ones.
    let rows = call.input(1).first().map_or(0, |&rows| rows as usize);
    let whole = std::mem::replace(&mut out[at], UNKNOWN);
    let Some(parts) = call.value(1).and_then(|parts| parts.get(..rows)) else {
        call.repeat(count, out);
        return Ok(());
    };
    if parts.len() as i64 != count {
        return Err(refusal("Length of size_splits should be equal to num_outputs", &[]));
    }
    let (mut known, mut open) = (0i64, 0);
    for &size in parts {
        if size < 0 {
            open += 1;
        } else {
            known = known.saturating_add(size);
        }
    }
    if open > 1 {
        return Err(refusal("size_splits can only have one -1", &[]));
    }
    if whole >= 0 && (open == 0 && known != whole || known > whole) {
        return Err(refusal("can't split axis of size {} into pieces of size %", &[whole]).with(parts));
    }
    for &size in parts {
        out[at] = if size >= 0 || whole < 0 { size } else { whole - known };
        call.outputs.push(*out);
    }
    Ok(())
}

/// The product of the known sizes of a shape, and the one dimension that is not known; `None` if there are more.
fn known_part(shape: &Shape) -> Option<(i64, Option<usize>)> {
    let mut open = (0..shape.len()).filter(|&at| shape[at] < 0);
    let (first, second) = (open.next(), open.next());
    let product = shape.iter().filter(|&&size| size >= 0).fold(1i64, |all, &size| all.saturating_mul(size));
    (shape.is_known() && second.is_none()).then_some((product, first))
}

/// The same elements in another shape.
pub fn reshape(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let from = *out;
    *out = call.shape_in(1)?;
    let (true, Some((taken, open)), Some((given, left))) =
        (call.value(1).is_some(), known_part(&from), known_part(out))
    else {
        return Ok(());
    };
    match (open, left) {
        (None, None) if taken != given => {
            let text = "Cannot reshape a tensor with {} elements to shape % ({} elements)";
            return Err(refusal(text, &[taken, given]).with(out));
        }
        (None, Some(at)) if given > 0 => out[at] = shape::divided(taken, given)?,
        (Some(_), None) if taken != 0 => drop(shape::divided(given, taken)?),
        (Some(own), Some(at)) if taken == given => out[at] = from[own],
        _ => {}
    }
    Ok(())
}

/// A tensor of the shape in the first input.
pub fn from_value(call: &mut Call<'_>, out: &mut Shape) -> Result {
    *out = call.shape_in(0)?;
    Ok(())
}

/// Refuses an input that is no scalar, by the name of its argument.
fn scalar(call: &Call<'_>, input: usize, name: &str) -> Result {
    call.input(input).ranked(0).map_err(|refusal| refusal.and("\n\t for '", &[]).and(name, &[]).and("'", &[]))
}

/// Numbers from a start to a limit.
pub fn range(call: &mut Call<'_>, out: &mut Shape) -> Result {
    for (input, name) in ["start", "limit", "delta"].iter().enumerate() {
        scalar(call, input, name)?;
    }
    *out = Shape::of_rank(1);
    let (Some(start), Some(limit), Some(delta)) = (call.scalar(0), call.scalar(1), call.scalar(2)) else {
        return Ok(());
    };
    let text = match delta {
        0 => "Requires delta != 0",
        1.. if start > limit => "Requires start <= limit when delta > 0: {}/{}",
        ..0 if start < limit => "Requires start >= limit when delta < 0: {}/{}",
        _ => {
            let (length, step) = (limit.abs_diff(start), delta.unsigned_abs());
            out[0] = length.div_ceil(step) as i64;
            return Ok(());
        }
    };
    Err(refusal(text, &[start, limit]))
}

/// Numbers at equal distances.
pub fn lin_space(call: &mut Call<'_>, out: &mut Shape) -> Result {
    for (input, name) in ["start", "stop", "num"].iter().enumerate() {
        scalar(call, input, name)?;
    }
    *out = Shape::of(&[&[call.scalar(2).unwrap_or(UNKNOWN)]]);
    match call.scalar(2) {
        Some(count) if count <= 0 => Err(refusal("Requires num > 0: {}", &[count])),
        _ => Ok(()),
    }
}

/// A tensor repeated along each axis.
pub fn tile(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let times = call.shape_in(1)?;
    if out.is_known() {
        times.ranked(out.len() as i64)?;
    }
    let times = call.by_dimension(call.input(1).at(0), 1, out)?;
    match times.iter().find(|&&times| times < 0) {
        Some(&UNKNOWN) => *out = Shape::UNKNOWN,
        Some(&negative) => return Err(refusal("Invalid value in tensor used for shape: {}", &[negative])),
        None => {
            for (size, &times) in out.iter_mut().zip(times) {
                *size = shape::product(*size, times);
            }
        }
    }
    Ok(())
}

/// A tensor with values around it.
pub fn pad(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let paddings = call.input(1);
    paddings.ranked(2)?;
    of_size(paddings.at(1), 2)?;
    let values = call.by_dimension(paddings.at(0), 1, out)?;
    if values.iter().any(|&padding| padding < 0) {
        return Err(refusal("Paddings must be non-negative", &[]));
    }
    for (size, own) in out.iter_mut().zip(values.chunks_exact(2)) {
        *size = shape::sum(*size, shape::sum(own[0], own[1]));
    }
    Ok(())
}

/// The axes in another order.
pub fn transpose(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let order = call.input(1);
    let count = order.elements();
    let rank = match (out.known(), count.or(call.value(1).map(|order| order.len() as i64))) {
        (Some(sizes), _) => sizes.len() as i64,
        // One element may stand for a scalar.
        (None, None | Some(..2)) => return Ok(()),
        (None, Some(count)) => count,
    };
    out.assume(rank)?;
    order.ranked(1)?;
    of_size(count.unwrap_or(UNKNOWN), rank)?;
    let from = *out;
    let Some(axes) = call.value(1) else {
        out.forget();
        return Ok(());
    };
    for (size, &axis) in out.iter_mut().zip(axes) {
        *size = from[place(axis, from.len(), "perm dim {} is out of range of input rank {}")?];
    }
    Ok(())
}

/// A new dimension of size 1.
pub fn expand(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let Some(axis) = call.value(1).filter(|_| out.is_known()) else {
        *out = Shape::UNKNOWN;
        return Ok(());
    };
    let &[axis] = axis else { return Err(refusal("'dim' input must be a tensor with a single value", &[])) };
    let rank = out.len() as i64;
    let Some(at) = shape::axis(axis, out.len() + 1) else {
        return Err(refusal("dim {} not in the interval [{}, {}].", &[axis, -rank - 1, rank]));
    };
    out.insert(at, 1);
    Ok(())
}

/// Dimensions of size 1 removed.
pub fn squeeze(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let axes = call.ints("squeeze_dims");
    let mut gone = 0;
    for (index, &axis) in axes.iter().enumerate() {
        if !out.is_known() {
            break;
        }
        let rank = out.len();
        let Some(at) = shape::axis(axis, rank) else {
            let bounds = [index as i64, -(rank as i64), rank as i64];
            return Err(refusal("squeeze_dims[{}] not in [{},{}).", &bounds));
        };
        if out[at] >= 0 && out[at] != 1 {
            let text = "Can not squeeze dim[{}], expected a dimension of 1, got {}";
            return Err(refusal(text, &[at as i64, out[at]]));
        }
        gone |= 1 << at;
    }
    if axes.is_empty() {
        if !axes.is_known() || out.contains(&UNKNOWN) {
            *out = Shape::UNKNOWN;
        }
        for (at, &size) in out.iter().enumerate() {
            gone |= u32::from(size == 1) << at;
        }
    }
    out.keep(!gone);
    Ok(())
}

/// A part of a tensor, by its begin and size.
pub fn slice(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let mut begin = *call.input(1);
    begin.ranked(1)?;
    call.input(2).ranked(1)?;
    begin.merge(call.input(2))?;
    if let Some(&rank @ 0..) = begin.first() {
        out.assume(rank)?;
    }
    // Begins count as a shape: -1 is unknown.
    let begins = call.shape_in(1)?;
    let Some(sizes) = call.value(2) else {
        if let Some(sizes) = call.shape_in(2)?.known() {
            begins.ranked(sizes.len() as i64)?;
        }
        out.forget();
        return Ok(());
    };
    begins.ranked(sizes.len() as i64)?;
    let from = std::mem::replace(out, Shape::SCALAR);
    for (at, &size) in sizes.iter().enumerate() {
        let whole = from.at(at);
        if size < UNKNOWN {
            let text = "Out of bounds slicing on dimension {} of length {}: sizes vector cannot be < -1, but was {}";
            return Err(refusal(text, &[at as i64, whole, size]));
        }
        out.push(if size >= 0 { size } else { shape::less(whole, begins.at(at))? });
    }
    Ok(())
}

/// Slices of a tensor along an axis, by their numbers.
pub fn gather(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let has_axis = call.inputs.len() > 2;
    if has_axis {
        call.input(2).ranked(0)?;
    }
    out.at_least(1)?;
    let axis = if has_axis { call.scalar(2) } else { Some(0) };
    out.at_least(axis.map_or(0, shape::least_rank))?;
    let (from, indices) = (std::mem::replace(out, Shape::UNKNOWN), call.input(1));
    let batch = call.int("batch_dims").unwrap_or_default();
    let batch = if batch < 0 { batch + indices.len() as i64 } else { batch };
    if let (true, true, Some(rows)) = (from.is_known(), indices.is_known(), indices.get(batch as usize..)) {
        *out = match axis.and_then(|axis| shape::axis(axis, from.len())) {
            Some(at) => Shape::of(&[&from[..at], rows, &from[at + 1..]]),
            None => Shape::of_rank((from.len() + rows.len()) as i64 - 1),
        };
    }
    Ok(())
}

/// The same, where the rank counts the dimensions of a batch twice unless the axis is known.
pub fn gather_twice(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let from = *out;
    gather(call, out)?;
    if call.scalar(2).is_none() && out.is_known() {
        *out = Shape::of_rank((from.len() + call.input(1).len()) as i64 - 1);
    }
    Ok(())
}

/// Slices of a tensor by vectors of indices.
pub fn gather_nd(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let indices = call.input(1);
    indices.at_least(1)?;
    let from = std::mem::replace(out, Shape::UNKNOWN);
    let (true, Some((&depth, outer))) = (from.is_known(), indices.split_last()) else { return Ok(()) };
    let Ok(depth) = usize::try_from(depth) else { return Ok(()) };
    let Some(inner) = from.get(depth..) else {
        let text = "indices.shape[-1] must be <= params.rank, but saw indices shape: % and params shape: %";
        return Err(refusal(text, &[]).with(indices).with(&from));
    };
    *out = Shape::of(&[outer, inner]);
    Ok(())
}

/// A vector for each number.
pub fn one_hot(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let depth = call.size(1)?;
    let axis = call.int("axis").unwrap_or(-1);
    if axis < -1 {
        return Err(refusal("axis must be >= -1", &[]));
    }
    // An axis behind the last one starts again at the first.
    out.insert(axis.rem_euclid(out.len() as i64 + 1) as usize, depth);
    Ok(())
}

/// The same elements in reverse along axes.
pub fn reverse(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let axes = call.input(1);
    axes.ranked(1)?;
    if call.is("Reverse")
        && let Some(&count @ 0..) = axes.first()
    {
        out.assume(count)?;
    }
    if !out.is_known() {
        return Ok(());
    }
    let rank = out.len();
    if rank > 8 {
        return Err(refusal("reverse does not work on tensors with more than 8 dimensions", &[]));
    }
    if call.is("Reverse") {
        return Ok(());
    }
    let mut seen = 0u32;
    for (index, &axis) in call.value(1).unwrap_or_default().iter().enumerate() {
        let Some(at) = shape::axis(axis, rank) else {
            let text = "'axis'[{}] = {} is out of valid range [0, {}";
            return Err(refusal(text, &[index as i64, axis, rank as i64 - 1]));
        };
        if seen >> at & 1 == 1 {
            return Err(refusal("axis {} specified more than once.", &[at as i64]));
        }
        seen |= 1 << at;
    }
    Ok(())
}

/// The greatest elements of each row.
pub fn top_k(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(1)?;
    let k = if call.inputs.len() > 1 { call.size(1)? } else { call.int("k").unwrap_or(UNKNOWN) };
    if let Some(last) = out.last_mut() {
        if (0..k).contains(last) {
            return Err(refusal("input must have last dimension >= k = {} but is {}", &[k, *last]));
        }
        *last = k;
    }
    call.repeat(2, out);
    Ok(())
}

/// A tensor repeated to a shape.
pub fn broadcast_to(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let from = *out;
    *out = call.shape_in(1)?;
    if !from.is_known() || !out.is_known() {
        return Ok(());
    }
    from.at_most(out.len() as i64)?;
    for (&size, &to) in from.iter().rev().zip(out.iter().rev()) {
        if size > 1 || size == 0 {
            shape::same_size(size, to)?;
        }
    }
    Ok(())
}

/// Positions of the elements that are not 0.
pub fn positions(_: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = out.known().map_or(UNKNOWN, |sizes| sizes.len() as i64);
    *out = Shape::of(&[&[UNKNOWN, rank]]);
    Ok(())
}

/// A tensor of the shape in an attr.
pub fn ensure(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let mut shape = call.shape("shape");
    if shape.is_known() {
        out.ranked(shape.len() as i64)?;
    }
    shape.merge(out)?;
    *out = shape;
    Ok(())
}

/// Integers between two scalars, of the shape in the first input.
pub fn limits(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let first = call.inputs.len().saturating_sub(2);
    for (input, name) in [(first, "minval"), (first + 1, "maxval")] {
        let found = call.input(input);
        if found.is_known() && !found.is_empty() {
            let text = " must be a scalar; got a tensor of shape %";
            return Err(refusal(name, &[]).and(text, &[]).with(found));
        }
    }
    if let [_, key, counter, algorithm, ..] = &call.inputs[..]
        && call.inputs.len() == 6
    {
        key.ranked(1)?;
        counter.ranked(1)?;
        algorithm.ranked(0)?;
        of_size(key.at(0), 1)?;
    } else if call.inputs.len() == 4 {
        let seed = call.input(1);
        seed.ranked(1)?;
        of_size(seed.at(0), 2)?;
    }
    *out = call.shape_in(0)?;
    Ok(())
}

/// The first elements of each row of a batch in reverse.
pub fn reverse_sequence(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let lengths = call.input(1);
    lengths.ranked(1)?;
    if !out.is_known() {
        return Ok(());
    }
    let rank = out.len() as i64;
    let [batch, sequence] = ["batch_dim", "seq_dim"].map(|name| call.int(name).unwrap_or_default());
    for (axis, text) in
        [(batch, "batch_dim must be < input rank: {} vs. {}"), (sequence, "seq_dim must be < input rank: {} vs. {}")]
    {
        if axis >= rank {
            return Err(refusal(text, &[axis, rank]));
        }
    }
    let Ok(at) = usize::try_from(batch) else {
        return Err(refusal("batch_dim must be >=0, got {}", &[batch]));
    };
    out[at] = shape::same_size(out[at], lengths.at(0))?;
    Ok(())
}
