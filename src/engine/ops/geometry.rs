//! Shapes: windows, broadcasting, axes, strides.

use crate::engine::error::{EngineError, Result};
use crate::engine::program::{Padding, Shape, Window, elements};

/// The error for shapes that do not match.
#[cold]
#[inline(never)]
pub fn misfit() -> Box<EngineError> {
    EngineError::run("engine-shapes")
}

/// A size or a number of repetitions; an error when it is negative.
#[inline(never)]
pub fn count(value: i64) -> Result<usize> {
    usize::try_from(value).map_err(|_| EngineError::run("engine-negative-size").with("size", value))
}

/// A shape of exactly `N` dimensions.
pub fn dims<const N: usize>(shape: &[usize]) -> Result<[usize; N]> {
    shape.try_into().map_err(|_| misfit().with("rank", shape.len()).with("wanted", N))
}

/// A window along one dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// Input size.
    pub input: usize,
    /// Output size.
    pub output: usize,
    /// Number of taps.
    pub taps: usize,
    /// Step.
    pub stride: usize,
    /// Distance between taps.
    pub dilation: usize,
    /// Padding before the first element.
    pub before: usize,
}

impl Span {
    /// Output size and padding for an input size.
    pub fn new(padding: Padding, input: usize, taps: usize, stride: usize, dilation: usize) -> Result<Self> {
        if taps == 0 {
            return Err(misfit());
        }
        let reach = (taps - 1).checked_mul(dilation).and_then(|r| r.checked_add(1)).ok_or_else(misfit)?;
        let output = match padding {
            Padding::Same => input.div_ceil(stride),
            Padding::Valid if input == 0 => 0,
            Padding::Valid => {
                (input.checked_add(stride).ok_or_else(misfit)?.checked_sub(reach).ok_or_else(misfit)?) / stride
            }
        };
        let needed = output.saturating_sub(1).saturating_mul(stride).saturating_add(reach);
        let before = if padding == Padding::Same { needed.saturating_sub(input) / 2 } else { 0 };
        Ok(Self { input, output, taps, stride, dilation, before })
    }

    /// The input position of a tap; `None` in the padding.
    pub fn at(&self, output: usize, tap: usize) -> Option<usize> {
        (output * self.stride + tap * self.dilation).checked_sub(self.before).filter(|&i| i < self.input)
    }

    /// The output position that reads input `i` through a tap.
    pub fn back(&self, i: usize, tap: usize) -> Option<usize> {
        let at = (i + self.before).checked_sub(tap * self.dilation)?;
        (at.is_multiple_of(self.stride) && at / self.stride < self.output).then(|| at / self.stride)
    }

    /// The taps that lie inside the input, for an output position.
    pub fn inside(&self, output: usize) -> std::ops::Range<usize> {
        let start = output * self.stride;
        let first = self.before.saturating_sub(start).div_ceil(self.dilation).min(self.taps);
        let end = (self.input + self.before).saturating_sub(start).div_ceil(self.dilation).min(self.taps);
        first..end.max(first)
    }
}

/// A window over height and width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plane {
    /// Along the height.
    pub y: Span,
    /// Along the width.
    pub x: Span,
}

impl Plane {
    /// For an input of `height` x `width` and a filter of `taps` (height, width).
    pub fn new(window: &Window, height: usize, width: usize, taps: (usize, usize)) -> Result<Self> {
        let [rows, columns] = window.border;
        let span = |(before, after): (usize, usize), input: usize, taps, stride, dilation| -> Result<Span> {
            let padded = input.checked_add(before).and_then(|size| size.checked_add(after)).ok_or_else(misfit)?;
            let span = Span::new(window.padding, padded, taps, stride, dilation)?;
            Ok(Span { input, before: span.before + before, ..span })
        };
        Ok(Self {
            y: span(rows, height, taps.0, window.stride.0, window.dilation.0)?,
            x: span(columns, width, taps.1, window.stride.1, window.dilation.1)?,
        })
    }
}

