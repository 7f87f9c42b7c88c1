//! RESIZE_BILINEAR, RESIZE_NEAREST_NEIGHBOR.

use crate::engine::copy::copy_few;
use crate::engine::error::Result;
use crate::engine::operator::{Check, Definition, Ops, Plain};
use crate::engine::ops::geometry::{count, dims, misfit};
use crate::engine::ops::operands::{operands, types};
use crate::engine::program::{Dtype, Op, Params};
use crate::engine::view::{Io, NodeView, Shape};

/// Operators of the first module; their plain kernels are in [`PLAIN`].
pub const FIRST: Ops = &[
    (Op::ResizeBilinear, Definition::fast(4, check_bilinear, shapes)),
    (Op::ResizeNearestNeighbor, Definition::fast(4, check_nearest, shapes)),
];

/// Plain kernels of the operators of [`FIRST`].
pub const PLAIN: Plain = &[(Op::ResizeBilinear, bilinear), (Op::ResizeNearestNeighbor, nearest)];

fn check_bilinear(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I8 | Dtype::U8 | Dtype::I16));
    types(view, known && view.dtype(0) == view.out_dtype(0) && view.dtype(1) == Some(Dtype::I32))
}

fn check_nearest(view: &NodeView) -> Check {
    operands(view, 2..=2, 2)?;
    let known = matches!(view.dtype(0), Some(Dtype::F32 | Dtype::I8 | Dtype::U8 | Dtype::I16 | Dtype::I32));
    types(view, known && view.dtype(0) == view.out_dtype(0) && view.dtype(1) == Some(Dtype::I32))
}

fn shapes(view: &NodeView) -> Result<Option<Vec<Shape>>> {
    let [batch, height, width, channels] = dims(view.shape(0))?;
    let Some(size) = view.value::<i32>(1) else { return Ok(None) };
    let size = |i: usize| match count(size.get(i).copied().ok_or_else(misfit)?.into())? {
        0 => Err(misfit()),
        size => Ok(size),
    };
    if height == 0 || width == 0 {
        return Err(misfit());
    }
    Ok(Some(vec![vec![batch, size(0)?, size(1)?, channels]]))
}

/// Whether corners are aligned, and whether pixels are taken at their centers.
pub fn options(view: &NodeView) -> Result<(bool, bool)> {
    match view.node.params {
        Params::Resize { align_corners, half_pixel_centers } => Ok((align_corners, half_pixel_centers)),
        _ => Err(misfit()),
    }
}

/// Two neighboring input positions, and the distance from the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Between {
    /// Lower position.
    pub low: usize,
    /// Upper position.
    pub high: usize,
    /// Distance from the lower one.
    pub part: f32,
}

/// Input position of output `o`, in real numbers.
pub fn between(o: usize, input: usize, output: usize, align: bool, half: bool) -> Between {
    let scale =
        if align && output > 1 { (input as f32 - 1.0) / (output as f32 - 1.0) } else { input as f32 / output as f32 };
    let at = if half { (o as f32 + 0.5) * scale - 0.5 } else { o as f32 * scale };
    let low = at.floor().max(0.0) as usize;
    let high = (at.ceil().max(0.0) as usize).min(input - 1);
    let low = low.min(input - 1);
    Between { low, high, part: at - low as f32 }
}

/// The same in steps of 1/1024, as quantized tensors are resized: (low, high, position).
pub fn between_fixed(o: usize, input: usize, output: usize, align: bool, half: bool) -> (usize, usize, i64) {
    let (input, output, o) = (input as i64, output as i64, o as i64);
    let scale = if align && output > 1 {
        (1024 * (input - 1) + (output - 1) / 2) / (output - 1)
    } else {
        (1024 * input + output / 2) / output
    };
    let at = if half { o * scale + scale / 2 - 512 } else { o * scale };
    let low = (at / 1024).max(0).min(input - 1);
    let high = ((at + 1023) / 1024).max(0).min(input - 1);
    (low as usize, high as usize, at)
}

