//! MEAN and SUM over the last dimensions, MEAN over others in a row. Plain loops over slices, which the compiler
//! vectorizes.

use super::vector::Sign;
use crate::engine::crew::Units;
use crate::engine::error::Result;
use crate::engine::ops::arithmetic::mean_factor;
use crate::engine::ops::fixed::{Factor, type_range};
use crate::engine::ops::geometry::misfit;
use crate::engine::program::{Dtype, Params};
use crate::engine::view::{Io, Kernel, NodeView};
use std::ops::Range;

/// MEAN over dimensions that others follow.
struct SpatialMean {
    quantized: Option<Quantized>,
    /// Elements that are summed, and their distance.
    count: usize,
    channels: usize,
}

/// Quantization of a mean.
struct Quantized {
    /// Whether bytes are int8 or uint8.
    sign: Sign,
    /// Zero point of the input.
    zero: i32,
    factor: Factor,
    /// Zero point and range of the result.
    out_zero: i32,
    range: (i32, i32),
}

impl Quantized {
    fn new(view: &NodeView) -> Result<Option<Self>> {
        let (Some(sign), Some(range)) = (Sign::of(view.dtype(0)), view.out_dtype(0).and_then(type_range)) else {
            return Ok(None);
        };
        let (from, to) = (view.quant(0)?, view.out_quant(0)?);
        let factor = Factor::new(f64::from(from.scale()) / f64::from(to.scale()));
        Ok(Some(Self { sign, zero: from.zero_point(), factor, out_zero: to.zero_point(), range }))
    }
}

/// The dimensions that a node reduces, if they follow one another and nothing is empty.
fn reduced(view: &NodeView) -> Option<Range<usize>> {
    let shape = view.shape(0);
    let rank = shape.len();
    let mut reduced = vec![false; rank];
    for axis in view.integers(1)? {
        *reduced.get_mut(usize::try_from(if axis < 0 { axis + rank as i64 } else { axis }).ok()?)? = true;
    }
    let first = reduced.iter().position(|&r| r)?;
    let count = reduced[first..].iter().take_while(|&&r| r).count();
    let rest = &reduced[first + count..];
    (!shape.contains(&0) && !rest.contains(&true)).then_some(first..first + count)
}

impl SpatialMean {
    fn new(view: &NodeView) -> Result<Option<Self>> {
        let Some(axes) = reduced(view) else { return Ok(None) };
        let (shape, is_spatial) = (view.shape(0), axes == (1..3));
        let [count, channels] = [&shape[axes.clone()], &shape[axes.end..]].map(|sizes| sizes.iter().product());
        let quantized = Quantized::new(view)?;
        let takes = view.dtype(0) == Some(Dtype::F32) || (quantized.is_some() && is_spatial && shape.len() == 4);
        Ok(takes.then_some(Self { quantized, count, channels }))
    }
}

/// Prepares MEAN over height and width (int8 or uint8) or over dimensions that follow one another (float32).
pub fn prepare_mean(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    if let Some(rows) = RowSums::new(view, true) {
        return Ok(Some(Box::new(rows)));
    }
    let Params::Reduce { .. } = view.node.params else { return Err(misfit()) };
    Ok(match SpatialMean::new(view)? {
        Some(mean) => Some(Box::new(mean)),
        None => None,
    })
}

/// Prepares SUM over the last dimensions: float32.
pub fn prepare_sum(view: &NodeView) -> Result<Option<Box<dyn Kernel>>> {
    Ok(match RowSums::new(view, false) {
        Some(rows) => Some(Box::new(rows)),
        None => None,
    })
}

/// Sums computed side by side.
const LANES: usize = 16;

/// MEAN or SUM of float32 over the last dimensions.
struct RowSums {
    /// Elements of a row.
    len: usize,
    mean: bool,
}

impl RowSums {
    /// `None` for other types and dimensions, and if there is nothing to sum.
    fn new(view: &NodeView, mean: bool) -> Option<Self> {
        let (shape, axes) = (view.shape(0), reduced(view)?);
        let takes = view.dtype(0) == Some(Dtype::F32) && axes.end == shape.len();
        takes.then(|| Self { len: shape[axes].iter().product(), mean })
    }
}

impl Kernel for RowSums {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view, self.mean).ok_or_else(misfit)?;
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (x, units) = (io.input::<f32>(0), Units { len: 1, cost: self.len, step: 1 });
        let count = if self.mean { self.len as f32 } else { 1.0 };
        io.crew().share(units, &mut [0u8; 0], io.output::<f32>(0), |first, _, out| {
            for (row, out) in x[first * self.len..].chunks_exact(self.len).zip(out) {
                let (wide, rest) = row.as_chunks::<LANES>();
                let mut sums = [0f32; LANES];
                for wide in wide {
                    sums.iter_mut().zip(wide).for_each(|(sum, &x)| *sum += x);
                }
                *out = sums.iter().chain(rest).sum::<f32>() / count;
            }
        });
        Ok(())
    }
}

impl Kernel for SpatialMean {
    fn resize(&mut self, view: &NodeView) -> Result<()> {
        *self = Self::new(view)?.ok_or_else(misfit)?;
        Ok(())
    }

    fn run(&mut self, _: &NodeView, io: &mut Io) -> Result<()> {
        let (count, channels) = (self.count, self.channels);
        match &self.quantized {
            None => {
                let (x, out) = (io.input::<f32>(0), io.output::<f32>(0));
                for (x, out) in x.chunks_exact(count * channels).zip(out.chunks_exact_mut(channels)) {
                    out.fill(0.0);
                    // Sums of four pixels: each of them waits for the one before.
                    let fours = x.chunks_exact(4 * channels);
                    let rest = fours.remainder();
                    for four in fours {
                        let (a, b) = four.split_at(2 * channels);
                        let ((a, b), (c, d)) = (a.split_at(channels), b.split_at(channels));
                        for ((((o, a), b), c), d) in out.iter_mut().zip(a).zip(b).zip(c).zip(d) {
                            *o += (a + b) + (c + d);
                        }
                    }
                    for pixel in rest.chunks_exact(channels) {
                        out.iter_mut().zip(pixel).for_each(|(o, &x)| *o += x);
                    }
                    out.iter_mut().for_each(|o| *o /= count as f32);
                }
            }
            Some(Quantized { sign, zero, factor, out_zero, range: (low, high) }) => {
                let factor = mean_factor(*factor, count);
                let (flip, zero) = (sign.flip(Sign::Signed), zero.wrapping_sub(sign.offset()));
                let (x, out) = (io.input::<i8>(0), io.output::<i8>(0));
                for (x, out) in x.chunks_exact(count * channels).zip(out.chunks_exact_mut(channels)) {
                    for (b, out) in out.chunks_mut(16).enumerate() {
                        let mut sums = [0i32; 16];
                        for pixel in x.chunks_exact(channels) {
                            let pixel = &pixel[b * 16..];
                            match pixel.first_chunk::<16>() {
                                Some(pixel) => sums.iter_mut().zip(pixel).for_each(|(s, &x)| *s += i32::from(x ^ flip)),
                                None => sums.iter_mut().zip(pixel).for_each(|(s, &x)| *s += i32::from(x ^ flip)),
                            }
                        }
                        for (o, sum) in out.iter_mut().zip(sums) {
                            let sum = sum.wrapping_sub(zero.wrapping_mul(count as i32));
                            *o = factor.apply(sum).saturating_add(*out_zero).clamp(*low, *high) as i8;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
