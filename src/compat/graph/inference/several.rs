//! Shape functions of ops that take any number of tensors.

use super::call::Call;
use super::combine::regrouped;
use super::shape::{self, Result, Shape, UNKNOWN, refusal, same_size, within};

/// The end of a message about one of several shapes that must be the same.
const MERGING: &str = "\n\tFrom merging shape {} with other shapes.";

/// Sums of tensors of one shape.
pub fn merge(call: &mut Call<'_>, out: &mut Shape) -> Result {
    *out = Shape::UNKNOWN;
    for (at, input) in call.inputs.iter().enumerate().rev() {
        let all = std::mem::replace(out, *input);
        out.merge(&all).map_err(|refusal| refusal.and(MERGING, &[at as i64]))?;
    }
    Ok(())
}

/// Tensors of one shape in a new dimension.
pub fn pack(call: &mut Call<'_>, out: &mut Shape) -> Result {
    merge(call, out)?;
    if out.is_known() {
        let axis = call.int("axis").unwrap_or_default();
        let at = within(axis, out.len() + 1, "Invalid axis: {}; must be in [{},{})")?;
        out.insert(at, call.inputs.len() as i64);
    }
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
    // The shape function begins with the last tensor, and compares the sizes before and behind the axis.
    let mut all: Option<(Shape, i64, Shape)> = None;
    for shape in tensors.iter().rev() {
        shape.at_least(shape::least_rank(axis))?;
        let (mut before, size, mut after) = match shape::axis(axis, shape.len()) {
            Some(at) => (Shape::of(&[&shape[..at]]), shape[at], Shape::of(&[&shape[at + 1..]])),
            None => (Shape::UNKNOWN, UNKNOWN, Shape::UNKNOWN),
        };
        let Some((before_all, size_all, after_all)) = &mut all else {
            all = Some((before, size, after));
            continue;
        };
        before.merge(before_all)?;
        after.merge(after_all)?;
        (*before_all, *size_all, *after_all) = (before, shape::sum(*size_all, size), after);
    }
    if let Some((before, size, after)) = all.filter(|(before, _, after)| before.is_known() && after.is_known()) {
        *out = Shape::of(&[&before, &[size], &after]);
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

/// All tensors as they are.
pub fn each(call: &mut Call<'_>, _: &mut Shape) -> Result {
    call.outputs = call.inputs.clone();
    Ok(())
}

/// Shapes of tensors, as vectors.
pub fn shapes(call: &mut Call<'_>, _: &mut Shape) -> Result {
    let size = |shape: &Shape| shape.known().map_or(UNKNOWN, |sizes| sizes.len() as i64);
    call.outputs = call.inputs.iter().map(|shape| Shape::of(&[&[size(shape)]])).collect();
    Ok(())
}

/// The first tensor that is there, and its number: sizes are known where all have the same.
pub fn first_of(call: &mut Call<'_>, out: &mut Shape) -> Result {
    for other in &call.inputs {
        if !other.is_known() || other.len() != out.len() {
            *out = Shape::UNKNOWN;
            break;
        }
        for (size, own) in out.iter_mut().zip(other.iter()) {
            *size = if size == own { *size } else { UNKNOWN };
        }
    }
    call.outputs = vec![*out, Shape::SCALAR];
    Ok(())
}

/// Tensors with one row each, one below the other in a shape that is given.
pub fn parallel_concat(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let whole = call.shape("shape");
    let is_full = |shape: &Shape| shape.is_known() && !shape.contains(&UNKNOWN);
    if !is_full(&whole) {
        return Err(refusal("shape attr must be fully defined.", &[]));
    }
    let mut row = whole;
    match row.first_mut() {
        Some(rows) => *rows = 1,
        None => return Err(refusal("Out of range dim_index 0 for shape with 0 dimensions", &[])),
    }
    for (at, input) in call.inputs.iter().enumerate() {
        if !is_full(input) {
            return Err(refusal("All input shapes must be fully defined.", &[]));
        }
        match input.first() {
            Some(1) => {}
            Some(_) => return Err(refusal("Size of first dimension must be 1.", &[])),
            None => {
                let text = "The rank of all input shapes must be greater than 0, but input {} had rank {}.";
                return Err(refusal(text, &[at as i64, 0]));
            }
        }
        let all = std::mem::replace(&mut row, *input);
        row.merge(&all).map_err(|refusal| refusal.and(MERGING, &[at as i64]))?;
    }
    *out = whole;
    Ok(())
}

/// Sparse tensors along an axis: first the indices of all, then the values, then the shapes.
pub fn sparse_concat(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.inputs.len() / 3;
    let (mut rows, mut rank, mut dense) = (0, UNKNOWN, Shape::UNKNOWN);
    for at in 0..count {
        let (indices, values, shape) = (call.input(at), call.input(at + count), call.input(at + 2 * count));
        indices.ranked(2)?;
        values.ranked(1)?;
        shape.ranked(1)?;
        rows = shape::sum(rows, same_size(indices.at(0), values.at(0))?);
        rank = same_size(rank, indices.at(1))?;
        dense.merge(shape)?;
    }
    *out = Shape::of(&[&[rows, rank]]);
    call.outputs = vec![*out, Shape::of(&[&[rows]]), dense];
    Ok(())
}

/// Strings joined one by one; a scalar goes with any shape.
pub fn string_join(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let is_scalar = |shape: &Shape| shape.is_known() && shape.is_empty();
    let all_scalars = call.inputs.iter().all(is_scalar);
    *out = if all_scalars { Shape::SCALAR } else { Shape::UNKNOWN };
    for input in call.inputs.iter().filter(|input| input.is_known() && !is_scalar(input)) {
        out.merge(input)?;
    }
    Ok(())
}

/// Rows of tensors at the places that their indices name: first the indices of all, then the tensors.
pub fn stitch(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let count = call.inputs.len() / 2;
    let (mut rest, mut highest) = (Shape::UNKNOWN, Some(-1));
    for at in 0..count {
        let (indices, rows) = (call.input(at), call.input(at + count));
        highest = highest.zip(call.value(at)).map(|(most, own)| own.iter().copied().fold(most, i64::max));
        let mut own = regrouped(rows, indices, UNKNOWN)?;
        if own.is_known() {
            own.remove(0);
            rest.merge(&own)?;
        }
    }
    let rows = highest.map_or(UNKNOWN, |highest| highest.saturating_add(1));
    *out = if rest.is_known() { Shape::of(&[&[rows], &rest]) } else { Shape::UNKNOWN };
    Ok(())
}
