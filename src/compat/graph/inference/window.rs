//! Shape functions of windows over images, and of blocks of them.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, of_size, refusal, same_size};
use std::ops::Range;

/// Positions of the spatial dimensions, and of the channels; `None` for vectors of channels.
fn layout(call: &Call<'_>, rank: usize) -> Option<(Range<usize>, usize)> {
    match call.text("data_format") {
        b"NCHW_VECT_C" => None,
        [b'N', b'C', ..] => Some((2..rank, 1)),
        _ => Some((1..rank - 1, rank - 1)),
    }
}

/// Number of positions of a window along a dimension.
fn positions(call: &Call<'_>, size: i64, window: i64, stride: i64, dilation: i64) -> Result<i64> {
    if stride <= 0 {
        return Err(refusal("Stride must be > 0, but got {}", &[stride]));
    }
    if dilation < 1 {
        return Err(refusal("Dilation rate must be >= 1, but got {}", &[dilation]));
    }
    match call.text("padding") {
        b"SAME" if size >= 0 => Ok((size as u64).div_ceil(stride as u64) as i64),
        b"VALID" if window >= 0 => {
            let left = shape::less(size, (window - 1).saturating_mul(dilation).saturating_add(1))?;
            Ok(if left < 0 { UNKNOWN } else { left / stride + 1 })
        }
        _ => Ok(UNKNOWN),
    }
}

/// A list of an attr with one number for each dimension; ones without it.
fn numbers(call: &Call<'_>, attr: &str, word: &str, rank: usize) -> Result<Shape> {
    let found = call.ints(attr);
    if !found.is_known() {
        let mut ones = Shape::of_rank(rank as i64);
        ones.fill(1);
        return Ok(ones);
    }
    if found.len() == rank {
        return Ok(found);
    }
    let op = if rank == 5 && call.node.op.contains("Pool") { "Pool3D ops require" } else { &call.node.op };
    let requires = if op == call.node.op { " requires the " } else { " the " };
    let text = " attribute to contain {} values, but got: {}";
    Err(refusal(op, &[]).and(requires, &[]).and(word, &[]).and(text, &[rank as i64, found.len() as i64]))
}

/// Pooling.
pub fn pool(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = if call.node.op.contains("3D") { 5 } else { 4 };
    let Some((spatial, channels)) = layout(call, rank) else {
        *out = Shape::UNKNOWN;
        return Ok(());
    };
    out.assume(rank as i64)?;
    let strides = numbers(call, "strides", "stride", rank)?;
    let windows = numbers(call, "ksize", "ksize", rank)?;
    for at in spatial {
        out[at] = positions(call, out[at], windows[at], strides[at], 1)?;
    }
    if windows[channels] != 1 || strides[channels] != 1 {
        out[channels] = UNKNOWN;
    }
    call.repeat(2, out);
    Ok(())
}

/// Convolutions.
pub fn conv(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = if call.is("Conv3D") { 5 } else { 4 };
    let Some((spatial, channels)) = layout(call, rank) else {
        *out = Shape::UNKNOWN;
        return Ok(());
    };
    let mut filter = *call.input(1);
    out.assume(rank as i64)?;
    filter.assume(rank as i64)?;
    let strides = numbers(call, "strides", "stride", rank)?;
    let dilations = numbers(call, "dilations", "dilation", rank)?;
    let (found, taken, given) = (out[channels], filter[rank - 2], filter[rank - 1]);
    out[channels] = given;
    if call.is("Conv2D") {
        groups(found, taken, given)?;
    } else {
        let taken = same_size(found, taken)?;
        if call.is("DepthwiseConv2dNative") {
            out[channels] = shape::product(taken, given);
        }
    }
    for (place, at) in spatial.enumerate() {
        out[at] = positions(call, out[at], filter[place], strides[at], dilations[at])?;
    }
    Ok(())
}

/// Refuses channels that are no multiple of those of a filter, or groups that do not divide its outputs.
fn groups(channels: i64, taken: i64, given: i64) -> Result {
    if channels < 0 || taken < 0 {
        return Ok(());
    }
    if taken == 0 {
        return Err(refusal("Depth of filter must not be 0", &[]));
    }
    let groups = channels / taken;
    if channels % taken != 0 {
        let text = "Depth of input ({}) is not a multiple of input depth of filter ({})";
        return Err(refusal(text, &[channels, taken]));
    }
    if groups > 0 && given >= 0 && given % groups != 0 {
        let text = "Depth of output ({}) is not a multiple of the number of groups ({})";
        return Err(refusal(text, &[given, groups]));
    }
    Ok(())
}

/// Images of another size.
pub fn resize(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let size = call.input(1);
    out.assume(4)?;
    size.ranked(1)?;
    of_size(size.at(0), 2)?;
    (out[1], out[2]) = match call.value(1) {
        Some(&[height, width]) => (height, width),
        _ => (UNKNOWN, UNKNOWN),
    };
    Ok(())
}

/// Blocks of images moved to channels or batches, and back.
pub fn blocks(call: &mut Call<'_>, out: &mut Shape) -> Result {
    match call.node.op.as_str() {
        "SpaceToBatchND" => of_batches(call, out, true),
        "BatchToSpaceND" => of_batches(call, out, false),
        op => of_channels(call, out, op == "SpaceToDepth"),
    }
}

/// A size with more blocks, or with fewer.
fn scaled(size: i64, block: i64, is_more: bool) -> Result<i64> {
    if is_more { Ok(shape::product(size, block)) } else { shape::divided(size, block) }
}

fn of_channels(call: &Call<'_>, out: &mut Shape, to_depth: bool) -> Result {
    let Some((spatial, channels)) = layout(call, 4) else {
        *out = Shape::UNKNOWN;
        return Ok(());
    };
    out.assume(4)?;
    let block = call.int("block_size").unwrap_or(1);
    for at in spatial {
        out[at] = scaled(out[at], block, !to_depth)?;
    }
    out[channels] = scaled(out[channels], block.saturating_mul(block), to_depth)?;
    Ok(())
}

fn of_batches(call: &Call<'_>, out: &mut Shape, to_batch: bool) -> Result {
    let block = call.input(1);
    if block.is_known() && block.len() != 1 {
        return Err(refusal("block_shape must have rank 1.", &[]));
    }
    let count = block.at(0);
    if count < 0 {
        *out = Shape::UNKNOWN;
        return Ok(());
    }
    out.at_least(count.saturating_add(1))?;
    let mut edges = *call.input(2);
    edges.merge(&Shape::of(&[&[count, 2]]))?;
    let Some(blocks) = call.value(1) else {
        out.forget();
        return Ok(());
    };
    if !out.is_known() {
        return Ok(());
    }
    let mut edges = call.value(2).map(|edges| edges.chunks_exact(2));
    for (at, &block) in blocks.iter().enumerate() {
        if block < 1 {
            return Err(refusal("block_shape must be positive", &[]));
        }
        out[0] = scaled(out[0], block, to_batch)?;
        let edge = edges.as_mut().and_then(|edges| edges.next());
        let Some(&[before, after]) = edge else {
            out[at + 1] = UNKNOWN;
            continue;
        };
        if before < 0 || after < 0 {
            return Err(refusal(
                if to_batch { "paddings cannot be negative" } else { "crops cannot be negative" },
                &[],
            ));
        }
        let (size, edges) = (out[at + 1], shape::sum(before, after));
        out[at + 1] = if to_batch {
            shape::divided(shape::sum(size, edges), block)?
        } else {
            shape::less(shape::product(size, block), edges)?
        };
    }
    Ok(())
}