/// The axis as an index; negative ones count from the end.
#[inline(never)]
pub fn axis(axis: i64, rank: usize) -> Result<usize> {
    let index = if axis < 0 { axis + rank as i64 } else { axis };
    usize::try_from(index)
        .ok()
        .filter(|&i| i < rank)
        .ok_or_else(|| EngineError::run("engine-axis").with("axis", axis).with("rank", rank))
}

/// Distance in elements between neighbors along each dimension.
#[inline(never)]
pub fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1; shape.len()];
    for i in (0..shape.len().saturating_sub(1)).rev() {
        strides[i] = strides[i + 1] * shape[i + 1];
    }
    strides
}

/// The shape of an elementwise result.
#[inline(never)]
pub fn broadcast(a: &[usize], b: &[usize]) -> Result<Shape> {
    let rank = a.len().max(b.len());
    let size = |shape: &[usize], i: usize| (i + shape.len()).checked_sub(rank).map_or(1, |i| shape[i]);
    let mut shape = Vec::with_capacity(rank);
    for i in 0..rank {
        shape.push(match (size(a, i), size(b, i)) {
            (a, b) if a == b => a,
            (1, b) => b,
            (a, 1) => a,
            _ => return Err(misfit().with("left", format!("{a:?}")).with("right", format!("{b:?}"))),
        });
    }
    elements(&shape)?;
    Ok(shape)
}

/// Advances `index` to the next element of `shape` in row-major order, and reports which dimensions moved, and by how
/// much.
pub fn advance(index: &mut [usize], shape: &[usize], mut moved: impl FnMut(usize, isize)) {
    for d in (0..shape.len()).rev() {
        index[d] += 1;
        if index[d] < shape[d] {
            return moved(d, 1);
        }
        moved(d, 1 - index[d] as isize);
        index[d] = 0;
    }
}

/// Walks the elements of `shape` in order and reports the element of each operand.
///
/// Operands broadcast: aligned at the last dimension, size 1 repeats.
pub fn for_each_broadcast<const N: usize>(
    shape: &[usize],
    operands: [&[usize]; N],
    mut f: impl FnMut(usize, [usize; N]),
) {
    // Only the walk along a row is compiled for each operation.
    broadcast_rows(shape, &operands, &mut |out, at, steps, len| {
        let mut at: [usize; N] = std::array::from_fn(|n| at[n]);
        for i in 0..len {
            f(out + i, at);
            at.iter_mut().zip(steps).for_each(|(at, step)| *at += step);
        }
    });
}

/// Position of a row in a walk: its start in the result and in each operand, the operands' steps along it, and its
/// length.
type Row<'a> = dyn FnMut(usize, &[usize], &[usize], usize) + 'a;

/// [`for_each_broadcast`] by rows; the caller walks each row.
#[inline(never)]
pub fn broadcast_rows(shape: &[usize], operands: &[&[usize]], row: &mut Row) {
    walk_rows(shape, broadcast_steps(shape, operands), row);
}

/// The steps of operands along the dimensions of `shape`, to which they are broadcast.
pub(super) fn broadcast_steps(shape: &[usize], operands: &[&[usize]]) -> Vec<Vec<usize>> {
    let rank = shape.len();
    let steps = |operand: &&[usize]| -> Vec<usize> {
        let own = strides(operand);
        let first = rank.saturating_sub(operand.len());
        (0..rank).map(|i| if i >= first && operand[i - first] > 1 { own[i - first] } else { 0 }).collect()
    };
    operands.iter().map(steps).collect()
}