fn bilinear(view: &NodeView, io: &mut Io) -> Result<()> {
    let (align, half) = options(view)?;
    let [batch, height, width, channels] = dims(view.shape(0))?;
    let [_, out_height, out_width, _] = dims(view.out_shape(0))?;
    let offset = |b: usize, y: usize, x: usize| ((b * height + y) * width + x) * channels;
    if view.dtype(0) == Some(Dtype::F32) {
        let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
        let mut to = out.iter_mut();
        for b in 0..batch {
            for oy in 0..out_height {
                let v = between(oy, height, out_height, align, half);
                for ox in 0..out_width {
                    let h = between(ox, width, out_width, align, half);
                    for c in 0..channels {
                        let at = |y: usize, col: usize| x[offset(b, y, col) + c];
                        let sum = at(v.low, h.low) * (1.0 - v.part) * (1.0 - h.part)
                            + at(v.high, h.low) * v.part * (1.0 - h.part)
                            + at(v.low, h.high) * (1.0 - v.part) * h.part
                            + at(v.high, h.high) * v.part * h.part;
                        if let Some(to) = to.next() {
                            *to = sum;
                        }
                    }
                }
            }
        }
        return Ok(());
    }
    macro_rules! fixed {
        ($t:ty) => {{
            let (x, out) = (io.input::<$t>(0), io.output::<$t>(0));
            let mut to = out.iter_mut();
            for b in 0..batch {
                for oy in 0..out_height {
                    let (y0, y1, y) = between_fixed(oy, height, out_height, align, half);
                    let (upper, lower) = (y - 1024 * y0 as i64, 1024 - (y - 1024 * y0 as i64));
                    for ox in 0..out_width {
                        let (x0, x1, p) = between_fixed(ox, width, out_width, align, half);
                        let (right, left) = (p - 1024 * x0 as i64, 1024 - (p - 1024 * x0 as i64));
                        for c in 0..channels {
                            let at = |y: usize, col: usize| i64::from(x[offset(b, y, col) + c]);
                            let sum = at(y0, x0) * lower * left
                                + at(y1, x0) * upper * left
                                + at(y0, x1) * lower * right
                                + at(y1, x1) * upper * right;
                            let round = if sum > 0 { 1 << 19 } else { -(1 << 19) };
                            if let Some(to) = to.next() {
                                *to = ((sum + round) / (1 << 20)) as $t;
                            }
                        }
                    }
                }
            }
        }};
    }
    match view.dtype(0) {
        Some(Dtype::I8) => fixed!(i8),
        Some(Dtype::U8) => fixed!(u8),
        _ => fixed!(i16),
    }
    Ok(())
}

/// The input position nearest to output position `o`.
pub fn nearest_position(o: usize, input: usize, output: usize, align: bool, half: bool) -> usize {
    let scale =
        if align && output > 1 { (input as f32 - 1.0) / (output as f32 - 1.0) } else { input as f32 / output as f32 };
    let at = (o as f32 + if half { 0.5 } else { 0.0 }) * scale;
    let at = if align { at.round() } else { at.floor() };
    (at.max(0.0) as usize).min(input - 1)
}

fn nearest(view: &NodeView, io: &mut Io) -> Result<()> {
    let (align, half) = options(view)?;
    let [batch, height, width, channels] = dims(view.shape(0))?;
    let [_, out_height, out_width, _] = dims(view.out_shape(0))?;
    let row = channels * view.dtype(0).map_or(0, |d| d.bits() / 8);
    let (from, out) = (io.bytes(0), io.output_bytes(0));
    if row == 0 {
        return Ok(());
    }
    let mut to = out.chunks_exact_mut(row);
    for b in 0..batch {
        for oy in 0..out_height {
            let y = nearest_position(oy, height, out_height, align, half);
            for ox in 0..out_width {
                let x = nearest_position(ox, width, out_width, align, half);
                if let Some(to) = to.next() {
                    copy_few(to, &from[((b * height + y) * width + x) * row..][..row]);
                }
            }
        }
    }
    Ok(())
}
