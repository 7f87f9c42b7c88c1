//! The shape function of `StridedSlice`: ranges, single indices, new axes and an ellipsis, each a bit of a mask.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, of_rank};

/// A range or an index of one dimension.
struct Dense {
    begin: Option<i64>,
    end: Option<i64>,
    stride: Option<i64>,
    is_shrunk: bool,
}

/// A part of a tensor, by ranges with steps.
pub fn slice(call: &Call<'_>) -> Result<Vec<Shape>> {
    let mut count = UNKNOWN;
    for input in 1..4 {
        count = shape::same_size(count, of_rank(call.input(input), 1)?[0])?;
    }
    let Ok(count) = usize::try_from(count) else { return Ok(vec![None]) };
    let mask = |name: &str| call.int(name).unwrap_or_default();
    let (ellipsis, new_axis, shrink) = (mask("ellipsis_mask"), mask("new_axis_mask"), mask("shrink_axis_mask"));
    if ellipsis & (ellipsis - 1) != 0 && ellipsis > 0 {
        return Err("Multiple ellipses in slice spec not allowed".to_owned());
    }
    let Some(sizes) = call.input(0) else { return Ok(vec![None]) };
    if call.value(3).is_none() || count > 32 {
        return Ok(vec![None]);
    }
    let bit = |mask: i64, at: usize| mask >> at & 1 == 1;
    let ellipsis_at = (0..count).find(|&at| bit(ellipsis, at));
    let added_after = ellipsis_at.map_or(0, |from| (from + 1..count).filter(|&at| bit(new_axis, at)).count());
    let mut dense: Vec<Option<Dense>> = Vec::new();
    let mut full = 0;
    for at in 0..count {
        if Some(at) == ellipsis_at {
            let next = (sizes.len() + 1 + added_after).saturating_sub(count - at).min(sizes.len());
            while full < next {
                dense.push(Some(Dense { begin: None, end: None, stride: Some(1), is_shrunk: false }));
                full += 1;
            }
        } else if bit(new_axis, at) {
            dense.push(None);
        } else {
            if full >= sizes.len() {
                let rank = sizes.len();
                return Err(format!("Index out of range using input dim {full}; input has only {rank} dims"));
            }
            let one = |input: usize| call.value(input).map(|values| values[at]);
            let is_shrunk = bit(shrink, at);
            let begin = if bit(mask("begin_mask"), at) && !is_shrunk { None } else { Some(one(1).unwrap_or(i64::MIN)) };
            let end = if bit(mask("end_mask"), at) && !is_shrunk { None } else { Some(one(2).unwrap_or(i64::MIN)) };
            dense.push(Some(Dense { begin, end, stride: one(3), is_shrunk }));
            full += 1;
        }
    }
    let mut found = Vec::new();
    let mut place = 0;
    for own in &dense {
        match own {
            None => found.push(1),
            Some(own) => {
                found.extend(sliced(own, sizes[place], place)?);
                place += 1;
            }
        }
    }
    found.extend(&sizes[place..]);
    Ok(vec![Some(found)])
}

/// The size of a sliced dimension; `None` for one that a single index removes.
fn sliced(own: &Dense, size: i64, place: usize) -> Result<Option<i64>> {
    let stride = own.stride.unwrap_or(1);
    if stride == 0 {
        return Err(format!("strides[{place}] must be non-zero"));
    }
    if own.is_shrunk {
        if stride < 0 {
            return Err("only stride 1 allowed on non-range indexing.".to_owned());
        }
        let begin = own.begin.filter(|&begin| begin != i64::MIN && size >= 0);
        return match begin {
            Some(index) if index >= size || index < -size => {
                Err(format!("slice index {index} of dimension {place} out of bounds."))
            }
            _ => Ok(None),
        };
    }
    if own.begin == Some(i64::MIN) || own.end == Some(i64::MIN) || size < 0 {
        return Ok(Some(UNKNOWN));
    }
    let (low, high) = if stride > 0 { (0, size) } else { (-1, size - 1) };
    let within = |index: i64| (if index < 0 { index + size } else { index }).clamp(low, high);
    let begin = own.begin.map_or(if stride > 0 { low } else { high }, within);
    let end = own.end.map_or(if stride > 0 { high } else { low }, within);
    let length = if stride > 0 { end - begin } else { begin - end };
    Ok(Some(if length <= 0 { 0 } else { (length + stride.abs() - 1) / stride.abs() }))
}
