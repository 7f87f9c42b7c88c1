//! Shape functions that combine the elements of two tensors, or of one.

use super::call::Call;
use super::shape::{Result, Shape, UNKNOWN, place, refusal, same_size};

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

/// Elements of one tensor or of another, by a condition of their shape, a scalar or a vector of rows.
pub fn select(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let condition = std::mem::replace(out, *call.input(1));
    out.merge(call.input(2))?;
    match (condition.len(), out.len()) {
        (0, _) => Ok(()),
        (1, 2..) => {
            let mut rows = condition;
            rows.merge(&Shape::of(&[&out[..1]]))
        }
        _ if !out.is_known() => Ok(()),
        _ => {
            let mut both = *out;
            both.merge(&condition)
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
pub(super) fn regrouped(from: &Shape, ids: &Shape, count: i64) -> Result<Shape> {
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

/// A loss for each row of logits, and its gradient.
pub fn cross_entropy(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let is_other = |input: usize| call.input(input).is_known() && call.input(input).len() != 2;
    let is_unknown = (is_other(0) && call.is_open(1)) || (is_other(1) && call.is_open(0));
    out.broadcast(call.input(1))?;
    if out.is_known() && out.len() != 2 {
        let text = "Shape must be broadcasted with rank 2, but is rank {}";
        return Err(refusal(text, &[out.len() as i64]));
    }
    if !out.is_known() {
        let text = "Shape must be broadcasted with rank 2, but is rank is unknown.";
        return if is_unknown { Err(refusal(text, &[])) } else { Ok(()) };
    }
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

/// Parts of strings, from a position with a length.
pub fn substr(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (positions, lengths) = (*call.input(1), *call.input(2));
    if lengths.is_known() {
        positions.ranked(lengths.len() as i64)?;
    }
    if positions.iter().zip(lengths.iter()).any(|(position, length)| position != length) {
        let text = "pos and len shapes must match: % vs. %";
        return Err(refusal(text, &[]).with(&positions).with(&lengths));
    }
    out.broadcast(&positions)
}
