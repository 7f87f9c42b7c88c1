//! Shape functions that combine the elements of several tensors, or of one.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, place, refusal, same_size};

/// Each pair of elements.
pub fn broadcast(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let name = "incompatible_shape_error";
    let is_strict = !call.op.attrs.iter().any(|attr| attr.name == name) || call.flag(name);
    let found = out.broadcast(call.input(1));
    if found.is_err() && !is_strict {
        *out = Shape::UNKNOWN;
        return Ok(());
    }
    found
}

/// Each three elements.
pub fn broadcast_three(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let mut values = *call.input(1);
    values.broadcast(call.input(2))?;
    out.broadcast(&values)
}

/// Sums of tensors of one shape.
pub fn merge(call: &mut Call<'_>, out: &mut Shape) -> Result {
    *out = Shape::UNKNOWN;
    for (at, input) in call.inputs.iter().enumerate().rev() {
        let all = std::mem::replace(out, *input);
        let text = "\n\tFrom merging shape {} with other shapes.";
        out.merge(&all).map_err(|refusal| refusal.and(text, &[at as i64]))?;
    }
    Ok(())
}

/// Tensors of one shape in a new dimension.
pub fn pack(call: &mut Call<'_>, out: &mut Shape) -> Result {
    merge(call, out)?;
    if out.is_known() {
        let axis = call.int("axis").unwrap_or_default();
        let at = place(axis, out.len() + 1, "Invalid axis value: {}; must be in the range [-{},{})")?;
        out.insert(at, call.inputs.len() as i64);
    }
    Ok(())
}

/// Rows and columns of the product of two matrices, each perhaps transposed.
fn multiplied(call: &Call<'_>, a: &[i64], b: &[i64], flags: [&str; 2]) -> Result<[i64; 2]> {
    let [left, right] = flags.map(|flag| usize::from(call.flag(flag)));
    same_size(a[1 - left], b[right])?;
    Ok([a[left], b[1 - right]])
}

/// A product of two matrices.
pub fn matmul(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let mut other = *call.input(1);
    out.assume(2)?;
    other.assume(2)?;
    *out = Shape::of(&[&multiplied(call, out, &other, ["transpose_a", "transpose_b"])?]);
    Ok(())
}

/// Products of many matrices.
pub fn batch_matmul(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let other = call.input(1);
    out.at_least(2)?;
    other.at_least(2)?;
    let from = std::mem::replace(out, Shape::UNKNOWN);
    if !from.is_known() || !other.is_known() {
        return Ok(());
    }
    let ((batch, a), (others, b)) = (from.split_at(from.len() - 2), other.split_at(other.len() - 2));
    let (mut batches, others) = (Shape::of(&[batch]), Shape::of(&[others]));
    let sizes = multiplied(call, a, b, ["adj_x", "adj_y"])?;
    let together = if call.is("BatchMatMul") { batches.merge(&others) } else { batches.broadcast(&others) };
    *out = Shape::of(&[&batches, &sizes]);
    together
}

/// Position of the channels; refuses tensors without one.
fn channels(call: &Call<'_>, shape: &Shape) -> Result<usize> {
    let first = call.text("data_format") == b"NCHW";
    shape.at_least(if first { 3 } else { 2 })?;
    Ok(if first { 1 } else { shape.len().saturating_sub(1) })
}

/// A vector added to the channels.
pub fn bias(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let at = channels(call, out)?;
    let added = call.input(1);
    added.ranked(1)?;
    if let Some(size) = out.get_mut(at) {
        *size = same_size(*size, added.at(0))?;
    }
    Ok(())
}

/// A sum over everything but the channels.
pub fn bias_grad(call: &mut Call<'_>, out: &mut Shape) -> Result {
    *out = Shape::of(&[&[out.at(channels(call, out)?)]]);
    Ok(())
}

/// Tensors one after the other along an axis, which is the first or the last input.
pub fn concat(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let last = call.inputs.len().saturating_sub(1);
    let (axis, tensors) = if call.is("Concat") { (0, 1..=last) } else { (last, 0..=last.saturating_sub(1)) };
    call.input(axis).ranked(0)?;
    let tensors = call.inputs.get(tensors).unwrap_or_default();
    *out = Shape::UNKNOWN;
    let Some(axis) = call.scalar(axis) else { return stacked(tensors, out) };
    for shape in tensors {
        shape.at_least(shape::least_rank(axis))?;
        if !out.is_known() {
            *out = *shape;
        } else if let Some(at) = shape::axis(axis, shape.len()) {
            let from = at.min(out.len() - 1);
            let (mut other, together) = (*shape, shape::sum(out[from], shape[at]));
            out.remove(from);
            other.remove(at);
            out.merge(&other)?;
            out.insert(at, together);
        }
    }
    if let Some(at) = shape::axis(axis, out.len()).filter(|_| tensors.iter().any(|shape| !shape.is_known())) {
        out[at] = UNKNOWN;
    }
    Ok(())
}

