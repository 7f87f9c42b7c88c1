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
    let op = match call.node.op.as_str() {
        pool if rank == 5 && pool.contains("Pool") => "Pool3D ops require",
        "DepthwiseConv2dNative" => "DepthwiseConv2D requires",
        op => op,
    };
    let requires = match op {
        "Conv2D" if word == "stride" => {
            let format = String::from_utf8_lossy(call.text("data_format"));
            format!(" on data format {format} requires the ")
        }
        _ if op == call.node.op => " requires the ".to_owned(),
        _ => " the ".to_owned(),
    };
    let text = " attribute to contain {} values, but got: {}";
    Err(refusal(op, &[]).and(&requires, &[]).and(word, &[]).and(text, &[rank as i64, found.len() as i64]))
}

/// Pooling.
pub fn pool(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = if call.node.op.contains("3D") { 5 } else { 4 };
    let Some((spatial, channels)) = layout(call, rank) else {
        let vectors = std::mem::replace(out, Shape::UNKNOWN);
        return vectors.ranked(5);
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

/// Pooling whose windows and strides are inputs.
pub fn pool_by_inputs(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = layout(call, 4).map_or(5, |_| 4);
    out.assume(rank)?;
    for input in 1..3 {
        let numbers = call.input(input);
        numbers.ranked(1)?;
        of_size(numbers.at(0), 4)?;
    }
    *out = Shape::of_rank(rank);
    Ok(())
}

/// Windows of images whose sizes, strides or rates are attrs with four numbers.
pub fn patches(call: &mut Call<'_>, out: &mut Shape) -> Result {
    out.ranked(4)?;
    if call.is("Dilation2D") {
        call.input(1).ranked(3)?;
    } else {
        numbers(call, "ksizes", "ksizes", 4)?;
    }
    numbers(call, "strides", "stride", 4)?;
    numbers(call, "rates", "rates", 4)?;
    *out = Shape::of_rank(4);
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
    let stride = |call: &Call<'_>| numbers(call, "strides", "stride", rank);
    let dilation = |call: &Call<'_>| numbers(call, "dilations", "dilation", rank);
    let (strides, dilations) = if call.is("Conv2D") {
        let dilations = dilation(call)?;
        (stride(call)?, dilations)
    } else {
        (stride(call)?, dilation(call)?)
    };
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
        op @ ("SpaceToBatch" | "BatchToSpace") => {
            out.assume(4)?;
            let block = call.int("block_size").unwrap_or(1);
            of_edges(call, out, 1, &[block; 2], op == "SpaceToBatch")
        }
        op => of_channels(call, out, op == "SpaceToDepth"),
    }
}

/// A size with more blocks, or with fewer.
fn scaled(size: i64, block: i64, is_more: bool) -> Result<i64> {
    if is_more { Ok(shape::product(size, block)) } else { shape::divided(size, block) }
}

fn of_channels(call: &Call<'_>, out: &mut Shape, to_depth: bool) -> Result {
    // Vectors of channels have a dimension of their own, the last one.
    let (rank, spatial, channels) = match layout(call, 4) {
        Some((spatial, channels)) => (4, spatial, channels),
        None => (5, 2..4, 1),
    };
    out.assume(rank)?;
    let block = call.int("block_size").unwrap_or(1);
    for at in spatial {
        out[at] = scaled(out[at], block, !to_depth)?;
    }
    out[channels] = scaled(out[channels], block.saturating_mul(block), to_depth)?;
    Ok(())
}

fn of_batches(call: &Call<'_>, out: &mut Shape, to_batch: bool) -> Result {
    let block = call.input(1);
    if block.is_known() && block.len() != 1 || call.is_open(1) {
        return Err(refusal("block_shape must have rank 1.", &[]));
    }
    let count = block.at(0);
    if !block.is_known() {
        *out = Shape::UNKNOWN;
        return Ok(());
    }
    if count < 0 {
        return Err(refusal("block_shape must have known size.", &[]));
    }
    out.at_least(count.saturating_add(1))?;
    let mut edges = *call.input(2);
    edges.merge(&Shape::of(&[&[count, 2]]))?;
    match call.value(1) {
        Some(blocks) => of_edges(call, out, 2, blocks, to_batch),
        None => {
            out.forget();
            Ok(())
        }
    }
}

/// Blocks of these sizes, with edges that an input has for each spatial dimension.
fn of_edges(call: &Call<'_>, out: &mut Shape, input: usize, blocks: &[i64], to_batch: bool) -> Result {
    let mut edges = *call.input(input);
    edges.merge(&Shape::of(&[&[blocks.len() as i64, 2]]))?;
    for &block in blocks {
        if block < 1 {
            return Err(refusal("block_shape must be positive", &[]));
        }
        if let Some(batch) = out.first_mut() {
            *batch = scaled(*batch, block, to_batch)?;
        }
    }
    let edges = call.value(input).unwrap_or_default();
    for (at, &block) in blocks.iter().enumerate() {
        let size = match edges.get(2 * at..2 * at + 2) {
            None => UNKNOWN,
            Some([..0, _] | [_, ..0]) if to_batch => return Err(refusal("paddings cannot be negative", &[])),
            Some([..0, _] | [_, ..0]) => return Err(refusal("crops cannot be negative", &[])),
            Some(edges) if to_batch => {
                shape::divided(edges.iter().fold(out.at(at + 1), |size, &edge| shape::sum(size, edge)), block)?
            }
            Some(edges) => {
                let whole = shape::product(out.at(at + 1), block);
                edges.iter().try_fold(whole, |size, &edge| shape::less(size, edge))?
            }
        };
        if let Some(own) = out.get_mut(at + 1) {
            *own = size;
        }
    }
    Ok(())
}

/// Images of sizes that the first input holds: the gradient of a window.
pub fn of_sizes(call: &mut Call<'_>, out: &mut Shape) -> Result {
    *out = call.shape_in(0)?;
    out.assume(4)
}

/// The gradient of a convolution for its images, whose sizes the first input holds: all of them, or the spatial ones.
pub fn conv_input(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let (filter, gradient) = (call.input(1), call.input(2));
    gradient.ranked(4)?;
    filter.ranked(4)?;
    let channels = layout(call, 4).map_or(3, |(_, channels)| channels);
    same_size(gradient.at(channels), filter.at(3))?;
    *out = call.shape_in(0)?;
    match out.known().map(<[i64]>::len) {
        Some(4) => Ok(()),
        Some(count) if count != 2 => {
            let text = "Conv2DBackpropInput requires input_sizes to contain 4 values or 2 values, but got: {}";
            Err(refusal(text, &[count as i64]))
        }
        _ => {
            *out = Shape::of_rank(4);
            Ok(())
        }
    }
}

/// Batches in which each channel has its own mean and variance.
pub fn batch_norm(call: &mut Call<'_>, out: &mut Shape) -> Result {
    let rank = if call.is("FusedBatchNormV3") && call.text("data_format").len() == 5 { 5 } else { 4 };
    out.assume(rank as i64)?;
    let Some((_, at)) = layout(call, rank) else { return Ok(()) };
    // Means and variances are read unless they are made here.
    let is_made = call.flag("is_training") && call.float("exponential_avg_factor").is_none_or(|factor| factor == 1.0);
    let mut channels = out.at(at);
    for input in 1..if is_made { 3 } else { 5 } {
        call.input(input).ranked(1)?;
        channels = same_size(channels, call.input(input).at(0))?;
    }
    if let Some(own) = out.get_mut(at) {
        *own = channels;
    }
    call.outputs = vec![*out];
    call.repeat(4, &Shape::of(&[&[channels]]));
    Ok(())
}
