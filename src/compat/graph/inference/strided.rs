//! The shape function of `StridedSlice`: ranges, single indices, new axes and an ellipsis, each a bit of a mask.

use super::call::Call;
use super::shape::{Result, Shape, UNKNOWN, refusal};

/// An end of a range that is the end of the dimension.
const OPEN: Option<i64> = Some(i64::MIN);

/// A range or an index of one dimension; `None` where an input is not constant.
struct Part {
    begin: Option<i64>,
    end: Option<i64>,
    stride: i64,
    is_shrunk: bool,
}

/// A part of a tensor, by ranges with steps.
pub fn slice(call: &mut Call<'_>, out: &mut Shape) -> Result {
    for input in 1..4 {
        call.input(input).ranked(1)?;
    }
    let mut ranges = *call.input(1);
    ranges.merge(call.input(2))?;
    ranges.merge(call.input(3))?;
    let count = ranges.at(0);
    let from = std::mem::replace(out, Shape::UNKNOWN);
    let mask = |name: &str| call.int(name).unwrap_or_default();
    let (ellipsis, new_axis, shrink) = (mask("ellipsis_mask"), mask("new_axis_mask"), mask("shrink_axis_mask"));
    let (true, Some(strides), 0..=32) = (from.is_known(), call.value(3), count) else { return Ok(()) };
    if ellipsis.count_ones() > 1 {
        return Err(refusal("Multiple ellipses in slice spec not allowed", &[]));
    }
    let bit = |mask: i64, at: i64| mask >> at & 1 == 1;
    let rank = from.len();
    let mut full = 0;
    *out = Shape::SCALAR;
    for at in 0..count {
        if bit(ellipsis, at) {
            // The dimensions that the parts after the ellipsis leave.
            let after = (at + 1..count).filter(|&at| !bit(new_axis, at)).count();
            while full + after < rank {
                out.push(from[full]);
                full += 1;
            }
        } else if bit(new_axis, at) {
            out.push(1);
        } else {
            let Some(&size) = from.get(full) else {
                let text = "Index out of range using input dim {}; input has only {} dims";
                return Err(refusal(text, &[full as i64, rank as i64]));
            };
            let is_shrunk = bit(shrink, at);
            let end = |input: usize, name: &str| {
                if bit(mask(name), at) && !is_shrunk { OPEN } else { Some(*call.value(input)?.get(at as usize)?) }
            };
            let stride = strides.get(at as usize).copied().unwrap_or(1);
            let part = Part { begin: end(1, "begin_mask"), end: end(2, "end_mask"), stride, is_shrunk };
            if let Some(size) = sliced(&part, size, full)? {
                out.push(size);
            }
            full += 1;
        }
    }
    from[full..].iter().for_each(|&size| out.push(size));
    Ok(())
}

/// The size of a dimension after slicing; `None` if a single index removes the dimension.
fn sliced(part: &Part, size: i64, place: usize) -> Result<Option<i64>> {
    let stride = part.stride;
    if stride == 0 {
        return Err(refusal("strides[{}] must be non-zero", &[place as i64]));
    }
    if part.is_shrunk {
        if stride < 0 {
            return Err(refusal("only stride 1 allowed on non-range indexing.", &[]));
        }
        return match part.begin {
            Some(index) if part.end.is_some() && size >= 0 && !(-size..size).contains(&index) => {
                Err(refusal("slice index {} of dimension {} out of bounds.", &[index, place as i64]))
            }
            _ => Ok(None),
        };
    }
    let (Some(begin), Some(end), 0..) = (part.begin, part.end, size) else { return Ok(Some(UNKNOWN)) };
    let (low, high) = if stride > 0 { (0, size) } else { (-1, size - 1) };
    let within = |index: i64| (if index < 0 { index.saturating_add(size) } else { index }).clamp(low, high);
    let begin = if part.begin == OPEN { if stride > 0 { low } else { high } } else { within(begin) };
    let end = if part.end == OPEN { if stride > 0 { high } else { low } } else { within(end) };
    let length = if stride > 0 { end - begin } else { begin - end };
    Ok(Some(if length <= 0 { 0 } else { (length as u64).div_ceil(stride.unsigned_abs()) as i64 }))
}
