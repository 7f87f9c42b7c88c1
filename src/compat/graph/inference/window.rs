//! Shape functions of windows over images, and of blocks of them.

use super::call::Call;
use super::shape::{self, Result, Shape, UNKNOWN, at_least, of_rank, of_size, same_size};

/// Positions of the spatial dimensions, and of the channels.
fn layout(call: &Call<'_>, rank: usize) -> (std::ops::Range<usize>, usize) {
    if call.text("data_format").starts_with("NC") { (2..rank, 1) } else { (1..rank - 1, rank - 1) }
}

/// Number of positions of a window along a dimension.
fn positions(size: i64, window: i64, stride: i64, dilation: i64, padding: &str) -> Result<i64> {
    if stride <= 0 {
        return Err(format!("Stride must be > 0, but got {stride}"));
    }
    if dilation < 1 {
        return Err(format!("Dilation rate must be >= 1, but got {dilation}"));
    }
    match padding {
        "SAME" if size >= 0 => Ok((size + stride - 1) / stride),
        "VALID" if window >= 0 => {
            let left = shape::less(size, (window - 1) * dilation + 1)?;
            Ok(if left < 0 { UNKNOWN } else { left / stride + 1 })
        }
        _ => Ok(UNKNOWN),
    }
}

/// A list of an attr with one number for each dimension.
fn numbers(call: &Call<'_>, attr: &str, word: &str, rank: usize) -> Result<Vec<i64>> {
    let found = call.ints(attr).unwrap_or_else(|| vec![1; rank]);
    let op = if rank == 5 && call.op_name().contains("Pool") { "Pool3D ops require" } else { "" };
    let name = if op.is_empty() { format!("{} requires", call.op_name()) } else { op.to_owned() };
    if found.len() == rank {
        Ok(found)
    } else {
        Err(format!("{name} the {word} attribute to contain {rank} values, but got: {}", found.len()))
    }
}

/// Pooling.
pub fn pool(call: &Call<'_>) -> Result<Vec<Shape>> {
    let rank = if call.op_name().contains("3D") { 5 } else { 4 };
    if call.text("data_format") == "NCHW_VECT_C" {
        return Ok(vec![None]);
    }
    let mut sizes = of_rank(call.input(0), rank)?;
    let strides = numbers(call, "strides", "stride", rank)?;
    let windows = numbers(call, "ksize", "ksize", rank)?;
    let (spatial, channels) = layout(call, rank);
    let padding = call.text("padding");
    for at in spatial {
        sizes[at] = positions(sizes[at], windows[at], strides[at], 1, &padding)?;
    }
    if windows[channels] != 1 || strides[channels] != 1 {
        sizes[channels] = UNKNOWN;
    }
    Ok(vec![Some(sizes.clone()), Some(sizes)])
}

/// Convolutions.
pub fn conv(call: &Call<'_>) -> Result<Vec<Shape>> {
    let rank = if call.op_name() == "Conv3D" { 5 } else { 4 };
    if call.text("data_format") == "NCHW_VECT_C" {
        return Ok(vec![None]);
    }
    let (mut sizes, filter) = (of_rank(call.input(0), rank)?, of_rank(call.input(1), rank)?);
    let strides = numbers(call, "strides", "stride", rank)?;
    let dilations = numbers(call, "dilations", "dilation", rank)?;
    let (spatial, channels) = layout(call, rank);
    let (taken, given) = (filter[rank - 2], filter[rank - 1]);
    sizes[channels] = match call.op_name() {
        "DepthwiseConv2dNative" => shape::product(same_size(sizes[channels], taken)?, given),
        "Conv2D" => {
            groups(sizes[channels], taken, given)?;
            given
        }
        _ => {
            same_size(sizes[channels], taken)?;
            given
        }
    };
    let padding = call.text("padding");
    for (place, at) in spatial.enumerate() {
        sizes[at] = positions(sizes[at], filter[place], strides[at], dilations[at], &padding)?;
    }
    Ok(vec![Some(sizes)])
}