/// The dimensions of a walk without those of one element, and with neighbors as one where all operands allow it: few
/// rows, and long ones. An operand's step along the last of them is 0 or that along a row.
pub fn joined(shape: &[usize], steps: &mut [Vec<usize>]) -> Shape {
    let mut sizes = Shape::new();
    for (d, &size) in shape.iter().enumerate().filter(|(_, size)| **size != 1) {
        // The dimensions before this one lie at the start of `steps` already.
        let n = sizes.len();
        let continues = n > 0 && steps.iter().all(|steps| steps[n - 1] == steps[d] * size);
        let to = if continues { n - 1 } else { n };
        steps.iter_mut().for_each(|steps| steps[to] = steps[d]);
        if continues { sizes[to] *= size } else { sizes.push(size) }
    }
    steps.iter_mut().for_each(|steps| steps.truncate(sizes.len()));
    sizes
}

/// Walks the rows of `shape` for operands with these steps along its dimensions.
#[inline(never)]
pub fn walk_rows(shape: &[usize], mut steps: Vec<Vec<usize>>, row: &mut Row) {
    let shape = joined(shape, &mut steps);
    let (len, outer) = shape.split_last().map_or((1, shape.as_slice()), |(&len, outer)| (len, outer));
    if len == 0 {
        return;
    }
    let along: Vec<usize> = steps.iter().map(|s| s.last().copied().unwrap_or(0)).collect();
    let mut index = vec![0usize; outer.len()];
    let mut at = vec![0usize; steps.len()];
    for n in 0..outer.iter().product() {
        row(n * len, &at, &along, len);
        advance(&mut index, outer, |d, by| {
            for (at, steps) in at.iter_mut().zip(&steps) {
                *at = at.wrapping_add_signed(steps[d] as isize * by);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_padding_puts_the_odd_pixel_after() {
        let span = Span::new(Padding::Same, 224, 3, 2, 1).unwrap();
        assert_eq!((span.output, span.before), (112, 0));
        let span = Span::new(Padding::Same, 7, 3, 1, 2).unwrap();
        assert_eq!((span.output, span.before), (7, 2));
        assert!(Span::new(Padding::Valid, 2, 5, 1, 1).is_err());
    }

    #[test]
    fn inside_lists_just_the_taps_that_at_finds() {
        for padding in [Padding::Same, Padding::Valid] {
            for (input, taps, stride, dilation) in [(7, 3, 1, 2), (5, 5, 2, 1), (4, 1, 3, 1), (9, 4, 2, 2)] {
                let Ok(span) = Span::new(padding, input, taps, stride, dilation) else { continue };
                for o in 0..span.output {
                    let inside = span.inside(o);
                    for tap in 0..taps {
                        assert_eq!(span.at(o, tap).is_some(), inside.contains(&tap), "{span:?} {o} {tap}");
                    }
                }
            }
        }
    }

    #[test]
    fn broadcasting_walks_both_operands() {
        assert_eq!(broadcast(&[2, 1, 3], &[4, 1]).unwrap(), [2, 4, 3]);
        let mut seen = Vec::new();
        for_each_broadcast(&[2, 2], [&[2, 1], &[2]], |o, [a, b]| seen.push((o, a, b)));
        assert_eq!(seen, [(0, 0, 0), (1, 0, 1), (2, 1, 0), (3, 1, 1)]);
    }

    #[test]
    fn rows_are_as_long_as_the_operands_allow() {
        let rows = |shape: &[usize], operands: &[&[usize]]| {
            let mut rows = Vec::new();
            broadcast_rows(shape, operands, &mut |out, at, steps, len| {
                rows.push((out, at.to_vec(), steps.to_vec(), len))
            });
            rows
        };
        assert_eq!(rows(&[2, 3, 1, 4], &[&[2, 3, 1, 4], &[1]]), [(0, vec![0, 0], vec![1, 0], 24)]);
        let by_pixel = rows(&[2, 1, 4], &[&[2, 1, 4], &[2, 1, 1]]);
        assert_eq!(by_pixel, [(0, vec![0, 0], vec![1, 0], 4), (4, vec![4, 1], vec![1, 0], 4)]);
        assert_eq!(rows(&[], &[&[]]), [(0, vec![0], vec![0], 1)]);
        assert_eq!(rows(&[2, 0], &[&[2, 0]]), []);
    }
}
