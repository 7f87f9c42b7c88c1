//! Shape functions that write rows of tensors.

use super::call::Call;
use super::shape::{Result, Shape, UNKNOWN, refusal};

/// A variable with new rows, or one number in each of them.
pub fn scatter(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (indices, updates) = (call.input(1), call.input(2));
    // Updates of unknown rank have no sizes either.
    if !out.is_known() || !indices.is_known() || updates.is_empty() {
        return Ok(());
    }
    let mut updates = *updates;
    updates.merge(&Shape::of(&[indices, out.get(1..).unwrap_or_default()]))
}

/// A tensor of a shape that is given, with rows at the places that vectors of indices name.
pub fn scatter_nd(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (indices, updates) = (*call.input(0), *call.input(1));
    indices.at_least(1)?;
    updates.at_least(1)?;
    *out = call.shape_in(2)?;
    written(out, &indices, &updates)
}

/// A tensor with other rows at the places that vectors of indices name.
pub fn scatter_nd_to(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (indices, updates) = (*call.input(1), *call.input(2));
    out.at_least(1)?;
    indices.at_least(1)?;
    written(out, &indices, &updates)
}

/// Number of elements; unknown if a size is, unless another one is 0.
fn elements(shape: &Shape) -> i64 {
    if shape.contains(&0) { 0 } else { shape.elements().unwrap_or(UNKNOWN) }
}

fn written(whole: &Shape, indices: &Shape, updates: &Shape) -> Result {
    if elements(whole) == 0 && (elements(indices) > 0 || elements(updates) > 0) {
        return Err(refusal("Indices and updates specified for empty input", &[]));
    }
    let (Some((&depth, outer)), true) = (indices.split_last(), updates.is_known() && !updates.is_empty()) else {
        return Ok(());
    };
    let Ok(depth) = usize::try_from(depth) else { return Ok(()) };
    let (depth_of, rank) = (outer.len() as i64, updates.len() as i64);
    let (Some(rows), Some(row)) = (updates.get(..outer.len()), updates.get(outer.len()..)) else { return Ok(()) };
    if let Err(reason) = Shape::of(&[outer]).merge(&Shape::of(&[rows])) {
        let text = "Dimensions [0,{}) of indices[shape=%] = % must match dimensions [0,{}) of updates[shape=%] = %: ";
        let refused = refusal(text, &[depth_of, depth_of]).with(indices).with(outer).with(updates).with(rows);
        return Err(refused.and(&reason.0, &[]));
    }
    let Some(written) = whole.known().and_then(|whole| whole.get(depth..)) else { return Ok(()) };
    if let Err(reason) = Shape::of(&[written]).merge(&Shape::of(&[row])) {
        let text = "Dimensions [{},{}) of input[shape=%] = % must match dimensions [{},{}) of updates[shape=%] = %: ";
        let refused = refusal(text, &[depth as i64, whole.len() as i64, depth_of, rank]);
        return Err(refused.with(whole).with(written).with(updates).with(row).and(&reason.0, &[]));
    }
    Ok(())
}