/// Refuses channels that are no multiple of those of a filter, or groups that do not divide its outputs.
fn groups(channels: i64, taken: i64, given: i64) -> Result<()> {
    if channels < 0 || taken < 0 {
        return Ok(());
    }
    if taken == 0 {
        return Err("Depth of filter must not be 0".to_owned());
    }
    if channels % taken != 0 {
        return Err(format!("Depth of input ({channels}) is not a multiple of input depth of filter ({taken})"));
    }
    let groups = channels / taken;
    if groups > 0 && given >= 0 && given % groups != 0 {
        return Err(format!("Depth of output ({given}) is not a multiple of the number of groups ({groups})"));
    }
    Ok(())
}

/// Images of another size.
pub fn resize(call: &Call<'_>) -> Result<Vec<Shape>> {
    let mut sizes = of_rank(call.input(0), 4)?;
    of_size(of_rank(call.input(1), 1)?[0], 2)?;
    let wanted = call.value(1).filter(|wanted| wanted.len() == 2).unwrap_or(&[UNKNOWN, UNKNOWN]);
    sizes[1..3].copy_from_slice(wanted);
    Ok(vec![Some(sizes)])
}

/// Blocks of images moved to channels or batches, and back.
pub fn blocks(call: &Call<'_>) -> Result<Vec<Shape>> {
    match call.op_name() {
        "SpaceToBatchND" | "BatchToSpaceND" => of_batches(call),
        _ => of_channels(call),
    }
}

fn of_channels(call: &Call<'_>) -> Result<Vec<Shape>> {
    if call.text("data_format") == "NCHW_VECT_C" {
        return Ok(vec![None]);
    }
    let mut sizes = of_rank(call.input(0), 4)?;
    let block = call.int("block_size").unwrap_or(1);
    let (spatial, channels) = layout(call, 4);
    let to_depth = call.op_name() == "SpaceToDepth";
    for at in spatial {
        sizes[at] = if to_depth { shape::divided(sizes[at], block)? } else { shape::product(sizes[at], block) };
    }
    let area = block.saturating_mul(block);
    sizes[channels] =
        if to_depth { shape::product(sizes[channels], area) } else { shape::divided(sizes[channels], area)? };
    Ok(vec![Some(sizes)])
}

fn of_batches(call: &Call<'_>) -> Result<Vec<Shape>> {
    let to_batch = call.op_name() == "SpaceToBatchND";
    if call.input(1).as_ref().is_some_and(|block| block.len() != 1) {
        return Err("block_shape must have rank 1.".to_owned());
    }
    let count = of_rank(call.input(1), 1)?[0];
    let Ok(dims) = usize::try_from(count) else { return Ok(vec![None]) };
    at_least(call.input(0), dims + 1)?;
    shape::same(call.input(2), &Some(vec![count, 2]))?;
    let Some(mut sizes) = call.input(0).clone() else { return Ok(vec![None]) };
    let name = if to_batch { "paddings" } else { "crops" };
    let edges = call.value(2);
    let Some(blocks) = call.value(1) else { return Ok(vec![Some(vec![UNKNOWN; sizes.len()])]) };
    for at in 0..dims {
        let block = blocks[at];
        if block < 1 {
            return Err("block_shape must be positive".to_owned());
        }
        sizes[0] = if to_batch { shape::product(sizes[0], block) } else { shape::divided(sizes[0], block)? };
        let edge = edges.and_then(|edges| Some((*edges.get(2 * at)?, *edges.get(2 * at + 1)?)));
        if edge.is_some_and(|(before, after)| before < 0 || after < 0) {
            return Err(format!("{name} cannot be negative"));
        }
        let own = &mut sizes[at + 1];
        *own = match edge {
            None => UNKNOWN,
            Some((before, after)) if to_batch => shape::divided(shape::sum(*own, before + after), block)?,
            Some((before, after)) => shape::less(shape::product(*own, block), before + after)?,
        };
    }
    Ok(vec![Some(sizes)])
}
