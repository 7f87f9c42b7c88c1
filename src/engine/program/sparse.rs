//! Expands constants that are stored without zeros.

use super::elements;
use crate::engine::data::Aligned;
use crate::formats::tflite::{SparseDimension, Sparsity};

/// Maximum number of levels; the runtime's tensors have fewer dimensions.
const LEVELS: usize = 16;

/// A level of the stored form: a dimension, or the inside of its blocks.
struct Level<'a> {
    /// Elements along it.
    size: usize,
    /// Distance of neighbors in the full tensor, in elements.
    stride: usize,
    /// Indices of the stored elements; `None` if all are stored.
    stored: Option<&'a SparseDimension>,
}

/// The full tensor of `shape` with elements of `size` bytes; `None` if the description does not match it. The work is
/// at most proportional to the full size.
pub(super) fn expand(sparsity: &Sparsity, shape: &[usize], size: usize, values: &[u8]) -> Option<Aligned> {
    let levels = levels(sparsity, shape)?;
    let count = elements(shape).ok()?;
    let mut walk = Walk {
        steps: count.checked_add(1)?.checked_mul(levels.len() + 1)?,
        full: Aligned::zeroed(count.checked_mul(size)?),
        levels,
        size,
        values: values.chunks_exact(size),
    };
    walk.go(0, 0, 0)?;
    walk.values.next().is_none().then_some(walk.full)
}

/// The levels in the order of storage, checked against the shape.
fn levels<'a>(sparsity: &'a Sparsity, shape: &[usize]) -> Option<Vec<Level<'a>>> {
    let (rank, blocks) = (shape.len(), sparsity.block_map.len());
    let order: Vec<usize> = sparsity.traversal_order.iter().map(|&d| usize::try_from(d).ok()).collect::<Option<_>>()?;
    let count = rank + blocks;
    let mut seen = vec![false; count];
    for (level, &axis) in order.iter().enumerate() {
        // Dimensions come first, then the insides of blocks.
        if axis >= count || (axis < rank) != (level < rank) || std::mem::replace(&mut seen[axis], true) {
            return None;
        }
    }
    if order.len() != count || sparsity.dimensions.len() != count || count > LEVELS {
        return None;
    }
    // Size and stride of every axis: the dimensions, counted in blocks, and the blocks.
    let mut axes: Vec<(usize, usize)> =
        (0..rank).map(|d| Some((shape[d], elements(&shape[d + 1..]).ok()?))).collect::<Option<_>>()?;
    let mut last = None;
    for (block, &d) in sparsity.block_map.iter().enumerate() {
        let d = usize::try_from(d).ok().filter(|&d| d < rank && last.is_none_or(|last| last < d))?;
        last = Some(d);
        let level = order.iter().position(|&axis| axis == rank + block)?;
        let edge = usize::try_from(sparsity.dimensions[level].dense_size).ok()?;
        let (size, stride) = axes[d];
        if edge == 0 || !size.is_multiple_of(edge) {
            return None;
        }
        axes.push((edge, stride));
        axes[d] = (size / edge, stride.checked_mul(edge)?);
    }
    let level = |(&axis, dimension): (&usize, &'a SparseDimension)| {
        let (size, stride) = axes[axis];
        let stored = match dimension.format {
            0 if usize::try_from(dimension.dense_size).ok() == Some(size) => None,
            1 if axis < rank => Some(dimension),
            _ => return None,
        };
        Some(Level { size, stride, stored })
    };
    order.iter().zip(&sparsity.dimensions).map(level).collect()
}

struct Walk<'a> {
    levels: Vec<Level<'a>>,
    full: Aligned,
    size: usize,
    values: std::slice::ChunksExact<'a, u8>,
    steps: usize,
}

impl Walk<'_> {
    /// Walks a level below entry `before` of the level above; `at` is the current element.
    fn go(&mut self, level: usize, before: usize, at: usize) -> Option<()> {
        self.steps = self.steps.checked_sub(1)?;
        let Some(&Level { size, stride, stored }) = self.levels.get(level) else {
            let value = self.values.next()?;
            self.full.bytes_mut()[at * self.size..][..self.size].copy_from_slice(value);
            return Some(());
        };
        let Some(stored) = stored else {
            return (0..size).try_for_each(|i| self.go(level + 1, before * size + i, at + i * stride));
        };
        let segment = |i: usize| usize::try_from(*stored.array_segments.get(i)?).ok();
        for entry in segment(before)?..segment(before + 1)? {
            let i = usize::try_from(*stored.array_indices.get(entry)?).ok().filter(|&i| i < size)?;
            self.go(level + 1, entry, at + i * stride)?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dense(size: i32) -> SparseDimension {
        SparseDimension { dense_size: size, ..Default::default() }
    }

    fn sparse(segments: &[i32], indices: &[i32]) -> SparseDimension {
        let (array_segments, array_indices) = (segments.to_vec(), indices.to_vec());
        SparseDimension { format: 1, array_segments, array_indices, ..Default::default() }
    }

    fn form(order: &[i32], blocks: &[i32], dimensions: Vec<SparseDimension>) -> Sparsity {
        Sparsity { traversal_order: order.to_vec(), block_map: blocks.to_vec(), dimensions }
    }

    #[test]
    fn rows_and_blocks() {
        let rows = form(&[0, 1], &[], vec![dense(2), sparse(&[0, 1, 3], &[2, 0, 1])]);
        assert_eq!(expand(&rows, &[2, 3], 1, &[7, 8, 9]).unwrap().bytes(), [0, 0, 7, 8, 9, 0]);
        let blocks = form(&[0, 1, 2], &[1], vec![dense(2), sparse(&[0, 1, 1], &[1]), dense(2)]);
        assert_eq!(expand(&blocks, &[2, 4], 1, &[7, 8]).unwrap().bytes(), [0, 0, 7, 8, 0, 0, 0, 0]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let rows = |segments: &[i32], indices: &[i32]| form(&[0, 1], &[], vec![dense(2), sparse(segments, indices)]);
        let refused = [
            rows(&[0, 1, 4], &[2, 0, 1]),
            rows(&[0, 1], &[2, 0, 1]),
            rows(&[0, 1, 3], &[3, 0, 1]),
            rows(&[0, 1, -3], &[2, 0, 1]),
            // Every row claims all elements: more steps than there are elements.
            rows(&[0, 1 << 30, 1 << 30], &[0; 3]),
            form(&[0, 0], &[], vec![dense(2), dense(3)]),
            form(&[0, 1], &[], vec![dense(2), dense(1 << 30)]),
            form(&[0, 1, 2], &[5], vec![dense(2), dense(3), dense(1)]),
            form(&[0, 1, 2], &[1], vec![dense(2), dense(3), dense(0)]),
            form(&[2, 1, 0], &[1], vec![dense(2), dense(3), dense(1)]),
        ];
        for sparsity in refused {
            assert_eq!(expand(&sparsity, &[2, 3], 1, &[7, 8, 9]), None, "{sparsity:?}");
        }
    }
}