/// Tensors along an unknown axis.
fn stacked(tensors: &[Shape], out: &mut Shape) -> Result {
    for shape in tensors.iter().filter(|shape| shape.is_known()) {
        if shape.is_empty() && !out.is_known() {
            return Err(refusal("Can't concatenate scalars (use tf.stack instead)", &[]));
        }
        if !out.is_known() {
            *out = Shape::of_rank(shape.len() as i64);
        }
        shape.ranked(out.len() as i64)?;
    }
    Ok(())
}

/// Elements of one tensor or of another, by a condition of their shape, a scalar or a vector of rows.
pub fn select(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let condition = std::mem::replace(out, *call.input(1));
    out.merge(call.input(2))?;
    match (condition.len(), out.len()) {
        (0, _) => Ok(()),
        (1, 2..) => same_size(condition[0], out[0]).map(drop),
        _ if !out.is_known() => Ok(()),
        _ => {
            let mut both = condition;
            both.merge(out)
        }
    }
}

/// One value for all elements along axes.
pub fn reduce(call: &mut Call<'_>, out: &mut Shape) -> Result {
    call.input(1).at_most(1)?;
    if !out.is_known() {
        return Ok(());
    }
    let keep = call.flag("keep_dims");
    let Some(axes) = call.value(1) else {
        *out = if keep { Shape::of_rank(out.len() as i64) } else { Shape::UNKNOWN };
        return Ok(());
    };
    let (mut gone, rank) = (0u32, out.len());
    for &axis in axes {
        let at = place(axis, rank, "Invalid reduction dimension {} for input with {} dimensions.")?;
        gone |= 1 << at;
        if keep {
            out[at] = 1;
        }
    }
    if !keep {
        out.keep(!gone);
    }
    Ok(())
}

/// The position of the greatest or smallest element along an axis.
pub fn arg(call: &mut Call<'_>, out: &mut Shape) -> Result {
    call.input(1).ranked(0)?;
    let rank = out.len();
    match call.scalar(1) {
        _ if !out.is_known() => {}
        _ if rank < 2 => *out = Shape::SCALAR,
        None => *out = Shape::of_rank(rank as i64 - 1),
        Some(axis) => {
            let text =
                "Dimension ({}) must be in the range [-{}, {}), where {} is the number of dimensions in the input.";
            out.remove(place(axis, rank, text)?);
        }
    }
    Ok(())
}

/// Rows combined by sorted numbers of segments.
pub fn segment(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.at_least(1)?;
    if let Some(rows) = out.first_mut() {
        *rows = UNKNOWN;
    }
    call.input(1).ranked(1)
}

/// A shape with one size in place of the dimensions that it shares with the ids of its parts.
fn regrouped(from: &Shape, ids: &Shape, count: i64) -> Result<Shape> {
    if !ids.is_known() || !from.is_known() {
        return Ok(Shape::UNKNOWN);
    }
    from.at_least(ids.len() as i64)?;
    let (shared, rest) = from.split_at(ids.len());
    for (&size, &id) in shared.iter().zip(ids.iter()) {
        same_size(size, id)?;
    }
    Ok(Shape::of(&[&[count], rest]))
}

/// Rows combined by numbers of segments in any order.
pub fn unsorted_segment(call: &mut Call<'_>, out: &mut Shape) -> Result {
    call.input(2).ranked(0)?;
    let count = call.scalar(2).unwrap_or(UNKNOWN);
    *out = regrouped(out, call.input(1), count)?;
    if out.is_known() && count < UNKNOWN {
        let text = "Dimension size, given by scalar input 2, must be non-negative but is {}";
        return Err(refusal(text, &[count]));
    }
    Ok(())
}

/// Rows distributed by numbers of parts.
pub fn partition(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.int("num_partitions").unwrap_or_default();
    *out = regrouped(out, call.input(1), UNKNOWN)?;
    call.repeat(count, out);
    Ok(())
}

/// A variable with new rows, or one number in each of them.
pub fn scatter(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (indices, updates) = (call.input(1), call.input(2));
    match out.split_first() {
        // Updates of unknown rank have no sizes either.
        Some((_, row)) if indices.is_known() && !updates.is_empty() => {
            let mut updates = *updates;
            updates.merge(&Shape::of(&[indices, row]))
        }
        _ => Ok(()),
    }
}

/// A loss for each row of logits, and its gradient.
pub fn cross_entropy(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.broadcast(call.input(1))?;
    out.assume(2)?;
    call.outputs = vec![Shape::of(&[&out[..1]]), *out];
    Ok(())
}

/// A variable with a new value, of its shape unless the node accepts any.
pub fn assign(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let value = *call.input(1);
    if !call.flag("validate_shape") {
        *out = value;
        return Ok(());
    }
    let mut both = *out;
    both.merge(&value)
}
